import pytest
from django.utils.translation import override

from games.errors import Phrase, count_phrase
from league.common.translation import count_seats_from_one, seat_params, translate, translate_phrase
from tests.catalogue import read_catalogue


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "показана 1 фишка, а стоит на ней 7"),
        (2, "показано 2 фишки, а стоит на ней 7"),
        (5, "показано 5 фишек, а стоит на ней 7"),
        (21, "показана 21 фишка, а стоит на ней 7"),
    ],
)
def test_a_count_has_the_plural_form_of_its_number(count, words):
    why = count_phrase(
        "{count} tile is shown, but it holds {held}", "{count} tiles are shown, but it holds {held}", count, held=7
    )

    with override("ru"):
        text = translate("There is a problem with seat {seat}’s rack: {why}.", {"seat": 2, "why": why})

    assert text == f"С подставкой игрока на месте 2 что-то не так: {words}."


def test_nested_words_are_translated_at_every_depth():
    what = Phrase("{key}: {value} is not {wanted}.", key="rounds", value="'x'", wanted=Phrase("true or false"))

    with override("ru"):
        text = translate("{what}", {"what": Phrase("The last line is cut off: {what}", what=what)})

    assert text == "Последняя строка оборвана: rounds: 'x' не подходит, нужно true или false."


def test_a_list_of_words_is_translated_word_by_word():
    with override("ru"):
        text = translate("Loads onto area {area}: {items}.", {"area": 7, "items": ("barrel", "rat")})

    assert text == "Грузит в область 7: бочонок, крыса."


def test_an_unknown_message_stays_in_english():
    with override("ru"):
        text = translate("{move}", {"move": Phrase("b3")})

    assert text == "b3"


@pytest.mark.parametrize(
    ("message", "params", "english", "russian"),
    [
        (
            "it is seat {turn}’s turn, not seat {seat}’s",
            {"turn": 0, "seat": 3},
            "it is seat 1’s turn, not seat 4’s",
            "ходит игрок на месте 1, а не 4",
        ),
        (
            "seat {seat} must put seats {equals} in order",
            {"seat": 1, "equals": Phrase("{some} and {seat}", some=Phrase("0"), seat=Phrase("2"))},
            "seat 2 must put seats 1 and 3 in order",
            "очерёдность мест 1 и 3 решает игрок на месте 2",
        ),
        (
            "Left the match: seats {seats}. The others play on. {reason}",
            {"seats": "0, 9", "reason": "Train at 10."},
            "Left the match: seats 1, 10. The others play on. Train at 10.",
            "Вышли из матча: места 1, 10. Остальные играют дальше. Train at 10.",
        ),
        (
            "The match has no seat {seat}. The last one is seat {last}.",
            {"seat": 2, "last": 1},
            "The match has no seat 3. The last one is seat 2.",
            "В матче нет места 3. Последнее – место 2.",
        ),
        (
            "absent: seat {seat} is listed twice.",
            {"seat": "0"},
            "absent: seat 0 is listed twice.",
            "absent: место 0 указано дважды.",
        ),
    ],
)
def test_pages_count_seats_from_1_and_records_from_0(message, params, english, russian):
    with count_seats_from_one():
        found = [translate(message, params)]
        with override("ru"):
            found.append(translate(message, params))

    assert found == [english, russian]
    assert translate_phrase(Phrase("seat {seat}", seat=0)) == "seat 0"


def test_every_seat_in_a_message_is_counted_except_those_that_count_from_1_or_quote_a_record():
    texts = [each.id if isinstance(each.id, str) else each.id[0] for each in read_catalogue() if each.id]
    counted = {text: seat_params(text) for text in texts}

    assert frozenset().union(*counted.values()) == {"seat", "seats", "captain", "chosen", "equals", "turn", "last"}
    assert {text for text, found in counted.items() if "{seat}" in text and "seat" not in found} == {
        "absent: {seat} is not a seat from 0 to {last}.",
        "absent: seat {seat} is listed twice.",
        "starter: {seat} is not a seat from 0 to {last}.",
        "{seat} is not a seat.",
        "{some} and {seat}",
        "Round {round}, table {table}, seat {seat}.",
        "Table {table}, seat {seat} has {there_id}, but the inputs give {drawn_id}.",
        "{points} points, against an average of {average} for seat {seat} of {size}",
        "{seat} (left: scores nothing except for games already played)",
    }
