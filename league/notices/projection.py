"""News for people: one row for each piece and outlet, written in the transaction of the projection.

So a piece of news is there exactly once, however often the worker is killed. Like messages to webhooks these rows are
never rebuilt, since what was sent stays sent. What is old already is not written, so nobody is flooded after an outage.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID, uuid5

from league.clubs.models import Membership
from league.clubs.queries import accounts_of
from league.eventlog import statements
from league.eventlog.types import StoredEvent
from league.matches import repository as match_repository
from league.matches.domain.match import Match
from league.notices.kinds import APPEAL, CONFIRMATION, CONTESTED, FOLLOWS_FROM, PLACE, RULING, SEAT, max_age
from league.notices.models import Notice, NoticeChoice, Outlet
from league.standings.types import Outcome
from league.tournaments import repository as tournament_repository

JUDGES = (Membership.Role.ORGANISER, Membership.Role.ARBITER)
FOR_JUDGES = (CONTESTED, APPEAL)

_ANY = "SELECT EXISTS (SELECT FROM league_outlet WHERE confirmed_at IS NOT NULL AND refused_at IS NULL)"


class Piece(NamedTuple):
    """A piece of news of a match or a tournament, and for whom it is: players, or those who judge in a club."""

    kind: str
    match: str | None = None
    tournament: str | None = None
    players: Collection[str] = ()
    judges_of: str | None = None


class Notices:
    """Events of the last hours to rows of `Notice`."""

    name = "notices"
    version = 1
    tables = ()  # rows that are sent can't be made again

    def reset(self) -> None:
        """Do nothing, for a sent notice can't be undone."""

    def apply(self, events: Sequence[StoredEvent]) -> None:
        now = datetime.now(UTC)
        recent = [each for each in events if _is_news(each, now)]
        if not recent or not statements.fetch(_ANY)[0][0]:
            return
        rows = (row for event in recent for row in _rows(event, list(pieces(event))))
        Notice.objects.bulk_create(rows, ignore_conflicts=True)


def pieces(event: StoredEvent) -> Iterator[Piece]:
    """What people hear of an event, as things stand now."""
    kind, (subject, _, id_) = FOLLOWS_FROM[event.kind], event.stream.partition("-")
    if subject == "match":
        yield from _match_pieces(event, kind, id_)
        return
    tournament = tournament_repository.tournaments.load(id_).state
    if not tournament.public:
        return
    if kind == PLACE:
        entry = tournament.entries.get(event.payload["entrant"])
        yield Piece(PLACE, tournament=id_, players=entry.players if entry else ())
        return
    for match in event.payload.get("matches") or [event.payload["match"]]:
        state = match_repository.load(match).state
        if state.outcome != Outcome.CONFIRMED:  # as in a tournament that was imported
            yield Piece(SEAT, match, id_, [player for player in state.opened.seats if player])


def _match_pieces(event: StoredEvent, kind: str, id_: str) -> Iterator[Piece]:
    if event.payload.get("ruling") and event.kind != "ruling.given":
        return  # it carries out a ruling, which is the news
    match = match_repository.load(id_).state
    if kind == CONFIRMATION and match.outcome != Outcome.REPORTED:
        return
    players = [player for seat, player in enumerate(match.opened.seats) if player and seat != event.payload.get("seat")]
    if kind == RULING:
        players = [player for player in match.opened.seats if player]
    yield Piece(kind, id_, match.opened.tournament, players, _judges_of(match, kind))


def _judges_of(match: Match, kind: str) -> str | None:
    return match.opened.club if kind in FOR_JUDGES else None


def _is_news(event: StoredEvent, now: datetime) -> bool:
    kind = FOLLOWS_FROM.get(event.kind)
    return kind is not None and event.at > now - max_age(kind) and not event.payload.get("imported")


def _rows(event: StoredEvent, found: Sequence[Piece]) -> Iterator[Notice]:
    """A row for each piece and each outlet that takes its kind, but none for whoever did it. All are of one kind."""
    accounts = accounts_of({player for piece in found for player in piece.players})
    readers = [_readers(piece, accounts, str(event.actor)) for piece in found]
    outlets: dict[str, list[Outlet]] = defaultdict(list)
    for outlet in wanted_outlets({account for each in readers for account in each}, FOLLOWS_FROM[event.kind]):
        outlets[str(outlet.account_id)].append(outlet)
    for piece, wanted in zip(found, readers, strict=True):
        for account, player in wanted.items():
            for outlet in outlets[account]:
                yield Notice(
                    id=uuid5(outlet.pk, f"{event.stream} {event.seq} {piece.match}"),
                    outlet=outlet,
                    kind=piece.kind,
                    at=event.at,
                    match=piece.match,
                    tournament=piece.tournament,
                    player=player,
                )


def _readers(piece: Piece, accounts: Mapping[str, str], actor: str) -> dict[str, str | None]:
    """The accounts that a piece of news is for, each with its player if it has one in it."""
    readers: dict[str, str | None] = {}
    if piece.judges_of is not None:
        judges = Membership.objects.filter(club=UUID(piece.judges_of), role__in=JUDGES)
        readers |= {str(account): None for account in judges.values_list("user", flat=True)}
    readers |= {accounts[player]: player for player in piece.players if player in accounts}
    readers.pop(actor, None)
    return readers


def wanted_outlets(accounts: Collection[str], kind: str) -> Iterator[Outlet]:
    """The outlets at which these accounts want news of this kind. Nobody removes them before the transaction ends."""
    choices = {
        row.pk: row for row in NoticeChoice.objects.filter(account__in=map(UUID, accounts), account__is_active=True)
    }
    found = Outlet.objects.filter(account__in=choices, refused_at=None).exclude(confirmed_at=None)
    for outlet in found.order_by("pk").select_for_update(no_key=True):
        if kind in getattr(choices[outlet.account_id], outlet.way):
            yield outlet
