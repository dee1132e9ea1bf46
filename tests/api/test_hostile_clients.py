"""Clients without permission: nothing is stored and nothing hidden is revealed."""

import pytest

from games.engine import CHANCE, Level, Table
from games.records.reader import read
from games.records.replay import resolve_deck
from games.records.replay import settings as chosen
from games.records.simulate import simulate_match
from games.registry import engine, engines
from tests.api.clients import API, appoint, founded, joined, problem, signed_up
from tests.api.tables import DEAL, lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    """An organiser's club with two players who have accounts: organiser, club, clients, players."""
    organiser = signed_up("organiser")
    club = founded(organiser)
    clients = [signed_up(name) for name in ("anna", "boris")]
    return organiser, club, clients, [joined(organiser, club, client.username, client) for client in clients]


def opened(client, club, players, **more):
    """The address and revision of a match."""
    sent = {"club": club, "game": "rummikub", "seats": players, **more}
    match = client.post(f"{API}/matches/", sent, format="json").json()
    return f"{API}/matches/{match['id']}/", match["revision"]


def moved(client, address, revision, *plies, **more):
    return client.post(f"{address}moves/", {"revision": revision, "moves": lines(*plies)}, format="json", **more)


def test_moves_out_of_turn_are_refused(house):
    organiser, club, clients, players = house
    address, revision = opened(organiser, club, players)
    (turn,) = organiser.get(address).json()["turn"]

    answer = moved(clients[1 - turn], address, revision, f"{1 - turn} draw")

    assert problem(answer) == (422, "rummikub.turn")


@pytest.mark.parametrize("seat", [-1, 1, 2, 11])
def test_in_a_dealt_match_nobody_moves_for_another_seat(house, seat):
    organiser, club, clients, players = house
    address, revision = opened(organiser, club, players)
    ply = f"{'*' if seat < 0 else seat} draw"

    answers = [moved(client, address, revision, ply) for client in (clients[0], organiser, signed_up("stranger"))]

    assert [problem(answer) for answer in answers] == [(403, "not_allowed")] * 3
    assert {answer.json()["detail"] for answer in answers} == {
        f"You are not allowed to move for seat {seat}: it is not your seat."
    }
    assert organiser.get(address).json()["revision"] == revision


@pytest.mark.parametrize("game", engines())
@pytest.mark.parametrize("seat", [5, 11])
def test_an_unknown_seat_can_neither_move_nor_see(house, game, seat):
    organiser, club, _, _ = house
    few = engine(game).meta.seats[0]
    address, revision = opened(organiser, club, [None] * few, game=game, dealing="table")

    answers = [
        organiser.post(f"{address}moves/", {"revision": revision, "seat": seat, "move": move}, format="json")
        for move in ("draw", "1", "a1", "r1", "pass", "take r1")
    ]
    seen = [organiser.get(f"{address}position/?seat={seat}"), organiser.get(f"{address}legal/?seat={seat}")]

    assert {answer.status_code for answer in answers} == {422}
    assert [problem(answer) for answer in seen] == [(404, "match.no_such_seat")] * 2


def test_of_a_thousand_moves_with_an_illegal_last_one_none_is_stored(house):
    organiser, club, _, _ = house
    rules = engine("rummikub")
    table = resolve_deck(rules, Table(4, Level.FULL, chosen(rules, {}) | {"rounds": 3}))
    games = read(simulate_match(rules, table, b"a thousand", {"rounds": 3})).games
    plies = [{"seat": ply.seat, "move": ply.move} for game in games for ply in game.plies]
    address, revision = opened(organiser, club, [None] * 4, dealing="table", options={"rounds": 3})
    last = next(ply["seat"] for ply in plies[999:] if ply["seat"] != CHANCE)

    sent = {"revision": revision, "moves": [*plies[:999], {"seat": last, "move": "play +J,J,J"}]}
    refused = organiser.post(f"{address}moves/", sent, format="json")
    events = organiser.get(f"{address}events/").json()
    taken = organiser.post(f"{address}moves/", {"revision": revision, "moves": plies[:1000]}, format="json")

    assert (refused.status_code, len(events)) == (422, revision)
    assert taken.status_code == 201


def test_more_than_a_thousand_moves_at_once_are_refused(house):
    organiser, club, _, players = house
    address, revision = opened(organiser, club, players, dealing="table")

    answer = moved(organiser, address, revision, DEAL, *["0 draw"] * 1000)

    assert (problem(answer), [*answer.json()["errors"]]) == ((400, "request.invalid"), ["moves"])


@pytest.mark.parametrize(
    "move", ["x" * 2000, "draw\x1b[2J", "play " + "+r1 " * 400, "{}", "%s", "deal", "🀄", "\u202e"]
)
def test_an_invalid_move_is_refused_without_side_effects(house, move):
    organiser, club, _, players = house
    address, revision = opened(organiser, club, players, dealing="table")
    revision = moved(organiser, address, revision, DEAL).json()["revision"]

    answer = organiser.post(f"{address}moves/", {"revision": revision, "seat": 0, "move": move}, format="json")

    assert answer.status_code == 422
    assert len(answer.content) < 3000
    assert organiser.get(address).json()["revision"] == revision


@pytest.mark.parametrize(
    "sent",
    [
        {"seat": 0, "move": "draw"},
        {"revision": 0, "seat": 0, "move": "draw"},
        {"revision": -1, "seat": 0, "move": "draw"},
        {"revision": 2**31, "seat": 0, "move": "draw"},
        {"revision": 2**70, "seat": 0, "move": "draw"},
        {"revision": "2", "seat": 0, "move": "draw"},
        {"revision": 2.5, "seat": 0, "move": "draw"},
        {"revision": True, "seat": 0, "move": "draw"},
        {"revision": 2},
        {"revision": 2, "seat": 0},
        {"revision": 2, "move": "draw"},
        {"revision": 2, "moves": []},
        {"revision": 2, "moves": {}},
        {"revision": 2, "moves": ["0 draw"]},
        {"revision": 2, "moves": [{"seat": 0, "move": "draw", "sceonds": 1}]},
        {"revision": 2, "seat": 0, "move": "draw", "moves": [{"seat": 0, "move": "draw"}]},
        {"revision": 2, "seat": 0, "move": 17},
        {"revision": 2, "seat": 0, "move": ""},
        {"revision": 2, "seat": 0, "move": "a\x00"},
        {"revision": 2, "seat": "0", "move": "draw"},
        {"revision": 2, "seat": -2, "move": "draw"},
        {"revision": 2, "seat": 0, "move": "draw", "seconds": -1},
        {"revision": 2, "seat": 0, "move": "draw", "seconds": 86_401},
        {"revision": 2, "seat": 0, "move": "draw", "extra": None},
    ],
)
def test_a_move_request_has_exactly_one_form(house, sent):
    organiser, club, _, players = house
    address, _ = opened(organiser, club, players, dealing="table")

    answer = organiser.post(f"{address}moves/", sent, format="json")

    assert problem(answer) == (400, "request.invalid")


def test_a_player_in_two_clubs_is_two_players(house):
    organiser, club, (anna, _), players = house
    other = signed_up("other")
    elsewhere = founded(other, "Rook")
    there = joined(other, elsewhere, "Anna", anna)
    sent = {"game": "rummikub", "seats": [players[0], there]}

    mixed = [anna.post(f"{API}/matches/", {**sent, "club": each}, format="json") for each in (club, elsewhere)]
    address, revision = opened(organiser, club, players, dealing="table")
    foreign = moved(other, address, revision, DEAL)
    series = other.post(f"{API}/series/", {"club": elsewhere, "game": "rummikub", "name": "X"}, format="json").json()
    astray = organiser.post(
        f"{API}/matches/", {"club": club, "game": "rummikub", "seats": players, "series": series["id"]}, format="json"
    )

    assert [problem(answer) for answer in mixed] == [(404, "unknown")] * 2
    assert problem(foreign) == (403, "not_allowed")
    assert problem(astray) == (404, "unknown")
    assert sorted(anna.get(f"{API}/me/").json()["players"]) == sorted([players[0], there])


@pytest.mark.parametrize("dealing", ["server", "table"])
def test_an_official_with_a_seat_sees_no_other_rack(house, dealing):
    organiser, club, (anna, _), players = house
    appoint(organiser, club, "anna", "organiser")
    address, revision = opened(organiser, club, players, dealing=dealing)
    if dealing == "table":
        moved(organiser, address, revision, DEAL)

    position = anna.get(f"{address}position/").json()
    record = anna.get(f"{address}record/").content.decode()

    assert (position["seen_by"], position["position"]["tiles"][0] is None) == (0, False)
    assert position["position"]["tiles"][1] is None
    assert record.rstrip().endswith("| ?")
    assert anna.get(f"{address}position/?seat=1").status_code == 403
    assert anna.get(f"{address}legal/?seat=1").status_code == 403
    assert anna.get(f"{address}legal/?seat=-1").json()["moves"] == []


def test_an_official_with_a_seat_cannot_find_out_what_others_hold_by_trying_moves(house):
    organiser, club, (anna, _), players = house
    appoint(organiser, club, "anna", "scorekeeper")
    address, revision = opened(organiser, club, players, dealing="table")
    revision = moved(organiser, address, revision, DEAL, "0 play +r10,b10,k10").json()["revision"]

    answers = [moved(anna, address, revision, f"1 play +{tiles}") for tiles in ("k3,k4,k5", "k11,k12,k13")]
    own = moved(organiser, address, revision, "1 draw", "* b13")

    assert [problem(answer) for answer in answers] == [(403, "not_allowed")] * 2
    assert answers[0].content == answers[1].content
    assert moved(anna, address, own.json()["revision"], "0 draw").status_code == 201


def test_a_player_who_is_an_official_may_write_down_what_the_whole_table_sees(house):
    organiser, club, (anna, _), players = house
    appoint(organiser, club, "anna", "scorekeeper")
    address, revision = opened(organiser, club, players, level="open")

    answer = moved(anna, address, revision, "* deal 0", "0 draw", "1 draw")

    assert (answer.status_code, answer.json()["revision"]) == (201, revision + 3)


def test_one_key_used_by_two_accounts_means_two_requests():
    clients = [signed_up("anna"), signed_up("boris")]
    key = {"Idempotency-Key": "the same"}

    answers = [client.post(f"{API}/clubs/", {"name": "Ладья"}, format="json", headers=key) for client in clients]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["id"] != answers[1].json()["id"]
    assert not any("Idempotency-Replayed" in answer.headers for answer in answers)


def test_a_key_repeated_with_the_same_bytes_for_another_kind_of_request_is_refused(house):
    organiser, club, _, _ = house
    address, key = f"{API}/records/?club={club}", {"Idempotency-Key": "k"}
    body = '{"record": "ludex: 1\\ngame: rummikub\\nrules: 1\\nlog: score\\nseats: 2\\n"}'
    first = organiser.generic("POST", address, body, content_type="application/json", headers=key)

    second = organiser.generic("POST", address, body, content_type="text/plain", headers=key)

    assert (first.status_code, problem(second)) == (201, (422, "idempotency.reused"))


HEAD = "ludex: 1\ngame: rummikub\nrules: 1\nlog: open\nseats: Anna | Boris\nrounds: 1\n"


@pytest.mark.parametrize(
    ("source", "status", "code", "line"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", 422, "record.encoding", 1),
        (HEAD.replace("Anna", "Анна").encode("cp1251"), 422, "record.encoding", 5),
        (HEAD.encode("utf-16"), 422, "record.encoding", 1),
        (HEAD.replace("Anna", "Anna\x00").encode(), 422, "record.encoding", 5),
        (HEAD.partition("Boris")[0].encode() + "Б".encode()[:1], 422, "record.truncated", 5),
        (b"game: rummikub\n", 422, "record.truncated", 1),
        (b"ludex: 2\n", 422, "record.version", 1),
        (HEAD.replace("rummikub", "chess").encode(), 422, "record.unknown_game", 2),
        (HEAD.replace("rules: 1", "rules: 99").encode(), 422, "record.version", 3),
        (HEAD.replace("open", "shut").encode(), 422, "record.syntax", 4),
        (HEAD.replace("Boris", "7").encode(), 422, "record.syntax", 5),
        (HEAD.replace("Boris", "B" * 201).encode(), 422, "record.syntax", 5),
        (HEAD.replace(" | Boris", "").encode(), 422, "rummikub.players", 5),
        (HEAD.replace("rounds: 1", "rounds: 0").encode(), 422, "record.syntax", 6),
        (HEAD.replace("rounds: 1", "colour: 1").encode(), 422, "record.unknown_key", 6),
        ((HEAD + "rounds: 1\n").encode(), 422, "record.syntax", 7),
        ((HEAD + "\n== 2.1\n").encode(), 422, "record.syntax", 8),
        ((HEAD + "\n== 1.1\n* deal 0\n1 draw\n").encode(), 422, "rummikub.turn", 10),
        ((HEAD + "\n== 1.1\n* deal 0\n0 dance\n").encode(), 422, "record.syntax", 10),
        ((HEAD + "\n== 1.1\n* deal 0\n0 draw @99999\n").encode(), 422, "record.syntax", 10),
        ((HEAD + "\n== 1.1\n* deal 0\n\npoints: 1 -1\n").encode(), 422, "record.result", 11),
        ((HEAD + ";" * 8 * 1024 * 1024).encode(), 413, "record.too_large", 1),
    ],
)
def test_a_faulty_record_is_refused_with_line_and_code_and_adds_nobody(house, source, status, code, line):
    organiser, club, _, _ = house

    answer = organiser.generic("POST", f"{API}/records/?club={club}", source, content_type="text/plain")

    assert problem(answer) == (status, code)
    assert answer.json()["line"] == line
    assert len(answer.content) < 3000
    names = [player["name"] for player in organiser.get(f"{API}/players/?club={club}").json()["results"]]
    assert names == ["anna", "boris"]


def test_an_import_without_permission_reveals_nothing_about_the_record(house):
    _, club, (anna, _), _ = house

    answers = [
        anna.generic("POST", f"{API}/records/?club={club}", source, content_type="text/plain")
        for source in (b"\xff", HEAD.encode())
    ]

    assert [problem(answer) for answer in answers] == [(403, "not_allowed")] * 2


def test_reasons_are_stored_in_one_unicode_normal_form(house):
    organiser, club, _, players = house
    address, _ = opened(organiser, club, players, level="score")
    sent = {"revision": 1, "points": [5, -5], "reason": "out"}
    organiser.post(f"{address}result/", sent, format="json")

    why = {**sent, "revision": 2, "correction": "Cafe\u0301: \n👩‍👩‍👧"}
    answer = organiser.post(f"{address}result/", why, format="json")

    assert answer.status_code == 201
    assert organiser.get(f"{address}events/").json()[-1]["payload"]["correction"] == "Caf\u00e9: \n👩‍👩‍👧"


TURNED = "it contains U+202E, which changes the direction of the text"
UNSEEN = "nothing in it is visible"
CONTROL = "it contains the control character U+001B"
BAD_TEXTS = [("\u200b\u3164 \u2060", UNSEEN), ("Anna \u202eBoris", TURNED), ("\x1b[2JAnna", CONTROL)]


@pytest.mark.parametrize(("text", "why"), BAD_TEXTS)
def test_unreadable_or_reversing_texts_are_refused_as_reasons_everywhere(house, text, why):
    organiser, club, _, players = house
    address, _ = opened(organiser, club, players, level="score")
    result = {"revision": 1, "points": [5, -5], "reason": "out"}
    organiser.post(f"{address}result/", result, format="json")
    created = {"club": club, "game": "rummikub", "name": "Кубок", "preset": "evening"}
    tournament = f"{API}/tournaments/{organiser.post(f'{API}/tournaments/', created, format='json').json()['id']}/"
    entered = organiser.post(f"{tournament}entries/", {"player": players[0]}, format="json").json()
    league = organiser.post(f"{API}/leagues/", {"club": club, "game": "rummikub", "name": "Лига"}, format="json").json()
    sent = {
        f"{address}result/": {**result, "revision": 2, "points": [6, -6], "correction": text},
        f"{address}contest/": {"revision": 2, "reason": text},
        f"{address}settlement/": {"revision": 2, "reason": text},
        f"{address}void/": {"revision": 2, "reason": text},
        f"{address}appeals/": {"revision": 2, "statement": text},
        f"{address}rulings/": {"revision": 2, "kind": "upheld", "reason": text},
        f"{tournament}entries/{entered['entrant']}/withdrawal/": {"reason": text},
    }
    names = {
        f"{API}/clubs/": {"name": text},
        f"{API}/players/": {"club": club, "name": text},
        f"{API}/tournaments/": {**created, "name": text},
        f"{API}/leagues/{league['id']}/seasons/": {"name": text},
    }

    found = {path: problem(organiser.post(path, body, format="json")) for path, body in {**sent, **names}.items()}
    details = [organiser.post(path, body, format="json").json()["detail"] for path, body in sent.items()]

    assert found == dict.fromkeys(sent, (422, "text.bad")) | dict.fromkeys(names, (422, "name.bad"))
    assert details == [f"This text cannot be used: {why}."] * len(sent)


def test_reasons_and_names_of_a_tournament_are_stored_in_one_unicode_normal_form(house):
    organiser, club, _, _ = house
    sent = {"club": club, "game": "rummikub", "name": "Cafe\u0301", "preset": "evening"}

    answer = organiser.post(f"{API}/tournaments/", sent, format="json")

    assert (answer.status_code, answer.json()["name"]) == (201, "Caf\u00e9")


def test_every_reported_result_can_be_written_as_a_record(house):
    organiser, club, _, players = house
    address, _ = opened(organiser, club, players, level="score")

    sent = {"revision": 1, "racks": "0\n\t5\u2028", "reason": "out"}
    answer = organiser.post(f"{address}result/", sent, format="json")

    assert answer.status_code == 201
    assert organiser.get(f"{address}record/").content.decode().endswith("points: 5 -5\nreason: out\nracks: 0 5\n")


@pytest.mark.parametrize(
    "sent",
    [
        {"points": [1]},
        {"points": [1, 2, 3]},
        {"points": [1, 2]},
        {"points": [0, 0]},
        {"points": []},
        {"reason": "e\u0301"},
        {"reason": "out", "points": None},
        {"points": [5, -5], "reason": "won"},
        {"racks": "x y"},
        {"racks": "e\u0301 5"},
        {"racks": "０ 5"},
        {"racks": "0 " + "9" * 900},
        {"left": "5"},
        {"rounds": "1"},
        {"points": [5, -5], "racks": "0 e\u0301"},
        {"points": [5, -5], "left": "e\u0301"},
        {"points": [5, -5], "round": 2},
        {"points": [5, -5], "game": 10_000},
    ],
)
def test_an_impossible_result_is_refused(house, sent):
    organiser, club, _, players = house
    address, _ = opened(organiser, club, players, level="score")

    answer = organiser.post(f"{address}result/", {"revision": 1, "reason": "out", **sent}, format="json")

    assert answer.status_code in (400, 409, 422)
    assert organiser.get(address).json()["revision"] == 1
