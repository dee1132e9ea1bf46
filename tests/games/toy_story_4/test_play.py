"""Games played by the bot and at random: what holds for each, what viewers see, and moves in words."""

import json
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.engine import CHANCE, EVERYTHING, PUBLIC, Table
from games.errors import RuleViolation
from games.toy_story_4 import ENGINE, choices
from games.toy_story_4.moves import Box, Deal, Refill, Skip, Take
from games.toy_story_4.position import Phase
from games.toy_story_4.scoring import seat_points
from tests.games.toy_story_4.positions import CARDS, after, at, row_of

OPTIONS = MappingProxyType({option.key: option.default for option in ENGINE.meta.options} | {"most_seats": 5})
SEEDS = st.binary(min_size=4, max_size=4)
SEATS = st.integers(2, 5)


def game(seed, seats, *, wild=False):
    """Every position and move of a game: sensible players, or *wild* ones who do anything that is legal."""
    state, number = ENGINE.setup(Table(seats, options=OPTIONS)), 0
    while turn := ENGINE.turn(state):
        (seat,), chance = turn, Chance(seed, str(number))
        if seat == CHANCE:
            move = ENGINE.draw(state, chance)
        else:
            move = chance.pick(list(ENGINE.legal(state, seat))) if wild else ENGINE.suggest(state, seat, chance)
        yield state, seat, move
        state, number = ENGINE.apply(state, seat, move), number + 1
    yield state, None, None


@settings(max_examples=15, deadline=None)
@given(SEEDS, SEATS, st.booleans())
def test_cards_are_conserved_and_moves_are_written_as_read(seed, seats, wild):
    for state, _, move in game(seed, seats, wild=wild):
        assert ENGINE.pieces(state) == CARDS.all
        assert move is None or ENGINE.parse(str(move)) == move


@settings(max_examples=15, deadline=None)
@given(SEEDS, SEATS, st.booleans())
def test_the_deck_lasts_for_eleven_rows_and_the_rest_goes_to_the_final_round(seed, seats, wild):
    played = list(game(seed, seats, wild=wild))

    first = next(state for state, _, _ in played if state.phase == Phase.FINAL)
    turns = [state.seat for state, _, _ in played if state.phase == Phase.FINAL and not state.bonus]
    distinct = list(dict.fromkeys(turns))

    assert sum(isinstance(move, Refill) for _, _, move in played) == 11
    assert 16 <= len(first.pool) <= 24
    assert sorted(distinct) == list(range(seats))
    assert [(seat - distinct[0]) % seats for seat in distinct] == list(range(seats))


@settings(max_examples=15, deadline=None)
@given(SEEDS, SEATS, st.booleans())
def test_points_never_exceed_those_of_the_deck(seed, seats, wild):
    *_, (over, _, _) = game(seed, seats, wild=wild)

    score = ENGINE.score(over)

    assert sum(score.points) <= CARDS.points
    assert score.winners == tuple(seat for seat in range(seats) if score.points[seat] == max(score.points))


@settings(max_examples=4, deadline=None)
@given(SEEDS, SEATS)
def test_exactly_the_listed_moves_are_accepted(seed, seats):
    everything = [*_takes(), *(Box(card.id) for card in CARDS.cards), Skip()]
    for number, (state, seat, move) in enumerate(game(seed, seats, wild=True)):
        if move is None or seat == CHANCE or number % 8:
            continue

        listed = set(ENGINE.legal(state, seat))

        assert {each for each in everything if _accepted(state, seat, each)} == listed


def _takes():
    for card in CARDS.cards:
        yield from (Take(card.id, place) for place in ("left", "right", "start"))
        for colour in ("yellow", "green", "blue"):
            yield from (Take(card.id, place, colour, down=True) for place in ("left", "right"))


def _accepted(state, seat, move):
    try:
        ENGINE.apply(state, seat, move)
    except RuleViolation:
        return False
    return True


@settings(max_examples=10, deadline=None)
@given(SEEDS, SEATS)
def test_shelves_always_follow_the_rules(seed, seats):
    for state, _, _ in game(seed, seats, wild=True):
        for place, shelf in enumerate(state.shelves):
            if shelf is None:
                continue
            toys = [toy.toy for toy in shelf.toys]
            alike = len(set(toys)) == 1 and place % 3 == 2
            assert {toy.colour for toy in shelf.toys} <= {place % 3}
            assert len(set(toys)) == len(toys) or alike
            lies = [None, *shelf.cards, None]
            for left, card, right in zip(lies, lies[1:], lies[2:], strict=False):
                beside = [each for each in (left, right) if each is not None]
                if card == shelf.edge:
                    assert all(each.special != "no_edge" for each in beside)
                elif card.special == "must_edge":
                    assert len(beside) < 2 or shelf.edge in beside


def test_the_same_seed_gives_the_same_game():
    assert list(game(b"seed", 3)) == list(game(b"seed", 3))


def test_seats_out_of_turn_and_chance_have_no_legal_moves():
    start = at()

    assert (list(ENGINE.legal(start, 1)), list(ENGINE.legal(start, CHANCE))) == ([], [])
    assert list(ENGINE.legal(after(at("Y-woody-1 Y-t09-1"), "0 take Y-woody-1 start"), CHANCE)) == []


def test_a_deal_lays_out_three_rows_and_names_the_starting_seat():
    start = next(game(b"seed", 4))[0]

    deals = [ENGINE.draw(start, Chance(b"seed", str(number))) for number in range(40)]

    assert {deal.starter for deal in deals} == {0, 1, 2, 3}
    assert all(isinstance(deal, Deal) and list(map(len, deal.rows)) == [6, 6, 6] for deal in deals)


@settings(max_examples=5, deadline=None)
@given(SEEDS, SEATS)
def test_other_collections_do_not_change_what_a_seat_sees(seed, seats):
    """Collections alone lie face down: the last seat's is exchanged for as many other cards."""
    *_, last, _ = list(game(seed, seats))
    state, _, move = last
    last_seat = seats - 1
    seen = {card for row in (*state.rows, state.pool, *(s.cards for s in state.shelves if s)) for card in row}
    other = [card for card in CARDS.cards if card not in seen][::-1][: len(state.collections[last_seat])]
    changed = state._replace(collections=(*state.collections[:-1], tuple(other)))

    for viewer in (*range(last_seat), PUBLIC):
        assert json.dumps(ENGINE.view(state, viewer)) == json.dumps(ENGINE.view(changed, viewer))
    assert ENGINE.view(changed, last_seat)["collected"][last_seat] == [card.id for card in other]
    shown = [ENGINE.show(each, state.seat, move, PUBLIC, each) for each in (state, changed)]
    assert shown == [str(move)] * 2
    assert _refusals(state) == _refusals(changed)


def _refusals(state):
    texts = []
    for text in ("take Q left", "box Q", "skip", "refill a", "take B-EL-1 down blue right"):
        for seat in (CHANCE, 0, 1):
            try:
                ENGINE.apply(state, seat, ENGINE.parse(text))
            except RuleViolation as refusal:
                texts.append(refusal.message)
    return texts


@settings(max_examples=5, deadline=None)
@given(SEEDS, SEATS)
def test_a_view_names_no_card_in_the_deck_or_face_down_on_a_shelf(seed, seats):
    for state, _, _ in game(seed, seats):
        if state.phase == Phase.OVER:
            continue
        backs = [shelf.edge for shelf in state.shelves if shelf is not None and shelf.down]
        hidden = [card.id for card in (*CARDS.members(state.unseen), *backs)]

        seen = json.dumps(ENGINE.view(state, EVERYTHING))

        assert [name for name in hidden if f'"{name}"' in seen] == []


def test_a_view_has_every_value_that_a_client_draws():
    start = at(
        "Y-woody-1 Y-t09-1",
        "G-woody-1 G-t09-1",
        "B-woody-1 B-t09-1",
        yellow="Y-EL-1 Y-jessie-1",
        others=(("", "#B-t08-1 G-t05-1", ""),),
        collected="Y-t08-1",
        discard="Y-t08-2",
        bonus=1,
    )

    seen = ENGINE.view(start, 1)

    faces = seen.pop("faces")
    assert seen == {
        "turn": 0,
        "phase": "normal",
        "kind": "bonus",
        "bonus": 1,
        "starter": 0,
        "rows": [["Y-woody-1", "Y-t09-1"], ["G-woody-1", "G-t09-1"], ["B-woody-1", "B-t09-1"]],
        "pool": [],
        "deck": 72,
        "discard": ["Y-t08-2"],
        "shelves": [
            {"yellow": ["Y-EL-1", "Y-jessie-1"], "green": [], "blue": []},
            {"yellow": [], "green": ["#", "G-t05-1"], "blue": []},
        ],
        "collections": [1, 0],
        "collected": [None, []],
        "box": 0,
        "turns_left": 0,
        "over": False,
        "points": None,
        "manifest": "toy4-house-1",
    }
    assert set(faces) == {
        *("Y-woody-1", "Y-t09-1", "G-woody-1", "G-t09-1", "B-woody-1", "B-t09-1"),
        *("Y-EL-1", "Y-jessie-1", "G-t05-1", "Y-t08-2"),
    }
    assert faces["Y-EL-1"] == {"colour": "yellow", "points": 1, "kind": "edge", "side": "left", "bonus_toy": "bullseye"}
    assert faces["G-t05-1"] == {
        "colour": "green",
        "points": 4,
        "kind": "toy",
        "toy": "t05",
        "special": "min_two_toys",
    }


def test_collections_and_points_are_public_once_the_game_is_over():
    over = after(at(pool="Y-t09-1", collected="Y-woody-1", others=(("Y-ER-3", "", ""),)), "0 skip")

    seen = ENGINE.view(over, PUBLIC)

    assert (seen["turn"], seen["over"], seen["collected"], seen["points"]) == (None, True, [["Y-woody-1"], []], [2, 2])


@pytest.mark.parametrize(
    ("best", "position"),
    [
        ("take Y-bullseye-1 right", at("Y-bullseye-1 B-t09-1", yellow="Y-EL-1 Y-jessie-1")),
        ("take Y-t04-1 start", at("Y-t04-1 G-t07-1", "Y-t09-1 G-t09-1", "B-t09-1 B-t09-2")),
        ("take G-ER-1 right", at("G-ER-1 B-t09-1", green="G-EL-1 G-woody-1 G-t05-1 G-t07-1")),
        ("take Y-ER-4 right", at(pool="Y-ER-4 Y-t09-1", yellow="Y-EL-4 Y-jessie-1")),
        ("take Y-t09-1 left", at(pool="Y-t09-1 B-t09-1", yellow="Y-t08-1 Y-woody-1 Y-ER-1")),
        ("take Y-ER-4 right", at(pool="Y-ER-4 B-t09-1", yellow="Y-woody-1 Y-t08-1 Y-t09-1")),
    ],
)
def test_the_bot_mostly_takes_what_brings_most(best, position):
    found = [str(ENGINE.suggest(position, 0, Chance(b"seed", str(number)))) for number in range(60)]

    assert found.count(best) > 40


def test_the_bot_boxes_the_card_that_costs_least():
    rows = ("G-woody-2 B-t09-1 G-t09-2", "G-t06-1 B-t10-1 G-t06-2", "Y-t05-1 B-woody-1 Y-t06-1")
    start = at(*rows, green="#Y-t09-1 G-woody-1 G-t09-1 G-t08-1")

    found = [str(ENGINE.suggest(start, 0, Chance(b"seed", str(number)))) for number in range(60)]

    assert found.count("box G-t08-1") < 10 < found.count("box G-t09-1")


def test_legal_moves_are_counted_without_listing_them():
    assert choices.can_take(at())
    assert not choices.can_take(at(pool="Y-woody-1"))


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("take Y-woody-1 start", "Places Woody (yellow) to start the yellow shelf."),
        ("take G-woody-1 left", "Places Woody (green) at the left end of the green shelf."),
        ("take B-woody-1 blue right", "Places Woody (blue) at the right end of the blue shelf."),
        ("take B-woody-1 down green left", "Places Woody (blue) face down at the left end of the green shelf."),
        ("refill a G-EL-1 Y-ER-1", "New row: a, left edge (green), right edge (yellow)."),
        ("deal 1 | a b | G-t05-1", "The rows are dealt: a, b; Drum (green). Seat 1 starts."),
        ("box Y-woody-1", "Puts Woody (yellow) in the box: no other move is possible."),
        ("skip", "Skips the turn: no move is possible."),
    ],
)
def test_every_move_has_a_description(move, words):
    message, params = ENGINE.describe(at(), 0, ENGINE.parse(move))

    said = {key: each[0] if isinstance(each, tuple) else each for key, each in params.items()}
    assert message.format(**said) == words


def test_points_are_counted_as_if_the_game_were_over():
    assert seat_points(at(collected="Y-woody-1 Y-t08-1"), 0) == sum(card.points for card in row_of("Y-woody-1 Y-t08-1"))
