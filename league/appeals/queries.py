"""Appeals and rulings as people see them: that there are any, everybody; what they say, whom it concerns."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from games.errors import Phrase
from league.appeals.models import Appeal as Row
from league.clubs.queries import find_club
from league.common.actor import Actor, require_official
from league.common.listing import RowList
from league.errors import LeagueError, NotAllowed, Refusal, Unknown
from league.eventlog import private_data, store
from league.matches import repository as match_repository
from league.matches.domain import appeals as match_appeals
from league.matches.domain.disputes import Appeal, AppealState, Ruling
from league.matches.domain.match import Match
from league.matches.domain.permissions import own_seats
from league.matches.models import MatchRow as MatchRow
from league.matches.queries.list import ListedMatch, listed_matches
from league.tournaments.appeal_terms import Windows, judges, windows
from league.tournaments.models import TournamentMatch, TournamentRow

STATEMENT, PICTURE = 1, 2  # parts of the event with which an appeal is filed
STATES = ("filed", "taken", "withdrawn", "ruled", "appealed", "final", "closed")
_UNKNOWN: Mapping[str, Any] = {  # what is shown of a match that its own list does not have yet
    "game": None,
    "game_name": None,
    "level": None,
    "tournament": None,
    "seats": [],
}
_DATED = ("appeal.filed", "ruling.given")


class _Moment(NamedTuple):
    """A match and everything that its appeals are judged by, as it is now."""

    match_id: str
    revision: int
    match: Match
    actor: Actor
    others: frozenset[str]
    windows: Windows
    dates: dict[int, datetime]
    at: datetime


def appeals(match_id: str, actor: Actor) -> dict[str, Any]:
    """Every appeal of a match, in the order in which they were filed, and what the reader may do. Raises `Unknown`.

    `closes`: until when seats can appeal against the match, None while it lasts.
    """
    moment = _moment(match_id, actor)
    return {
        "revision": moment.revision,
        "closes": moment.windows.closes,
        "may": [
            *(["file"] if _is_allowed(lambda: _try_to_file(moment)) else []),
            *(
                ["rule"]
                if _is_allowed(lambda: match_appeals.require_judge(actor, moment.match, None, moment.others))
                else []
            ),
        ],
        "appeals": [_appeal(moment, id_, each) for id_, each in moment.match.disputes.appeals.items()],
    }


def appeal(match_id: str, appeal_id: UUID, actor: Actor) -> dict[str, Any]:
    """One appeal. Raises `Unknown`."""
    moment = _moment(match_id, actor)
    return {
        "match_revision": moment.revision,
        **_appeal(moment, str(appeal_id), match_appeals.get_appeal(moment.match, str(appeal_id))),
    }


def picture(match_id: str, appeal_id: UUID, actor: Actor) -> bytes:
    """The picture of an appeal, as WebP. Raises `Unknown`, `NotAllowed`."""
    match = match_repository.load(match_id).state
    known = match_appeals.get_appeal(match, str(appeal_id))
    if not match_appeals.may_read(actor, match, known):
        why = Phrase("it is visible only to its author and officials, and after the match to all seats")
        raise NotAllowed(act=Phrase("view this picture"), why=why)
    body = private_data.body(match_repository.stream(match_id), known.revision, PICTURE)
    if body is None:
        raise Unknown(kind=Phrase("appeal picture"), id=appeal_id)
    return body


def rulings(match_id: str, actor: Actor) -> list[dict[str, Any]]:
    """Every ruling on a match, in order. Raises `Unknown`."""
    moment = _moment(match_id, actor)
    return [_ruling(moment, each) for each in moment.match.disputes.rulings.values()]


def list_appeals(actor: Actor, *, club: UUID, state: str | None = None) -> RowList:
    """Appeals in a club, the oldest first: those that wait for a ruling, or those in a *state*. Officials only."""
    require_official(actor, find_club(club).id, Phrase("list the club’s appeals"))
    wanted = [state] if state is not None else [AppealState.FILED.value, AppealState.TAKEN.value]
    rows = Row.objects.filter(club=club, state__in=wanted)
    return RowList(rows, ("filed_at", "id"), _rows)


def _rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    wanted = [row.match for row in rows]
    matches = {each.id: each for each in listed_matches(MatchRow.objects.filter(id__in=wanted))}
    tables = {table.match: table for table in TournamentMatch.objects.filter(match__in=wanted)}
    names = dict(
        TournamentRow.objects.filter(id__in={each.tournament for each in tables.values()}).values_list("id", "name")
    )
    return [_row(row, matches.get(str(row.match)), tables.get(row.match), names) for row in rows]


def _row(
    row: Row, match: ListedMatch | None, table: TournamentMatch | None, names: Mapping[UUID, str]
) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "match": str(row.match),
        **{key: getattr(match, key, unknown) for key, unknown in _UNKNOWN.items()},
        "tournament_name": table and names.get(table.tournament),
        "round": table and table.round,
        "table": table and table.table,
        "seat": row.seat,
        "revision": row.revision,
        "against": row.against and str(row.against),
        "state": row.state,
        "filed_at": row.filed_at,
        "changed_at": row.changed_at,
    }


def _moment(match_id: str, actor: Actor) -> _Moment:
    standing = match_repository.load(match_id)
    match = standing.state
    dates = {event.seq: event.at for event in store.read_kinds(match_repository.stream(match_id), _DATED)}
    others = judges(match) if actor.judge(match.opened.club) else frozenset[str]()
    limits = windows(match_id, match)
    return _Moment(match_id, standing.head.seq, match, actor, others, limits, dates, datetime.now(UTC))


def _appeal(moment: _Moment, id_: str, each: Appeal) -> dict[str, Any]:
    filed = each.filed
    readable = match_appeals.may_read(moment.actor, moment.match, each)
    ruling = moment.match.disputes.rulings.get(each.ruling or "")
    said = private_data.body(match_repository.stream(moment.match_id), each.revision, STATEMENT) if readable else None
    return {
        "id": id_,
        "seat": filed.seat,
        "yours": _belongs_to_reader(moment, each),
        "revision": filed.revision,
        "against": filed.against,
        "state": _state(moment, each, ruling),
        "filed_at": moment.dates.get(each.revision),
        "in_your_hands": each.state == AppealState.TAKEN and each.taken_by == str(moment.actor.user),
        "readable": readable,
        "statement": None if said is None else said.decode(),
        "picture": filed.picture,
        "ruling": None if ruling is None else _ruling(moment, ruling),
        "may": [act for act, can in _acts(moment, id_, each, ruling) if _is_allowed(can)],
    }


def _state(moment: _Moment, each: Appeal, ruling: Ruling | None) -> str:
    """The state by facts and time: a ruling is appealed until that is ruled on, or final: nobody can do so any more."""
    if each.state != AppealState.RULED or ruling is None:
        return each.state.value
    disputes = moment.match.disputes
    if any(further.open for further in disputes.against(ruling.given.ruling)):
        return "appealed"
    return "final" if disputes.final(ruling, moment.at) else each.state.value


def _ruling(moment: _Moment, each: Ruling) -> dict[str, Any]:
    given = each.given
    round_, game = given.game or (None, None)
    return {
        "id": given.ruling,
        "appeal": given.appeal,
        "kind": given.kind,
        "reason": given.reason,
        "policy": given.policy,
        "given_at": moment.dates.get(each.revision),
        "at": each.revision,
        "until": given.until,
        "final": moment.match.disputes.final(each, moment.at),
        "revision": given.revision,
        "round": round_,
        "game": game,
        "points": None if given.points is None else list(given.points),
        "winners": None if given.winners is None else list(given.winners),
        "seats": list(given.seats),
        "may": ["appeal"] if _is_allowed(lambda: _try_to_file(moment, given.ruling)) else [],
    }


def _acts(moment: _Moment, id_: str, each: Appeal, ruling: Ruling | None) -> list[tuple[str, Callable[[], object]]]:
    me, match = str(moment.actor.user), moment.match

    def judge() -> None:
        match_appeals.require_judge(moment.actor, match, id_, moment.others)

    def take() -> None:
        judge()
        match_appeals.take_appeal(match, appeal=id_, by=me)

    def rule() -> None:
        judge()
        if each.state != AppealState.TAKEN or each.taken_by != me:
            raise Refusal

    def withdraw() -> None:
        match_appeals.withdraw_appeal(match, appeal=id_, seat=_voice(moment), by=me)

    def close() -> None:
        if not moment.actor.judge(match.opened.club):
            raise Refusal
        match_appeals.close_appeal(match, appeal=id_, at=moment.at)

    return [("take", take), ("rule", rule), ("withdraw", withdraw), ("close", close)]


def _try_to_file(moment: _Moment, against: str | None = None) -> None:
    """Raise what filing an appeal against the match (a move of which none was taken back), or a ruling, would."""
    own, official = own_seats(moment.actor, moment.match), moment.actor.official(moment.match.opened.club)
    if not (own or official):
        raise Refusal
    taken_back = [each for each in moment.match.disputes.appeals.values() if _belongs_to_reader(moment, each)]
    played = [
        move.revision
        for game in moment.match.games
        for move in game.moves
        if not any(match_appeals.was_withdrawn(each, move.revision, None) for each in taken_back)
    ]
    match_appeals.file_appeal(
        moment.match,
        appeal="",
        seat=_voice(moment),
        by=str(moment.actor.user),
        at=moment.at,
        closes=moment.windows.closes,
        revision=played[-1] if played and against is None else None,
        against=against,
    )


def _voice(moment: _Moment) -> int | None:
    return min(own_seats(moment.actor, moment.match), default=None)


def _belongs_to_reader(moment: _Moment, each: Appeal) -> bool:
    filed = each.filed
    if filed.seat is None:
        return filed.by == str(moment.actor.user)
    return filed.seat in own_seats(moment.actor, moment.match)


def _is_allowed(act: Callable[[], object]) -> bool:
    try:
        act()
    except LeagueError:
        return False
    return True
