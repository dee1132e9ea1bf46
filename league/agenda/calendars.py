"""The agenda as iCalendar (RFC 5545), for calendar programs that follow an address.

Times are in UTC, which every program shows by the clocks of its reader. An event keeps its UID whatever changes, its
SEQUENCE grows with each change of its date, and what is called off stays as cancelled. The same agenda gives the same
bytes.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import override
from icalendar import Calendar, Event

from games.errors import Phrase
from league.agenda.models import AgendaEntry
from league.agenda.queries import counting_tournaments, drop_held_evenings, entry_path, entry_title
from league.agenda.services import link_of_token
from league.clubs.merges import ids_of_person
from league.clubs.models import Player
from league.clubs.queries import find_club, names_of
from league.errors import Unknown
from league.seasons.repository import leagues
from league.tournaments.repository import tournaments

PAST = timedelta(days=400)  # how far back a calendar goes
MOST = 2000  # entries of a calendar
REFRESH = "PT1H"
PRODUCT = "-//Ludex//Ludex//EN"


def club_calendar(club_id: UUID, site: str, now: datetime) -> bytes:
    """Everything public of a club. *site* is the address of this service. Raises `Unknown`."""
    club = find_club(club_id)
    with override(club.language):
        return _calendar(club.name, AgendaEntry.objects.filter(club=club_id), site, now)


def league_calendar(league_id: UUID, site: str, now: datetime) -> bytes:
    """The evenings of a league, and the tournaments that count in it, with their rounds. Raises `Unknown`."""
    league = leagues.load(str(league_id)).state
    counting = [each.tournament for season in league.seasons for each in season.events]
    with override(find_club(UUID(league.club)).language):
        entries = AgendaEntry.objects.filter(Q(league=league_id) | Q(tournament__in=counting))
        return _calendar(league.name, entries, site, now)


def tournament_calendar(tournament_id: UUID, site: str, now: datetime) -> bytes:
    """A tournament, its rounds and its postponed matches. Raises `Unknown`, for drafts too."""
    tournament = tournaments.load(str(tournament_id)).state
    if not tournament.public:
        raise Unknown(kind=Phrase("tournament"), id=tournament_id)
    with override(find_club(UUID(tournament.club)).language):
        return _calendar(tournament.name, AgendaEntry.objects.filter(tournament=tournament_id), site, now)


def own_calendar(token: str, site: str, now: datetime) -> bytes:
    """Where the players of an account are expected, in all clubs, by its secret *token*. Raises `Unknown`."""
    link = link_of_token(token)
    players = Player.objects.filter(user=link.account_id).values_list("id", flat=True)
    ids = [id_ for player in players for id_ in ids_of_person(player)]
    with override(link.language):
        return _calendar("Ludex", AgendaEntry.objects.filter(players__overlap=ids), site, now)


def _calendar(name: str, entries: QuerySet[AgendaEntry], site: str, now: datetime) -> bytes:
    found = list(entries.filter(public=True, starts_at__gte=now - PAST).order_by("-starts_at", "key")[:MOST])
    rows = drop_held_evenings(found, counting_tournaments(found))
    names = names_of({player for row in rows if row.kind == AgendaEntry.Kind.TABLE for player in row.players})
    calendar = Calendar()
    calendar.add("PRODID", PRODUCT)
    calendar.add("VERSION", "2.0")
    calendar.add("NAME", name)
    calendar.add("X-WR-CALNAME", name)
    calendar.add("REFRESH-INTERVAL", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", REFRESH)
    for row in rows:
        calendar.add_component(_event(row, names, site))
    written: bytes = calendar.to_ical()
    return written


def _event(row: AgendaEntry, names: Mapping[str, str], site: str) -> Event:
    event = Event()
    event.add("UID", f"{row.key}@ludex")
    event.add("DTSTAMP", row.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("LAST-MODIFIED", row.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("SEQUENCE", row.sequence)
    event.add("STATUS", "CANCELLED" if row.cancelled else "CONFIRMED")
    event.add("DTSTART", row.starts_at.astimezone(UTC))
    if row.ends_at:
        event.add("DTEND", row.ends_at.astimezone(UTC))
    event.add("SUMMARY", entry_title(row, names))
    if row.place:
        event.add("LOCATION", row.place)
    event.add("URL", f"{site}{entry_path(row)}")
    return event
