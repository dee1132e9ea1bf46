"""Matches through the services: projections, rebuild and audit agree with what was played."""

import pytest
from django.forms.models import model_to_dict

from games.engine import Stated
from league.domain.actor import Actor
from league.models import GameResult, Match, MatchTotal, SeriesStanding, User
from league.projections import hot, registry, runner
from league.services import matches, people, results
from league.services.audit import audit
from league.services.matches import Ply
from tests.games.records import DEAL

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    """An organiser, as an actor, of a club with four players and a series: actor, club, players, series."""
    user = User.objects.create_user("organiser")
    founder = Actor(user.pk)
    club = people.found_club(name="Ладья", actor=founder)
    actor = Actor(user.pk, frozenset(), {str(club.pk): frozenset({"organiser"})})
    players = [people.add_player(club_id=club.pk, name=name, actor=actor).pk for name in ("А", "Б", "В", "Г")]
    series = people.start_series(club_id=club.pk, game="rummikub", name="Осень", actor=actor)
    return actor, club.pk, players, series.pk


SAMPLE = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47), (-10, -25, 41, -6)]


def sample_table(actor, club, players, series):
    """The sample table of the rule sheet as a score-only match; its id."""
    done = matches.open_match(
        club_id=club, game="rummikub", seats=players, level="score", series_id=series, actor=actor
    )
    for game, row in enumerate(SAMPLE, 1):
        results.report_result(
            match_id=done.match_id, place=(1, game), stated=Stated(row, "out"), expected=game, actor=actor
        )
    return done.match_id


def rows():
    """Every row that projections wrote."""
    return [
        [model_to_dict(row) for row in table.objects.order_by("pk")]
        for table in (Match, GameResult, MatchTotal, SeriesStanding)
    ]


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
        expected=hot.current(match_id).head.seq,
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
    done = matches.open_match(club_id=club_id, game="rummikub", seats=players[:2], actor=actor, dealing="table")
    plies = [Ply(-1, DEAL), Ply(0, "play +r10,b10,k10", 12), Ply(1, "draw"), Ply(-1, "b13")]
    matches.play_moves(match_id=done.match_id, plies=plies, expected=done.revision, actor=actor)

    report = audit()

    assert (report.findings, report.matches, report.streams) == ((), 2, 2)
