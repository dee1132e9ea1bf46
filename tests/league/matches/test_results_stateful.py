"""Whatever seats and officials do, a match can always be finished."""

from contextlib import suppress
from datetime import UTC, datetime

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.engine import Stated
from league.errors import Invalid, Refusal, Unknown
from league.integrity.domain.replay_audit import findings
from league.matches.domain import match, results, rulings
from league.matches.domain.match import MoveRequest
from league.matches.domain.rulings import RulingTerms
from league.matches.domain.setup import NO_DEAL, change_seats, choose_level
from league.standings.types import Outcome
from tests.builders.match_events import opened

SCORES = st.sampled_from([(5, -5), (-5, 5), (7, -7)])
VOICES = st.sampled_from([None, 0, 1])
PLACES = st.sampled_from([(1, 1), (1, 2)])
REASONS = st.sampled_from(["Rows swapped.", "Late."])
UNTIL = datetime(2026, 3, 7, tzinfo=UTC)
FINAL = {Outcome.CONFIRMED, Outcome.FORFEIT, Outcome.VOID}


class Evening(RuleBasedStateMachine):
    """A table of two; everything is tried, and what is refused changes nothing."""

    @initialize(level=st.sampled_from(["score", "score", "open"]))
    def open(self, level):
        course = match.open_match(opened(level=level), None)
        self.now, self.events = course.match, list(course.events)

    def decide(self, decision, *given, **more):
        with suppress(Refusal, Invalid, Unknown):
            course = decision(self.now, *given, **more)
            assert course.events
            self.now = course.match
            self.events += course.events

    @rule(place=PLACES, points=SCORES, seat=VOICES, why=st.none() | REASONS)
    def report(self, place, points, seat, why):
        self.decide(results.report, place, Stated(points, "out"), why, seat=seat)

    @rule(seat=VOICES)
    def confirm(self, seat):
        self.decide(results.confirm, seat=seat)

    @rule(seat=VOICES, why=REASONS, claims=st.lists(st.tuples(PLACES, SCORES), max_size=2))
    def contest(self, seat, why, claims):
        stated = [(place, Stated(points, "out")) for place, points in claims]
        self.decide(results.contest, seat=seat, reason=why, claims=stated)

    @rule(why=REASONS)
    def settle(self, why):
        self.decide(results.settle, reason=why)

    @rule(seats=st.lists(st.integers(0, 2), max_size=2), why=REASONS)
    def forfeit(self, seats, why):
        self.decide(results.forfeit, seats=seats, reason=why)

    @rule(why=REASONS)
    def void(self, why):
        self.decide(results.void, reason=why)

    @rule(why=REASONS)
    def reopen(self, why):
        self.decide(results.reopen, reason=why)

    @rule(
        kind=st.sampled_from(["upheld", "adjust", "replay", "forfeit", "void", "reopen"]),
        place=PLACES,
        points=SCORES,
        seats=st.lists(st.integers(0, 1), max_size=2),
        policy=st.sampled_from(["recompute", "keep", "report"]),
    )
    def rule_on_it(self, kind, place, points, seats, policy):
        terms = RulingTerms(kind, game=place, points=points, seats=tuple(seats))
        draft = rulings.RulingDraft(f"ruling {len(self.events)}", terms, "Rows swapped.", "judge", UNTIL)
        self.decide(rulings.commit, draft, policy=policy)

    @rule(
        seats=st.lists(st.sampled_from("abc"), min_size=2, max_size=2, unique=True),
        why=REASONS,
        names=st.sampled_from([None, "wrong", "changed"]),
    )
    def change_seats(self, seats, why, names):
        self.decide(change_seats, seats=seats, absent=(), reason=why, deal=NO_DEAL, names=names)

    @rule(level=st.sampled_from(["score", "open", "full"]))
    def choose_level(self, level):
        self.decide(choose_level, level=level, dealing="table", deal=NO_DEAL)

    @rule(starter=st.integers(0, 1))
    def deal(self, starter):
        if self.now.table.level == "open" and self.now.plies == 0 and self.now.place:
            self.decide(match.play, [MoveRequest(-1, f"deal {starter}"), MoveRequest(starter, "draw")], seed=None)

    @invariant()
    def an_official_can_bring_it_to_an_end(self):
        now = self.now
        forfeit, void = results.forfeit(now, seats=[0], reason="."), results.void(now, reason=".")
        ends = {forfeit.match.outcome, void.match.outcome}
        back = results.reopen(void.match, reason=".").match
        while back.table.level == "score" and set(back.scores) < set(back.places):
            place = next(place for place in back.places if place not in back.scores)
            back = results.report(back, place, Stated((5, -5), "out")).match
        if back.over and back.outcome != Outcome.CONFIRMED:
            back = results.settle(back, reason=".").match
        ends.add(back.outcome)
        assert ends <= FINAL or back.table.level != "score"
        assert {Outcome.FORFEIT, Outcome.VOID} <= ends

    @invariant()
    def facts_tell_the_whole_story(self):
        assert match.fold(self.events) == self.now
        assert list(findings(self.events)) == []

    @invariant()
    def what_counts_was_agreed_by_two_or_by_an_official(self):
        if self.now.outcome == Outcome.CONFIRMED:
            assert all(line.agreed and not line.objections for line in self.now.sheet.in_order)
            assert set(self.now.scores) == set(self.now.places)


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
