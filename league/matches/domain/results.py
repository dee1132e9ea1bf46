"""What can be decided on the result of a match: reporting, confirming, contesting, and what officials rule.

Whoever speaks is a seat of the match, or an official without one (None). The result of each game is agreed when two
stand by it or an official does; an objection lasts until whoever made it confirms, or an official rules.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from games.engine import Level, Seat, Stated
from games.errors import FormError, Phrase, ResultDiffers, count_phrase, quote
from games.records.absent_seats import KEY as ABSENT
from games.records.absent_seats import absent_seats, judge
from league.common.text import tidy
from league.matches.domain.events import (
    Claim,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    ResultSettled,
)
from league.matches.domain.match import Course, Match, require_unruled
from league.matches.domain.score_sheet import OFFICIAL, Line, Place
from league.matches.errors import (
    AlreadyConfirmed,
    ClaimIsTheResult,
    CorrectionNeedsReason,
    MatchHasMoves,
    MatchUnfinished,
    NoSeatGiven,
    NoSuchGame,
    NoSuchSeat,
    NotRuled,
    OwnResult,
    ResultIncomplete,
    ResultIsContested,
    ResultIsSettled,
)
from league.standings.types import Outcome


def report(
    now: Match, place: Place, stated: Stated, correction: str | None = None, *, seat: Seat | None = None
) -> Course:
    """Report the result of one game of a match that is kept by results alone.

    Another result than the one that is known is a correction, with a reason, if it comes from an official or from a
    seat that stood by that one; from any other seat it is an objection, with its claim. Refused by the game's own
    checks too (RuleViolation, ResultDiffers, FormError).
    """
    require_unruled(now)
    claim = _judged(now, place, stated)
    line = now.sheet.line(place)
    by = OFFICIAL if seat is None else seat
    if line is None:
        return _reported(now, claim, None, seat)
    if line.settled and seat is not None:
        raise ResultIsSettled()
    stood = by in line.voices
    if not stood and line.says(claim.points, claim.winners):
        return _reported(now, claim, None, seat)
    if not stood and seat is not None:
        return Course.of(now, ResultContested(seat, tidy(correction or ""), (claim,)))
    if not correction:
        raise CorrectionNeedsReason(round=place[0], game=place[1])
    return _reported(now, claim, tidy(correction), seat)


def confirm(now: Match, *, seat: Seat | None) -> Course:
    """Stand by every result of the match. A seat that objected takes that back; it cannot confirm its own report."""
    require_unruled(now)
    _require_finished(now)
    by = OFFICIAL if seat is None else seat
    if seat is None and now.outcome == Outcome.CONTESTED and not now.sheet.contested_by(OFFICIAL):
        raise ResultIsContested()
    if seat is None and now.outcome == Outcome.CONFIRMED:
        raise AlreadyConfirmed()
    if all(by in line.voices for line in now.sheet.lines.values()):
        raise OwnResult(seat=by) if seat is not None else AlreadyConfirmed()
    return Course.of(now, ResultConfirmed(seat))


def contest(now: Match, *, seat: Seat | None, reason: str, claims: Sequence[tuple[Place, Stated]] = ()) -> Course:
    """Object to the result of the games in *claims*, saying what they were instead; without any, to every game."""
    require_unruled(now)
    lines = [_known(now, place) for place, _ in claims] or list(now.sheet.lines.values())
    if not lines:
        raise MatchUnfinished(round=now.places[0][0], game=now.places[0][1])
    settled = [line for line in lines if line.settled]
    if seat is not None and settled and (claims or len(settled) == len(lines)):
        raise ResultIsSettled()
    claimed = []
    for (place, stated), line in zip(claims, lines, strict=False):
        claim = _judged(now, place, stated)
        if line.says(claim.points, claim.winners):
            raise ClaimIsTheResult(round=place[0], game=place[1])
        claimed.append(claim)
    return Course.of(now, ResultContested(seat, tidy(reason), tuple(claimed)))


def settle(now: Match, *, reason: str) -> Course:
    """Rule that the results stand as they are; no seat can object any more."""
    require_unruled(now)
    if not now.sheet.lines:
        raise MatchUnfinished(round=now.places[0][0], game=now.places[0][1])
    if all(line.settled and not line.objections for line in now.sheet.lines.values()):
        raise ResultIsSettled()
    return Course.of(now, ResultSettled(tidy(reason)))


def forfeit(now: Match, *, seats: Sequence[Seat], reason: str) -> Course:
    """Rule that these seats lost without play, whatever was played; it can be taken back (`reopen`)."""
    absent = tuple(sorted(set(seats)))
    if not absent:
        raise NoSeatGiven()
    for seat in absent:
        if not 0 <= seat < now.table.seats:
            raise NoSuchSeat(seat=seat, last=now.table.seats - 1)
    return Course.of(now, MatchForfeited(absent, tidy(reason)))


def void(now: Match, *, reason: str) -> Course:
    """Rule that the match counts as if it had never been; it can be taken back (`reopen`)."""
    return Course.of(now, MatchVoided(tidy(reason)))


def reopen(now: Match, *, reason: str) -> Course:
    """Take back a forfeit, or that the match is void: it stands as it stood before. Else, that somebody left."""
    if now.sheet.ruling is None and not now.sheet.left:
        raise NotRuled()
    return Course.of(now, MatchReopened(tidy(reason)))


def _reported(now: Match, claim: Claim, correction: str | None, seat: Seat | None) -> Course:
    course = Course(now)
    fields = msgspec.structs.asdict(claim)
    course.add(ResultReported(**fields, correction=correction, seat=seat))
    if course.now.scores != now.scores:
        course.end_match()
    return course


def _require_finished(now: Match) -> None:
    for place in now.places:
        if place not in now.scores:
            raise MatchUnfinished(round=place[0], game=place[1])


def _known(now: Match, place: Place) -> Line:
    _require_place(now, place)
    line = now.sheet.line(place)
    if line is None:
        raise MatchUnfinished(round=place[0], game=place[1])
    return line


def _require_place(now: Match, place: Place) -> None:
    if place not in now.places:
        raise NoSuchGame(round=place[0], game=place[1])


def _judged(now: Match, place: Place, stated: Stated) -> Claim:
    """What is stated of one game, after the game's own checks."""
    if now.table.level != Level.SCORE:
        raise MatchHasMoves()
    _require_place(now, place)
    stated = _in_form(now, _without_absent(now, place, stated))
    score = judge(now.rules, now.table, stated)
    if score is None:
        raise ResultIncomplete(round=place[0], game=place[1])
    return Claim(*place, score.points, score.winners, score.reason, dict(stated.extra))


def _without_absent(now: Match, place: Place, stated: Stated) -> Stated:
    """What is stated, with the seats that did not play the game: those that had left when it was first reported."""
    line = now.sheet.line(place)
    away = sorted(now.sheet.left if line is None else line.absent & {*now.sheet.left})
    given = absent_seats(stated.extra, now.table.seats)
    if given and sorted(given) != away:
        why = Phrase("absent: {given} is stated, and {found} had left", given=_row(given), found=_row(away))
        raise ResultDiffers(why=why, key=ABSENT)
    extra = {key: value for key, value in stated.extra.items() if key != ABSENT}
    return replace(stated, extra={**extra, ABSENT: _row(away)} if away else extra)


def _row(seats: Iterable[Seat]) -> str:
    return " ".join(map(str, sorted(seats))) or "–"


def _in_form(now: Match, stated: Stated) -> Stated:
    """What is stated as a record could hold it; FormError, ResultDiffers where none could."""
    if stated.points is not None and len(stated.points) != now.table.seats:
        count, seats = len(stated.points), now.table.seats
        one, many = "points: {count} number for {seats} seats.", "points: {count} numbers for {seats} seats."
        what = count_phrase(one, many, count, seats=seats)
        raise FormError(what=what, culprit="points")
    if stated.reason is not None and stated.reason not in now.rules.meta.reasons:
        known = ", ".join(now.rules.meta.reasons)
        why = Phrase("reason: {value} is none of {known}", value=quote(stated.reason), known=known)
        raise ResultDiffers(why=why, key="reason")
    return replace(stated, extra={key: " ".join(value.split()) for key, value in stated.extra.items()})
