"""What is printed for a round and a bracket, and where the codes on it lead."""

import pytest
import segno
from django.urls import reverse

from league.clubs.models import User
from league.matches import repository as match_repository
from league.tournaments.domain.settings.model import Stage
from league.tournaments.queries.rounds import table_links
from league.tournaments.services import lifecycle
from league.tournaments.services import table_links as services
from tests.builders.evenings import named, pairs, started
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db
HERE = "http://testserver"


@pytest.fixture
def evening():
    made = started(7)
    made.draw()
    return made


def organiser(evening):
    return Reader(User.objects.get(id=evening.actor.user))


def paper(evening, what, reader=None):
    return (reader or Reader()).page(f"/tournaments/{evening.id}/rounds/1/{what}/")


def drawn(page):
    """The codes on a page, as the lines of their drawings."""
    return [each.all("path")[-1]["d"] for each in page.all("svg", style="segno")]


def code(name, *ids):
    """The lines of the code of an address."""
    drawing = segno.make(HERE + reverse(f"web:{name}", args=ids), error="m").svg_inline(omitsize=True, light="#fff")
    return drawing.rpartition('d="')[2].partition('"')[0]


def test_place_cards_have_the_code_of_the_tournament_on_both_sides(evening):
    page = paper(evening, "cards")

    assert drawn(page) == [code("tournament", evening.id)]
    assert len(page.all("use", href="#code")) == 14


def test_a_scoresheet_leads_everybody_to_the_page_of_its_table(evening):
    services.open_links(tournament_id=evening.id, number=1, actor=evening.actor)
    tables = evening.now.rounds[0].tables

    page = paper(evening, "sheets")

    assert drawn(page) == [code("match", table.match) for table in tables]
    assert page.texts("p", style="small") == ["This table on your phone"] * 2


def test_a_scoresheet_that_an_official_prints_has_the_open_link_of_its_table(evening):
    services.open_links(tournament_id=evening.id, number=1, actor=evening.actor)
    first, _ = table_links(evening.id, 1, evening.actor)
    services.close_link(tournament_id=evening.id, number=1, match_id=first.match, actor=evening.actor)
    _, second = table_links(evening.id, 1, evening.actor)

    page = paper(evening, "sheets", organiser(evening))

    assert drawn(page) == [code("match", first.match), code("pad", second.token)]
    assert page.texts("p", style="small") == [
        "This table on your phone",
        "Enter the result here. No account is needed.",
    ]


def test_printing_opens_no_link(evening):
    paper(evening, "sheets", organiser(evening))

    matches = [match_repository.load(table.match).state for table in evening.now.rounds[0].tables]
    assert [match.summary.link for match in matches] == [None, None]


def test_the_sheets_of_a_draft_have_no_code():
    evening = started(7)
    evening.do(lifecycle.draw_round)

    assert drawn(paper(evening, "sheets", organiser(evening))) == []


def test_a_bracket_is_printed_with_the_entrants_and_where_they_go():
    cup = started(4, given=pairs(Stage("knockout")))
    first, second = cup.draw()

    page = Reader().page(Reader().page(f"/tournaments/{cup.id}/bracket/").link("Print"))

    assert page.texts("h2") == ["Semifinals", "Final"]
    everybody = [named(entrant) for table in (first, second) for entrant in table.seats]
    assert [each for each in everybody if each not in page.text] == []
    assert "Winner of Semifinal 1" in page.text


def test_a_tournament_without_a_knockout_has_no_bracket_to_print(evening):
    assert Reader().page(f"/tournaments/{evening.id}/bracket/").addresses("/print/") == []
    assert "This tournament has no knockout stage." in Reader().text(f"/tournaments/{evening.id}/bracket/print/")
