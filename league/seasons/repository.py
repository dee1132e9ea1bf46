"""Leagues by id: loaded, changed and remembered."""

from games.errors import Phrase
from league.eventlog.repository import Repository
from league.eventlog.types import StoredEvent
from league.seasons.domain import events
from league.seasons.domain.events import LeagueEvent
from league.seasons.domain.league import League, evolve, fold


def decode(stored: StoredEvent) -> LeagueEvent:
    return events.decode(stored.kind, stored.payload)


leagues: Repository[League, LeagueEvent] = Repository(
    "league-",
    Phrase("league"),
    decode=decode,
    encode=events.encode,
    start=fold,
    evolve=evolve,
    size=64,
)
