"""A match: what its events make of it (`evolve`), and what can be decided on it.

Deciding may refuse, evolving may not: an event in the log was legal when it was written.
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
from games.registry import AnyEngine, engine
from league.common.errors import one_of
from league.matches.domain import summary
from league.matches.domain.disputes import Disputes
from league.matches.domain.events import (
    GameEnded,
    GameOpened,
    GameReplayed,
    LevelChosen,
    LevelProposed,
    MatchEnded,
    MatchEvent,
    MatchOpened,
    MovePlayed,
    MovesAnnulled,
    MovesWithdrawn,
    SeatsChanged,
    SeedRevealed,
)
from league.matches.domain.moves import Game as Game  # asked for here
from league.matches.domain.moves import MoveRequest as MoveRequest
from league.matches.domain.moves import PlayedMove, games_before, has_begun
from league.matches.domain.score_sheet import GameNumber, ScoreSheet
from league.matches.domain.seats.seeds import SeatSeeds
from league.matches.domain.summary import MatchSummary
from league.matches.errors import (
    DealIsAwaited,
    MatchHasNoMoves,
    MatchIsOver,
    MatchIsRuled,
    MatchIsUnderAppeal,
    NatureIsTheServers,
)
from league.standings.types import Outcome

RULING_TEXTS = {Outcome.FORFEIT: Phrase("forfeit"), Outcome.VOID: Phrase("void")}


class Match(NamedTuple):
    """A match as its events left it. `position` is of the current game, which `place` names, after `plies` moves.

    `began`: whether a seat has moved; `anew`: how often something that chance did was put away, so that no draw comes
    twice; `games`: those that have moves and stand, in the order in which they were opened; `seated`: the revision
    since which nobody has changed seats; `proposals`: by seat, the level and dealing that it wants instead; `seeds`:
    what the seats add to the sealed seed.
    """

    summary: MatchSummary
    rules: AnyEngine
    table: Table
    place: GameNumber | None = None
    position: Any = None
    plies: int = 0
    seed: str | None = None
    began: bool = False
    anew: int = 0
    games: tuple[Game, ...] = ()
    seated: int = 1
    proposals: Mapping[Seat, tuple[str, str]] = {}
    seeds: SeatSeeds = SeatSeeds()

    @property
    def opened(self) -> MatchOpened:
        """The opening, with what was changed since."""
        return self.summary.opening

    @property
    def sheet(self) -> ScoreSheet:
        return self.summary.sheet

    @property
    def disputes(self) -> Disputes:
        return self.summary.disputes

    @property
    def revision(self) -> int:
        """How many events there are."""
        return self.summary.revision

    @property
    def scores(self) -> Mapping[GameNumber, Score]:
        """The games that have a result, in their order."""
        return self.summary.sheet.scores

    @property
    def places(self) -> Sequence[GameNumber]:
        """The (round, game) pairs of the match in their order."""
        return self.rules.games(self.table)

    @property
    def over(self) -> bool:
        """Whether every game has a result, and nothing is hidden any more."""
        return self.sheet.ended

    @property
    def turn(self) -> frozenset[Seat]:
        """Who may act now."""
        if self.sheet.over or self.place is None:
            return frozenset()
        return frozenset({CHANCE}) if self.awaits_seeds else self.rules.turn(self.position)

    @property
    def awaits_seeds(self) -> bool:
        """Whether the deal waits for seeds of the seats."""
        return bool(self.seeds.left)

    @property
    def game_over(self) -> bool:
        """Whether nobody acts in the current game any more, except to show what is left."""
        return self.place is None or self.rules.is_over(self.position)

    @property
    def outcome(self) -> Outcome:
        """How the match stands."""
        return self.sheet.outcome

    @property
    def game_opened(self) -> int | None:
        """The revision at which the current game was opened: tells it from others in its place that were put away."""
        return None if self.place is None else self.games[-1].opened

    @property
    def has_draws(self) -> bool:
        """Whether chance has moved in a game that stands."""
        return any(move.seat == CHANCE for game in self.games for move in game.moves)

    @property
    def moves(self) -> list[tuple[Seat, Any]]:
        """The moves of the current game that stand."""
        return [] if self.place is None else [(made.seat, self.rules.parse(made.text)) for made in self.games[-1].moves]

    def game_with(self, revision: int) -> Game | None:
        """The game of the move that was made at *revision*, if it stands."""
        moves = ((game, move) for game in self.games for move in game.moves)
        return next((game for game, move in moves if move.revision == revision), None)


def fold(events: Sequence[MatchEvent], decks: Lookup | None = None) -> Match:
    """The match that *events*, from its first on, make; *decks* finds decks that did not come with the game."""
    first, *rest = events
    match = start(first, decks)
    for event in rest:
        match = evolve(match, event)
    return match


def start(event: MatchEvent, decks: Lookup | None = None) -> Match:
    """A match of which nothing but its opening is known."""
    known = summary.start(event)
    opening = known.opening
    rules = engine(opening.game, opening.rules)
    table = Table(len(opening.seats), Level(opening.level), opening.options)
    return Match(known, rules, resolve_deck(rules, table, decks), seeds=SeatSeeds.ask(opening.seats, opening.dealing))


def evolve(match: Match, event: MatchEvent) -> Match:
    """The match after one more event. Only events of play do more than change the summary."""
    if isinstance(event, MovePlayed):
        move = match.rules.parse(event.move)
        return add_move(match, event.seat, event.move, match.rules.apply(match.position, event.seat, move))
    match = match._replace(summary=summary.evolve(match.summary, event))
    match event:
        case GameOpened():
            place = (event.round, event.game)
            games = (*match.games, Game(match.revision, place))
            return match._replace(place=place, position=match.rules.setup(match.table), plies=0, games=games)
        case SeedRevealed():
            return match._replace(seed=event.seed)
        case SeatsChanged() | LevelChosen():
            return _change_table(match, event)
        case LevelProposed():
            return match._replace(proposals={**match.proposals, event.seat: (event.level, event.dealing)})
        case MovesAnnulled():
            return _rewind(_replace_seed(match, event), event.revision)
        case MovesWithdrawn():
            return _rewind(match, event.revision)
        case GameReplayed():
            return _discard_game(_replace_seed(match, event), (event.round, event.game))
        case MatchOpened():
            raise ValueError("A match is opened once.")
        case _:
            return match._replace(seeds=match.seeds.evolve(event))


def add_move(match: Match, seat: Seat, text: str, position: Any) -> Match:
    """The match after the move written as *text*, which led to *position*."""
    revision = match.revision + 1
    *earlier, game = match.games
    games = (*earlier, game._replace(moves=(*game.moves, PlayedMove(revision, seat, text))))
    known = match.summary._replace(revision=revision)
    began = match.began or seat != CHANCE
    return match._replace(summary=known, position=position, plies=match.plies + 1, began=began, games=games)


def _change_table(match: Match, event: SeatsChanged | LevelChosen) -> Match:
    """The match with other seats or another level. A game that is open is put away, to begin anew by another deal.

    Except for a substitute where nothing was dealt, or in a log from when substitutes played on with the deal.
    """
    table = replace(match.table, seats=len(match.opened.seats), level=Level(match.opened.level))
    if isinstance(event, SeatsChanged):
        stays = not deals_again(event, match.table.seats)
        match = match._replace(seated=match.revision)
    else:
        stays = False
    match = _replace_seed(match._replace(table=table, proposals={}), event)
    return match if stays or match.place is None else _discard_game(match, match.place)


def deals_again(event: SeatsChanged, seats: int) -> bool:
    """Whether the game in progress of so many *seats* restarts with another deal."""
    return event.seed_hash is not None or len(event.seats) != seats


def _replace_seed(match: Match, event: MovesAnnulled | GameReplayed | SeatsChanged | LevelChosen) -> Match:
    """The match whose further draws come from another seed, if the one that was revealed is replaced.

    Then the seats are asked for other seeds, too. So they are when others sit down before anybody has chosen one.
    """
    if event.seed_hash is not None:
        match = match._replace(seed=None)
    elif not isinstance(event, LevelChosen) and not (match.awaits_seeds and isinstance(event, SeatsChanged)):
        return match
    return match._replace(seeds=SeatSeeds.ask(match.opened.seats, match.opened.dealing))


def _discard_game(match: Match, place: GameNumber) -> Match:
    """The match without what was played of a game, which is to begin anew by another deal."""
    games = tuple(game for game in match.games if game.place != place)
    match = match._replace(games=games, began=has_begun(games), anew=match.anew + 1)
    return match if match.place != place else match._replace(place=None, position=None, plies=0)


def _rewind(match: Match, revision: int) -> Match:
    """The match as if nothing had been played from *revision* on."""
    games = games_before(match.games, revision)
    match = match._replace(games=games, began=has_begun(games), anew=match.anew + 1)
    if not games:
        return match._replace(place=None, position=None, plies=0)
    game = games[-1]
    position = match.rules.setup(match.table)
    for move in game.moves:
        position = match.rules.apply(position, move.seat, match.rules.parse(move.text))
    return match._replace(place=game.place, position=position, plies=len(game.moves))


class Decision:
    """Events as they are decided, and the match after them."""

    def __init__(self, match: Match, seed: bytes | None = None) -> None:
        self.match = match
        self.seed = seed
        self.events: list[MatchEvent] = []

    @classmethod
    def of(cls, match: Match, event: MatchEvent) -> Self:
        """The decision that is this one event."""
        decision = cls(match)
        decision.add(event)
        return decision

    def add(self, event: MatchEvent, match: Match | None = None) -> None:
        """Add an event. *match*: the match after it, if that is known already."""
        self.events.append(event)
        self.match = evolve(self.match, event) if match is None else match

    def begin(self, place: GameNumber) -> None:
        """Open a game; where the service deals, deal it."""
        self.add(GameOpened(*place))
        self.settle()

    def move(self, seat: Seat, move: Any, seconds: int | None = None) -> None:
        """Make one move of the current game; RuleViolation if its rules forbid it."""
        match, rules = self.match, self.match.rules
        position = rules.apply(match.position, seat, move)
        if seconds is not None:
            rules.check_time(match.position, move, seconds)
        event = MovePlayed(seat, str(move), seconds)
        self.add(event, add_move(match, seat, event.move, position))

    def settle(self) -> None:
        """Add what follows by itself: nature's moves, the end of the game, the next game or the end of the match."""
        rules = self.match.rules
        if self.seed is not None and not self.match.awaits_seeds:
            while rules.turn(self.match.position) == {CHANCE}:
                self.move(CHANCE, rules.draw(self.match.position, chance(self.match, self.seed)))
        if self.end_game():
            left = [place for place in self.match.places if place not in self.match.scores]
            later = [place for place in left if self.match.place is not None and place > self.match.place]
            if left:
                self.begin((later or left)[0])
            else:
                self.end_match()

    def end_game(self) -> bool:
        """Add the result of the current game if it has one."""
        score = self.match.rules.score(self.match.position)
        if score is None or self.match.place is None:
            return False
        self.add(GameEnded(*self.match.place, score.points, score.winners, score.reason))
        return True

    def end_match(self) -> None:
        """Add the end of the match, and the seed, if every game has a result."""
        if not set(self.match.places) <= set(self.match.scores):
            return
        sums = self.match.summary.totals()
        self.add(MatchEnded(sums.points, sums.wins, sums.winners))
        if self.seed is not None:
            self.add(SeedRevealed(self.seed.hex()))


def open_match(opening: MatchOpened, seed: bytes | None, decks: Lookup | None = None) -> Decision:
    """Open a match; where the service deals, the first game is dealt from *seed* at once.

    RuleViolation if the game cannot be played with so many seats, BadDeck if its deck is not known.
    """
    match = start(opening, decks)
    first, *_ = match.places
    match.rules.setup(match.table)
    pinned = msgspec.structs.replace(opening, options=dict(match.table.options))  # with the hash of the deck
    decision = Decision(match._replace(summary=match.summary._replace(opening=pinned)), seed)
    decision.events.append(pinned)
    if match.table.level != Level.SCORE:
        decision.begin(first)
    return decision


def play(match: Match, plies: Sequence[MoveRequest], seed: bytes | None) -> Decision:
    """Make moves, one after the other; all of them or, at the first that is refused, none.

    RuleViolation and FormError come from the game's rules; of several moves, a refusal names its own by `index`.
    Where the service deals, nature moves by itself.
    """
    if match.table.level == Level.SCORE:
        raise MatchHasNoMoves()
    require_unruled(match)
    if match.disputes.in_hand:
        raise MatchIsUnderAppeal()
    decision = Decision(match, seed)
    for index, ply in enumerate(plies):
        with one_of(plies, index):
            if decision.match.over:
                raise MatchIsOver()
            if ply.seat == CHANCE and match.opened.dealing != "table":
                raise NatureIsTheServers()
            if decision.match.awaits_seeds:
                raise DealIsAwaited()
            decision.move(ply.seat, match.rules.parse(ply.text), ply.seconds)
            decision.settle()
    return decision


def require_unruled(match: Match) -> None:
    """Raise MatchIsRuled while the match is forfeit or void."""
    if match.sheet.ruling is not None:
        raise MatchIsRuled(outcome=RULING_TEXTS[match.sheet.ruling], why=match.sheet.reason)


def chance(match: Match, seed: bytes) -> Chance:
    """The stream of chance for nature's next move: anyone who knows the seed draws the same."""
    round_, game = match.place or (0, 0)
    again = f"/{match.anew}" if match.anew else ""
    seed = match.seeds.mix(seed) if match.opened.dealing == "joint" else seed
    return Chance(seed, f"{round_}.{game}:{match.plies}{again}")


def seal(seed: bytes) -> str:
    """What is published of a seed before the match: its SHA-256, hexadecimal."""
    return hashlib.sha256(seed).hexdigest()
