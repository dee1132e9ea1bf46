"""Every address of the service, and its error pages: problem documents under /api/, pages elsewhere."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from api import problems
from deploy.observability.health import healthz, metrics, readyz
from web import page as pages

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("api/v1/", include("api.urls")),
    path("", include("web.urls")),
]


def _choose_by_address(program: Callable[..., HttpResponse], person: Callable[..., HttpResponse]) -> Any:
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return (program if request.path.startswith("/api/") else person)(request, *args, **kwargs)

    return answer


handler400 = _choose_by_address(problems.bad_request, pages.bad_request)
handler403 = pages.forbidden
handler404 = _choose_by_address(problems.not_found, pages.not_found)
handler500 = _choose_by_address(problems.internal_error, pages.server_error)
