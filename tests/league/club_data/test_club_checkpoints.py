"""A club is exported with its checkpoint, which stays valid elsewhere."""

import json
from uuid import uuid4

import pytest

from league.club_data.export import export_club
from league.club_data.import_ import import_club
from league.clubs.errors import RowRefused
from league.clubs.models import Club
from league.eventlog.transparency import checkpoints
from tests.builders.club_files import forged, lines
from tests.builders.played import Table, signed, signs


@pytest.fixture
def exported(committed_db, tmp_path, monkeypatch):
    """The file of a club with a finished match, between events of others."""
    signs(tmp_path, monkeypatch)
    Table("rummikub")
    table = Table("the_game_extreme", names="гдежз")
    table.play(1)
    table.move(min(table.now.turn), "give_up")
    signed()
    return table.club, export_club(club_id=table.club).raw


def test_a_club_keeps_its_checkpoint_while_the_log_grows(exported):
    club, raw = exported
    Table("rummikub")
    signed()

    assert export_club(club_id=club).raw == raw
    assert [line["type"] for line in lines(raw)][-2:] == ["checkpoint", "end"]


def test_an_imported_club_exports_the_same_checkpoint_bit_for_bit(exported, empty_database):
    club, raw = exported
    empty_database()

    import_club(raw=raw)
    signed_there = export_club(club_id=club).raw
    import_club(raw=raw)

    assert signed_there == raw
    assert export_club(club_id=club).raw == raw


def test_a_checkpoint_with_a_long_proof_is_exported_too(committed_db, empty_database, tmp_path, monkeypatch):
    """Events between those of others: their positions and proof are too long for an index of PostgreSQL."""
    signs(tmp_path, monkeypatch)
    other, table = Table("rummikub"), Table("rummikub", names="гдежз")
    while not table.play(1):
        other.play(1)
    signed()
    raw = export_club(club_id=table.club).raw
    empty_database()

    import_club(raw=raw)
    import_club(raw=raw)

    assert export_club(club_id=table.club).raw == raw
    assert len(json.dumps(lines(raw)[-2])) > 8000


def test_an_imported_checkpoint_is_shown_as_that_of_another_log(exported, empty_database, client):
    club, raw = exported
    last = checkpoints.newest()
    before = client.get(f"/api/v1/clubs/{club}/checkpoints/").json()
    empty_database()
    import_club(raw=raw)

    [shown] = client.get(f"/api/v1/clubs/{club}/checkpoints/").json()
    page = client.get("/checkpoints/").content.decode()

    line = lines(raw)[-2]
    assert before == []
    assert shown == {
        "club": str(club),
        "club_name": Club.objects.get().name,
        "events": line["events"],
        "size": last.size,
        "origin": "example.org/club/log1",
        "root": last.root.hex(),
        "digest": last.checkpoint.digest,
        "key": line["keys"][-1]["key"],
        "note": last.note,
    }
    assert "No checkpoint has been signed here yet." in page
    assert last.checkpoint.digest in page.partition("Checkpoints from other logs")[2]
    assert client.get("/api/v1/checkpoints/").json()["results"] == []
    assert client.get(f"/api/v1/clubs/{uuid4()}/checkpoints/").status_code == 404


@pytest.mark.parametrize("change", ["note", "proof", "positions", "events", "keys"])
def test_an_invalid_checkpoint_is_refused_with_its_line(exported, empty_database, change):
    _, raw = exported
    *rows, _ = lines(raw)
    row = rows[-1]
    wrong = {
        "note": row["note"].replace("example.org", "example.com"),
        "proof": row["proof"][1:],
        "positions": [position + 1 for position in row["positions"]],
        "events": row["events"] - 1,
        "keys": [],
    }
    spoiled = forged(raw, lambda body: body[-1].update({change: wrong[change]}))
    empty_database()

    with pytest.raises(
        RowRefused, match=f"Line {len(rows)}: the checkpoint does not cover these events or is not signed"
    ):
        import_club(raw=spoiled)
