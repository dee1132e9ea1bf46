"""Standings row by row, from the projection."""

from uuid import UUID

import pytest

from league.common.actor import NOBODY
from league.common.read_models import builtins
from league.errors import Unknown
from league.eventlog import sealer
from league.eventlog.projections import runner
from league.tournaments.queries import standings as tournament_standings
from league.tournaments.queries import standings_page
from tests.builders.evenings import begun, started

pytestmark = pytest.mark.django_db


def rows(tournament_id, reader=NOBODY):
    return standings_page.standing_list(UUID(tournament_id), reader).first(50)


def test_rows_are_those_of_the_live_standings_with_possible_ranks():
    evening = started(7)
    for table in evening.draw():
        evening.report(table)
    runner.catch_up_all()

    found = rows(evening.id)

    live = tournament_standings.standings(evening.id, NOBODY).groups[0].rows
    told = [
        {
            "place": place,
            **{key: value for key, value in builtins(row).items() if key not in ("withdrawn", "qualified")},
        }
        for place, row in enumerate(live, 1)
    ]
    assert [builtins(row) for row in found] == told


def test_rows_say_how_current_they_are():
    evening = started(4)
    runner.catch_up_all()
    size = runner.lag("tournaments").position
    evening.draw()
    sealer.seal_all()

    behind = runner.lag("tournaments")
    runner.catch_up("tournaments")

    assert behind == (size, False)
    assert runner.lag("tournaments") == (runner.status_of("tournaments").position, True)


def test_drafts_and_unknown_tournaments_have_no_rows():
    evening = begun()
    runner.catch_up_all()

    for id_ in (evening.id, str(UUID(int=1))):
        with pytest.raises(Unknown):
            rows(id_)
    assert rows(evening.id, evening.actor) == []
