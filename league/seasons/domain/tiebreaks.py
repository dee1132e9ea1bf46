"""Tie-breaks between players with the same points in a season."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.errors import gettext_noop
from league.common.exact import Exact


class EventPoints(NamedTuple):
    """A player's points from one event. `place`: None if the player was not there. `counted`: not dropped."""

    place: int | None
    points: Exact
    counted: bool = True


class SeasonTieBreak(NamedTuple):
    """Figures of a player from all events, in the order in which they were attached.

    Of several figures the first that differs decides. Larger is better, but not where the figures are points (`points`)
    and the fewest win (`low`). `single`: figures of single games, if games are counted.
    """

    code: str
    title: str
    text: str
    figures: Callable[[Sequence[EventPoints], bool], tuple[Exact, ...]]
    points: bool = False
    single: bool = True


def _events_won(events: Sequence[EventPoints], low: bool) -> tuple[Exact, ...]:
    return (sum(each.place == 1 for each in events),)


def _places(events: Sequence[EventPoints], low: bool) -> tuple[Exact, ...]:
    """How often the player was first, second, third, and so on, down to the worst place."""
    places = [each.place for each in events if each.place is not None]
    return tuple(places.count(place) for place in range(1, max(places, default=0) + 1))


def _best_results(events: Sequence[EventPoints], low: bool) -> tuple[Exact, ...]:
    """Missed events come after all others."""
    played = sorted((each.points for each in events if each.place is not None), reverse=not low)
    return (*played, *sorted((each.points for each in events if each.place is None), reverse=not low))


def _best_counting_results(events: Sequence[EventPoints], low: bool) -> tuple[Exact, ...]:
    return _best_results([each for each in events if each.counted], low)


def _latest_results(events: Sequence[EventPoints], low: bool) -> tuple[Exact, ...]:
    return tuple(each.points for each in reversed(events))


def _events_played(events: Sequence[EventPoints], low: bool) -> tuple[Exact, ...]:
    return (sum(each.place is not None for each in events),)


TIEBREAKS: Mapping[str, SeasonTieBreak] = {
    each.code: each
    for each in (
        SeasonTieBreak(
            "wins",
            gettext_noop("Events won"),
            gettext_noop("First places, including shared ones."),
            _events_won,
            single=False,
        ),
        SeasonTieBreak(
            "places",
            gettext_noop("Places"),
            gettext_noop("Number of first places. If tied, of second places, and so on."),
            _places,
            single=False,
        ),
        SeasonTieBreak(
            "best",
            gettext_noop("Best results"),
            gettext_noop("Best single result. If tied, the next best, and so on, whether or not they count."),
            _best_results,
            points=True,
        ),
        SeasonTieBreak(
            "best_counting",
            gettext_noop("Best counting results"),
            gettext_noop("Best single result that counts. If tied, the next best, and so on."),
            _best_counting_results,
            points=True,
        ),
        SeasonTieBreak(
            "latest",
            gettext_noop("Latest event"),
            gettext_noop("Result in the latest event or game. If tied, in the one before, and so on."),
            _latest_results,
            points=True,
        ),
        SeasonTieBreak(
            "played",
            gettext_noop("Events played"),
            gettext_noop("Number of events or games the player took part in."),
            _events_played,
        ),
    )
}
