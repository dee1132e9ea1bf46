"""Players: labels, renaming and visibility. Roles: assigned and removed."""

import re
import threading

import pytest
from django.db import connection

from league.clubs.models import Membership, Offer, Player
from tests.api.clients import API, appoint, founded, joined, member, problem, signed_up
from tests.builders.clubs import accept_offers

VARYING = r"[0-9a-f]{64}|[0-9a-f-]{36}|20\d\d-[-:.\dTZ]+|\"number\":\d+"  # ids, hashes, times, numbers


def shown(client, club_id, **asked):
    """Players of the club as shown, in list order."""
    return [
        player["shown_as"] for player in client.get(f"{API}/players/", {"club": club_id, **asked}).json()["results"]
    ]


def added(client, club_id, name, **more):
    return client.post(f"{API}/players/", {"club": club_id, "name": name, **more}, format="json")


def changed(client, player, **changes):
    return client.patch(f"{API}/players/{player}/", changes, format="json")


@pytest.mark.django_db
def test_a_unique_name_is_shown_without_a_label(club):
    organiser, club_id = club
    added(organiser, club_id, "Анна", note="мл.")

    assert shown(organiser, club_id) == ["Анна"]


@pytest.mark.django_db
def test_equal_names_are_labelled_with_the_note_or_the_number(club):
    organiser, club_id = club
    for name, note in (("Анна", ""), ("Borís", ""), ("анна", "мл."), ("Анна", "")):
        added(organiser, club_id, name, note=note)

    assert sorted(shown(organiser, club_id)) == ["Borís", "Анна (1)", "Анна (4)", "анна (мл.)"]


@pytest.mark.django_db
def test_invisible_characters_cannot_be_used_to_copy_a_name(club):
    organiser, club_id = club
    added(organiser, club_id, "Zora Quill")

    refused = [
        problem(added(organiser, club_id, name))
        for name in ("Zora Quill\u200bx", "Zora Q\U000e0041uill", "Zora Quil\u00adl", "Zora\u2028Quill")
    ]
    added(organiser, club_id, "Zora Quill\u200e")

    assert refused == [(422, "name.bad")] * 4
    assert sorted(shown(organiser, club_id)) == ["Zora Quill (1)", "Zora Quill\u200e (2)"]


@pytest.mark.django_db
def test_namesakes_in_another_club_have_no_effect(club):
    organiser, club_id = club
    added(organiser, club_id, "Анна")
    added(organiser, founded(organiser, "Rook"), "Анна")

    assert shown(organiser, club_id) == ["Анна"]


@pytest.mark.django_db
def test_namesakes_are_labelled_in_matches_standings_and_records(club):
    organiser, club_id = club
    players = [joined(organiser, club_id, name) for name in ("Анна", "Анна", "Вера", "Глеб")]
    sent = {"club": club_id, "game": "rummikub", "seats": players, "level": "score", "options": {"rounds": 1}}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()

    record = organiser.get(f"{API}/matches/{match['id']}/record/").content.decode()

    assert [seat["name"] for seat in match["seats"]] == ["Анна (1)", "Анна (2)", "Вера", "Глеб"]
    assert "\nseats: Анна (1) | Анна (2) | Вера | Глеб\n" in record


@pytest.mark.django_db
def test_a_record_with_namesakes_finds_the_same_people(club):
    organiser, club_id = club
    players = [joined(organiser, club_id, name) for name in ("Анна", "Анна")]
    sent = {"club": club_id, "game": "rummikub", "seats": players[::-1], "level": "score"}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()["id"]
    record = organiser.get(f"{API}/matches/{match}/record/").content.decode()

    again = organiser.post(f"{API}/records/?club={club_id}", {"record": record}, format="json").json()

    assert [seat["player"] for seat in again["seats"]] == players[::-1]


@pytest.mark.django_db
def test_a_namesake_with_the_same_note_is_refused(club):
    organiser, club_id = club
    added(organiser, club_id, "Анна", note="мл.")
    other = added(organiser, club_id, "Вера", note="мл.").json()["id"]

    answers = [added(organiser, club_id, "Анна", note="мл."), changed(organiser, other, name="Анна")]

    assert [problem(answer) for answer in answers] == [(422, "player.note_taken")] * 2


@pytest.mark.django_db
def test_a_new_name_is_shown_everywhere_at_once(club):
    organiser, club_id = club
    player = joined(organiser, club_id, "Анна")
    sent = {"club": club_id, "game": "rummikub", "seats": [player, None], "level": "score"}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()["id"]

    answer = changed(organiser, player, name="Анна Орлова")

    assert (answer.status_code, answer.json()["name"]) == (200, "Анна Орлова")
    assert organiser.get(f"{API}/matches/{match}/").json()["seats"][0]["name"] == "Анна Орлова"
    assert [shown(organiser, club_id, name=part) for part in ("ОРЛОВ", "петров")] == [["Анна Орлова"], []]


@pytest.mark.django_db
def test_searches_ignore_case_and_the_dots_of_yo(club):
    organiser, club_id = club
    added(organiser, club_id, "Семён Ёлкин")

    assert [shown(organiser, club_id, name=part) for part in ("елкин", "СЕМЕН ё", "%", "_")] == [
        ["Семён Ёлкин"],
        ["Семён Ёлкин"],
        [],
        [],
    ]


@pytest.mark.django_db
def test_only_organisers_and_the_person_see_contact_note_and_account(club):
    organiser, club_id = club
    private = {"note": "мл.", "email": "anna@example.org", "club_number": "17"}
    anna, stranger = signed_up("anna"), signed_up("stranger")
    scorekeeper = member(organiser, club_id, "scorekeeper")
    player = added(organiser, club_id, "Анна", username="anna", **private).json()["id"]
    accept_offers("anna")
    address = f"{API}/players/{player}/"

    seen = [{field: client.get(address).json()[field] for field in private} for client in (organiser, anna)]
    hidden = [client.get(address).json() for client in (stranger, scorekeeper)]

    assert seen == [private, private]
    assert [[each[field] for field in (*private, "username")] for each in hidden] == [[None] * 4] * 2
    assert "example.org" not in stranger.get(f"{API}/players/", {"club": club_id}).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"name": ""}, (400, "request.invalid")),
        ({"name": "a|b"}, (422, "name.bad")),
        ({"name": None}, (400, "request.invalid")),
        ({"email": "anna"}, (422, "player.bad_address")),
        ({"email": "a@b@c"}, (422, "player.bad_address")),
        ({"email": "a\x00@example.org"}, (400, "request.invalid")),
        ({"note": "x" * 61}, (400, "request.invalid")),
        ({"note": "a;b"}, (422, "name.bad")),
        ({"club_number": "1"}, (422, "player.club_number_taken")),
        ({"username": "taken"}, (422, "player.has_account")),
        ({"colour": "red"}, (400, "request.invalid")),
    ],
)
def test_an_invalid_change_is_refused_and_changes_nothing(club, changes, expected):
    organiser, club_id = club
    signed_up("taken")
    added(organiser, club_id, "Вера", club_number="1", username="taken")
    accept_offers("taken")
    player = added(organiser, club_id, "Анна").json()

    answer = changed(organiser, player["id"], **changes)

    assert problem(answer) == expected
    assert organiser.get(f"{API}/players/{player['id']}/").json() == player


@pytest.mark.django_db
def test_no_answer_shows_whether_there_is_an_account_of_a_name(club):
    organiser, club_id = club
    signed_up("anna")
    player = added(organiser, club_id, "Анна").json()["id"]

    def answers(username):
        role = {"username": username, "role": "arbiter"}
        listed = {"csv": f"name;account\nВера;{username}\n"}
        sent = [
            added(organiser, club_id, "Борис", username=username),
            changed(organiser, player, username=username),
            organiser.post(f"{API}/clubs/{club_id}/roles/", role, format="json"),
            organiser.post(f"{API}/clubs/{club_id}/people-import/", listed, format="json"),
            organiser.get(f"{API}/clubs/{club_id}/offers/"),
        ]
        shown = [(each.status_code, each.content.decode()) for each in sent]
        Player.objects.filter(name="Борис").delete()
        Offer.objects.all().delete()
        return [(status, re.sub(VARYING, "–", text)) for status, text in shown]

    known, unknown = answers("anna"), answers("none")

    assert [status for status, _ in known] == [201, 200, 202, 200, 200]
    assert unknown == [(status, text.replace("anna", "none")) for status, text in known]


@pytest.mark.django_db
def test_roles_are_listed_by_account(club):
    organiser, club_id = club
    signed_up("arbiter")
    for role in ("scorekeeper", "arbiter", "arbiter"):
        appoint(organiser, club_id, "arbiter", role)

    listed = organiser.get(f"{API}/clubs/{club_id}/roles/").json()

    assert [(each["username"], each["roles"]) for each in listed] == [
        ("arbiter", ["arbiter", "scorekeeper"]),
        ("organiser", ["organiser"]),
    ]


@pytest.mark.django_db
def test_a_removed_role_no_longer_allows_anything(club):
    organiser, club_id = club
    arbiter = member(organiser, club_id, "arbiter")
    account = arbiter.get(f"{API}/me/").json()["id"]
    before = added(arbiter, club_id, "Анна").status_code

    answers = [organiser.delete(f"{API}/clubs/{club_id}/roles/arbiter/{account}/").status_code for _ in range(2)]

    assert (before, answers) == (201, [204, 204])
    assert problem(added(arbiter, club_id, "Вера")) == (403, "not_allowed")


@pytest.mark.django_db
def test_the_last_organiser_stays_and_is_named(club):
    organiser, club_id = club
    account = organiser.get(f"{API}/me/").json()["id"]

    answer = organiser.delete(f"{API}/clubs/{club_id}/roles/organiser/{account}/")

    assert (*problem(answer), answer.json()["params"]) == (409, "club.last_organiser", {"username": "organiser"})
    assert organiser.get(f"{API}/clubs/{club_id}/roles/").status_code == 200


def test_of_two_organisers_who_resign_at_once_one_stays(committed_db):
    clients = [signed_up("organiser"), signed_up("second")]
    club_id = founded(clients[0])
    appoint(clients[0], club_id, "second", "organiser")
    accounts = [client.get(f"{API}/me/").json()["id"] for client in clients]
    ready, answers = threading.Barrier(2), []

    def leaves(number):
        ready.wait()
        address = f"{API}/clubs/{club_id}/roles/organiser/{accounts[number]}/"
        answers.append(clients[number].delete(address).status_code)
        connection.close()

    threads = [threading.Thread(target=leaves, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == [204, 409]
    assert Membership.objects.filter(club=club_id, role="organiser").count() == 1


def test_players_who_join_at_once_get_different_numbers(committed_db):
    organiser = signed_up("organiser")
    club_id = founded(organiser)
    ready, numbers = threading.Barrier(4), []

    def joins():
        ready.wait()
        numbers.append(added(organiser, club_id, "Анна").json()["number"])
        connection.close()

    threads = [threading.Thread(target=joins) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(numbers) == [1, 2, 3, 4]


@pytest.mark.django_db
def test_two_players_are_merged_and_the_merge_is_undone_over_the_api(club):
    organiser, club_id = club
    kept, double = (added(organiser, club_id, name).json()["id"] for name in ("Анна", "Аня"))
    address = f"{API}/players/{double}/merge/"

    merged = organiser.post(address, {"kept": kept}, format="json")
    listed = organiser.get(f"{API}/players/{kept}/merge/").json()
    again = organiser.post(address, {"kept": kept}, format="json")
    edited = changed(organiser, double, name="Аня")
    names = shown(organiser, club_id)
    undone = organiser.delete(address)

    assert (merged.status_code, merged.json()["id"]) == (201, kept)
    assert [(each["id"], each["shown_as"], each["merged_into"]) for each in listed] == [(double, "Анна", kept)]
    assert problem(again) == (409, "player.cannot_merge")
    assert again.json()["detail"] == "Аня can’t be merged into Анна: Аня has already been merged into Анна."
    assert problem(edited) == (409, "player.merged")
    assert names == ["Анна"]
    assert (undone.status_code, undone.json()["merged_into"]) == (200, None)
    assert problem(organiser.delete(address)) == (409, "player.not_merged")
    assert shown(organiser, club_id) == ["Анна", "Аня"]


def test_a_club_has_a_zone_and_a_language_that_organisers_change(db):
    organiser = signed_up("founder")
    made = organiser.post(
        f"{API}/clubs/", {"name": "Rook", "zone": "America/New_York", "language": "en"}, format="json"
    )
    address = f"{API}/clubs/{made.json()['id']}/"

    changed = organiser.patch(address, {"zone": "Europe/Moscow", "language": None}, format="json")
    wrong = organiser.patch(address, {"zone": "Moon/Base"}, format="json")

    assert {**made.json(), "id": ""} == {
        "id": "",
        "name": "Rook",
        "zone": "America/New_York",
        "language": "en",
        "closed": None,
    }
    assert changed.json() == {**made.json(), "zone": "Europe/Moscow", "language": None}
    assert (problem(wrong), wrong.json()["params"]) == ((422, "club.unknown_zone"), {"zone": "Moon/Base"})
    assert organiser.get(address).json() == changed.json()
