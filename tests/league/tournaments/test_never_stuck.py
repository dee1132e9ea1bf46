"""Random organisers: after any sequence of legal commands a tournament can be finished."""

from collections import Counter
from contextlib import suppress

from hypothesis import settings as how
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.errors import Refused
from league.errors import LeagueError
from league.seating.errors import FieldImpossible
from league.standings.types import Outcome
from league.tournaments.domain import entries, stages
from league.tournaments.domain import lifecycle as tournament_lifecycle
from league.tournaments.domain.draw import rounds, verify
from league.tournaments.domain.events import TournamentEvent, encode
from league.tournaments.domain.events import decode as read
from league.tournaments.domain.qualification import ties_at_the_cut
from league.tournaments.domain.results import missing_results
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.standings import final_ranking, outlook, total_rounds
from league.tournaments.domain.tournament import replay
from league.tournaments.errors import GroupsTooSmall, NoStage, NotDueYet, TiedAtTheCut, TooFewEntrants
from tests.builders.evenings_in_memory import LOT, Running, settings

KINDS = {
    "swiss": {"stages": (Stage("swiss", rounds=3),)},
    "endless": {"stages": (Stage("swiss"),)},
    "tables": {"stages": (Stage("swiss", rounds=3),), "sizes": (3, 4), "preferred": 4},
    "series": {"stages": (Stage("fixed", rounds=3),), "sizes": (3, 4), "preferred": 4},
    "round robin": {"stages": (Stage("round_robin"),)},
    "knock-out": {"stages": (Stage("knockout", third_place=True),)},
    "double": {"stages": (Stage("knockout", double=True),)},
    "cup": {"stages": (Stage("knockout", advance=2),), "sizes": (2, 3, 4), "preferred": 4},
    "groups": {"stages": (Stage("round_robin", groups=2, qualify=2), Stage("knockout"))},
    "open": {"stages": (Stage("open"),), "sizes": (2, 3, 4), "preferred": 4},
    "checked": {"stages": (Stage("swiss", rounds=2),), "check_in": True, "capacity": 5},
}


TOO_FEW = (TooFewEntrants, FieldImpossible, GroupsTooSmall)  # who is left cannot be made to play


class Organisers(RuleBasedStateMachine):
    """People press whatever there is to be pressed; a refusal changes nothing."""

    @initialize(kind=st.sampled_from(sorted(KINDS)), count=st.integers(0, 9))
    def draft(self, kind, count):
        self.cup = Running(settings(**KINDS[kind]))
        self.cup.enter(*[f"p{number}" for number in range(count)])
        self.known = count

    def attempt(self, act):
        try:
            self.cup.take(act())
        except (LeagueError, Refused):
            return False
        return True

    @rule()
    def enter(self):
        if self.known < 12:
            self.known += 1
            self.attempt(lambda: entries.enter(self.cup.now, f"p{self.known}", [f"p{self.known}"]))

    @rule(index=st.integers(0, 11), present=st.booleans())
    def check_in(self, index, present):
        self.of(index, lambda entrant: entries.check_in(self.cup.now, entrant, present))

    @rule(index=st.integers(0, 11), no_show=st.booleans())
    def withdraw(self, index, no_show):
        self.of(index, lambda entrant: entries.withdraw(self.cup.now, entrant, no_show=no_show))

    @rule(index=st.integers(0, 11))
    def return_(self, index):
        self.of(index, lambda entrant: entries.return_(self.cup.now, entrant))

    @rule(index=st.integers(0, 11))
    def replace(self, index):
        def act(entrant):
            entry = self.cup.now.entries[entrant]
            return entries.replace(self.cup.now, entrant, entry.players[0], f"{entry.players[0]}'")

        self.of(index, act)

    def of(self, index, act):
        known = sorted(self.cup.now.entries)
        if index < len(known):
            self.attempt(lambda: act(known[index]))

    @rule(absent=st.sampled_from((None, "leave_out", "draw")))
    def start(self, absent):
        self.attempt(lambda: stages.start(self.cup.now, LOT, absent))

    @rule(unfinished=st.booleans(), anew=st.booleans())
    def draw(self, unfinished, anew):
        with suppress(LeagueError):
            self.cup.draw(unfinished=unfinished, anew=anew, reason="The last bus.")

    @rule()
    def publish(self):
        with suppress(LeagueError):
            self.cup.publish()

    @rule()
    def annul(self):
        self.attempt(lambda: rounds.annul(self.cup.now, "wrong"))

    @rule(size=st.integers(2, 4))
    def start_table(self, size):
        free = [entry.id for entry in self.cup.now.active][:size]
        self.attempt(lambda: rounds.start_table(self.cup.now, self.cup.results, free, f"m{len(self.cup.facts)}"))

    @rule(points=st.lists(st.integers(0, 3), min_size=4, max_size=4), which=st.integers(0, 5), every=st.booleans())
    def report(self, points, which, every):
        for round_ in self.cup.now.published[-1:]:
            for number, table in enumerate(round_.tables):
                if every or number == which:
                    self.cup.report(table, *points[: len(table.seats)])

    @rule(which=st.integers(0, 5), all_of_them=st.booleans())
    def forfeit(self, which, all_of_them):
        for round_ in self.cup.now.published[-1:]:
            if which < len(round_.tables):
                table = round_.tables[which]
                self.cup.forfeit(table, *(range(len(table.seats)) if all_of_them else (0,)))

    @rule(which=st.integers(0, 5), outcome=st.sampled_from((Outcome.VOID, Outcome.CONTESTED)))
    def rule_on(self, which, outcome):
        for round_ in self.cup.now.published[-1:]:
            if which < len(round_.tables):
                self.cup.report(round_.tables[which], *[1] * len(round_.tables[which].seats), outcome=outcome)

    @rule(early=st.booleans(), by_seeding=st.booleans())
    def next_stage(self, early, by_seeding):
        self.attempt(lambda: self.stage_decided(stages.open_next, early, by_seeding))

    @rule(early=st.booleans(), by_seeding=st.booleans())
    def freeze(self, early, by_seeding):
        self.attempt(lambda: self.stage_decided(stages.freeze, early, by_seeding))

    def stage_decided(self, act, early, by_seeding):
        """What *act* decides; those who are level at the cut are put in an order, with a reason where it takes one."""
        cup = self.cup
        try:
            return act(cup.now, cup.results, early=early)
        except TiedAtTheCut as refusal:
            level = refusal.params["entrants"].split(", ")
        assert level == [one for each in ties_at_the_cut(cup.now, cup.results, cup.now.stage) for one in each.entrants]
        if by_seeding:
            return act(cup.now, cup.results, early=early, decided=level)
        return act(cup.now, cup.results, early=early, decided=level[::-1], reason="by lot")

    @rule()
    def take_back_stage(self):
        self.attempt(lambda: stages.annul(self.cup.now, "too early"))

    @rule(index=st.integers(0, 11))
    def penalty(self, index):
        self.of(index, lambda entrant: tournament_lifecycle.give_penalty(self.cup.now, entrant, "1/2", "late"))

    @rule()
    def finish(self):
        self.attempt(lambda: tournament_lifecycle.finish(self.cup.now, self.cup.results))

    @rule()
    def reopen(self):
        self.attempt(lambda: tournament_lifecycle.reopen(self.cup.now, "a mistake"))

    @precondition(lambda self: hasattr(self, "cup"))
    @invariant()
    def facts_are_the_whole_truth(self):
        stored: list[TournamentEvent] = [read(kind, payload) for kind, _, payload in map(encode, self.cup.facts)]
        assert replay(stored) == self.cup.now
        for round_ in self.cup.now.rounds:
            seats = Counter(entrant for table in round_.tables for entrant in table.seats)
            if self.cup.now.stages[round_.stage].rules.format != "open":
                assert max(seats.values(), default=1) == 1

    def foresee(self, stage, group):
        """Possible ranks of everybody, but where the organiser draws as many rounds as he likes."""
        rows, possible = outlook(self.cup.now, self.cup.results, stage, group)
        assert possible.keys() == ({row.entrant for row in rows} if total_rounds(stage) or stage.bracket else set())
        assert all(may.best <= may.worst for may in possible.values())

    def teardown(self):
        if not hasattr(self, "cup"):
            return
        cup = self.cup
        for stage in cup.now.stages:
            for group in range(len(stage.groups)):
                self.foresee(stage, group)
        assert list(verify.findings(cup.facts)) == []
        if cup.now.phase in ("draft", "open"):
            with suppress(*TOO_FEW):
                cup.take(stages.start(cup.now, LOT, "draw"))
        if cup.now.phase == "running":
            self.play_to_the_end()
        if not cup.now.over:
            cup.finish(abandon=True)
        ranking = final_ranking(cup.now, cup.results)
        placed = {entrant for stage in cup.now.stages for entrant in stage.members}
        assert {entrant for _, entrant in ranking} == placed

    def play_to_the_end(self):
        """An organiser without further ideas, who does what refusals tell him: nothing else may be in his way."""
        cup = self.cup
        for _ in range(40):
            self.settle()
            stage = cup.now.stage.rules
            if stage.format == "swiss" and stage.rounds is None and len(cup.now.rounds) > 6:
                return
            try:
                cup.draw(anew=True)
            except NotDueYet:
                early = False
            except TOO_FEW:
                early = True
            else:
                if stage.format == "open":
                    return
                cup.publish()
                continue
            try:
                cup.take(self.stage_decided(stages.open_next, early, by_seeding=False))
            except (NoStage, *TOO_FEW):
                return
        raise AssertionError("the tournament has no end")

    def settle(self):
        cup = self.cup
        for round_ in cup.now.published:
            for table in round_.tables:
                if table in missing_results(cup.now, round_, cup.results):
                    cup.report(table, *range(len(table.seats), 0, -1))
                if table.node is not None:
                    result = cup.results[table.match]
                    level = not result.points or len(set(result.points)) < len(result.points)
                    if level and table.number not in round_.ties and result.outcome != Outcome.VOID:
                        self.decide(round_.number, table)

    def decide(self, number, table):
        now, results = self.cup.now, self.cup.results
        absent = results[table.match].absent
        there = [entrant for seat, entrant in enumerate(table.seats) if seat not in absent]
        self.attempt(lambda: rounds.decide_tie(now, results, number, table.number, order=there, reason="by lot"))


TestOrganisers = Organisers.TestCase
TestOrganisers.settings = how(max_examples=60, stateful_step_count=30, deadline=None)
