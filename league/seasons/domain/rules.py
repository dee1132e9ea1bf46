"""How a season counts: what an organiser chooses, and what cannot be chosen."""

from typing import Literal

import msgspec

from games.errors import Phrase
from league.common.exact import Number, exact, exact_text
from league.common.names import normalize_title
from league.seasons.domain.tiebreaks import TIEBREAKS
from league.seasons.errors import BadSeason
from league.seating.types import Value
from league.standings.scoring_rules import LARGEST_DENOMINATOR, LARGEST_NUMBER

MOST_PLACES = 1000
MOST_EVENTS = 500
MOST_DIVISIONS = 50
LARGEST_DIVISION = 5000


class Division(Value, frozen=True):
    """A part of the field with a table of its own and, if `capacity` is set, a limited number of places."""

    name: str
    capacity: int | None = None


class SeasonRules(Value, frozen=True):
    """The settings of a season. The first division is the highest.

    `points`: what places in an event give, the first place first; if there are none, the event's own score counts.
    `beyond`: what each further place gives. `shared`: those who share places get the average of what these give, or the
    best. `low_points`: the fewest points win, and without `points` the place itself counts. `attendance`: what every
    event that a player came to gives as well. `missed_as`, `missed`: what a missed event is worth: fixed points, the
    average of the player's other events, or what the last of the event got and `missed` more. `best`: how many events
    count for a player at the most. `drop`: how many of the worst do not, missed ones among them; one event counts
    always. `unit`: whether events count, or each of their games by itself. `first`: how many of these count at the
    most, from the first that a player came to. `average`: whether the points are the average of what counts, and not
    the sum. `minimum`: players with fewer are behind all others. `promote`, `relegate`: how many go up from a division
    and down from one.
    """

    points: tuple[Number, ...] = ()
    beyond: Number = 0
    shared: Literal["average", "rounded_up", "best"] = "average"
    best: int | None = None
    drop: int = 0
    tiebreaks: tuple[str, ...] = ("wins", "best", "latest")
    divisions: tuple[Division, ...] = ()
    promote: int = 0
    relegate: int = 0
    low_points: bool = False
    attendance: Number = 0
    missed_as: Literal["fixed", "average", "last"] = "fixed"
    missed: Number = 0
    unit: Literal["events", "games"] = "events"
    first: int | None = None
    average: bool = False
    minimum: int = 0

    @property
    def tables(self) -> int:
        return len(self.divisions) or 1


def check_rules(rules: SeasonRules) -> SeasonRules:
    """The rules with every number in its one spelling. Raises `BadSeason`, `BadName`."""
    if len(rules.points) > MOST_PLACES:
        raise _range("points", 0, MOST_PLACES)
    if rules.best is not None and not 1 <= rules.best <= MOST_EVENTS:
        raise _range("best", 1, MOST_EVENTS)
    if not 0 <= rules.drop <= MOST_EVENTS:
        raise _range("drop", 0, MOST_EVENTS)
    if rules.first is not None and not 1 <= rules.first <= MOST_EVENTS:
        raise _range("first", 1, MOST_EVENTS)
    if not 0 <= rules.minimum <= MOST_EVENTS:
        raise _range("minimum", 0, MOST_EVENTS)
    for code in rules.tiebreaks:
        if code not in TIEBREAKS:
            why = Phrase("{code} is not one of {known}", code=code, known=", ".join(TIEBREAKS))
            raise BadSeason(key="tiebreaks", why=why)
    if len(set(rules.tiebreaks)) != len(rules.tiebreaks):
        raise BadSeason(key="tiebreaks", why=Phrase("list each tie-break only once"))
    points = tuple(_check_number(f"points.{place}", value) for place, value in enumerate(rules.points))
    numbers = {name: _check_number(name, getattr(rules, name)) for name in ("beyond", "attendance", "missed")}
    checked = msgspec.structs.replace(rules, points=points, divisions=_check_divisions(rules), **numbers)
    _require_unit(checked)
    _require_worth_of_playing(checked)
    return checked


def _require_unit(rules: SeasonRules) -> None:
    """Raise BadSeason for settings that only events have if games count, and for a worth that no average includes."""
    if rules.unit == "games":
        for key in ("points", "low_points", "attendance"):
            if getattr(rules, key) not in ((), False, 0):
                raise BadSeason(key=key, why=Phrase("where games count one by one, events have no points of their own"))
    if rules.unit == "games" or rules.average:
        for key, default in (("missed_as", "fixed"), ("missed", 0)):
            if getattr(rules, key) != default:
                raise BadSeason(
                    key=key, why=Phrase("only what was played counts, so a missed event can’t be worth anything")
                )


def _require_worth_of_playing(rules: SeasonRules) -> None:
    """Raise BadSeason if a missed event is worth more than one in which somebody is last."""
    sign = -1 if rules.low_points else 1
    missed = sign * exact(rules.missed)
    played = [sign * (exact(value) + exact(rules.attendance)) for value in (*rules.points, rules.beyond)]
    if rules.missed_as == "last" and missed > 0:
        raise BadSeason(key="missed", why=Phrase("missing an event must not be worth more than coming last in it"))
    if rules.missed_as == "fixed" and rules.points and missed > min(played):
        raise BadSeason(key="missed", why=Phrase("missing an event must not be worth more than coming last in it"))


def _check_divisions(rules: SeasonRules) -> tuple[Division, ...]:
    if len(rules.divisions) > MOST_DIVISIONS:
        raise _range("divisions", 0, MOST_DIVISIONS)
    found = tuple(Division(normalize_title(each.name, number=True), each.capacity) for each in rules.divisions)
    if len({each.name for each in found}) != len(found):
        raise BadSeason(key="divisions", why=Phrase("two divisions have the same name"))
    for number, each in enumerate(found):
        if each.capacity is not None and not 1 <= each.capacity <= LARGEST_DIVISION:
            raise _range(f"divisions.{number}.capacity", 1, LARGEST_DIVISION)
    for key, count in (("promote", rules.promote), ("relegate", rules.relegate)):
        if not 0 <= count <= LARGEST_DIVISION:
            raise _range(key, 0, LARGEST_DIVISION)
        if count and len(found) < 2:
            raise BadSeason(key=key, why=Phrase("promotion and relegation need at least two divisions"))
    return found


def _check_number(key: str, value: Number) -> Number:
    try:
        known = exact(value)
    except ValueError:
        raise BadSeason(key=key, why=Phrase("must be an exact number, like 3 or 1/2")) from None
    if not -LARGEST_NUMBER <= known <= LARGEST_NUMBER or known.denominator > LARGEST_DENOMINATOR:
        raise BadSeason(key=key, why=Phrase("must be an exact number, like 3 or 1/2"))
    return exact_text(known)


def _range(key: str, low: int, high: int) -> BadSeason:
    return BadSeason(key=key, why=Phrase("a whole number from {low} to {high}", low=low, high=high))
