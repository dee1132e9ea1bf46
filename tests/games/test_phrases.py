from games.errors import Phrase, ResultDiffers, count_phrase, error_phrase, phrase_list


def test_a_phrase_is_its_english_text_and_keeps_its_message():
    phrase = Phrase("seat {seat} gets {got}", seat=2, got=count_phrase("one tile", "{count} tiles", 15))

    assert phrase == "seat 2 gets 15 tiles"
    assert (phrase.text, phrase.params["seat"], phrase.params["got"].many) == (
        "seat {seat} gets {got}",
        2,
        "{count} tiles",
    )


def test_a_count_of_one_has_its_own_words():
    assert [count_phrase("one tile", "{count} tiles", count) for count in (0, 1, 2)] == [
        "0 tiles",
        "one tile",
        "2 tiles",
    ]


def test_a_refusal_keeps_its_phrases_so_that_they_can_be_translated():
    refused = ResultDiffers(why=Phrase("{count} cards cannot be left", count=99))

    assert refused.message == "The stated result is wrong: 99 cards cannot be left."
    assert refused.params["why"].text == "{count} cards cannot be left"


def test_long_params_of_a_phrase_are_shortened():
    assert Phrase("it holds {what}", what="x" * 300) == "it holds " + "x" * 200 + "…"


def test_the_phrase_of_a_value_error_stays_a_phrase():
    said = error_phrase(ValueError(Phrase("{name} appears twice", name="R8")))

    assert (said, said.text) == ("R8 appears twice", "{name} appears twice")
    assert error_phrase(ValueError("no phrase")) == "no phrase"


def test_listed_phrases_stay_phrases():
    row = phrase_list([Phrase("rat"), Phrase("chest"), Phrase("boat")])

    assert row == "rat, chest, boat"
    assert (row.params["some"].params["some"].text, row.params["other"].text) == ("rat", "boat")
