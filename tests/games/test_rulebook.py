"""The rules in words beside each engine."""

from games.registry import engine
from games.rulebook import Chapter, chapters


class Bare:
    """An engine without a README beside it."""


def test_rules_are_read_chapter_by_chapter_with_the_numbers_used_in_refusals():
    first, *found = chapters(engine("rummikub"))

    assert (first.number, first.name) == ("", "Rummikub, rules number 1")
    assert first.text.startswith("The Sabra rules, in our words;")
    assert [chapter.number for chapter in found] == [str(number) for number in range(1, 11)]
    assert found[3] == Chapter("4", "Sets", found[3].text)
    assert found[3].text.startswith("A *group* is three or four tiles of one number in different colours.")


def test_a_game_without_rules_in_words_has_none():
    assert chapters(Bare()) == ()
