"""The rules for decks of this game (rules 1). The printed deck is not public, so clubs enter their own boxes.

A manifest has one list, `cards`, in the order of the ids. A box is entered in rows of `COLUMNS`.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.decks import Content, DeckRules, Total
from games.engine import is_number
from games.errors import Phrase, count_phrase
from games.toy_story_4.cards import BONUS_NEXT_BULLSEYE, BULLSEYE, COLOURS, SIDES, SPECIALS
from games.toy_story_4.errors import BadManifest

TOYS, EDGES = 61, 23
MOST_POINTS = 99  # on one card
COLUMNS = ("id", "kind", "colour", "toy_or_side", "points", "special_or_bonus_toy")
_KEYS = {
    "toy": ("id", "kind", "colour", "toy", "points", "special"),
    "edge": ("id", "kind", "colour", "side", "points", "bonus_toy"),
}
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


def canonical(content: Content) -> Content:
    """The content with its cards in order. Raises `ValueError` if it is not a complete deck of this game."""
    if unknown := sorted(set(content) - {"cards"}):
        raise ValueError(Phrase("a manifest of this game has no key {key}", key=unknown[0][:40]))
    given = content.get("cards")
    if not isinstance(given, list):
        raise ValueError(Phrase("cards is missing or not a list"))
    cards = [_card(each, Phrase("card {number}", number=place)) for place, each in enumerate(given, 1)]
    _no_id_twice(cards)
    kinds = Counter(card["kind"] for card in cards)
    for kind, wanted in (("toy", TOYS), ("edge", EDGES)):
        if kinds[kind] != wanted:
            why = count_phrase(
                "it has {count} card of kind {kind}, not {due}",
                "it has {count} cards of kind {kind}, not {due}",
                kinds[kind],
                kind=kind,
                due=wanted,
            )
            raise ValueError(why)
    _each_colour_has_what_it_needs(cards)
    found = {card.get("special") for card in cards}
    if missing := [special for special in SPECIALS if special not in found]:
        raise ValueError(Phrase("no toy has the special {special}", special=missing[0]))
    if not any(_doubles_the_bonus(cards, colour) for colour in COLOURS):
        why = Phrase(
            "no colour has a {toy}, a {special} toy and an edge showing {toy} (special case 2)",
            toy=BULLSEYE,
            special=BONUS_NEXT_BULLSEYE,
        )
        raise ValueError(why)
    return {"cards": sorted(cards, key=lambda card: str(card["id"]))}


def add(content: Content, row: Mapping[str, str]) -> Content:
    """The content so far and one more card."""
    kind = row["kind"]
    card: dict[str, Any] = {"id": row["id"], "kind": kind, "colour": row["colour"], "points": _number(row["points"])}
    card["side" if kind == "edge" else "toy"] = row["toy_or_side"]
    card["bonus_toy" if kind == "edge" else "special"] = row["special_or_bonus_toy"] or None
    cards = [*content.get("cards", ()), _card(card, row["id"][:40] or Phrase("the card"))]
    _no_id_twice(cards)
    return {"cards": cards}


def totals(content: Content) -> Sequence[Total]:
    """Toys and edges of their known totals, and cards by colour, whose totals are unknown."""
    cards = content.get("cards", ())
    kinds, colours = Counter(card["kind"] for card in cards), Counter(card["colour"] for card in cards)
    return [
        Total("toys", kinds["toy"], TOYS),
        Total("edges", kinds["edge"], EDGES),
        *(Total(colour, colours[colour], None) for colour in COLOURS),
    ]


def doubts(content: Content) -> Sequence[str]:
    """Edges showing a toy that their colour does not have, so that they could never give a bonus turn."""
    toys = {(card["colour"], card["toy"]) for card in content["cards"] if card["kind"] == "toy"}
    return [
        Phrase(
            "{card} shows {toy}, but there is no {colour} toy with that name",
            card=card["id"],
            toy=card["bonus_toy"],
            colour=card["colour"],
        )
        for card in content["cards"]
        if card.get("bonus_toy") is not None and (card["colour"], card["bonus_toy"]) not in toys
    ]


def _card(given: Any, place: str) -> dict[str, Any]:
    """One card with exactly the keys of its kind. *place* names it until its id is known to be valid."""
    if not isinstance(given, dict):
        raise ValueError(Phrase("{place} is not an object", place=place))
    if not (isinstance(name := given.get("id"), str) and _ID.fullmatch(name)):
        why = Phrase("{card}: {id} is not a valid id (up to 32 letters, digits and . _ -)", card=place, id=_cut(name))
        raise ValueError(why)
    kind = given.get("kind")
    if kind not in ("toy", "edge"):
        raise ValueError(Phrase("{card}: kind {kind} is neither toy nor edge", card=name, kind=_cut(kind)))
    if unknown := sorted(set(given) - set(_KEYS[kind])):
        why = Phrase("{card}: a card of kind {kind} has no key {key}", card=name, key=unknown[0][:40], kind=kind)
        raise ValueError(why)
    card = {key: given.get(key) for key in _KEYS[kind]}
    if card["colour"] not in COLOURS:
        colour = _cut(card["colour"])
        why = Phrase(
            "{card}: colour {colour} is not one of {known}", card=name, colour=colour, known=", ".join(COLOURS)
        )
        raise ValueError(why)
    points = card["points"]
    if type(points) is not int or not 0 <= points <= MOST_POINTS:
        why = Phrase(
            "{card}: points {points} is not a whole number from 0 to {limit}",
            card=name,
            points=_cut(points),
            limit=MOST_POINTS,
        )
        raise ValueError(why)
    if kind == "edge" and card["side"] not in SIDES:
        raise ValueError(Phrase("{card}: side {side} is neither left nor right", card=name, side=_cut(card["side"])))
    if kind == "toy" and card["special"] not in (None, *SPECIALS):
        why = Phrase(
            "{card}: special {special} is not one of {known}",
            card=name,
            special=_cut(card["special"]),
            known=", ".join(SPECIALS),
        )
        raise ValueError(why)
    called = card["toy"] if kind == "toy" else card["bonus_toy"]
    if not (isinstance(called, str) and _NAME.fullmatch(called)) and (kind == "toy" or called is not None):
        why = Phrase(
            "{card}: {toy} is not a valid toy name (lower-case letters, digits and _ -)",
            card=name,
            toy=_cut(called),
        )
        raise ValueError(why)
    return card


def _no_id_twice(cards: Sequence[Mapping[str, Any]]) -> None:
    name, times = Counter(card["id"] for card in cards).most_common(1)[0] if cards else ("", 0)
    if times > 1:
        raise ValueError(count_phrase("{card} appears once", "{card} appears {count} times", times, card=name))


def _each_colour_has_what_it_needs(cards: Sequence[Mapping[str, Any]]) -> None:
    for colour in COLOURS:
        own = [card for card in cards if card["colour"] == colour]
        if not any(card["kind"] == "toy" for card in own):
            raise ValueError(Phrase("there is no {colour} toy", colour=colour))
        for side in SIDES:
            if not any(card.get("side") == side for card in own):
                raise ValueError(Phrase("there is no {colour} {side} edge", colour=colour, side=side))


def _doubles_the_bonus(cards: Sequence[Mapping[str, Any]], colour: str) -> bool:
    own = [card for card in cards if card["colour"] == colour]
    return (
        any(card.get("toy") == BULLSEYE for card in own)
        and any(card.get("special") == BONUS_NEXT_BULLSEYE for card in own)
        and any(card.get("bonus_toy") == BULLSEYE for card in own)
    )


def _number(text: str) -> int | str:
    return int(text) if is_number(text, 9) else text


def _cut(value: object) -> str:
    return repr(value)[:60]


DECKS = DeckRules(
    game="toy_story_4",
    default="toy4-house-1",
    package="games.toy_story_4",
    error=BadManifest,
    columns=COLUMNS,
    canonical=canonical,
    add=add,
    totals=totals,
    doubts=doubts,
)
