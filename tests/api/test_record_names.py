"""Names in records: certain players, new ones, and questions with candidates; and a record that comes twice."""

import pytest

from league.clubs.models import Player
from league.eventlog.projections import runner
from tests.api.clients import API, joined, problem

HEAD = "ludex: 1\ngame: rummikub\nrules: 1\nlog: score\nseats: {seats}\nrounds: 1\n"
RESULT = "\n== 1.1\npoints: 24 -24\nreason: out\n"


def imported(club, seats, result="", **asked):
    """The response to the import of a record with these names."""
    query = "".join(f"&{name}={value}" for name, value in asked.items())
    record = HEAD.format(seats=seats) + result
    return club[0].post(f"{API}/records/?club={club[1]}{query}", {"record": record}, format="json")


def players(answer):
    return [seat["player"] for seat in answer.json()["seats"]]


def added(club, name, **more):
    return club[0].post(f"{API}/players/", {"club": club[1], "name": name, **more}, format="json")


def names(club):
    return sorted(Player.objects.filter(club=club[1]).values_list("name", flat=True))


@pytest.mark.django_db
def test_a_record_asks_which_of_two_namesakes_it_means(club):
    first, second = (joined(*club, "Anna Schmidt") for _ in range(2))

    asked = imported(club, "Anna Schmidt | Bob")
    done = imported(club, "Anna Schmidt | Bob", players=second)

    candidates = [
        {"player": first, "name": "Anna Schmidt (1)", "why": "the same name"},
        {"player": second, "name": "Anna Schmidt (2)", "why": "the same name"},
    ]
    assert problem(asked) == (409, "record.names_unclear")
    assert asked.json()["details"] == {"seats": [{"seat": 0, "name": "Anna Schmidt", "candidates": candidates}]}
    assert (done.status_code, players(done)[0], names(club)) == (201, second, ["Anna Schmidt", "Anna Schmidt", "Bob"])


@pytest.mark.django_db
@pytest.mark.parametrize("spelled", ["bob", "BOB", "Ｂｏｂ", "B\u200dob"])
def test_another_spelling_is_the_same_player(club, spelled):
    bob = joined(*club, "Bob")

    done = imported(club, f"{spelled} | Carla")

    assert (players(done)[0], names(club)) == (bob, ["Bob", "Carla"])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("spelled", "why"),
    [
        ("Schmidt Anna", "the same name"),
        ("A. Schmidt", "one name may be short for the other"),
        ("Anna Schmitt", "almost the same name"),
    ],
)
def test_a_similar_name_is_a_question(club, spelled, why):
    anna = joined(*club, "Anna Schmidt")

    asked = imported(club, f"{spelled} | Bob")
    hers = imported(club, f"{spelled} | Bob", players=anna)
    new = imported(club, f"{spelled} | Bob", players="new")

    [seat] = asked.json()["details"]["seats"]
    assert problem(asked) == (409, "record.names_unclear")
    assert [(each["player"], each["why"]) for each in seat["candidates"]] == [(anna, why)]
    assert players(hers)[0] == anna
    assert Player.objects.get(id=players(new)[0]).name == spelled


@pytest.mark.django_db
def test_equal_names_in_one_record_are_different_people(club):
    new = imported(club, "Anna | Anna")
    asked = imported(club, "Anna | Anna")
    swapped = imported(club, "Anna | Anna", players=",".join(players(new)[::-1]))

    assert len({*players(new)}) == 2
    assert [seat["seat"] for seat in asked.json()["details"]["seats"]] == [0, 1]
    assert players(swapped) == players(new)[::-1]


@pytest.mark.django_db
def test_two_people_with_the_name_of_one_player_are_a_question(club):
    anna = joined(*club, "Anna")

    asked = imported(club, "Anna | anna")
    done = imported(club, "Anna | anna", players=f"{anna},new")

    assert problem(asked) == (409, "record.names_unclear")
    assert (players(done)[0], names(club)) == (anna, ["Anna", "anna"])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ("00000000-0000-0000-0000-000000000000", "the club has no player 00000000-0000-0000-0000-000000000000"),
        ("maybe", "the club has no player maybe"),
        ("{anna},{anna}", "seat 0 has the same player"),
        (",,new", "the record has no such seat"),
    ],
)
def test_an_impossible_choice_is_refused(club, choices, why):
    anna = joined(*club, "Anna")

    answer = imported(club, "Anna | Bob", players=choices.format(anna=anna))

    assert (*problem(answer), answer.json()["params"]["why"]) == (422, "record.player_choice", why)
    assert names(club) == ["Anna"]


@pytest.mark.django_db
def test_no_two_players_are_shown_alike(club):
    joined(*club, "Anna")  # number 1
    joined(*club, "Anna")  # number 2

    answers = [
        added(club, "Anna", note="2"),
        added(club, "Anna (1)"),
        added(club, "ANNA (2)"),
    ]

    assert [problem(answer) for answer in answers] == [(422, "player.looks_like_another")] * 3


@pytest.mark.django_db
def test_notes_that_differ_in_case_alone_are_the_same_note(club):
    added(club, "Anna", note="junior")

    assert problem(added(club, "Anna", note="Junior")) == (422, "player.note_taken")


@pytest.mark.django_db
def test_a_number_that_would_look_like_another_players_label_is_left_out(club):
    added(club, "Anna", note="2")
    added(club, "Bob (3)")

    second, third = (added(club, "Anna").json(), added(club, "Bob").json())

    assert (second["number"], second["shown_as"]) == (3, "Anna (3)")
    assert third["number"] == 4


@pytest.mark.django_db
def test_the_same_record_a_second_time_is_a_question(club):
    first = imported(club, "Anna | Bob", RESULT).json()["id"]
    runner.catch_up_all()

    asked = imported(club, "Anna | Bob", RESULT)
    other = imported(club, "Anna | Bob", RESULT.replace("24", "25"))
    swapped = imported(club, "Bob | Anna", RESULT)
    twice = imported(club, "Anna | Bob", RESULT, again="true")

    assert (problem(asked), asked.json()["params"]) == ((409, "match.record_repeated"), {"match": first})
    assert [each.status_code for each in (other, swapped, twice)] == [201] * 3


@pytest.mark.django_db
def test_a_record_of_moves_is_compared_by_its_moves(club):
    head = HEAD.replace("log: score", "log: open").format(seats="Anna | Bob")

    def sent(moves):
        path = f"{API}/records/?club={club[1]}"
        return club[0].post(path, {"record": f"{head}\n== 1.1\n* deal 0\n{moves}"}, format="json")

    first = sent("0 draw\n").json()["id"]
    runner.catch_up_all()

    assert (problem(sent("0 draw\n")), sent("0 draw\n1 draw\n").status_code) == ((409, "match.record_repeated"), 201)
    assert sent("0 draw\n").json()["params"]["match"] == first
