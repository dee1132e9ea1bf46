"""Webhooks over the API: for organisers only, with the secret shown once."""

from uuid import UUID

import pytest

from league.common.idempotency import AnsweredRequest
from tests.api.clients import API, founded, problem, signed_up

pytestmark = pytest.mark.django_db

SENT = {"url": "https://club.example/hook", "kinds": ["round.published", "match.ended"]}


def test_an_organiser_registers_tries_and_removes_a_webhook():
    organiser = signed_up("organiser")
    address = f"{API}/clubs/{founded(organiser)}/webhooks/"

    made = organiser.post(address, SENT, format="json", headers={"Idempotency-Key": "once"})
    again = organiser.post(address, SENT, format="json", headers={"Idempotency-Key": "once"})
    listed = organiser.get(address).json()
    ping = organiser.post(f"{address}{made.json()['id']}/ping/")
    (delivery,) = organiser.get(f"{address}{made.json()['id']}/deliveries/").json()
    removed = organiser.delete(f"{address}{made.json()['id']}/")

    assert again.json() == made.json() | {"secret": None}
    assert "whsec" not in "".join(map(str, AnsweredRequest.objects.values_list("body", flat=True)))
    webhook = made.json()
    secret = webhook.pop("secret")
    assert (made.status_code, secret.startswith("whsec_"), webhook["url"]) == (201, True, SENT["url"])
    assert webhook["kinds"] == ["match.ended", "round.published"]
    assert listed == [webhook]
    assert (ping.status_code, ping.json()["id"]) == (201, delivery["id"])
    assert (delivery["kind"], delivery["status"], delivery["attempts"]) == ("webhook.ping", "pending", 0)
    assert (removed.status_code, organiser.get(address).json()) == (204, [])


def test_an_address_that_is_not_public_is_refused_by_name():
    organiser = signed_up("organiser")
    address = f"{API}/clubs/{founded(organiser)}/webhooks/"

    answer = organiser.post(address, {**SENT, "url": "https://169.254.169.254/"}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (422, "webhook.bad_address")
    assert answer.json()["params"]["why"] == "it does not point to the public internet"


def test_webhooks_of_another_club_are_not_found():
    organiser, other = signed_up("organiser"), signed_up("other")
    own = f"{API}/clubs/{founded(organiser)}/webhooks/"
    webhook = organiser.post(own, SENT, format="json").json()["id"]
    address = f"{API}/clubs/{founded(other)}/webhooks/{webhook}/"

    answers = [other.delete(address), other.post(f"{address}ping/"), other.get(f"{address}deliveries/")]

    assert [problem(answer) for answer in answers] == [(404, "unknown")] * 3
    assert [each["id"] for each in organiser.get(own).json()] == [webhook]


def test_a_webhook_is_changed_and_a_new_secret_is_shown_once():
    clara = signed_up("clara")
    address = f"{API}/clubs/{founded(clara)}/webhooks/"
    sent = {"url": "https://club.example/", "kinds": ["match.ended"]}
    first = clara.post(address, sent, format="json").json()
    own = f"{address}{first['id']}/"

    changed = clara.patch(own, {"kinds": ["match.opened"]}, format="json").json()
    secrets = [clara.post(f"{own}secret/", headers={"Idempotency-Key": "once"}).json()["secret"] for _ in range(2)]
    ping = clara.post(f"{own}ping/").json()["id"].removeprefix("msg_")
    again = clara.post(f"{own}deliveries/{UUID(ping)}/redelivery/").json()

    assert (changed["url"], changed["kinds"], changed["previous_until"]) == (sent["url"], ["match.opened"], None)
    assert (secrets[0].startswith("whsec_"), secrets[0] != first["secret"], secrets[1]) == (True, True, None)
    assert (again["id"], again["status"]) == (f"msg_{ping}", "pending")


def test_a_chat_is_added_tried_and_removed_and_its_token_is_in_no_answer():
    organiser = signed_up("organiser")
    club = founded(organiser)
    address, token = f"{API}/clubs/{club}/chats/", "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
    sent = {"app": "telegram", "news": ["standings", "rounds"], "room": "-1001234567890", "token": token}

    made = organiser.post(address, sent, format="json", headers={"Idempotency-Key": "once"})
    listed = organiser.get(address)
    wrong = organiser.post(address, {**sent, "token": "secret"}, format="json")
    own = f"{API}/clubs/{club}/webhooks/{made.json()['id']}/"
    elsewhere = organiser.patch(own, {"url": "https://other.example/"}, format="json")
    secret = organiser.post(f"{own}secret/")
    ping = organiser.post(f"{own}ping/")
    removed = organiser.delete(own)

    chat = made.json()
    assert (chat["app"], chat["service"], chat["room"]) == ("telegram", "api.telegram.org", "-1001234567890")
    assert chat["news"] == ["rounds", "standings"]
    assert listed.json() == [chat]
    assert problem(wrong) == (422, "chat.bad")
    assert "secret" not in wrong.text
    assert (elsewhere.status_code, secret.status_code) == (404, 404)  # the token would go there
    kept = "".join(map(str, AnsweredRequest.objects.values_list("body", flat=True)))
    assert token not in made.text + listed.text + kept
    assert (ping.status_code, removed.status_code, organiser.get(address).json()) == (201, 204, [])
