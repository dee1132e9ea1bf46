"""A discarded draft is never public: not in lists, by itself, in its feed, in seasons or in events."""

import pytest

from league.eventlog.projections import runner
from tests.api.clients import API, member
from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db
ADDRESSES = ("", "standings/", "events/", "rounds/1/")


def given_up():
    evening = Evening()
    evening.enter("Анна", "Boris")
    evening.do("finish/")
    runner.catch_up_all()
    return evening


@pytest.mark.parametrize("role", ["stranger", "player"])
def test_only_officials_see_a_discarded_draft(role):
    evening = given_up()
    account = member(evening.organiser, evening.club, role)

    assert [evening.get(path, account).status_code for path in ADDRESSES] == [404] * len(ADDRESSES)
    assert account.get(f"{API}/tournaments/", {"club": evening.club}).json()["results"] == []
    assert account.get(f"{API}/tournaments/", {"phase": "given_up"}).json()["results"] == []
    assert account.get(f"{evening.address}feed/").status_code == 404
    assert account.get(f"/tournaments/{evening.id}/").status_code == 404
    assert evening.id not in account.get(f"/clubs/{evening.club}/").content.decode()


@pytest.mark.parametrize("role", ["scorekeeper", "arbiter", "organiser"])
def test_officials_see_the_draft_as_discarded(role):
    evening = given_up()
    account = member(evening.organiser, evening.club, role)

    seen = evening.get(client=account).json()

    assert (seen["phase"], seen["ranking"]) == ("given_up", [])
    [listed] = account.get(f"{API}/tournaments/", {"club": evening.club}).json()["results"]
    assert (listed["id"], listed["phase"]) == (evening.id, "given_up")
    assert evening.get("events/", account).json()["results"][0]["text"] == "The draft was discarded."


@pytest.mark.parametrize(
    ("path", "sent"),
    [("registration/", {}), ("start/", {}), ("finish/", {}), ("settings/", {"revision": 4, "name": "Зима"})],
)
def test_commands_on_a_discarded_draft_are_refused(path, sent):
    evening = given_up()

    answer = evening.send(path, **sent)

    assert (answer.status_code, answer.json()["code"]) == (409, "tournament.phase")
    assert "discarded" in answer.json()["detail"]


def test_a_restored_draft_can_be_opened_and_its_history_stays_hidden_from_the_public(client):
    evening = given_up()

    evening.do("reopening/", reason="There is a room after all.")

    assert evening.now()["phase"] == "draft"
    assert client.get(evening.address).status_code == 404
    evening.do("registration/")
    told = [each["text"] for each in client.get(f"{evening.address}events/").json()["results"]]
    assert told[0] == "Registration was opened."
    assert [text for text in told if "draft that was given up" in text or "given up" in text] == []


def test_seasons_and_webhooks_ignore_a_discarded_draft(client):
    evening = Evening()
    organiser = evening.organiser
    sent = {"club": evening.club, "name": "Лига", "game": "rummikub"}
    league = f"{API}/leagues/{organiser.post(f'{API}/leagues/', sent, format='json').json()['id']}/seasons/"
    organiser.post(league, {"name": "2026"}, format="json")
    organiser.post(f"{league}1/events/", {"tournament": evening.id}, format="json")
    hook = {"url": "https://club.example/hook", "kinds": ["tournament.finished"]}
    made = organiser.post(f"{API}/clubs/{evening.club}/webhooks/", hook, format="json").json()
    evening.do("finish/")
    runner.catch_up_all()

    assert client.get(f"{league}1/").json()["events"] == []
    assert client.get(f"{league}1/table/").json()["divisions"][0]["rows"] == []
    sent = organiser.get(f"{API}/clubs/{evening.club}/webhooks/{made['id']}/deliveries/").json()
    assert sent == []
