"""Each promise of the contract, broken on purpose, so that its check must fail."""

from dataclasses import replace

import pytest

from games.bench import Bench
from games.engine import PUBLIC, Advice, Score
from games.errors import ResultDiffers, RuleViolation
from games.records.record import RecordError
from games.result_form import ResultForm
from games.riff_raff import ENGINE as RIFF_RAFF
from games.riff_raff import errors as riff_raff_errors
from games.riff_raff.game import RiffRaff
from games.riff_raff.moves import Card
from games.riff_raff.position import Phase
from games.text_boards import TextBoard
from tests.games import contract
from tests.games.playouts import play
from tests.games.plugged import ENGINES

pytestmark = pytest.mark.usefixtures("sixth_game")

NIM = next(engine for engine in ENGINES if engine.meta.slug == "nim")
Nim = type(NIM)
Take = type(NIM.parse("a1"))


def nim(**methods):
    """A game of Nim, seen by an engine with some methods changed."""
    return replace(play(NIM, 2, seed=3), engine=type("Broken", (Nim,), methods)())


def riff_raff(**methods):
    return replace(play(RIFF_RAFF, 3, seed=3), engine=type("Broken", (RiffRaff,), methods)())


def broken(check, played, **named):
    with pytest.raises(AssertionError):
        check(played, **named)


def test_the_contract_finds_a_replay_with_a_different_end():
    played = play(NIM, 2, seed=3)

    broken(contract.replay_equals_play, replace(played, end=played.end._replace(taken=(0, 12))))


def test_the_contract_finds_a_move_missing_from_an_open_record():
    engine = nim(open_moves=lambda self, moves, state: moves[:-1]).engine

    with pytest.raises(RecordError):
        contract.every_level_records_the_same_result(engine, 2, 3)


def test_the_contract_finds_a_text_read_as_another_move():
    broken(contract.text_round_trips, nim(parse=lambda self, text: Take(0, 1)))


def test_the_contract_finds_a_result_form_of_another_result():
    played = nim(result_form=ResultForm(whole=True))

    with pytest.raises(ResultDiffers):
        contract.the_result_form_gives_the_result(played)


def test_the_contract_finds_a_bench_with_something_built_before_anything_is_taken():
    bench = Bench(work="", move="a1")

    broken(contract.benches_are_sound, nim(bench=lambda self, view, seat, work="": bench))


def test_the_contract_finds_a_refused_legal_move():
    def legal(self, state, seat):
        return [Take(0, 9)]

    with pytest.raises(RuleViolation, match="a9"):
        contract.legal_moves_are_accepted(nim(legal=legal))


def test_the_contract_finds_a_seat_without_a_legal_move_in_its_turn():
    broken(contract.legal_moves_are_accepted, nim(legal=lambda self, state, seat: []))


def test_the_contract_finds_a_move_listed_twice():
    broken(contract.legal_moves_are_accepted, nim(legal=lambda self, state, seat: [*NIM.legal(state, seat)] * 2))


def test_the_contract_finds_choices_that_leave_out_a_legal_move():
    broken(contract.choices_are_legal, nim(choices=lambda self, state, seat: [*NIM.legal(state, seat)][1:]))


def test_the_contract_finds_an_accepted_move_that_is_not_listed():
    def legal(self, state, seat):
        return [move for move in NIM.legal(state, seat) if move.stones < 3]

    broken(contract.accepted_moves_are_legal, nim(legal=legal), tries=200)


def test_the_contract_finds_a_move_accepted_after_the_end():
    def apply(self, state, seat, move):
        return NIM.apply(state, seat, move) if any(state.heaps) else state

    broken(contract.bad_moves_are_refused, nim(apply=apply), tries=50)


def test_the_contract_finds_a_refusal_from_another_game():
    def apply(self, state, seat, move):
        if seat != state.seat:
            raise riff_raff_errors.NotYourTurn(move=move, seat=seat, due="")
        return NIM.apply(state, seat, move)

    broken(contract.bad_moves_are_refused, nim(apply=apply), tries=50)


def test_the_contract_finds_a_refusal_missing_from_the_checked_clauses():
    broken(
        contract.bad_moves_are_refused,
        nim(clauses=lambda self, before, by, move: (riff_raff_errors.WrongSeatCount,)),
        tries=60,
    )


@pytest.mark.parametrize("way", ["none is played", "a refused one is passed over", "one more is taken"])
def test_the_contract_finds_a_play_that_differs_from_apply(way):
    def play(self, state, moves):
        for seat, move in moves:
            try:
                state = NIM.apply(state, seat, move) if way != "none is played" else state
            except RuleViolation:
                if way == "one more is taken":
                    next(moves, None)
                if way != "a refused one is passed over":
                    raise
        return state

    broken(contract.many_moves_are_played_as_one_by_one, nim(play=play), tries=60)


def test_the_contract_finds_advice_against_the_rules():
    def advise(self, state, seat):
        return [Advice("Take nine.", move=Take(0, 9))]

    with pytest.raises(RuleViolation, match="a9"):
        contract.advice_can_be_followed(nim(advise=advise))


def test_the_contract_finds_advice_that_uses_hidden_pieces():
    def advise(self, state, seat):
        return [Advice("Play your lowest card.")]

    broken(contract.advice_can_be_followed, riff_raff(advise=advise))


def test_the_contract_finds_moves_that_the_table_would_judge_differently():
    broken(contract.the_table_knows_every_moment, nim(open_moves=lambda self, moves, state: moves[:-1]))


def test_the_contract_finds_a_crash_in_the_rules():
    def apply(self, state, seat, move):
        return {}[seat]

    with pytest.raises(KeyError):
        contract.bad_moves_are_refused(nim(apply=apply), tries=50)


def test_the_contract_finds_vanishing_stones():
    broken(contract.pieces_are_conserved, nim(pieces=lambda self, state: sum(state.heaps)))


@pytest.mark.parametrize(
    "score",
    [
        Score((1, 0), (0,), "end"),
        Score((1, -1), (1,), "end"),
        Score((1, -1), (0,), "bored"),
        Score((1, -1, 0), (0,), "end"),
        Score((1, -1), (0, 0), "end"),
        None,
    ],
)
def test_the_contract_finds_an_impossible_result(score):
    broken(contract.results_are_sound, nim(score=lambda self, state: None if any(state.heaps) else score))


def test_the_contract_finds_a_result_before_the_end():
    broken(contract.results_are_sound, nim(score=lambda self, state: Score((1, -1), (0,), "end")))


def test_the_contract_finds_choices_whose_order_matters():
    def apply(self, state, seat, move):
        after = RIFF_RAFF.apply(state, seat, move)
        first = isinstance(move, Card) and not any(state.cards)
        return after._replace(captain=seat) if first else after

    broken(contract.choices_come_in_any_order, riff_raff(apply=apply))


@pytest.mark.parametrize("described", [("{move}", {"move": "a1"}), ("Takes {stones}.", {})])
def test_the_contract_finds_a_move_without_a_description(described):
    with pytest.raises((AssertionError, KeyError)):
        contract.moves_are_put_in_words(nim(describe=lambda self, before, by, move: described))


@pytest.mark.parametrize("drawn", [TextBoard(("a",), frozenset({"moon"})), TextBoard(("a\nb",)), TextBoard(("",))])
def test_the_contract_finds_a_board_that_is_not_drawn_from_the_view(drawn):
    with pytest.raises(AssertionError):
        contract.moves_are_put_in_words(nim(text_board=lambda self, view: drawn))


def test_the_contract_finds_pieces_hidden_after_the_end():
    broken(contract.nothing_is_hidden_in_the_end, riff_raff(show=lambda self, before, by, move, to, position: "?"))
    broken(contract.nothing_is_hidden_in_the_end, riff_raff(view=lambda self, state, to: {"viewer": to}))


def leaky(name):
    """Riff Raff that reveals a seat's choice in one of many ways."""

    def of(state):
        return [*state.cards] if state.phase == Phase.CHOOSE else []

    def view(self, state, to):
        return {**RIFF_RAFF.view(state, to), "leak": of(state)}

    def turn(self, state):
        return RIFF_RAFF.turn(state) | ({9} if 7 in of(state) else set())

    def describe_to(self, before, by, move, to, position):
        return self.describe(before, by, move)

    def legal(self, state, seat):
        return [move for move in RIFF_RAFF.legal(state, seat) if move not in [Card(card) for card in of(state)]]

    def apply(self, state, seat, move):
        if isinstance(move, Card) and move.number in of(state):
            raise riff_raff_errors.CardUsed(seat=state.cards.index(move.number), card=move)
        return RIFF_RAFF.apply(state, seat, move)

    def suggest(self, state, seat, chance):
        return Card(max(of(state), default=1)) if of(state) else RIFF_RAFF.suggest(state, seat, chance)

    def show(self, before, by, move, to, position):
        shown = RIFF_RAFF.show(before, by, move, to, position)
        return f"{shown}?" if shown != "?" and sum(of(position)) % 2 else shown

    return riff_raff(**{name: locals()[name]})


@pytest.mark.parametrize("way", ["view", "turn", "describe_to", "legal", "apply", "suggest", "show"])
def test_the_contract_finds_leaks_of_hidden_pieces(way):
    played = leaky(way)

    with pytest.raises(AssertionError, match="can tell by"):
        _ = [contract.nothing_leaks(played, viewer, tries=60) for viewer in range(3)]


def test_a_game_that_hides_nothing_has_no_other_worlds():
    played = riff_raff(show=lambda self, before, by, move, to, position: str(move))

    assert not contract.hides_something_from(played, PUBLIC)
    assert contract.nothing_leaks(played, PUBLIC, tries=60) == 0


def test_a_playout_follows_from_its_seed():
    assert play(RIFF_RAFF, 3, seed=5).lines == play(RIFF_RAFF, 3, seed=5).lines
    assert play(RIFF_RAFF, 3, seed=5).lines != play(RIFF_RAFF, 3, seed=6).lines
