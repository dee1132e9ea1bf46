"""Requests of one account that are under way at the same time count towards its quotas like others."""

from threading import Thread

from django.db import connection
from rest_framework.throttling import SimpleRateThrottle

from league.matches.services import play
from tests.api.clients import API, founded, joined, signed_up


def test_a_match_that_is_being_opened_counts_for_a_second_request(committed_db, monkeypatch):
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "matches", "1/day")
    clara = signed_up("clara")
    club = founded(clara)
    seats = [joined(clara, club, name) for name in ("Anna", "Boris")]
    sent, open_match, found = {"game": "rummikub", "level": "score", "club": club, "seats": seats}, play.open_match, []

    def send(key):
        try:
            answer = clara.post(f"{API}/matches/", sent, format="json", headers={"Idempotency-Key": key})
            found.append(answer.status_code)
        finally:
            connection.close()

    def open_slowly(**given):
        monkeypatch.setattr(play, "open_match", open_match)
        opened = open_match(**given)
        second.start()
        second.join(timeout=3)
        return opened

    monkeypatch.setattr(play, "open_match", open_slowly)
    first, second = (Thread(target=send, args=[key]) for key in ("one", "two"))
    first.start()
    first.join()
    second.join()

    assert found == [429, 201]
