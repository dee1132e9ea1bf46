"""Tie-breaks between players with the same points in a season."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.errors import gettext_noop
from league.common.exact import Exact


class EventPoints(NamedTuple):
    """A player's points from one event. `place`: None if the player was not there."""

    place: int | None
    points: Exact


class SeasonTieBreak(NamedTuple):
    """Figures of a player from all events, in the order in which they were attached. Larger is better.

    Of several figures the first that differs decides.
    """

    code: str
    title: str
    text: str
    figures: Callable[[Sequence[EventPoints]], tuple[Exact, ...]]


def _events_won(events: Sequence[EventPoints]) -> tuple[Exact, ...]:
    return (sum(each.place == 1 for each in events),)


def _best_results(events: Sequence[EventPoints]) -> tuple[Exact, ...]:
    return tuple(sorted((each.points for each in events), reverse=True))


def _latest_results(events: Sequence[EventPoints]) -> tuple[Exact, ...]:
    return tuple(each.points for each in reversed(events))


def _events_played(events: Sequence[EventPoints]) -> tuple[Exact, ...]:
    return (sum(each.place is not None for each in events),)


TIEBREAKS: Mapping[str, SeasonTieBreak] = {
    each.code: each
    for each in (
        SeasonTieBreak(
            "wins", gettext_noop("Events won"), gettext_noop("First places, including shared ones."), _events_won
        ),
        SeasonTieBreak(
            "best",
            gettext_noop("Best results"),
            gettext_noop("Best single result. If tied, the next best, and so on, whether or not they count."),
            _best_results,
        ),
        SeasonTieBreak(
            "latest",
            gettext_noop("Latest event"),
            gettext_noop("Result in the latest event. If tied, in the one before, and so on."),
            _latest_results,
        ),
        SeasonTieBreak(
            "played",
            gettext_noop("Events played"),
            gettext_noop("Number of events the player took part in."),
            _events_played,
        ),
    )
}
