"""Matches over the API: permissions and refusals."""

import pytest
from rest_framework.test import APIClient

from tests.api.clients import API, founded, joined, signed_up
from tests.api.tables import DEAL, lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper():
    """A scorekeeper's club with two players: client, club id, player ids."""
    client = signed_up("keeper")
    club = founded(client)
    return client, club, [joined(client, club, "Анна"), joined(client, club, "Boris")]


@pytest.fixture
def written_down(keeper):
    """A two-player match written down by a scorekeeper, including deals: client, address, match."""
    client, club, players = keeper
    sent = {"club": club, "game": "rummikub", "seats": players, "dealing": "table"}
    match = client.post(f"{API}/matches/", sent, format="json").json()
    return client, f"{API}/matches/{match['id']}", match


def test_several_moves_are_recorded_at_once(written_down):
    client, address, match = written_down

    sent = {"revision": match["revision"], "moves": lines(DEAL, "0 play +r10,b10,k10", "1 draw", "* b13")}
    answer = client.post(f"{address}/moves/", sent, format="json")

    assert (answer.status_code, answer.json()) == (201, {"revision": match["revision"] + 4})
    assert client.get(f"{address}/position/").json()["position"]["table"] == ["r10,b10,k10"]


def test_a_broken_rule_gets_code_clause_and_culprit_and_nothing_is_recorded(written_down):
    client, address, match = written_down

    sent = {"revision": match["revision"], "moves": lines(DEAL, "0 play +r10,b10,k11")}
    answer = client.post(f"{address}/moves/", sent, format="json")

    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Unprocessable Content",
        "status": 422,
        "code": "rummikub.not_on_rack",
        "detail": "Not on seat 0’s rack: k11.",
        "params": {"seat": 0, "tiles": "k11", "index": 1},
        "rule": "5 Turn (§Turn ¶2)",
    }
    assert client.get(f"{address}/").json()["revision"] == match["revision"]


def test_the_refused_one_of_several_moves_is_numbered_but_a_single_move_is_not(written_down):
    client, address, match = written_down

    misspelt = {"revision": match["revision"], "moves": lines(DEAL, "0 play +r10,b10,k10", "1 drew")}
    several = client.post(f"{address}/moves/", misspelt, format="json")
    alone = client.post(f"{address}/moves/", {"revision": match["revision"], "seat": -1, "move": "drew"}, format="json")

    assert (several.status_code, several.json()["params"]["index"]) == (422, 2)
    assert (alone.status_code, "index" in alone.json()["params"]) == (422, False)


def test_the_forbidden_one_of_several_moves_is_named(keeper):
    client, club, players = keeper
    sent = {"club": club, "game": "rummikub", "seats": players}
    match = client.post(f"{API}/matches/", sent, format="json").json()

    sent = {"revision": match["revision"], "moves": [{"seat": -1, "move": "draw"}] * 2}
    answer = client.post(f"{API}/matches/{match['id']}/moves/", sent, format="json")

    assert answer.json()["params"]["index"] == 0


def test_an_old_revision_is_a_conflict_with_the_current_one(written_down):
    client, address, match = written_down
    client.post(f"{address}/moves/", {"revision": match["revision"], "moves": lines(DEAL)}, format="json")

    sent = {"revision": match["revision"], "seat": 0, "move": "draw"}
    answer = client.post(f"{address}/moves/", sent, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "stream_moved_on")
    assert answer.json()["params"]["actual"] == match["revision"] + 1
    assert answer.json()["detail"] == f"The match is at revision {match['revision'] + 1}, not {match['revision']}."


def test_lines_are_undone_one_by_one_until_none_is_left(written_down):
    client, address, match = written_down
    sent = {"revision": match["revision"], "moves": lines(DEAL, "0 play +r10,b10,k10")}
    revision = client.post(f"{address}/moves/", sent, format="json").json()["revision"]
    answers = []

    for _ in range(3):
        answers.append(client.post(f"{address}/moves/withdrawal/", {"revision": revision}, format="json"))
        revision = client.get(f"{address}/").json()["revision"]

    first, second, third = answers
    assert [answer.status_code for answer in answers] == [201, 201, 409]
    assert (first.json(), second.json()) == ({"revision": revision - 1}, {"revision": revision})
    assert third.json()["code"] == "match.no_line"
    kinds = [each["kind"] for each in client.get(f"{address}/events/").json()]
    assert kinds[-2:] == ["moves.withdrawn", "moves.withdrawn"]


def test_no_line_of_a_match_that_the_service_deals_is_undone_and_none_at_an_old_revision(keeper, written_down):
    client, club, players = keeper
    sent = {"club": club, "game": "rummikub", "seats": players}
    dealt = client.post(f"{API}/matches/", sent, format="json").json()
    _, address, match = written_down

    refused = client.post(
        f"{API}/matches/{dealt['id']}/moves/withdrawal/", {"revision": dealt["revision"]}, format="json"
    )
    client.post(f"{address}/moves/", {"revision": match["revision"], "moves": lines(DEAL)}, format="json")
    late = client.post(f"{address}/moves/withdrawal/", {"revision": match["revision"]}, format="json")

    assert refused.status_code == 403
    assert (late.status_code, late.json()["code"]) == (409, "stream_moved_on")


def test_a_repeated_request_gets_the_first_response_and_moves_once(written_down):
    client, address, match = written_down
    sent = {"revision": match["revision"], "moves": lines(DEAL, "0 draw", "* b13")}

    answers = [
        client.post(f"{address}/moves/", sent, format="json", headers={"Idempotency-Key": "one"}) for _ in range(2)
    ]

    assert [answer.json() for answer in answers] == [{"revision": match["revision"] + 3}] * 2
    assert answers[1].headers["Idempotency-Replayed"] == "true"
    assert client.get(f"{address}/").json()["revision"] == match["revision"] + 3


def test_a_key_with_another_request_is_refused(written_down):
    client, address, match = written_down
    key = {"Idempotency-Key": "one"}
    client.post(f"{address}/moves/", {"revision": match["revision"], "moves": lines(DEAL)}, format="json", headers=key)

    sent = {"revision": match["revision"] + 1, "seat": 0, "move": "draw"}
    answer = client.post(f"{address}/moves/", sent, format="json", headers=key)

    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency.reused")


def test_a_refused_request_leaves_its_key_free(written_down):
    client, address, match = written_down
    key = {"Idempotency-Key": "one"}
    sent = {"revision": match["revision"], "seat": 0, "move": "draw"}
    refused = client.post(f"{address}/moves/", sent, format="json", headers=key)

    sent = {"revision": match["revision"], "moves": lines(DEAL)}
    answer = client.post(f"{address}/moves/", sent, format="json", headers=key)

    assert (refused.status_code, answer.status_code) == (422, 201)


def test_strangers_may_not_move_and_anonymous_users_must_sign_in(written_down):
    _, address, match = written_down
    sent = {"revision": match["revision"], "moves": lines(DEAL)}

    stranger = signed_up("stranger").post(f"{address}/moves/", sent, format="json")
    nobody = APIClient().post(f"{address}/moves/", sent, format="json")

    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_allowed")
    assert (nobody.status_code, nobody.json()["code"]) == (401, "request.not_authenticated")


def test_the_racks_of_a_running_match_are_hidden_from_strangers_everywhere(written_down):
    client, address, match = written_down
    client.post(f"{address}/moves/", {"revision": match["revision"], "moves": lines(DEAL)}, format="json")
    stranger = signed_up("stranger")

    events = stranger.get(f"{address}/events/").json()
    record = stranger.get(f"{address}/record/").content.decode()

    assert events[-1]["payload"]["move"] == "deal 0 | ? | ?"
    assert events[-1]["hash"] is None
    assert "* deal 0 | ? | ?\n" in record
    assert stranger.get(f"{address}/position/").json()["position"]["tiles"] == [None, None]
    assert stranger.get(f"{address}/position/", {"seat": 0}).status_code == 403
    assert stranger.get(f"{address}/legal/", {"seat": 0}).status_code == 403


def test_past_positions_can_be_read(written_down):
    client, address, match = written_down
    moves = lines(DEAL, "0 play +r10,b10,k10")
    client.post(f"{address}/moves/", {"revision": match["revision"], "moves": moves}, format="json")

    then = client.get(f"{address}/position/", {"at": match["revision"] + 1}).json()
    never = client.get(f"{address}/position/", {"at": 99})

    assert (then["position"]["table"], then["move"]) == ([], 1)
    assert (never.status_code, never.json()["code"]) == (404, "match.no_such_revision")


def test_unknown_options_and_games_are_refused_by_name(keeper):
    client, club, players = keeper
    sent = {"club": club, "game": "rummikub", "seats": players}

    option = client.post(f"{API}/matches/", {**sent, "options": {"colour": 3}}, format="json")
    value = client.post(f"{API}/matches/", {**sent, "options": {"rounds": 0}}, format="json")
    game = client.post(f"{API}/matches/", {**sent, "game": "chess"}, format="json")
    seats = client.post(f"{API}/matches/", {**sent, "seats": players[:1]}, format="json")
    twice = client.post(f"{API}/matches/", {**sent, "seats": players[:1] * 2}, format="json")

    codes = [(answer.status_code, answer.json()["code"]) for answer in (option, value, game, seats, twice)]
    assert codes == [
        (422, "match.option"),
        (422, "match.option"),
        (422, "record.unknown_game"),
        (422, "rummikub.players"),
        (422, "match.seat_twice"),
    ]


def test_the_sample_table_is_recorded_with_results_only(keeper):
    client, club, players = keeper
    seats = [*players, joined(client, club, "Вера"), joined(client, club, "Gleb")]
    sent = {"club": club, "game": "rummikub", "seats": seats, "level": "score"}
    match = client.post(f"{API}/matches/", sent, format="json").json()
    rows = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47), (-10, -25, 41, -6)]

    for game, row in enumerate(rows, 1):
        sent = {"revision": game, "game": game, "points": row, "reason": "out"}
        assert client.post(f"{API}/matches/{match['id']}/result/", sent, format="json").status_code == 201

    now = client.get(f"{API}/matches/{match['id']}/").json()
    assert (now["status"], [game["winners"] for game in now["results"]]) == ("over", [[0], [2], [3], [2]])


def test_an_impossible_result_is_refused_and_a_correction_needs_a_reason(keeper):
    client, club, players = keeper
    sent = {"club": club, "game": "rummikub", "seats": players, "level": "score"}
    match = client.post(f"{API}/matches/", sent, format="json").json()
    address = f"{API}/matches/{match['id']}/result/"

    sum_ = client.post(address, {"revision": 1, "points": [5, -4], "reason": "out"}, format="json")
    good = client.post(address, {"revision": 1, "points": [5, -5], "reason": "out"}, format="json")
    again = client.post(address, {"revision": 2, "points": [6, -6], "reason": "out"}, format="json")
    why = {"revision": 2, "points": [6, -6], "reason": "out", "correction": "A tile lay under the table."}
    corrected = client.post(address, why, format="json")

    codes = [sum_.json()["code"], good.status_code, again.json()["code"], corrected.status_code]
    assert codes == ["rummikub.score_sum", 201, "match.correction_needs_reason", 201]


def test_a_record_is_imported_completely_or_not_at_all(keeper):
    client, club, _ = keeper
    head = "ludex: 1\ngame: rummikub\nrules: 1\nlog: open\nseats: Анна | Новый\nrounds: 1\n\n== 1.1\n* deal 0\n"

    bad = client.post(f"{API}/records/?club={club}", head + "0 pass\n", content_type="text/plain")
    players = client.get(f"{API}/players/", {"club": club}).json()["results"]
    good = client.post(f"{API}/records/?club={club}", head + "0 draw\n", content_type="text/plain")

    assert (bad.status_code, bad.json()["code"], bad.json()["line"]) == (422, "rummikub.pass_pool_left", 10)
    assert [player["name"] for player in players] == ["Boris", "Анна"]
    assert (good.status_code, [seat["name"] for seat in good.json()["seats"]]) == (201, ["Анна", "Новый"])
    assert client.get(f"{API}/matches/{good.json()['id']}/record/").content.decode() == (
        head.replace(
            "rounds: 1", "rounds: 1\ntime_limit: 60\nsame_turn_after_opening: false\njoker_triplet_needs_both: false"
        )
        + "0 draw\n"
    )


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"", "application/json", 400, "request.invalid"),
        (b"{", "application/json", 400, "request.parse_error"),
        (b"[" * 100_000, "application/json", 400, "request.parse_error"),
        (b"\xff\xfe", "application/json", 400, "request.parse_error"),
        (b"[]", "application/json", 400, "request.invalid"),
        (b"a=1", "application/x-www-form-urlencoded", 415, "request.unsupported_media_type"),
        (b" " * 10_000_000, "application/json", 413, "request.too_large"),
    ],
)
def test_an_invalid_request_is_refused_without_a_stack_trace(written_down, body, kind, status, code):
    client, address, _ = written_down

    answer = client.generic("POST", f"{address}/moves/", body, content_type=kind)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "Traceback" not in answer.content.decode()
