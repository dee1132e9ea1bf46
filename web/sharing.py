"""Public pages are made once for everybody: for each address, language, time zone and version of what they show.

    @page
    @share(public_version, "upto")
    def standings(request, tournament_id): ...

A reader who has the page already is answered 304. The page is kept in this process and in the cache that all processes
share. Readers who are signed in, have a message waiting or ask with other parameters get a page of their own.

A page with a form that needs its reader's token is never kept. What is kept is the same for all readers, byte by byte,
and compressed only once. Only the time from which a clock counts down is put in when a page is sent. A page with such a
clock is never answered 304.
"""

import gzip
import re
import time
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language

from league import __version__
from league.common.cache import RevisionCache
from league.eventlog.services import rows_age
from league.replica import WROTE
from web.page import View

LONGEST = 300  # seconds that a page is sent, for what changes without an event, like the end of a time for appeals
PAGES = 200  # that a process remembers
COOKIES = {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, WROTE}  # that say nothing of who reads
NOW = re.compile(rb'(?<= data-now=")\d+(?=")')  # milliseconds
TOKEN = b"csrfmiddlewaretoken"

LOOK = 1.0  # seconds between two looks at how old rows are
STEP = 5  # seconds in which pages count how old rows are

_LATE = "_late_rows"  # in a request: the answer for it
_looked = (float("-inf"), 0.0)
_pages: RevisionCache[str, "KeptPage"] = RevisionCache(PAGES)
_locks = [Lock() for _ in range(64)]  # so that a page is made once, however many ask for it at the same time


class KeptPage(NamedTuple):
    """A page as it was made, and compressed unless it has a clock."""

    body: bytes
    compressed: bytes | None


def share(version: Callable[[str], str | None], *parameters: str) -> Callable[[View], View]:
    """A page about the tournament or match in its address, made once for each *version* of it.

    *version* is None if the page is not for everybody. The address may have *parameters*.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            if not _is_public(request, parameters):
                return view(request, **kwargs)
            (subject,) = [str(value) for value in kwargs.values() if isinstance(value, UUID)]
            current = version(subject)
            return view(request, **kwargs) if current is None else _page_for_all(request, view, kwargs, current)

        return answer

    return decorate


def _is_public(request: HttpRequest, parameters: tuple[str, ...]) -> bool:
    known = all(name in parameters and len(value) < 7 for name, value in request.GET.items())
    return known and COOKIES.issuperset(request.COOKIES)


def _page_for_all(request: HttpRequest, view: View, kwargs: dict[str, Any], version: str) -> HttpResponseBase:
    reader = (request.build_absolute_uri(), get_language(), get_current_timezone())
    state = (version, release(), late_rows(request), time.time() // LONGEST)
    key = sha256("\n".join(map(str, (*reader, *state))).encode()).hexdigest()
    etag = f'W/"{key}"'
    if get_conditional_response(request, etag=etag) is not None:
        return _label(HttpResponseNotModified(), etag)
    found = _pages.get(key) or _make(request, view, kwargs, key)
    return _send(request, found, etag) if isinstance(found, KeptPage) else found


def _make(request: HttpRequest, view: View, kwargs: dict[str, Any], key: str) -> KeptPage | HttpResponseBase:
    """The page, which another process may have made; or an answer that is no page for everybody."""
    with _locks[int(key[:8], 16) % len(_locks)]:
        if (known := _pages.get(key)) is not None:
            return known
        body = cache.get(f"page.{key}")
        if body is None:
            made = view(request, **kwargs)
            if not isinstance(made, HttpResponse) or made.status_code != 200 or TOKEN in made.content:
                return made
            body = made.content
            cache.set(f"page.{key}", body, LONGEST)
        page = KeptPage(body, None if NOW.search(body) else gzip.compress(body, mtime=0))
        _pages.put(key, 0, page)
        return page


def _send(request: HttpRequest, page: KeptPage, etag: str) -> HttpResponse:
    if page.compressed is None:
        return _label(HttpResponse(NOW.sub(str(int(time.time() * 1000)).encode(), page.body)), None)
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return _label(HttpResponse(page.body), etag)
    return _label(HttpResponse(page.compressed, headers={"Content-Encoding": "gzip"}), etag)


def late_rows(request: HttpRequest) -> int:
    """For how many seconds lists have lacked something, as pages say it: rounded, and 0 up to `LATE_ROWS`.

    One answer for a request, so that a page is kept by what stands on it.
    """
    known: int | None = getattr(request, _LATE, None)
    if known is None:
        setattr(request, _LATE, known := _count_late())
    return known


def _count_late() -> int:
    """A process asks once a second at most, and not for a page that has asked the database for nothing so far."""
    global _looked
    if connection.connection is None:
        return 0
    at, age = _looked
    if time.monotonic() - at > LOOK:
        age = rows_age()
        _looked = (time.monotonic(), age)
    return int(age) // STEP * STEP if age > settings.LATE_ROWS else 0


def release() -> str:
    """The version of Ludex, and the hash of all static files if their names, to which pages link, have one."""
    return f"{__version__}-{getattr(staticfiles_storage, 'manifest_hash', '')}"


def _label(answer: HttpResponse, etag: str | None) -> HttpResponse:
    if etag is not None:
        answer.headers["ETag"] = etag
    patch_vary_headers(answer, ["Cookie", "Accept-Language", "Accept-Encoding"])
    return answer
