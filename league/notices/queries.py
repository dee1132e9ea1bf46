"""What an account has chosen, and what its news say: made when they are sent, of what is true by then."""

from collections.abc import Iterator, Sequence
from typing import Annotated
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from django.conf import settings
from django.utils.translation import get_language, gettext

from games.registry import engine
from league.clubs.models import Club
from league.clubs.queries import names_of
from league.common.read_models import Id, Moment
from league.errors import Unknown
from league.matches import repository as match_repository
from league.matches.domain.match import Match
from league.notices.kinds import CONFIRMATION, CONTESTED, SEAT, TOMORROW
from league.notices.kinds import KINDS as KINDS  # programs and pages choose from them
from league.notices.models import Notice, NoticeChoice, Outlet
from league.notices.reminders import find_start
from league.notices.vapid import push_key
from league.standings.types import Outcome
from league.tournaments import repository as tournament_repository
from league.tournaments.domain.tournament import Tournament

STALE_UNLESS = {CONFIRMATION: Outcome.REPORTED, CONTESTED: Outcome.CONTESTED}


class MailAddress(msgspec.Struct, frozen=True):
    """Where an account gets mail."""

    address: str
    confirmed: Annotated[bool, msgspec.Meta(description="Nothing is sent before, except the link.")]
    bounced: Annotated[bool, msgspec.Meta(description="Mail came back, so nothing is sent any more.")]


class PushDevice(msgspec.Struct, frozen=True):
    """A browser that takes push messages for an account."""

    id: Id
    service: Annotated[str, msgspec.Meta(description="The host of its push service.")]
    made_at: Moment


class NoticeSettings(msgspec.Struct, frozen=True):
    """Which kinds of news an account gets by each way, and where."""

    language: str
    mail: list[str]
    push: list[str]
    addresses: Annotated[
        list[MailAddress], msgspec.Meta(description="A second one replaces the first once it is confirmed.")
    ]
    can_mail: Annotated[bool, msgspec.Meta(description="Whether this installation sends e-mail.")]
    devices: list[PushDevice]
    push_key: Annotated[
        str | None,
        msgspec.Meta(description="`applicationServerKey` for browsers. Null: no push messages are sent here."),
    ]


class News(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of news with names, for its reader. `table` and `seat` count from 1, and are of a tournament's match."""

    kind: str
    at: Moment
    club: str
    zone: str
    match: Id | None
    tournament: Id | None
    league: Id | None
    name: Annotated[str, msgspec.Meta(description="Of the tournament or the league.")]
    round: int | None
    table: int | None
    seat: int | None
    game: str
    others: list[str]
    starts: Moment | None
    where: str


def notice_settings(account_id: UUID) -> NoticeSettings:
    """What an account has chosen, or what it would begin with."""
    row = NoticeChoice.objects.filter(account=account_id).first()
    mail = Outlet.objects.filter(account=account_id, way=Outlet.Way.MAIL)
    return NoticeSettings(
        language=row.language if row else get_language() or settings.LANGUAGE_CODE,
        mail=row.mail if row else [*KINDS],
        push=row.push if row else [*KINDS],
        addresses=[
            MailAddress(each.address, each.confirmed_at is not None, each.refused_at is not None) for each in mail
        ],
        can_mail=settings.NOTICES_BY_MAIL,
        devices=[device_detail(each) for each in Outlet.objects.filter(account=account_id, way=Outlet.Way.PUSH)],
        push_key=push_key(),
    )


def device_detail(outlet: Outlet) -> PushDevice:
    return PushDevice(str(outlet.pk), urlsplit(outlet.address).hostname or "", outlet.made_at)


def language_of(account_id: UUID) -> str:
    """In which language an account gets its news."""
    row = NoticeChoice.objects.filter(account=account_id).first()
    known = dict(settings.LANGUAGES)
    return row.language if row and row.language in known else settings.LANGUAGE_CODE


def describe(notices: Sequence[Notice]) -> list[News]:
    """The news of a message, the oldest first, in the language that is active. Without those that are none any more."""
    found = (_describe(each) for each in notices)
    news = {(each.kind, each.match, each.tournament, each.starts): each for each in found if each is not None}
    return sorted(news.values(), key=lambda each: each.at)


def _describe(notice: Notice) -> News | None:
    try:
        match = match_repository.load(str(notice.match)).state if notice.match else None
        tournament = tournament_repository.tournaments.load(str(notice.tournament)).state if notice.tournament else None
    except Unknown:
        return None
    if match is not None and STALE_UNLESS.get(notice.kind, match.outcome) != match.outcome:
        return None
    start = find_start(notice) if notice.kind == TOMORROW else None
    place = _place(tournament, str(notice.match))
    if (notice.kind == TOMORROW and start is None) or (notice.kind == SEAT and place is None):
        return None  # it was moved, or the round was undone
    owner = start.club if start else match.opened.club if match else tournament.club if tournament else None
    club = Club.objects.filter(pk=owner).first() if owner else None
    if club is None:
        return None
    round_, table = place or (None, None)
    played = tournament.dates.of_table(round_, str(notice.match)) if tournament and round_ else None
    return News(
        kind=notice.kind,
        at=notice.at,
        club=club.name,
        zone=club.zone,
        match=str(notice.match) if notice.match else None,
        tournament=str(notice.tournament) if notice.tournament else None,
        league=str(start.league) if start and start.league else None,
        name=start.name if start else tournament.name if tournament else "",
        round=round_,
        table=table,
        seat=_seat(match, str(notice.player)),
        game=gettext(engine(match.opened.game, match.opened.rules).meta.name) if match else "",
        others=list(_others(match, str(notice.player))) if match else [],
        starts=start.starts_at if start else played.starts if played else None,
        where=start.place if start else played.place if played else "",
    )


def _place(tournament: Tournament | None, match: str) -> tuple[int, int] | None:
    for round_ in tournament.published if tournament else ():
        for table in round_.tables:
            if table.match == match:
                return round_.number, table.number
    return None


def _seat(match: Match | None, player: str) -> int | None:
    """The seat of a player, counted from 1."""
    seats = match.opened.seats if match else ()
    return seats.index(player) + 1 if player in seats else None


def _others(match: Match, player: str) -> Iterator[str]:
    """Who else is at the table, by their names as they are now."""
    others = [each for each in match.opened.seats if each and each != player]
    names = names_of(others)
    return (names[each] for each in others)
