"""What Django itself refuses is answered as its address asks: problem documents under /api/, pages elsewhere."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from api import problems
from web import page as web_page


def _choose_by_address(program: Callable[..., HttpResponse], person: Callable[..., HttpResponse]) -> Any:
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return (program if request.path.startswith("/api/") else person)(request, *args, **kwargs)

    return answer


bad = _choose_by_address(problems.bad_request, web_page.bad_request)
missing = _choose_by_address(problems.not_found, web_page.not_found)
broken = _choose_by_address(problems.internal_error, web_page.server_error)
