"""Accounts, clubs and players for a test, with API clients that are signed in."""

from rest_framework.test import APIClient

API = "/api/v1"


def signed_up(username: str) -> APIClient:
    """A client signed in to a new account."""
    client = APIClient()
    account = {"username": username, "password": "correct horse battery"}
    assert client.post(f"{API}/sign-up/", account, format="json").status_code == 201
    token = client.post(f"{API}/sign-in/", account, format="json").json()["token"]
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    client.username = username
    return client


def founded(organiser: APIClient, name: str = "Клуб «Ладья»") -> str:
    """Found a club and return its id."""
    return organiser.post(f"{API}/clubs/", {"name": name}, format="json").json()["id"]


def joined(organiser: APIClient, club: str, name: str, account: APIClient | None = None) -> str:
    """Add a player to the club and return the player's id."""
    body = {"club": club, "name": name} | ({"username": account.username} if account else {})
    return organiser.post(f"{API}/players/", body, format="json").json()["id"]


def told(answer) -> tuple[int, str]:
    """The status and code of a problem document."""
    document = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert document.keys() >= {"type", "title", "status", "code", "detail"}
    assert document["status"] == answer.status_code
    return answer.status_code, document["code"]
