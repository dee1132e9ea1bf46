"""Accounts, clubs and players for a test, with API clients that are signed in."""

from uuid import UUID

from rest_framework.test import APIClient

from league.clubs.accounts import sign_up
from league.clubs.services import add_player
from league.clubs.sessions import actor
from league.clubs.tokens import create_token
from league.models import User
from tests.builders.clubs import accept_offers

API = "/api/v1"


def signed_up(username: str) -> APIClient:
    """A client signed in to a new account."""
    client = APIClient()
    token = create_token(sign_up(username=username, password="correct horse battery")).token
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    client.username = username
    return client


def founded(organiser: APIClient, name: str = "Клуб «Ладья»") -> str:
    """Found a club and return its id."""
    return organiser.post(f"{API}/clubs/", {"name": name}, format="json").json()["id"]


def joined(organiser: APIClient, club: str, name: str, account: APIClient | None = None) -> str:
    """Add a player to the club and return the player's id."""
    by = actor(User.objects.get(username=organiser.username).pk)
    username = account and account.username
    player = add_player(club_id=UUID(club), name=name, username=username, actor=by)
    if username is not None:
        accept_offers(username)
    return str(player.pk)


def appoint(organiser: APIClient, club: str, username: str, role: str) -> None:
    """Give an account a role in the club."""
    answer = organiser.post(f"{API}/clubs/{club}/roles/", {"username": username, "role": role}, format="json")
    assert answer.status_code in (202, 204), answer.content  # offered, or there already
    accept_offers(username)


def member(organiser: APIClient, club: str, role: str) -> APIClient:
    """The organiser, or a new account: with a role in the club, of a player of it, or of a stranger."""
    if role == "organiser":
        return organiser
    account = signed_up(role)
    if role == "player":
        joined(organiser, club, "Dan", account)
    elif role != "stranger":
        appoint(organiser, club, role, role)
    return account


def problem(answer) -> tuple[int, str]:
    """The status and code of a problem document."""
    document = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert document.keys() >= {"type", "title", "status", "code", "detail"}
    assert document["status"] == answer.status_code
    return answer.status_code, document["code"]
