"""Requests of one account that are under way at the same time count towards its quotas like others."""

from hashlib import sha256
from threading import Thread

import pytest
from django.db import connection
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from league.clubs.models import User
from league.matches.services import play
from tests.api.clients import API, founded, joined, signed_up


def by_api(clara, club, seats, key):
    sent = {"game": "rummikub", "level": "score", "club": club, "seats": seats}
    return clara.post(f"{API}/matches/", sent, format="json", headers={"Idempotency-Key": key})


def by_page(clara, club, seats, key):
    browser = Client()
    browser.force_login(User.objects.get(username="clara"))
    sent = {"seat0": seats[0], "seat1": seats[1], "recorded": "score table", "length": "3"}
    once = {"key": sha256(key.encode()).hexdigest()}
    return browser.post(f"/clubs/{club}/new-match/?game=rummikub", sent | once)


@pytest.mark.parametrize(("ask", "opened"), [(by_api, 201), (by_page, 302)])
def test_a_match_that_is_being_opened_counts_for_a_second_request(committed_db, monkeypatch, ask, opened):
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "matches", "1/day")
    clara = signed_up("clara")
    club = founded(clara)
    seats = [joined(clara, club, name) for name in ("Anna", "Boris")]
    open_match, found = play.open_match, []

    def send(key):
        try:
            found.append(ask(clara, club, seats, key).status_code)
        finally:
            connection.close()

    def open_slowly(**given):
        monkeypatch.setattr(play, "open_match", open_match)
        done = open_match(**given)
        second.start()
        second.join(timeout=3)
        return done

    monkeypatch.setattr(play, "open_match", open_slowly)
    first, second = (Thread(target=send, args=[key]) for key in ("one", "two"))
    first.start()
    first.join()
    second.join()

    assert found == [429, opened]
