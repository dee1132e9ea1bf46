"""The moves of Ralph and how they are written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from games.errors import FormError, Phrase, quote
from games.ralph.cards import CHARACTERS, RANK, SUIT, card, name, names

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal J5 V7 R2 | hand | hand …`: turned-up cards in order, and the hands (`None` if they are not recorded)."""

    turned: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] | None

    def __str__(self) -> str:
        return " | ".join(
            [" ".join(["deal", *names(self.turned)]), *(" ".join(names(hand)) for hand in self.hands or ())]
        )


@dataclass(frozen=True, slots=True)
class Choose:
    """`R12`: a seat chooses this card, face down."""

    card: int

    def __str__(self) -> str:
        return name(self.card)


@dataclass(frozen=True, slots=True)
class As:
    """`as R`: the character of a joker, by its rank."""

    character: int

    def __str__(self) -> str:
        return f"as {SUIT[self.character]}"


@dataclass(frozen=True, slots=True)
class At:
    """`at V7`: the visible card above or below which a new row starts."""

    card: int

    def __str__(self) -> str:
        return f"at {name(self.card)}"


@dataclass(frozen=True, slots=True)
class Adopt:
    """`adopt J4`: the joker-only row, by any of its cards, that becomes the card's row."""

    card: int

    def __str__(self) -> str:
        return f"adopt {name(self.card)}"


@dataclass(frozen=True, slots=True)
class Close:
    """`close left`: which side of the row closes the hole that a taken stack left."""

    side: str

    def __str__(self) -> str:
        return f"close {self.side}"


Answer: TypeAlias = As | At | Adopt | Close
Move: TypeAlias = Deal | Choose | Answer


class _Moves(dict[str, Move]):
    """Moves by text, each read on first use. Deals never recur and are not kept."""

    def __missing__(self, text: str) -> Move:
        if text[:1] == "d":
            return _deal(text)
        move = _short(text)
        if str(move) == text:  # texts with other blanks are not kept
            self[text] = move
        return move


parse: Callable[[str], Move] = _Moves().__getitem__
"""The move written as a text; FormError if it is none."""


def _short(text: str) -> Move:
    match text.split():
        case ["as", character] if character in tuple(CHARACTERS):
            return As(RANK[character])
        case ["as", character]:
            what = Phrase(
                "{character} is not a character. The characters are {known}.",
                character=quote(character),
                known=", ".join(CHARACTERS),
            )
            raise FormError(what=what, culprit=character)
        case ["at", anchor]:
            return At(card(anchor))
        case ["adopt", joker]:
            return Adopt(card(joker))
        case ["close", side] if side in (LEFT, RIGHT):
            return Close(side)
        case [chosen]:
            return Choose(card(chosen))
    raise _no_move(text)


def _no_move(text: str) -> FormError:
    return FormError(what=Phrase("{move} is not a move in Ralph.", move=quote(text)), culprit=text)


def _deal(text: str) -> Deal:
    head, *hands = text.split("|")
    verb, *turned = head.split()
    if verb != "deal":
        raise _no_move(verb)
    return Deal(
        tuple(map(card, turned)),
        tuple(tuple(map(card, hand.split())) for hand in hands) if hands else None,
    )
