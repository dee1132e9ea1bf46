"""A tournament report by page and over the API: a look first, then a tournament."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.clubs.models import Player, User
from tests.builders.clubs import founded
from tests.league.club_data.test_tournament_reports import LICHESS, A, B
from tests.pages import parse
from tests.web.readers import Reader, errors

pytestmark = pytest.mark.django_db
RAW = f"012 Cup\n{A}\n{B}\n".encode()


class Club:
    def __init__(self):
        actor, self.id = founded()
        self.address = f"/clubs/{self.id}/import-report/"
        self.reader = Reader(User.objects.get(pk=actor.user))

    def send(self, raw=RAW):
        file = SimpleUploadedFile("cup.trf", raw)
        return self.reader.client.post(self.address, {"file": file, "game": "rummikub"})

    def confirm(self, answer, **more):
        [form] = [form for form in parse(answer).forms if "checked" in form.fields]
        return self.reader.client.post(self.address, {**dict(form.sent), **more})


@pytest.fixture
def club():
    return Club()


def test_a_report_is_shown_becomes_a_tournament_and_is_had_back(club):
    assert club.reader.page(f"/clubs/{club.id}/").link("Import a tournament report") == club.address

    shown = club.send(LICHESS.encode())
    assert "players: 13, of whom the club has 0. Rounds with pairings: 10 of 10." in parse(shown).text
    assert not Player.objects.filter(club=club.id).exists()
    done = club.confirm(shown)

    page = club.reader.page(f"{done.headers['Location']}standings/")
    report = club.reader.client.get(page.link("FIDE report (TRF)"))
    assert report.headers["Content-Disposition"] == 'attachment; filename="tournament.trf"'
    assert [line[14:47].strip() for line in report.text.splitlines() if line.startswith("001")] == [
        line[14:47].strip() for line in LICHESS.splitlines() if line.startswith("001")
    ]


def test_unclear_names_are_asked_about(club):
    club.confirm(club.send(RAW.replace(b"Petrova", b"Petrowa")))

    shown = club.send()
    [form] = [form for form in parse(shown).forms if "checked" in form.fields]
    refused = club.confirm(shown)
    done = club.confirm(shown, player1="new")

    assert [text.partition(" (")[0] for _, text in form.options("player1")] == [
        "please choose",
        "same as Anna Petrowa",
        "new player",
    ]
    assert refused.status_code == 422
    assert done.status_code == 302
    assert Player.objects.filter(club=club.id).count() == 3


def test_a_fault_is_shown_at_the_form(club):
    assert errors(club.send(b"001 x")) == ["Line 1, column 5: 'x' is not a whole number."]
    assert errors(club.reader.client.post(club.address, {"game": "rummikub"})) == ["Choose a file."]


def test_a_report_over_the_api(club):
    address = f"/api/v1/clubs/{club.id}/tournament-reports/?game=rummikub"

    post = club.reader.client.post
    shown = post(address, RAW, content_type="text/plain").json()
    done = post(f"{address}&preview=false", {"record": RAW.decode()}, content_type="application/json")

    assert [each["name"] for each in shown["players"]] == ["Anna Petrova", "Boris Smirnov"]
    assert done.status_code == 201
    tournament = done.json()["tournament"]
    report = club.reader.client.get(f"/api/v1/tournaments/{tournament}/files/tournament.trf").text
    assert [(line[14:47].strip(), line[80:]) for line in report.splitlines()[-2:]] == [
        ("Anna Petrova", A[80:]),
        ("Boris Smirnov", B[80:]),
    ]
