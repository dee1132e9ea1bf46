"""Matches as the API opens them, and moves as it takes them."""

from tests.api.clients import API, founded, joined, signed_up
from tests.games.records import texts

DEAL = f"* {texts.DEAL}"


def lines(*plies):
    """Moves that are written as in records: `lines(DEAL, "0 draw")`."""
    return [{"seat": -1 if seat == "*" else int(seat), "move": move} for seat, move in (p.split(" ", 1) for p in plies)]


def of_four():
    """An organiser, four players with accounts, and an open match of one round that the service deals."""
    organiser = signed_up("organiser")
    club = founded(organiser)
    clients = [signed_up(name) for name in ("anna", "boris", "clara", "dan")]
    players = [joined(organiser, club, client.username.title(), client) for client in clients]
    sent = {"club": club, "game": "rummikub", "seats": players}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()
    return organiser, clients, match
