"""The clock of a round on a page, which `clock.js` counts down by the time of the server.

    {% round_clock round.clock %}

A page that doesn't follow the feed of the tournament names its place as well, and learns of changes by that feed:

    {% round_clock place.clock place %}

Organisers run it on the tournament page and on the page of the round:

    {% clock_control tournament round "now" key %}

A turn with a time limit has a clock on the play page:

    {% turn_clock table.ends %}
"""

from datetime import UTC, datetime
from typing import Any

from django import template
from django.middleware.csrf import get_token
from django.urls import reverse

from league.tournaments.queries.detail import ClockDetail, TournamentDetail
from league.tournaments.queries.rounds import MatchPlace, RoundDetail

LENGTHS = (30, 45, 60, 90)  # minutes to choose from, where the settings have none
STEPS = (5, 1, -1)  # minutes by which a press extends or shortens a round

register = template.Library()


@register.inclusion_tag("web/parts/clock.html")
def round_clock(clock: ClockDetail | None, place: MatchPlace | None = None) -> dict[str, Any]:
    """The clock, or where there is none the place for one that may be started."""
    return {"clock": clock, "feed": _feed(place) if place else "", **_times(clock)}


@register.inclusion_tag("web/parts/turn_clock.html")
def turn_clock(at: datetime) -> dict[str, Any]:
    """The time that is left for a turn, *at* whose end it is up."""
    return {"at": at, **_countdown(at)}


@register.inclusion_tag("web/parts/clock_control.html", takes_context=True)
def clock_control(
    context: template.Context, tournament: TournamentDetail, round_: RoundDetail, back: str, key: str
) -> dict[str, Any]:
    """Buttons that start, pause, resume, extend and remove the clock of a round, and come back to this page."""
    times = _times(round_.clock)
    return {
        "csrf_token": get_token(context["request"]),
        "tournament": tournament,
        "clock": round_.clock,
        "fields": {"key": key, "revision": tournament.revision, "round": round_.number, "back": back},
        "live": back == "now",
        "usual": tournament.settings.round_minutes,
        "lengths": LENGTHS,
        "steps": [(minutes, f"{minutes:+d}".replace("-", "−")) for minutes in STEPS],
        "act": _main_act(round_.clock, is_up=times["up"]),
        **times,
    }


def _main_act(clock: ClockDetail | None, *, is_up: bool) -> str:
    """What the first button does."""
    if clock is None:
        return "clock-start"
    if clock.ends is None:
        return "clock-resume"
    return "clock-extend" if is_up else "clock-pause"


def _times(clock: ClockDetail | None) -> dict[str, Any]:
    """The end of a clock that runs and the time of the server, in milliseconds, and whether the time is up."""
    if not clock or clock.ends is None:
        return {"up": False}
    return _countdown(clock.ends)


def _countdown(ends: datetime) -> dict[str, Any]:
    now = datetime.now(UTC)
    return {"ends": _milliseconds(ends), "now": _milliseconds(now), "up": ends <= now}


def _milliseconds(at: datetime) -> str:
    return str(int(at.timestamp() * 1000))


def _feed(place: MatchPlace) -> str:
    return f"{reverse('api:tournament-feed', args=[place.tournament])}?after={place.revision}"
