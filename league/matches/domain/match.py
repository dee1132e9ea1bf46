"""A match: what its facts make of it (`evolve`), and what can be decided on it.

Deciding may refuse, evolving may not: a fact that is in the log was legal when it was written. Everything here is
a pure function of values; chance arrives as the sealed seed, identity as text.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Self

import msgspec

from games.chance import Chance
from games.decks import Lookup
from games.engine import CHANCE, Level, Score, Seat, Table
from games.errors import Phrase
from games.records.replay import resolve_deck
from games.records.series import Totals, totals
from games.registry import AnyEngine, engine
from league.common.batch import one_of
from league.matches.domain import disputes
from league.matches.domain import score_sheet as sheet
from league.matches.domain.disputes import Disputes
from league.matches.domain.events import (
    AppealClosed,
    AppealFiled,
    AppealTaken,
    AppealWithdrawn,
    FindingRecorded,
    GameEnded,
    GameOpened,
    GameReplayed,
    LevelChosen,
    MatchEnded,
    MatchFact,
    MatchForfeited,
    MatchOpened,
    MatchReopened,
    MatchVoided,
    MovePlayed,
    MovesAnnulled,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    ResultSettled,
    RulingGiven,
    ScoreAdjusted,
    SeatsChanged,
    SeatsLeft,
    SeedRevealed,
)
from league.matches.domain.score_sheet import Place, Sheet
from league.matches.errors import MatchHasNoMoves, MatchIsOver, MatchIsRuled, MatchIsUnderAppeal, NatureIsTheServers
from league.standings.types import Outcome

RULED = {Outcome.FORFEIT: Phrase("forfeit"), Outcome.VOID: Phrase("void")}


class Ply(NamedTuple):
    """A wish: *seat* (`CHANCE` for nature at the table) makes the move written as *text*."""

    seat: Seat
    text: str
    seconds: int | None = None


class Made(NamedTuple):
    """A move that was made and stands; `revision`: of the match, after it."""

    revision: int
    seat: Seat
    text: str


class Game(NamedTuple):
    """A game that was opened at this revision of the match and stands, and its moves."""

    opened: int
    place: Place
    moves: tuple[Made, ...] = ()


class Match(NamedTuple):
    """A match as its facts left it. `position` is of the current game, which `place` names, after `plies` moves.

    `opened` has seats, level, dealing and sealed seed as they were changed since; `began`: whether a seat has moved;
    `anew`: how often something that nature did was put away, so that no draw comes twice; `revision`: how many facts
    there are; `games`: those that have moves and stand, in the order in which they were opened.
    """

    opened: MatchOpened
    rules: AnyEngine
    table: Table
    sheet: Sheet
    scores: Mapping[Place, Score]
    place: Place | None = None
    position: Any = None
    plies: int = 0
    seed: str | None = None
    began: bool = False
    anew: int = 0
    revision: int = 1
    games: tuple[Game, ...] = ()
    disputes: Disputes = Disputes()

    @property
    def places(self) -> Sequence[Place]:
        """The (round, game) pairs of the match in their order."""
        return self.rules.games(self.table)

    @property
    def over(self) -> bool:
        """Whether every game has a result, and nothing is hidden any more."""
        return self.sheet.ended

    @property
    def turn(self) -> frozenset[Seat]:
        """Who may act now."""
        return frozenset() if self.sheet.over or self.place is None else self.rules.turn(self.position)

    @property
    def game_over(self) -> bool:
        """Whether nobody acts in the current game any more, except to show what is left."""
        return self.place is None or self.rules.is_over(self.position)

    @property
    def outcome(self) -> Outcome:
        """How the match stands."""
        return self.sheet.outcome

    @property
    def opening(self) -> int | None:
        """The revision at which the current game was opened: tells it from others in its place that were put away."""
        return None if self.place is None else self.games[-1].opened

    def game_with(self, revision: int) -> Game | None:
        """The game of the move that was made at *revision*, if it stands."""
        moves = ((game, move) for game in self.games for move in game.moves)
        return next((game for game, move in moves if move.revision == revision), None)

    def totals(self) -> Totals:
        """Points and games won over the games that have a result."""
        return totals(self.rules.meta, self.table.seats, self.places, self.scores, self.sheet.away)


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
    table = resolve_deck(rules, Table(len(fact.seats), Level(fact.level), fact.options), decks)
    return Match(fact, rules, table, sheet.opened(fact), {})


def evolve(now: Match, fact: MatchFact) -> Match:
    """The match after one more fact."""
    if isinstance(fact, MovePlayed):
        move = now.rules.parse(fact.move)
        return moved(now, fact.seat, fact.move, now.rules.apply(now.position, fact.seat, move))
    return _evolved(now, fact)._replace(revision=now.revision + 1)


def _evolved(now: Match, fact: MatchFact) -> Match:
    match fact:
        case GameOpened():
            place = (fact.round, fact.game)
            games = (*now.games, Game(now.revision + 1, place))
            return now._replace(place=place, position=now.rules.setup(now.table), plies=0, games=games)
        case GameEnded() | ResultReported() | ScoreAdjusted():
            return _noted(now, fact)
        case SeedRevealed():
            return now._replace(seed=fact.seed)
        case (
            ResultConfirmed()
            | ResultContested()
            | ResultSettled()
            | SeatsLeft()
            | MatchForfeited()
            | MatchVoided()
            | MatchReopened()
            | MatchEnded()
        ):
            return now._replace(sheet=sheet.evolve(now.sheet, fact))
        case SeatsChanged() | LevelChosen():
            return _changed(now, fact)
        case MovesAnnulled():
            return _back_at(_sealed_anew(_noted(now, fact), fact), fact.revision)
        case GameReplayed():
            return _without(_sealed_anew(_noted(now, fact), fact), (fact.round, fact.game))
        case AppealFiled() | AppealTaken() | AppealWithdrawn() | AppealClosed() | RulingGiven():
            return now._replace(disputes=disputes.evolve(now.disputes, fact, now.revision + 1))
        case FindingRecorded():
            return now
        case MatchOpened() | MovePlayed():
            raise ValueError("A match is opened once.")


def moved(now: Match, seat: Seat, text: str, position: Any) -> Match:
    """The match after the move written as *text*, which led to *position*."""
    revision = now.revision + 1
    *earlier, game = now.games
    games = (*earlier, game._replace(moves=(*game.moves, Made(revision, seat, text))))
    began = now.began or seat != CHANCE
    return now._replace(position=position, plies=now.plies + 1, began=began, revision=revision, games=games)


def _noted(now: Match, fact: MatchFact) -> Match:
    """The match with a fact on its sheet that changes scores."""
    noted = sheet.evolve(now.sheet, fact)
    return now._replace(sheet=noted, scores=noted.scores)


def _changed(now: Match, fact: SeatsChanged | LevelChosen) -> Match:
    """The match with other seats, or recorded otherwise; a substitute takes a seat with all that is dealt to it.

    In all other cases a game that is open is put away, to begin anew by another deal.
    """
    opening = sheet.as_changed(now.opened, fact)
    table = replace(now.table, seats=len(opening.seats), level=Level(opening.level))
    fits = isinstance(fact, SeatsChanged) and table.seats == now.table.seats
    now = now._replace(opened=opening, table=table, sheet=sheet.evolve(now.sheet, fact))
    return now if fits or now.place is None else _without(now, now.place)


def _sealed_anew(now: Match, fact: MovesAnnulled | GameReplayed) -> Match:
    """The match whose further draws come from another seed, if the one that was revealed is replaced."""
    if fact.seed_hash is None:
        return now
    return now._replace(opened=sheet.as_changed(now.opened, fact), seed=None)


def _without(now: Match, place: Place) -> Match:
    """The match without what was played of a game, which is to begin anew by another deal."""
    games = tuple(game for game in now.games if game.place != place)
    now = now._replace(games=games, began=_began(games), anew=now.anew + 1)
    return now if now.place != place else now._replace(place=None, position=None, plies=0)


def _back_at(now: Match, revision: int) -> Match:
    """The match as if nothing had been played from *revision* on."""
    before = [game for game in now.games if game.opened < revision]
    if not before:
        return now._replace(place=None, position=None, plies=0, games=(), began=False, anew=now.anew + 1)
    *earlier, game = before
    game = game._replace(moves=tuple(move for move in game.moves if move.revision < revision))
    position = now.rules.setup(now.table)
    for move in game.moves:
        position = now.rules.apply(position, move.seat, now.rules.parse(move.text))
    games = (*earlier, game)
    return now._replace(
        place=game.place,
        position=position,
        plies=len(game.moves),
        games=games,
        began=_began(games),
        anew=now.anew + 1,
    )


def _began(games: Sequence[Game]) -> bool:
    return any(move.seat != CHANCE for game in games for move in game.moves)


class Course:
    """Facts as they are decided, and the match after them: a decision under way."""

    def __init__(self, now: Match, seed: bytes | None = None) -> None:
        self.now = now
        self.seed = seed
        self.facts: list[MatchFact] = []

    @classmethod
    def of(cls, now: Match, fact: MatchFact) -> Self:
        """The decision that is this one fact."""
        course = cls(now)
        course.add(fact)
        return course

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
            rules.check_time(now.position, move, seconds)
        fact = MovePlayed(seat, str(move), seconds)
        self.add(fact, moved(now, seat, fact.move, position))

    def settle(self) -> None:
        """Add what follows by itself: nature's moves, the end of the game, the next game or the end of the match."""
        rules = self.now.rules
        if self.seed is not None:
            while rules.turn(self.now.position) == {CHANCE}:
                self.move(CHANCE, rules.draw(self.now.position, chance(self.now, self.seed)))
        if self.end_game():
            left = [place for place in self.now.places if place not in self.now.scores]
            later = [place for place in left if self.now.place is not None and place > self.now.place]
            if left:
                self.begin((later or left)[0])
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

    RuleViolation and FormError come from the game's rules; of several moves, a refusal names its own by `index`.
    Where the service deals, nature moves by itself.
    """
    if now.table.level == Level.SCORE:
        raise MatchHasNoMoves()
    require_unruled(now)
    if now.disputes.in_hand:
        raise MatchIsUnderAppeal()
    course = Course(now, seed)
    for index, ply in enumerate(plies):
        with one_of(plies, index):
            if course.now.over:
                raise MatchIsOver()
            if ply.seat == CHANCE and now.opened.dealing == "server":
                raise NatureIsTheServers()
            course.move(ply.seat, now.rules.parse(ply.text), ply.seconds)
            course.settle()
    return course


def require_unruled(now: Match) -> None:
    """Raise MatchIsRuled while the match is forfeit or void."""
    if now.sheet.ruling is not None:
        raise MatchIsRuled(outcome=RULED[now.sheet.ruling], why=now.sheet.reason)


def chance(now: Match, seed: bytes) -> Chance:
    """The stream of chance for nature's next move: anyone who knows the seed draws the same."""
    round_, game = now.place or (0, 0)
    again = f"/{now.anew}" if now.anew else ""
    return Chance(seed, f"{round_}.{game}:{now.plies}{again}")


def seal(seed: bytes) -> str:
    """What is published of a seed before the match: its SHA-256, hexadecimal."""
    return hashlib.sha256(seed).hexdigest()
