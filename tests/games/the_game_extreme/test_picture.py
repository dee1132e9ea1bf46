import pytest

from games.engine import EVERYTHING, PUBLIC, Level, Table
from games.records.replay import replay, resolve_deck, settings
from games.records.simulate import simulate_match
from games.registry import engine

RULES = engine("the_game_extreme")


@pytest.fixture(scope="module")
def record():
    table = resolve_deck(RULES, Table(3, Level.FULL, settings(RULES, {})))
    return simulate_match(RULES, table, b"picture", {})


def view(record, at, to):
    return RULES.view(replay(record, at=at).games[0].state, to)


def faces(picture, zone):
    return [piece.face for each, _, piece in picture.pieces() if each.key == zone]


def test_piles_show_their_last_four_cards_and_what_fits(record):
    shown = view(record, 30, PUBLIC)

    piles = RULES.picture(shown).zones[0]

    for pile in piles.groups:
        assert [piece.face for piece in pile.pieces] == [str(card) for card in shown["piles"][pile.key][-4:]]
    assert piles.note == f"{shown['draw_pile']} cards in the draw pile"


def test_a_hand_is_drawn_for_its_own_seat_and_as_backs_for_others(record):
    shown = view(record, 30, 1)

    picture = RULES.picture(shown)

    assert faces(picture, "hand:1") == [str(card) for card in sorted(shown["cards"][1])]
    assert faces(picture, "hand:0") == [""] * shown["hands"][0]
    assert all(piece.hidden for zone, _, piece in picture.pieces() if zone.key == "hand:0")


@pytest.mark.parametrize(
    ("pile", "lies", "visible", "fits"),
    [
        ("A1", [1], [], "from 2 up"),
        ("A1", [1, 11], [], "from 12 up"),
        ("A1", [1, 12], [], "from 13 up, or 2"),
        ("A1", [1, 12], ["no_jump"], "from 13 up"),
        ("A2", [1, 99], [], "only 89"),
        ("A2", [1, 99], ["no_jump"], "nothing fits"),
        ("D1", [100], [], "from 99 down"),
        ("D1", [100, 40], [], "from 39 down, or 50"),
        ("D2", [100, 90], [], "from 89 down"),
        ("D2", [100, 2], [], "only 12"),
    ],
)
def test_each_pile_says_which_cards_fit(record, pile, lies, visible, fits):
    shown = dict(view(record, 2, EVERYTHING))
    shown |= {"piles": shown["piles"] | {pile: lies}, "visible": visible}

    picture = RULES.picture(shown)

    [note] = [group.note for group in picture.zones[0].groups if group.key == pile]
    assert note == fits


def test_orders_have_a_sign_and_say_in_words_what_they_are(record):
    shown = view(record, 30, EVERYTHING)

    pieces = {piece.face: piece for _, _, piece in RULES.picture(shown).pieces()}

    ordered = {str(card): name for name, cards in shown["orders"].items() for card in cards}
    assert {key for key, piece in pieces.items() if piece.sign} == {key for key in pieces if key in ordered}
    assert all(" with the order " in pieces[key].alt for key in pieces if key in ordered)
