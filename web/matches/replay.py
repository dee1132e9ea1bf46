"""The replay of a match: the page of one step, and many steps at once for its script."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.engine import EVERYTHING, PUBLIC
from league.appeals.arbiter_view import may_examine, verdicts
from league.appeals.verdicts import MoveVerdict
from league.common.actor import Actor
from league.integrity.evidence import deal_is_fair
from league.matches.queries import detail as seen
from league.matches.queries.detail import MatchDetail
from league.matches.queries.games import has_rulebook
from league.matches.queries.list import MatchSeat
from league.matches.queries.replay import Frame, Replay, replay
from web.matches.header import match_header
from web.page import guard, page, parse_number, reader
from web.sharing import release
from web.templatetags.words import seat_name

BATCH = 50  # steps
SPECTATOR = "public"


class Place(NamedTuple):
    """Where a frame stands: the steps beside it, and the beginnings of its game and of those beside it.

    `verdict`: what the rules say of its move, for officials.
    """

    before: int
    next: int
    game: int | None
    next_game: int | None
    verdict: MoveVerdict | None = None


@page
def replay_page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A step: the last one, or `?at=`. `?seat=` shows what that seat knew then, or `public` a spectator."""
    actor, seen_by = reader(request), _viewpoint(request)
    found = replay(str(match_id), actor, parse_number(request.GET.get("at")), seen_by)
    context = _frame_context(str(match_id), actor, found)
    place = found.frame.at.place
    context |= {
        "release": release(),
        "fair": deal_is_fair(str(match_id)),
        "replay": found,
        "shown": with_place(found, found.frame, _verdicts(context["match"], actor, [found.frame])),
        "listed": [step for step in found.steps if step.place == place],
        "games": [(_place_name(each), first) for each, first in found.games],
        "place_name": place and _place_name(place),
        "viewpoints": _viewpoint_names(found, context["match"].seats),
    }
    return render(request, "web/replay.html", context)


@page
def step_paper(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A step to be printed: the last one, or `?at=`, as `?seat=` knew it."""
    actor = reader(request)
    found = replay(str(match_id), actor, parse_number(request.GET.get("at")), _viewpoint(request))
    context = _frame_context(str(match_id), actor, found)
    return render(request, "web/paper_step.html", {**context, "frame": found.frame, "printed": datetime.now(UTC)})


@require_safe
@guard
def replay_steps(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The steps from `?from=` on, at most `BATCH`, as they are on their pages.

    Once everybody may see all of a match, they never change at one revision of the match (`?rev=`) and one release
    (`?release=`), so that browsers keep them.
    """
    actor, seen_by = reader(request), _viewpoint(request)
    first, revision = parse_number(request.GET.get("from")), parse_number(request.GET.get("rev"))
    if first is None or first < 1:
        raise BadRequest(gettext("from: Use the number of a step."))
    found = replay(str(match_id), actor, first, seen_by, count=BATCH)
    stops = found.stops
    frames = [each for each in found.frames if each.at.revision in stops]
    context = _frame_context(str(match_id), actor, found)
    judged = _verdicts(context["match"], actor, frames)
    shown = [with_place(found, each, judged) for each in frames]
    answer = render(request, "web/replay_steps.html", context | {"frames": shown})
    same = revision == len(found.steps) and request.GET.get("release") == release()
    if same and EVERYTHING in found.viewpoints and context["match"].status == "over":
        patch_cache_control(answer, private=True, max_age=31_536_000, immutable=True)
    return answer


def _frame_context(match_id: str, actor: Actor, found: Replay) -> dict[str, Any]:
    seat = "" if found.seen_by is None else SPECTATOR if found.seen_by == PUBLIC else str(found.seen_by)
    match = seen.match_detail(match_id, actor)
    return {
        **match_header(match, actor),
        "examines": may_examine(match_id, actor),
        "rulebook": has_rulebook(match.game, match.rules),
        "last": len(found.steps),
        "seat": seat,
        "seat_query": f"&seat={seat}" if seat else "",
    }


def _place_name(place: tuple[int, int]) -> str:
    round_, game = place
    return f"{round_}.{game}"


def _verdicts(match: MatchDetail, actor: Actor, frames: Sequence[Frame]) -> Mapping[int, MoveVerdict]:
    """What the rules say of the moves of these frames, for the club's officials. Empty for others."""
    moves = [frame.steps[0].revision for frame in frames if frame.steps[0].seat is not None]
    return verdicts(match.id, actor, moves) if moves and actor.official(match.club) else {}


def with_place(
    found: Replay, frame: Frame, judged: Mapping[int, MoveVerdict] = MappingProxyType({})
) -> tuple[Frame, Place]:
    """A frame, and the steps that its links lead to."""
    at, stops = frame.at.revision, found.stops
    starts = [first for _, first in found.games]
    here = [first for first in starts if first < at]
    return frame, Place(
        before=max((stop for stop in stops if stop < at), default=at),
        next=min((stop for stop in stops if stop > at), default=at),
        game=here[-1] if here else None,
        next_game=min((first for first in starts if first > at), default=None),
        verdict=judged.get(frame.steps[0].revision),
    )


def _viewpoint(request: HttpRequest) -> int | None:
    asked = request.GET.get("seat")
    return PUBLIC if asked == SPECTATOR else parse_number(asked)


def _viewpoint_names(found: Replay, seats: Sequence[MatchSeat]) -> Sequence[tuple[str, str, bool]]:
    """The values of `?seat=` with their names, and whether that is how it is seen. Empty without a choice."""
    others = [each for each in found.viewpoints if each != EVERYTHING]
    if len(others) < 2:
        return []
    named = [("", gettext("everything you may see"), found.seen_by is None)]
    for each in others:
        value, name = (SPECTATOR, gettext("a spectator")) if each == PUBLIC else (str(each), seat_name(seats[each]))
        named.append((value, name, found.seen_by == each))
    return named
