"""What all pages share: guards, their reader, the question before an act, and the pages for what went wrong."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, NamedTuple, cast
from uuid import UUID

import segno
from django.conf import settings
from django.core.exceptions import BadRequest
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe
from rest_framework.request import Request
from rest_framework.views import APIView

from league.clubs import quotas
from league.clubs.sessions import phone_actor
from league.common.actor import Actor
from league.common.listing import EventList, RowList
from league.common.sheets import SheetFile
from league.common.translation import count_seats_from_one, translate
from league.errors import NotAllowed, Unknown
from league.eventlog.errors import TRANSIENT_ERRORS, outage_text
from web.locales import TimeIsTwice, use_locale_of

log = logging.getLogger("ludex.web")

View = Callable[..., HttpResponseBase]
BODY = 64 * 1024  # bytes of a form, unless its page says more
LIST = 512 * 1024  # bytes of a form about all entrants or tables of a tournament
FILE = settings.DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes of a form with a record, a deck, a picture or another file
REFUSED = 422  # the status of a page with a form that was refused
SURE = "sure"  # the field by which a form says that the question was answered
SEAT_KEYS = "seat_keys"  # in the session: of the seats that this phone plays
REPLY = "reply"  # the field with the answer to a question that has several
OTHER_GAME = "other_game"  # the name of the buttons that show a form for another game
OWN_FIELDS = ("csrfmiddlewaretoken", SURE, REPLY, OTHER_GAME)  # fields that the page of a question has itself


class OverQuota(Exception):
    """An account has written too much, for `wait` seconds more."""

    def __init__(self, text: str, wait: float | None) -> None:
        super().__init__(text)
        self.text, self.wait = text, wait


class Link(NamedTuple):
    """An address with its words."""

    address: str
    words: str


class QuestionNote(NamedTuple):
    """Something to know before answering, and where it is."""

    text: str
    links: Sequence[Link]


class Reply(NamedTuple):
    """One of several answers to a question. The form is sent again with its value as `reply`."""

    value: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Question:
    """What was asked for and can't be taken back at once, and what will happen. `back`: where to go to leave it all.

    `replies`: what to choose from, each with a button. Without them there is one button, with the title.
    """

    title: str
    text: str
    back: str
    notes: Sequence[QuestionNote] = ()
    replies: Sequence[Reply] = ()


def page(view: View) -> View:
    """A guarded page that is only read."""
    return require_safe(guard(view))


def form_page(view: View) -> View:
    """A guarded page with a form that is sent to its own address."""
    return require_http_methods(["GET", "HEAD", "POST"])(guard(view))


def accept_body(longest: int) -> Callable[[View], View]:
    """A page whose forms of signed-in people have up to so many bytes. `SmallBodies` refuses longer ones unread."""

    def mark(view: View) -> View:
        view.longest_body = longest  # type: ignore[attr-defined] # functions take any
        return view

    return mark


def guard(view: View) -> View:
    """Answers unknown addresses, forbidden acts, unreadable requests and database outages with a problem page.

    Browsers ask again for an answer that doesn't say how long it may be kept. Scripts of a page learn the time of the
    server from a header, for a page that is kept has none in it.
    """

    limited = limit_writes(view)

    @wraps(view)
    @count_seats_from_one()
    def answer_freshly(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = answer_problems(request, *args, **kwargs)
        if not answer.has_header("Cache-Control"):
            patch_cache_control(answer, private=True, no_cache=True)
        answer.headers["Server-Timing"] = f'now;desc="{int(time.time() * 1000)}"'
        return answer

    def answer_problems(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            with use_locale_of(request, kwargs):
                answer = limited(request, *args, **kwargs)
                answer.headers.setdefault("Content-Language", get_language())
                return answer
        except Unknown as error:
            return problem_page(request, 404, translate(error.text, error.params))
        except NotAllowed as error:
            return problem_page(request, 403, translate(error.text, error.params))
        except TimeIsTwice as error:
            return problem_page(request, 400, str(error), [_choice(request, *each) for each in error.choices])
        except BadRequest as error:
            return problem_page(request, 400, str(error))
        except TRANSIENT_ERRORS as error:
            if (text := outage_text(error)) is None:
                raise
            log.error("The database failed a request.", exc_info=error)
            answer = problem_page(None, 503, text)
            answer["Retry-After"] = "1"
            return answer

    return answer_freshly


def limit_writes(view: View) -> View:
    """Counts each form for the account that sends it, and answers `OverQuota` with a problem page."""

    def answer_within_quota(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            if request.method == "POST":
                _count(request, quotas.WRITES)
            return view(request, *args, **kwargs)
        except OverQuota as error:
            answer = problem_page(request, 429, gettext(error.text))
            answer["Retry-After"] = str(int(error.wait or 0) + 1)
            return answer

    return answer_within_quota


def render_form(
    request: HttpRequest,
    form: object,
    title: str,
    text: str = "",
    *,
    crumbs: Sequence[tuple[str, str]] = (),
    button: str = "",
    destroys: bool = False,
) -> HttpResponse:
    """A page with nothing but a form and its only *button*, by default with the title on it.

    *crumbs* are addresses and names down to this page.
    """
    values = {"form": form, "title": title, "text": text, "crumbs": crumbs, "button": button, "destroys": destroys}
    return render(request, "web/form.html", values, status=REFUSED if request.method == "POST" else 200)


def is_sent(request: HttpRequest) -> bool:
    """Whether a form is sent to be done, not to be shown for another game."""
    return request.method == "POST" and OTHER_GAME not in request.POST


def is_sure(request: HttpRequest) -> bool:
    """Whether the sender of a form has answered its question."""
    return SURE in request.POST


def rehearse(act: Callable[[], object]) -> None:
    """Do *act* and undo it. Call it before a question, so that nobody is asked about what would then be refused."""
    with transaction.atomic():
        act()
        transaction.set_rollback(True)


def question_page(request: HttpRequest, question: Question) -> HttpResponse:
    """What will happen, and a button that sends the same form again as answered. It works without scripts."""
    sent = [(name, each) for name, given in request.POST.lists() if name not in OWN_FIELDS for each in given]
    return render(request, "web/question.html", {"question": question, "sent": sent})


def _choice(request: HttpRequest, at: datetime, words: str) -> tuple[str, str]:
    """The address of this page with the exact time *at*, and its *words*."""
    query = request.GET.copy()
    query["at"] = at.isoformat()
    return f"?{query.urlencode()}", words


def problem_page(
    request: HttpRequest | None, status: int, text: str, ways: Sequence[tuple[str, str]] = ()
) -> HttpResponse:
    """A page with the *text* of a problem, and *ways* on. Without a request it needs no database."""
    context = {"text": text, "ways": ways, "LANGUAGE_CODE": get_language()}
    return HttpResponse(render_to_string("web/problem.html", context, request), status=status)


@contextmanager
def count_towards_quota(request: HttpRequest, scope: str) -> Iterator[None]:
    """Count one more thing of this scope for the account that is signed in, unless the work inside is refused.

    Raises `OverQuota`.
    """
    with quotas.take_back_if_refused(_count(request, scope)):
        yield


def _count(request: HttpRequest, scope: str) -> list[Any]:
    """Count one more write, or one more thing of this scope. Gives the limits that count it. Raises `OverQuota`."""
    view = APIView(throttle_scope=scope)
    counts_writes = scope == quotas.WRITES
    limits: list[Any] = [
        each for each in view.get_throttles() if getattr(each, "is_for_writes", False) == counts_writes
    ]
    for limit in limits:
        if not limit.allow_request(cast("Request", request), view):
            raise OverQuota(quotas.TEXTS[scope], limit.wait())
    return limits


def qr_code(address: str) -> SafeString:
    """An address as a drawing that a phone reads. It takes the size of what it stands in."""
    return mark_safe(segno.make(address, error="m").svg_inline(omitsize=True, light="#fff"))  # noqa: S308 - segno's own


def reader(request: HttpRequest) -> Actor:
    """The person who asks for the page, with the seats that their phone has taken."""
    return phone_actor(request.user.pk if request.user.is_authenticated else None, request.session.get(SEAT_KEYS, ()))


def parse_number(text: str | None, *, digits: int = 9) -> int | None:
    """A number from an address; None if there is none, or too large a one."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= digits else None


def list_page(request: HttpRequest, listing: RowList | EventList, size: int) -> tuple[Sequence[Any], Page[Any]]:
    """The read models of the page that the address asks for with `?page=`, and that page to link its neighbours."""
    rows = listing.rows.order_by(*listing.ordering) if isinstance(listing, RowList) else listing.rows
    current = Paginator(rows, size).get_page(request.GET.get("page"))
    return listing.serialize(list(current.object_list)), current


def download(file: SheetFile) -> HttpResponse:
    """The file, which browsers store."""
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return HttpResponse(file.content, content_type=file.media_type, headers=headers)


def account_id(request: HttpRequest) -> UUID:
    """The account that is signed in. Call it only behind a check of that."""
    account = request.user.pk
    assert account is not None  # noqa: S101 - see above
    return account


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem_page(request, 404, gettext("Nothing was found at this address."))


def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    return problem_page(request, 403, gettext("This can’t be done. The page is out of date or you aren’t signed in."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem_page(request, 400, gettext("The request could not be read."))


def server_error(request: HttpRequest) -> HttpResponse:
    return problem_page(None, 500, gettext("Something went wrong on our side. The error has been logged."))
