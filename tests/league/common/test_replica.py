"""A replica that has become a writer itself is not read."""

import pytest

from league import replica
from tests.league.sql import execute


@pytest.mark.django_db
def test_a_promoted_replica_does_not_keep_up(monkeypatch):
    """It still reports the position up to which it had followed."""
    execute("CREATE SCHEMA promoted")
    execute(
        "CREATE FUNCTION promoted.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS "
        "$$ SELECT 'FFFFFFFF/FFFFFFFF'::pg_lsn $$"
    )
    execute("SET LOCAL search_path = promoted, pg_catalog, public")
    monkeypatch.setattr(replica, "ALIAS", "default")

    assert not replica.has_caught_up(0)
