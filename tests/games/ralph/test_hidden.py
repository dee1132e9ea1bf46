"""What a seat may not know changes nothing that it sees, reads or is refused."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.engine import CHANCE, EVERYTHING, PUBLIC
from games.errors import Refused
from games.ralph import ENGINE, cards
from games.ralph.moves import Choose, Deal
from games.ralph.position import Phase
from tests.games.ralph.play import played
from tests.games.ralph.positions import after, at, dealt

EVERY_CARD = [Choose(number << 3 | rank) for number in range(1, 17) for rank in range(5)]


def otherwise(position, viewer, chance):
    """The position with all that *viewer* may not know changed: others' hands, their choices, the unused cards."""
    choosing = position.phase == Phase.CHOOSE
    fixed, slots = position.seen, []
    for seat in range(position.options.seats):
        if seat == viewer:
            fixed |= position.dealt[seat]
        else:
            slots.append((seat, (position.dealt[seat] & ~position.seen).bit_count()))
    free = chance.shuffled(list(cards.members(position.options.cards & ~fixed)))
    dealt, chosen = list(position.dealt), list(position.chosen)
    for seat, count in slots:
        drawn, free = free[:count], free[count:]
        dealt[seat] = position.dealt[seat] & position.seen | cards.bag(drawn)
        if choosing and chosen[seat]:
            chosen[seat] = drawn[0]
    return position._replace(dealt=tuple(dealt), chosen=tuple(chosen))


def answer(position, seat, move):
    """The response of a move to a seat: nothing if accepted, else the refusal."""
    try:
        ENGINE.apply(position, seat, move)
    except Refused as refused:
        return refused.code, refused.message, json.dumps(dict(refused.params))
    return None


@settings(deadline=None)
@given(
    seed=st.binary(min_size=1, max_size=4), seats=st.integers(2, 6), stop=st.integers(1, 60), viewer=st.integers(-1, 5)
)
def test_hidden_cards_change_nothing_that_a_viewer_sees_hears_or_is_refused(seed, seats, stop, viewer):
    viewer = viewer if 0 <= viewer < seats else PUBLIC
    game = played(seed, seats=seats, moves=stop)
    position = game.state
    other = otherwise(position, viewer, Chance(seed, "other"))

    view, other_view = (json.dumps(ENGINE.view(each, viewer)) for each in (position, other))

    assert view == other_view
    if viewer != PUBLIC:
        assert list(ENGINE.legal(position, viewer)) == list(ENGINE.legal(other, viewer))
        tries = [
            *EVERY_CARD,
            *(ENGINE.parse(text) for text in ("as R", "at R5", "adopt J3", "close left", "deal R1 V1")),
        ]
        assert [answer(position, viewer, move) for move in tries] == [answer(other, viewer, move) for move in tries]


@settings(deadline=None)
@given(
    seed=st.binary(min_size=1, max_size=4), seats=st.integers(2, 6), stop=st.integers(1, 60), viewer=st.integers(-1, 5)
)
def test_hidden_cards_do_not_change_how_moves_are_shown(seed, seats, stop, viewer):
    viewer = viewer if 0 <= viewer < seats else PUBLIC
    game = played(seed, seats=seats, moves=stop)
    other = otherwise(game.state, viewer, Chance(seed, "other"))

    for before, by, move in game.steps:
        changed = move
        if isinstance(move, Deal):
            changed = Deal(move.turned, tuple(tuple(cards.members(hand)) for hand in other.dealt))
            move = Deal(move.turned, tuple(tuple(cards.members(hand)) for hand in game.state.dealt))
        elif isinstance(move, Choose) and before.round == other.round and other.phase == Phase.CHOOSE:
            changed = Choose(other.chosen[by])
        shown = ENGINE.show(before, by, move, viewer, game.state)
        assert shown == ENGINE.show(before, by, changed, viewer, other)
        assert ENGINE.describe_to(before, by, move, viewer, game.state) == ENGINE.describe_to(
            before, by, changed, viewer, other
        )


def test_a_choice_is_shown_to_its_seat_and_to_others_once_all_have_chosen():
    start = at("R@0: 2 9", seats=2)
    choice = ENGINE.parse("R12")
    hidden = after(start, "0 R12")
    revealed = after(hidden, "1 R5")

    shown = {to: ENGINE.show(start, 0, choice, to, hidden) for to in (0, 1, PUBLIC, EVERYTHING)}

    assert shown == {0: "R12", 1: "?", PUBLIC: "?", EVERYTHING: "R12"}
    assert ENGINE.show(start, 0, choice, 1, revealed) == "R12"


def test_a_choice_is_shown_while_a_card_is_being_resolved():
    start = at("R@0: 2", "V@0: 9", seats=2)
    asked = after(start, "0 J7", "1 Y1")

    assert ENGINE.show(start, 0, ENGINE.parse("J7"), 1, asked) == "J7"
    assert ENGINE.view(asked, 1)["chosen"] == ["J7", "Y1"]


def test_hands_are_shown_to_their_owner_and_after_the_end_to_all():
    game = played(b"a", seats=2)
    before, by, deal = game.steps[0]
    after_it = game.steps[1][0]
    turned, own, _ = str(deal).split(" | ")

    assert ENGINE.show(before, by, deal, 0, after_it) == f"{turned} | {own} | ?"
    assert ENGINE.show(before, by, deal, PUBLIC, after_it) == f"{turned} | ? | ?"
    assert ENGINE.show(before, by, deal, PUBLIC, game.state) == str(deal)


def test_the_deal_of_an_open_record_hides_nothing():
    position = dealt("* deal J5 V7 R2")

    assert ENGINE.show(position, CHANCE, ENGINE.parse("deal J5 V7 R2"), PUBLIC, position) == "deal J5 V7 R2"


def test_the_view_while_cards_are_chosen():
    start = at("R@2: 2 5/9", "J@1: J3", seats=2, hands=["R12 J1 V3", "K4 K1 R13"], round_=10)
    position = after(start, "0 R12")

    own, others = ENGINE.view(position, 0), ENGINE.view(position, 1)

    assert own == {
        "round": 10,
        "turn": [1],
        "hands": [2, 3],
        "cards": [["V3", "J1"], None],
        "chosen": ["R12", None],
        "queue": [],
        "asked": None,
        "last": None,
        "first_column": 1,
        "layout": [
            {"owner": "R", "stacks": [{"column": 1, "cards": ["R2"]}, {"column": 2, "cards": ["R5", "R9"]}]},
            {"owner": None, "stacks": [{"column": 0, "cards": ["J3"]}]},
        ],
        "rows": 2,
        "on_table": 4,
        "won": [0, 0],
        "piles": None,
        "burned": 0,
        "burned_cards": [],
        "over": False,
        "reason": None,
    }
    assert others == {**own, "cards": [None, ["R13", "K1", "K4"]], "chosen": ["?", None]}
    assert ENGINE.view(position, EVERYTHING)["cards"] == [["V3", "J1"], ["R13", "K1", "K4"]]


def test_the_view_shows_the_pending_question():
    asked = after(at("R@0: 2 6 10", seats=2), "0 V8", "1 R1")

    view = ENGINE.view(asked, PUBLIC)

    assert view["asked"] == {"seat": 0, "choice": "at", "options": ["R6", "R10"]}
    assert view["queue"] == [{"seat": 0, "card": "V8"}, {"seat": 1, "card": "R1"}]


def test_the_view_of_a_finished_game_opens_the_piles():
    over = after(at("R@0: 3 5/6 9", round_=12), "0 R12")

    view = ENGINE.view(over, PUBLIC)

    assert (view["piles"], view["over"], view["reason"]) == ([["R3", "R5", "R6", "R9", "R12"]], True, "end")
