"""Replaying a match for an auditor: whether every event follows from those before it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.decks import Lookup
from games.engine import CHANCE
from games.errors import Refused
from games.records.record import RecordError
from league.errors import LeagueError
from league.integrity.domain import recheck
from league.matches.domain import match as matches
from league.matches.domain import rulings
from league.matches.domain.events import (
    GameEnded,
    GameOpened,
    GameReplayed,
    LevelChosen,
    MatchEnded,
    MatchEvent,
    MatchOpened,
    MovePlayed,
    MovesAnnulled,
    MovesWithdrawn,
    ScoreAdjusted,
    SeatsChanged,
    SeedRevealed,
    drawing_seeds,
)
from league.matches.domain.match import Match


class Finding(NamedTuple):
    """What is wrong with the event at `seq` (counted from 1) of a match."""

    seq: int
    what: str


def findings(events: Sequence[MatchEvent], decks: Lookup | None = None) -> Iterator[Finding]:
    """Find every event that does not follow from those before it.

    Such are illegal moves, results that moves or rules do not give, draws that the seed does not give, decisions that
    would be refused, and rulings that were not carried out. An event that cannot be replayed ends the search.
    """
    if not events or not isinstance(events[0], MatchOpened):
        yield Finding(1, "a match begins with its opening")
        return
    match = matches.start(events[0], decks)
    for seq, (event, seed) in enumerate(zip(events[1:], drawing_seeds(events)[1:], strict=True), 2):
        try:
            problem = _problem(match, event, seed) or recheck.problem(match, event, events[seq:])
            match = matches.evolve(match, event)
        except (Refused, RecordError, LeagueError, ValueError) as refusal:
            yield Finding(seq, f"it is not legal: {refusal}")
            return
        if problem:
            yield Finding(seq, problem)


def _problem(match: Match, event: MatchEvent, seed: bytes | None) -> str | None:
    if match.over and isinstance(event, MovePlayed | GameOpened):
        return "it comes after the end of the match"
    if isinstance(event, GameOpened) and (event.round, event.game) not in match.places:
        return f"the match has no game {event.round}.{event.game}"
    if isinstance(event, GameEnded):
        score = match.rules.score(match.position) if match.place == (event.round, event.game) else None
        if score is None or (score.points, score.winners, score.reason) != (event.points, event.winners, event.reason):
            return f"the moves of game {event.round}.{event.game} do not give this result"
    if isinstance(event, MatchEnded):
        sums = match.summary.totals()
        if (sums.points, sums.wins, sums.winners) != (event.points, event.wins, event.winners):
            return "the games do not add up to these totals"
    if isinstance(event, SeedRevealed) and matches.seal(bytes.fromhex(event.seed)) != match.opened.seed_hash:
        return "the seed is not the one that was sealed"
    if isinstance(event, MovesWithdrawn | MovesAnnulled | GameReplayed | ScoreAdjusted | SeatsChanged | LevelChosen):
        return _problem_of_change(match, event)
    return _problem_of_move(match, event, seed) if isinstance(event, MovePlayed) else None


def _problem_of_move(match: Match, event: MovePlayed, seed: bytes | None) -> str | None:
    if match.awaits_seeds:
        return "it comes before the seats have added their seeds"
    if seed is None or event.seat != CHANCE:
        return None
    due = str(match.rules.draw(match.position, matches.chance(match, seed)))
    return None if due == event.move else f"the seed gives {due}"


def _problem_of_change(
    match: Match,
    event: MovesWithdrawn | MovesAnnulled | GameReplayed | ScoreAdjusted | SeatsChanged | LevelChosen,
) -> str | None:
    if isinstance(event, SeatsChanged | LevelChosen):
        if isinstance(event, SeatsChanged) and event.seed_hash is None and match.awaits_seeds and match.seeds.committed:
            return "the seats are asked again, knowing seeds that were chosen for the same sealed one"
        return _problem_of_seed(match, event)
    if isinstance(event, MovesWithdrawn):
        return None if rulings.withdraw_move(match).events == [event] else "it is not the last line that is undone"
    if event.ruling not in match.disputes.rulings:
        return "it names no ruling"
    if isinstance(event, MovesAnnulled):
        if match.game_with(event.revision) is None:
            return f"there is no valid move at revision {event.revision}"
        if rulings.games_to_annul(match, event.revision) != event.games:
            return "other games lose their results"
    return None if isinstance(event, ScoreAdjusted) else _problem_of_seed(match, event)


def _problem_of_seed(match: Match, event: SeatsChanged | LevelChosen | MovesAnnulled | GameReplayed) -> str | None:
    """Whether the service would deal on from a seed that everybody knows."""
    dealing = event.dealing if isinstance(event, LevelChosen) else match.opened.dealing
    public = match.seed is not None and event.seed_hash in (None, match.opened.seed_hash)
    return "the seed for further play is public" if public and dealing != "table" else None
