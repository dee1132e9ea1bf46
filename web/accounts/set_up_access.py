"""Who may set up an installation: a browser on its own machine, or somebody who knows its code."""

import hmac
import ipaddress
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate, login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy

from league.clubs import installation
from web.page import REFUSED, View, form_page
from web.throttling import throttle

SESSION_KEY = "setup_code"  # the code that was entered
SHOWN_TO_PROXIES = ("forwarded", "x-forwarded", "via", "x-real-ip", "client-ip", "connecting-ip")
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Set-up code"),
        max_length=40,
        help_text=gettext_lazy("“./ludex run” prints it. Anywhere else, “manage.py setup_code” does."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        if not _is_code(self.cleaned_data["code"]):
            raise forms.ValidationError(gettext("This isn’t the code of this installation."))
        return str(settings.SETUP_CODE)


def set_up_page(view: View) -> View:
    """A page with a form for the time before the first account. From another machine it asks for the code first."""

    @wraps(view)
    def check_access(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" and (refused := throttle(request, "confirm")):
            return refused
        if not installation.is_new():
            return closed_page(request) if request.method == "POST" else redirect("web:home")
        if not _is_trusted(request):
            return _code_page(request)
        if "code" in request.POST:  # the code was sent twice
            return redirect("web:set-up")
        return view(request, *args, **kwargs)

    return form_page(check_access)


def closed_page(request: HttpRequest) -> HttpResponse:
    """Somebody was quicker. Whoever sent the same form twice is signed in to what it has made."""
    account = authenticate(request, username=request.POST.get("username"), password=request.POST.get("password1"))
    if account is not None:
        login(request, account)
        return redirect("web:home")
    return render(request, "web/set_up_closed.html", status=409)


def _code_page(request: HttpRequest) -> HttpResponse:
    """Ask for the code, and remember in the session that it was right."""
    form = CodeForm(request.POST if "code" in request.POST else None)
    if form.is_valid():
        request.session[SESSION_KEY] = form.cleaned_data["code"]
        return redirect("web:set-up")
    status = REFUSED if request.method == "POST" else 200
    return render(request, "web/set_up_code.html", {"form": form}, status=status)


def _is_trusted(request: HttpRequest) -> bool:
    return _is_code(request.session.get(SESSION_KEY, "")) or (
        bool(settings.SETUP_FROM_LOOPBACK) and _is_from_this_machine(request)
    )


def _is_code(sent: str) -> bool:
    plain = "".join(letter for letter in sent.upper() if letter.isalnum())
    return hmac.compare_digest(plain.encode(), settings.SETUP_CODE.replace("-", "").encode())


def _is_from_this_machine(request: HttpRequest) -> bool:
    """Whether a browser here asked directly. A proxy here looks the same, unless it leaves one of these traces."""
    behind_proxy = settings.REST_FRAMEWORK["NUM_PROXIES"] or settings.SECURE_SSL_REDIRECT
    marked = any(trace in name.lower() for name in request.headers for trace in SHOWN_TO_PROXIES)
    own_name = request.get_host().rpartition(":")[0] in OWN_NAMES or request.get_host() in OWN_NAMES
    modern = request.META.get("SERVER_PROTOCOL") == "HTTP/1.1"  # nginx speaks 1.0 unless it is set up otherwise
    return not behind_proxy and not marked and own_name and modern and _is_loopback(request.META.get("REMOTE_ADDR", ""))


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
