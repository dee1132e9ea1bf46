"""Events of a tournament in words: every kind, and drafts only for organisers."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from league.history.types import Audience, Change, Seated
from league.seating.types import Draw, Sentence, TableDrawn
from league.standings.scoring_rules import Scoring, Unplayed
from league.tournaments.domain.dates import RoundScheduled, Scheduled, TableScheduled
from league.tournaments.domain.events import (
    KINDS,
    ByesCancelled,
    ByesTaken,
    CheckedIn,
    CheckedOut,
    ClockCleared,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    Entered,
    Part,
    PenaltyGiven,
    PenaltyWithdrawn,
    Promoted,
    QualificationFrozen,
    RankingUpdated,
    RegistrationOpened,
    Replaced,
    Returned,
    RoundAnnulled,
    RoundChanged,
    RoundDrawn,
    RoundPublished,
    SeedsGiven,
    SettingsChanged,
    StageAnnulled,
    StageOpened,
    StageReplanned,
    TableAdded,
    TableStarted,
    TieDecided,
    TournamentCreated,
    TournamentFinished,
    TournamentReopened,
    TournamentStarted,
    Withdrawn,
)
from league.tournaments.domain.history import extend, indexes_since_draw, start
from league.tournaments.domain.settings.changes import differences
from league.tournaments.domain.settings.model import Stage
from tests.builders.evenings_in_memory import settings

STAGES = (Stage("swiss", rounds=2, qualify=2), Stage("swiss", rounds=1))
WHY = Sentence("Why.")
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def part(*tables, out=()):
    return Part(Draw(tuple(TableDrawn(tuple(seats), WHY) for seats in tables), tuple(out)))


OPENING = [
    TournamentCreated("club", "Cup", "rummikub", "1", settings(stages=STAGES)),
    Entered("a", ("a",)),
    Entered("b", ("b",)),
    RegistrationOpened(),
    Entered("c", ("c",), waiting=True),
    Entered("team", ("d", "e"), seed=3),
]
FIELD = [*OPENING, Promoted("c"), TournamentStarted(("a", "b", "c", "team"), "5eed")]
DRAWN = [*FIELD, StageOpened(0, (("a", "b", "c", "team"),), 1), RoundDrawn(1, 0, (part("ab", ("c", "team")),))]
PUBLISHED = [*DRAWN, RoundPublished(1, ("m1", "m2"))]
LIFE = [
    *DRAWN,
    RoundChanged(1, (part("ac", ("b", "team")),), "friends"),
    RoundPublished(1, ("m1", "m2")),
    SettingsChanged("Cup of the Tower", settings(stages=STAGES, capacity=8), "a larger room"),
    CheckedIn("a"),
    CheckedOut("a"),
    Withdrawn("a", "ill"),
    Withdrawn("b", no_show=True),
    Returned("a"),
    Replaced("b", "b", "f", "her brother"),
    Replaced("team", "d", "g"),
    SeedsGiven((("a", 1), ("team", 2))),
    ByesTaken("a", (2,), "half"),
    ByesCancelled("a", (2,)),
    TableStarted(1, TableDrawn(("a", "c"), WHY), "m3"),
    TableAdded(1, part("bc"), "m4"),
    TieDecided(1, 1, ("c", "a"), "the coin"),
    ClockStarted(1, 45, NOON),
    ClockPaused(1, 750),
    ClockExtended(1, 5, left=1050),
    ClockResumed(1, NOON),
    ClockCleared(1),
    Scheduled(NOON, place="Ладья"),
    RoundScheduled(2, NOON),
    TableScheduled(1, 1, "m1", NOON, "", "the snow"),
    RoundDrawn(2, 0, (part("ab"),), missing=("1.1",), reason="the last bus"),
    RoundAnnulled(2, "the bus came"),
    PenaltyGiven(1, "a", "1/2", 1, "late"),
    PenaltyWithdrawn(1, "the tram"),
    RoundAnnulled(1, "fire"),
    StageReplanned(0, 1, (("a", "b"),), (), "the field"),
    QualificationFrozen(0, (("a", "b"),), "the hour"),
    StageOpened(1, (("a", "b"),), 1),
    StageAnnulled(1, "too early"),
    TournamentFinished(((1, "a"), (2, "b"))),
    RankingUpdated(((1, "b"), (2, "a")), "the typo"),
    TournamentReopened("one more"),
]


def story(facts):
    first, *rest = facts
    now = start(first)
    for fact in rest:
        now = extend(now, fact)
    return now


def last(*facts):
    return story(facts).entries[-1]


def test_every_kind_of_event_has_a_text():
    told = story(LIFE).entries

    assert {each.kind for each in told} == set(KINDS)
    assert [each.kind for each in told] == [
        next(kind for kind, (_, known) in KINDS.items() if known is type(fact)) for fact in LIFE
    ]
    assert [each for each in told if not each.sentence.strip()] == []


def test_every_kind_of_event_with_a_reason_shows_it():
    told = story(LIFE).entries

    assert [each.reason for each in told] == [getattr(fact, "reason", "") for fact in LIFE]
    assert {each.kind for each in told if each.reason} == {
        kind for kind, (_, fact) in KINDS.items() if "reason" in fact.__struct_fields__
    }


@pytest.mark.parametrize(
    ("fact", "sentence", "changes"),
    [
        (Replaced("b", "b", "f"), "f substitutes for b.", (Change("player", "b", "f"),)),
        (Replaced("team", "d", "f"), "f substitutes for d in team.", (Change("player", "d", "f"),)),
        (Entered("z", ("z",), host="a"), "z entered as a guest of a.", ()),
        (Entered("z", ("z",), waiting=True, host="a"), "z, a guest of a, was added to the waiting list.", ()),
        (ByesTaken("team", (2, 4), "half"), "team has a half-point bye. Rounds: 2, 4.", ()),
        (ByesTaken("team", (2,), "zero"), "team has a zero-point bye. Rounds: 2.", ()),
        (ByesTaken("team", (2,), "full"), "team has a full-point bye. Rounds: 2.", ()),
        (ByesCancelled("team", (4,)), "team plays instead of having a bye. Rounds: 4.", ()),
        (
            SeedsGiven((("a", 1), ("team", 3))),
            "The field was seeded.",
            (Change("seed", None, 1, "a"),),
        ),
        (
            QualificationFrozen(0, (("a", "b"),)),
            "Qualification from stage 1 was decided.",
            (Change("goes_on.0", None, ["a", "b"]),),
        ),
        (
            TieDecided(1, 2, ("team", "c"), "lot"),
            "Round 1: table 2 ended in a tie, and the order was decided.",
            (Change("order", None, ["team", "c"]),),
        ),
        (ClockStarted(1, 45, NOON), "The clock of round 1 was started: 45 minutes.", ()),
        (ClockStarted(1, 1, NOON), "The clock of round 1 was started: 1 minute.", ()),
        (ClockPaused(1, 750), "The clock of round 1 was paused with 12:30 left.", ()),
        (ClockPaused(1, 3665), "The clock of round 1 was paused with 1:01:05 left.", ()),
        (ClockResumed(1, NOON), "The clock of round 1 was resumed.", ()),
        (ClockExtended(1, 5, ends=NOON), "Round 1 was extended by 5 minutes.", ()),
        (ClockExtended(1, -1, left=30), "Round 1 was shortened by 1 minute.", ()),
        (ClockCleared(1), "The clock of round 1 was removed.", ()),
        (
            Scheduled(NOON, fee="5 €"),
            "The dates were changed.",
            (Change("dates.starts", None, "2026-11-28T12:00:00+00:00"), Change("dates.fee", None, "5 €")),
        ),
        (RoundScheduled(2, NOON), "Round 2 is on 2026-11-28T12:00:00+00:00.", ()),
        (RoundScheduled(2), "Round 2 has no date any more.", ()),
        (TableScheduled(1, 2, "m2", NOON), "Round 1: table 2 plays on 2026-11-28T12:00:00+00:00.", ()),
        (TableScheduled(1, 2, "m2"), "Round 1: table 2 plays with its round.", ()),
    ],
)
def test_a_change_shows_the_previous_value(fact, sentence, changes):
    told = last(*PUBLISHED, fact)

    assert (str(told.sentence), told.changes) == (sentence, changes)


def test_a_round_drawn_without_results_says_so_to_everybody_once_it_is_published():
    drawn = RoundDrawn(2, 0, (part("ac"),), missing=("1.1", "1.2"), reason="the last bus")
    sentence = "Round 2 was drawn without the results of these tables: 1.1, 1.2."
    (hidden,) = [each for each in story([*PUBLISHED, drawn]).entries if each.round == 2]

    shown, _ = [each for each in story([*PUBLISHED, drawn, RoundPublished(2, ("m3",))]).entries if each.round == 2]

    assert (str(hidden.sentence), hidden.to, hidden.reason_to) == (sentence, Audience.ORGANISERS, Audience.ORGANISERS)
    assert (shown.reason, shown.to, shown.reason_to) == ("the last bus", Audience.EVERYBODY, Audience.EVERYBODY)


def test_an_updated_ranking_names_those_whose_ranks_differ():
    told = last(
        *PUBLISHED,
        TournamentFinished(((1, "a"), (2, "b"), (3, "c"))),
        RankingUpdated(((1, "b"), (2, "a"), (3, "c")), "typo"),
    )

    assert told.changes == (Change("rank", 2, 1, "b"), Change("rank", 1, 2, "a"))


def test_a_tie_decided_again_shows_the_first_decision():
    told = last(*PUBLISHED, TieDecided(1, 1, ("a", "b"), "lot"), TieDecided(1, 1, ("b", "a"), "the rules"))

    assert told.changes == (Change("order", ["a", "b"], ["b", "a"]),)
    assert (told.round, told.table, told.match) == (1, 1, "m1")


def test_changed_settings_are_listed_one_by_one():
    old = settings(
        stages=(Stage("swiss", rounds=3),), scoring=Scoring(by="ranks", ranks={"2": (1, 0)}, bye=Unplayed(1))
    )
    new = settings(
        stages=(Stage("swiss", rounds=4), Stage("knockout")),
        scoring=Scoring(by="ranks", ranks={"2": (1, 0)}, drop=1, bye=Unplayed("1/2")),
        capacity=8,
        options={"rounds": 2},
        sizes=(2, 3),
        apart=(("a", "b"),),
    )

    found = {each.what: (each.old, each.new) for each in differences(old, new)}

    assert found.pop("stages.1")[1]["format"] == "knockout"
    assert found.pop("scoring.bye") == (
        {"score": 1, "points": 0, "wins": 0, "share": 0},
        {"score": "1/2", "points": 0, "wins": 0, "share": 0},
    )
    assert found == {
        "capacity": (None, 8),
        "scoring.drop": (0, 1),
        "stages.0.rounds": (3, 4),
        "options.rounds": (None, 2),
        "sizes": ([2], [2, 3]),
        "apart": ([], [["a", "b"]]),
    }


def test_organisers_see_a_draft_before_its_publication_and_everybody_that_it_was_changed_and_why():
    changed = RoundChanged(1, (part("ac", ("b", "team")),), "friends")

    before = story([*DRAWN, changed]).entries[-2:]
    after = story([*DRAWN, changed, RoundPublished(1, ("m1", "m2"))]).entries[-3:]

    everybody, organisers = Audience.EVERYBODY, Audience.ORGANISERS
    assert [(each.to, each.reason_to, each.changes_to) for each in before] == [(organisers,) * 3] * 2
    assert [(each.to, each.reason_to, each.changes_to) for each in after] == [
        (organisers,) * 3,
        (everybody, everybody, organisers),
        (everybody,) * 3,
    ]
    assert after[1].changes == (
        Change("table.1", ["a", "b"], ["a", "c"]),
        Change("table.2", ["c", "team"], ["b", "team"]),
    )


def test_a_discarded_draft_stays_hidden_when_another_is_published():
    gone = [RoundChanged(1, (part("ac", ("b", "team")),), "gossip"), RoundAnnulled(1, "")]
    anew = [RoundDrawn(1, 0, (part("ab", ("c", "team")),)), RoundPublished(1, ("m1", "m2"))]

    told = story([*DRAWN, *gone, *anew]).entries

    hidden = [each.kind for each in told if each.to is Audience.ORGANISERS]
    assert hidden == ["round.drawn", "round.changed", "round.annulled", "round.drawn"]
    assert [told[index].kind for index in indexes_since_draw(told, 1)] == ["round.published", "round.drawn"]


def test_only_officials_see_what_happens_before_a_tournament_is_public():
    prepared = OPENING[:3]

    settings_told = last(*prepared, SettingsChanged("Secret", settings(stages=STAGES), "a wager"))
    left = last(*prepared, Withdrawn("a", "a wager"))

    officials = Audience.OFFICIALS
    assert (settings_told.to, settings_told.reason_to, settings_told.changes_to) == (officials,) * 3
    assert (left.to, left.reason_to, left.changes_to) == (Audience.EVERYBODY, officials, officials)


def test_an_annulled_published_round_lists_its_tables():
    told = last(*PUBLISHED, RoundAnnulled(1, "fire"))

    assert told.tables == (Seated(1, ("a", "b"), "m1"), Seated(2, ("c", "team"), "m2"))
    assert (told.to, told.reason) == (Audience.EVERYBODY, "fire")


def test_an_annulled_penalty_is_identified():
    told = last(*PUBLISHED, PenaltyGiven(1, "a", str(Fraction(1, 2)), 1, "late"), PenaltyWithdrawn(1, "the tram"))

    assert (str(told.sentence), told.reason, told.entrant) == (
        "Penalty for a annulled: 1/2.",
        "the tram",
        "a",
    )
