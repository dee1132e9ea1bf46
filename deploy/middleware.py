"""What is answered to HEAD has no body; the web server drops one that comes, and complains of it every time."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Bodiless:
    """Middleware that leaves the headers of an answer to HEAD, such as its length, and takes the rest away."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method == "HEAD":
            if response.streaming:
                response.streaming_content = ()  # type: ignore[attr-defined] # every streaming answer has it
            else:
                response.headers.setdefault("Content-Length", str(len(response.content)))  # type: ignore[attr-defined]
                response.content = b""  # type: ignore[attr-defined] # as above
        return response
