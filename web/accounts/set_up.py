"""The first page of a new installation: a club of one's own, a demo club, or a club from elsewhere."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from league.club_data.demo import demo_organiser, demo_state, request_demo
from league.club_data.import_ import import_first_club
from league.clubs import installation
from league.clubs.errors import AlreadySetUp
from web.accounts.set_up_access import closed_page, set_up_page
from web.clubs.locale_forms import LocaleForm
from web.clubs.people_forms import SignUpForm
from web.command_form import ShowRefusal
from web.page import FILE, REFUSED, accept_body

LARGEST = 8 * 1024 * 1024  # bytes of a file, within DATA_UPLOAD_MAX_MEMORY_SIZE
PAUSE = 2  # seconds between two looks at a demo club that is being made


class FirstAccountForm(SignUpForm):
    """The account of the first organiser, with room for a club."""

    club_field: str

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        self.order_fields([self.club_field, "username", "password1", "password2"])
        self.fields["username"].widget.attrs.pop("autofocus", None)
        self.fields[self.club_field].widget.attrs["autofocus"] = True
        self.fields["username"].help_text = gettext("You sign in with it. Letters, digits and @ . + - _")
        self.fields["password1"].help_text = gettext("At least 8 characters, not only digits.")
        self.fields["password2"].help_text = ""

    @property
    def account(self) -> dict[str, str]:
        return {"username": self.cleaned_data["username"], "password": self.cleaned_data["password1"]}


class SetUpForm(FirstAccountForm, LocaleForm):
    club = forms.CharField(label=gettext_lazy("Name of the club"), max_length=200)
    club_field = "club"

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.suggest()


class ImportClubForm(FirstAccountForm):
    file = forms.FileField(label=gettext_lazy("Exported club, up to 8 MB"), allow_empty_file=True)
    club_field = "file"

    def clean_file(self) -> bytes:
        sent = self.cleaned_data["file"]
        if sent.size > LARGEST:
            text = gettext("This file is larger than 8 MB. Import it with “./ludex manage import”.")
            raise forms.ValidationError(text)
        return bytes(sent.read())


@set_up_page
def set_up(request: HttpRequest) -> HttpResponse:
    """Found the first club with the first account, and be signed in."""
    form = SetUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with ShowRefusal(form):
            try:
                account, club = installation.set_up(club=form.cleaned_data["club"], locale=form.locale, **form.account)
            except AlreadySetUp:
                return closed_page(request)
            login(request, account)
            return redirect("web:club", club)
    status = REFUSED if form.is_bound else 200
    return render(request, "web/set_up.html", {"form": form, "demo": demo_state()}, status=status)


@accept_body(FILE)
@set_up_page
def import_club(request: HttpRequest) -> HttpResponse:
    """Import the first club with the first account, and be signed in."""
    sent = request.method == "POST"
    form = ImportClubForm(request.POST, request.FILES) if sent else ImportClubForm()
    if form.is_valid():
        with ShowRefusal(form):
            try:
                account, done = import_first_club(raw=form.cleaned_data["file"], **form.account)
            except AlreadySetUp:
                return closed_page(request)
            login(request, account)
            messages.success(request, gettext("The club has been imported."))
            return redirect("web:club", done.club)
    return render(request, "web/set_up_import.html", {"form": form}, status=REFUSED if sent else 200)


@set_up_page
def demo(request: HttpRequest) -> HttpResponse:
    """Have the demo club made, and show how far it has got."""
    if request.method == "POST":
        request_demo()
        return redirect("web:demo")
    state = demo_state()
    if state is None:
        return redirect("web:set-up")
    answer = render(request, "web/demo.html", {"state": state})
    if not state.finished and not state.stalled:
        answer.headers["Refresh"] = str(PAUSE)
    return answer


@require_POST
@set_up_page
def enter_demo(request: HttpRequest) -> HttpResponse:
    """Be signed in as the organiser of the demo club, who has no password that anybody knows."""
    state = demo_state()
    if state is None or not state.finished:
        return redirect("web:demo")
    login(request, demo_organiser())
    return redirect("web:club", state.club)
