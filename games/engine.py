"""What a game can do.

An `Engine` holds the rules of one game as pure functions of values: `setup`, `turn`, `legal`, `apply`, `score` and
`view`, and three for text and chance: `parse`, `draw` and `show`. Positions are frozen values; nature is a seat
(`CHANCE`); every move is text: `parse(str(move)) == move`, and that text is what the log keeps; `describe` puts it in
words for people.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Generic, TypeAlias, TypeVar

from games.chance import Chance
from games.decks import Deck, DeckRules, reference
from games.errors import FormError, Phrase, Refused, RuleViolation, gettext_noop

Seat: TypeAlias = int
CHANCE: Seat = -1  # nature: deals, draws, what fell
PUBLIC: Seat = -2  # a viewer who knows what the whole table knows
EVERYTHING: Seat = -3  # a viewer who may know all: whoever records the game with open racks before them

JSON: TypeAlias = "bool | int | str | Sequence[JSON] | Mapping[str, JSON] | None"
Setting: TypeAlias = bool | int | str


class Level(StrEnum):
    """How much of a game is recorded: everything, what the table saw, or the result alone."""

    FULL = "full"
    OPEN = "open"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that a game knows: how it is read from text, and its value where nothing is said.

    `read` raises ValueError with a `Phrase` that says what it wants ("a whole number from 1 to 20"). `rulings` are the
    values of a switch by which a table decides what the rules leave open.
    """

    key: str
    default: Setting
    read: Callable[[str], Setting]
    help: str
    rulings: tuple[Setting, ...] = ()


@dataclass(frozen=True, slots=True)
class Meta:
    """What is known of a game before it is played. `enumerable`: whether `legal` lists every legal move."""

    slug: str
    name: str
    rules: str
    seats: range
    options: tuple[Option, ...] = ()
    reasons: tuple[str, ...] = ("end",)  # why a game may be over
    enumerable: bool = True
    team: bool = False  # all seats win or lose together
    fewest_wins: bool = False  # the lower points are the better
    zero_sum: bool = False  # what one seat gains, the others lose
    hidden: bool = False  # seats hold or choose what others may not know


@dataclass(frozen=True, slots=True)
class Labels:
    """Messages for what `view` and results name: keys, codes (words among the values), and why a game may be over.

    `seats` are keys whose values are seats, `by_seat` those whose values are lists in the order of the seats. `options`
    are the names of switches that have rulings; what these are called stands among the codes.
    """

    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    codes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    reasons: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    seats: frozenset[str] = frozenset()
    by_seat: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """What a game starts from: how many seats, what is recorded, every option with its value, and the deck.

    `deck` is what the option `deck` names; None for games that know no decks
    (`games.records.replay.resolve_deck` resolves it).
    """

    seats: int
    level: Level = Level.FULL
    options: Mapping[str, Setting] = field(default_factory=lambda: MappingProxyType({}))
    deck: Deck | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """How a game ended: points by seat (as the game counts them), who won, and why it was over."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Stated:
    """A result as somebody wrote it: of a score-only game, or below the moves of another."""

    points: tuple[int, ...] | None = None
    reason: str | None = None
    extra: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # racks, left, rounds: as written


@dataclass(frozen=True, slots=True)
class Advice:
    """What a game can work out of a position: a message id with its params, and the move that it speaks of."""

    message: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    move: Hashable | None = None


State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


class Engine(ABC, Generic[State, Move]):
    """The rules of one game under one `rules` number."""

    meta: ClassVar[Meta]
    decks: ClassVar[DeckRules | None] = None  # for games with an option `deck` (see `deck_option`)
    labels: ClassVar[Labels] = Labels()  # what is not in it is shown as it is
    familiar_length: ClassVar[int] = 12  # moves of up to so many characters recur, and a replay remembers them

    @abstractmethod
    def setup(self, table: Table) -> State:
        """The position before the first deal; RuleViolation if the game cannot be played so."""

    @abstractmethod
    def turn(self, state: State) -> frozenset[Seat]:
        """Who may act: one seat, several at once, `{CHANCE}`, or nobody when the game is over."""

    @abstractmethod
    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        """Moves that `apply` accepts: all of them, or some where `meta.enumerable` is false."""

    @abstractmethod
    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """The position after the move; RuleViolation, naming the culprit, if the rules forbid it."""

    def play(self, state: State, moves: Iterable[tuple[Seat, Move]]) -> State:
        """The position after all of *moves*, the same that `apply` gives one after the other.

        The first that the rules forbid is refused as `apply` refuses it, and none is taken from *moves* after it. What
        taking one raises goes through. Most of a replay is spent here: a game gains by keeping, from move to move,
        what a position would be made of.
        """
        apply = self.apply
        for seat, move in moves:
            state = apply(state, seat, move)
        return state

    @abstractmethod
    def score(self, state: State) -> Score | None:
        """The result, or None while the game lasts or something that it depends on is not known yet."""

    @abstractmethod
    def view(self, state: State, to: Seat) -> Mapping[str, JSON]:
        """The position as *to* (a seat, `PUBLIC` or `EVERYTHING`) may know it; everything once the game is over."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The move written as *text*; FormError if it is none."""

    @abstractmethod
    def draw(self, state: State, chance: Chance) -> Move:
        """What nature does now, by *chance*; only where `turn` is `{CHANCE}`."""

    def suggest(self, state: State, seat: Seat, chance: Chance) -> Move:
        """A sensible move for *seat* on turn, for games that are played to try things out."""
        return chance.pick(list(self.legal(state, seat)))

    def reason(self, state: State) -> str | None:
        """Why the game is over; known, perhaps, before the points are. None while it lasts."""
        score = self.score(state)
        return None if score is None else score.reason

    def is_over(self, state: State) -> bool:
        """Whether the game has ended and nothing of it is hidden any more; showing what is left may still be due."""
        return not self.turn(state)

    def show(self, before: State, by: Seat, move: Move, to: Seat, state: State) -> str:
        """A move made at *before* as *to* may see it while the game stands at *state*: `?` for what is hidden."""
        return str(move)

    def describe(self, before: State, by: Seat, move: Move) -> tuple[str, Mapping[str, object]]:
        """A move made at *before* in words, for those to whom `show` gives all of it: a message id and its params.

        The message is English, marked by `gettext_noop`, without the player who moves. A parameter that is a tuple
        holds words which are messages themselves.
        """
        return "{move}", {"move": str(move)}

    def describe_to(
        self, before: State, by: Seat, move: Move, to: Seat, state: State
    ) -> tuple[str, Mapping[str, object]]:
        """`describe` for *to* while the game stands at *state*; what `show` gives where that hides something."""
        shown = self.show(before, by, move, to, state)
        return self.describe(before, by, move) if shown == str(move) else ("{move}", {"move": shown})

    def clauses(self, before: State, by: Seat, move: Move) -> Sequence[type[RuleViolation]]:
        """What a move at *before* is held against, legal or not, in the order of the checks; nothing if it is not told.

        For an arbiter, who is shown the clauses.
        """
        return ()

    def advise(self, state: State, seat: Seat) -> Sequence[Advice]:
        """What can be worked out for *seat* from what is known at *state*; nothing for games that work out nothing.

        Every move named is legal.
        """
        return ()

    def pieces(self, state: State) -> Hashable:
        """All pieces of the game, wherever they are: the same at every position where all are known, else None."""
        return None

    def check_time(self, state: State, move: Move, seconds: int) -> None:
        """RuleViolation if a legal move took longer than the rules allow."""

    def games(self, table: Table) -> Sequence[tuple[int, int]]:
        """The (round, game) pairs of a match, in order; RuleViolation where no such match can be."""
        return [(1, game) for game in range(1, int(table.options.get("games", 1)) + 1)]

    def unknown_game(self, table: Table, round_: int, game: int) -> Refused:
        """Why a match at *table* has no such game."""
        place, last = f"{round_}.{game}", ".".join(map(str, self.games(table)[-1]))
        what = Phrase("This match has no game {place}; its last is {last}.", place=place, last=last)
        return FormError(what=what, culprit=place)

    def open_moves(self, moves: Sequence[tuple[Seat, Move]], state: State) -> Sequence[tuple[Seat, Move]]:
        """The moves of a full record, which lead to *state*, as an open record has them.

        What only the owner of a hand saw is left out; what is shown when the game is over is added.
        """
        return moves

    def objection(self, state: State, points: tuple[int, ...] | None) -> Refused | None:
        """What the rules say against a stated result (*points*, or only a reason) that the moves do not give."""
        return None

    @abstractmethod
    def judge(self, table: Table, stated: Stated) -> Score | None:
        """The result of a score-only game after the checks of that level; None while points or reason are missing."""


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from *low* to *high*."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high):
            raise ValueError(Phrase("a whole number from {low} to {high}", low=low, high=high))
        return int(text)

    return read


def flag(text: str) -> bool:
    """A reader of `true` and `false`."""
    if text not in ("true", "false"):
        raise ValueError(Phrase("true or false"))
    return text == "true"


@dataclass(frozen=True, slots=True)
class OneOf:
    """A reader of one of a few words, `values`."""

    values: tuple[str, ...]

    def __call__(self, text: str) -> str:
        if text not in self.values:
            raise ValueError(Phrase("one of {values}", values=", ".join(self.values)))
        return text


def one_of(*values: str) -> OneOf:
    """A reader of one of a few words."""
    return OneOf(values)


def deck_option(rules: DeckRules) -> Option:
    """The option of games whose cards are in a manifest."""
    return Option("deck", rules.default, reference, gettext_noop("The deck: a manifest's id, or its id and hash."))


def setting_text(value: Setting) -> str:
    """A setting as records write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
