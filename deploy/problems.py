"""What Django itself refuses is answered as its address asks: problem documents under /api/, pages elsewhere."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from api import errors
from web import views


def _by_address(program: Callable[..., HttpResponse], person: Callable[..., HttpResponse]) -> Any:
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return (program if request.path.startswith("/api/") else person)(request, *args, **kwargs)

    return answer


bad = _by_address(errors.unreadable, views.bad)
missing = _by_address(errors.missing, views.missing)
broken = _by_address(errors.broken, views.broken)
