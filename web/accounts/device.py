"""The page where somebody lets a program act for their account, by the code that the program shows."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from league.clubs.access import device_sign_in
from league.clubs.tokens import SCOPE_TEXTS, Scope
from league.errors import Unknown
from web.command_form import ShowRefusal, require_sign_in
from web.page import REFUSED, account_id, is_sent
from web.throttling import throttle


class UserCodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("The code that the program shows"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        code = str(self.cleaned_data["code"])
        try:
            self.program = device_sign_in.find(code)
        except Unknown:
            raise forms.ValidationError(gettext("No program waits with this code. It may have expired.")) from None
        return code


@require_http_methods(["GET", "HEAD", "POST"])
@require_sign_in
def device(request: HttpRequest) -> HttpResponse:
    """Enter the code, see which program asks for what, and approve or decline. `?code=` fills it in."""
    given = request.POST if is_sent(request) else request.GET
    form = UserCodeForm(given if "code" in given else None)
    if form.is_bound and (refused := throttle(request, "confirm")) is not None:
        return refused
    if not form.is_bound or not form.is_valid():
        status = REFUSED if form.is_bound and is_sent(request) else 200
        return render(request, "web/device.html", {"form": form}, status=status)
    if is_sent(request) and request.POST.get("answer") in ("approve", "decline"):
        approve = request.POST["answer"] == "approve"
        with ShowRefusal(form):
            device_sign_in.answer(user_code=form.cleaned_data["code"], account_id=account_id(request), approve=approve)
            done = (
                gettext("The program is signed in within seconds.") if approve else gettext("The program was refused.")
            )
            messages.success(request, done)
            return redirect("web:account")
        return render(request, "web/device.html", {"form": form}, status=REFUSED)
    scope = gettext(SCOPE_TEXTS[Scope(form.program.scope)])
    return render(request, "web/device.html", {"form": form, "program": form.program, "scope": scope})
