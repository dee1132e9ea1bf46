"""Requests that schemathesis makes up from the schema: none breaks the service, every answer is a declared one.

They are aimed: valid ids, numbers and revisions that are made up give way to those of what there is, so that requests
get to what is behind. Whatever one of them changed is undone before the next.
"""

import os
import re
from collections import defaultdict
from itertools import cycle
from pathlib import Path
from uuid import UUID

import pytest
import schemathesis
from django.conf import settings as configured
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import override_settings
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi import checks

from api.urls import urlpatterns
from deploy.wsgi import application
from league.eventlog import store
from tests.api.clients import API
from tests.api.test_roles import House
from tests.builders.played import signed, signs

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
FEEDS = r"/feed/$"  # they do not end; test_feed.py listens to them


def loaded():
    return schemathesis.openapi.from_wsgi(f"{API}/schema/", application).exclude(path_regex=FEEDS)


schema, open_schema = loaded(), loaded()
# Strangers are stopped before their bodies are read, and the organiser tries every field's limits.
open_schema.config.phases.coverage.enabled = False
PART = re.compile(r"<(?:[a-z]+:)?([a-z_]+)>")
BRACED = r"{\1}"
NAMES = {f"{API}/{PART.sub(BRACED, str(pattern.pattern))}": pattern.name for pattern in urlpatterns}
LATEST = 2**31 - 1
PLAYERS = ("player", "entrant", "out", "substitute", "seats", "entrants", "players", "order")


class Aim:
    """What there is, by the names that the schema has for it, and what was answered."""

    def __init__(self, house, organiser, beginning, size):
        self.house, self.organiser = house, organiser
        self.statuses = defaultdict(set)
        self._own = {"beginning": beginning, "size": size}
        self._ruled = house.appeals.stages["ruled"]
        known = {"club": [house.club], "series": [house.series], "against": [self._ruling()]}
        known["tournament"] = [house.leagues.free, house.leagues.attached]
        known |= {name: [*house.players, *house.others] for name in PLAYERS}
        self._ids = {name: cycle(ids) for name, ids in known.items()}

    def _ruling(self):
        address = f"{API}/matches/{self._ruled['match_id']}/appeals/{self._ruled['appeal_id']}/"
        return self.organiser.get(address).json()["ruling"]["id"]

    def at(self, case):
        """Turn a request to what there is, where it has the right shape."""
        name, body, parts = NAMES[case.operation.path], case.body, case.path_parameters or {}
        given = self.house.given(case.method.upper(), name) | self._own
        if name == "appeals" and isinstance(body, dict) and _is_id(body.get("against")):
            given |= self._ruled
        for part, value in parts.items():
            if part in given and (_is_id(value) or _is_whole(value) or _is_name(value)):
                parts[part] = given[part]
        for values in (case.query, body):
            if isinstance(values, dict):
                self._turn(values, parts)

    def _turn(self, values, parts):
        for name, value in values.items():
            if name in self._ids and _is_id(value):
                values[name] = next(self._ids[name])
            elif name in self._ids and isinstance(value, list) and all(map(_is_id, value)):
                values[name] = [next(self._ids[name]) for _ in value]
            elif name == "game" and _is_name(value):
                values[name] = "rummikub"
            elif name == "revision" and _is_whole(value):
                values[name] = self._revision(parts) or value

    @staticmethod
    def _revision(parts):
        """That of the match, the tournament or the league whose address it is."""
        found = [f"{kind}-{parts[f'{kind}_id']}" for kind in ("match", "tournament", "league") if f"{kind}_id" in parts]
        return store.head(found[-1]).seq if found else None

    def call(self, case, **more):
        """Send it, judge the answer, and undo what it did."""
        self.at(case)
        with transaction.atomic():
            answer = case.call_and_validate(excluded_checks=UNFIT, **more)
            transaction.set_rollback(True)
        self.statuses[case.operation.label].add(answer.status_code)


@pytest.fixture(scope="module")
def aim(django_db_setup, django_db_blocker, tmp_path_factory):
    """What there is for all of these tests; gone after them."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        signs(Path(tmp_path_factory.mktemp("keys")), patch)
        house = House()
        size = signed().size
        organiser = house.clients["organiser"]
        account = {"username": organiser.username, "password": "correct horse battery"}
        organiser.post(f"{API}/sign-in/", account, format="json")  # a second token, which may be revoked
        beginnings = [each["beginning"] for each in organiser.get(f"{API}/me/tokens/").json()]
        used = organiser._credentials["HTTP_AUTHORIZATION"].removeprefix("Token ")
        yield Aim(house, organiser, next(each for each in beginnings if not used.startswith(each)), size)
        transaction.set_rollback(True)


@pytest.fixture
def inside(aim, django_db_blocker):
    """Requests stay in the transaction of the tests, as those of the test client do; nobody counts sign-ins."""
    unthrottled = {**configured.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    with django_db_blocker.unblock(), override_settings(REST_FRAMEWORK=unthrottled):
        yield aim
    for signal in signals:
        signal.connect(close_old_connections)


@schema.parametrize()
@quickly
def test_an_organiser_gets_only_declared_responses(case, inside):
    inside.call(case, headers={"Authorization": inside.organiser._credentials["HTTP_AUTHORIZATION"]})


@open_schema.parametrize()
@quickly
def test_anonymous_requests_get_declared_responses_only(case, inside):
    inside.call(case)


def test_every_address_was_asked_for_something_that_exists(aim):
    assert [label for label, statuses in aim.statuses.items() if statuses <= {404, 405}] == []


def _is_name(value):
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= 64


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LATEST


def _is_id(value):
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False
