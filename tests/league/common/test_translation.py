import pytest
from django.utils.translation import override

from games.errors import Phrase, count_phrase
from league.common.translation import translate


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
