"""A match: what its facts make of it (`evolve`), and what can be decided on it.

Deciding may refuse, evolving may not: a fact that is in the log was legal when it was written. Everything here is
a pure function of values; chance arrives as the sealed seed, identity as text.
"""

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from games.chance import Chance
from games.decks import Lookup
from games.engine import CHANCE, Level, Score, Seat, Stated, Table
from games.errors import FormError, Phrase, ResultDiffers, counted, quoted
from games.registry import AnyEngine, engine
from games.replay import with_deck
from games.series import Totals, totals
from league.domain.events import (
    GameEnded,
    GameOpened,
    MatchEnded,
    MatchFact,
    MatchOpened,
    MovePlayed,
    ResultReported,
    SeedRevealed,
)
from league.errors import (
    CorrectionNeedsReason,
    MatchHasMoves,
    MatchHasNoMoves,
    MatchIsOver,
    NatureIsTheServers,
    NoSuchGame,
    ResultIncomplete,
)

Place = tuple[int, int]


class Ply(NamedTuple):
    """A wish: *seat* (`CHANCE` for nature at the table) makes the move written as *text*."""

    seat: Seat
    text: str
    seconds: int | None = None


class Match(NamedTuple):
    """A match as its facts left it. `position` is of the current game, which `place` names, after `plies` moves."""

    opened: MatchOpened
    rules: AnyEngine
    table: Table
    scores: Mapping[Place, Score]
    place: Place | None = None
    position: Any = None
    plies: int = 0
    over: bool = False
    seed: str | None = None

    @property
    def places(self) -> Sequence[Place]:
        """The (round, game) pairs of the match in their order."""
        return self.rules.games(self.table)

    @property
    def turn(self) -> frozenset[Seat]:
        """Who may act now."""
        return frozenset() if self.over or self.place is None else self.rules.turn(self.position)

    @property
    def game_over(self) -> bool:
        """Whether nobody acts in the current game any more, except to show what is left."""
        return self.place is None or self.rules.over(self.position)

    def totals(self) -> Totals:
        """Points and games won over the games that have a result."""
        return totals(self.rules.meta, self.table.seats, self.places, self.scores)


def after(facts: Sequence[MatchFact], decks: Lookup | None = None) -> Match:
    """The match that *facts*, from its first on, make; *decks* finds decks that did not come with the game."""
    first, *rest = facts
    now = begun(_opening(first), decks)
    for fact in rest:
        now = evolve(now, fact)
    return now


def _opening(fact: MatchFact) -> MatchOpened:
    if not isinstance(fact, MatchOpened):
        raise TypeError(f"A match begins with its opening, not with {fact}.")
    return fact


def begun(fact: MatchOpened, decks: Lookup | None = None) -> Match:
    """A match of which nothing but its opening is known."""
    rules = engine(fact.game, fact.rules)
    table = with_deck(rules, Table(len(fact.seats), Level(fact.level), fact.options), decks)
    return Match(fact, rules, table, {})


def evolve(now: Match, fact: MatchFact) -> Match:
    """The match after one more fact."""
    match fact:
        case MovePlayed():
            move = now.rules.parse(fact.move)
            return now._replace(position=now.rules.apply(now.position, fact.seat, move), plies=now.plies + 1)
        case GameOpened():
            return now._replace(place=(fact.round, fact.game), position=now.rules.setup(now.table), plies=0)
        case GameEnded() | ResultReported():
            score = Score(fact.points, fact.winners, fact.reason)
            return now._replace(scores={**now.scores, (fact.round, fact.game): score})
        case MatchEnded():
            return now._replace(over=True)
        case SeedRevealed():
            return now._replace(seed=fact.seed)
        case MatchOpened():
            raise ValueError("A match is opened once.")


class Course:
    """Facts as they are decided, and the match after them: a decision under way."""

    def __init__(self, now: Match, seed: bytes | None = None) -> None:
        self.now = now
        self.seed = seed
        self.facts: list[MatchFact] = []

    def add(self, fact: MatchFact, now: Match | None = None) -> None:
        """Add a fact; *now* spares working out the match after it where that is known already."""
        self.facts.append(fact)
        self.now = evolve(self.now, fact) if now is None else now

    def begin(self, place: Place) -> None:
        """Open a game; where the service deals, deal it."""
        self.add(GameOpened(*place))
        self.settle()

    def move(self, seat: Seat, move: Any, seconds: int | None = None) -> None:
        """Make one move of the current game; RuleViolation if its rules forbid it."""
        now, rules = self.now, self.now.rules
        position = rules.apply(now.position, seat, move)
        if seconds is not None:
            rules.in_time(now.position, move, seconds)
        fact = MovePlayed(seat, str(move), seconds)
        self.add(fact, now._replace(position=position, plies=now.plies + 1))

    def settle(self) -> None:
        """Add what follows by itself: nature's moves, the end of the game, the next game or the end of the match."""
        rules = self.now.rules
        if self.seed is not None:
            while rules.turn(self.now.position) == {CHANCE}:
                self.move(CHANCE, rules.draw(self.now.position, chance(self.now, self.seed)))
        if self.end_game():
            later = [place for place in self.now.places if self.now.place is not None and place > self.now.place]
            if later:
                self.begin(later[0])
            else:
                self.end_match()

    def end_game(self) -> bool:
        """Add the result of the current game if it has one."""
        score = self.now.rules.score(self.now.position)
        if score is None or self.now.place is None:
            return False
        self.add(GameEnded(*self.now.place, score.points, score.winners, score.reason))
        return True

    def end_match(self) -> None:
        """Add the end of the match, and the seed, if every game has a result."""
        if not set(self.now.places) <= set(self.now.scores):
            return
        sums = self.now.totals()
        self.add(MatchEnded(sums.points, sums.wins, sums.winners))
        if self.seed is not None:
            self.add(SeedRevealed(self.seed.hex()))


def open_match(opening: MatchOpened, seed: bytes | None, decks: Lookup | None = None) -> Course:
    """Open a match; where the service deals, the first game is dealt from *seed* at once.

    RuleViolation if the game cannot be played with so many seats, BadDeck if its deck is not known.
    """
    now = begun(opening, decks)
    first, *_ = now.places
    now.rules.setup(now.table)
    pinned = msgspec.structs.replace(opening, options=dict(now.table.options))  # with the hash of the deck
    course = Course(now._replace(opened=pinned), seed)
    course.facts.append(pinned)
    if now.table.level != Level.SCORE:
        course.begin(first)
    return course


def play(now: Match, plies: Sequence[Ply], seed: bytes | None) -> Course:
    """Make moves, one after the other; all of them or, at the first that is refused, none.

    RuleViolation and FormError come from the game's rules. Where the service deals, nature moves by itself.
    """
    if now.table.level == Level.SCORE:
        raise MatchHasNoMoves()
    course = Course(now, seed)
    for ply in plies:
        if course.now.over:
            raise MatchIsOver()
        if ply.seat == CHANCE and now.opened.dealing == "server":
            raise NatureIsTheServers()
        course.move(ply.seat, now.rules.parse(ply.text), ply.seconds)
        course.settle()
    return course


def report(now: Match, place: Place, stated: Stated, correction: str | None = None) -> Course:
    """Report, or with a reason correct, the result of one game of a match that is kept by results alone.

    Refused by the game's own checks (RuleViolation, ResultDiffers, FormError).
    """
    if now.table.level != Level.SCORE:
        raise MatchHasMoves()
    if place not in now.places:
        raise NoSuchGame(round=place[0], game=place[1])
    stated = _in_form(now, stated)
    score = now.rules.judge(now.table, stated)
    if score is None:
        raise ResultIncomplete(round=place[0], game=place[1])
    known = now.scores.get(place)
    if known is not None and not correction:
        raise CorrectionNeedsReason(round=place[0], game=place[1])
    course = Course(now)
    extra, why = dict(stated.extra), None
    if correction and known is not None:
        why = unicodedata.normalize("NFC", correction)  # as the log keeps text
    course.add(ResultReported(*place, score.points, score.winners, score.reason, extra, why))
    course.end_match()
    return course


def _in_form(now: Match, stated: Stated) -> Stated:
    """What is stated as a record could hold it; FormError, ResultDiffers where none could."""
    if stated.points is not None and len(stated.points) != now.table.seats:
        count, seats = len(stated.points), now.table.seats
        one, many = "points: {count} number for {seats} seats.", "points: {count} numbers for {seats} seats."
        what = counted(one, many, count, seats=seats)
        raise FormError(what=what, culprit="points")
    if stated.reason is not None and stated.reason not in now.rules.meta.reasons:
        known = ", ".join(now.rules.meta.reasons)
        why = Phrase("reason: {value} is none of {known}", value=quoted(stated.reason), known=known)
        raise ResultDiffers(why=why, key="reason")
    return replace(stated, extra={key: " ".join(value.split()) for key, value in stated.extra.items()})


def chance(now: Match, seed: bytes) -> Chance:
    """The stream of chance for nature's next move: anyone who knows the seed draws the same."""
    round_, game = now.place or (0, 0)
    return Chance(seed, f"{round_}.{game}:{now.plies}")


def seal(seed: bytes) -> str:
    """What is published of a seed before the match: its SHA-256, hexadecimal."""
    return hashlib.sha256(seed).hexdigest()
