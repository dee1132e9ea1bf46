"""Results from a spreadsheet by page: a look first, then all of them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.clubs.models import User
from league.common.sheets import sheet_file
from league.matches.queries.detail import match_detail
from tests.builders.evenings import named, started
from tests.league.club_data.test_result_sheets import sheet
from tests.pages import parse
from tests.sheets import sheet_rows
from tests.web.readers import Reader, errors

pytestmark = pytest.mark.django_db


class Desk:
    """An organiser at the page for results of an evening with one table."""

    def __init__(self):
        self.evening = started(4)
        [self.table] = self.evening.draw()
        self.address = f"/tournaments/{self.evening.id}/result-sheet/"
        self.reader = Reader(User.objects.get(pk=self.evening.actor.user))

    def send(self, raw):
        return self.reader.client.post(self.address, {"file": SimpleUploadedFile("results.xlsx", raw)})

    def confirm(self, answer, **more):
        [form] = [form for form in parse(answer).forms if "content" in form.fields]
        return self.reader.client.post(self.address, {**dict(form.sent), **more})

    @property
    def results(self):
        return [line.points for line in match_detail(self.table.match, self.evening.actor).results]


@pytest.fixture
def desk():
    return Desk()


def test_results_are_shown_and_saved_after_a_last_word(desk):
    raw = sheet_file(sheet(desk.table, games=[1, 2]), "xlsx").content
    grid = desk.reader.page(f"/tournaments/{desk.evening.id}/rounds/1/results/")

    assert grid.link("Results from a spreadsheet") == desk.address
    page = desk.reader.page(desk.address)
    blank = sheet_rows(desk.reader.client.get(page.link("XLSX")).content)
    assert [row[3] for row in blank] == ["player", *[named(seat) for seat in desk.table.seats] * 4]
    shown = desk.send(raw)

    first, *others = [named(seat) for seat in desk.table.seats]
    points = ", ".join([f"{first} 30", *(f"{name} −10" for name in others)])
    assert parse(shown).table[1:] == [
        ["Round 1, table 1, game 1.1", points, "new result", "2"],
        ["Round 1, table 1, game 1.2", points, "new result", "6"],
    ]
    assert desk.results == []
    assert desk.confirm(shown).status_code == 302
    assert desk.results == [(30, -10, -10, -10)] * 2
    assert "All these results stand already." in parse(desk.send(raw)).texts("p")


def test_a_changed_result_asks_for_the_reason(desk):
    desk.confirm(desk.send(sheet_file(sheet(desk.table, games=[1]), "ods").content))

    shown = desk.send(sheet_file(sheet(desk.table, games=[1], winner=1), "ods").content)
    refused = desk.confirm(shown)
    done = desk.confirm(shown, correction="Counted again.")

    assert parse(shown).table[1][2] == "replaces another result"
    assert errors(refused) == ["A reason is required."]
    assert done.status_code == 302
    assert desk.results == [(-10, 30, -10, -10)]


def test_faults_are_listed_and_nothing_can_be_saved(desk):
    shown = parse(desk.send(sheet_file(sheet(desk.table, games=[1, 7]), "csv").content))

    assert shown.texts("li")[-1] == "Sheet CSV, row 6, column C: name one of the games 1.1, 1.2, 1.3, 1.4."
    assert [form for form in shown.forms if "content" in form.fields] == []


def test_a_file_that_is_no_workbook_is_refused_at_the_form(desk):
    answer = desk.send(b"PK\x03\x04 nothing")

    assert answer.status_code == 422
    assert errors(answer) == ["The file cannot be read: it is damaged, encrypted or no workbook."]


def test_officials_alone_see_the_page(desk):
    assert Reader(User.objects.create_user("stranger")).client.get(desk.address).status_code == 403
    assert Reader().client.get(desk.address).status_code == 302
