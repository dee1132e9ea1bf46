"""Entries of results that a page keeps until there is a network (`queue.js`): each is carried out once.

An entry is the numbers of one game. It has a key that its page made up, and says what stood when it was typed. A page
that asks for JSON hears what became of it:

| Status | `state` | What happened |
|---|---|---|
| 200 | `saved` | it stands, or it was sent before. `was` says what stands now, if that is this entry |
| 409 | `conflict` | somebody else was there in the meantime: `versions` by seat, `was` to send it all the same |
| 422 | `refused` | it is no result, or it isn't taken any more: `text` says why |
| 503 | `busy` | others write to the match: it can be sent again |

Without JSON the answer is a page.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.errors import Refused
from league.common.idempotency import answer_once
from league.errors import LeagueError
from league.eventlog.errors import StreamMovedOn
from league.matches.queries.detail import MatchDetail
from league.matches.queries.score_sheet import ResultEntry, SheetLine
from league.tournaments.queries.error_messages import error_text
from web.matches.numbers import NumbersUnclear, TypedNumbers, asks_reason, find_line, standing_numbers
from web.page import REFUSED
from web.templatetags.frame import minus
from web.templatetags.words import seat_name

KEY = "key"
LONGEST_KEY = 64
TRIES = 3  # while others write to the same match
STATUSES = {"conflict": 409, "refused": REFUSED, "busy": 503}


@dataclass(frozen=True, kw_only=True)
class SentEntry:
    """An entry as it came: where to, its key, and its fields. `user` is None for somebody who came by a link."""

    path: str
    key: str
    user: UUID | None
    fields: Mapping[str, str]

    @property
    def digest(self) -> bytes:
        return json.dumps([self.path, self.key, self.fields], sort_keys=True).encode()


@dataclass(frozen=True, kw_only=True)
class EntryProblem:
    """Why an entry was not saved. Of a conflict also what stands, and both versions by seat."""

    state: str
    text: str
    was: str = ""
    versions: Sequence[Mapping[str, str]] = ()


class EntryConflict(Exception):
    """Another result of the game stands than when the entry was typed: a text for its sender."""


def save_once(entry: SentEntry, save: Callable[[], object]) -> EntryProblem | None:
    """Run *save*, unless an entry with the same key was saved before. It is tried again while others write, too.

    An entry without a key is a new one each time. What *save* raises leaves the key free.
    """
    for _ in range(TRIES):
        try:
            _run_once(entry, save)
        except StreamMovedOn:
            continue
        except EntryConflict as conflict:
            return EntryProblem(state="conflict", text=str(conflict))
        except NumbersUnclear as unclear:
            return EntryProblem(state="refused", text=str(unclear))
        except (LeagueError, Refused) as refusal:
            return EntryProblem(state="refused", text=error_text(refusal))
        return None
    return EntryProblem(state="busy", text=gettext("Others are changing this match. Save again."))


def _run_once(entry: SentEntry, save: Callable[[], object]) -> None:
    if not 0 < len(entry.key) <= LONGEST_KEY:
        save()
        return
    key = hashlib.sha256(entry.digest).hexdigest()
    with answer_once(user=entry.user, key=key, request=entry.digest) as answer:
        if not answer.repeated:
            save()


def wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def saved_answer(was: str = "") -> JsonResponse:
    return JsonResponse({"state": "saved", "was": was})


def problem_answer(problem: EntryProblem) -> JsonResponse:
    body = {"state": problem.state, "text": problem.text, "was": problem.was, "versions": [*problem.versions]}
    return JsonResponse(body, status=STATUSES[problem.state])


def is_own(match: MatchDetail, entry: ResultEntry, place: tuple[int, int], typed: TypedNumbers) -> bool:
    """Whether what stands of a game is what was typed."""
    return standing_numbers(entry, len(match.seats), place).text == typed.text


def entry_versions(
    match: MatchDetail, entry: ResultEntry, place: tuple[int, int], typed: TypedNumbers
) -> list[Mapping[str, str]]:
    """What stands of a game beside what was typed: by seat, then of the table."""
    line, stands = find_line(match, place), standing_numbers(entry, len(match.seats), place)
    theirs = stands.numbers if line is None or not stands.blank else _points(entry, line)
    names = [gettext("The team")] if entry.form.whole else [seat_name(seat) for seat in match.seats]
    rest = [gettext(label) for label in entry.form.rest]
    rows = [*zip(names, theirs, typed.numbers, strict=False), *zip(rest, stands.rest, typed.rest, strict=False)]
    if asks_reason(entry):
        ended = {code: gettext(text) for code, text in entry.reasons.items()}
        rows.append((gettext("How it ended"), ended.get(stands.reason, ""), ended.get(typed.reason, "")))
    return [{"name": name, "theirs": minus(their), "yours": minus(your)} for name, their, your in rows]


def _points(entry: ResultEntry, line: SheetLine) -> tuple[str, ...]:
    return tuple(str(points) for points in (line.points[:1] if entry.form.whole else line.points))


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of the pages that are kept. It is at the root, so that it may serve them."""
    return render(request, "web/worker.js", content_type="text/javascript; charset=utf-8")
