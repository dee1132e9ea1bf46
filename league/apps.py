"""How Django knows this package."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league.domain import events
        from league.domain.season import facts as season_facts
        from league.domain.tournament import facts
        from league.eventlog import upcasters
        from league.projections import registry
        from league.projections.appeals import Appeals
        from league.projections.leagues import Leagues
        from league.projections.matches import Matches
        from league.projections.ratings import Ratings
        from league.projections.results import Results
        from league.projections.tournaments import Tournaments
        from league.projections.webhooks import Webhooks

        for kinds in (events.KINDS, facts.KINDS, season_facts.KINDS):
            upcasters.register({kind: schema for kind, (schema, _) in kinds.items()})
        registry.register(Matches())
        registry.register(Results())
        registry.register(Ratings())
        registry.register(Tournaments())
        registry.register(Leagues())
        registry.register(Appeals())
        registry.register(Webhooks())
