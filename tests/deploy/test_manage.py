import os

import pytest

from tests.processes import python


@pytest.mark.parametrize("words", [["check"], ["migrate"]])
def test_a_database_of_your_own_needs_a_secret_key_of_your_own(words):
    environment = {name: value for name, value in os.environ.items() if name != "SECRET_KEY"}

    refused = python("manage.py", *words, environment=environment)

    assert (refused.returncode, refused.stderr) == (1, "ludex: Set the SECRET_KEY environment variable\n")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"WORKER_SHARDS": "0,64"}, "WORKER_SHARDS: '64' is not a number from 0 to 63."),
        ({"LUDEX_SHARDS": "65"}, "LUDEX_SHARDS: 65 is not a number from 1 to 64."),
        ({"DB_POOLER": "true"}, "With DB_POOLER, LISTEN_URL names the database itself, past the pooler."),
        (
            {"REPLICA_URL": "postgresql:///copy"},
            "With REPLICA_URL, CACHE_URL names a cache elsewhere, such as redis://….",
        ),
    ],
)
def test_settings_that_do_not_fit_are_refused_by_name(given, text):
    refused = python("manage.py", "check", environment=os.environ | given)

    assert (refused.returncode, refused.stderr) == (1, f"ludex: {text}\n")
