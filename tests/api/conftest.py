import pytest
from django.core.cache import cache

from tests.api.clients import founded, signed_up


@pytest.fixture(autouse=True)
def _no_throttle_left_over(request):
    """Each test has the sign-ins of a minute to itself, after one too whose transactions were committed."""
    if request.node.get_closest_marker("django_db"):
        request.getfixturevalue("db")
        cache.clear()


@pytest.fixture
def club(request):
    """An organiser and the id of a club; with commits where the test has a database of its own."""
    request.getfixturevalue("committed_db" if "committed_db" in request.fixturenames else "db")
    organiser = signed_up("organiser")
    return organiser, founded(organiser)
