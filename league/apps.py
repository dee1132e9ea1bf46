"""How Django knows this package."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league.appeals.projection import Appeals
        from league.eventlog import upcasters
        from league.eventlog.projections import registry
        from league.matches.domain import events as match_events
        from league.matches.projections.matches import Matches
        from league.matches.projections.results import Results
        from league.ratings.projection import Ratings
        from league.seasons.domain import events as season_facts
        from league.seasons.projection import Leagues
        from league.tournaments.domain import events as tournament_events
        from league.tournaments.projections.tournaments import Tournaments
        from league.webhooks.projection import Webhooks

        for kinds in (match_events.KINDS, tournament_events.KINDS, season_facts.KINDS):
            upcasters.register({kind: schema for kind, (schema, _) in kinds.items()})
        registry.register(Matches())
        registry.register(Results())
        registry.register(Ratings())
        registry.register(Tournaments())
        registry.register(Leagues())
        registry.register(Appeals())
        registry.register(Webhooks())
