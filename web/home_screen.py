"""The site on the home screen of a phone: what its icon opens, what is shown without a network, and its worker."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, to_locale
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from web.accounts.views import own_table_address
from web.command_form import require_sign_in
from web.page import page, reader

INK, PAPER = "#14513d", "#fbfaf7"  # of the mark
PLAIN = (("ludex-192.png", "192x192"), ("ludex-512.png", "512x512"))


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to know to put Ludex on its home screen."""
    icons = [_icon(name, sizes, "image/png", "any") for name, sizes in PLAIN]
    icons.append(_icon("ludex-maskable.png", "512x512", "image/png", "maskable"))
    icons.append({"src": static("web/ludex.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    described = {
        "id": "/",
        "name": "Ludex",
        "short_name": "Ludex",
        "description": gettext("Tournaments and leagues of your club"),
        "lang": to_locale(request.LANGUAGE_CODE).replace("_", "-"),
        "start_url": reverse("web:my-table"),
        "scope": "/",
        "display": "standalone",
        "theme_color": INK,
        "background_color": PAPER,
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
@require_sign_in
def my_table(request: HttpRequest) -> HttpResponse:
    """Lead to the table at which the reader plays now. If no round waits for them, to their tournaments."""
    return redirect(own_table_address(reader(request)) or "web:me")


@page
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown without a network. The worker asks for it without cookies, so it is nobody's."""
    return render(request, "web/offline.html")


@require_safe
@cache_control(no_cache=True)
def app_worker(request: HttpRequest) -> HttpResponse:
    """The service worker of the whole site. It is at the root, so that it may be."""
    return render(request, "web/app_worker.js", content_type="text/javascript; charset=utf-8")


def _icon(name: str, sizes: str, kind: str, purpose: str) -> dict[str, str]:
    return {"src": static(f"web/icons/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}
