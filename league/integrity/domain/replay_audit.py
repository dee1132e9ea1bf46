"""Replaying a match for an auditor: does every fact follow from those before it?"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.decks import Lookup
from games.engine import CHANCE
from games.errors import Refused
from games.records.record import RecordError
from league.errors import LeagueError
from league.integrity.domain import recheck
from league.matches.domain import match, rulings
from league.matches.domain.chance import drawing_seeds
from league.matches.domain.events import (
    GameEnded,
    GameOpened,
    GameReplayed,
    MatchEnded,
    MatchEvent,
    MatchOpened,
    MovePlayed,
    MovesAnnulled,
    ScoreAdjusted,
    SeedRevealed,
)
from league.matches.domain.match import Match


class Finding(NamedTuple):
    """What is wrong with the fact at *seq* (counted from 1) of a match."""

    seq: int
    what: str


def findings(facts: Sequence[MatchEvent], decks: Lookup | None = None) -> Iterator[Finding]:
    """Everything that does not follow: illegal moves, results that moves or rules do not give, draws that the seed does
    not, decisions that cannot be taken, and rulings that were not carried out.

    After a fact that cannot be replayed nothing more can be said of the match.
    """
    if not facts or not isinstance(facts[0], MatchOpened):
        yield Finding(1, "a match begins with its opening")
        return
    now = match.start(facts[0], decks)
    for seq, (fact, seed) in enumerate(zip(facts[1:], drawing_seeds(facts)[1:], strict=True), 2):
        try:
            problem = _problem(now, fact, seed) or recheck.problem(now, fact, facts[seq:])
            now = match.evolve(now, fact)
        except (Refused, RecordError, LeagueError, ValueError) as refusal:
            yield Finding(seq, f"it is not legal: {refusal}")
            return
        if problem:
            yield Finding(seq, problem)


def _problem(now: Match, fact: MatchEvent, seed: bytes | None) -> str | None:
    if now.over and isinstance(fact, MovePlayed | GameOpened):
        return "it comes after the end of the match"
    if isinstance(fact, GameOpened) and (fact.round, fact.game) not in now.places:
        return f"the match has no game {fact.round}.{fact.game}"
    if isinstance(fact, GameEnded):
        score = now.rules.score(now.position) if now.place == (fact.round, fact.game) else None
        if score is None or (score.points, score.winners, score.reason) != (fact.points, fact.winners, fact.reason):
            return f"the moves of game {fact.round}.{fact.game} do not give this result"
    if isinstance(fact, MatchEnded):
        sums = now.totals()
        if (sums.points, sums.wins, sums.winners) != (fact.points, fact.wins, fact.winners):
            return "the games do not add up to these totals"
    if isinstance(fact, SeedRevealed) and match.seal(bytes.fromhex(fact.seed)) != now.opened.seed_hash:
        return "the seed is not the one that was sealed"
    if isinstance(fact, MovesAnnulled | GameReplayed | ScoreAdjusted):
        return _problem_of_ruling(now, fact)
    if seed is not None and isinstance(fact, MovePlayed) and fact.seat == CHANCE:
        return _problem_of_deal(now, fact, seed)
    return None


def _problem_of_deal(now: Match, fact: MovePlayed, seed: bytes) -> str | None:
    due = str(now.rules.draw(now.position, match.chance(now, seed)))
    return None if due == fact.move else f"the seed gives {due}"


def _problem_of_ruling(now: Match, fact: MovesAnnulled | GameReplayed | ScoreAdjusted) -> str | None:
    if fact.ruling not in now.disputes.rulings:
        return "it names no ruling"
    if isinstance(fact, MovesAnnulled):
        if now.game_with(fact.revision) is None:
            return f"no move that stands was made at revision {fact.revision}"
        if rulings.games_to_annul(now, fact.revision) != fact.games:
            return "other games lose their results"
    if not isinstance(fact, ScoreAdjusted) and now.seed is not None and fact.seed_hash in (None, now.opened.seed_hash):
        return "the seed with which play goes on is known"
    return None
