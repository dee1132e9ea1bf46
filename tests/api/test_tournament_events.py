"""The history of a tournament over the API."""

import pytest

from tests.api.clients import problem
from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    evening = Evening()
    evening.enter("Анна", "Boris", "Clara", "Dan")
    evening.do("start/")
    evening.draw()
    evening.do("rounds/1/annulment/", reason="Fire.")
    return evening


def test_the_history_can_be_paged_in_both_directions(evening):
    whole = evening.get("events/").json()
    first = evening.get("events/", page_size=3).json()
    second = evening.organiser.get(first["next"]).json()
    back = evening.organiser.get(second["previous"]).json()

    revisions = [each["revision"] for each in whole["results"]]
    assert revisions == list(range(evening.now()["revision"], 0, -1))
    assert [each["revision"] for each in first["results"]] == revisions[:3]
    assert [each["revision"] for each in second["results"]] == revisions[3:6]
    assert (back["results"], first["previous"], whole["next"]) == (first["results"], None, None)


def test_a_late_page_skips_and_repeats_nothing(evening):
    first = evening.get("events/", page_size=3).json()
    evening.enter("Ева")

    second = evening.organiser.get(first["next"]).json()

    assert second["results"][0]["revision"] == first["results"][-1]["revision"] - 1


def test_the_history_says_in_the_readers_language_why_a_round_was_annulled(evening):
    (newest,) = evening.get("events/", page_size=1).json()["results"]
    russian = evening.organiser.get(f"{evening.address}events/?page_size=1", headers={"Accept-Language": "ru"})

    assert newest["kind"] == "round.annulled"
    assert (newest["text"], newest["reason"], newest["round"]) == ("Round 1 was undone.", "Fire.", 1)
    assert newest["by"] == {"role": "organiser", "name": "organiser", "you": True}
    assert {seat["name"] for table in newest["tables"] for seat in table["seats"]} == set(evening.names.values())
    assert russian.json()["results"][0]["text"] == "Тур 1 отменён."


def test_a_cursor_of_another_list_is_refused(evening):
    assert problem(evening.get("events/", cursor="x")) == (400, "request.invalid")
