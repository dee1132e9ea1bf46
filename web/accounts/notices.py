"""News for the reader's account: which kinds come, where to, and how to end it from a mail."""

from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.notices import queries, services
from web.accounts.own_account import account_crumbs
from web.command_form import ShowRefusal, require_sign_in
from web.page import REFUSED, account_id, form_page, guard, render_form
from web.throttling import throttle

DEVICE = "push_device"  # in the session: of the browser that signs out later
KIND_TEXTS = {
    "seat": gettext_lazy("My seat is published"),
    "confirmation": gettext_lazy("A result waits for my confirmation"),
    "contested": gettext_lazy("A result is contested"),
    "appeal": gettext_lazy("An appeal is filed"),
    "ruling": gettext_lazy("An official rules on my match"),
    "place": gettext_lazy("I move up from the waiting list"),
    "tomorrow": gettext_lazy("I’m expected somewhere tomorrow"),
}


class ChoiceForm(forms.Form):
    """Which kinds of news come by which way, and in which language."""

    mail = forms.MultipleChoiceField(
        label=gettext_lazy("By e-mail"), required=False, widget=forms.CheckboxSelectMultiple
    )
    push = forms.MultipleChoiceField(
        label=gettext_lazy("As push messages"), required=False, widget=forms.CheckboxSelectMultiple
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for way in ("mail", "push"):
            self.fields[way].choices = [(kind, KIND_TEXTS[kind]) for kind in queries.KINDS]  # type: ignore[attr-defined]


class AddressForm(forms.Form):
    address = forms.CharField(
        label=gettext_lazy("E-mail address"),
        max_length=services.LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class DeviceForm(forms.Form):
    """A browser: notices.js fills it in."""

    endpoint = forms.CharField(max_length=500, widget=forms.HiddenInput)
    p256dh = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=40, widget=forms.HiddenInput)


@form_page
@require_sign_in
def notices(request: HttpRequest) -> HttpResponse:
    """Which news the account gets, and where. Its form changes the choice."""
    if request.method != "POST":
        return _notices_page(request)
    form = ChoiceForm(request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            services.choose(account_id=account_id(request), **form.cleaned_data)
            messages.success(request, gettext("Saved."))
            return redirect("web:notices")
    return _notices_page(request, choice=form)


@require_POST
@guard
@require_sign_in
def ask_for_address(request: HttpRequest) -> HttpResponse:
    """Send a link to the address that was entered."""
    if refused := throttle(request, "address"):
        return refused
    form = AddressForm(request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            services.ask_for_address(account_id=account_id(request), **form.cleaned_data)
            text = gettext("A mail is on its way to {address}. Open the link in it within a day.")
            messages.success(request, text.format(address=form.cleaned_data["address"]))
            return redirect("web:notices")
    return _notices_page(request, address=form)


@require_POST
@guard
@require_sign_in
def remove_address(request: HttpRequest) -> HttpResponse:
    services.remove_outlets(account_id=account_id(request), way="mail")
    messages.success(request, gettext("Your address was deleted. You get no more mail."))
    return redirect("web:notices")


@require_POST
@guard
@require_sign_in
def add_device(request: HttpRequest) -> HttpResponse:
    """Send news to the browser whose keys a script has filled in."""
    form = DeviceForm(request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            added = services.add_device(account_id=account_id(request), **form.cleaned_data)
            request.session[DEVICE] = str(added.pk)
            messages.success(request, gettext("This browser gets push messages from now on."))
            return redirect("web:notices")
    return _notices_page(request, device=form)


@require_POST
@guard
@require_sign_in
def remove_device(request: HttpRequest, outlet_id: UUID) -> HttpResponse:
    services.remove_outlets(account_id=account_id(request), way="push", outlet_id=outlet_id)
    messages.success(request, gettext("This browser gets no more push messages."))
    return redirect("web:notices")


def end_pushes(request: HttpRequest) -> None:
    """Whoever uses this browser after somebody has signed out gets no news of their account."""
    if (device := request.session.get(DEVICE)) is not None:
        services.remove_outlets(account_id=account_id(request), way="push", outlet_id=UUID(device))


@form_page
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whoever opened a link of a mail, then send news to the address. Programs that only look confirm nothing."""
    form = forms.Form({})
    address = ""
    with ShowRefusal(form):
        address = services.find_address(token).address
        if request.method == "POST":
            services.confirm_address(token)
            messages.success(request, gettext("News go to {address} from now on.").format(address=address))
            return redirect("web:notices" if request.user.is_authenticated else "web:home")
    return _link_page(request, form, gettext("Confirm your e-mail address"), address)


@csrf_exempt  # the link is the proof, and mail programs that press the button have no cookie (RFC 8058)
@form_page
def switch_off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whoever opened the link at the foot of a mail, then send no more mail."""
    form = forms.Form({})
    address = ""
    with ShowRefusal(form):
        outlet = services.find_switch(token)
        if request.method == "POST" or outlet is None:
            services.switch_off(token)
            return render(request, "web/notices_off.html", {"is_off": True, "address": outlet and outlet.address})
        address = outlet.address
    return _link_page(request, form, gettext("Get no more mail"), address)


def _link_page(request: HttpRequest, form: forms.Form, title: str, address: str) -> HttpResponse:
    """A question with one button, or why the link is worth nothing."""
    if address:
        return render_form(request, form, title, address)
    return render(request, "web/notices_off.html", {"refusal": form.non_field_errors()}, status=REFUSED)


def _notices_page(request: HttpRequest, **refused: forms.Form) -> HttpResponse:
    """The page with its forms, of which one may have been refused: `choice`, `address` or `device`."""
    chosen = queries.notice_settings(account_id(request))
    initial = {"mail": chosen.mail, "push": chosen.push, "language": chosen.language}
    shown = {"choice": ChoiceForm(initial=initial), "address": AddressForm(), "device": DeviceForm(), **refused}
    context = {"chosen": chosen, "crumbs": account_crumbs(), **shown}
    return render(request, "web/notices.html", context, status=REFUSED if refused else 200)
