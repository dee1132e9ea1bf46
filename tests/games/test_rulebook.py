"""The rules in words beside each engine, what refusals cite, and examples."""

import re

import pytest

from games.errors import RuleViolation
from games.registry import engine, engines
from games.rulebook import Chapter, chapters, clauses, drawings

GAMES = [rules for numbers in engines().values() for rules in numbers.values()]
each_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)


class Bare:
    """An engine without a README beside it."""


def test_rules_are_read_chapter_by_chapter_with_the_numbers_used_in_refusals():
    first, *found = chapters(engine("rummikub"))

    assert (first.number, first.name) == ("", "Rummikub, rules number 1")
    assert first.text.startswith("The Sabra rules, in our words;")
    assert [chapter.number for chapter in found] == ["1", "2", "3", "4", "5", "6", "7", "9", "10"]
    assert found[3] == Chapter("4", "Sets", found[3].text)
    assert found[3].text.startswith("A *group* is three or four tiles of one number in different colours.")


def test_a_game_without_rules_in_words_has_none():
    assert chapters(Bare()) == ()


@each_game
def test_the_rules_say_the_same_in_russian_item_by_item(rules):
    english, russian = chapters(rules), chapters(rules, "ru")

    assert [(chapter.number, marks(chapter)) for chapter in russian] == [
        (chapter.number, marks(chapter)) for chapter in english
    ]
    assert [chapter.name for chapter in russian if not re.search("[а-я]", chapter.name)] == [
        name for name in [russian[0].name] if name == "The Game: Extreme"
    ]


def marks(chapter):
    """The items and rows by what they begin with: numbers, letters, code."""
    return re.findall(r"^(?:\d+\.|-|[a-z]\.|\| (?:[A-Z]\d+|`[0-9*]? ?[a-zA-Z_]+)?)", chapter.text, re.MULTILINE)


@each_game
def test_every_refusal_with_a_clause_is_in_a_chapter(rules):
    numbers = {chapter.number for chapter in chapters(rules)}
    found = clauses(rules)

    assert [clause for clause in found if clause.chapter not in numbers] == []
    assert {code for clause in found for code in clause.codes} == {
        kind.code for kind in kinds(RuleViolation) if kind.code.startswith(f"{rules.meta.slug}.")
    }


def kinds(kind):
    """All refusals that are kinds of one and have a code."""
    direct = kind.__subclasses__()
    return [each for one in direct for each in [one, *kinds(one)] if hasattr(each, "code")]


def test_refusals_that_cite_the_same_clause_share_it():
    [tie] = [clause for clause in clauses(engine("riff_raff")) if "riff_raff.captain_by" in clause.codes]

    assert (tie.chapter, tie.codes) == ("4", ("riff_raff.captain_by", "riff_raff.captain_tie"))


@each_game
def test_examples_can_be_played_and_change_what_they_draw(rules):
    found = drawings(rules)

    numbers = {chapter.number for chapter in chapters(rules)}
    assert len(found) >= 2
    assert [each.example.text for each in found if each.example.chapter not in numbers] == []
    assert [each.example.text for each in found if each.picture == each.before or not each.picture.zones] == []
    drawn = [({*each.example.zones}, {zone.key for zone in each.picture.zones}) for each in found]
    assert [keys for keys, zones in drawn if not keys <= zones] == []


def test_the_example_of_a_freed_joker_shows_where_it_went():
    joker = drawings(engine("rummikub"))[-1]

    sets = [[piece.key for piece in group.pieces] for zone in joker.picture.zones for group in zone.groups]
    assert sets == [["J#1", "b5#1", "b6#1"], ["r10#1", "r11#1", "r12#1"], ["b11#1", "k11#1", "o11#1"]]
    assert [zone.key for zone in joker.before.zones] == ["sets"]
