"""Fixtures for all tests."""

import gc
from contextlib import closing

import pytest
from django.conf import settings
from django.template.base import Template
from django.utils import translation

from tests.builders.clubs import of_four
from tests.postgres_plugin import django_db_setup  # noqa: F401 - else pytest-django's own would make a database
from tests.receivers import Receiver

gc.set_threshold(50_000, 20, 50)
RENDER = Template._render  # the service's; the test environment puts another in its place


def pytest_collection_finish():
    """Let the garbage collector leave alone what stays, all modules and tests: it took a sixth of the run."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _plain_templates(django_test_environment):
    """Render templates as the service does: no test reads `response.context`, for which all contexts are copied."""
    Template._render = RENDER


@pytest.fixture(autouse=True)
def _no_language_left_over():
    """A test that leaves a language behind would have the next one read other words."""
    yield
    left = translation.get_language()
    translation.deactivate()
    assert left == settings.LANGUAGE_CODE


@pytest.fixture
def club():
    """An organiser, as an actor, of a club with four players and a series: actor, club, players, series."""
    return of_four()


@pytest.fixture
def receiver():
    """A server for webhooks."""
    with closing(Receiver()) as receiver:
        yield receiver
