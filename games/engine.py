"""The interface of a game.

An `Engine` holds the rules of one game as pure functions of values: `setup`, `turn`, `legal`, `apply`, `score` and
`view`, and three for text and chance: `parse`, `draw` and `show`. Positions are frozen values, and chance is a seat
(`CHANCE`). Every move is text, which the log keeps: `parse(str(move)) == move`. `describe` puts it in words for people.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from games.bench import Bench, Keyboard
from games.chance import Chance
from games.decks import Deck, DeckRules, reference
from games.errors import FormError, Phrase, Refused, RuleViolation, gettext_noop
from games.parts import Answers, Part
from games.picture import Picture, read_drawing
from games.result_form import ResultForm
from games.result_form import Stated as Stated  # for games and everybody who judges a result
from games.text_boards import TextBoard

Seat: TypeAlias = int
CHANCE: Seat = -1  # deals, draws, cargo that slides
PUBLIC: Seat = -2  # a viewer who knows what the whole table knows
EVERYTHING: Seat = -3  # a viewer who may know all, such as the recorder of a game with open racks

JSON: TypeAlias = "bool | int | str | Sequence[JSON] | Mapping[str, JSON] | None"
Setting: TypeAlias = bool | int | str


class Level(StrEnum):
    """How much of a game is recorded: everything, what the table saw, or the result alone."""

    FULL = "full"
    OPEN = "open"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: how it is read from text, and its default.

    `read` raises ValueError with a `Phrase` of what it expects ("a whole number from 1 to 20"). `rulings` are the
    values of a switch by which a table decides what the rules leave open.
    """

    key: str
    default: Setting
    read: Callable[[str], Setting]
    help: str
    rulings: tuple[Setting, ...] = ()


@dataclass(frozen=True, slots=True)
class Meta:
    """The description of a game. `enumerable`: whether `legal` lists every legal move."""

    slug: str
    name: str
    rules: str
    seats: range
    options: tuple[Option, ...] = ()
    reasons: tuple[str, ...] = ("end",)  # why a game may be over
    enumerable: bool = True
    team: bool = False  # all seats win or lose together
    fewest_wins: bool = False  # lower points are better
    zero_sum: bool = False  # points add up to zero
    hidden: bool = False  # seats hold or choose what others may not know
    neighbours: bool = False  # it matters who sits on whose left


@dataclass(frozen=True, slots=True)
class Labels:
    """Messages for keys and codes (words among the values) of `view`, and for the reasons why a game is over.

    The codes also have short names of moves that touch nothing, which then have buttons of their own.
    `seats` are keys whose values are seats, `by_seat` those whose values are lists in the order of the seats. `options`
    are the names of switches with rulings, and the names of the rulings are among the codes.
    """

    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    codes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    reasons: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    seats: frozenset[str] = frozenset()
    by_seat: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """The setup of a game: the number of seats, how much is recorded, every option with its value, and the deck.

    `deck` is the one that the option `deck` names (see `games.records.replay.resolve_deck`), or None without that
    option.
    """

    seats: int
    level: Level = Level.FULL
    options: Mapping[str, Setting] = field(default_factory=lambda: MappingProxyType({}))
    deck: Deck | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """How a game ended: points by seat (as the game counts them), the winners, and the reason."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice on a position: a message id with its params, and the move that it suggests."""

    message: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    move: Hashable | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A few moves that show a rule, as an open record has them under the game's own options.

    `chapter` is its number, and `text` is a message that says what the table looks like after the last move. `zones`
    are the keys of those to draw, in the picture's order, or none for all.
    """

    chapter: str
    text: str
    moves: tuple[str, ...]
    zones: tuple[str, ...] = ()
    seats: int = 2


State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


class PositionDraft:
    """A position (a NamedTuple) while moves change it, with lists in place of tuples.

    It is worthless once it has refused a move. The `__slots__` of a subclass are the position's fields.
    """

    __slots__: tuple[str, ...] = ()

    def __init__(self, position: tuple[Any, ...]) -> None:
        for name, value in zip(self.__slots__, position, strict=True):
            setattr(self, name, [*value] if type(value) is tuple else value)

    def values(self) -> Iterator[Any]:
        """The fields of the position that it has become."""
        for name in self.__slots__:
            value = getattr(self, name)
            yield tuple(value) if type(value) is list else value


class Engine(ABC, Generic[State, Move]):
    """The rules of one game under one `rules` number."""

    meta: ClassVar[Meta]
    decks: ClassVar[DeckRules | None] = None  # for games with an option `deck` (see `deck_option`)
    labels: ClassVar[Labels] = Labels()  # what is not in it is shown as it is
    result_form: ClassVar[ResultForm] = ResultForm()  # what people enter of a game that is over
    examples: ClassVar[tuple[Example, ...]] = ()  # drawn beside the rules in words
    notation: ClassVar[str] = gettext_noop("Write the move as in a record.")  # for moves not in `choices` or `parts`
    deal_notation: ClassVar[str] = gettext_noop("Write what was dealt as in a record.")  # for a dealer without a list
    builds: ClassVar[bool] = False  # whether seats build their moves on a `bench`
    familiar_length: ClassVar[int] = 12  # moves of up to so many characters recur, and a replay remembers them

    @abstractmethod
    def setup(self, table: Table) -> State:
        """The position before the first deal. Raises `RuleViolation` if the game cannot be played so."""

    @abstractmethod
    def turn(self, state: State) -> frozenset[Seat]:
        """Who may act: one seat, several at once, `{CHANCE}`, or nobody when the game is over."""

    @abstractmethod
    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        """Moves that `apply` accepts: all of them, or some where `meta.enumerable` is false."""

    def choices(self, state: State, seat: Seat) -> Iterable[Move]:
        """Legal moves that pages list for *seat* to choose from: not those that a seat has to find by itself."""
        return self.legal(state, seat)

    def path(self, before: State, by: Seat, move: Move) -> tuple[str, ...]:
        """What a person touches to make *move* at *before*, in order, as places of the picture that they see.

        See `games.picture.place`. Empty if there is nothing to touch. Moves with the same path are told apart in words.
        """
        return ()

    def bench(self, view: Mapping[str, Any], seat: Seat, work: str = "") -> Bench | None:
        """What *seat* has built of pieces from what `view` shows it, to send it as one move. None if it builds nothing.

        *work* is the text of an earlier bench, empty if nothing is built. Raises `FormError` if it cannot be read.
        """
        return None

    def keyboard(self, state: State, seat: Seat) -> Keyboard | None:
        """The keyboard for the move that is due from *seat* where people write down a table, if it lists pieces."""
        return None

    def rearrange(self, view: Mapping[str, Any], seat: Seat, work: str, taken: Sequence[str], onto: str) -> str:
        """The work of a bench once the pieces *taken* lie on its heap *onto*, on a `NEW` one, or went `BACK`.

        Pieces are called by the name of their stock, or by that of their heap and their place in it: `r5,r6,r7/0`.
        """
        return work

    def parts(self, state: State, seat: Seat) -> Sequence[Part]:
        """What *seat* is asked for a move that `choices` can't list: what happened at the table. Empty for none."""
        return ()

    def compose(self, state: State, seat: Seat, answers: Answers) -> Move:
        """The move of *answers* to `parts`, which `check_answers` has accepted. The rules may still forbid it."""
        raise NotImplementedError  # games with parts have it

    @abstractmethod
    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """The position after the move. Raises `RuleViolation`, naming the culprit, if the rules forbid it."""

    def play(self, state: State, moves: Iterable[tuple[Seat, Move]]) -> State:
        """The position after all of *moves*, the same that `apply` gives one after the other.

        The first forbidden move is refused as by `apply`, and nothing is taken from *moves* after it. Errors from
        *moves* itself pass through. Most of a replay is spent here, so games keep a draft of the position in between.
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
        """The position as *to* (a seat, `PUBLIC` or `EVERYTHING`) may see it. All is visible once the game is over."""

    def picture(self, view: Mapping[str, Any]) -> Picture:
        """What `view` returned as a picture, which pages draw. Without zones it is shown in words."""
        return Picture()

    def symbols(self) -> str:
        """The SVG with the symbols that pieces name: `pieces.svg` in the game's folder. Empty without that file."""
        return read_drawing(type(self), "pieces.svg")

    def emblem(self) -> str:
        """The SVG of 44 by 44 that stands for the game where one is chosen: `emblem.svg` in its folder, or nothing."""
        return read_drawing(type(self), "emblem.svg")

    def text_board(self, view: Mapping[str, Any]) -> TextBoard:
        """What `view` returned, drawn in text for people at a terminal. Without a drawing it is shown in words."""
        return TextBoard()

    @abstractmethod
    def parse(self, text: str) -> Move:
        """Parse a move. Raises `FormError` if *text* is not a move."""

    @abstractmethod
    def draw(self, state: State, chance: Chance) -> Move:
        """The chance move that is due, drawn from *chance*. Called only if `turn` is `{CHANCE}`."""

    def suggest(self, state: State, seat: Seat, chance: Chance) -> Move:
        """A sensible move for *seat*, for simulated games."""
        return chance.pick(list(self.legal(state, seat)))

    def reason(self, state: State) -> str | None:
        """Why the game is over, or None while it lasts. This may be known before the points are."""
        score = self.score(state)
        return None if score is None else score.reason

    def is_over(self, state: State) -> bool:
        """Whether the game has ended and nothing is hidden. Racks may still have to be revealed."""
        return not self.turn(state)

    def show(self, before: State, by: Seat, move: Move, to: Seat, state: State) -> str:
        """A move made at *before*, as *to* may see it at the later position *state*, with `?` for what is hidden."""
        return str(move)

    def describe(self, before: State, by: Seat, move: Move) -> tuple[str, Mapping[str, object]]:
        """A move made at *before* in words, for viewers who see all of it: a message id and its params.

        The message is English, marked by `gettext_noop`, and does not name the player. A parameter that is a tuple
        holds words that are messages themselves.
        """
        return "{move}", {"move": str(move)}

    def describe_to(
        self, before: State, by: Seat, move: Move, to: Seat, state: State
    ) -> tuple[str, Mapping[str, object]]:
        """As `describe`, for *to* at the later position *state*. Falls back to `show` if something is hidden."""
        shown = self.show(before, by, move, to, state)
        return self.describe(before, by, move) if shown == str(move) else ("{move}", {"move": shown})

    def clauses(self, before: State, by: Seat, move: Move) -> Sequence[type[RuleViolation]]:
        """The rules that a move at *before* is checked against, legal or not, in order. Empty if the game lists none.

        Arbiters are shown these clauses.
        """
        return ()

    def advise(self, state: State, seat: Seat) -> Sequence[Advice]:
        """Advice for *seat* from what is known at *state*, with legal moves alone. Empty for games that give none."""
        return ()

    def pieces(self, state: State) -> Hashable:
        """A value of all pieces in the game, equal at every position where all are known, else None."""
        return None

    def turn_seconds(self, state: State) -> int | None:
        """How long the turn at *state* may take, in seconds. None without a limit."""
        return None

    def check_time(self, state: State, move: Move, seconds: int) -> None:
        """RuleViolation if a legal move took longer than the rules allow."""

    def games(self, table: Table) -> Sequence[tuple[int, int]]:
        """The (round, game) pairs of a match, in order. Raises `RuleViolation` if there can be no such match."""
        return [(1, game) for game in range(1, int(table.options.get("games", 1)) + 1)]

    def unknown_game(self, table: Table, round_: int, game: int) -> Refused:
        """The refusal for a game that a match at *table* does not have."""
        place, last = f"{round_}.{game}", ".".join(map(str, self.games(table)[-1]))
        what = Phrase("This match has no game {place}. The last one is {last}.", place=place, last=last)
        return FormError(what=what, culprit=place)

    def open_moves(self, moves: Sequence[tuple[Seat, Move]], state: State) -> Sequence[tuple[Seat, Move]]:
        """The moves of a full record that leads to *state*, as an open record has them.

        What only the owner of a hand saw is left out. What is shown when the game is over is added.
        """
        return moves

    def objection(self, state: State, points: tuple[int, ...] | None) -> Refused | None:
        """The rule that a stated result (*points*, or only a reason) breaks, if the moves do not give this result."""
        return None

    @abstractmethod
    def judge(self, table: Table, stated: Stated) -> Score | None:
        """Check the result of a score-only game, and return it. None if points or reason are missing."""


def is_number(text: str, digits: int) -> bool:
    """Whether *text* is a whole number of at most so many *digits*, and nothing else."""
    return text.isascii() and text.isdigit() and len(text) <= digits


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from *low* to *high*."""

    def read(text: str) -> int:
        if not (is_number(text, 9) and low <= int(text) <= high):
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
    """The option `deck`, for games whose cards come from a manifest."""
    return Option("deck", rules.default, reference, gettext_noop("Deck: the manifest’s id, or its id and hash."))


def setting_text(value: Setting) -> str:
    """The text of a setting in records."""
    return str(value).lower() if isinstance(value, bool) else str(value)
