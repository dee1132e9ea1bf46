"""Every error under /api/ is a problem document, never a page."""

import json

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import connection
from django.http import Http404
from django.test import Client, RequestFactory
from rest_framework.test import APIClient

from api.problems import handle
from deploy import urls
from games.errors import FormError, Phrase
from league.errors import LeagueError
from tests.api.clients import API, problem, signed_up

NOWHERE = "00000000-0000-0000-0000-000000000000"


@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
@pytest.mark.parametrize("path", ["/api/", "/api/v2/matches/", f"{API}/nowhere/", f"{API}/matches/17/", "/api/v1//me/"])
def test_an_unknown_address_is_not_found(client, method, path):
    assert problem(getattr(client, method)(path)) == (404, "unknown")


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_address_without_its_slash_is_not_found_and_the_response_suggests_it(client, method):
    answer = getattr(client, method)(f"{API}/games")

    assert problem(answer) == (404, "unknown")
    assert (
        answer.json()["detail"] == "Nothing was found at this address. Did you mean the same URL with a trailing slash?"
    )


@pytest.mark.parametrize(
    "path", ["games/", "sign-in/", f"matches/{NOWHERE}/", f"matches/{NOWHERE}/moves/", "schema/", "docs/"]
)
@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "FIND"])
@pytest.mark.django_db
def test_an_unsupported_method_is_refused_with_the_supported_ones(path, method):
    answer = signed_up("anna").generic(method, f"{API}/{path}")

    assert problem(answer) == (405, "request.method_not_allowed")
    assert "OPTIONS" in answer.headers["Allow"]


def test_head_returns_get_without_a_body(client):
    answer = client.head(f"{API}/games/")

    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.django_db
def test_options_lists_the_methods_of_an_address():
    answer = signed_up("anna").options(f"{API}/matches/{NOWHERE}/totals/")

    assert (answer.status_code, answer.content, answer.headers["Allow"]) == (204, b"", "GET, HEAD, OPTIONS")


@pytest.mark.parametrize("path", ["games/", "schema/", "docs/"])
def test_an_unsupported_response_format_is_refused(client, path):
    answer = client.get(f"{API}/{path}", headers={"Accept": "image/png"})

    assert problem(answer) == (406, "request.not_acceptable")


def test_a_foreign_host_name_is_refused(client):
    answer = client.get(f"{API}/games/", headers={"Host": "example.org"})

    assert problem(answer) == (400, "request.unreadable")


@pytest.mark.parametrize(
    "authorization",
    [
        "Token",
        "Token ",
        "Token a b",
        "Token wrong",
        "Token é",
        "Token \x00",
        "token " + "0" * 64,
        "Token " + "0" * 100_000,
        "Bearer x",
        "Basic YTpi",
        "\x00",
        "",
    ],
)
@pytest.mark.django_db
def test_an_invalid_token_signs_nobody_in(authorization):
    answer = APIClient().get(f"{API}/me/", headers={"Authorization": authorization})

    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert problem(answer) in ((401, "request.authentication_failed"), (401, "request.not_authenticated"))


@pytest.mark.parametrize("path", ["/api/v1/matches/", "/api/", "/api/v1/records/"])
def test_a_fault_of_our_own_is_reported_without_a_stack_trace(path):
    answer = urls.handler500(RequestFactory().get(path))

    assert (answer.status_code, answer.headers["Content-Type"]) == (500, "application/problem+json")
    assert b"went wrong on our side" in answer.content


@pytest.mark.parametrize("path", ["clubs/", f"matches/{NOWHERE}/", "schema/"])
def test_without_the_database_the_response_asks_to_try_again(committed_db, monkeypatch, path):
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", "ludex_is_away")

    answer = APIClient().get(f"{API}/{path}", headers={"Authorization": f"Token {'0' * 64}"})

    assert problem(answer) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "1"


def test_responses_are_not_cached_for_other_users():
    answer = Client().get(f"{API}/games/")

    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Http404(), 404, "unknown"),
        (PermissionDenied(), 403, "not_allowed"),
        (SuspiciousOperation("A strange host."), 400, "request.unreadable"),
        (FormError(what=Phrase("This is no move."), column=3), 422, "record.syntax"),
    ],
)
def test_errors_of_the_framework_and_the_games_become_problems(error, status, code):
    answer = handle(error, {})

    assert (answer.status_code, json.loads(answer.content)["code"]) == (status, code)


def test_the_column_of_a_fault_is_in_the_problem():
    answer = handle(FormError(what=Phrase("This is no move."), column=3), {})

    assert json.loads(answer.content)["column"] == 3


@pytest.mark.parametrize("error", [LeagueError(), ValueError("A bug.")])
def test_an_error_that_only_a_bug_can_raise_is_no_problem_but_a_fault_of_the_service(error):
    assert handle(error, {}) is None


def test_params_are_data():
    answer = handle(FormError(what="This is no move.", turn=[0, 2], at="2026-03-07T12:05:00+00:00", limit=2**60), {})

    assert json.loads(answer.content)["params"] == {
        "what": "This is no move.",
        "turn": [0, 2],
        "at": "2026-03-07T12:05:00Z",
        "limit": str(2**60),
    }
