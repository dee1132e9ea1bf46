"""What officials rule on a match, and what follows from it: events that undo others and name the ruling.

A scribe may take back the last line without one.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from games.engine import Level, Seat
from games.errors import Phrase
from games.records.absent_seats import require_nothing
from league.common.text import normalize
from league.errors import Unknown
from league.matches.domain import results
from league.matches.domain.disputes import AppealState
from league.matches.domain.events import (
    Forecast,
    GameReplayed,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    MovesAnnulled,
    MovesWithdrawn,
    Policy,
    ResultSettled,
    RulingGiven,
    RulingKind,
    ScoreAdjusted,
)
from league.matches.domain.match import Decision, Game, Match, require_unruled, seal
from league.matches.domain.score_sheet import SCRIBE, GameNumber
from league.matches.errors import (
    AppealNotTaken,
    BadRemedy,
    LineStands,
    MatchIsUnderAppeal,
    MatchUnfinished,
    NoLine,
    NoSuchGame,
    NoSuchMove,
    NothingChanged,
)
from league.standings.types import Outcome


class RulingTerms(NamedTuple):
    """What is ruled, in the words of `RulingGiven`: a kind, and those of the terms that it takes.

    `winners` None: the seats with the best points.
    """

    kind: RulingKind
    revision: int | None = None
    game: GameNumber | None = None
    points: tuple[int, ...] | None = None
    winners: tuple[Seat, ...] | None = None
    seats: tuple[Seat, ...] = ()


class RulingDraft(NamedTuple):
    """A ruling as an official (the account *by*) words it, on an appeal in hand or without one.

    It can be appealed *until* then.
    """

    id: str
    terms: RulingTerms
    reason: str
    by: str
    until: datetime
    appeal: str | None = None


def preview(match: Match, ruling: RulingDraft, *, seed: bytes | None = None) -> Match:
    """The match as it would be after the ruling. Nothing is decided yet. Raises what `commit` raises."""
    return commit(match, ruling, policy="keep", seed=seed).match


def commit(
    match: Match,
    ruling: RulingDraft,
    *,
    policy: Policy = "recompute",
    forecast: Forecast | None = None,
    seed: bytes | None = None,
) -> Decision:
    """Give the ruling, and add what follows from it unless the policy is to `report` only.

    A ruling on an appeal against a ruling is final. *seed* is that from which the service deals on: a new one, if the
    old one was revealed. Raises AppealNotTaken, Unknown, BadRemedy, NoSuchMove, NoSuchGame, MatchUnfinished,
    NothingChanged, ResultDiffers if points are given to an absent seat, and what `results` raises.
    """
    final = ruling.appeal is not None and is_final(match, ruling.appeal, ruling.by)
    terms = check_terms(match, ruling.terms)
    decision = Decision(match, seed)
    given = RulingGiven(
        ruling=ruling.id,
        reason=normalize(ruling.reason),
        by=ruling.by,
        appeal=ruling.appeal,
        policy=policy,
        until=None if final else ruling.until,
        foreseen=forecast,
        **terms._asdict(),
    )
    decision.add(given)
    if policy != "report":
        apply_ruling(decision, given)
    return decision


def is_final(match: Match, appeal: str, by: str) -> bool:
    """Whether a ruling on an appeal that *by* has in hand can be appealed no more. Raises Unknown, AppealNotTaken."""
    known = match.disputes.appeals.get(appeal)
    if known is None:
        raise Unknown(kind=Phrase("match appeal"), id=appeal)
    if known.state != AppealState.TAKEN or known.taken_by != by:
        raise AppealNotTaken()
    return known.filed.against is not None


def apply_ruling(decision: Decision, given: RulingGiven) -> None:
    """Add what follows from a ruling to the decision under way."""
    match, name = decision.match, given.ruling
    if given.kind in ("annul", "adjust", "replay", "reopen") and match.sheet.ruling is not None:
        decision.add(MatchReopened(given.reason, name))
    match given.kind:
        case "upheld":
            if match.outcome == Outcome.CONTESTED:
                decision.add(ResultSettled(given.reason))
        case "annul":
            _annul(decision, given.revision or 0, name)
        case "replay":
            _replay(decision, given.game or (0, 0), name)
        case "adjust":
            place, points, winners = given.game or (0, 0), given.points or (), given.winners or ()
            decision.add(ScoreAdjusted(*place, points, winners, name))
            decision.seed = None  # the match does not end now
            decision.end_match()
        case "forfeit":
            results.forfeit(match, seats=given.seats, reason=given.reason)
            decision.add(MatchForfeited(given.seats, given.reason, name))
        case "void":
            decision.add(MatchVoided(given.reason, name))
        case "reopen":
            pass


def games_to_annul(match: Match, revision: int) -> tuple[GameNumber, ...]:
    """The games that lose their results when everything from *revision* on is annulled."""
    reached = (game for game in match.games if game.opened >= revision or _has_move_from(game, revision))
    return tuple(game.place for game in reached if game.place in match.scores)


def withdraw_move(match: Match) -> Decision:
    """Take back the last move that was written down at a table, and the result that followed from it.

    Only while nobody but the scribe stands by that result or objects to it, and the match is not over: then officials
    rule. Refused with `MatchIsRuled`, `MatchIsUnderAppeal`, `NoLine` and `LineStands`.
    """
    require_unruled(match)
    if any(appeal.open for appeal in match.disputes.appeals.values()):
        raise MatchIsUnderAppeal()
    if match.opened.dealing != "table":
        raise LineStands(why=Phrase("the service deals this match"))
    if match.over:
        raise LineStands(why=Phrase("the match is over"))
    last = max((move.revision for game in match.games for move in game.moves), default=None)
    if last is None:
        raise NoLine()
    games = games_to_annul(match, last)
    lines = [line for place in games if (line := match.sheet.line(place)) is not None]
    if any(line.objections or set(line.voices) - {SCRIBE} for line in lines):
        raise LineStands(why=Phrase("somebody has confirmed or contested the result"))
    return Decision.of(match, MovesWithdrawn(last, games))


def _has_move_from(game: Game, revision: int) -> bool:
    return any(move.revision >= revision for move in game.moves)


def _annul(decision: Decision, revision: int, ruling: str) -> None:
    match = decision.match
    decision.add(MovesAnnulled(revision, games_to_annul(match, revision), ruling, _new_seed_hash(decision)))
    decision.settle()


def _replay(decision: Decision, place: GameNumber, ruling: str) -> None:
    decision.add(GameReplayed(*place, ruling, _new_seed_hash(decision)))
    match = decision.match
    if match.table.level != Level.SCORE and (match.place is None or match.place in match.scores):
        decision.begin(place)


def _new_seed_hash(decision: Decision) -> str | None:
    """The hash of the new seed, where the old one is known to everybody."""
    return None if decision.match.seed is None or decision.seed is None else seal(decision.seed)


def check_terms(match: Match, terms: RulingTerms) -> RulingTerms:
    """The terms that its kind takes, each checked against the match as it is."""
    match terms.kind:
        case "annul":
            if terms.revision is None or match.game_with(terms.revision) is None:
                raise NoSuchMove(revision=terms.revision)
            return RulingTerms("annul", revision=terms.revision)
        case "adjust":
            place = _require_scored_game(match, terms.game)
            points = _points(match, place, terms.points)
            return RulingTerms(
                "adjust", game=place, points=points, winners=_winners(match, place, points, terms.winners)
            )
        case "replay":
            place = _require_game(match, terms.game)
            if place not in match.scores and all(game.place != place for game in match.games):
                raise NothingChanged()
            return RulingTerms("replay", game=place)
        case "forfeit":
            return RulingTerms("forfeit", seats=tuple(sorted(set(terms.seats))))
        case "reopen":
            results.reopen(match, reason="")
            return RulingTerms("reopen")
        case kind:
            return RulingTerms(kind)


def _require_game(match: Match, place: GameNumber | None) -> GameNumber:
    if place is None:
        raise BadRemedy(key="game", why=Phrase("specify which game"))
    if place not in match.places:
        raise NoSuchGame(round=place[0], game=place[1])
    return place


def _require_scored_game(match: Match, place: GameNumber | None) -> GameNumber:
    place = _require_game(match, place)
    if place not in match.scores:
        raise MatchUnfinished(round=place[0], game=place[1])
    return place


def _points(match: Match, place: GameNumber, points: Sequence[int] | None) -> tuple[int, ...]:
    if points is None or len(points) != match.table.seats:
        raise BadRemedy(
            key="points", why=Phrase("give one number for each of the {seats} seats", seats=match.table.seats)
        )
    require_nothing(points, _absent(match, place))
    return tuple(points)


def _absent(match: Match, place: GameNumber) -> frozenset[Seat]:
    """The seats that did not play the game any more."""
    line = match.sheet.line(place)
    return frozenset() if line is None else line.absent


def _winners(match: Match, place: GameNumber, points: Sequence[int], given: Sequence[Seat] | None) -> tuple[Seat, ...]:
    """Who wins with these points: who is said to, else the best; a team wins or loses as it did."""
    meta, seats, away = match.rules.meta, range(match.table.seats), _absent(match, place)
    if given is not None:
        wrong = [seat for seat in given if seat not in seats]
        if wrong:
            raise BadRemedy(key="winners", why=Phrase("there is no seat {seat}", seat=wrong[0]))
        if gone := sorted(away.intersection(given)):
            why = Phrase("seat {seat} was absent and cannot have won", seat=gone[0])
            raise BadRemedy(key="winners", why=why)
        return tuple(sorted(set(given)))
    if meta.team:
        return match.scores[place].winners
    there = [seat for seat in seats if seat not in away]
    best = (min if meta.fewest_wins else max)(points[seat] for seat in there)
    return tuple(seat for seat in there if points[seat] == best)
