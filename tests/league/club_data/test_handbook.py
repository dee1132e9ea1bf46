"""The handbook of a season as PDF: what it says, page by page, and that it is the same each time."""

import io

import pytest
from pypdf import PdfReader

from league.club_data.handbook.content import Grid, Handbook, Heading, Lines
from league.club_data.handbook.pdf import handbook_file, handbook_pdf
from league.club_data.locales import owner_club
from league.clubs.models import Club
from league.common.actor import NOBODY
from league.errors import Unknown
from league.eventlog.store import newest_moment
from league.seasons import services as season_services
from tests.builders.season_clubs import SeasonClub

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    """A league of four with one evening that Аня won."""
    club = SeasonClub()
    evening = club.evening()
    club.won_by(evening, club.players)
    club.finish(evening)
    club.do(season_services.attach, number=1, tournament_id=evening.id)
    return club


def pages(content):
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def test_a_handbook_has_tables_results_and_rules(club):
    file = handbook_file(club.league, 1, NOBODY)

    found = pages(file.content)
    assert (file.name, file.media_type) == ("handbook.pdf", "application/pdf")
    text = "\n".join(found)
    for said in ("Лига", "2026", "Rummikub", "Season table", "1. Вечер", "Round 1", "Points by place", "12, 10, 8, 6"):
        assert said in text
    assert "1 Аня 12\n2 Боря 10\n3 Вера 8\n4 Глеб 6\n" in text
    assert "Name 1.\nАня 12\n" in text
    table = next(line for line in text.splitlines() if line.startswith("Table 1: "))
    assert {part.rsplit(" ", 1)[1] for part in table.removeprefix("Table 1: ").split(", ")} == {
        "240",
        "−40",
        "−80",
        "−120",
    }
    assert [f"Page {number} of {len(found)}" in page for number, page in enumerate(found, 1)] == [True] * len(found)
    outline = PdfReader(io.BytesIO(file.content)).outline
    assert [each.title for each in outline if not isinstance(each, list)] == ["Season table", "Events", "Rules"]


def test_the_same_handbook_has_the_same_bytes_until_something_happens(club):
    first, again = handbook_file(club.league, 1, NOBODY), handbook_file(club.league, 1, NOBODY)

    club.do(season_services.rename, name="Лига дружбы")

    assert first.content == again.content
    assert handbook_file(club.league, 1, NOBODY).content != first.content


def test_a_handbook_is_in_the_language_of_the_club(club):
    Club.objects.filter(pk=club.id).update(language="ru")

    text = "\n".join(pages(handbook_file(club.league, 1, NOBODY).content))

    assert "Таблица сезона" in text
    assert "Тур 1" in text
    assert "Стр. 1 из" in text
    assert owner_club("league", club.league).language == "ru"


def test_long_tables_have_their_heading_on_each_page_and_any_name_is_written(club):
    rows = [(str(place), f"Łucja Ёлкина–O’Neill {place} 龍", "1/2") for place in range(1, 120)]
    parts = [Heading("Таблица", 1), Grid(("Place", "Name", "Points"), rows, frozenset({1})), Lines(["The end."])]
    found = pages(
        handbook_pdf(Handbook("Лига", "2026", "Rummikub", newest_moment([f"league-{club.league}"]), parts), "Клуб")
    )

    assert len(found) == 3
    assert all("Place" in page for page in found)
    assert "Łucja Ёлкина–O’Neill 119" in found[-1]
    assert "The end." in found[-1]


def test_an_unknown_season_has_no_handbook(club):
    with pytest.raises(Unknown):
        handbook_file(club.league, 9, NOBODY)
