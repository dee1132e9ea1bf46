"""The bracket page in a browser fits a phone, and is accessible there and on a wide screen."""

from league.standings.scoring_rules import Scoring
from league.tournaments.domain.settings.model import Settings, Stage
from tests.builders.evenings import started
from tests.web.presses import axe_findings


def test_a_bracket_fits_a_phone_and_is_accessible(page, committed_server):
    settings = Settings(scoring=Scoring(by="matches"), tiebreaks=(), stages=(Stage("knockout", double=True),))
    evening = started(5, given=settings)
    evening.report(evening.draw()[0])
    seen = []

    for width in (400, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{committed_server.url}/tournaments/{evening.id}/bracket/")
        seen.append((page.evaluate("document.documentElement.scrollWidth"), axe_findings(page)))

    assert seen == [(400, []), (1280, [])]
