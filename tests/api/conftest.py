import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_throttle_left_over():
    """Each test has the sign-ins of a minute to itself."""
    cache.clear()
