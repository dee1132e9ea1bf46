"""Appeals and rulings as their readers may see them.

That there are any is public. What an appeal says is for its author, officials and, after the match, every seat.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

import msgspec
from msgspec import Meta

from games.errors import Phrase
from league.appeals.models import Appeal as AppealRow
from league.clubs.queries import find_club
from league.common.actor import Actor, require_official
from league.common.listing import RowList
from league.common.read_models import Id, Moment
from league.errors import LeagueError, NotAllowed, Unknown
from league.eventlog import private_data, store
from league.matches import repository as match_repository
from league.matches.domain import appeals as match_appeals
from league.matches.domain.disputes import Appeal, AppealState, Ruling
from league.matches.domain.events import Policy, RulingKind
from league.matches.domain.match import Match
from league.matches.domain.permissions import own_seats
from league.matches.models import MatchRow
from league.matches.queries.list import ListedMatch, MatchSeat, listed_matches
from league.tournaments.appeal_terms import Windows, judges, windows
from league.tournaments.models import TournamentMatch, TournamentRow

STATEMENT, PICTURE = 1, 2  # parts of the event with which an appeal is filed
VisibleState: TypeAlias = Literal["filed", "taken", "withdrawn", "ruled", "appealed", "final", "closed"]
STATES = get_args(VisibleState)
_DATED = ("appeal.filed", "ruling.given")


class GivenRuling(msgspec.Struct, frozen=True):
    id: Id
    appeal: Id | None
    kind: RulingKind
    reason: str
    policy: Policy
    given_at: Moment
    at: Annotated[int, Meta(description="The revision of the match with which it was given.")]
    until: Annotated[Moment | None, Meta(description="When it can no longer be appealed; null: it is final.")]
    final: bool
    revision: Annotated[int | None, Meta(description="annul: the first move.")]
    round: int | None
    game: int | None
    points: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    seats: tuple[int, ...]
    may: Annotated[list[str], Meta(description="What you may do: appeal.")]


class AppealDetail(msgspec.Struct, frozen=True):
    id: Id
    seat: Annotated[int | None, Meta(description="Whose it is; null: an official's.")]
    yours: bool
    revision: Annotated[int | None, Meta(description="Of the contested move; null: the result.")]
    against: Annotated[Id | None, Meta(description="The ruling that is appealed.")]
    state: VisibleState
    filed_at: Moment
    in_your_hands: bool
    readable: Annotated[bool, Meta(description="Whether you may read what it says.")]
    statement: Annotated[str | None, Meta(description="null: not for you, or erased.")]
    picture: Annotated[bool, Meta(description="Whether there is, or was, one.")]
    ruling: GivenRuling | None
    may: Annotated[list[str], Meta(description="take, rule, withdraw, close")]


class SingleAppeal(AppealDetail, frozen=True):
    match_revision: Annotated[int, Meta(description="Of the match, for the next command.")]


class MatchAppeals(msgspec.Struct, frozen=True):
    """The appeals of a match in the order in which they were filed."""

    revision: Annotated[int, Meta(description="Of the match, for the next command.")]
    closes: Annotated[Moment | None, Meta(description="Until when seats can appeal; null while it lasts.")]
    may: Annotated[list[str], Meta(description="file, rule")]
    appeals: list[AppealDetail]


class ClubAppeal(msgspec.Struct, frozen=True):
    """An appeal in a list. Until the list of matches has its match, what is known of that is null."""

    id: Id
    match: Id
    game: str | None
    game_name: str | None
    level: str | None
    tournament: Id | None
    tournament_name: str | None
    round: int | None
    table: int | None
    seats: list[MatchSeat]
    seat: Annotated[int | None, Meta(description="Whose it is; null: an official's.")]
    revision: Annotated[int | None, Meta(description="Of the contested move; null: the result.")]
    against: Annotated[Id | None, Meta(description="The ruling that is appealed.")]
    state: str
    filed_at: Moment
    changed_at: Moment


class _Reader(NamedTuple):
    """Who reads the appeals of a match, and everything that their state and acts depend on."""

    actor: Actor
    match_id: str
    revision: int
    match: Match
    others: frozenset[str]
    windows: Windows
    dates: dict[int, datetime]
    time: datetime

    @property
    def account(self) -> str:
        return str(self.actor.user)

    @property
    def seats(self) -> frozenset[int]:
        return own_seats(self.actor, self.match)

    @property
    def seat(self) -> int | None:
        """The seat for which the reader files and withdraws."""
        return min(self.seats, default=None)

    def owns(self, appeal: Appeal) -> bool:
        """Whether the reader filed it, or somebody for their seat."""
        filed = appeal.filed
        return filed.by == self.account if filed.seat is None else filed.seat in self.seats


def appeals(match_id: str, actor: Actor) -> MatchAppeals:
    """Every appeal of a match and what the reader may do. Raises `Unknown`."""
    reader = _reader(match_id, actor)
    may = ["file"] if _may_file(reader) else []
    with suppress(LeagueError):
        match_appeals.require_judge(actor, reader.match, None, reader.others)
        may.append("rule")
    found = [_appeal(reader, id_, each) for id_, each in reader.match.disputes.appeals.items()]
    return MatchAppeals(reader.revision, reader.windows.closes, may, found)


def appeal(match_id: str, appeal_id: UUID, actor: Actor) -> SingleAppeal:
    """One appeal. Raises `Unknown`."""
    reader, id_ = _reader(match_id, actor), str(appeal_id)
    found = _appeal(reader, id_, match_appeals.get_appeal(reader.match, id_))
    return SingleAppeal(**msgspec.structs.asdict(found), match_revision=reader.revision)


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


def rulings(match_id: str, actor: Actor) -> list[GivenRuling]:
    """Every ruling on a match, in order. Raises `Unknown`."""
    reader = _reader(match_id, actor)
    return [_ruling(reader, each) for each in reader.match.disputes.rulings.values()]


def list_appeals(actor: Actor, *, club: UUID, state: str | None = None) -> RowList:
    """Appeals in a club, the oldest first: those that wait for a ruling, or those in a *state*. Officials only."""
    require_official(actor, find_club(club).id, Phrase("list the club’s appeals"))
    wanted = [state] if state is not None else [AppealState.FILED.value, AppealState.TAKEN.value]
    rows = AppealRow.objects.filter(club=club, state__in=wanted)
    return RowList(rows, ("filed_at", "id"), _club_appeals, "appeals")


def _club_appeals(rows: Sequence[AppealRow]) -> list[ClubAppeal]:
    wanted = [row.match for row in rows]
    matches = {each.id: each for each in listed_matches(MatchRow.objects.filter(id__in=wanted))}
    tables = {table.match: table for table in TournamentMatch.objects.filter(match__in=wanted)}
    names = dict(
        TournamentRow.objects.filter(id__in={each.tournament for each in tables.values()}).values_list("id", "name")
    )
    return [_club_appeal(row, matches.get(str(row.match)), tables.get(row.match), names) for row in rows]


def _club_appeal(
    row: AppealRow, match: ListedMatch | None, table: TournamentMatch | None, names: Mapping[UUID, str]
) -> ClubAppeal:
    return ClubAppeal(
        id=str(row.pk),
        match=str(row.match),
        game=match.game if match else None,
        game_name=match.game_name if match else None,
        level=match.level if match else None,
        tournament=match.tournament if match else None,
        tournament_name=names.get(table.tournament) if table else None,
        round=table.round if table else None,
        table=table.table if table else None,
        seats=match.seats if match else [],
        seat=row.seat,
        revision=row.revision,
        against=str(row.against) if row.against else None,
        state=row.state,
        filed_at=row.filed_at,
        changed_at=row.changed_at,
    )


def _reader(match_id: str, actor: Actor) -> _Reader:
    head, match = match_repository.load(match_id)
    dates = {event.seq: event.at for event in store.read_kinds(match_repository.stream(match_id), _DATED)}
    others = judges(match) if actor.judge(match.opened.club) else frozenset[str]()
    return _Reader(actor, match_id, head.seq, match, others, windows(match_id, match), dates, datetime.now(UTC))


def _appeal(reader: _Reader, id_: str, appeal: Appeal) -> AppealDetail:
    readable = match_appeals.may_read(reader.actor, reader.match, appeal)
    ruling = reader.match.disputes.rulings.get(appeal.ruling or "")
    stream = match_repository.stream(reader.match_id)
    statement = private_data.body(stream, appeal.revision, STATEMENT) if readable else None
    return AppealDetail(
        id=id_,
        seat=appeal.filed.seat,
        yours=reader.owns(appeal),
        revision=appeal.filed.revision,
        against=appeal.filed.against,
        state=_state(reader, appeal, ruling),
        filed_at=reader.dates[appeal.revision],
        in_your_hands=_in_hands(reader, appeal),
        readable=readable,
        statement=None if statement is None else statement.decode(),
        picture=appeal.filed.picture,
        ruling=None if ruling is None else _ruling(reader, ruling),
        may=_acts(reader, id_, appeal),
    )


def _state(reader: _Reader, appeal: Appeal, ruling: Ruling | None) -> VisibleState:
    """Its state in the log, or that its ruling is under appeal or final."""
    if appeal.state == AppealState.RULED and ruling is not None:
        disputes = reader.match.disputes
        if any(further.open for further in disputes.against(ruling.given.ruling)):
            return "appealed"
        if disputes.final(ruling, reader.time):
            return "final"
    return appeal.state.value


def _ruling(reader: _Reader, ruling: Ruling) -> GivenRuling:
    given = ruling.given
    round_, game = given.game or (None, None)
    return GivenRuling(
        id=given.ruling,
        appeal=given.appeal,
        kind=given.kind,
        reason=given.reason,
        policy=given.policy,
        given_at=reader.dates[ruling.revision],
        at=ruling.revision,
        until=given.until,
        final=reader.match.disputes.final(ruling, reader.time),
        revision=given.revision,
        round=round_,
        game=game,
        points=given.points,
        winners=given.winners,
        seats=given.seats,
        may=["appeal"] if _may_file(reader, given.ruling) else [],
    )


def _in_hands(reader: _Reader, appeal: Appeal) -> bool:
    return appeal.state == AppealState.TAKEN and appeal.taken_by == reader.account


def _acts(reader: _Reader, id_: str, appeal: Appeal) -> list[str]:
    """What the reader may do with an appeal: whatever the decision itself does not refuse."""
    match, me, may = reader.match, reader.account, []
    with suppress(LeagueError):
        match_appeals.require_judge(reader.actor, match, id_, reader.others)
        with suppress(LeagueError):
            match_appeals.take_appeal(match, appeal=id_, by=me)
            may.append("take")
        if _in_hands(reader, appeal):
            may.append("rule")
    with suppress(LeagueError):
        match_appeals.withdraw_appeal(match, appeal=id_, seat=reader.seat, by=me)
        may.append("withdraw")
    with suppress(LeagueError):
        if reader.actor.judge(match.opened.club):
            match_appeals.close_appeal(match, appeal=id_, at=reader.time)
            may.append("close")
    return may


def _may_file(reader: _Reader, against: str | None = None) -> bool:
    """Whether the reader may appeal against a ruling, or else against some move or the result of the match."""
    match = reader.match
    if not (reader.seats or reader.actor.official(match.opened.club)):
        return False
    own = [each for each in match.disputes.appeals.values() if reader.owns(each)]
    played = [
        move.revision
        for game in match.games
        for move in game.moves
        if not any(match_appeals.was_withdrawn(each, move.revision, None) for each in own)
    ]
    try:
        match_appeals.file_appeal(
            match,
            appeal="",
            seat=reader.seat,
            by=reader.account,
            at=reader.time,
            closes=reader.windows.closes,
            revision=played[-1] if played and against is None else None,
            against=against,
        )
    except LeagueError:
        return False
    return True
