"""A club takes the checkpoint that covers it along, and it still holds elsewhere."""

import json
import os
from hashlib import sha256

import psycopg
import pytest
from django.db import connections

from league.errors import RowRefused
from league.projections import hot
from league.services.exporting import export_club
from league.services.importing import import_club
from tests.league.played import Table, signed, signs
from tests.postgres_plugin import clone, drop


@pytest.fixture
def elsewhere(committed_db, monkeypatch):
    """Switch to an empty installation of this test's own."""
    name = clone(f"ludex_test_elsewhere_{os.getpid()}")

    def switch():
        connections.close_all()
        monkeypatch.setitem(connections.settings["default"], "NAME", name)
        monkeypatch.setenv("DATABASE_URL", psycopg.conninfo.make_conninfo(committed_db, dbname=name))
        hot.forget()

    yield switch
    connections.close_all()
    drop(name)


@pytest.fixture
def exported(committed_db, tmp_path, monkeypatch):
    """A club with a match that is over, between others' events, as a file."""
    signs(tmp_path, monkeypatch)
    Table("rummikub")
    table = Table("the_game_extreme", names="гдежз")
    table.play(1)
    table.move(min(table.now.turn), "give_up")
    signed()
    return table.club, export_club(club_id=table.club).raw


def lines_of(raw):
    return [json.loads(line) for line in raw.splitlines()]


def test_the_same_club_has_the_same_checkpoint_while_the_log_grows(exported):
    club, raw = exported
    Table("rummikub")
    signed()

    assert export_club(club_id=club).raw == raw
    assert [line["type"] for line in lines_of(raw)][-2:] == ["checkpoint", "end"]


def test_an_imported_club_is_exported_with_the_same_checkpoint_bit_for_bit(exported, elsewhere):
    club, raw = exported
    elsewhere()

    import_club(raw=raw)
    signed_there = export_club(club_id=club).raw
    import_club(raw=raw)

    assert signed_there == raw
    assert export_club(club_id=club).raw == raw


@pytest.mark.parametrize("change", ["note", "proof", "positions", "events", "keys"])
def test_a_checkpoint_that_does_not_fit_is_refused_by_its_line(exported, elsewhere, change):
    _, raw = exported
    *rows, last = lines_of(raw)
    row = rows[-1]
    row[change] = {
        "note": row["note"].replace("example.org", "example.com"),
        "proof": row["proof"][1:],
        "positions": [position + 1 for position in row["positions"]],
        "events": row["events"] - 1,
        "keys": [],
    }[change]
    body = b"".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for each in rows)
    last["sha256"] = sha256(body).hexdigest()
    forged = body + json.dumps(last, separators=(",", ":")).encode() + b"\n"
    elsewhere()

    with pytest.raises(RowRefused, match=f"Line {len(rows)}: the checkpoint is not of these events, or not signed"):
        import_club(raw=forged)
