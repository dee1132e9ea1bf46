"""What officials rule on a match, and what follows from it: facts that take others back and name the ruling."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from games.engine import Level, Seat
from games.errors import Phrase
from games.records.absent_seats import require_nothing
from league.common.text import tidy
from league.errors import Unknown
from league.matches.domain import results
from league.matches.domain.disputes import State
from league.matches.domain.events import (
    Foreseen,
    GameReplayed,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    MovesAnnulled,
    Policy,
    Remedies,
    ResultSettled,
    RulingGiven,
    ScoreAdjusted,
)
from league.matches.domain.match import Course, Game, Match, seal
from league.matches.domain.score_sheet import Place
from league.matches.errors import AppealNotTaken, BadRemedy, MatchUnfinished, NoSuchGame, NoSuchMove, NothingChanged
from league.standings.types import Outcome


class Remedy(NamedTuple):
    """What is ruled, in the words of `RulingGiven`: a kind, and those of the terms that it takes.

    `winners` None: the seats with the best points.
    """

    kind: Remedies
    revision: int | None = None
    game: Place | None = None
    points: tuple[int, ...] | None = None
    winners: tuple[Seat, ...] | None = None
    seats: tuple[Seat, ...] = ()


def rule(
    now: Match,
    remedy: Remedy,
    *,
    ruling: str,
    reason: str,
    by: str,
    until: datetime,
    appeal: str | None = None,
    policy: Policy = "recompute",
    foreseen: Foreseen | None = None,
    seed: bytes | None = None,
) -> Course:
    """Rule on an appeal that *by* has in hand, or without one; the ruling can be appealed *until* then.

    A ruling on an appeal against a ruling is final. *seed* is that from which the service deals on: a new one, if the
    old one was revealed. Raises AppealNotTaken, Unknown, BadRemedy, NoSuchMove, NoSuchGame, MatchUnfinished,
    NothingChanged, ResultDiffers if somebody who was absent is given points, and what `results` raises.
    """
    final = appeal is not None and is_final(now, appeal, by)
    remedy = complete(now, remedy)
    course = Course(now, seed)
    given = RulingGiven(
        ruling=ruling,
        reason=tidy(reason),
        by=by,
        appeal=appeal,
        policy=policy,
        until=None if final else until,
        foreseen=foreseen,
        **remedy._asdict(),
    )
    course.add(given)
    follow(course if policy != "report" else Course(course.now, seed), given)
    return course


def is_final(now: Match, appeal: str, by: str) -> bool:
    """Whether a ruling on an appeal that *by* has in hand can be appealed no more. Raises Unknown, AppealNotTaken."""
    known = now.disputes.appeals.get(appeal)
    if known is None:
        raise Unknown(kind=Phrase("appeal of this match"), id=appeal)
    if known.state != State.TAKEN or known.taken_by != by:
        raise AppealNotTaken()
    return known.filed.against is not None


def follow(course: Course, given: RulingGiven) -> None:
    """Add what follows from a ruling to the decision under way."""
    now, name = course.now, given.ruling
    if given.kind in ("annul", "adjust", "replay", "reopen") and now.sheet.ruling is not None:
        course.add(MatchReopened(given.reason, name))
    match given.kind:
        case "upheld":
            if now.outcome == Outcome.CONTESTED:
                course.add(ResultSettled(given.reason))
        case "annul":
            _annul(course, given.revision or 0, name)
        case "replay":
            _replay(course, given.game or (0, 0), name)
        case "adjust":
            place, points, winners = given.game or (0, 0), given.points or (), given.winners or ()
            course.add(ScoreAdjusted(*place, points, winners, name))
            course.seed = None  # the match does not end now
            course.end_match()
        case "forfeit":
            results.forfeit(now, seats=given.seats, reason=given.reason)
            course.add(MatchForfeited(given.seats, given.reason, name))
        case "void":
            course.add(MatchVoided(given.reason, name))
        case "reopen":
            pass


def taken_back(now: Match, revision: int) -> tuple[Place, ...]:
    """The games that lose their results when everything from *revision* on is annulled."""
    reached = (game for game in now.games if game.opened >= revision or _with(game, revision))
    return tuple(game.place for game in reached if game.place in now.scores)


def _with(game: Game, revision: int) -> bool:
    return any(move.revision >= revision for move in game.moves)


def _annul(course: Course, revision: int, ruling: str) -> None:
    now = course.now
    course.add(MovesAnnulled(revision, taken_back(now, revision), ruling, _sealed(course)))
    course.settle()


def _replay(course: Course, place: Place, ruling: str) -> None:
    course.add(GameReplayed(*place, ruling, _sealed(course)))
    now = course.now
    if now.table.level != Level.SCORE and (now.place is None or now.place in now.scores):
        course.begin(place)


def _sealed(course: Course) -> str | None:
    """The hash of the new seed, where the old one is known to everybody."""
    return None if course.now.seed is None or course.seed is None else seal(course.seed)


def complete(now: Match, remedy: Remedy) -> Remedy:
    """The remedy with those of its terms that its kind takes, each checked against the match as it is."""
    match remedy.kind:
        case "annul":
            if remedy.revision is None or now.game_with(remedy.revision) is None:
                raise NoSuchMove(revision=remedy.revision)
            return Remedy("annul", revision=remedy.revision)
        case "adjust":
            place = _known(now, remedy.game)
            points = _points(now, place, remedy.points)
            return Remedy("adjust", game=place, points=points, winners=_winners(now, place, points, remedy.winners))
        case "replay":
            place = _placed(now, remedy.game)
            if place not in now.scores and all(game.place != place for game in now.games):
                raise NothingChanged()
            return Remedy("replay", game=place)
        case "forfeit":
            return Remedy("forfeit", seats=tuple(sorted(set(remedy.seats))))
        case "reopen":
            results.reopen(now, reason="")
            return Remedy("reopen")
        case kind:
            return Remedy(kind)


def _placed(now: Match, place: Place | None) -> Place:
    if place is None:
        raise BadRemedy(key="game", why=Phrase("say which game"))
    if place not in now.places:
        raise NoSuchGame(round=place[0], game=place[1])
    return place


def _known(now: Match, place: Place | None) -> Place:
    place = _placed(now, place)
    if place not in now.scores:
        raise MatchUnfinished(round=place[0], game=place[1])
    return place


def _points(now: Match, place: Place, points: Sequence[int] | None) -> tuple[int, ...]:
    if points is None or len(points) != now.table.seats:
        raise BadRemedy(key="points", why=Phrase("one number for each of {seats} seats", seats=now.table.seats))
    require_nothing(points, _absent(now, place))
    return tuple(points)


def _absent(now: Match, place: Place) -> frozenset[Seat]:
    """The seats that did not play the game any more."""
    line = now.sheet.line(place)
    return frozenset() if line is None else line.absent


def _winners(now: Match, place: Place, points: Sequence[int], given: Sequence[Seat] | None) -> tuple[Seat, ...]:
    """Who wins with these points: who is said to, else the best; a team wins or loses as it did."""
    meta, seats, away = now.rules.meta, range(now.table.seats), _absent(now, place)
    if given is not None:
        wrong = [seat for seat in given if seat not in seats]
        if wrong:
            raise BadRemedy(key="winners", why=Phrase("there is no seat {seat}", seat=wrong[0]))
        if gone := sorted(away.intersection(given)):
            why = Phrase("seat {seat} was absent, and cannot have won", seat=gone[0])
            raise BadRemedy(key="winners", why=why)
        return tuple(sorted(set(given)))
    if meta.team:
        return now.scores[place].winners
    there = [seat for seat in seats if seat not in away]
    best = (min if meta.fewest_wins else max)(points[seat] for seat in there)
    return tuple(seat for seat in there if points[seat] == best)
