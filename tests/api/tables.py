"""Matches opened over the API, and moves as it accepts them."""

from tests.api.clients import API, founded, joined, signed_up
from tests.games.records import texts

DEAL = f"* {texts.DEAL}"


def lines(*plies):
    """Moves in record notation: `lines(DEAL, "0 draw")`."""
    return [{"seat": -1 if seat == "*" else int(seat), "move": move} for seat, move in (p.split(" ", 1) for p in plies)]


def of_four():
    """An organiser, four players with accounts, and an open match of one round dealt by the service."""
    organiser = signed_up("organiser")
    club = founded(organiser)
    clients = [signed_up(name) for name in ("anna", "boris", "clara", "dan")]
    players = [joined(organiser, club, client.username.title(), client) for client in clients]
    sent = {"club": club, "game": "rummikub", "seats": players}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()
    return organiser, clients, match
