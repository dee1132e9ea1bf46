"""What a deck of Ralph is (rules 1): five suits of sixteen numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.decks import Content, DeckRules, Total
from games.engine import is_number
from games.errors import Phrase, count_phrase
from games.ralph.cards import LARGEST, SUITS
from games.ralph.errors import BadManifest

EACH = 16
NAMED = frozenset((2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 15))  # numbers in the examples of the rule sheet


def _canonical(content: Content) -> Content:
    suits = content.get("suits")
    if unknown := sorted(set(content) - {"suits"}):
        raise ValueError(Phrase("{key} is not a valid key, only suits is", key=unknown[0][:80]))
    if not isinstance(suits, Mapping):
        raise ValueError(Phrase("suits is missing or not an object"))
    if unknown := sorted(set(suits) - set(SUITS)):
        raise ValueError(Phrase("{key} is not one of the suits {known}", key=unknown[0][:80], known=", ".join(SUITS)))
    return {"suits": {suit: _numbers(suit, _expand(suits, suit)) for suit in SUITS}}


def _expand(suits: Mapping[str, Any], suit: str) -> Any:
    """The numbers of *suit*. `"=R"` stands for those of Ralph."""
    given = suits.get(suit)
    if isinstance(given, str):
        if given[:1] != "=" or given[1:] not in tuple(SUITS) or isinstance(suits.get(given[1:]), str):
            why = Phrase(
                "{suit} is {given}, which is neither a list of numbers nor = followed by a suit that has one",
                suit=suit,
                given=repr(given[:80]),
            )
            raise ValueError(why)
        return suits.get(given[1:])
    return given


def _numbers(suit: str, given: Any) -> list[int]:
    if not isinstance(given, Sequence):
        raise ValueError(Phrase("{suit} is missing or not a list of numbers", suit=suit))
    for number in given:
        if type(number) is not int or not 1 <= number <= LARGEST:
            why = Phrase(
                "{suit} has {number}, which is not a whole number from 1 to {limit}",
                suit=suit,
                number=str(number)[:80],
                limit=LARGEST,
            )
            raise ValueError(why)
    for number in given:
        if given.count(number) > 1:
            raise _duplicate_number(suit, number)
    if len(given) != EACH:
        why = count_phrase(
            "{suit} has {count} card, not {due}", "{suit} has {count} cards, not {due}", len(given), suit=suit, due=EACH
        )
        raise ValueError(why)
    return sorted(given)


def _duplicate_number(suit: str, number: int) -> ValueError:
    card = f"{suit}{number}"
    return ValueError(Phrase("{card} appears twice", card=card))


def _add(content: Content, row: Mapping[str, str]) -> Content:
    suit, number = row["suit"].upper(), row["number"]
    if suit not in tuple(SUITS):
        raise ValueError(Phrase("{key} is not one of the suits {known}", key=row["suit"][:80], known=", ".join(SUITS)))
    if not (is_number(number, 3) and int(number)):
        raise ValueError(Phrase("{number} is not a whole number from 1 to {limit}", number=number[:80], limit=LARGEST))
    suits = content.get("suits", {})
    have = suits.get(suit, ())
    if int(number) in have:
        raise _duplicate_number(suit, int(number))
    if len(have) == EACH:
        card = f"{suit}{int(number)}"
        why = Phrase(
            "{card} would be card {place} of {suit}, which has only {due}",
            card=card,
            place=EACH + 1,
            suit=suit,
            due=EACH,
        )
        raise ValueError(why)
    return {"suits": {**suits, suit: [*have, int(number)]}}


def _totals(content: Content) -> list[Total]:
    suits = content.get("suits", {})
    return [Total(suit, len(suits.get(suit, ())), EACH) for suit in SUITS]


def _doubts(content: Content) -> list[str]:
    """The numbers of the rule sheet's examples that no suit has."""
    there = {number for numbers in content["suits"].values() for number in numbers}
    missing = ", ".join(map(str, sorted(NAMED - there)))
    return (
        [Phrase("no card has these numbers from the rule sheet’s examples: {missing}", missing=missing)]
        if missing
        else []
    )


DECKS = DeckRules(
    game="ralph",
    default="ralph-house-1",
    package="games.ralph",
    error=BadManifest,
    columns=("suit", "number"),
    canonical=_canonical,
    add=_add,
    totals=_totals,
    doubts=_doubts,
)
