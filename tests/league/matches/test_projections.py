"""The list of matches and their totals are the same for any batches of the log."""

import random
from itertools import pairwise

import pytest

from league.clubs import services as club_services
from league.eventlog import store
from league.eventlog.projections import registry, runner
from league.eventlog.types import NewEvent
from league.impact import services as results
from league.matches.models import MatchRow, MatchTotal, SeriesStanding
from league.matches.services import setup as match_setup
from tests.builders.disputes import Dispute
from tests.builders.reported import Table, rows
from tests.league.sql import execute
from tests.league.toys import write

pytestmark = pytest.mark.django_db

PROJECTIONS = ("matches", "results")


def everything():
    """The log of a match with moves and rulings, and of two in a series; all of it is in the rows."""
    dispute = Dispute()
    official = dispute.actor("organiser")
    others = [club_services.add_player(club_id=dispute.club, name=name, actor=official).pk for name in ("В", "Г")]
    series = club_services.start_series(club_id=dispute.club, game="rummikub", name="Осень", actor=official).pk
    club = official, dispute.club, [*dispute.players, *others], series
    dispute.do(match_setup.choose_level, "organiser", level="open", dealing="table")
    dispute.do(match_setup.choose_level, "organiser", level="full", dealing="server")
    dispute.play()
    dispute.rule("annul", revision=dispute.last_move())
    dispute.play()
    dispute.rule("adjust", game=(1, 2), points=(9, -9))
    dispute.rule("replay", game=(1, 1))
    dispute.play(3)
    first, second = Table(club), Table(club, 4)
    first.play(first.seats[0])
    second.do(match_setup.change_seats, players=second.players[:3], absent=second.players[3:], reason="Ill.")
    for game in (1, 2, 3):
        second.report(6, -2, -4, game=game)
    first.do(results.contest_result, first.seats[1], reason="No.")
    first.do(results.settle_result, reason="Yes.")
    second.report(4, -2, -2, correction="Counted again.")
    second.do(results.void_match, reason="Wrong table.")
    runner.catch_up_all()
    return store.read_from(0, 10_000).events


@pytest.mark.parametrize("seed", range(3))
def test_rows_are_the_same_for_any_batches_of_the_log(seed):
    events, whole = everything(), rows()
    chance = random.Random(seed)
    cuts = sorted({0, len(events), *chance.sample(range(len(events)), len(events) // (1 + 3 * seed))})

    for name in PROJECTIONS:
        registry.find(name).reset()
        for start, end in pairwise(cuts):
            registry.find(name).apply(events[start:end])

    assert rows() == whole
    assert [len(each) for each in whole] == [3, 6, 3, 2]


def test_a_match_that_leaves_a_series_removes_players_without_other_matches(club):
    pair, four = Table(club), Table(club, 4)
    pair.play()
    for game in (1, 2, 3, 4):
        four.report(6, -2, -3, -1, game=game)
    runner.catch_up_all()
    before = set(SeriesStanding.objects.values_list("player", "matches"))

    four.do(results.void_match, reason="Wrong table.")
    runner.catch_up_all()

    a, b, c, d = four.players
    assert before == {(a, 2), (b, 2), (c, 1), (d, 1)}
    assert set(SeriesStanding.objects.values_list("player", "matches", "points", "rank")) == {
        (a, 1, -2, 2),
        (b, 1, 2, 1),
    }


def test_a_game_that_does_not_end_the_match_leaves_the_series_unchanged(club):
    played, running = Table(club), Table(club)
    played.play()
    runner.catch_up_all()
    before = execute("SELECT player, xmin, ctid FROM league_seriesstanding ORDER BY player")

    running.report(5, -5)
    runner.catch_up_all()

    assert execute("SELECT player, xmin, ctid FROM league_seriesstanding ORDER BY player") == before
    assert len(before) == 2
    assert MatchTotal.objects.get(match=running.id).games == 1


def test_moves_update_the_revision_of_rows_and_leave_the_sheet():
    dispute = Dispute()
    dispute.play(1)
    runner.catch_up_all()
    before = MatchTotal.objects.get(match=dispute.id)

    dispute.play(1)
    runner.catch_up_all()

    after = MatchTotal.objects.get(match=dispute.id)
    assert before.revision < dispute.now.revision
    assert (after.revision, MatchRow.objects.get(id=dispute.id).revision) == (dispute.now.revision,) * 2
    assert after.sheet == before.sheet


@pytest.mark.parametrize("name", PROJECTIONS)
@pytest.mark.parametrize(
    "fact",
    [NewEvent("move.played", 1, {"seat": 0, "move": "draw"}), NewEvent("result.confirmed", 1, {})],
    ids=["a move", "a confirmation"],
)
def test_an_event_without_an_opening_stops_the_projection(name, fact):
    write("match-0199f7c0-0000-7000-8000-00000000000f", fact)

    runner.catch_up_all()

    status = runner.status_of(name)
    assert (status.position, status.behind) == (0, 1)
    assert status.fault.startswith(("LookupError: ", "KeyError: "))
