"""By which clocks the matches of a club are rated: those of the zone that it has when a match ends.

The log says so (`club.zone_set`). A row for each club has its zone where the projection has got to, so that ratings are
the same in whatever batches the log is taken in. A club that never changed its zone has no such event, and one that
did had another zone before: that is in the first of them.
"""

from datetime import date, datetime
from uuid import UUID

from league.clubs.locales import DEFAULT_ZONE, ZoneSet, find_zone
from league.clubs.merges import decode
from league.eventlog import statements
from league.eventlog.types import StoredEvent
from league.ratings.models import RatedZone

ZONE_SET = "club.zone_set"

_FIRST_ZONE = """
SELECT coalesce((
    SELECT payload::json ->> 'before' FROM eventlog.event
    WHERE stream = 'club-' || club.id::text AND kind = 'club.zone_set' ORDER BY seq LIMIT 1
), club.zone) FROM league_club AS club WHERE club.id = %s::uuid
"""


class Zones:
    """The zones of clubs as events are taken in, in their order."""

    def __init__(self) -> None:
        self._known: dict[UUID, str] = {}
        self._changed: set[UUID] = set()

    def set(self, stored: StoredEvent) -> None:
        """Take in that a club has another zone."""
        event = decode(stored)
        if isinstance(event, ZoneSet):
            self._note(UUID(event.club), event.zone)

    def day(self, club: str, at: datetime) -> date:
        """The day of a moment by the clocks that the club has now."""
        return at.astimezone(find_zone(self._zone(UUID(club)))).date()

    def write(self) -> None:
        """Write the zones that are new or changed."""
        if self._changed:
            rows = [RatedZone(club=club, zone=self._known[club]) for club in sorted(self._changed)]
            RatedZone.objects.bulk_create(rows, update_conflicts=True, unique_fields=["club"], update_fields=["zone"])

    def _zone(self, club: UUID) -> str:
        if club not in self._known:
            row = RatedZone.objects.filter(club=club).first()
            if row is None:
                self._note(club, _first_zone(club))
            else:
                self._known[club] = row.zone
        return self._known[club]

    def _note(self, club: UUID, zone: str) -> None:
        self._known[club] = zone
        self._changed.add(club)


def _first_zone(club: UUID) -> str:
    """The zone of a club before it changed it, if it ever did."""
    found = statements.fetch(_FIRST_ZONE, str(club))
    return found[0][0] if found else DEFAULT_ZONE
