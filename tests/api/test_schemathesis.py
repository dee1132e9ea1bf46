"""Requests that schemathesis makes up from the schema: none breaks the service, every answer is a declared one."""

import os
from itertools import cycle
from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi import checks

from deploy.wsgi import application
from tests.api.clients import API, founded, joined, signed_up
from tests.api.evenings import Evening

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "8"))  # besides those that cover every field's limits
quickly = settings(
    max_examples=EXAMPLES,
    database=None,
    deadline=None,
    derandomize=EXAMPLES == 8,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


UNFIT = [
    checks.positive_data_acceptance,  # games, names and ids refuse much that has the right shape
    checks.ignored_auth,  # what is open to all is open with a wrong token, too – or answered by 401
]
FEEDS = r"/feed/$"  # they do not end
schema = schemathesis.openapi.from_wsgi(f"{API}/schema/", application).exclude(path_regex=FEEDS)


@pytest.fixture
def club():
    """An organiser's token, and ids of what there is: a club, players, a series, a tournament, all kinds of matches."""
    organiser = signed_up("organiser")
    club = founded(organiser)
    players = [joined(organiser, club, "Анна", organiser), joined(organiser, club, "Boris")]
    series = organiser.post(f"{API}/series/", {"club": club, "game": "rummikub", "name": "Осень"}, format="json")
    kinds = [{}, {"dealing": "table"}, {"level": "open"}, {"level": "score"}]
    sent = {"club": club, "game": "rummikub", "seats": players}
    matches = [organiser.post(f"{API}/matches/", {**sent, **kind}, format="json").json()["id"] for kind in kinds]
    evening = Evening(organiser=organiser, club=club)
    for player in players:
        evening.do("entries/", player=player)
    sent = {"url": "https://club.example/hook", "kinds": ["match.ended"]}
    webhook = organiser.post(f"{API}/clubs/{club}/webhooks/", sent, format="json").json()["id"]
    authorization = organiser._credentials["HTTP_AUTHORIZATION"]
    known = {
        "club": cycle([club]),
        "club_id": cycle([club]),
        "webhook_id": cycle([webhook]),
        "series": cycle([series.json()["id"]]),
        "series_id": cycle([series.json()["id"]]),
        "match_id": cycle(matches),
        "player_id": cycle(players),
        "player": cycle(players),
        "entrant": cycle(players),
        "tournament_id": cycle([evening.id]),
        "slug": cycle(["rummikub"]),
        "game": cycle(["rummikub"]),
    }
    return authorization, known


@pytest.fixture
def inside(club, settings):
    """Requests stay in this test's transaction (the test client, used above, lets them), and nobody counts sign-ins."""
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield club
    for signal in signals:
        signal.connect(close_old_connections)


@schema.parametrize()
@quickly
def test_an_organiser_meets_only_declared_answers(case, inside):
    authorization, known = inside

    _aim(case, known)

    case.call_and_validate(headers={"Authorization": authorization}, excluded_checks=UNFIT)


@schema.parametrize()
@quickly
def test_nobody_meets_only_declared_answers(case, inside):
    _aim(case, inside[1])

    case.call_and_validate(excluded_checks=UNFIT)


def _aim(case, known):
    """Put ids that there are in place of valid ones that are made up, so that the request gets beyond a 404."""
    for values in (case.path_parameters, case.query, case.body):
        if isinstance(values, dict):
            for name in values.keys() & known.keys():
                if _is_name(values[name]) if name in ("slug", "game") else _is_id(values[name]):
                    values[name] = next(known[name])


def _is_name(value):
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= 64


def _is_id(value):
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False
