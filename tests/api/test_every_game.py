"""Every game is played to its end over the API, by one client per seat, without knowledge of the game."""

import pytest

from games.chance import Chance
from games.registry import engine, engines
from tests.api.clients import API, founded, joined, signed_up

pytestmark = pytest.mark.django_db
MOST_REQUESTS = 1500


class Seat:
    """A client that asks for its legal moves and makes one of them."""

    def __init__(self, client, address: str, seat: int) -> None:
        self.client, self.address, self.seat = client, address, seat

    def move(self, revision: int) -> int:
        legal = self.client.get(f"{self.address}/legal/", {"seat": self.seat}).json()["moves"]
        move = Chance(b"every game", f"{self.seat}:{revision}").pick(legal)
        sent = {"revision": revision, "seat": self.seat, "move": move}
        answer = self.client.post(f"{self.address}/moves/", sent, format="json")
        assert answer.status_code == 201, answer.json()
        return answer.json()["revision"]


def opened(game: str, seats: int):
    """A match dealt by the service, with a client for each seat."""
    organiser = signed_up("organiser")
    club = founded(organiser)
    clients = [signed_up(f"player-{seat}") for seat in range(seats)]
    players = [joined(organiser, club, f"Игрок № {seat}", client) for seat, client in enumerate(clients)]
    match = organiser.post(f"{API}/matches/", {"club": club, "game": game, "seats": players}, format="json").json()
    address = f"{API}/matches/{match['id']}"
    return organiser, address, [Seat(client, address, seat) for seat, client in enumerate(clients)]


@pytest.mark.parametrize("game", engines())
def test_a_match_is_played_to_its_end_by_its_seats(game):
    onlooker, address, seats = opened(game, min(3, max(engine(game).meta.seats)))
    now = onlooker.get(f"{address}/").json()

    for _ in range(MOST_REQUESTS):
        if now["status"] == "over":
            break
        for seat in now["turn"]:
            seats[seat].move(onlooker.get(f"{address}/").json()["revision"])
        now = onlooker.get(f"{address}/").json()

    assert now["status"] == "over"
    assert onlooker.get(f"{address}/fairness/").json()["fair"]
    assert "?" not in onlooker.get(f"{address}/record/").content.decode().partition("==")[2]


@pytest.mark.parametrize("game", engines())
def test_hidden_parts_look_the_same_to_every_spectator(game):
    onlooker, address, seats = opened(game, min(3, max(engine(game).meta.seats)))
    stranger = signed_up("stranger")

    views = [client.get(f"{address}/position/").json() for client in (onlooker, stranger)]
    own = seats[0].client.get(f"{address}/position/").json()

    assert views[0] == views[1]
    assert (views[0]["seen_by"], own["seen_by"]) == ("public", 0)
