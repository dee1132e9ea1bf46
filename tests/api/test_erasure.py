"""An erased person appears nowhere, and their results appear under a pseudonym."""

import orjson
import pytest
from django.apps import apps
from django.db import connection

from league.clubs.models import Player
from league.eventlog.projections import runner
from league.eventlog.store import read
from tests.api.clients import API, founded, joined, problem, signed_up
from tests.builders.clubs import accept_offers

pytestmark = pytest.mark.django_db

NAME, OLD, EMAIL = "Аделаида Ляпишева", "Аделаида Прежняя", "adelaida@example.org"
PERSONAL = ("Аделаида", "Ляпишева", "ляпишева", "Прежняя", "adelaida", "Старшая", "N-4711")
POINTS = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47), (-10, -25, 41, -6)]


@pytest.fixture
def evening():
    """A club in which Adelaida has played: organiser, her client, club id, her id, the series and two matches."""
    organiser, person = signed_up("organiser"), signed_up("person")
    club = founded(organiser)
    key = {"Idempotency-Key": "adds"}
    sent = {"club": club, "name": OLD, "note": "Старшая", "email": EMAIL, "club_number": "N-4711", "username": "person"}
    player = organiser.post(f"{API}/players/", sent, format="json", headers=key).json()["id"]
    accept_offers("person")
    organiser.patch(f"{API}/players/{player}/", {"name": NAME}, format="json")
    others = [joined(organiser, club, name) for name in ("Борис", "Вера", "Глеб")]
    sent = {"club": club, "game": "rummikub", "name": "Осень"}
    series = organiser.post(f"{API}/series/", sent, format="json").json()["id"]
    sent = {"club": club, "game": "rummikub", "seats": [player, *others], "level": "score", "series": series}
    key = {"Idempotency-Key": "opens"}
    match = organiser.post(f"{API}/matches/", sent, format="json", headers=key).json()["id"]
    for revision, points in enumerate(POINTS, 1):
        result = {"revision": revision, "game": revision, "points": points, "reason": "out"}
        answer = organiser.post(f"{API}/matches/{match}/result/", result, format="json")
        assert answer.status_code == 201, answer.content
    record = f"ludex: 1\ngame: rummikub\nrules: 1\nlog: score\nseats: {NAME} | Борис\n"
    key = {"Idempotency-Key": "imports"}
    imported = organiser.post(f"{API}/records/?club={club}", {"record": record}, format="json", headers=key).json()
    assert imported["seats"][0]["player"] == player
    runner.catch_up_all()
    return organiser, person, club, player, series, (match, imported["id"])


def erased(client, player):
    return client.delete(f"{API}/players/{player}/")


def test_name_contact_and_account_are_erased_and_a_pseudonym_stays(evening):
    organiser, _, club, player, *_ = evening

    answer = erased(organiser, player)

    mark = player[-4:].upper()
    assert answer.json() == {
        "id": player,
        "club": club,
        "name": f"Former player {mark}",
        "shown_as": f"Former player {mark}",
        "number": 1,
        "erased": True,
        "merged_into": None,
        "note": "",
        "email": "",
        "club_number": "",
        "username": None,
    }


def test_no_table_and_no_event_contains_anything_about_the_person(evening):
    organiser, _, _, player, *_ = evening
    assert [part for part in PERSONAL if part not in everything()] == []

    erased(organiser, player)

    assert [part for part in PERSONAL if part in everything()] == []


def everything():
    """Every row of every table of the database, as text."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        rows = []
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            rows += [row for (row,) in cursor]
    assert len(rows) > len(apps.get_models())
    return "\n".join(rows)


def test_the_log_never_contained_a_name(evening):
    *_, matches = evening

    written = [orjson.dumps(event.payload).decode() for match in matches for event in read(f"match-{match}").events]

    assert len(written) > 5
    assert [part for part in (*PERSONAL, "Борис") if part in "\n".join(written)] == []


def test_every_response_and_page_shows_the_pseudonym_and_the_same_results(evening, client):
    organiser, _, club, player, series, matches = evening
    addresses = [
        *(f"{API}/matches/{match}/{part}" for match in matches for part in ("", "record/", "events/", "totals/")),
        f"{API}/matches/?club={club}",
        f"{API}/series/{series}/standings/",
        f"{API}/players/{player}/",
        *(f"/matches/{match}/" for match in matches),
        "/",
        f"/clubs/{club}/",
        f"/series/{series}/",
    ]
    before = [client.get(address).content.decode() for address in addresses]

    erased(organiser, player)
    runner.catch_up_all()

    after = [client.get(address).content.decode() for address in addresses]
    pseudonym = f"Former player {player[-4:].upper()}"
    assert [part for part in PERSONAL if part in "\n".join(after)] == []
    shown_before = {address for address, page in zip(addresses, before, strict=True) if NAME in page}
    shown_after = {address for address, page in zip(addresses, after, strict=True) if pseudonym in page}
    assert len(shown_before) > 8
    assert shown_after == shown_before
    assert after[9] == before[9].replace(NAME, pseudonym)  # standings, figure by figure


def test_the_pseudonym_is_in_the_readers_language_but_in_english_in_records(evening, client):
    organiser, _, _, player, _, matches = evening
    erased(organiser, player)
    mark = player[-4:].upper()

    headers = {"Accept-Language": "ru"}
    seen = client.get(f"{API}/matches/{matches[0]}/", headers=headers).json()["seats"][0]["name"]
    record = client.get(f"{API}/matches/{matches[0]}/record/", headers=headers).content.decode()

    assert seen == f"Бывший игрок {mark}"
    assert f"seats: Former player {mark} | Борис | Вера | Глеб\n" in record


def test_a_record_with_the_pseudonym_finds_the_same_player(evening):
    organiser, _, club, player, _, matches = evening
    erased(organiser, player)
    record = organiser.get(f"{API}/matches/{matches[1]}/record/").content.decode()

    again = organiser.post(f"{API}/records/?club={club}", {"record": record}, format="json").json()

    assert again["seats"][0]["player"] == player
    assert Player.objects.filter(name__startswith="Former").count() == 0


def test_neither_search_nor_list_find_the_old_name(evening):
    organiser, _, club, player, *_ = evening
    erased(organiser, player)

    found = [
        organiser.get(f"{API}/players/", asked).json()["results"]
        for asked in ({"name": "Ляпишева"}, {"name": "Former"}, {"name": player[-4:]})
    ]
    listed = organiser.get(f"{API}/players/", {"club": club}).json()["results"]

    assert found == [[], [], []]
    assert [each["name"] for each in listed] == ["Борис", "Вера", "Глеб"]


@pytest.mark.parametrize("key", ["adds", "opens", "imports"])
def test_a_repeated_response_does_not_contain_the_name(evening, key):
    organiser, _, club, player, series, _ = evening
    seats = organiser.get(f"{API}/matches/{evening[5][0]}/").json()["seats"]
    bodies = {
        "adds": (
            "players/",
            {"club": club, "name": OLD, "note": "Старшая", "email": EMAIL}
            | {"club_number": "N-4711", "username": "person"},
        ),
        "opens": (
            "matches/",
            {"club": club, "game": "rummikub", "seats": [seat["player"] for seat in seats], "level": "score"}
            | {"series": series},
        ),
        "imports": (
            f"records/?club={club}",
            {"record": f"ludex: 1\ngame: rummikub\nrules: 1\nlog: score\nseats: {NAME} | Борис\n"},
        ),
    }
    erased(organiser, player)
    path, sent = bodies[key]

    answer = organiser.post(f"{API}/{path}", sent, format="json", headers={"Idempotency-Key": key})

    assert (answer.status_code, answer.headers["Idempotency-Replayed"]) == (201, "true")
    assert [part for part in PERSONAL if part in answer.content.decode()] == []
    assert f"Former player {player[-4:].upper()}" in answer.content.decode()


def test_erasing_twice_has_no_further_effect_and_cannot_be_undone(evening):
    organiser, _, _, player, *_ = evening
    first = erased(organiser, player).json()

    again = erased(organiser, player)
    renamed = organiser.patch(f"{API}/players/{player}/", {"name": NAME}, format="json")

    assert (again.status_code, again.json()) == (200, first)
    assert problem(renamed) == (409, "player.erased")


def test_people_can_erase_themselves_and_are_no_longer_players(evening):
    _, person, _, player, *_ = evening

    answer = erased(person, player)

    assert (answer.status_code, person.get(f"{API}/me/").json()["players"]) == (200, [])
    assert problem(erased(person, player)) == (403, "not_allowed")


def test_erased_people_get_no_seat_in_a_new_match(evening):
    organiser, _, club, player, *_ = evening
    erased(organiser, player)

    answer = organiser.post(
        f"{API}/matches/", {"club": club, "game": "rummikub", "seats": [player, None], "level": "score"}, format="json"
    )

    assert (*problem(answer), answer.json()["params"]["player"]) == (409, "player.erased", player)


def test_a_new_player_with_the_old_name_is_somebody_else(evening):
    organiser, _, club, player, *_ = evening
    erased(organiser, player)

    sent = {"club": club, "name": NAME, "note": "Старшая", "club_number": "N-4711", "username": "person"}
    answer = organiser.post(f"{API}/players/", sent, format="json")

    assert (answer.status_code, answer.json()["shown_as"]) == (201, NAME)
    assert answer.json()["id"] != player


def test_equal_marks_grow_until_they_differ():
    organiser = signed_up("organiser")
    club = founded(organiser)
    players = [joined(organiser, club, name) for name in ("Анна", "Борис")]
    twin = f"{players[0][:-6]}{'1' if players[0][-6] == '0' else '0'}{players[0][-5:]}"
    Player.objects.filter(id=players[1]).update(id=twin)

    names = [erased(organiser, player).json()["name"] for player in (players[0], twin)]

    assert names == [f"Former player {players[0][-4:].upper()}", f"Former player {players[0][-5:].upper()}"]
