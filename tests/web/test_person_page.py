"""The page of a person: ratings, last results, tournaments with their places, and whom they met most."""

import pytest

from league.eventlog.projections import runner
from league.matches import repository as match_repository
from tests.builders.evenings import named, started
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """An evening of four with one round, whose results are in."""
    match_repository.forget()
    evening = started(4)
    [table] = evening.draw()
    evening.report(table)
    runner.catch_up_all()
    return evening


def seats(evening):
    return evening.now.rounds[0].tables[0].seats


def test_a_person_has_ratings_results_tournaments_and_opponents(evening):
    me, *others = seats(evening)

    page = Reader().page(f"/players/{me}/")

    assert page.headings == [named(me), "Ratings", "Last results", "Tournaments", "Met most"]
    ratings, results, tournaments, opponents = page.tables
    assert ratings[1][0] == "Rummikub"
    assert ratings[1][3] == "1"
    assert results[1][0].startswith(", ".join(named(each) for each in seats(evening)[1:]))
    assert results[1][2] == "confirmed"
    assert tournaments[1][0].startswith(evening.now.name)
    assert tournaments[1][1] in "1234"
    assert sorted(row[0] for row in opponents[1:]) == sorted(map(named, others))
    assert {row[1] for row in opponents[1:]} == {"1"}


def test_all_names_on_the_page_of_a_person_are_links(evening):
    me, *others = seats(evening)

    page = Reader().page(f"/players/{me}/")

    assert set(page.one("main").addresses("/players/")) == {f"/players/{each}/" for each in others}
    assert page.link(evening.now.name) == f"/tournaments/{evening.id}/"


def test_who_finished_ahead_is_counted_for_both(evening):
    ahead = {}
    for me in seats(evening):
        rows = Reader().page(f"/players/{me}/").tables[3][1:]
        ahead |= {(named(me), row[0]): int(row[2]) for row in rows}

    pairs = [(one, other) for one, other in ahead if one < other]
    assert len(pairs) == 6
    assert all(ahead[one, other] + ahead[other, one] <= 1 for one, other in pairs)


def test_a_person_who_has_played_nothing_has_a_page_too():
    evening = started(4)

    text = Reader().text(f"/players/{next(iter(evening.now.entries))}/")

    assert "No matches have been played yet." in text


def test_the_page_of_a_person_is_in_russian(evening):
    page = Reader(language="ru").page(f"/players/{seats(evening)[0]}/")

    assert page.headings[1:] == ["Рейтинги", "Последние результаты", "Турниры", "Чаще всего встречались"]
