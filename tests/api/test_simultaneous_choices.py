"""Seats that choose at the same time send their choices with the revision that all of them saw, in any order."""

import threading
from itertools import permutations

import pytest
from django.db import connection

from tests.api.clients import API, founded, joined, problem, signed_up

NAMES = ("anna", "boris", "clara")


class Round:
    """A match of three players with accounts, at the beginning of a round in which all choose at once."""

    def __init__(self, game, **more):
        organiser = signed_up("organiser")
        club = founded(organiser)
        self.clients = [signed_up(name) for name in NAMES]
        players = [joined(organiser, club, client.username.title(), client) for client in self.clients]
        sent = {"club": club, "game": game, "seats": players, **more}
        match = organiser.post(f"{API}/matches/", sent, format="json").json()
        self.organiser, self.address, self.seen = organiser, f"{API}/matches/{match['id']}/", match["revision"]

    def first_choice(self, seat):
        return self.clients[seat].get(f"{self.address}legal/", {"seat": seat}).json()["moves"][0]

    def choose(self, seat, move, revision=None, client=None):
        """Send a choice with the revision that all saw. Returns the status, and the new revision or the code."""
        sent = {"revision": revision or self.seen, "seat": seat, "move": move}
        answer = (client or self.clients[seat]).post(f"{self.address}moves/", sent, format="json")
        body = answer.json()
        return answer.status_code, body["revision"] if answer.status_code == 201 else body["code"]

    def turn(self):
        return self.organiser.get(f"{self.address}position/").json()["turn"]


@pytest.mark.django_db
@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("game", ["ralph", "riff_raff"])
def test_three_choices_with_the_same_revision_are_all_accepted(game, order):
    table = Round(game)
    cards = {seat: table.first_choice(seat) if game == "ralph" else str(seat + 1) for seat in order}
    assert table.turn() == [0, 1, 2]

    answers = [table.choose(seat, cards[seat]) for seat in order]

    assert [status for status, _ in answers] == [201] * 3
    assert [revision for _, revision in answers[:2]] == [table.seen + 1, table.seen + 2]
    events = table.organiser.get(f"{table.address}events/").json()
    assert [each["payload"]["seat"] for each in events[table.seen : table.seen + 3]] == list(order)


@pytest.mark.django_db
def test_a_second_choice_of_a_seat_and_a_choice_for_another_position_are_stale():
    table = Round("riff_raff")
    table.choose(1, "9")

    assert table.choose(1, "8") == (409, "stream_moved_on")
    assert table.choose(1, "8", revision=table.seen + 7) == (409, "stream_moved_on")
    assert table.choose(0, "99") == (422, "riff_raff.card_range")
    assert table.choose(0, "3") == (201, table.seen + 2)
    assert table.choose(2, "5", revision=table.seen + 1) == (201, table.seen + 3)
    # the round is revealed, and seat 1 loads: what was sent for the choice is stale
    assert table.turn() == [1]
    assert table.choose(1, "load rat") == (409, "stream_moved_on")
    assert table.choose(1, "load rat", revision=table.seen + 3) == (201, table.seen + 4)
    assert table.choose(0, "4", revision=table.seen + 2) == (409, "stream_moved_on")


@pytest.mark.django_db
def test_an_official_who_writes_down_two_choices_may_have_seen_none_of_the_third():
    table = Round("riff_raff", dealing="table")
    table.choose(2, "5")
    moves = [{"seat": 0, "move": "3"}, {"seat": 1, "move": "9"}]

    answer = table.organiser.post(f"{table.address}moves/", {"revision": table.seen, "moves": moves}, format="json")
    late = [{"seat": 0, "move": "4"}, {"seat": 0, "move": "6"}]
    twice = table.organiser.post(f"{table.address}moves/", {"revision": table.seen, "moves": late}, format="json")

    assert (answer.status_code, answer.json()) == (201, {"revision": table.seen + 3})
    assert (twice.status_code, twice.json()["code"]) == (409, "stream_moved_on")


@pytest.mark.django_db
def test_two_choices_of_one_seat_are_stale_once_another_seat_has_chosen():
    table = Round("riff_raff", dealing="table")
    table.choose(2, "5")
    twice = [{"seat": 0, "move": "3"}, {"seat": 0, "move": "4"}]

    answer = table.organiser.post(f"{table.address}moves/", {"revision": table.seen, "moves": twice}, format="json")

    assert problem(answer) == (409, "stream_moved_on")
    assert table.turn() == [0, 1]


@pytest.mark.django_db
def test_a_choice_is_stale_if_more_than_other_choices_has_happened_since():
    table = Round("riff_raff")
    table.choose(1, "9")
    appeal = {"revision": table.seen + 1, "contested": table.seen + 1, "statement": "Two cards were shown."}
    filed = table.clients[2].post(f"{table.address}appeals/", appeal, format="json")
    assert filed.status_code == 201, filed.json()

    assert table.choose(0, "3") == (409, "stream_moved_on")
    assert table.choose(0, "3", revision=table.seen + 2) == (201, table.seen + 3)


@pytest.mark.django_db
def test_the_next_seat_in_turn_has_to_have_seen_the_move_before():
    table = Round("rummikub")
    (first,) = table.turn()
    assert table.choose(first, "draw")[0] == 201
    (second,) = table.turn()

    assert table.choose(second, "draw") == (409, "stream_moved_on")


@pytest.mark.django_db
def test_a_turn_of_one_seat_after_another_still_needs_the_last_revision():
    table = Round("the_game_extreme")
    (first,) = table.turn()
    table.choose(first, table.first_choice(first))

    assert table.choose((first + 1) % 3, "give_up") == (409, "stream_moved_on")
    assert table.choose(first, "give_up") == (409, "stream_moved_on")


class Chooser(threading.Thread):
    """A seat that sends its choice when all are ready."""

    def __init__(self, table, seat, ready):
        super().__init__()
        self.table, self.seat, self.ready = table, seat, ready

    def run(self):
        self.ready.wait()
        self.answer = self.table.choose(self.seat, str(self.seat + 4))
        connection.close()


def test_choices_that_are_sent_at_the_same_moment_are_all_accepted(committed_db):
    table = Round("riff_raff")
    ready = threading.Barrier(3)
    seats = [Chooser(table, seat, ready) for seat in range(3)]
    for seat in seats:
        seat.start()
    for seat in seats:
        seat.join()

    assert sorted(seat.answer for seat in seats) == [(201, table.seen + at) for at in (1, 2, 3)]
    assert table.turn() == [2]
