"""What holds in every game."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.engine import CHANCE, PUBLIC, Level
from games.ralph import ENGINE, cards, layout
from games.ralph.cards import JOKER, NOBODY
from games.ralph.moves import Choose, Deal
from games.ralph.position import Phase
from games.records.replay import replay
from tests.games.ralph.play import played
from tests.games.ralph.positions import at, table
from tests.games.ralph.slow import SlowTable

GAMES = {
    "seed": st.binary(min_size=1, max_size=4),
    "seats": st.integers(2, 5),
    "variant": st.sampled_from(["standard", "simplified"]),
    "close_empty_columns": st.booleans(),
    "at_random": st.booleans(),
}


@pytest.mark.unwatched
@settings(deadline=None)
@given(**GAMES)
def test_every_dealt_card_is_in_exactly_one_place(**game):
    steps = played(**game).steps

    assert {ENGINE.pieces(before) for before, _, _ in steps[1:]} == {ENGINE.pieces(steps[-1][0])}


@pytest.mark.unwatched
@settings(deadline=None)
@given(**GAMES)
def test_cards_taken_left_and_burned_are_twelve_per_seat_plus_two(seats, **game):
    over = played(seats=seats, **game).state

    taken = sum(ENGINE.score(over).points)
    assert taken + len(list(layout.all_cards(over.rows))) + over.burned.bit_count() == 12 * seats + 2


@pytest.mark.unwatched
@settings(deadline=None)
@given(**GAMES)
def test_rows_rise_without_gaps_and_show_no_four(**game):
    for position, _, _ in played(**game).steps:
        owners = [owner for owner, _, _ in position.rows if owner != NOBODY]
        assert len(owners) == len(set(owners))
        assert len(position.rows) <= 4
        for at_, (owner, _, stacks) in enumerate(position.rows):
            tops = [stack[-1] >> 3 for stack in stacks if stack]
            gaps = [(at_, place) for place, stack in enumerate(stacks) if not stack]
            assert tops == sorted(set(tops))
            assert len(tops) <= 3
            assert {card & 7 for stack in stacks for card in stack} <= {owner, JOKER}
            assert max(map(len, stacks)) <= 3
            assert gaps == ([position.hole] if position.hole[0] == at_ else [])
        for column in layout.columns(position.rows):
            assert not layout.is_full(position.rows, column)


@settings(deadline=None)
@given(**GAMES)
def test_every_legal_move_is_accepted_and_survives_writing_and_reading(**game):
    for position, _, _ in played(**game).steps:
        for seat in ENGINE.turn(position):
            for move in ENGINE.legal(position, seat):
                assert ENGINE.apply(position, seat, move) is not None
                assert ENGINE.parse(str(move)) == move


@pytest.mark.unwatched
@settings(deadline=None)
@given(**GAMES)
def test_a_simple_slow_implementation_agrees_in_every_round(seats, close_empty_columns, **game):
    found = played(seats=seats, close_empty_columns=close_empty_columns, **game)
    (_, _, deal), *steps = found.steps
    slow = SlowTable(seats, cards.names(deal.turned), close_empty_columns=close_empty_columns)

    for round_ in range(1, 13):
        moves = [(seat, move) for before, seat, move in steps if before.round == round_]
        chosen = {seat: str(move) for seat, move in moves if isinstance(move, Choose)}
        slow.round([chosen[seat] for seat in range(seats)], [str(move) for _, move in moves[seats:]])
        position = next((before for before, _, _ in steps if before.round == round_ + 1), found.state)
        view = ENGINE.view(position, PUBLIC)
        rows = sorted(sorted((each["column"], each["cards"]) for each in row["stacks"]) for row in view["layout"])
        assert (rows, view["won"]) == (slow.picture(), [len(taken) for taken in slow.won])
        assert set(view["burned_cards"]) == slow.burned


@settings(deadline=None)
@given(level=st.sampled_from([Level.FULL, Level.OPEN]), **GAMES)
def test_a_record_of_a_game_replays_to_the_same_position(level, seats, **game):
    found = played(seats=seats, level=level, **game)
    score = ENGINE.score(found.state)
    head = {key: str(game[key]).lower() for key in ("variant", "close_empty_columns")}
    lines = [f"{'*' if seat == CHANCE else seat} {move}" for _, seat, move in found.steps]
    result = [f"points: {' '.join(map(str, score.points))}", "reason: end"]
    text = "\n".join(
        ["ludex: 1", "game: ralph", "rules: 1", f"log: {level}", f"seats: {seats}"]
        + [f"{key}: {value}" for key, value in head.items()]
        + lines
        + result
        + [""]
    )

    again = replay(text).games[0]

    assert (again.state, again.score) == (found.state, score)


@pytest.mark.unwatched
@settings(deadline=None)
@given(seed=st.binary(min_size=1, max_size=4), seats=st.integers(2, 6))
def test_a_full_record_without_its_hands_is_an_open_record_of_the_same_game(seed, seats):
    full = played(seed, seats)

    state = ENGINE.setup(table(seats, Level.OPEN))
    for seat, move in ENGINE.open_moves([(seat, move) for _, seat, move in full.steps], full.state):
        state = ENGINE.apply(state, seat, move)

    assert (ENGINE.score(state), state.rows, state.won) == (ENGINE.score(full.state), full.state.rows, full.state.won)


@pytest.mark.unwatched
@settings(deadline=None)
@given(seed=st.binary(min_size=1, max_size=4), seats=st.integers(2, 6), round_=st.integers(1, 12), data=st.data())
def test_the_order_of_choosing_changes_nothing(seed, seats, round_, data):
    start = next(before for before, _, _ in played(seed, seats).steps[1:] if before.round == round_)
    choices = [data.draw(st.sampled_from(list(ENGINE.legal(start, seat)))) for seat in range(seats)]

    found = []
    for order in (range(seats), data.draw(st.permutations(range(seats)))):
        position = start
        for seat in order:
            position = ENGINE.apply(position, seat, choices[seat])
        found.append(position)

    assert found[0] == found[1]


@settings(deadline=None)
@given(seed=st.binary(min_size=1, max_size=8), seats=st.integers(2, 6))
def test_a_drawn_deal_is_a_legal_deal(seed, seats):
    start = played(seed, seats, moves=0).state
    deal = ENGINE.draw(start, Chance(seed, "1.1:0"))

    position = ENGINE.apply(start, CHANCE, deal)

    assert isinstance(deal, Deal)
    assert (position.phase, ENGINE.parse(str(deal)), ENGINE.draw(start, Chance(seed, "1.1:0"))) == (
        Phase.CHOOSE,
        deal,
        deal,
    )


def test_a_deal_that_leaves_fewer_than_two_characters_to_turn_up_is_redrawn():
    start = ENGINE.setup(table(6))
    whole = list(cards.members(start.options.cards))
    left = Chance(b"438", "x").shuffled(whole)[72:]

    deal = ENGINE.draw(start, Chance(b"438", "x"))

    assert sum(card & 7 != JOKER for card in left) == 1
    assert [card & 7 != JOKER for card in deal.turned][-1:] == [True]
    assert ENGINE.apply(start, CHANCE, deal).phase == Phase.CHOOSE


def test_pieces_are_unknown_if_hands_are():
    assert ENGINE.pieces(at("R@0: 3")) is None


def test_a_suggestion_depends_only_on_its_chance():
    before, seat, _ = played(b"s", 4).steps[20]

    suggestions = {ENGINE.suggest(before, seat, Chance(b"s", "x")) for _ in range(3)}

    assert len(suggestions) == 1


def test_the_bot_takes_what_it_can_except_one_careless_card_in_four():
    start = at("R@0: 3 5 9", "V@0: 4", hands=["R12 V6 R4 K1"])

    found = [str(ENGINE.suggest(start, 0, Chance(bytes([seed]), "x"))) for seed in range(200)]

    assert Counter(found) == {"R12": 161, "V6": 14, "R4": 10, "K1": 15}


def test_a_suggested_card_does_not_depend_on_what_others_hold_or_chose():
    one = at("R@0: 3 5 9", seats=2, hands=["R12 V6", "K1 K2"])
    two = at("R@0: 3 5 9", seats=2, hands=["R12 V6", "Y1 Y2"])

    for seed in range(20):
        suggestions = [ENGINE.suggest(start, 0, Chance(bytes([seed]), "x")) for start in (one, two)]
        assert suggestions[0] == suggestions[1]


def test_if_hands_are_unknown_any_unseen_card_is_suggested():
    start = at("R@0: 3 5 9", seats=2)

    move = ENGINE.suggest(start, 0, Chance(b"s", "x"))

    assert move in list(ENGINE.legal(start, 0))
    assert cards.name(move.card) not in {"R3", "R5", "R9"}
