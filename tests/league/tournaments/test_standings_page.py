"""Standings row by row, from what the projection wrote."""

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


def test_rows_are_those_of_the_live_standings_with_possible_ranks():
    evening = started(7)
    for table in evening.draw():
        evening.report(table)
    runner.catch_up_all()

    found = standings_page.top_rows(UUID(evening.id), NOBODY)

    live = tournament_standings.standings(evening.id, NOBODY).groups[0].rows
    told = [
        {
            "place": place,
            **{key: value for key, value in builtins(row).items() if key not in ("withdrawn", "qualified")},
        }
        for place, row in enumerate(live, 1)
    ]
    assert [builtins(row) for row in found["rows"]] == told


def test_rows_continue_after_a_given_rank():
    evening = started(7)
    runner.catch_up_all()

    found = standings_page.top_rows(UUID(evening.id), NOBODY, limit=2, after_place=3)

    assert [row.place for row in found["rows"]] == [4, 5]


def test_rows_say_how_current_they_are():
    evening = started(4)
    runner.catch_up_all()
    size = standings_page.top_rows(UUID(evening.id), NOBODY)["position"]
    evening.draw()
    sealer.seal_all()

    behind = standings_page.top_rows(UUID(evening.id), NOBODY)
    runner.catch_up("tournaments")
    level = standings_page.top_rows(UUID(evening.id), NOBODY)

    assert (behind["position"], behind["current"]) == (size, False)
    assert (level["position"], level["current"]) == (runner.status_of("tournaments").position, True)


def test_drafts_and_unknown_tournaments_have_no_rows():
    evening = begun()
    runner.catch_up_all()

    for id_ in (UUID(evening.id), UUID(int=1)):
        with pytest.raises(Unknown):
            standings_page.top_rows(id_, NOBODY)
    assert standings_page.top_rows(UUID(evening.id), evening.actor)["rows"] == []
