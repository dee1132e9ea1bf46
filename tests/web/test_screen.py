"""The big screen: everybody finds their seat, and nothing is left out, however many they are."""

import pytest

from league.tournaments.domain.settings.model import Stage
from tests.builders.evenings import named, pairs, started
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def screen(evening, query=""):
    return Reader().page(f"/tournaments/{evening.id}/screen/{query}")


def panels(page, kind):
    """The rows of all panels of a kind."""
    return [row for panel in page.all("section", style=kind) for row in panel.all("li")]


def test_a_small_field_has_all_panels_beside_each_other():
    evening = started(7)
    tables = evening.draw()
    evening.report(tables[0])

    page = screen(evening)

    assert page.one("main")["class"] == "wall together"
    assert [each.texts("h2")[0].split()[0] for each in page.all("section")] == ["Tables", "Names", "Standings"]
    assert f"1/{len(tables)} results in" in page.text


def test_names_are_in_order_with_table_and_seat():
    evening = started(7)
    tables = evening.draw()

    rows = panels(screen(evening), "names")

    seats = {named(each): (table, seat) for table in tables for seat, each in enumerate(table.seats, 1)}
    found = [(row.texts("bdi"), row.texts("b"), row.texts("span")[-1]) for row in rows]
    assert found == [([name], [str(table.number)], str(seat)) for name, (table, seat) in sorted(seats.items())]


def test_somebody_with_a_bye_finds_it_among_the_names():
    evening = started(5, given=pairs(Stage("swiss")))
    evening.draw()
    (out,) = evening.now.rounds[-1].byes

    rows = panels(screen(evening), "names")

    assert [row.texts("small") for row in rows if row.texts("bdi") == [named(out[1])]] == [["bye"]]


@pytest.mark.parametrize("kind", ["names", "ranks"])
def test_a_large_field_takes_turns_and_nobody_is_left_out(kind):
    evening = started(70)
    evening.draw()

    page = screen(evening)

    everybody = sorted(named(entrant) for entrant in evening.now.entries)
    assert page.one("main")["class"] == "wall"
    assert sorted(row.texts("bdi")[0] for row in panels(page, kind)) == everybody
    assert [len(each.all("li")) for each in page.all("section", style=kind)] == [35, 35]


def test_a_screen_can_show_one_kind_only():
    evening = started(7)
    evening.draw()

    page = screen(evening, "?show=names")

    assert [each.texts("h2")[0].split()[0] for each in page.all("section")] == ["Names"]
    Reader().page(f"/tournaments/{evening.id}/screen/?show=hands", status=404)


def test_the_code_leads_to_the_tournament_at_the_address_of_the_reader():
    evening = started(4)
    evening.draw()
    address = f"/tournaments/{evening.id}/screen/"

    one, other = (Reader().client.get(address, headers={"host": host}).text for host in ("localhost", "127.0.0.1"))

    codes = [text.split('class="segno"')[1].split("</svg>")[0] for text in (one, other)]
    assert codes[0] != codes[1]


def test_before_the_first_round_the_screen_says_so():
    assert "No rounds have been drawn yet." in screen(started(4)).text


def test_groups_take_turns_even_if_they_are_small():
    evening = started(6, given=pairs(Stage("round_robin", groups=2, qualify=1), Stage("knockout")))
    evening.draw()

    assert screen(evening).one("main")["class"] == "wall"
