"""A dispute over the API: filed, taken, ruled on, appealed, and what each reader sees."""

import base64
import io
import json
import logging

import pytest
from django.core.management import call_command
from PIL import Image

from league.clubs.models import Player
from league.eventlog.projections import runner
from tests.api.clients import API, appoint, founded, joined, signed_up
from tests.api.tables import DEAL, lines
from tests.builders.disputes import picture

pytestmark = pytest.mark.django_db

STATEMENT = "Белая ворона взяла две фишки."


class Hall:
    """A club with officials, two players with accounts, and a match at a table after a deal and two moves."""

    def __init__(self):
        names = ("organiser", "arbiter", "scorekeeper", "anna", "boris", "stranger")
        self.clients = {name: signed_up(name) for name in names}
        organiser = self.clients["organiser"]
        self.club = founded(organiser)
        for role in ("arbiter", "scorekeeper"):
            appoint(organiser, self.club, role, role)
        players = [joined(organiser, self.club, name.title(), self.clients[name]) for name in ("anna", "boris")]
        series = {"club": self.club, "game": "rummikub", "name": "Зима"}
        self.series = organiser.post(f"{API}/series/", series, format="json").json()["id"]
        sent = {"club": self.club, "game": "rummikub", "seats": players, "dealing": "table", "series": self.series}
        self.match = organiser.post(f"{API}/matches/", sent, format="json").json()["id"]
        moves = {"revision": 2, "moves": [*lines(DEAL), {"seat": 0, "move": "draw"}, {"seat": -1, "move": "k13"}]}
        assert self.post("organiser", "moves/", moves).status_code == 201

    def post(self, who, path, sent, **more):
        address = path if path.startswith("/") else f"{API}/matches/{self.match}/{path}"
        return self.clients[who].post(address, sent, format="json", **more)

    def get(self, who, path=""):
        return self.clients[who].get(f"{API}/matches/{self.match}/{path}")

    @property
    def revision(self):
        return self.get("stranger").json()["revision"]

    def file(self, who="boris", **more):
        sent = {"revision": self.revision, "statement": STATEMENT, "contested": 4, **more}
        return self.post(who, "appeals/", sent)

    def act(self, who, appeal, act, **more):
        return self.post(who, f"appeals/{appeal}/{act}/", {"revision": self.revision, **more})


def test_a_dispute_goes_from_the_appeal_through_the_ruling_to_further_play():
    hall = Hall()
    appeal = hall.file().json()["appeal"]
    taken = hall.act("arbiter", appeal, "take")
    refused = hall.post("organiser", "moves/", {"revision": hall.revision, "seat": 1, "move": "draw"})
    ruled = hall.act("arbiter", appeal, "rule", kind="annul", annul_from=4, reason="Взята лишняя фишка.")
    further = hall.file("anna", contested=None, against=ruled.json()["ruling"]).json()["appeal"]
    hall.act("organiser", further, "take")
    last = hall.act("organiser", further, "rule", kind="upheld", reason="Так и есть.")

    found = hall.get("stranger", "appeals/").json()
    assert (taken.status_code, refused.status_code, refused.json()["code"]) == (201, 409, "match.under_appeal")
    assert (ruled.status_code, last.status_code) == (201, 201)
    assert [(each["state"], each["revision"], each["seat"]) for each in found["appeals"]] == [
        ("final", 4, 1),
        ("final", 4, 0),
    ]
    assert [(each["kind"], each["reason"], each["final"]) for each in hall.get("stranger", "rulings/").json()] == [
        ("annul", "Взята лишняя фишка.", True),
        ("upheld", "Так и есть.", True),
    ]
    assert hall.get("stranger").json()["turn"] == [0]


def test_only_those_concerned_can_read_a_statement(caplog):
    caplog.set_level(logging.DEBUG)
    hall = Hall()
    appeal = hall.file(picture=base64.b64encode(picture()).decode()).json()["appeal"]
    hall.file(contested=99)
    hall.file("stranger")
    addresses = ("", "events/", "record/", "appeals/", f"appeals/{appeal}/", "rulings/", "position/", "totals/")

    told = {who: [hall.get(who, each).content.decode() for each in addresses] for who in hall.clients}

    knows = {who: any("Белая ворона" in each for each in answers) for who, answers in told.items()}
    assert knows == {
        "organiser": True,
        "arbiter": True,
        "scorekeeper": True,
        "anna": False,
        "boris": True,
        "stranger": False,
    }
    assert all("Белая ворона" not in answers[1] for answers in told.values())
    assert "ворона" not in caplog.text
    pictures = {who: hall.get(who, f"appeals/{appeal}/picture/").status_code for who in hall.clients}
    assert pictures == {who: 200 if known else 403 for who, known in knows.items()}


def test_a_picture_is_returned_without_anything_but_its_pixels():
    hall = Hall()
    exif = Image.Exif()
    exif[0x010E] = "Church Lane 7"
    raw = picture(exif=exif)
    appeal = hall.file(picture=base64.b64encode(raw).decode()).json()["appeal"]

    answer = hall.get("boris", f"appeals/{appeal}/picture/")

    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Cache-Control"] == "no-store"
    assert b"Church Lane" not in answer.content
    assert Image.open(io.BytesIO(answer.content)).size == (40, 30)


def test_the_command_line_prints_a_picture_byte_by_byte(capfdbinary):
    hall = Hall()
    appeal = hall.file(picture=base64.b64encode(picture()).decode()).json()["appeal"]
    address = f"matches/{hall.match}/appeals/{appeal}/picture/"

    call_command("api", "--as", "boris", "GET", address)

    assert capfdbinary.readouterr().out == hall.get("boris", f"appeals/{appeal}/picture/").content


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"picture": "!"}, 400, "request.invalid"),
        ({"picture": base64.b64encode(b"no picture").decode()}, 422, "appeal.picture"),
        ({"statement": ""}, 400, "request.invalid"),
        ({"statement": "я" * 4001}, 400, "request.invalid"),
        ({"contested": 2}, 404, "match.no_such_move"),
        ({"contested": None}, 409, "match.unfinished"),
        ({"against": "00000000-0000-7000-8000-000000000000"}, 400, "request.invalid"),
        ({"contested": None, "against": "00000000-0000-7000-8000-000000000000"}, 404, "unknown"),
        ({"revision": 1}, 409, "stream_moved_on"),
        ({"surprise": 1}, 400, "request.invalid"),
    ],
)
def test_an_impossible_appeal_is_refused_by_name_and_nothing_is_stored(more, status, code):
    hall = Hall()

    answer = hall.file(**more)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "ворона" not in answer.content.decode()
    assert hall.get("boris", "appeals/").json()["appeals"] == []


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"kind": "annul"}, 400, "request.invalid"),
        ({"kind": "adjust", "game": 1}, 400, "request.invalid"),
        ({"kind": "replay"}, 400, "request.invalid"),
        ({"kind": "upheld", "seats": [1]}, 400, "request.invalid"),
        ({"kind": "void", "points": [1, -1]}, 400, "request.invalid"),
        ({"kind": "annul", "annul_from": 4, "game": 1}, 400, "request.invalid"),
        ({"kind": "annul", "annul_from": 2}, 404, "match.no_such_move"),
        ({"kind": "adjust", "points": [1, -1]}, 409, "match.unfinished"),
        ({"kind": "replay", "game": 7}, 409, "match.no_such_game"),
        ({"kind": "reopen"}, 409, "match.not_ruled"),
        ({"kind": "forfeit"}, 400, "request.invalid"),
        ({"kind": "forfeit", "seats": [9]}, 404, "match.no_such_seat"),
        ({"kind": "applaud"}, 400, "request.invalid"),
        ({"kind": "void", "reason": ""}, 400, "request.invalid"),
    ],
)
def test_an_impossible_ruling_is_refused_by_name(sent, status, code):
    hall = Hall()

    answer = hall.post("arbiter", "rulings/", {"revision": hall.revision, "reason": "Так.", **sent})

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_an_appeal_sent_twice_is_filed_once():
    hall = Hall()
    key = {"Idempotency-Key": "one"}
    sent = {"revision": hall.revision, "statement": STATEMENT, "contested": 4}

    first = hall.post("boris", "appeals/", sent, headers=key)
    again = hall.post("boris", "appeals/", sent, headers=key)

    assert (first.status_code, again.json(), again["Idempotency-Replayed"]) == (201, first.json(), "true")
    assert len(hall.get("boris", "appeals/").json()["appeals"]) == 1


def test_officials_list_pending_appeals_without_their_statements():
    hall = Hall()
    appeal = hall.file().json()["appeal"]
    runner.catch_up_all()

    answer = hall.clients["scorekeeper"].get(f"{API}/clubs/{hall.club}/appeals/")
    taken = hall.clients["scorekeeper"].get(f"{API}/clubs/{hall.club}/appeals/?state=taken")

    assert [(each["id"], each["match"], each["state"]) for each in answer.json()["results"]] == [
        (appeal, hall.match, "filed")
    ]
    [listed] = answer.json()["results"]
    assert [seat["name"] for seat in listed["seats"]] == ["Anna", "Boris"]
    assert (listed["game"], listed["seat"], listed["revision"], listed["tournament"]) == ("rummikub", 1, 4, None)
    assert taken.json()["results"] == []
    assert "ворона" not in answer.content.decode()


def test_a_ruling_changes_the_standings_of_the_series():
    hall = Hall()
    sent = {"club": hall.club, "game": "rummikub", "level": "score", "series": hall.series}
    sent["seats"] = [str(each) for each in Player.objects.order_by("number").values_list("pk", flat=True)]
    hall.match = hall.post("organiser", f"{API}/matches/", sent).json()["id"]
    for game, points in ((1, [5, -5]), (2, [-7, 7])):
        hall.post("organiser", "result/", {"revision": game, "game": game, "points": points, "reason": "out"})
    runner.catch_up_all()
    address = f"{API}/series/{hall.series}/standings/"
    before = [row["name"] for row in hall.clients["stranger"].get(address).json()["standings"]]
    appeal = hall.file("anna", contested=None).json()["appeal"]
    hall.act("arbiter", appeal, "take")

    hall.act("arbiter", appeal, "rule", kind="adjust", game=2, points=[9, -9], reason="Строки перепутаны.")

    runner.catch_up_all()
    after = [row["name"] for row in hall.clients["stranger"].get(address).json()["standings"]]
    assert (before, after) == (["Boris", "Anna"], ["Anna", "Boris"])


def test_erasing_a_person_erases_their_statements():
    hall = Hall()
    appeal = hall.file(picture=base64.b64encode(picture()).decode()).json()["appeal"]
    boris = Player.objects.get(name="Boris").pk

    hall.clients["organiser"].delete(f"{API}/players/{boris}/")

    shown = hall.get("arbiter", f"appeals/{appeal}/").json()
    missing = hall.get("arbiter", f"appeals/{appeal}/picture/")
    assert (shown["statement"], shown["readable"], shown["picture"]) == (None, True, True)
    assert (missing.status_code, json.loads(missing.content)["code"]) == (404, "unknown")
