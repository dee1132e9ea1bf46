"""Legal moves and advice are a help: a game that fails at them takes nothing else down."""

from games.engine import Advice
from games.rummikub.game import Rummikub
from games.rummikub.moves import DrawTile
from league.matches.queries import hints
from tests.games.rummikub.positions import at


class Faulty(Rummikub):
    """Rummikub by somebody whose search has a fault."""

    def legal(self, state, seat):
        yield DrawTile()
        raise AssertionError("no way")

    def advise(self, state, seat):
        raise ZeroDivisionError


def test_a_fault_in_the_advice_is_logged_and_said(caplog):
    given = hints.advice(Faulty(), at("b4,b5,b6", "b7"), 0)

    assert given == (Advice("The game could not work out advice for this position."),)
    assert [record.message for record in caplog.records] == ["Advice of rummikub could not be worked out."]


def test_a_fault_among_the_legal_moves_leaves_those_before_it(caplog):
    found = hints.legal_moves(Faulty(), at("b4,b5,b6", "b7"), 0, most=60)

    assert found == (["draw"], False)
    assert [record.message for record in caplog.records] == ["Legal moves of rummikub could not be worked out."]


def test_a_sound_game_is_asked_and_nothing_is_logged(caplog):
    position = at("b4,b5,b6", "b7")

    assert hints.legal_moves(Rummikub(), position, 0) == (["play -b4,b5,b6 +b4,b5,b6,b7", "draw"], False)
    assert all(each.move is not None for each in hints.advice(Rummikub(), position, 0))
    assert caplog.records == []
