"""The bracket page."""

import pytest

from league.tournaments.domain.settings.model import Stage
from tests.builders.evenings import named, pairs, started
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def test_the_page_of_a_tournament_with_a_knockout_links_to_its_bracket():
    cup, swiss = started(2, given=pairs(Stage("knockout"))), started(2, given=pairs(Stage("swiss", rounds=1)))

    assert Reader().page(f"/tournaments/{cup.id}/").link("Bracket") == f"/tournaments/{cup.id}/bracket/"
    assert Reader().page(f"/tournaments/{swiss.id}/").addresses("/bracket/") == []
    assert "This tournament has no knockout stage." in Reader().text(f"/tournaments/{swiss.id}/bracket/")


def test_the_bracket_shows_whom_each_winner_will_meet():
    evening = started(4, given=pairs(Stage("knockout")))
    first, second = evening.draw()
    evening.report(first)

    page = Reader().page(f"/tournaments/{evening.id}/bracket/").lines

    one, two = map(named, second.seats)
    assert page[page.index("Winner of Semifinal 2") :][:4] == ["Winner of Semifinal 2", "(", one, "/"]
    assert two in page


def test_before_the_knockout_the_page_shows_which_places_meet():
    evening = started(4, given=pairs(Stage("round_robin", groups=2, qualify=1), Stage("knockout")))

    page = Reader(language="ru").page(f"/tournaments/{evening.id}/bracket/").lines

    final = page.index("Финал")
    assert page[final + 1 : final + 4] == ["Финал", "1-е место (группа 1)", "1-е место (группа 2)"]
