"""Tokens with names and scopes: made once, shown once, and good for what they were made for."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.permissions import SAFE_METHODS
from rest_framework.test import APIClient

from api.urls import urlpatterns
from league.clubs.models import TokenGrant, User
from league.clubs.tokens import MOST_TOKENS, create_named_token
from tests.api.clients import API, founded, joined, signed_up

pytestmark = pytest.mark.django_db


def made(client, scope="read", **more):
    sent = {"name": "Big screen", "scope": scope, **more}
    return client.post(f"{API}/me/tokens/", sent, format="json")


def by_token(client, scope):
    """A program with a token of this scope."""
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {made(client, scope).json()['token']}")
    return program


def test_a_token_is_shown_once_and_listed_with_name_scope_and_last_use():
    clara = signed_up("clara")
    program = by_token(clara, "results")

    before = clara.get(f"{API}/me/tokens/").json()[0]
    program.get(f"{API}/me/")
    after = clara.get(f"{API}/me/tokens/").json()[0]

    assert (before["name"], before["scope"], before["used"], before["this"]) == ("Big screen", "results", None, False)
    assert timezone.now() - datetime.fromisoformat(after["used"]) < timedelta(minutes=1)
    assert "token" not in after


def test_a_repeated_request_shows_no_token_again():
    clara = signed_up("clara")
    sent = {"name": "Script", "scope": "read"}

    first, again = (
        clara.post(f"{API}/me/tokens/", sent, format="json", headers={"Idempotency-Key": "one"}) for _ in range(2)
    )

    assert (first.status_code, again.status_code) == (201, 201)
    assert (len(first.json()["token"]), again.json()["token"]) == (64, None)
    assert TokenGrant.objects.exclude(name="").count() == 1


@pytest.mark.parametrize(
    ("scope", "allowed"),
    [("read", []), ("results", ["move"]), ("organise", ["move", "player"]), ("all", ["move", "player", "token"])],
)
def test_a_token_does_what_its_scope_says_and_no_more(scope, allowed):
    clara = signed_up("clara")
    club = founded(clara)
    players = [joined(clara, club, name) for name in ("Anna", "Boris")]
    opening = {"club": club, "game": "rummikub", "seats": players, "dealing": "table", "level": "score"}
    match = clara.post(f"{API}/matches/", opening, format="json").json()
    program = by_token(clara, scope)
    result = {"revision": match["revision"], "round": 1, "game": 1, "points": [10, -10], "reason": "out"}

    answers = {
        "move": program.post(f"{API}/matches/{match['id']}/result/", result, format="json"),
        "player": program.post(f"{API}/players/", {"club": club, "name": "Eva"}, format="json"),
        "token": made(program),
    }

    assert program.get(f"{API}/players/?club={club}").status_code == 200
    assert [name for name, answer in answers.items() if answer.status_code == 201] == allowed
    refused = [answer for answer in answers.values() if answer.status_code != 201]
    assert {(answer.status_code, answer.json()["code"]) for answer in refused} <= {(403, "not_allowed")}
    if scope == "read":
        assert "its scope is read, and this takes results" in answers["move"].json()["detail"]
    assert program.post(f"{API}/sign-out/").status_code == 204
    assert program.get(f"{API}/me/").status_code == 401


def test_tokens_that_enter_results_write_nothing_else():
    """Every endpoint that writes takes `organise` or more but for these."""
    views = {pattern.name: pattern.callback.cls for pattern in urlpatterns if hasattr(pattern.callback, "cls")}
    writes = {name: view for name, view in views.items() if {*view().allowed_methods} - {*SAFE_METHODS}}

    assert sorted(name for name, view in writes.items() if view.scope == "results") == [
        *("appeal-withdraw", "appeals", "confirmation", "contest", "move-withdrawal", "moves", "record", "result"),
        "seat-seed",
    ]
    assert sorted(name for name, view in writes.items() if view.scope == "read") == ["forks", "sign-out"]


def test_what_concerns_the_account_itself_takes_the_widest_scope():
    views = {pattern.name: pattern.callback.cls for pattern in urlpatterns if hasattr(pattern.callback, "cls")}

    own = ("own-tokens", "password", "close-account", "own-calendar", "accept", "offer")
    assert {views[name].scope for name in own} == {"all"}


@pytest.mark.parametrize(
    "sent", [{}, {"name": ""}, {"scope": "banana"}, {"days": 0}, {"days": 367}, {"name": "n" * 81}, {"days": "x"}]
)
def test_what_is_no_token_is_refused_by_name(sent):
    answer = signed_up("clara").post(f"{API}/me/tokens/", {"name": "x", **sent} if sent else {}, format="json")

    assert answer.status_code == 400
    assert {*answer.json()["errors"]} <= {*sent, "name", "scope"}


def test_an_account_has_so_many_named_tokens():
    clara = signed_up("clara")
    account = User.objects.get(username="clara").pk
    for number in range(MOST_TOKENS):
        create_named_token(account_id=account, name=f"{number}", scope="read")

    refused = made(clara)

    assert (refused.status_code, refused.json()["code"]) == (409, "token.too_many")
    assert AuthToken.objects.filter(user=account).count() == MOST_TOKENS + 1


def test_a_token_from_before_there_were_scopes_may_do_everything():
    clara = signed_up("clara")
    TokenGrant.objects.all().delete()

    assert clara.get(f"{API}/me/tokens/").json()[0]["scope"] == "all"
    assert made(clara).status_code == 201


def test_a_use_is_written_down_once_an_hour():
    clara = signed_up("clara")
    clara.get(f"{API}/me/")
    seen = TokenGrant.objects.get().used_at
    clara.get(f"{API}/me/")
    assert TokenGrant.objects.get().used_at == seen

    TokenGrant.objects.update(used_at=seen - timedelta(hours=2))
    clara.get(f"{API}/me/")

    assert TokenGrant.objects.get().used_at >= seen
