"""How Django knows this package."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league.domain.events import KINDS
        from league.eventlog import upcasters
        from league.projections import registry
        from league.projections.matches import Matches
        from league.projections.ratings import Ratings
        from league.projections.results import Results

        upcasters.register({kind: schema for kind, (schema, _) in KINDS.items()})
        registry.register(Matches())
        registry.register(Results())
        registry.register(Ratings())
