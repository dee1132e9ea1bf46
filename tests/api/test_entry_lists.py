"""Lists of entrants over the API: looked at, entered once."""

import pytest

from tests.api.evenings import Evening

pytestmark = pytest.mark.django_db

LIST = "имя;рейтинг\nАнна Петрова;1500\nБорис Смирнов;1800\n".encode("cp1251")


def send(evening, **asked):
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return evening.organiser.generic("POST", f"{evening.address}entry-list/?{query}", LIST, content_type="text/csv")


def test_a_list_is_looked_at_then_entered_and_entered_again_to_no_effect():
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


def test_what_was_not_looked_at_is_not_entered():
    evening = Evening()

    answer = send(evening, preview="false", content="0" * 64)

    assert answer.status_code == 422
    assert evening.now()["entrants"] == []
