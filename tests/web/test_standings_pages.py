"""The pages of standings: any stage, every figure opened."""

import re

import pytest

from league.domain.standings.scoring import Scoring
from league.domain.tournament.settings import Settings, Stage
from league.models import User
from league.services import tournaments
from tests.league.evenings import named, started
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def pairs(*stages: Stage) -> Settings:
    return Settings(scoring=Scoring(by="matches"), tiebreaks=(), stages=stages)


def test_links_of_a_stage_lead_to_its_own_figures_and_those_of_a_knock_out_to_the_way():
    evening = started(3, given=pairs(Stage("round_robin", qualify=2), Stage("knockout")))
    for _ in range(3):
        for table in evening.draw():
            evening.report(table)
    tournaments.open_stage(tournament_id=evening.id, actor=evening.actor)
    [final] = evening.draw()
    evening.report(final)
    decided = {"number": 4, "table": 1, "order": final.seats, "reason": "By lot."}
    tournaments.decide_tie(tournament_id=evening.id, actor=evening.actor, **decided)
    page, reader = f"/tournaments/{evening.id}/standings/", Reader(User.objects.get(id=evening.actor.user))

    first = reader.text(re.search(r'href="([^"]+/entrants/[^"]+)"', reader.text(f"{page}?stage=0"))[1])
    second = reader.text(re.search(r'href="([^"]+/entrants/[^"]+)"', reader.text(page))[1])

    assert "<p>Stage 1</p>" in first
    assert "Final" not in first
    assert "<h2>Place: 1</h2>" in second
    assert f"Final</a>: Won against {named(final.seats[1])}. It ended level; an official decided." in second
