import pytest

from tests.builders.club_files import evening_with_a_past


@pytest.fixture
def evening(committed_db):
    """An evening with a past, in a database of its own."""
    return evening_with_a_past()
