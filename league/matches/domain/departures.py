"""Somebody leaves the table while a match lasts, for good: what becomes of the match."""

from collections.abc import Sequence
from dataclasses import replace

from games.engine import Level, Seat
from games.errors import RuleViolation
from league.common.text import normalize
from league.matches.domain import results
from league.matches.domain.events import SeatsChanged, SeatsLeft
from league.matches.domain.match import Decision, Match, require_unruled
from league.matches.domain.setup import open_first_game
from league.matches.errors import MatchIsOver


def leave_seats(match: Match, *, seats: Sequence[Seat], reason: str, seed: bytes | None) -> Decision:
    """These seats play no further, and whoever leaves gains nothing by it: he stands behind all who stay.

    - Those who stay are too few for the game, or a team: the seats lose by forfeit.
    - No game has a result: the others begin anew, without them; the service deals again from *seed*.
    - Results alone are kept: games with a result count as played, the others play the rest without them.
    - Moves are kept, which seats cannot leave: the match ends with the games that have a result, and the seats lose by
      forfeit.

    Raises `MatchIsRuled`, `MatchIsOver`, `NoSeatGiven`, `NoSuchSeat`.
    """
    require_unruled(match)
    if match.over:
        raise MatchIsOver()
    gone = {*seats, *match.sheet.left}
    forfeit = results.forfeit(match, seats=sorted(gone), reason=reason)
    stay = [seat for seat in range(match.table.seats) if seat not in gone]
    if not _can_continue(match, len(stay)):
        return forfeit
    if not match.scores:
        return _restart(match, stay, reason, seed)
    if match.table.level == Level.SCORE:
        return Decision.of(match, SeatsLeft(tuple(sorted(seats)), normalize(reason)))
    return forfeit


def _can_continue(match: Match, count: int) -> bool:
    if match.rules.meta.team or count < 2:
        return False
    try:
        match.rules.setup(replace(match.table, seats=count))
    except RuleViolation:
        return False
    return True


def _restart(match: Match, stay: Sequence[Seat], reason: str, seed: bytes | None) -> Decision:
    """The match without those who left; a game that is under way is put away, and begins by another deal."""
    players = match.opened.seats
    away = tuple(player for seat, player in enumerate(players) if seat not in stay and player is not None)
    decision = Decision(match, seed)
    decision.add(SeatsChanged(tuple(players[seat] for seat in stay), normalize(reason), away))
    open_first_game(decision)
    return decision
