"""The standings of tournaments by every path: computed from the log, stored rows, a rebuild."""

from django.apps import apps

from league.eventlog.projections import registry, runner
from league.tournaments.models import TournamentStanding
from league.tournaments.queries import standings as tournament_standings
from tests.builders.evenings import started


def everything():
    """All rows of all tables, after checking that a rebuild changes none."""
    return {
        model.__name__: sorted(model.objects.values_list(), key=repr)
        for model in apps.get_app_config("league").get_models()
    }


def rebuilt():
    for name in registry.names():
        runner.rebuild(name)
    return everything()


def live(evening):
    """The standings of all stages computed from the log, with the fields of stored rows."""
    return {
        (stage.number, group.group, row.entrant): (
            place,
            row.rank,
            {key: getattr(row, key) for key in ("shared", "score", "tiebreaks", "penalty", "counts", "best", "worst")},
        )
        for stage in evening.now.stages
        for group in tournament_standings.standings(evening.id, evening.actor, stage=stage.number).groups
        for place, row in enumerate(group.rows, 1)
    }


def kept(evening):
    """The standings of all stages as stored by the projection."""
    return {
        (row.stage, row.group, str(row.entrant)): (row.place, row.rank, row.row)
        for row in TournamentStanding.objects.filter(tournament=evening.id)
    }


def known(slug="swiss", count=4):
    """A tournament with up-to-date projections."""
    evening = started(count, slug=slug)
    runner.catch_up_all()
    return evening
