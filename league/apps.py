"""How Django knows this package, and what is registered when it starts."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import import_string

# Modules whose `KINDS` names each kind of event with its current schema.
EVENT_MODULES = (
    "league.clubs.access.events",
    "league.clubs.merges",
    "league.matches.domain.events",
    "league.tournaments.domain.events",
    "league.seasons.domain.events",
)

# In the order in which they are caught up: the standings first, for which people wait after a result.
PROJECTIONS = (
    "league.tournaments.projections.tournaments.Tournaments",
    "league.matches.projections.matches.Matches",
    "league.matches.projections.results.Results",
    "league.ratings.projection.Ratings",
    "league.seasons.projection.Leagues",
    "league.agenda.projection.Agenda",
    "league.appeals.projection.Appeals",
    "league.webhooks.projection.Webhooks",
    "league.notices.projection.Notices",
)


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league.eventlog import upcasters
        from league.eventlog.projections import registry

        for module in EVENT_MODULES:
            upcasters.register({kind: schema for kind, (schema, _) in import_module(module).KINDS.items()})
        for projection in PROJECTIONS:
            registry.register(import_string(projection)())
