"""The life of results through the services: rows, outcomes straight from the log, and a rebuild agree."""

import pytest

from league.clubs.models import Player
from league.clubs.sessions import actor
from league.common.actor import Actor
from league.errors import NotAllowed, Unknown
from league.eventlog import store
from league.eventlog.errors import StreamMovedOn
from league.eventlog.projections import registry, runner
from league.impact import services as results
from league.integrity.audit import audit
from league.matches import outcomes
from league.matches import repository as match_repository
from league.matches.errors import MatchBegan, RecordDiffers
from league.matches.models import MatchRow, MatchTotal, SeriesStanding
from league.matches.queries.detail import fairness
from league.matches.services import play as match_play
from league.matches.services import setup as match_setup
from league.matches.services.play import MoveRequest
from league.standings.types import GameFigures, MatchResult, Outcome
from tests.builders.played import accounts
from tests.builders.reported import TOURNAMENT, Table, rows

pytestmark = pytest.mark.django_db

RECORD = "ludex: 1\ngame: rummikub\nrules: 1\nlog: score\nseats: А | Б\nrounds: 1\n\n"
GAMES = "== 1.1\npoints: 5 -5\nreason: out\n\n== 1.2\npoints: -7 7\nreason: out\n"


def row(table):
    runner.catch_up_all()
    found = MatchRow.objects.get(id=table.id)
    total = MatchTotal.objects.get(match=table.id)
    assert found.outcome == total.outcome == table.standing.outcome
    return found.outcome, found.status


def test_the_list_follows_a_match_through_its_life(club):
    table = Table(club)
    seen = [row(table)]

    for step in (
        lambda: table.play(table.seats[0]),
        lambda: table.do(results.contest_result, table.seats[1], reason="Count again."),
        lambda: table.do(results.settle_result, reason="Counted."),
        lambda: table.do(results.forfeit_match, seats=[1], reason="Left early."),
        lambda: table.do(results.void_match, reason="Wrong table."),
        lambda: table.do(results.reopen_match, reason="It was the right one."),
    ):
        step()
        seen.append(row(table))

    assert seen == [
        ("unplayed", "running"),
        ("reported", "over"),
        ("contested", "over"),
        ("confirmed", "over"),
        ("forfeit", "over"),
        ("void", "over"),
        ("confirmed", "over"),
    ]
    assert str(MatchRow.objects.get(id=table.id).tournament) == TOURNAMENT


def test_a_rebuild_and_batches_of_any_size_give_the_same_rows(club, monkeypatch):
    first, second = Table(club), Table(club, 4)
    first.play(first.seats[0])
    first.do(results.confirm_result, first.seats[1])
    second.do(match_setup.change_seats, players=second.players[:3], absent=second.players[3:], reason="Ill.")
    for game in (1, 2, 3):
        second.report(6, -2, -4, game=game)
    second.do(results.contest_result, second.seats[2], reason="No.")
    first.do(results.forfeit_match, seats=[0, 1], reason="Nobody came.")
    second.report(4, -2, -2, correction="Counted again.")
    monkeypatch.setattr(runner, "BATCH", 1)
    runner.catch_up_all()
    before = rows()

    for name in registry.names():
        runner.rebuild(name)

    assert rows() == before
    assert (audit().findings, len(before[2])) == ((), 2)


def test_contested_forfeit_or_void_matches_do_not_count_in_a_series(club):
    table = Table(club)
    table.play()
    counted = []

    for step in (
        lambda: None,
        lambda: table.do(results.contest_result, table.seats[1], reason="No."),
        lambda: table.do(results.settle_result, reason="Yes."),
        lambda: table.do(results.void_match, reason="No."),
    ):
        step()
        runner.catch_up_all()
        counted.append(SeriesStanding.objects.count())

    assert counted == [2, 0, 2, 0]


def test_many_matches_are_read_at_once(club):
    played, forfeit, short = Table(club), Table(club), Table(club, 3)
    played.play()
    forfeit.do(results.forfeit_match, seats=[1], reason="Late.")
    short.do(match_setup.change_seats, players=short.players[:2], absent=short.players[2:], reason="Ill.")
    ids = [played.id, forfeit.id, short.id]

    found = outcomes.match_results(ids)

    a, b, _ = map(str, short.players)
    each = (GameFigures((5, -5), (0,)), GameFigures((-7, 7), (1,)))
    nothing = {"points": (), "wins": (), "winners": (), "games": 0, "absent": frozenset()}
    assert found == {
        played.id: MatchResult(
            Outcome.CONFIRMED, (a, b), (0, 1), (-2, 2), (1, 1), (1,), 2, frozenset(), True, 4, each=each
        ),
        forfeit.id: MatchResult(
            **{**nothing, "absent": frozenset({1})},
            outcome=Outcome.FORFEIT,
            players=(a, b),
            origins=(0, 1),
            over=True,
            revision=2,
        ),
        short.id: MatchResult(
            **nothing, outcome=Outcome.UNPLAYED, players=(a, b), origins=(0, 1), over=False, revision=2
        ),
    }
    with pytest.raises(Unknown):
        outcomes.match_results([TOURNAMENT])


def test_only_seats_and_officials_report_results_and_only_officials_rule(club):
    table = Table(club)
    stranger, third = Actor(club[0].user), Actor(club[0].user, frozenset({str(club[2][2])}))
    table.play(table.seats[0])

    for other in (stranger, third):
        with pytest.raises(NotAllowed, match="neither a club official nor one of the players"):
            table.report(5, -5, actor=other)
        with pytest.raises(NotAllowed):
            table.do(results.confirm_result, other)
        with pytest.raises(NotAllowed):
            table.do(results.contest_result, other, reason="No.")
        with pytest.raises(NotAllowed):
            table.do(match_setup.choose_level, other, level="open")
    for command, more in (
        (results.settle_result, {}),
        (results.forfeit_match, {"seats": [0]}),
        (results.void_match, {}),
        (results.reopen_match, {}),
        (match_setup.change_seats, {"players": []}),
    ):
        with pytest.raises(NotAllowed):
            table.do(command, table.seats[0], reason="I say so.", **more)
    with pytest.raises(NotAllowed):
        table.do(match_play.record_into, table.seats[0], source=RECORD + GAMES)


def test_an_official_with_a_seat_speaks_for_that_seat(club):
    table = Table(club)
    official = Actor(club[0].user, frozenset({str(table.players[0])}), club[0].roles)

    table.play(official)

    assert table.standing.outcome == Outcome.REPORTED
    table.do(results.settle_result, official, reason="Nobody else has an account.")
    assert table.standing.outcome == Outcome.CONFIRMED


def test_an_outdated_command_is_a_conflict(club):
    table = Table(club)
    table.report(5, -5)

    with pytest.raises(StreamMovedOn):
        results.forfeit_match(match_id=table.id, seats=[0], reason="Late.", expected=1, actor=table.official)


def test_a_table_that_switches_to_the_service_is_dealt_from_a_sealed_seed(club):
    table = Table(club)
    users = accounts(2)
    for player, user in zip(table.players, users, strict=True):
        Player.objects.filter(id=player).update(user=user)
    table.seats = [actor(user.pk) for user in users]

    table.do(match_setup.choose_level, table.seats[0], level="full", dealing="server")
    table.do(match_setup.choose_level, level="score")
    table.do(match_setup.choose_level, level="full", dealing="server")
    while not match_repository.load(table.id).state.over:
        now = match_repository.load(table.id).state
        (seat,) = now.turn
        move = "draw" if now.position.pool else "pass"
        table.do(match_play.play_moves, table.seats[seat], plies=[MoveRequest(seat, move)])

    assert table.standing.outcome == Outcome.CONFIRMED
    assert fairness(table.id).fair
    assert audit().findings == ()
    assert [each.kind for each in store.read(f"match-{table.id}").events][:7] == [
        "match.opened",
        "level.chosen",
        "game.opened",
        "move.played",
        "seed.revealed",
        "level.chosen",
        "level.chosen",
    ]


def test_a_record_fills_a_match_completely_or_not_at_all(club):
    table = Table(club)

    with pytest.raises(RecordDiffers, match="'В' in seat 1"):
        table.do(match_play.record_into, source=RECORD.replace("| Б", "| В") + GAMES)
    table.do(match_play.record_into, source=RECORD + GAMES)

    assert (table.standing.outcome, table.standing.points) == (Outcome.REPORTED, (-2, 2))
    with pytest.raises(MatchBegan):
        table.do(match_play.record_into, source=RECORD + GAMES)
