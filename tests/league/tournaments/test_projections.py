"""Tournaments from the log: incremental, rebuilt and computed on request are the same."""

from contextlib import suppress

import msgspec
import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import Stated
from games.errors import Refused
from league.clubs import services as club_services
from league.errors import LeagueError
from league.eventlog.projections import registry, runner
from league.impact import services as results
from league.matches import repository as match_repository
from league.tournaments.domain.settings.model import Stage
from league.tournaments.projections.tournaments import Tournaments
from league.tournaments.queries import standings as tournament_standings
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from league.tournaments.services import settings as tournament_settings
from tests.builders.evenings import begun, names, preset, started
from tests.league.tournaments.standing import everything, kept, known, live, rebuilt

pytestmark = pytest.mark.django_db

FORMATS = {
    "evening": preset("rummikub", "evening"),
    "swiss": preset("rummikub", "swiss"),
    "series": preset("rummikub", "series"),
    "open": preset("rummikub", "open"),
    "groups": msgspec.structs.replace(
        preset("rummikub", "swiss"), stages=(Stage("round_robin", groups=2, qualify=2), Stage("knockout"))
    ),
    "carried": msgspec.structs.replace(
        preset("rummikub", "swiss"), stages=(Stage("swiss", rounds=1, qualify=4), Stage("round_robin", carry=True))
    ),
}

KNOCK_OUT = msgspec.structs.replace(preset("rummikub", "swiss"), stages=(Stage("knockout"),))


def versions(evening):
    """Where the version of each row of the standings is: another place for every one that was written again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT entrant::text, ctid::text FROM league_tournamentstanding WHERE tournament = %s", [evening.id]
        )
        return dict(cursor.fetchall())


def test_a_check_in_and_a_draft_write_no_standings():
    evening = known()
    before = versions(evening)

    entries.check_in(tournament_id=evening.id, entrant=evening.now.seeding[0], actor=evening.actor)
    tournament_lifecycle.draw_round(tournament_id=evening.id, actor=evening.actor)
    runner.catch_up_all()

    assert versions(evening) == before


def test_only_changed_rows_are_written():
    evening = known()
    [first, second] = evening.draw()
    evening.report(first)
    runner.catch_up_all()
    before, places = kept(evening), versions(evening)

    for rule in (results.contest_result, results.settle_result):
        revision = match_repository.load(first.match).head.seq
        rule(match_id=first.match, reason="looked into", expected=revision, actor=evening.actor)
    runner.catch_up_all()
    settled = versions(evening)
    evening.report(second)
    runner.catch_up_all()

    after = kept(evening)
    changed = {key[2] for key in after if after[key] != before[key]}
    assert settled == places
    assert {entrant for entrant, place in versions(evening).items() if place != places[entrant]} == changed
    assert after == live(evening) != before


def test_a_penalty_only_moves_its_entrant():
    evening = known()
    last = evening.now.seeding[0]

    tournament_lifecycle.give_penalty(
        tournament_id=evening.id, entrant=last, points="1", reason="late", actor=evening.actor
    )
    runner.catch_up_all()

    assert kept(evening)[0, 0, last][:2] == (4, 4)


def test_an_undone_stage_leaves_no_rows():
    evening = started(4, given=FORMATS["groups"])
    for number in range(3):
        with suppress(LeagueError):
            for table in evening.draw():
                evening.report(table, number)
    evening.next_stage(early=True)
    runner.catch_up_all()
    before = {stage for stage, _, _ in kept(evening)}

    tournament_lifecycle.annul_stage(tournament_id=evening.id, reason="too early", actor=evening.actor)
    runner.catch_up_all()

    assert [before, {stage for stage, _, _ in kept(evening)}] == [{0, 1}, {0}]


def test_a_correction_in_an_earlier_stage_updates_the_stage_that_carries_its_results():
    organiser = Organiser("carried")
    evening = organiser.evening
    organiser.act("play", 0, 0)
    organiser.act("go_on", 0, 0)
    runner.catch_up_all()
    before = kept(evening)

    organiser.act("void", 0, 0)
    runner.catch_up_all()

    after = kept(evening)
    assert {
        stage for stage, group, entrant in after if after[stage, group, entrant] != before[stage, group, entrant]
    } == {
        0,
        1,
    }
    assert after == live(evening)


def test_possible_ranks_of_a_knockout_are_kept_current():
    evening = started(4, given=KNOCK_OUT)
    level, other = evening.draw()
    winner, loser = level.seats
    evening.report(level)

    tournament_lifecycle.decide_tie(
        tournament_id=evening.id, number=1, table=1, order=level.seats, reason="by lot", actor=evening.actor
    )
    runner.catch_up_all()

    possible = {entrant: (row["best"], row["worst"]) for (_, _, entrant), (_, _, row) in kept(evening).items()}
    assert possible == {winner: (1, 2), loser: (2, 3), **dict.fromkeys(other.seats, (1, 4))}
    assert kept(evening) == live(evening)


class Organiser:
    """Presses whatever there is to be pressed in a tournament; a refusal changes nothing."""

    def __init__(self, kind):
        self.evening = begun(given=FORMATS[kind])
        self.ours = {"tournament_id": self.evening.id, "actor": self.evening.actor}
        self.entrants = self.evening.join(*names(5))
        tournament_lifecycle.start(**self.ours)

    def act(self, name, one, other):
        with suppress(LeagueError, Refused):
            getattr(self, name)(one, other)

    def _player(self):
        return club_services.add_player(club_id=self.evening.club, name="Гость", actor=self.evening.actor).pk

    def _entrant(self, number):
        return self.entrants[number % len(self.entrants)]

    def _table(self, number):
        """A table of any published round, the last ones first."""
        tables = [table for round_ in reversed(self.evening.now.published) for table in round_.tables]
        return tables[number % len(tables)] if tables else None

    def enter(self, _one, _other):
        player = self._player()
        entries.enter(player_id=player, **self.ours)
        self.entrants.append(str(player))

    def withdraw(self, one, other):
        entries.withdraw(entrant=self._entrant(one), no_show=other % 2 == 0, **self.ours)

    def return_(self, one, _other):
        entries.return_(entrant=self._entrant(one), **self.ours)

    def check_in(self, one, other):
        entries.check_in(entrant=self._entrant(one), present=other % 2 == 0, **self.ours)

    def replace(self, one, _other):
        entrant = self._entrant(one)
        out = self.evening.now.entries[entrant].players[0]
        entries.replace(entrant=entrant, out=out, substitute=self._player(), **self.ours)

    def play(self, one, _other):
        """A round with all results, or in an open stage a table."""
        if self.evening.now.settings.stages[-1].format == "open":
            with suppress(LeagueError):
                tournament_lifecycle.draw_round(**self.ours)
            free = [self._entrant(one + number) for number in range(2 + one % 3)]
            tournament_lifecycle.start_table(entrants=free, **self.ours)
        else:
            self.evening.draw()
        for number, table in enumerate(self.evening.now.rounds[-1].tables, one):
            with suppress(LeagueError, Refused):
                self.evening.report(table, number)

    def draft(self, _one, _other):
        tournament_lifecycle.draw_round(unfinished=True, reason="The last bus.", **self.ours)

    def publish(self, _one, _other):
        tournament_lifecycle.publish_round(**self.ours)

    def annul(self, _one, _other):
        tournament_lifecycle.annul_round(reason="wrong field", **self.ours)

    def report(self, one, other):
        if table := self._table(one):
            self.evening.report(table, other)

    def correct(self, one, other):
        if table := self._table(one):
            now = match_repository.load(table.match)
            points = [-(number + other) % 7 for number in range(len(now.state.opened.seats))]
            points[other % len(points)] = -sum(points) + points[other % len(points)]
            self._rule(
                results.report_result,
                table,
                place=now.state.places[0],
                stated=Stated(tuple(points), "out"),
                correction="Read again.",
            )

    def forfeit(self, one, other):
        self._rule(results.forfeit_match, self._table(one), seats=[other % 2], reason="late")

    def void(self, one, _other):
        self._rule(results.void_match, self._table(one), reason="rain")

    def reopen_match(self, one, _other):
        self._rule(results.reopen_match, self._table(one), reason="after all")

    def contest(self, one, _other):
        self._rule(results.contest_result, self._table(one), reason="not so")

    def settle(self, one, _other):
        self._rule(results.settle_result, self._table(one), reason="so it was")

    def _rule(self, rule, table, **more):
        if table is not None:
            rule(
                match_id=table.match,
                expected=match_repository.load(table.match).head.seq,
                actor=self.evening.actor,
                **more,
            )

    def penalise(self, one, other):
        tournament_lifecycle.give_penalty(
            entrant=self._entrant(one), points=str(1 + other % 3), reason="late", **self.ours
        )

    def pardon(self, one, _other):
        tournament_lifecycle.withdraw_penalty(number=1 + one % 2, reason="mistaken", **self.ours)

    def go_on(self, _one, _other):
        self.evening.next_stage(early=True)

    def go_back(self, _one, _other):
        tournament_lifecycle.annul_stage(reason="too early", **self.ours)

    def finish(self, _one, _other):
        tournament_lifecycle.finish(abandon=True, **self.ours)

    def reopen(self, _one, _other):
        tournament_lifecycle.reopen(reason="a mistake", **self.ours)

    def other_tiebreaks(self, one, _other):
        chain = (("buchholz", "lot"), ("wins", "direct_encounter"), ())[one % 3]
        revision = tournament_standings.standings(self.evening.id, self.evening.actor).revision
        tournament_settings.change(settings={"tiebreaks": chain}, reason="asked", expected=revision, **self.ours)


ACTS = sorted(
    name for name, act in vars(Organiser).items() if callable(act) and not name.startswith("__") and name[0] != "_"
)
OFTEN = ["play"] * 6 + ["correct", "correct", "penalise", "go_on"]
happening = st.tuples(
    st.sampled_from([name for name in ACTS if name != "act"] + OFTEN),
    st.integers(0, 1),  # in which of two tournaments
    st.integers(0, 9),
    st.integers(0, 9),
    st.sampled_from([None, 0, 1]),  # which of two workers, if any, lets the projections catch up after it
)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.tuples(*[st.sampled_from(sorted(FORMATS))] * 2),
    st.lists(happening, min_size=12, max_size=24),
    st.sampled_from([1, 7, 1000]),
    st.sampled_from([20, 5000]),
)
def test_rows_always_equal_those_of_a_rebuild_and_of_the_log(kinds, history, batch, rebuild_batch):
    with transaction.atomic(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(runner, "BATCH", batch)
        patched.setattr(runner, "REBUILD_BATCH", rebuild_batch)
        organisers = [Organiser(kind) for kind in kinds]
        workers = [Tournaments(), Tournaments()]  # each remembers what it has seen
        for name, which, one, other, worker in history:
            organisers[which].act(name, one, other)
            if worker is not None:
                patched.setitem(registry._projectors, "tournaments", workers[worker])
                runner.catch_up_all()
                for organiser in organisers:
                    assert kept(organiser.evening) == live(organiser.evening)
        runner.catch_up_all()
        before = everything()

        assert rebuilt() == before
        for organiser in organisers:
            assert kept(organiser.evening) == live(organiser.evening)
        assert [each.behind for each in runner.status()] == [0] * len(registry.names())
        transaction.set_rollback(True)
