"""Events of a league in words: every kind, its reason, and the previous value."""

from datetime import UTC, date, datetime

import pytest

from league.history.types import Change
from league.seasons.domain.evenings import EveningCancelled, EveningMoved, EveningsPlanned, PlannedEvening, SeasonDated
from league.seasons.domain.events import (
    KINDS,
    DivisionsDrawnUp,
    EventAttached,
    EventDetached,
    LeagueCreated,
    LeagueRenamed,
    SeasonChanged,
    SeasonClosed,
    SeasonOpened,
    SeasonReopened,
)
from league.seasons.domain.history import extend, start
from league.seasons.domain.rules import Division, SeasonRules

RULES = SeasonRules(points=(3, 1), divisions=(Division("A"), Division("B")))
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
LIFE = [
    LeagueCreated("club", "League", "rummikub"),
    LeagueRenamed("The League"),
    SeasonOpened(1, "2026", RULES),
    SeasonChanged(1, "2026/27", SeasonRules(points=(5, 1), drop=1, divisions=RULES.divisions), "as voted"),
    EventAttached(1, "t"),
    EventDetached(1, "t", "rained out"),
    DivisionsDrawnUp(1, (("a",), ("b",)), "as last year"),
    SeasonClosed(1, (), decided=("b", "a"), reason="the coin"),
    SeasonReopened(1, "a typo"),
    SeasonDated(1, date(2026, 9, 1)),
    EveningsPlanned(1, (PlannedEvening(NOON),)),
    EveningMoved(1, 1, NOON, reason="the concert"),
    EveningCancelled(1, 1, "the flood"),
]


def story(facts):
    first, *rest = facts
    now = start(first)
    for fact in rest:
        now = extend(now, fact)
    return now


def test_every_kind_of_event_has_a_text_and_shows_its_reason():
    told = story(LIFE).told

    assert {each.kind for each in told} == set(KINDS)
    assert [each for each in told if not each.sentence.strip()] == []
    assert [each.reason for each in told] == [getattr(fact, "reason", "") for fact in LIFE]


@pytest.mark.parametrize(
    ("number", "changes"),
    [
        (1, (Change("name", "League", "The League"),)),
        (
            3,
            (
                Change("season", "2026", "2026/27"),
                Change("rules.points", [3, 1], [5, 1]),
                Change("rules.drop", 0, 1),
            ),
        ),
        (6, (Change("members.0", None, ["a"]), Change("members.1", None, ["b"]))),
        (7, (Change("decided", None, ["b", "a"]),)),
    ],
)
def test_a_change_shows_the_previous_value(number, changes):
    assert story(LIFE).told[number].changes == changes


def test_unchanged_divisions_are_not_listed():
    told = story([*LIFE, DivisionsDrawnUp(1, (("a",), ("c",)), "b left")]).told[-1]

    assert told.changes == (Change("members.1", ["b"], ["c"]),)
