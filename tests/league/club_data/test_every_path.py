"""Totals are the same for live, imported, replayed and rebuilt matches.

LUDEX_MATCHES sets how many matches are simulated: 6 by default, 1000 before a release.
"""

import os

import pytest

from games.engine import Level, Table
from games.records.reader import read
from games.records.replay import replay, settings
from games.records.simulate import simulate_match
from games.registry import engine
from league.eventlog.projections import registry, runner
from league.matches.models import MatchTotal
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from tests.builders.clubs import founded

MATCHES = int(os.environ.get("LUDEX_MATCHES", "6"))

pytestmark = pytest.mark.django_db


def record(number: int) -> str:
    """A match of two, three or four; every fourth as the table saw it."""
    rules = engine("rummikub")
    level = Level.OPEN if number % 4 == 3 else Level.FULL
    table = Table(2 + number % 3, level, settings(rules, {}))
    return simulate_match(rules, table, f"every path {number}".encode(), {})


def written_down(text: str, club, actor) -> str:
    """The record written down move by move through the service; the match's id."""
    source = read(text)
    done = match_play.open_match(
        club_id=club, game="rummikub", seats=[None] * source.seats, level=source.level, dealing="table", actor=actor
    )
    revision = done.revision
    for game in source.games:
        for ply in game.plies:
            revision = match_play.play_moves(
                match_id=done.id, plies=[MoveRequest(ply.seat, ply.move)], expected=revision, actor=actor
            ).revision
    return done.id


def totals(match_id: str):
    row = MatchTotal.objects.get(match=match_id)
    return row.rounds, row.points, row.wins, row.winners, row.complete


def test_totals_are_the_same_by_every_path():
    actor, club = founded()
    ids = []
    for number in range(MATCHES):
        text = record(number)
        imported = match_play.import_record(club_id=club, source=text, actor=actor).id
        ids.append((text, written_down(text, club, actor), imported))
    runner.catch_up_all()
    before = [(totals(live), totals(imported)) for _, live, imported in ids]

    for name in registry.names():
        runner.rebuild(name)

    for (text, live, imported), (by_moves, by_import) in zip(ids, before, strict=True):
        sums = replay(text).totals
        assert by_moves[1:] == (list(sums.points), list(sums.wins), list(sums.winners), True)
        assert by_import == by_moves
        assert (totals(live), totals(imported)) == (by_moves, by_import)
