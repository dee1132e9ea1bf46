"""What can be decided on the result of a match: reporting, confirming, contesting, and what officials rule.

A voice is a seat of the match, or an official without one (None). The result of each game is agreed when two
stand by it or an official does; an objection lasts until its author confirms, or an official rules.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from games.engine import Level, Seat, Stated
from games.errors import FormError, Phrase, ResultDiffers, count_phrase, quote
from games.records.absent_seats import KEY as ABSENT
from games.records.absent_seats import absent_seats, judge
from league.common.text import normalize
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
from league.matches.domain.match import Decision, Match, require_unruled
from league.matches.domain.score_sheet import OFFICIAL, GameNumber, GameResult
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
    match: Match, place: GameNumber, stated: Stated, correction: str | None = None, *, seat: Seat | None = None
) -> Decision:
    """Report the result of one game of a match that is kept by results alone.

    Another result than the one that is known is a correction, with a reason, if it comes from an official or from a
    seat that stood by that one; from any other seat it is an objection, with its claim. Refused by the game's own
    checks too (RuleViolation, ResultDiffers, FormError).
    """
    require_unruled(match)
    claim = _check_claim(match, place, stated)
    line = match.sheet.line(place)
    by = OFFICIAL if seat is None else seat
    if line is None:
        return _report_claim(match, claim, None, seat)
    if line.settled and seat is not None:
        raise ResultIsSettled()
    stood = by in line.voices
    if not stood and line.says(claim.points, claim.winners):
        return _report_claim(match, claim, None, seat)
    if not stood and seat is not None:
        return Decision.of(match, ResultContested(seat, normalize(correction or ""), (claim,)))
    if not correction:
        raise CorrectionNeedsReason(round=place[0], game=place[1])
    return _report_claim(match, claim, normalize(correction), seat)


def confirm(match: Match, *, seat: Seat | None) -> Decision:
    """Stand by every result of the match. A seat that objected takes that back; it cannot confirm its own report."""
    require_unruled(match)
    _require_finished(match)
    by = OFFICIAL if seat is None else seat
    if seat is None and match.outcome == Outcome.CONTESTED and not match.sheet.contested_by(OFFICIAL):
        raise ResultIsContested()
    if seat is None and match.outcome == Outcome.CONFIRMED:
        raise AlreadyConfirmed()
    if all(by in line.voices for line in match.sheet.lines.values()):
        raise OwnResult(seat=by) if seat is not None else AlreadyConfirmed()
    return Decision.of(match, ResultConfirmed(seat))


def contest(
    match: Match, *, seat: Seat | None, reason: str, claims: Sequence[tuple[GameNumber, Stated]] = ()
) -> Decision:
    """Object to the result of the games in *claims*, saying what they were instead; without any, to every game."""
    require_unruled(match)
    lines = [_require_result(match, place) for place, _ in claims] or list(match.sheet.lines.values())
    if not lines:
        raise MatchUnfinished(round=match.places[0][0], game=match.places[0][1])
    settled = [line for line in lines if line.settled]
    if seat is not None and settled and (claims or len(settled) == len(lines)):
        raise ResultIsSettled()
    claimed = []
    for (place, stated), line in zip(claims, lines, strict=False):
        claim = _check_claim(match, place, stated)
        if line.says(claim.points, claim.winners):
            raise ClaimIsTheResult(round=place[0], game=place[1])
        claimed.append(claim)
    return Decision.of(match, ResultContested(seat, normalize(reason), tuple(claimed)))


def settle(match: Match, *, reason: str) -> Decision:
    """Rule that the results stand as they are; no seat can object any more."""
    require_unruled(match)
    if not match.sheet.lines:
        raise MatchUnfinished(round=match.places[0][0], game=match.places[0][1])
    if all(line.settled and not line.objections for line in match.sheet.lines.values()):
        raise ResultIsSettled()
    return Decision.of(match, ResultSettled(normalize(reason)))


def forfeit(match: Match, *, seats: Sequence[Seat], reason: str) -> Decision:
    """Rule that these seats lost without play, whatever was played; it can be taken back (`reopen`)."""
    absent = tuple(sorted(set(seats)))
    if not absent:
        raise NoSeatGiven()
    for seat in absent:
        if not 0 <= seat < match.table.seats:
            raise NoSuchSeat(seat=seat, last=match.table.seats - 1)
    return Decision.of(match, MatchForfeited(absent, normalize(reason)))


def void(match: Match, *, reason: str) -> Decision:
    """Rule that the match counts as if it had never been; it can be taken back (`reopen`)."""
    return Decision.of(match, MatchVoided(normalize(reason)))


def reopen(match: Match, *, reason: str) -> Decision:
    """Take back a forfeit, or that the match is void: it stands as it stood before. Else, that somebody left."""
    if match.sheet.ruling is None and not match.sheet.left:
        raise NotRuled()
    return Decision.of(match, MatchReopened(normalize(reason)))


def _report_claim(match: Match, claim: Claim, correction: str | None, seat: Seat | None) -> Decision:
    decision = Decision(match)
    fields = msgspec.structs.asdict(claim)
    decision.add(ResultReported(**fields, correction=correction, seat=seat))
    if decision.match.scores != match.scores:
        decision.end_match()
    return decision


def _require_finished(match: Match) -> None:
    for place in match.places:
        if place not in match.scores:
            raise MatchUnfinished(round=place[0], game=place[1])


def _require_result(match: Match, place: GameNumber) -> GameResult:
    _require_place(match, place)
    line = match.sheet.line(place)
    if line is None:
        raise MatchUnfinished(round=place[0], game=place[1])
    return line


def _require_place(match: Match, place: GameNumber) -> None:
    if place not in match.places:
        raise NoSuchGame(round=place[0], game=place[1])


def _check_claim(match: Match, place: GameNumber, stated: Stated) -> Claim:
    """What is stated of one game, after the game's own checks."""
    if match.table.level != Level.SCORE:
        raise MatchHasMoves()
    _require_place(match, place)
    stated = _require_form(match, _mark_absent(match, place, stated))
    score = judge(match.rules, match.table, stated)
    if score is None:
        raise ResultIncomplete(round=place[0], game=place[1])
    return Claim(*place, score.points, score.winners, score.reason, dict(stated.extra))


def _mark_absent(match: Match, place: GameNumber, stated: Stated) -> Stated:
    """What is stated, with the seats that did not play the game: those that had left when it was first reported."""
    line = match.sheet.line(place)
    away = sorted(match.sheet.left if line is None else line.absent & {*match.sheet.left})
    given = absent_seats(stated.extra, match.table.seats)
    if given and sorted(given) != away:
        why = Phrase("absent: {given} is stated, but {found} had left", given=_seat_list(given), found=_seat_list(away))
        raise ResultDiffers(why=why, key=ABSENT)
    extra = {key: value for key, value in stated.extra.items() if key != ABSENT}
    return replace(stated, extra={**extra, ABSENT: _seat_list(away)} if away else extra)


def _seat_list(seats: Iterable[Seat]) -> str:
    return " ".join(map(str, sorted(seats))) or "–"


def _require_form(match: Match, stated: Stated) -> Stated:
    """What is stated as a record could hold it; FormError, ResultDiffers where none could."""
    if stated.points is not None and len(stated.points) != match.table.seats:
        count, seats = len(stated.points), match.table.seats
        one, many = "points: {count} number for {seats} seats.", "points: {count} numbers for {seats} seats."
        what = count_phrase(one, many, count, seats=seats)
        raise FormError(what=what, culprit="points")
    if stated.reason is not None and stated.reason not in match.rules.meta.reasons:
        known = ", ".join(match.rules.meta.reasons)
        why = Phrase("reason: {value} is not one of {known}", value=quote(stated.reason), known=known)
        raise ResultDiffers(why=why, key="reason")
    return replace(stated, extra={key: " ".join(value.split()) for key, value in stated.extra.items()})
