"""A database that older code made and filled, brought up to date: nothing is lost, and everything goes on."""

from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command

from league.domain.actor import Actor
from league.domain.events import MovePlayed
from league.domain.standings.values import Outcome
from league.eventlog import store
from league.models import Membership
from league.projections import hot, registry, runner
from league.services import audit, matches, results
from league.services.matches import Ply
from tests.faults.afterwards import caught_up, rows

OLDER = Path(__file__).parent / "older" / "0050.sql"
COLUMNS = r"""
SELECT format('%I.%I', table_schema, table_name), array_agg(quote_ident(column_name) ORDER BY column_name)
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_type = 'BASE TABLE' AND (table_schema = 'eventlog' OR table_name LIKE 'league\_%')
GROUP BY 1
"""


@pytest.fixture
def older(committed_db):
    """The address of a database as league/0050 left it, with a played season in it."""
    with psycopg.connect(committed_db, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public, eventlog CASCADE")
        connection.execute("CREATE SCHEMA public")
        connection.execute(OLDER.read_text())
    return committed_db


def columns(address):
    """The columns of every table of the log and of the league."""
    with psycopg.connect(address) as connection:
        return dict(connection.execute(COLUMNS).fetchall())


def content(address, columns):
    """What these columns of these tables hold, in any order."""
    with psycopg.connect(address) as connection:
        found = {
            table: connection.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
            for table, names in columns.items()
        }
    return {table: sorted(map(repr, each)) for table, each in found.items()}


def stands(outcome):
    """The ids of the matches that stand so."""
    ids = [stream.removeprefix("match-") for stream in store.streams("match-")]
    return [match for match in ids if hot.current(match).state.outcome == outcome]


def test_every_row_of_an_older_database_is_there_after_the_migrations(older):
    known = columns(older)
    before = content(older, known)

    call_command("migrate", verbosity=0)

    assert content(older, known) == before
    assert (len(before["eventlog.event"]), len(before["eventlog.inbox"])) == (96, 6)


def test_an_older_database_is_followed_and_audited_after_the_migrations(older):
    call_command("migrate", verbosity=0)

    runner.catch_up_all()

    assert caught_up(older)
    assert audit.audit().findings == ()
    followed = rows(older)
    for name in registry.names():
        runner.rebuild(name)
    assert rows(older) == followed


def test_matches_of_an_older_database_go_on_after_the_migrations(older):
    call_command("migrate", verbosity=0)
    user, club = Membership.objects.values_list("user", "club").get()
    organiser = Actor(user, frozenset(), {str(club): frozenset({"organiser"})})
    [under_way], [forfeit] = stands(Outcome.UNPLAYED), stands(Outcome.FORFEIT)
    now = hot.current(under_way)
    [seat] = now.state.turn
    player = Actor(user, frozenset({now.state.opened.seats[seat]}), {})

    moved = matches.play_moves(match_id=under_way, plies=[Ply(seat, "draw")], expected=now.head.seq, actor=player)
    results.reopen_match(match_id=forfeit, reason="He came.", expected=hot.current(forfeit).head.seq, actor=organiser)

    assert [(type(fact), fact.seat) for fact in moved.facts] == [(MovePlayed, seat), (MovePlayed, -1)]
    assert stands(Outcome.FORFEIT) == []
    runner.catch_up_all()
    assert audit.audit().findings == ()
