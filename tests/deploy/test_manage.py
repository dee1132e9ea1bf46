import os

import pytest

from tests.processes import python


@pytest.mark.parametrize("words", [["check"], ["migrate"]])
def test_a_database_of_your_own_needs_a_secret_key_of_your_own(words):
    environment = {name: value for name, value in os.environ.items() if name != "SECRET_KEY"}

    refused = python("manage.py", *words, environment=environment)

    assert (refused.returncode, refused.stderr) == (1, "ludex: Set the SECRET_KEY environment variable\n")
