"""What can be decided on an appeal: filing it, taking it up, withdrawing it, closing it.

Times are arguments: when it is now, when the match ended, and for how many hours it can be appealed from then.
"""

from collections.abc import Sequence
from datetime import datetime

from games.engine import Seat
from games.errors import Phrase
from league.common.actor import Actor
from league.errors import NotAllowed, Unknown
from league.matches.domain.disputes import Appeal, AppealState
from league.matches.domain.events import AppealClosed, AppealFiled, AppealTaken, AppealWithdrawn
from league.matches.domain.match import Decision, Match
from league.matches.domain.permissions import own_seats
from league.matches.errors import (
    AppealIsOpen,
    AppealIsSettled,
    AppealTakenBack,
    AppealTooLate,
    AppealWindowOpen,
    MatchUnfinished,
    NoSuchMove,
    RulingIsFinal,
)

APPEAL_HOURS = 24  # in which the end of a match, and a ruling, can be appealed, where no tournament says otherwise
MAX_WITHDRAWN = 5  # appeals of one person in one match
MAX_WITHDRAWN_ALIKE = 2  # of them against the same move, ruling or result


def file_appeal(
    match: Match,
    *,
    appeal: str,
    seat: Seat | None,
    by: str,
    at: datetime,
    closes: datetime | None,
    revision: int | None = None,
    against: str | None = None,
    picture: bool = False,
) -> Decision:
    """File an appeal of a seat, or of an official (None): against a move, the result (None), or a ruling.

    *closes*: until when the match can be appealed, None while it lasts. Officials may be late.
    Raises AppealIsOpen, AppealTakenBack, AppealTooLate, NoSuchMove, MatchUnfinished, Unknown, RulingIsFinal.
    """
    own = [each for each in match.disputes.appeals.values() if _belongs_to(each, seat, by)]
    if any(each.open for each in own):
        raise AppealIsOpen()
    _require_constancy(own, revision, against)
    if against is not None:
        revision, closes = _ruling_under_appeal(match, against, at, late=seat is None)
    elif revision is not None:
        if match.game_with(revision) is None:
            raise NoSuchMove(revision=revision)
    elif not match.scores and match.sheet.ruling is None:
        raise MatchUnfinished(round=match.places[0][0], game=match.places[0][1])
    if seat is not None and closes is not None and at > closes:
        raise AppealTooLate(until=closes.isoformat(timespec="seconds"))
    return Decision.of(match, AppealFiled(appeal, seat, by, revision, against, picture))


def _require_constancy(own: Sequence[Appeal], revision: int | None, against: str | None) -> None:
    """Raise AppealTakenBack if their author has taken as many back as one may, of the same kind or in all."""
    taken_back = [each for each in own if each.state == AppealState.WITHDRAWN]
    if len(taken_back) >= MAX_WITHDRAWN:
        raise AppealTakenBack(count=len(taken_back), where=Phrase("in this match"))
    alike = sum(was_withdrawn(each, revision, against) for each in taken_back)
    if alike >= MAX_WITHDRAWN_ALIKE:
        raise AppealTakenBack(count=alike, where=Phrase("against the same move, ruling or result"))


def was_withdrawn(appeal: Appeal, revision: int | None, against: str | None) -> bool:
    """Whether it was taken back, and was against this ruling, else this move, else (None) the result."""
    filed = appeal.filed
    alike = filed.against == against if against or filed.against else filed.revision == revision
    return appeal.state == AppealState.WITHDRAWN and alike


def audience(match: Match, seat: Seat | None, by: str) -> str:
    """Whose private words they are: a player's, or an account's where no player is known."""
    player = None if seat is None else match.opened.seats[seat]
    return f"player:{player}" if player is not None else f"account:{by}"


def may_read(actor: Actor, match: Match, appeal: Appeal) -> bool:
    """Whether *actor* may read what an appeal says: its author and officials; every seat once nothing is to be played.

    While the match lasts, an official with a seat in it may read only the appeals that they rule on.
    """
    me, own = str(actor.user), own_seats(actor, match)
    filed, official = appeal.filed, actor.official(match.opened.club)
    if filed.seat in own if filed.seat is not None else filed.by == me:
        return True
    if match.sheet.over:
        return bool(own) or official
    return official and (not own or appeal.taken_by == me)


def take_appeal(match: Match, *, appeal: str, by: str) -> Decision:
    """Take up an appeal, perhaps from another official. Play rests until the ruling."""
    known = get_appeal(match, appeal)
    if not known.open or known.taken_by == by:
        raise AppealIsSettled(state=STATE_TEXTS[known.state])
    return Decision.of(match, AppealTaken(appeal, by))


def withdraw_appeal(match: Match, *, appeal: str, seat: Seat | None, by: str) -> Decision:
    """Withdraw an appeal, as its author."""
    known = get_appeal(match, appeal)
    if not _belongs_to(known, seat, by):
        raise NotAllowed(act=Phrase("withdraw this appeal"), why=Phrase("somebody else filed it"))
    if not known.open:
        raise AppealIsSettled(state=STATE_TEXTS[known.state])
    return Decision.of(match, AppealWithdrawn(appeal))


def close_appeal(match: Match, *, appeal: str, at: datetime) -> Decision:
    """Close an appeal whose ruling can no longer be appealed."""
    known = get_appeal(match, appeal)
    if known.state != AppealState.RULED or known.ruling is None:
        raise AppealIsSettled(state=STATE_TEXTS[known.state])
    ruling = match.disputes.rulings[known.ruling]
    if any(each.open for each in match.disputes.against(known.ruling)):
        raise AppealIsOpen()
    if not match.disputes.final(ruling, at) and ruling.given.until is not None:
        raise AppealWindowOpen(until=ruling.given.until.isoformat(timespec="seconds"))
    return Decision.of(match, AppealClosed(appeal))


def get_appeal(match: Match, appeal: str) -> Appeal:
    """The appeal with this id; Unknown if the match has none such."""
    known = match.disputes.appeals.get(appeal)
    if known is None:
        raise Unknown(kind=Phrase("match appeal"), id=appeal)
    return known


def require_judge(actor: Actor, match: Match, appeal: str | None, others: frozenset[str]) -> None:
    """Raise NotAllowed unless *actor* may rule on this appeal, or, for None, on the match without one.

    Arbiters and organisers of the club may. *others*: those of them (accounts) who have no seat in the match. As long
    as there is one who could, nobody rules who has a seat, who filed the appeal, or whose ruling it is against.
    """
    act = Phrase("rule on this match")
    if not actor.judge(match.opened.club):
        raise NotAllowed(act=act, why=Phrase("only the club’s arbiters and organisers can do this"))
    known = None if appeal is None else get_appeal(match, appeal)
    able = others - _parties(match, known)
    me = str(actor.user)
    if me in able or not able - {me}:
        return
    if own_seats(actor, match):
        raise NotAllowed(act=act, why=Phrase("you have a seat in it, and another club official is available"))
    raise NotAllowed(
        act=act, why=Phrase("it concerns your own ruling or appeal, and another club official is available")
    )


STATE_TEXTS = {
    AppealState.FILED: Phrase("the appeal has only been filed"),
    AppealState.TAKEN: Phrase("the appeal is under review"),
    AppealState.WITHDRAWN: Phrase("the appeal has been withdrawn"),
    AppealState.RULED: Phrase("the appeal has been ruled on"),
    AppealState.CLOSED: Phrase("the appeal is closed"),
}


def _parties(match: Match, appeal: Appeal | None) -> set[str]:
    """Accounts that are a party to the appeal: who filed it, and who gave the ruling that it is against."""
    if appeal is None:
        return set()
    against = appeal.filed.against
    ruled = match.disputes.rulings[against].given.by if against else None
    return {each for each in (appeal.filed.by, ruled) if each}


def _ruling_under_appeal(match: Match, against: str, at: datetime, *, late: bool) -> tuple[int | None, datetime | None]:
    """Which move the ruling was about, and until when it can be appealed."""
    ruling = match.disputes.rulings.get(against)
    if ruling is None:
        raise Unknown(kind=Phrase("match ruling"), id=against)
    if ruling.given.until is None or match.disputes.reviewed(ruling):
        raise RulingIsFinal()
    appeal = match.disputes.appeals.get(ruling.given.appeal or "")
    if appeal is not None and appeal.state == AppealState.CLOSED and not late:
        raise RulingIsFinal()
    return (appeal.filed.revision if appeal is not None else ruling.given.revision), ruling.given.until


def _belongs_to(appeal: Appeal, seat: Seat | None, by: str) -> bool:
    filed = appeal.filed
    return filed.seat == seat if filed.seat is not None else seat is None and filed.by == by
