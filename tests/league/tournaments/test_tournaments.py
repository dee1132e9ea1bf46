"""Tournaments through the services: matches are opened at published tables, and projections follow."""

from uuid import UUID

import msgspec
import pytest

from league.club_data.erasure import erase_player
from league.common.actor import NOBODY, Actor
from league.errors import NotAllowed, Unknown
from league.eventlog.projections import runner
from league.matches.outcomes import match_results
from league.standings.types import Outcome
from league.tournaments.models import TournamentMatch, TournamentRow, TournamentStanding
from league.tournaments.queries import detail as shown
from league.tournaments.queries import standings as tournament_standings
from league.tournaments.queries.rounds import round_detail
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun, names, preset, started
from tests.league.rows import rows_of

pytestmark = pytest.mark.django_db


def rows():
    return rows_of(TournamentRow, TournamentMatch, TournamentStanding)


def test_an_evening_of_seven_is_played_to_its_ranking():
    evening = started(7)

    for number in range(4):
        for table in evening.draw():
            evening.report(table, number)
    tournament_lifecycle.finish(tournament_id=evening.id, actor=evening.actor)

    assert len(evening.now.ranking) == 7
    table = tournament_standings.standings(evening.id, NOBODY)
    assert sum(int(row.score) for row in table.groups[0].rows) == 4 * 7


def test_projections_equal_a_rebuild_and_the_log():
    evening = started(4)
    runner.catch_up_all()
    for table in evening.draw():
        runner.catch_up_all()
        evening.report(table)
    runner.catch_up_all()
    before = rows()

    runner.rebuild("tournaments")

    assert rows() == before
    live = tournament_standings.standings(evening.id, NOBODY).groups[0].rows
    assert [(row.entrant, row.rank) for row in live] == [
        (str(row.entrant), row.rank) for row in TournamentStanding.objects.order_by("place")
    ]


def test_a_draft_appears_nowhere_until_it_is_published():
    evening = started(4)
    tournament_lifecycle.draw_round(tournament_id=evening.id, actor=evening.actor)

    assert shown.detail(evening.id, NOBODY).rounds == []
    with pytest.raises(Unknown):
        round_detail(evening.id, 1, NOBODY)
    assert len(round_detail(evening.id, 1, evening.actor).tables) == 1


def test_a_withdrawal_from_a_table_of_four_leaves_three_who_play_on():
    evening = begun()
    players = evening.join(*names(4))
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    [table] = evening.draw()

    entries.withdraw(tournament_id=evening.id, entrant=players[0], actor=evening.actor, reason="ill")
    evening.report(table)

    [row] = [
        row for row in tournament_standings.standings(evening.id, NOBODY).groups[0].rows if row.entrant == players[0]
    ]
    assert row.counts["forfeits"] == 1
    assert row.withdrawn


def test_a_withdrawal_from_a_table_of_two_loses_without_play_even_by_oneself():
    evening = begun(slug="swiss")
    players = evening.join(*names(2))
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    [table] = evening.draw()

    entries.withdraw(tournament_id=evening.id, entrant=players[0], actor=Actor(None, frozenset(players[:1])))

    assert match_results([table.match])[table.match].outcome == Outcome.FORFEIT


def test_an_annulled_round_leaves_void_matches():
    evening = started(4, slug="swiss")
    tables = evening.draw()

    tournament_lifecycle.annul_round(tournament_id=evening.id, actor=evening.actor, reason="wrong field")

    assert {match_results([table.match])[table.match].outcome for table in tables} == {Outcome.VOID}
    assert evening.now.rounds == ()


def test_an_erased_person_withdraws_from_running_tournaments():
    evening = begun()
    players = evening.join(*names(5))
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    runner.catch_up_all()

    erase_player(player_id=UUID(players[0]), actor=evening.actor)

    assert evening.now.entries[players[0]].status == "withdrawn"
    assert {seat for table in evening.draw() for seat in table.seats} == set(players[1:])


def test_a_finished_tournament_keeps_an_erased_entrant():
    evening = begun()
    players = evening.join(*names(4))
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    for table in evening.draw():
        evening.report(table)
    tournament_lifecycle.finish(tournament_id=evening.id, actor=evening.actor, abandon=True)
    runner.catch_up_all()

    erase_player(player_id=UUID(players[0]), actor=evening.actor)

    assert evening.now.entries[players[0]].status == "active"


def test_strangers_cannot_run_a_tournament():
    evening = begun()

    with pytest.raises(NotAllowed):
        tournament_lifecycle.start(tournament_id=evening.id, actor=NOBODY)


def test_settings_survive_the_log():
    settings = preset("rummikub", "groups")
    evening = begun(given=settings)

    assert msgspec.to_builtins(evening.now.settings)["stages"] == msgspec.to_builtins(settings)["stages"]
