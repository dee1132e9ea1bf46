"""What people see of a match: never more than they may know."""

from collections.abc import Mapping
from itertools import islice
from typing import Annotated, Any

import msgspec
from django.utils.translation import override
from msgspec import Meta

from games.engine import CHANCE, EVERYTHING, Score, Seat
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.common.read_models import GameOptions, Id, Moment
from league.matches import repository
from league.matches.domain import match as matches
from league.matches.domain.events import MovePlayed, SeedRevealed, drawing_seeds
from league.matches.domain.match import Match
from league.matches.domain.permissions import held_seats, require_seat, require_view, viewer
from league.matches.domain.records import record_text
from league.matches.domain.score_sheet import GameNumber
from league.matches.domain.seats.seeds import SeatSeedState
from league.matches.errors import MatchIsRunning, NoSeed
from league.matches.queries import hints
from league.matches.queries.corrections import MatchDecision, list_decisions
from league.matches.queries.list import MatchOutcome, MatchSeat, match_seats
from league.matches.queries.score_sheet import GameScore, SheetLine, available_commands, sheet_lines
from league.matches.queries.visibility import (
    VisibleEvent,
    is_public_to,
    replay_step,
    replay_steps,
    viewpoint_at,
    viewpoint_name,
    visible_events,
)


class LevelProposal(msgspec.Struct, frozen=True):
    """How a seat wants a match that the service deals to be recorded instead."""

    seat: int
    level: str
    dealing: str


class SeatSeed(msgspec.Struct, frozen=True):
    """What a seat adds to a deal that is made together."""

    seat: int
    state: Annotated[SeatSeedState, Meta(description="`omitted`: the deal is made without it.")]
    commitment: Annotated[str | None, Meta(description="SHA-256 that the seat has published, hexadecimal.")]
    seed: Annotated[str | None, Meta(description="The seed that it has revealed, hexadecimal.")]


class GamePlace(msgspec.Struct, frozen=True):
    round: int
    game: int


class MatchDetail(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it stands now."""

    id: Id
    club: Id
    series: Id | None
    game: str
    rules: str
    level: str
    dealing: Annotated[str, Meta(description="`server`, `joint` (with seeds of the seats) or `table`.")]
    options: GameOptions
    seats: list[MatchSeat]
    revision: int
    status: str
    round: Annotated[int | None, Meta(description="Of the game that is played.")]
    game_number: int | None
    turn: Annotated[list[int], Meta(description="Seats that may act; -1 is nature.")]
    due: Annotated[
        list[GamePlace], Meta(description="Games without a result, in their order. None in a match that is over.")
    ]
    seed_hash: Annotated[str | None, Meta(description="SHA-256 of the sealed seed, hexadecimal.")]
    seed: Annotated[str | None, Meta(description="The seed itself, once the match is over.")]
    seat_seeds: Annotated[list[SeatSeed], Meta(description="Where the seats add seeds to the deal; else none.")]
    outcome: MatchOutcome
    tournament: Id | None
    ruling: Annotated[str | None, Meta(description="Why it is forfeit or void.")]
    proposals: Annotated[
        list[LevelProposal], Meta(description="Of seats that want the match to be recorded differently, before play.")
    ]
    absent: Annotated[list[int], Meta(description="Seats that lost by forfeit or left.")]
    left: Annotated[tuple[int, ...], Meta(description="Seats that play no further game.")]
    results: list[SheetLine]
    corrections: Annotated[list[MatchDecision], Meta(description="And rulings, in their order.")]
    you: Annotated[list[int], Meta(description="Your own seats, and those that this phone plays.")]
    may: Annotated[list[str], Meta(description="What you may do with its result and seats.")]


class EventDetail(msgspec.Struct, frozen=True):
    """An event of a match as its reader may see it."""

    revision: int
    kind: str
    at: Moment
    actor: Id | None
    payload: dict[str, Any]
    hash: Annotated[str | None, Meta(description="Of a move only once the match is over.")]


class PositionView(msgspec.Struct, frozen=True):
    """A position as a viewer may know it."""

    revision: int
    round: int | None
    game: int | None
    move: Annotated[int, Meta(description="Moves made in this game so far.")]
    turn: list[int]
    seen_by: Annotated[Any, Meta(description="A seat, `public`, or `everything`.")]
    position: Mapping[str, Any] | None


class LegalMoves(msgspec.Struct, frozen=True):
    """Moves that a seat may make."""

    revision: int
    seat: int
    complete: Annotated[bool, Meta(description="Whether these are all legal moves, or some.")]
    moves: list[str]


class ChanceDraw(msgspec.Struct, frozen=True):
    revision: int
    move: str
    due: Annotated[str, Meta(description="What the seed gives.")]


class RevealedSeed(msgspec.Struct, frozen=True):
    seed: str
    seed_hash: str
    sealed: Annotated[bool, Meta(description="Whether the seed has the hash that was published before its draws.")]


class Fairness(RevealedSeed, frozen=True):
    """Moves of nature beside those that the revealed seed gives."""

    fair: Annotated[bool, Meta(description="Whether every seed has, and every move of nature is the one it gives.")]
    earlier: Annotated[
        list[RevealedSeed], Meta(description="Seeds that were replaced when a match was played on after its end.")
    ]
    draws: list[ChanceDraw]


def match_detail(match_id: str, actor: Actor) -> MatchDetail:
    """The match as it stands now, straight from the log."""
    standing = repository.load(match_id)
    match = standing.state
    opened, sheet = match.opened, match.sheet
    return MatchDetail(
        id=match_id,
        club=opened.club,
        series=opened.series,
        game=opened.game,
        rules=opened.rules,
        level=opened.level,
        dealing=opened.dealing,
        options=opened.options,
        seats=seats(match),
        revision=standing.head.seq,
        status="over" if sheet.over else "running",
        round=match.place[0] if match.place else None,
        game_number=match.place[1] if match.place else None,
        turn=sorted(match.turn),
        due=[] if sheet.over else [GamePlace(*place) for place in match.places if place not in match.scores],
        seed_hash=None if opened.dealing == "table" else opened.seed_hash,
        seed=match.seed,
        seat_seeds=seat_seeds(match),
        outcome=match.outcome.value,
        tournament=opened.tournament,
        ruling=sheet.reason or None,
        proposals=[] if match.began else [LevelProposal(seat, *each) for seat, each in sorted(match.proposals.items())],
        absent=sorted(sheet.away.union(sheet.absent)),
        left=sheet.left,
        results=sheet_lines(match),
        corrections=list_decisions(match_id, actor),
        you=sorted(held_seats(actor, match)),
        may=available_commands(match, actor),
    )


def seat_seeds(match: Match) -> list[SeatSeed]:
    if match.opened.dealing != "joint":
        return []
    seeds = match.seeds
    shown = {seat: seed.hex() for seat, seed in seeds.revealed.items()}
    return [SeatSeed(seat, state, seeds.committed.get(seat), shown.get(seat)) for seat, state in seeds.states().items()]


def is_over(match_id: str) -> bool:
    """Whether everything that has happened in the match is open to all. Raises `Unknown`."""
    return repository.load(match_id).state.over


def seats(match: Match) -> list[MatchSeat]:
    players = match.opened.seats
    return match_seats(players, names_of([player for player in players if player is not None]))


def game_score(place: GameNumber, score: Score) -> GameScore:
    return GameScore(*place, score.points, score.winners, score.reason)


def events(match_id: str, actor: Actor, *, after: int = 0, limit: int = 500) -> list[EventDetail]:
    """Events behind revision *after*, in order, at most *limit*, as *actor* may see them.

    The hash of a move is not shown before the match is over: guesses at what it hides could be checked by it.
    """
    standing = repository.load(match_id)
    match = standing.state
    shown = islice(visible_events(standing, viewer(actor, match)), after, after + limit)
    return [event_detail(each, open_=match.over) for each in shown]


def event_detail(shown: VisibleEvent, *, open_: bool) -> EventDetail:
    """An event, with the hash of a move only where *open_*."""
    stored, payload = shown.stored, msgspec.to_builtins(shown.event)
    is_move = isinstance(shown.event, MovePlayed)
    if is_move:
        payload["move"] = shown.move
    actor = None if stored.actor is None else str(stored.actor)
    hash_ = stored.hash.hex() if open_ or not is_move else None
    return EventDetail(stored.seq, stored.kind, stored.at, actor, payload, hash_)


def position(match_id: str, actor: Actor, *, at: int | None = None, seat: Seat | None = None) -> PositionView:
    """The position at revision *at* (now, if None) as *seat* may know it; by default as *actor* may.

    Raises `Unknown`, `NotAllowed`, `NoSuchRevision`.
    """
    standing = repository.load(match_id)
    match = standing.state
    then = match if at is None else replay_step(standing, at).after
    to = viewer(actor, match) if seat is None else seat
    if seat is not None:
        require_seat(match, seat)
        if not is_public_to(match, then, to):
            require_view(actor, match, seat)
    shown = EVERYTHING if is_public_to(match, then, to) else viewpoint_at(match, then, to)
    return PositionView(
        revision=standing.head.seq if at is None else at,
        round=then.place[0] if then.place else None,
        game=then.place[1] if then.place else None,
        move=then.plies,
        turn=sorted(then.turn),
        seen_by=viewpoint_name(shown),
        position=None if then.place is None else then.rules.view(then.position, shown),
    )


def legal(match_id: str, actor: Actor, seat: Seat) -> LegalMoves:
    """Moves that the seat may make now: all of them where `complete`, else some. Raises `Unknown`, `NotAllowed`."""
    standing = repository.load(match_id)
    match = standing.state
    if seat != CHANCE:
        require_view(actor, match, seat)
    allowed = seat in match.turn and (seat != CHANCE or viewer(actor, match) == EVERYTHING)
    if not allowed:
        return LegalMoves(standing.head.seq, seat, match.rules.meta.enumerable, [])
    found = hints.legal_moves(match.rules, match.position, seat)
    return LegalMoves(standing.head.seq, seat, found.complete, found.moves)


def record(match_id: str, actor: Actor) -> str:
    """The match as a record; `?` stands for what *actor* may not know yet."""
    standing = repository.load(match_id)
    match = standing.state
    shown = [(each.event, each.move) for each in visible_events(standing, viewer(actor, match))]
    with override("en"):  # a record reads the same whoever asks for it
        names = [seat.name for seat in seats(match) if seat.name]
    return record_text(shown, names if len(names) == match.table.seats else None)


def fairness(match_id: str) -> Fairness:
    """Moves of nature beside those that the revealed seed gives. Raises `Unknown`, `NoSeed`, `MatchIsRunning`."""
    standing = repository.load(match_id)
    match = standing.state
    if match.opened.seed_hash is None or match.opened.dealing == "table":
        raise NoSeed()
    if match.seed is None:
        raise MatchIsRunning()
    steps = list(replay_steps(standing))
    draws: list[ChanceDraw] = []
    revealed: list[RevealedSeed] = []
    for step, seed in zip(steps, drawing_seeds([each.event for each in steps]), strict=True):
        event, before = step.event, step.before
        if before is None or seed is None:
            continue
        if isinstance(event, MovePlayed) and event.seat == CHANCE:
            due = before.rules.draw(before.position, matches.chance(before, seed))
            draws.append(ChanceDraw(step.stored.seq, event.move, str(due)))
        if isinstance(event, SeedRevealed):
            hash_ = before.opened.seed_hash or ""
            revealed.append(RevealedSeed(event.seed, hash_, matches.seal(seed) == hash_))
    last = revealed[-1]
    fair = all(each.sealed for each in revealed) and all(each.move == each.due for each in draws)
    return Fairness(last.seed, last.seed_hash, last.sealed, fair=fair, earlier=revealed[:-1], draws=draws)
