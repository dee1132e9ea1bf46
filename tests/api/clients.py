"""Accounts, clubs and players of a test, and clients that speak for them."""

from rest_framework.test import APIClient

API = "/api/v1"


def signed_up(username: str) -> APIClient:
    """A client with a token of a new account."""
    client = APIClient()
    account = {"username": username, "password": "correct horse battery"}
    assert client.post(f"{API}/sign-up/", account, format="json").status_code == 201
    token = client.post(f"{API}/sign-in/", account, format="json").json()["token"]
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    client.username = username
    return client


def founded(organiser: APIClient, name: str = "Клуб «Ладья»") -> str:
    """The id of a new club of *organiser*."""
    return organiser.post(f"{API}/clubs/", {"name": name}, format="json").json()["id"]


def joined(organiser: APIClient, club: str, name: str, account: APIClient | None = None) -> str:
    """The id of a new player of the club."""
    body = {"club": club, "name": name} | ({"username": account.username} if account else {})
    return organiser.post(f"{API}/players/", body, format="json").json()["id"]


def told(answer) -> tuple[int, str]:
    """Status and code of a problem document."""
    document = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert document.keys() >= {"type", "title", "status", "code", "detail"}
    assert document["status"] == answer.status_code
    return answer.status_code, document["code"]
