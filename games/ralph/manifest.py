"""What a deck of Ralph is (rules 1): five suits of sixteen numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.decks import Content, DeckRules, Total
from games.ralph.cards import LARGEST, SUITS
from games.ralph.faults import Manifest

EACH = 16
NAMED = frozenset((2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 15))  # numbers in the examples of the rule sheet


def _canonical(content: Content) -> Content:
    suits = content.get("suits")
    if unknown := sorted(set(content) - {"suits"}):
        raise ValueError(f"{unknown[0][:80]} is no key of it; suits is")
    if not isinstance(suits, Mapping):
        raise ValueError("suits is missing or no object")
    if unknown := sorted(set(suits) - set(SUITS)):
        raise ValueError(f"{unknown[0][:80]} is no suit; there are {', '.join(SUITS)}")
    return {"suits": {suit: _numbers(suit, _written_out(suits, suit)) for suit in SUITS}}


def _written_out(suits: Mapping[str, Any], suit: str) -> Any:
    """The numbers of *suit*; `"=R"` stands for those of Ralph."""
    given = suits.get(suit)
    if isinstance(given, str):
        if given[:1] != "=" or given[1:] not in tuple(SUITS) or isinstance(suits.get(given[1:]), str):
            raise ValueError(f"{suit} is {given[:80]!r}, neither a list of numbers nor = and a suit that has one")
        return suits.get(given[1:])
    return given


def _numbers(suit: str, given: Any) -> list[int]:
    if not isinstance(given, Sequence):
        raise ValueError(f"{suit} is missing or no list of numbers")
    for number in given:
        if type(number) is not int or not 1 <= number <= LARGEST:
            raise ValueError(f"{suit} has {str(number)[:80]}, which is no whole number from 1 to {LARGEST}")
    for number in given:
        if given.count(number) > 1:
            raise ValueError(f"{suit}{number} is there twice")
    if len(given) != EACH:
        raise ValueError(f"{suit} has {len(given)} cards, not {EACH}")
    return sorted(given)


def _add(content: Content, row: Mapping[str, str]) -> Content:
    suit, number = row["suit"].upper(), row["number"]
    if suit not in tuple(SUITS):
        raise ValueError(f"{row['suit'][:80]} is no suit; there are {', '.join(SUITS)}")
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and int(number)):
        raise ValueError(f"{number[:80]} is no whole number from 1 to {LARGEST}")
    suits = content.get("suits", {})
    have = suits.get(suit, ())
    if int(number) in have:
        raise ValueError(f"{suit}{int(number)} is there twice")
    if len(have) == EACH:
        raise ValueError(f"{suit}{int(number)} would be card {EACH + 1} of {suit}; it has {EACH}")
    return {"suits": {**suits, suit: [*have, int(number)]}}


def _totals(content: Content) -> list[Total]:
    suits = content.get("suits", {})
    return [Total(suit, len(suits.get(suit, ())), EACH) for suit in SUITS]


def _doubts(content: Content) -> list[str]:
    """The numbers of the rule sheet's examples that no suit has."""
    there = {number for numbers in content["suits"].values() for number in numbers}
    missing = ", ".join(map(str, sorted(NAMED - there)))
    return [f"no card has {missing}, which the rule sheet's examples name"] if missing else []


DECKS = DeckRules(
    game="ralph",
    house="ralph-house-1",
    package="games.ralph",
    fault=Manifest,
    columns=("suit", "number"),
    canonical=_canonical,
    add=_add,
    totals=_totals,
    doubts=_doubts,
)
