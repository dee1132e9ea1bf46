"""The rules of a game in words: the chapters of the README beside its engine, what is refused, and examples."""

import inspect
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.engine import CHANCE, EVERYTHING, Example, Level, Table
from games.errors import RuleViolation
from games.picture import Picture
from games.records.record import SEATS
from games.records.replay import resolve_deck, settings
from games.registry import AnyEngine

_CHAPTER = re.compile(r"^## (?:(\d+)\. )?(.*)$", re.MULTILINE)
_REFUSALS = re.compile(r"^\| code ", re.MULTILINE)
_NUMBER = re.compile(r"\d+")


class Chapter(NamedTuple):
    """A chapter: the number that refusals cite, its name and its text in Markdown. The title has no number."""

    number: str
    name: str
    text: str


class Clause(NamedTuple):
    """What refusals cite: the number of its chapter, the sentence as a message, and the codes of the refusals."""

    chapter: str
    text: str
    codes: tuple[str, ...]


class Drawing(NamedTuple):
    """An example with its picture, and the picture before its last move."""

    example: Example
    before: Picture
    picture: Picture


@cache
def chapters(rules: AnyEngine, language: str = "en") -> tuple[Chapter, ...]:
    """The rules that an engine follows, by chapter. Empty for a game without a README in that language.

    The table of refusals is left out: `clauses` are what it says.
    """
    name = "README.md" if language == "en" else f"README.{language}.md"
    try:
        text = (Path(inspect.getfile(type(rules))).parent / name).read_text(encoding="utf-8")
    except OSError:
        return ()
    title, *parts = _CHAPTER.split(text)
    name, _, said = title.removeprefix("# ").partition("\n")
    found = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    numbered = (Chapter(number or "", name, said.strip()) for number, name, said in found if not _REFUSALS.search(said))
    return Chapter("", name, said.strip()), *numbered


@cache
def clauses(rules: AnyEngine) -> tuple[Clause, ...]:
    """Every clause that a refusal of the game cites, in the order in which its package has them."""
    package = type(rules).__module__.rpartition(".")[0]
    found: dict[tuple[str, str], list[str]] = {}
    for kind in _kinds(RuleViolation):
        if kind.clause and kind.__module__.startswith(f"{package}."):
            chapter = _NUMBER.search(kind.rule)
            found.setdefault((chapter[0] if chapter else "", kind.clause), []).append(kind.code)
    return tuple(Clause(chapter, text, tuple(codes)) for (chapter, text), codes in found.items())


def _kinds(kind: type[RuleViolation]) -> Sequence[type[RuleViolation]]:
    direct = kind.__subclasses__()
    return [*direct, *(each for one in direct for each in _kinds(one))]


@cache
def drawings(rules: AnyEngine) -> tuple[Drawing, ...]:
    """The examples of a game as the engine plays them. Raises `RuleViolation` at a move that it forbids."""
    return tuple(_drawing(rules, example) for example in rules.examples)


def _drawing(rules: AnyEngine, example: Example) -> Drawing:
    table = resolve_deck(rules, Table(example.seats, Level.OPEN, settings(rules, {})))
    before = state = rules.setup(table)
    for line in example.moves:
        before, seat = state, SEATS.get(line[0], CHANCE)
        state = rules.apply(before, seat, rules.parse(line[2:]))
    return Drawing(example, _picture(rules, before, example.zones), _picture(rules, state, example.zones))


def _picture(rules: AnyEngine, state: object, keys: tuple[str, ...]) -> Picture:
    whole = rules.picture(rules.view(state, EVERYTHING))
    return Picture([zone for zone in whole.zones if not keys or zone.key in keys])
