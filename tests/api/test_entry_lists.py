"""Lists of entrants over the API: previewed, entered once."""

import pytest

from tests.api.clients import API, joined
from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db

LIST = "имя;рейтинг\nАнна Петрова;1500\nБорис Смирнов;1800\n".encode("cp1251")


def send(evening, **asked):
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return evening.organiser.generic("POST", f"{evening.address}entry-list/?{query}", LIST, content_type="text/csv")


def test_a_list_is_previewed_entered_and_entered_again_without_effect():
    evening = Evening()

    look = send(evening).json()
    assert (look["encoding"], look["totals"]["new"], evening.now()["entrants"]) == ("cp1251", 2, [])

    done = send(evening, preview="false", content=look["content"])
    assert (done.status_code, len(done.json()["entered"])) == (201, 2)

    look = send(evening).json()
    again = send(evening, preview="false", content=look["content"])
    assert (again.json()["entered"], again.json()["already"]) == ([], done.json()["entered"])
    assert [(each["name"], each["seed"]) for each in evening.now()["entrants"]] == [
        ("Анна Петрова", 2),
        ("Борис Смирнов", 1),
    ]


def test_only_the_previewed_list_can_be_entered():
    evening = Evening()

    answer = send(evening, preview="false", content="0" * 64)

    assert answer.status_code == 422
    assert evening.now()["entrants"] == []


def decided(evening, lines, **decisions):
    """A list entered with the decisions sent before, or for the first time."""
    address = f"{evening.address}entry-list/"
    content = evening.organiser.post(address, {"csv": lines}, format="json").json()["content"]
    sent = {"csv": lines, "decisions": [{"line": int(line[4:]), "decision": what} for line, what in decisions.items()]}
    return evening.organiser.post(f"{address}?preview=false&content={content}", sent, format="json").json()


@pytest.mark.parametrize("lines", ["name\nBoris\nBoris\n", "name\nAnna\nBoris\n"])
def test_a_namesake_decided_to_be_new_is_not_added_again(lines):
    evening = Evening()
    joined(evening.organiser, evening.club, "Boris")
    first = decided(evening, lines, line3="new")

    again = [decided(evening, lines, line3="new") for _ in range(2)]

    assert [(each["entered"], each["already"]) for each in again] == [([], first["entered"])] * 2
    names = [each["name"] for each in evening.organiser.get(f"{API}/players/?club={evening.club}").json()["results"]]
    assert names.count("Boris") == 2


def test_a_namesake_is_new_if_the_list_was_entered_without_a_decision():
    evening = Evening()
    decided(evening, "name\nBoris\n")

    other = decided(evening, "name\nBoris\n", line2="new")

    assert len(other["entered"]) == 1
