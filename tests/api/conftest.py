import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_throttle_left_over(request):
    """Each test has the sign-ins of a minute to itself, after one too whose transactions were committed."""
    if request.node.get_closest_marker("django_db"):
        request.getfixturevalue("db")
        cache.clear()
