"""Lists of people over the API: previewed, decided, imported and exported."""

import base64
import json
import threading

import pytest
from django.db import connection

from league.clubs.models import Player
from league.clubs.people_import.service import import_people, preview
from league.clubs.sessions import get_actor
from league.common.idempotency import AnsweredRequest
from tests.api.clients import API, joined, problem, signed_up
from tests.builders.clubs import accept_offers

LIST = "Имя;Эл. почта;Пометка;ID;Команда;Посев\nАнна Петрова;anna@example.org;;A-1;Ладья;2\nБорис;;мл.;;;\nГлеб;;;;;1\n"


def address(club_id, **asked):
    return f"{API}/clubs/{club_id}/people-import/?" + "&".join(f"{name}={value}" for name, value in asked.items())


def looked_at(club, raw, **asked):
    """The response to the preview of a file."""
    raw = raw if isinstance(raw, bytes) else raw.encode()
    return club[0].generic("POST", address(club[1], **asked), raw, content_type="text/csv")


def taken_in(club, raw, decisions=(), content=None, **more):
    """The response to the import of a previewed file."""
    raw = raw if isinstance(raw, bytes) else raw.encode()
    content = content or looked_at(club, raw).json().get("content", "")
    sent = {"file": base64.b64encode(raw).decode()}
    sent["decisions"] = [{"line": line, "decision": decision} for line, decision in decisions]
    return club[0].post(address(club[1], preview="false", content=content), sent, format="json", **more)


def kinds(answer):
    return [row["kind"] for row in answer.json()["rows"]]


def names(club_id):
    return sorted(Player.objects.filter(club=club_id).values_list("name", flat=True))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
def test_a_file_is_previewed_and_nothing_is_stored(club, encoding):
    answer = looked_at(club, LIST.encode(encoding))

    seen = answer.json()
    assert answer.status_code == 200
    assert seen["totals"] == {"new": 3, "same": 0, "perhaps": 0, "faulty": 0}
    meanings = [column["meaning"] for column in seen["columns"]]
    assert meanings == ["name", "email", "note", "club_number", "team", "seed"]
    assert seen["rows"][0] == {
        "line": 2,
        "name": "Анна Петрова",
        "email": "anna@example.org",
        "note": "",
        "username": "",
        "club_number": "A-1",
        "team": "Ладья",
        "seed": 2,
        "rating": None,
        "kind": "new",
        "player": None,
        "shown_as": None,
        "gains": [],
        "candidates": [],
        "fault": None,
    }
    assert names(club[1]) == []


def test_a_list_is_imported_and_a_second_import_adds_nobody(club):
    first = taken_in(club, LIST)

    again = taken_in(club, LIST)

    assert (first.status_code, [each["new"] for each in first.json()["entries"]]) == (201, [True] * 3)
    assert [each["new"] for each in again.json()["entries"]] == [False] * 3
    assert [each["player"] for each in again.json()["entries"]] == [each["player"] for each in first.json()["entries"]]
    anna = Player.objects.get(name="Анна Петрова")
    assert (anna.email, anna.club_number, anna.number, names(club[1])) == (
        "anna@example.org",
        "A-1",
        1,
        ["Анна Петрова", "Борис", "Глеб"],
    )


def test_another_file_or_encoding_than_previewed_is_refused(club):
    content = looked_at(club, LIST).json()["content"]

    answers = [
        taken_in(club, LIST.replace("Глеб", "Иван"), content=content),
        taken_in(club, LIST, content="0" * 64),
        club[0].generic("POST", address(club[1], preview="false"), LIST.encode(), content_type="text/csv"),
    ]

    assert [problem(answer) for answer in answers] == [(422, "file.differs")] * 3
    assert names(club[1]) == []


def test_a_file_without_doubts_needs_no_decisions(club):
    content = looked_at(club, LIST).json()["content"]
    path = address(club[1], preview="false", content=content)

    answer = club[0].generic("POST", path, LIST.encode(), content_type="text/csv")

    assert (answer.status_code, len(answer.json()["entries"])) == (201, 3)


def test_an_unclear_encoding_is_a_question(club):
    raw = "name\nÉ. Dupont\n".encode("cp1252")
    seen = looked_at(club, raw).json()

    refused = taken_in(club, raw)
    chosen = looked_at(club, raw, encoding="cp1252").json()
    sent = {"file": base64.b64encode(raw).decode()}
    path = address(club[1], preview="false", encoding="cp1252", content=chosen["content"])
    done = club[0].post(path, sent, format="json")

    choices = [{"encoding": "cp1252", "sample": ["É. Dupont"]}, {"encoding": "cp1251", "sample": ["Й. Dupont"]}]
    assert seen["encodings"] == choices
    assert (problem(refused), refused.json()["details"]) == ((422, "file.encoding_unclear"), {"encodings": choices})
    assert (chosen["encodings"], done.status_code, names(club[1])) == ([], 201, ["É. Dupont"])


def test_people_decide_who_is_a_possible_match(club):
    anna = joined(*club, "Анна Петрова")
    text = "name,email,id\nПетрова Анна,anna@x.org,7\nBoris,,\nпетрова а.,,\n"

    seen = looked_at(club, text).json()
    undecided = taken_in(club, text)
    done = taken_in(club, text, [(2, anna), (4, "new")])
    again = looked_at(club, text).json()

    assert [row["kind"] for row in seen["rows"]] == ["perhaps", "new", "perhaps"]
    assert seen["rows"][0]["candidates"] == [
        {"player": anna, "name": "Анна Петрова", "line": None, "why": "the same name"}
    ]
    assert (problem(undecided), undecided.json()["params"]["line"]) == ((422, "file.row"), 2)
    assert [(each["line"], each["new"]) for each in done.json()["entries"]] == [(2, False), (3, True), (4, True)]
    assert names(club[1]) == ["Boris", "Анна Петрова", "петрова а."]
    assert (Player.objects.get(id=anna).email, Player.objects.get(id=anna).club_number) == ("anna@x.org", "7")
    assert [row["kind"] for row in again["rows"]] == ["same", "same", "same"]


def test_people_who_were_merged_are_offered_once(club):
    bea, double = joined(*club, "Bea Long"), joined(*club, "Bea Long")
    merged = club[0].post(f"{API}/players/{double}/merge/", {"kept": bea}, format="json")

    seen = looked_at(club, "name\nLong Bea\n").json()

    assert merged.status_code in (200, 201), merged.content
    assert [[each["player"] for each in row["candidates"]] for row in seen["rows"]] == [[bea]]


def test_faulty_rows_are_skipped_only_on_request(club):
    text = "name,email\nАнна,anna\nБорис,b@x.org\n"

    refused = taken_in(club, text)
    done = taken_in(club, text, [(2, "skip")])

    assert (*problem(refused), refused.json()["detail"]) == (
        422,
        "file.row",
        "Line 2: 'anna' is not an e-mail address.",
    )
    assert (done.json()["skipped"], names(club[1])) == ([2], ["Борис"])


@pytest.mark.parametrize(
    ("decisions", "why"),
    [
        ([(9, "skip")], "there is no such row"),
        ([(2, "00000000-0000-0000-0000-000000000000")], "the club has no player 00000000-0000-0000-0000-000000000000"),
        ([(2, "maybe")], "the club has no player maybe"),
        ([(2, "{player}"), (3, "{player}")], "this player is already on line 2"),
        ([(4, "new")], "7 already belongs to another player in the club"),
        ([(5, "new")], "another player has the same name and note"),
    ],
)
def test_an_impossible_decision_is_refused_with_its_line_and_nothing_is_stored(club, decisions, why):
    organiser, club_id = club
    sent = {"club": club_id, "name": "Вера", "club_number": "7", "note": "ст."}
    player = organiser.post(f"{API}/players/", sent, format="json").json()["id"]
    text = "name,id,note\nАнна,,\nБорис,,\nВера,7,\nВЕРА,,ст.\n"
    decisions = [(line, decision.format(player=player)) for line, decision in decisions]

    answer = taken_in(club, text, decisions)

    assert (*problem(answer), answer.json()["params"]["why"]) == (422, "file.row", why)
    assert names(club_id) == ["Вера"]


def test_accounts_get_an_offer_and_nobody_is_shown_which_there_are(club):
    anna = signed_up("anna")
    text = "name,login\nАнна,anna\nБорис,nobody\n"

    seen = looked_at(club, text).json()["rows"]
    taken_in(club, text)
    accept_offers("anna")
    again = looked_at(club, text).json()["rows"]
    offered = club[0].get(f"{API}/clubs/{club[1]}/offers/").json()

    assert [(row["kind"], row["fault"]) for row in seen] == [("new", None)] * 2
    assert [(row["kind"], row["fault"]) for row in again] == [("same", None)] * 2
    assert anna.get(f"{API}/me/").json()["players"] == [str(Player.objects.get(name="Анна").pk)]
    assert [(each["username"], each["player_name"]) for each in offered] == [("nobody", "Борис")]


def test_a_repeated_import_gets_the_first_response_which_contains_no_name(club):
    key = {"headers": {"Idempotency-Key": "list"}}
    content = looked_at(club, LIST).json()["content"]

    answers = [taken_in(club, LIST, content=content, **key) for _ in range(2)]

    assert answers[0].json() == answers[1].json()
    assert answers[1].headers["Idempotency-Replayed"] == "true"
    assert "Анна" not in str(AnsweredRequest.objects.get().body)


def test_the_preview_is_in_the_readers_language(club):
    answer = looked_at((club[0], club[1]), "name,email\nАнна,anna\n")
    russian = club[0].generic(
        "POST",
        address(club[1]),
        "name,email\nАнна,anna\n".encode(),
        content_type="text/csv",
        headers={"Accept-Language": "ru"},
    )

    assert answer.json()["rows"][0]["fault"] == "'anna' is not an e-mail address"
    assert russian.json()["rows"][0]["fault"] == "'anna' – не адрес электронной почты"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({}, 400),
        (None, 400),
        ([], 400),
        ("name", 400),
        ({"raw": "name\nАнна"}, 400),
        ({"csv": "name\nАнна", "file": "bmFtZQ=="}, 400),
        ({"file": "no base64!"}, 400),
        ({"file": "ý"}, 400),
        ({"csv": "name\nАнна", "decisions": [{"line": 2, "decision": "new"}] * 2}, 400),
        ({"csv": "name\nАнна", "decisions": [{"line": "2", "decision": "new"}]}, 400),
        ({"csv": "name\nАнна\x00"}, 400),
        ({"csv": "name\nАнна", "preview": False}, 400),
        ({"csv": ""}, 400),
        ({"csv": "a" * 1_000_001}, 422),
        ({"csv": "17\n18"}, 422),
    ],
)
def test_a_file_that_is_no_list_is_refused(club, sent, status):
    answer = club[0].generic("POST", address(club[1]), json.dumps(sent).encode(), content_type="application/json")

    assert problem(answer)[0] == status
    assert names(club[1]) == []


def test_a_form_on_another_site_cannot_send_a_file(club):
    types = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")

    answers = [club[0].generic("POST", address(club[1]), LIST.encode(), content_type=kind) for kind in types]

    assert [problem(answer) for answer in answers] == [(415, "request.unsupported_media_type")] * 3
    assert names(club[1]) == []


def test_an_export_contains_no_formulas_and_finds_everybody_again(club):
    organiser, club_id = club
    signed_up("anna")
    people = [
        {"name": "=1+1", "note": "@home"},
        {"name": "+7 Анна", "email": "a@x.org", "username": "anna"},
        {"name": "-Борис", "club_number": "=2"},
        {"name": 'Müller, "Jörg"'},
        {"name": "Анна"},
        {"name": "Анна"},
    ]
    for person in people:
        sent = {"club": club_id, **person}
        assert organiser.post(f"{API}/players/", sent, format="json").status_code == 201
    accept_offers("anna")

    answer = organiser.get(f"{API}/clubs/{club_id}/people-export/")
    again = looked_at(club, answer.content)

    lines = answer.content.decode("utf-8-sig").split("\r\n")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="people.csv"'
    assert lines[:4] == [
        "name,note,email,club number,account",
        "'=1+1,'@home,,,",
        "'+7 Анна,,a@x.org,,anna",
        "'-Борис,,,'=2,",
    ]
    assert (again.json()["encoding"], kinds(again)) == ("utf-8", ["same"] * 6)


def test_players_are_entered_with_seeds_and_teams_in_the_order_of_the_file(club):
    raw, actor = LIST.encode("cp1251"), get_actor("organiser")
    plan = preview(club_id=club[1], raw=raw, actor=actor)

    done = import_people(club_id=club[1], raw=raw, content=plan.content, actor=actor)

    by_name = {player.name: player.pk for player in Player.objects.all()}
    assert [(each.player, each.seed, each.team) for each in done.entries] == [
        (by_name["Анна Петрова"], 2, "Ладья"),
        (by_name["Борис"], None, ""),
        (by_name["Глеб"], 1, ""),
    ]


def test_of_two_imports_of_one_file_at_once_the_second_adds_nobody(committed_db, club):
    content = looked_at(club, LIST).json()["content"]
    ready, answers = threading.Barrier(3), []

    def takes_in():
        ready.wait()
        answers.append(taken_in(club, LIST, content=content))
        connection.close()

    threads = [threading.Thread(target=takes_in) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [answer.status_code for answer in answers] == [201] * 3
    assert names(club[1]) == ["Анна Петрова", "Борис", "Глеб"]
