"""Two matches that differ only in what a reader may not know get the same responses, byte for byte.

The two are written down at a table, since there it can be chosen what is hidden: the same record with hidden words
exchanged, as far as the rules accept it (tests/games/contract.py). What is shown of matches that the service deals goes
the same way. Ids, times and hashes, which every match or request has of its own, are put aside, and
the tokens by which every page guards its forms.
"""

import re
from collections import Counter
from itertools import islice

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from games.engine import PUBLIC
from games.registry import engine, engines
from tests.api.clients import API, appoint, founded, joined, signed_up
from tests.games.contract import World, hidden_at, other_worlds
from tests.games.playouts import play

pytestmark = pytest.mark.django_db

HIDING = ["ralph", "riff_raff", "rummikub", "the_game_extreme"]
PLAIN = rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00| UTC)"
IN_WORDS = rb"\d\d? [A-Z][a-z]{2} \d{4}, \d\d:\d\d(?::\d\d)?"
# Headers: a digest of the body, what the reader may still send, and what others have.
OF_THE_ANSWER = {"ETag", "RateLimit", "X-Request-ID", "Server-Timing"}
OWN = re.compile(PLAIN + b"|" + IN_WORDS + rb'|[0-9a-f]{64}|[0-9A-Za-z]{64}(?=">)')
MOMENTS, TRIES = 60, 3  # that are looked through; moves of each seat in either match that are tried


class House:
    """A club with a scribe, a player with an account per seat (the first is an official), and a stranger."""

    def __init__(self, game, seats):
        self.game = game
        self.scribe = signed_up("scribe")
        self.club = founded(self.scribe)
        self.clients = [signed_up(f"seat{seat}") for seat in range(seats)]
        self.players = [joined(self.scribe, self.club, client.username, client) for client in self.clients]
        appoint(self.scribe, self.club, "seat0", "organiser")
        self.others = [APIClient(), signed_up("stranger")]

    def readers(self, viewer):
        return self.others if viewer == PUBLIC else [self.clients[viewer]]

    def write_down(self, world):
        """Write down a match with the moves of the world. Returns its id and revision."""
        sent = {"club": self.club, "game": self.game, "seats": self.players, "dealing": "table"}
        match = self.scribe.post(f"{API}/matches/", sent, format="json").json()
        moves = [{"seat": by, "move": str(move)} for _, by, move in world.plies]
        sent = {"revision": match["revision"], "moves": moves}
        written = self.scribe.post(f"{API}/matches/{match['id']}/moves/", sent, format="json")
        assert written.status_code == 201
        return match["id"], written.json()["revision"]


def answers(reader, match, revision, seats, texts):
    """All responses to *reader* about a match: status, headers and body by request."""
    address = f"{API}/matches/{match}/"
    asked = ["", "events/", f"events/?after={revision - 2}", "position/", f"position/?at={revision - 1}", "record/"]
    asked += ["totals/", "fairness/", *(f"legal/?seat={seat}" for seat in range(-1, seats))]
    asked += [f"position/?seat={seat}" for seat in range(seats)]
    asked += [f"moves/{at}/{what}" for at in (revision - 1, revision) for what in ("", "advice/", "advice/?when=after")]
    pages = [f"/matches/{match}/", f"/matches/{match}/replay/", f"/matches/{match}/replay/?at={revision - 1}"]
    pages += [f"/matches/{match}/replay/?seat={seat}" for seat in ("public", *range(seats))]
    pages += [f"/matches/{match}/replay/steps/?from=1&rev={revision}&seat={seat}" for seat in ("", "0")]
    pages += [f"/matches/{match}/arbiter/{revision}/", f"/embed/matches/{match}/board/?at={revision - 1}"]
    found = {path: reader.get(address + path) for path in asked}
    found |= {path: reader.get(path) for path in pages}
    for seat in range(-1, seats):
        for text in texts:
            line = {"revision": revision, "moves": [{"seat": seat, "move": text}]}
            found[f"fork {seat} {text}"] = reader.post(f"{address}forks/", line, format="json")
            move = {"revision": revision, "seat": seat, "move": text}
            with transaction.atomic():
                found[f"{seat} {text}"] = reader.post(f"{address}moves/", move, format="json")
                transaction.set_rollback(True)
    return {
        request.replace(match, "match"): (
            answer.status_code,
            sorted((name, value) for name, value in answer.headers.items() if name not in OF_THE_ANSWER),
            OWN.sub(b"own", answer.content.replace(match.encode(), b"match")),
        )
        for request, answer in found.items()
    }


def moments(played, viewer):
    """The game at moments when something is hidden from *viewer*: an early one for every seat, or nature, on turn."""
    worlds = [World.of(played, at) for at in hidden_at(played, viewer, most=MOMENTS)]
    return {played.engine.turn(world.now): world for world in reversed(worlds)}.values()


@pytest.mark.parametrize("game", HIDING)
def test_matches_that_differ_in_hidden_parts_look_the_same_to_everybody_else(game):
    rules = engine(game)
    seats = max(2, rules.meta.seats[0])

    def possible(world, seat):
        return [str(move) for move in islice(rules.legal(world.now, seat), TRIES)]

    played = play(rules, seats, seed=7)
    house = House(game, seats)
    compared = Counter()

    for viewer in (PUBLIC, *range(seats)):
        for here in moments(played, viewer):
            for there in islice(other_worlds(played, here, viewer, tries=40), 1):
                mine, theirs = house.write_down(here), house.write_down(there)
                tried = [move for world in (here, there) for seat in range(seats) for move in possible(world, seat)]
                for reader in house.readers(viewer):
                    known, other = (answers(reader, *match, seats, tried) for match in (mine, theirs))
                    assert {request: each for request, each in known.items() if other[request] != each} == {}
                    compared[viewer] += len(known)

    assert sorted(compared) == [PUBLIC, *range(seats)]


def test_every_game_with_hidden_parts_is_tested():
    assert [slug for slug in engines() if engine(slug).meta.hidden] == HIDING


@pytest.mark.parametrize("game", HIDING)
def test_an_annulment_reveals_nothing_hidden(game):
    rules = engine(game)
    seats = max(2, rules.meta.seats[0])
    house = House(game, seats)
    played = play(rules, seats, seed=7)

    def annulled(world):
        """A match of the world with its last move annulled: id, revision, and the id of the ruling."""
        match, revision = house.write_down(world)
        sent = {"revision": revision, "kind": "annul", "annul_from": revision, "reason": "So."}
        answer = house.scribe.post(f"{API}/matches/{match}/rulings/", sent, format="json")
        assert answer.status_code == 201
        return match, answer.json()["revision"], answer.json()["ruling"].encode()

    compared = Counter()
    for viewer in (PUBLIC, 1):
        for here in islice((each for each in moments(played, viewer) if each.plies), 2):
            for there in islice(other_worlds(played, here, viewer, tries=40), 1):
                for reader in house.readers(viewer)[-1:]:
                    known, other = (
                        {
                            request: (status, headers, body.replace(ruling, b"ruling"))
                            for request, (status, headers, body) in answers(reader, match, at, seats, []).items()
                        }
                        for match, at, ruling in map(annulled, (here, there))
                    )
                    assert {request: each for request, each in known.items() if other[request] != each} == {}
                    compared[viewer] += len(known)

    assert sorted(compared) == [PUBLIC, 1]
