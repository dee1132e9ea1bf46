"""The result of a match over the API: every step of its life, and every refusal."""

import pytest

from league.eventlog.projections import runner
from tests.api.clients import API, founded, joined, signed_up
from tests.paths import CASES

pytestmark = pytest.mark.django_db


class Table:
    """A match with results only of two players with accounts, and an organiser."""

    def __init__(self, **more):
        self.organiser, self.anna, self.boris, self.stranger = map(
            signed_up, ("organiser", "anna", "boris", "stranger")
        )
        self.club = founded(self.organiser)
        names = {"Анна": self.anna, "Boris": self.boris, "Clara": None, "Dan": None}
        self.players = [joined(self.organiser, self.club, name, client) for name, client in names.items()]
        sent = {"club": self.club, "game": "rummikub", "seats": self.players[:2], "level": "score", **more}
        match = self.organiser.post(f"{API}/matches/", sent, format="json").json()
        self.address = f"{API}/matches/{match['id']}/"

    def now(self, client=None):
        return (client or self.organiser).get(self.address).json()

    def send(self, client, path, **sent):
        """Send a command. Returns the status, and the outcome or the code of the refusal."""
        sent.setdefault("revision", self.now()["revision"])
        answer = client.post(f"{self.address}{path}/", sent, format="json")
        body = answer.json()
        return answer.status_code, body["outcome"] if answer.status_code == 201 else body["code"]

    def report(self, client, *points, game=1, **more):
        return self.send(client, "result", game=game, points=points, reason="out", **more)

    def play(self, client):
        self.report(client, 5, -5)
        return self.report(client, -7, 7, game=2)


@pytest.fixture
def table():
    return Table()


def test_another_seat_confirms_a_reported_result(table):
    answers = [
        table.report(table.anna, 5, -5),
        table.send(table.boris, "confirmation"),
        table.report(table.anna, -7, 7, game=2),
        table.send(table.anna, "confirmation"),
        table.send(table.boris, "confirmation"),
    ]

    assert answers == [
        (201, "unplayed"),
        (409, "match.unfinished"),
        (201, "reported"),
        (409, "match.own_result"),
        (201, "confirmed"),
    ]
    assert [(game["confirmed_by"], game["official"]) for game in table.now()["results"]] == [([0, 1], False)] * 2


def test_a_report_by_an_official_is_confirmed(table):
    assert table.play(table.organiser) == (201, "confirmed")


def test_equal_reports_from_both_seats_confirm_each_other(table):
    table.play(table.anna)

    assert [table.report(table.boris, 5, -5), table.report(table.boris, -7, 7, game=2)] == [
        (201, "reported"),
        (201, "confirmed"),
    ]


def test_two_different_results_are_kept_until_an_official_settles_it(table):
    table.play(table.anna)

    contested = table.report(table.boris, -5, 5, correction="She swapped the rows.")
    line = table.now()["results"][0]
    answers = [
        table.send(table.organiser, "confirmation"),
        table.send(table.anna, "settlement", reason="I am right."),
        table.send(table.organiser, "settlement", reason="The sheet says so."),
        table.send(table.boris, "contest", reason="No!"),
    ]

    assert contested == (201, "contested")
    assert (line["points"], line["objections"]) == (
        [5, -5],
        [
            {
                "seat": 1,
                "reason": "She swapped the rows.",
                "claim": {"points": [-5, 5], "winners": [1], "reason": "out"},
                "by_link": False,
            }
        ],
    )
    assert answers == [(409, "match.contested"), (403, "not_allowed"), (201, "confirmed"), (409, "match.settled")]


def test_a_contest_has_a_reason_and_may_claim_another_result(table):
    table.play(table.anna)
    claim = {"game": 2, "points": [7, -7], "reason": "out"}

    answers = [
        table.send(table.boris, "contest", reason="No.", claims=[{**claim, "points": [7, -6]}]),
        table.send(table.boris, "contest", reason="No.", claims=[{**claim, "points": [-7, 7]}]),
        table.send(table.boris, "contest", reason="No.", claims=[{**claim, "game": 3}]),
        table.send(table.boris, "contest", reason="", claims=[claim]),
        table.send(table.boris, "contest", reason="Rows swapped.", claims=[claim]),
    ]

    assert answers == [
        (422, "rummikub.score_sum"),
        (409, "match.claim_same"),
        (409, "match.no_such_game"),
        (400, "request.invalid"),
        (201, "contested"),
    ]


def test_a_correction_by_a_seat_must_be_confirmed_again(table):
    table.play(table.anna)
    table.send(table.boris, "confirmation")

    answers = [
        table.report(table.anna, 6, -6),
        table.report(table.anna, 6, -6, correction="A tile lay under the table."),
        table.send(table.boris, "confirmation"),
        table.report(table.organiser, 8, -8, correction="Two tiles did."),
    ]

    assert answers == [
        (409, "match.correction_needs_reason"),
        (201, "reported"),
        (201, "confirmed"),
        (201, "confirmed"),
    ]


def test_a_result_from_the_wrong_person_is_refused(table):
    answers = [
        table.report(table.stranger, 5, -5),
        table.send(table.stranger, "confirmation"),
        table.send(table.stranger, "contest", reason="No."),
        table.send(table.anna, "forfeit", seats=[1], reason="Late."),
        table.send(table.anna, "void", reason="I lost."),
        table.send(table.anna, "reopening", reason="I won."),
        table.send(table.anna, "seats", seats=table.players[1::-1], reason="I start."),
    ]

    assert answers == [(403, "not_allowed")] * 7


def test_a_ruling_closes_a_match_and_can_be_undone(table):
    table.play(table.anna)

    answers = [
        table.send(table.organiser, "forfeit", seats=[2], reason="Late."),
        table.send(table.organiser, "forfeit", seats=[1], reason="Left before the end."),
        table.report(table.anna, 5, -5, correction="No."),
        table.send(table.boris, "confirmation"),
        table.send(table.organiser, "void", reason="Wrong table."),
        table.send(table.organiser, "reopening", reason="The right table."),
        table.send(table.organiser, "reopening", reason="Once more."),
    ]

    assert answers == [
        (404, "match.no_such_seat"),
        (201, "forfeit"),
        (409, "match.ruled"),
        (409, "match.ruled"),
        (201, "void"),
        (201, "reported"),
        (409, "match.not_ruled"),
    ]


def test_a_ruled_match_shows_the_reason_and_who_was_absent(table):
    table.send(table.organiser, "forfeit", seats=[0, 1], reason="Nobody came.")

    now = table.now()

    assert {key: now[key] for key in ("outcome", "status", "absent", "ruling", "turn")} == {
        "outcome": "forfeit",
        "status": "over",
        "absent": [0, 1],
        "ruling": "Nobody came.",
        "turn": [],
    }


def test_everybody_sees_what_they_may_do(table):
    fresh = {who: table.now(getattr(table, who))["may"] for who in ("stranger", "anna", "organiser")}
    table.play(table.anna)
    reported = {who: table.now(getattr(table, who))["may"] for who in ("anna", "boris", "organiser")}

    assert fresh == {
        "stranger": [],
        "anna": ["report", "level"],
        "organiser": ["report", "level", "forfeit", "void", "seats", "record"],
    }
    assert reported == {
        "anna": ["report", "contest"],
        "boris": ["report", "confirm", "contest"],
        "organiser": ["report", "confirm", "contest", "settle", "forfeit", "void"],
    }


def test_three_of_four_play_on(table):
    a, b, c, d = table.players
    four = {"revision": 1, "reason": "Four come.", "seats": [a, b, c, d]}

    answers = [
        table.send(table.organiser, "seats", **four),
        table.send(table.organiser, "seats", seats=[a, b, d], absent=[d], reason="Late."),
        table.send(table.organiser, "seats", seats=[a, b, a], reason="Late."),
        table.send(table.organiser, "seats", seats=[a], reason="Late."),
        table.send(table.organiser, "seats", seats=[a, b, d], absent=[c], reason="Late."),
        table.report(table.anna, 9, -4, -5),
        table.send(table.organiser, "seats", seats=[a, b, c], absent=[d], reason="Ill.", names="changed"),
        table.send(table.organiser, "seats", seats=[a, b], absent=[d], reason="Ill."),
    ]

    assert answers == [
        (201, "unplayed"),
        (404, "unknown"),
        (422, "match.seat_twice"),
        (422, "rummikub.players"),
        (201, "unplayed"),
        (201, "unplayed"),
        (201, "unplayed"),
        (404, "unknown"),
    ]
    assert [seat["player"] for seat in table.now()["seats"]] == [a, b, c]


def test_a_table_may_switch_to_playing_with_the_service(table):
    answers = [
        table.send(table.anna, "level", level="open", dealing="server"),
        table.send(table.anna, "level", level="full", dealing="server"),
        table.report(table.anna, 5, -5),
    ]

    now = table.now()
    assert answers == [(422, "match.option"), (201, "unplayed"), (409, "match.has_moves")]
    assert (now["level"], now["dealing"], len(now["seed_hash"]), now["seed"]) == ("full", "server", 64, None)


def test_a_record_fills_a_match(table):
    record = (CASES / "rummikub-38-whole-game-2p-full-out.rec").read_text()
    address = f"{table.address}record/"

    def put(text, revision=1, kind="text/plain"):
        answer = table.organiser.generic("POST", f"{address}?revision={revision}", text, content_type=kind)
        return answer.status_code, answer.json().get("code", answer.json().get("outcome"))

    answers = [
        put(record.replace("rounds: 1", "rounds: 2", 1)),
        put(record + "0 draw\n"),
        put(record, 2),
        put(record),
        put(record, table.now()["revision"] + 900),
    ]

    assert [status for status, _ in answers] == [422, 422, 409, 201, 409]
    assert (answers[0][1], answers[2][1], answers[3][1]) == ("match.record_differs", "stream_moved_on", "unplayed")
    assert table.now()["level"] == "full"
    assert len(table.now()["results"]) == 1


def test_a_command_sent_twice_is_carried_out_once(table):
    sent = {"revision": 1, "seats": [1], "reason": "Late."}
    key = {"Idempotency-Key": "late"}

    first, again = (
        table.organiser.post(f"{table.address}forfeit/", sent, format="json", headers=key) for _ in range(2)
    )
    other = table.organiser.post(f"{table.address}void/", {"revision": 1, "reason": "x"}, format="json")

    assert first.json() == again.json() == {"revision": 2, "outcome": "forfeit"}
    assert (other.status_code, other.json()["code"]) == (409, "stream_moved_on")


def test_lists_can_be_filtered_by_outcome_or_tournament(table):
    table.send(table.organiser, "void", reason="Fire.")
    runner.catch_up_all()

    def listed(**asked):
        return len(table.organiser.get(f"{API}/matches/", {"club": table.club, **asked}).json()["results"])

    nobody = "00000000-0000-0000-0000-000000000000"
    assert [listed(outcome="void"), listed(outcome="unplayed"), listed(tournament=nobody)] == [1, 0, 0]


def test_the_seat_that_moved_first_is_asked_for_where_equal_racks_leave_an_odd_point(table):
    sent = {"club": table.club, "game": "rummikub", "seats": table.players[:3], "level": "score"}
    table.address = f"{API}/matches/{table.organiser.post(f'{API}/matches/', sent, format='json').json()['id']}/"
    stuck = {"racks": "4 4 11", "reason": "stuck"}

    answers = [
        table.send(table.organiser, "result", **stuck),
        table.send(table.organiser, "result", points=[7, 0, -7], reason="stuck"),
        table.send(table.organiser, "result", **stuck, starter=1),
    ]

    assert answers == [(422, "record.result"), (422, "record.result"), (201, "unplayed")]
    record = table.organiser.get(f"{table.address}record/").content.decode()
    assert record.endswith("points: 3 4 -7\nreason: stuck\nracks: 4 4 11\nstarter: 1\n")


def test_a_change_of_seats_after_games_asks_what_becomes_of_them(table):
    anna, boris, clara, _ = table.players
    table.report(table.organiser, 5, -5)
    sent = {"revision": table.now()["revision"], "reason": "Late.", "seats": [anna, clara], "absent": [boris]}

    asked = table.organiser.post(f"{table.address}seats/", sent, format="json").json()
    swapped = table.send(table.organiser, "seats", seats=[boris, anna], reason="Late.", names="changed")
    done = table.send(table.organiser, "seats", seats=[anna, clara], absent=[boris], reason="Late.", names="changed")

    assert (asked["code"], asked["details"]) == (
        "match.seats_unclear",
        {"games": ["1.1"], "seats": [{"seat": 1, "before": boris, "after": clara}]},
    )
    assert (swapped, done) == ((409, "match.seat_kept"), (201, "unplayed"))
