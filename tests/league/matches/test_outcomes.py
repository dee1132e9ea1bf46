"""Outcomes are cached as long as nothing changes, and only if committed."""

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.impact import services as results
from league.matches.outcomes import match_results
from league.standings.types import Outcome
from tests.builders.reported import Table


def test_uncommitted_matches_are_not_remembered(committed_db, club):
    table = Table(club)
    before = table.standing

    with transaction.atomic():
        table.do(results.void_match, reason="Fire.")
        within = table.standing.outcome
        transaction.set_rollback(True)
    table.do(results.forfeit_match, seats=[0], reason="Late.")

    assert (before.outcome, within, table.standing.outcome) == (Outcome.UNPLAYED, Outcome.VOID, Outcome.FORFEIT)


def test_unchanged_matches_are_not_read_again(committed_db, club):
    first, second = Table(club), Table(club)
    asked = []

    for step in (lambda: None, lambda: None, second.play):
        step()
        with CaptureQueriesContext(connection) as queries:
            match_results([first.id, second.id])
        asked.append(len(queries))

    assert asked == [2, 1, 2]
