"""A load in parts: what is asked, and the load that the answers make."""

import pytest

from games.chance import Chance
from games.errors import FormError
from games.parts import check_answers
from games.riff_raff import ENGINE, moves
from games.riff_raff.moves import Load
from tests.games.playouts import play
from tests.games.riff_raff.positions import answers_of, begun, loading

SECOND = "Do you announce a second item?"
BOAT, RAT = "supply:0/boat#1", "supply:0/rat#1"
LYING = "ship/rat@7#1"


def load(position, **answers):
    given = {key: value.split() for key, value in answers.items()}
    check_answers(ENGINE.parts(position, 0), given)
    return str(ENGINE.compose(position, 0, given))


def refusal(position, **answers):
    with pytest.raises(FormError) as refused:
        load(position, **answers)
    return refused.value.message


def test_a_load_on_the_hull_asks_for_one_item_and_what_fell_and_was_caught():
    parts = ENGINE.parts(loading(3, "boat rat", {7: "rat"}), 0)

    assert [(part.key, part.ask, part.none) for part in parts] == [
        ("first", "What do you load?", ""),
        ("fell", "Did anything fall?", "It stood"),
        ("caught", "What of it was caught?", "Nothing was caught"),
    ]
    assert [list(part.options) for part in parts] == [[BOAT, RAT], [LYING, BOAT, RAT], [LYING, BOAT, RAT]]


def test_a_second_item_may_be_announced_where_something_lies_on_a_yard():
    parts = ENGINE.parts(loading(7, "boat rat", {7: "rat"}), 0)

    assert [part.key for part in parts] == ["first", "second", "fell", "by", "caught"]


def test_nothing_is_asked_of_seats_that_do_not_load_now():
    assert [*ENGINE.parts(begun(), 0), *ENGINE.parts(loading(7, "boat rat"), 1)] == []
    assert list(ENGINE.choices(loading(7, "boat rat"), 0)) == []


@pytest.mark.parametrize(
    ("answers", "made"),
    [
        ({"first": BOAT}, "load boat"),
        ({"first": BOAT, "second": RAT}, "load 2 boat rat"),
        ({"first": BOAT, "fell": f"{LYING} {BOAT}"}, "load boat fell rat:7 boat:7"),
        ({"first": BOAT, "fell": LYING, "caught": LYING}, "load boat fell rat:7 caught rat"),
        ({"first": BOAT, "second": RAT, "fell": LYING, "by": BOAT}, "load 2 boat fell rat:7"),
        ({"first": BOAT, "second": RAT, "fell": BOAT, "by": RAT}, "load 2 boat then rat fell boat:7"),
    ],
)
def test_the_answers_make_a_load(answers, made):
    assert load(loading(7, "boat rat", {7: "rat"}), **answers) == made


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({}, "“What do you load?” needs an answer."),
        ({"first": f"{BOAT} {RAT}"}, "“What do you load?” has too many answers: 2."),
        ({"first": LYING}, "“What do you load?” can’t be answered with 1 of what you chose."),
        ({"first": BOAT, "second": BOAT}, f"“{SECOND}” can’t be answered with 1 of what you chose."),
        ({"first": BOAT, "fell": RAT}, "“Did anything fall?” can’t be answered with 1 of what you chose."),
        ({"first": BOAT, "caught": BOAT}, "“What of it was caught?” is not asked here."),
        ({"first": BOAT, "second": RAT, "fell": LYING}, "“Which item made it fall?” needs an answer."),
    ],
)  # fmt: skip
def test_answers_that_do_not_fit_are_refused(answers, why):
    assert refusal(loading(7, "boat rat", {7: "rat"}), **answers) == why


def test_every_load_of_a_game_can_be_made_in_parts():
    for seats, seed in ((2, 1), (4, 2)):
        played = play(ENGINE, seats, seed)
        for position, seat, move in played.plies:
            if isinstance(move, Load):
                answers = answers_of(position, seat, move)
                check_answers(ENGINE.parts(position, seat), answers)
                made = ENGINE.compose(position, seat, answers)
                assert ENGINE.apply(position, seat, made) == ENGINE.apply(position, seat, move)
                assert moves.parse(str(made)) == made


def test_a_suggested_load_is_one_that_can_be_made_in_parts():
    position = loading(10, "boat rat", {10: "rat rat chest"})

    for number in range(20):
        move = ENGINE.suggest(position, 0, Chance(b"parts", str(number)))

        check_answers(ENGINE.parts(position, 0), answers_of(position, 0, move))
