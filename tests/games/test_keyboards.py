"""What is dealt, drawn and shown at a table is typed on a keyboard of pieces, or chosen."""

import re
from dataclasses import replace

import pytest

from games.bench import Keyboard, Stock
from games.engine import CHANCE, Level
from games.errors import Phrase
from games.picture import Piece
from games.registry import engine
from tests.games.playouts import play, table_for

DECK = [Stock(name=name, piece=Piece(key=name, alt=Phrase("{card}", card=name)), free=name == "J") for name in "abcJ"]
SEATS = [Stock(name="0", piece=Piece(key="0", alt=Phrase("{card}", card="0")), slot="0")]
DEAL = Keyboard(
    keys=[*SEATS, *DECK], move="deal {0} | {1}", slots=[(Phrase("who starts"), 1), (Phrase("turned up"), 2)]
)


def typed(keyboard, *names):
    """The work after these keys were pressed, one after the other."""
    work = ""
    for name in names:
        work = keyboard.rearrange(work, [name], "0")
    return work


def words(move):
    return re.sub(r"^(deal|refill|reveal)|\|", " ", str(move)).split()


def undealt(slug, seats, level):
    rules = engine(slug)
    return rules, rules.setup(replace(table_for(rules, seats), level=level))


def test_pieces_go_to_the_first_slot_that_takes_them_and_has_room():
    work = typed(DEAL, "a", "0", "J", "b", "c", "0")

    bench = DEAL.bench(work)

    assert (work, bench.move) == ("0|a,J,b", "deal 0 | a J b")
    assert [(str(heap.verdict), heap.stands) for heap in bench.built] == [
        ("who starts: 1 of 1", True), ("turned up: 2 of 2", True),
    ]  # fmt: skip
    assert {stock.name: stock.count for stock in bench.own} == {"0": 0, "a": 0, "b": 0, "c": 1, "J": 0}


def test_pieces_are_put_back_or_moved_to_the_end():
    assert DEAL.rearrange("0|a,J,b", ["1/0", "1/2", "0/0"], "back") == "|J"
    assert DEAL.rearrange("0|a,b", ["1/0"], "1") == "0|b,a"
    assert DEAL.rearrange("0|a", ["nothing", "1/7", "x/0", "9/0"], "1") == "0|a"
    assert DEAL.bench("zz|a,zz").move == ""


@pytest.mark.parametrize(("slug", "seats"), [("toy_story_4", 3)])
def test_every_deal_of_a_full_record_can_be_typed(slug, seats):
    played = play(engine(slug), seats, seed=5)
    chance = [(state, move) for state, seat, move in played.plies if seat == CHANCE]

    keyboards = [played.engine.keyboard(state, CHANCE) for state, _ in chance]

    made = [each.bench(typed(each, *words(move))).move for each, (_, move) in zip(keyboards, chance, strict=True)]
    assert (made, len(made) > 3) == ([str(move) for _, move in chance], True)
    assert played.engine.keyboard(played.plies[1][0], 0) is None


def test_the_cards_turned_up_in_an_open_record_of_ralph_are_typed():
    rules, state = undealt("ralph", 3, Level.OPEN)

    keyboard = rules.keyboard(state, CHANCE)

    assert keyboard.bench(typed(keyboard, "J5", "V7", "R2")).move == "deal J5 V7 R2"
    assert keyboard.bench(typed(keyboard, "J5", "V7")).move == ""
    assert rules.keyboard(undealt("ralph", 3, Level.FULL)[1], CHANCE) is None


@pytest.mark.parametrize("slug", ["rummikub", "the_game_extreme"])
def test_who_starts_is_chosen_where_no_hands_are_recorded(slug):
    found = {
        level: list(map(str, rules.choices(state, CHANCE)))
        for level in (Level.OPEN, Level.FULL)
        for rules, state in [undealt(slug, 3, level)]
    }

    assert found == {Level.OPEN: ["deal 0", "deal 1", "deal 2"], Level.FULL: []}
