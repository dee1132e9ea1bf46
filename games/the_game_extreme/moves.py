"""The moves of The Game: Extreme and how they are written."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from games.errors import FormError, Phrase, quote
from games.the_game_extreme.cards import CARDS, PILES, cards_text
from games.the_game_extreme.orders import NAMES, Order, order_names

FAILURES = ("min_cards", "skull", "three")
MAX_NOTE = 200  # characters


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal 0 | hand | hand …`: who starts, and the hands by seat (`None` if they are not recorded)."""

    starter: int
    hands: tuple[tuple[int, ...], ...] | None

    def __str__(self) -> str:
        return " | ".join([f"deal {self.starter}", *map(cards_text, self.hands or ())])


@dataclass(frozen=True, slots=True)
class Drawn:
    """`12 44`: the cards that chance gave."""

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return cards_text(self.cards)


@dataclass(frozen=True, slots=True)
class Play:
    """`37>A1`: a card is played. `27>A2!` if it is a STOP that ends the turn and knowingly loses."""

    card: int
    pile: int  # index into PILES
    accept_loss: bool = False

    def __str__(self) -> str:
        return f"{self.card}>{PILES[self.pile]}{'!' if self.accept_loss else ''}"


@dataclass(frozen=True, slots=True)
class End:
    """`end`, or `end!` if that knowingly loses."""

    accept_loss: bool = False

    def __str__(self) -> str:
        return "end!" if self.accept_loss else "end"


@dataclass(frozen=True, slots=True)
class Fail:
    """`fail min_cards`: the player whose turn it is cannot complete it."""

    reason: str

    def __str__(self) -> str:
        return f"fail {self.reason}"


@dataclass(frozen=True, slots=True)
class Violation:
    """`violation silence …`: an order was broken, which cannot be undone. The rest is a note."""

    order: Order
    note: str = ""

    def __str__(self) -> str:
        return " ".join(["violation", *order_names(self.order), *([self.note] if self.note else [])])


@dataclass(frozen=True, slots=True)
class GiveUp:
    """`give_up`: the team concedes."""

    def __str__(self) -> str:
        return "give_up"


Move: TypeAlias = Deal | Drawn | Play | End | Fail | Violation | GiveUp

PLAYS = {(card, pile): Play(card, pile) for card in CARDS for pile in range(len(PILES))}
_EVERY: tuple[Move, ...] = (
    *PLAYS.values(),
    *(Play(card, pile, accept_loss=True) for card, pile in PLAYS),
    *(Drawn((card,)) for card in CARDS),
    *(End(accept) for accept in (False, True)),
    *map(Fail, FAILURES),
    *map(Violation, Order),
    GiveUp(),
)
_SHORT: dict[str, Move] = {str(move): move for move in _EVERY}
_ORDERS = {name.lower(): order for name, order in NAMES.items()}
_CARDS = {str(card): card for card in CARDS}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")
_PLAY = re.compile(r"(\S*)>(\S*?)(!?)")
_SECONDS = re.compile(r"@[0-9]+")


def parse(text: str) -> Move:
    if (found := _SHORT.get(text)) is not None:
        return found
    verb, _, rest = text.partition(" ")
    if verb in _CARDS:
        return Drawn(tuple(map(_number, text.split())))
    if reader := _READERS.get(verb):
        return reader(rest)
    if _NUMBER.fullmatch(verb):
        return Drawn(tuple(map(_number, text.split())))
    if play := _PLAY.fullmatch(text):
        if play[2] not in PILES:
            what = Phrase("{pile} is not a pile. The piles are {known}.", pile=quote(play[2]), known=", ".join(PILES))
            raise FormError(what=what, culprit=play[2])
        return Play(_number(play[1]), PILES.index(play[2]), bool(play[3]))
    raise FormError(what=Phrase("{move} is not a move in The Game: Extreme.", move=quote(text)), culprit=text)


def _number(text: str) -> int:
    """Any number that a card might have. The rules decide whether there is such a card."""
    if (card := _CARDS.get(text)) is not None:
        return card
    if not _NUMBER.fullmatch(text):
        raise FormError(what=Phrase("{card} is not a card number.", card=quote(text)), culprit=text)
    return int(text)


def _deal(text: str) -> Deal:
    starter, *hands = text.split("|")
    if not _NUMBER.fullmatch(starter.strip()):
        what = Phrase("{deal} does not say which seat starts.", deal=quote(starter.strip()))
        raise FormError(what=what, culprit=starter.strip())
    dealt = tuple(tuple(map(_number, hand.split())) for hand in hands)
    return Deal(int(starter), dealt or None)


def _fail(text: str) -> Fail:
    what = Phrase("fail: {reason} is not one of {known}.", reason=quote(text), known=", ".join(FAILURES))
    raise FormError(what=what, culprit=text)


def _violation(text: str) -> Violation:
    name, *words = text.split() or [""]
    order = _ORDERS.get(name)
    if order is None:
        what = Phrase("violation: {order} is not one of {known}.", order=quote(name), known=", ".join(_ORDERS))
        raise FormError(what=what, culprit=name)
    note = " ".join(words)
    # records would read these as a comment or as seconds of thought
    bad = [word for word in words if word.startswith(";") or not word.isprintable()]
    if words and _SECONDS.fullmatch(words[-1]):
        bad.append(words[-1])
    if bad or len(note) > MAX_NOTE:
        culprit = bad[0] if bad else note[:40]
        what = Phrase(
            "violation: the note cannot contain {culprit} or be longer than {limit} characters.",
            culprit=quote(culprit),
            limit=MAX_NOTE,
        )
        raise FormError(
            what=what,
            culprit=culprit,
        )
    return Violation(order, note)


_READERS: dict[str, Callable[[str], Move]] = {"deal": _deal, "fail": _fail, "violation": _violation}
