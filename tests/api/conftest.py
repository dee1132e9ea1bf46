import pytest
from django.core.cache import cache

from tests.api.clients import founded, signed_up


@pytest.fixture(autouse=True)
def _no_throttle_left_over(request):
    """Reset the limit on sign-ins before each test, even after tests that commit."""
    if request.node.get_closest_marker("django_db"):
        request.getfixturevalue("db")
        cache.clear()


@pytest.fixture
def club(request):
    """An organiser and the id of a club, committed if the test uses `committed_db`."""
    request.getfixturevalue("committed_db" if "committed_db" in request.fixturenames else "db")
    organiser = signed_up("organiser")
    return organiser, founded(organiser)
