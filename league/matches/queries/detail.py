"""What people see of a match: never more than they may know."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec
from django.utils.translation import override

from games.engine import CHANCE, EVERYTHING, Score, Seat
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.decks import queries as deck_queries
from league.eventlog import store
from league.matches import repository
from league.matches.domain import match as matches
from league.matches.domain.chance import drawing_seeds
from league.matches.domain.events import MovePlayed, SeedRevealed
from league.matches.domain.match import Match
from league.matches.domain.permissions import own_seats, require_seat, require_view, viewer
from league.matches.domain.records import record_text
from league.matches.domain.score_sheet import GameNumber
from league.matches.errors import MatchIsRunning, NoSeed, NoSuchRevision
from league.matches.queries.corrections import list_decisions
from league.matches.queries.score_sheet import available_commands, sheet
from league.matches.queries.visibility import VisibleEvent, is_public_to, viewpoint_name, visible_events


def match_detail(match_id: str, actor: Actor) -> dict[str, Any]:
    """The match as it stands now, straight from the log."""
    standing = repository.load(match_id)
    match = standing.state
    opened = match.opened
    return {
        "id": match_id,
        "club": opened.club,
        "series": opened.series,
        "game": opened.game,
        "rules": opened.rules,
        "level": opened.level,
        "dealing": opened.dealing,
        "options": opened.options,
        "seats": seats(opened.seats),
        "revision": standing.head.seq,
        "status": "over" if match.sheet.over else "running",
        "round": match.place[0] if match.place else None,
        "game_number": match.place[1] if match.place else None,
        "turn": turn(match),
        "seed_hash": opened.seed_hash,
        "seed": match.seed,
        "you": sorted(own_seats(actor, match)),
        "may": available_commands(match, actor),
        **sheet(match),
        "corrections": list_decisions(match_id, actor),
    }


def result(place: GameNumber, score: Score) -> dict[str, Any]:
    """The result of one game."""
    return {
        "round": place[0],
        "game": place[1],
        "points": list(score.points),
        "winners": list(score.winners),
        "reason": score.reason,
    }


def seats(players: Sequence[str | None]) -> list[dict[str, Any]]:
    """Seats in order with the player's id and name."""
    names = names_of([player for player in players if player is not None])
    return [
        {"seat": seat, "player": player, "name": names.get(player) if player else None}
        for seat, player in enumerate(players)
    ]


def turn(match: Match) -> list[int]:
    """The seats that may act; -1 where nature is due."""
    return sorted(match.turn)


def events(match_id: str, actor: Actor, *, after: int = 0, limit: int = 500) -> list[dict[str, Any]]:
    """Events behind revision *after*, in order, at most *limit*, as *actor* may see them.

    The hash of a move is not shown before the match is over: it could be tried out what it hides.
    """
    standing = repository.load(match_id)
    match = standing.state
    shown = islice(visible_events(standing, viewer(actor, match)), after, after + limit)
    return [event_row(each, open_=match.over) for each in shown]


def event_row(shown: VisibleEvent, *, open_: bool) -> dict[str, Any]:
    """An event as the API gives it; hashes of moves only where *open_*."""
    event, fact = shown.event, shown.fact
    payload = msgspec.to_builtins(fact)
    if isinstance(fact, MovePlayed):
        payload["move"] = shown.move
    return {
        "revision": event.seq,
        "kind": event.kind,
        "at": event.at,
        "actor": event.actor,
        "payload": payload,
        "hash": event.hash.hex() if open_ or not isinstance(fact, MovePlayed) else None,
    }


def position(match_id: str, actor: Actor, *, at: int | None = None, seat: Seat | None = None) -> dict[str, Any]:
    """The position at revision *at* (now, if None) as *seat* may know it; by default as *actor* may.

    Raises `Unknown`, `NotAllowed`, `NoSuchRevision`.
    """
    standing = repository.load(match_id)
    match = standing.state
    revision = standing.head.seq if at is None else at
    if not 1 <= revision <= standing.head.seq:
        raise NoSuchRevision(revision=revision, last=standing.head.seq)
    then = match if at is None else _match_at(match_id, revision)
    to = viewer(actor, match) if seat is None else seat
    if seat is not None:
        require_seat(match, seat)
        if not is_public_to(match, then, to):
            require_view(actor, match, seat)
    shown = EVERYTHING if is_public_to(match, then, to) else to
    return {
        "revision": revision,
        "round": then.place[0] if then.place else None,
        "game": then.place[1] if then.place else None,
        "move": then.plies,
        "turn": turn(then),
        "seen_by": viewpoint_name(shown),
        "position": None if then.place is None else then.rules.view(then.position, shown),
    }


def _match_at(match_id: str, revision: int) -> Match:
    history = store.read(repository.stream(match_id)).events[:revision]
    return matches.fold([repository.decode(event) for event in history], deck_queries.find_pinned)


def legal(match_id: str, actor: Actor, seat: Seat) -> dict[str, Any]:
    """Moves that the seat may make now: all of them where `complete`, else some. Raises `Unknown`, `NotAllowed`."""
    standing = repository.load(match_id)
    match = standing.state
    if seat != CHANCE:
        require_view(actor, match, seat)
    allowed = seat in match.turn and (seat != CHANCE or viewer(actor, match) == EVERYTHING)
    return {
        "revision": standing.head.seq,
        "seat": seat,
        "complete": match.rules.meta.enumerable,
        "moves": [str(move) for move in match.rules.legal(match.position, seat)] if allowed else [],
    }


def record(match_id: str, actor: Actor) -> str:
    """The match as a record; `?` stands for what *actor* may not know yet."""
    standing = repository.load(match_id)
    match = standing.state
    shown = [(each.fact, each.move) for each in visible_events(standing, viewer(actor, match))]
    with override("en"):  # a record reads the same whoever asks for it
        named = [seat["name"] for seat in seats(match.opened.seats)]
    return record_text(shown, named if all(named) else None)


def fairness(match_id: str) -> dict[str, Any]:
    """Moves of nature beside those that the revealed seed gives. Raises `Unknown`, `NoSeed`, `MatchIsRunning`."""
    match = repository.load(match_id).state
    if match.opened.seed_hash is None:
        raise NoSeed()
    if match.seed is None:
        raise MatchIsRunning()
    facts = [repository.decode(event) for event in store.read(repository.stream(match_id)).events]
    course, draws, revealed, fair = matches.fold(facts[:1], deck_queries.find_pinned), [], [], True
    for revision, (fact, seed) in enumerate(zip(facts[1:], drawing_seeds(facts)[1:], strict=True), 2):
        if isinstance(fact, MovePlayed) and fact.seat == CHANCE and seed is not None:
            due = course.rules.draw(course.position, matches.chance(course, seed))
            draws.append({"revision": revision, "move": fact.move, "due": str(due)})
            fair = fair and fact.move == str(due)
        if isinstance(fact, SeedRevealed) and seed is not None:
            sealed = course.opened.seed_hash
            revealed.append({"seed": fact.seed, "seed_hash": sealed, "sealed": matches.seal(seed) == sealed})
        course = matches.evolve(course, fact)
    fair = fair and all(each["sealed"] for each in revealed)
    return {**revealed[-1], "fair": fair, "earlier": revealed[:-1], "draws": draws}
