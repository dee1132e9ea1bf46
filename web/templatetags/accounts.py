"""Where signing in leads, and comes back to."""

from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django import template
from django.urls import reverse

from web.command_form import return_address

register = template.Library()


@register.simple_tag(takes_context=True, name="sign_in_address")
def address_from_here(context: dict[str, Any]) -> str:
    """The sign-in page, which leads back to this page. From the home page it leads to where the reader plays."""
    return _address(context, "web:sign-in")


@register.simple_tag(takes_context=True, name="sign_up_address")
def sign_up_from_here(context: dict[str, Any]) -> str:
    """The page to create an account, which leads back to where signing in would."""
    return _address(context, "web:sign-up")


@register.simple_tag(takes_context=True)
def here(context: dict[str, Any]) -> str:
    """The address of this page, or of the page with the form that it answers: its own has nothing to show then."""
    request = context.get("request")
    if request is None:
        return reverse("web:home")
    if request.method in ("GET", "HEAD"):
        return str(request.get_full_path())
    before = urlsplit(request.headers.get("Referer", ""))
    ours = before.netloc == request.get_host() and before.path != request.path
    return urlunsplit(("", "", before.path, before.query, "")) if ours else reverse("web:home")


def _address(context: dict[str, Any], name: str) -> str:
    request = context.get("request")
    if request is None:
        return reverse(name)
    if request.path in (reverse("web:sign-in"), reverse("web:sign-up")):
        back = request.POST.get("next", request.GET.get("next", ""))
    else:
        back = request.get_full_path() if request.method in ("GET", "HEAD") else ""
    return return_address(name, "" if back == reverse("web:home") else back)
