"""Random games: what must hold in each, and what nobody may learn."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.engine import CHANCE, EVERYTHING, PUBLIC, Level
from games.errors import Refused
from games.records.record import GameRecord, MoveLine
from games.records.replay import steps
from games.the_game_extreme import ENGINE, cards, turns
from games.the_game_extreme.moves import Deal, Drawn, Play
from games.the_game_extreme.orders import Order
from games.the_game_extreme.position import Phase, cards_held, cards_left, draw_pile
from tests.games.the_game_extreme.positions import after, at, table

LEVELS = st.sampled_from([Level.FULL, Level.OPEN])
MODES = st.sampled_from(["while_visible", "whole_turn"])
SEEDS = st.binary(min_size=4, max_size=8)


def playout(where, seed, *, wild=0):
    """A game by suggested moves, one in *wild* a random play: each move with the position before it, and the last."""
    state, plies = ENGINE.setup(where), []
    while turn := ENGINE.turn(state):
        (seat,) = turn
        chance = Chance(seed, f"1.1:{len(plies)}")
        if seat == CHANCE:
            move = ENGINE.draw(state, chance)
        else:
            plays = [each for each in ENGINE.legal(state, seat) if isinstance(each, Play) and not each.accept_loss]
            random = wild and plays and chance.below(wild) == 0
            move = chance.pick(plays) if random else ENGINE.suggest(state, seat, chance)
        plies.append((state, seat, move))
        state = ENGINE.apply(state, seat, move)
    return plies, state


@settings(max_examples=25, deadline=None)
@given(seats=st.integers(1, 5), level=LEVELS, mode=MODES, seed=SEEDS)
def test_a_game_ends_conserves_its_cards_and_replays_from_its_text(seats, level, mode, seed):
    where = table(seats, level, one_pile_mode=mode)

    plies, last = playout(where, seed, wild=6)

    record = GameRecord(1, 1, 1, [MoveLine(0, seat, str(move), None, "") for _, seat, move in plies], {})
    positions = [state for _, state in steps(ENGINE, where, record)]
    assert positions == [*(state for state, _, _ in plies[1:]), last]
    assert {pieces for state in positions if (pieces := ENGINE.pieces(state)) is not None} <= {cards.ALL}
    assert [cards_left(state) for state in positions] == [
        sum(cards_held(state, seat) for seat in range(seats)) + draw_pile(state) for state in positions
    ]
    assert [ENGINE.parse(str(move)) for _, _, move in plies] == [move for _, _, move in plies]
    assert ENGINE.score(last).points == (cards_left(last),) * seats


@pytest.mark.parametrize(("seats", "most_left", "won"), [(2, 15, 0), (5, 13, 1)])
def test_players_who_sense_the_draw_pile_lay_most_of_the_cards_and_sometimes_all(seats, most_left, won):
    """Players who look at the distance between two cards alone have 26 and 21 left, and win none of these games."""
    left = [cards_left(playout(table(seats), str(number).encode())[1]) for number in range(24)]

    assert sum(left) <= most_left * len(left)
    assert left.count(0) >= won


@settings(max_examples=15, deadline=None)
@given(seats=st.integers(1, 5), mode=MODES, seed=SEEDS)
def test_the_open_record_of_a_full_game_gives_the_same_result(seats, mode, seed):
    plies, last = playout(table(seats, one_pile_mode=mode), seed)
    state = ENGINE.setup(table(seats, Level.OPEN, one_pile_mode=mode))

    for seat, move in ENGINE.open_moves([(seat, move) for _, seat, move in plies], last):
        state = ENGINE.apply(state, seat, move)

    assert (ENGINE.score(state), state.piles, draw_pile(state)) == (ENGINE.score(last), last.piles, draw_pile(last))


@settings(max_examples=10, deadline=None)
@given(seats=st.integers(1, 5), level=LEVELS, seed=SEEDS)
def test_a_suggested_move_depends_only_on_position_and_chance(seats, level, seed):
    plies, _ = playout(table(seats, level), seed)

    again = [
        ENGINE.draw(state, Chance(seed, f"1.1:{n}"))
        if seat == CHANCE
        else ENGINE.suggest(state, seat, Chance(seed, f"1.1:{n}"))
        for n, (state, seat, _) in enumerate(plies)
    ]

    assert again == [move for _, _, move in plies]


@settings(max_examples=10, deadline=None)
@given(seats=st.integers(1, 5), mode=MODES, seed=SEEDS)
def test_planning_ahead_agrees_with_the_rules(seats, mode, seed):
    plies, _ = playout(table(seats, one_pile_mode=mode), seed, wild=3)

    for state, seat, move in plies:
        if isinstance(move, Play) and not state.options.orders[move.card] & Order.STOP:
            hand = tuple(cards.members(state.hands[seat]))
            turn, later = turns.rest_of_turn(state, hand), ENGINE.apply(state, seat, move)
            legal = {Play(each.card, each.pile) for each in ENGINE.legal(state, seat) if isinstance(each, Play)}
            assert {play for _, play in turn.plays()} == legal
            assert turn.after(move) == turns.rest_of_turn(later, tuple(cards.members(later.hands[seat])))


def test_a_player_covers_a_skull_at_any_price():
    position = after(at("80 2 81 82 83 84 86 88", others=(), A1=50, A2=49, D1=90), "0 80>D1")

    assert ENGINE.suggest(position, 0, Chance(b"seed", "")) == Play(2, 2)


@pytest.mark.parametrize(("laid", "plays"), [((), {"46>A1", "82>A2"}), (tuple(range(61, 71)), {"60>D1", "82>A2"})])
def test_a_player_passes_over_numbers_that_are_laid_rather_than_over_cards_to_come(laid, plays):
    position = at("46 60 82", others=("3", "98"), A1=(*laid, 42), A2=79, D1=71)
    chance = Chance(b"seed", "")

    first = ENGINE.suggest(position, 0, chance)
    then = ENGINE.suggest(after(position, f"0 {first}"), 0, chance)

    assert {str(first), str(then)} == plays


def test_a_losing_player_lays_the_fitting_cards_with_a_stop_last():
    position = after(at("31 52 61", D1=40, A1=97, A2=50, D2=3), "0 31>D1")
    chance = Chance(b"seed", "")

    first = ENGINE.suggest(position, 0, chance)
    then = ENGINE.suggest(after(position, f"0 {first}"), 0, chance)

    assert [str(first), str(then)] == ["61>A2", "fail skull"]
    assert str(ENGINE.suggest(after(at("31 52", D1=40, A1=97, A2=50, D2=3), "0 31>D1"), 0, chance)) == "52>A2!"


def otherwise(state, viewer, seed):
    """The position with everything unknown to *viewer* dealt again."""
    chance = Chance(seed, "otherwise")
    others = [seat for seat in range(state.options.seats) if seat != viewer]
    pool = chance.shuffled(list(cards.members(state.unseen | sum(state.hands[seat] for seat in others))))
    hands = list(state.hands)
    for seat in others:
        count = hands[seat].bit_count()
        hands[seat], pool = cards.card_set(pool[:count]), pool[count:]
    return state._replace(hands=tuple(hands), unseen=cards.card_set(pool))


def answers(state, seat):
    """The responses to every text that a seat could send."""
    found = []
    for text in (
        "end",
        "end!",
        "fail skull",
        "12",
        "deal 0",
        "violation stop",
        *(f"{card}>A1" for card in cards.CARDS),
    ):
        try:
            ENGINE.apply(state, seat, ENGINE.parse(text))
            found.append("accepted")
        except Refused as refused:
            found.append(refused.message)
    return found


@settings(max_examples=15, deadline=None)
@given(seats=st.integers(2, 5), seed=SEEDS, place=st.integers(0, 200))
def test_no_viewer_learns_hidden_cards(seats, seed, place):
    plies, _ = playout(table(seats), seed)
    state, _, _ = plies[min(place, len(plies) - 1)]

    for viewer in (PUBLIC, *range(seats)):
        other = otherwise(state, viewer, seed)
        assert json.dumps(ENGINE.view(state, viewer)) == json.dumps(ENGINE.view(other, viewer))
        if viewer != PUBLIC:
            assert answers(state, viewer) == answers(other, viewer)
            assert ENGINE.suggest(state, viewer, Chance(seed, "")) == ENGINE.suggest(other, viewer, Chance(seed, ""))


def test_a_deal_shows_each_seat_only_its_hand():
    before = ENGINE.setup(table(3))
    deal = ENGINE.parse("deal 1 | 2 3 4 5 6 7 | 8 9 10 11 12 13 | 14 15 16 17 18 19")
    position = ENGINE.apply(before, CHANCE, deal)

    shown = {to: ENGINE.show(before, CHANCE, deal, to, position) for to in (0, 2, PUBLIC, EVERYTHING)}

    assert shown == {
        0: "deal 1 | 2 3 4 5 6 7 | ? | ?",
        2: "deal 1 | ? | ? | 14 15 16 17 18 19",
        PUBLIC: "deal 1 | ? | ? | ?",
        EVERYTHING: str(deal),
    }


def test_drawn_cards_are_shown_to_their_owner_only():
    due = after(at("40 50 60 61 62 63"), "0 40>A1", "0 50>A1", "0 end")
    drawn = Drawn((12, 44))
    position = ENGINE.apply(due, CHANCE, drawn)

    shown = [ENGINE.show(due, CHANCE, drawn, to, position) for to in (0, 1, PUBLIC, EVERYTHING)]
    told = [ENGINE.describe_to(due, CHANCE, drawn, to, position)[1] for to in (0, 1, PUBLIC)]

    assert shown == ["12 44", "? ?", "? ?", "12 44"]
    assert told == [{"cards": "12 44"}, {"count": 2}, {"count": 2}]


def test_a_deal_is_described_without_its_hands():
    before = ENGINE.setup(table(1))
    deal = ENGINE.parse("deal 0 | 2 3 4 5 6 7 8 9")

    told = ENGINE.describe_to(before, CHANCE, deal, PUBLIC, ENGINE.apply(before, CHANCE, deal))

    assert told == ("Hands are dealt. Seat {seat} starts.", {"seat": 0})


def test_a_finished_game_is_shown_completely():
    due = after(at("40 50 60 61 62 63"), "0 40>A1", "0 50>A1", "0 end")
    over = after(due, "* 12 44", "1 give_up")

    assert ENGINE.show(due, CHANCE, Drawn((12, 44)), PUBLIC, over) == "12 44"
    assert ENGINE.view(over, PUBLIC)["cards"] == [[12, 44, 60, 61, 62, 63], [2], [99]]


@pytest.mark.parametrize("level", [Level.FULL, Level.OPEN])
def test_chance_deals_what_the_level_of_recording_needs(level):
    start = ENGINE.setup(table(4, level))

    deal = ENGINE.draw(start, Chance(b"seed", "1.1:0"))

    assert isinstance(deal, Deal)
    assert ENGINE.apply(start, CHANCE, deal).phase == Phase.TURN
    assert (deal.hands is None) == (level == Level.OPEN)


def test_in_an_open_record_the_bot_guesses_the_hand():
    position = ENGINE.apply(ENGINE.setup(table(2, Level.OPEN)), CHANCE, Deal(0, None))

    found = [ENGINE.suggest(position, 0, Chance(b"seed", str(number))) for number in (1, 1, 2)]

    assert (found[0], type(found[0])) == (found[1], Play)
    assert found[0] != found[2]
