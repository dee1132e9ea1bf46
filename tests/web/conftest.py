import pytest

from league.clubs.models import User
from tests.builders.clubs import founded
from tests.web.readers import Reader


@pytest.fixture
def organiser():
    """The pages as the organiser of a new club sees them."""
    founded("organiser")
    return Reader(User.objects.get())


@pytest.fixture
def clean_browser(browser):
    """A browser whose contexts of this test are closed when it ends."""
    before = set(browser.contexts)
    yield browser
    for context in set(browser.contexts) - before:
        context.close()
