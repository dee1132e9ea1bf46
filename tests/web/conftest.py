import pytest

from league.clubs.models import User
from tests.builders.clubs import founded
from tests.web.readers import Reader


@pytest.fixture
def organiser():
    """The pages as the organiser of a new club sees them."""
    founded("organiser")
    return Reader(User.objects.get())
