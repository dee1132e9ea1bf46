"""Matches through the services: projections, rebuild and audit agree with what was played."""

import pytest

from games.engine import Stated
from league.eventlog.projections import registry, runner
from league.impact import services as results
from league.integrity.audit import audit
from league.matches import repository as match_repository
from league.matches.models import MatchTotal, SeriesStanding
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from tests.builders.reported import rows, sample_table
from tests.games.records.texts import DEAL

pytestmark = pytest.mark.django_db


def test_the_totals_of_the_sample_table_are_those_of_the_rule_sheet(club):
    match_id = sample_table(*club)

    runner.catch_up_all()

    total = MatchTotal.objects.get(match=match_id)
    assert (total.points, total.wins, total.winners) == ([-24, -54, 45, 33], [1, 0, 2, 1], [2])
    standings = SeriesStanding.objects.order_by("rank").values_list("rank", "wins", "points")
    assert list(standings) == [(1, 2, 45), (2, 1, 33), (3, 1, -24), (4, 0, -54)]


def test_a_rebuild_gives_the_same_rows(club):
    sample_table(*club)
    sample_table(*club)
    runner.catch_up_all()
    before = rows()

    for name in registry.names():
        runner.rebuild(name)

    assert rows() == before


def test_a_correction_changes_totals_and_standings(club):
    match_id = sample_table(*club)
    runner.catch_up_all()

    results.report_result(
        match_id=match_id,
        place=(1, 4),
        stated=Stated((41, -25, -10, -6), "out"),
        expected=match_repository.load(match_id).head.seq,
        correction="The rows of А and В were swapped.",
        actor=club[0],
    )
    runner.catch_up_all()

    total = MatchTotal.objects.get(match=match_id)
    assert (total.points, total.wins, total.winners) == ([27, -54, -6, 33], [2, 0, 1, 1], [0])
    assert SeriesStanding.objects.get(rank=1).points == 27


def test_the_audit_replays_every_match_and_finds_nothing(club):
    actor, club_id, players, _ = club
    sample_table(*club)
    done = match_play.open_match(club_id=club_id, game="rummikub", seats=players[:2], actor=actor, dealing="table")
    plies = [
        MoveRequest(-1, DEAL),
        MoveRequest(0, "play +r10,b10,k10", 12),
        MoveRequest(1, "draw"),
        MoveRequest(-1, "b13"),
    ]
    match_play.play_moves(match_id=done.id, plies=plies, expected=done.revision, actor=actor)

    report = audit()

    assert (report.findings, report.matches, report.streams) == ((), 2, 2)
