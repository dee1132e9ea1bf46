"""Invalid and forged club files are refused, and nothing of them is kept."""

import pytest

from league.club_data.errors import RowDiffers
from league.club_data.export import export_club
from league.club_data.import_ import import_club
from league.clubs.errors import RowRefused
from league.clubs.models import Club, Player
from league.eventlog.audit import hash_chains
from league.eventlog.errors import LinkRefused
from tests.builders.club_files import forged, relinked

NOBODY = "00000000-0000-7000-8000-000000000000"
_files = []


@pytest.fixture
def exported(request):
    """The file of such an evening, made once, and an empty installation."""
    if not _files:
        _files.append(export_club(club_id=request.getfixturevalue("evening").club).raw)
        request.getfixturevalue("empty_database")()
    request.getfixturevalue("committed_db")
    return _files[0]


def event(body, number=0):
    return [line for line in body if line["type"] == "event"][number]


def player(body, number=0):
    return [line for line in body if line["type"] == "player"][number]


def series(body):
    [line] = [line for line in body if line["type"] == "series"]
    return line


HOSTILE = {
    "another payload": (lambda body: event(body, 3).update(payload="{}"), "Event 4 of .* hash"),
    "another hash": (lambda body: event(body, 2).update(hash="A" * 43 + "="), "Event 3 of .* hash"),
    "another time": (lambda body: event(body, 1).update(at="2020-01-01T00:00:00Z"), "Event 2 of .* hash"),
    "an event left out": (lambda body: body.remove(event(body, 4)), "event 5 of the stream is missing"),
    "an event twice": (lambda body: body.insert(body.index(event(body, 1)), event(body, 1)), "event 3 of"),
    "an unknown column": (lambda body: event(body).update(more=1), "Line 10: it is not a line"),
    "a number out of range": (lambda body: player(body).update(number=2**40), "Line 2: it is not a line"),
    "a number twice": (lambda body: player(body).update(number=player(body, 1)["number"]), "Line 2: .* already taken"),
    "a name that is none": (lambda body: player(body).update(name="a|b"), "Line 2: .* is not a valid name:"),
    "a name with blanks": (
        lambda body: player(body).update(name=" Анна"),
        "Line 2: it is not written the way an export writes it",
    ),
    "an address that is none": (lambda body: player(body).update(email="nobody"), "Line 2: .* valid email"),
    "a note that is too long": (lambda body: player(body).update(note="x" * 99), "Line 2: .* 60"),
    "an erased player with a name": (lambda body: player(body).update(mark="ABCD"), "Line 2: ABCD"),
    "a player who is missing": (lambda body: body.remove(player(body, 2)), "is not a player in the club"),
    "an unknown zone": (lambda body: body[0].update(zone="Moon/Base"), "Line 1: Moon/Base isn’t a time zone"),
    "the usual zone": (
        lambda body: body[0].update(zone="UTC"),
        "Line 1: it is not written the way an export writes it",
    ),
    "another club": (lambda body: body[0].update(id=NOBODY), "Line 10: the stream belongs to another club"),
    "two clubs": (lambda body: body.insert(1, body[0]), "Line 2: it is in the wrong place"),
    "no club": (lambda body: body.pop(0) and None, "Line 1: it is in the wrong place"),
    "a format of the future": (lambda body: body[0].update(format=2), "Line 1: the format is 2"),
    "a line of another sort": (lambda body: body.append({"type": "account"}), "it is not a line"),
    "out of order": (lambda body: body.reverse(), "Line 1: it is in the wrong place"),
    "a series of no game": (lambda body: series(body).update(game="chess"), "Line 9: There is no game"),
}

FORGED = {  # with hashes that are right again
    "an unknown kind": ({"kind": "tournament.sold"}, "Line 11: .*“tournament.sold”"),
    "an unknown stream": ({"stream": "secrets"}, "Line 11: unknown stream: secrets"),
    "a schema of the future": ({"schema": 9}, "Line 11: .* with schema 9"),
    "a kind of matches": ({"kind": "match.opened"}, "Line 11: its payload is not valid for match.opened"),
    "no JSON": ({"payload": "{"}, "Line 11: .*it is not JSON"),
    "JSON with blanks": ({"payload": "{ }"}, "Line 11: its payload is not canonical"),
    "an unknown member": ({"payload": '{"x":1}'}, "Line 11: its payload is not valid for entrant.entered"),
    "an impossible fact": ({"kind": "entrant.withdrawn", "payload": '{"entrant":"nobody"}'}, "Line 1[01]: .*nobody"),
    "a time before the event before it": ({"at": "2020-01-01T00:00:00Z"}, "it is older than the event before it"),
    "a time of the future": ({"at": "2999-01-01T00:00:00Z"}, "it is of the future"),
}


@pytest.mark.parametrize(("change", "reason"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_and_nothing_of_it_is_kept(exported, change, reason):
    raw = forged(exported, change)

    with pytest.raises((RowRefused, LinkRefused), match=reason):
        import_club(raw=raw)

    assert (Club.objects.count(), Player.objects.count(), hash_chains.audit().events) == (0, 0, 0)


@pytest.mark.parametrize(("columns", "reason"), FORGED.values(), ids=FORGED.keys())
def test_a_completely_forged_chain_is_refused(exported, columns, reason):
    def change(body):
        wrong = event(body, 1) | columns
        if "stream" in columns:
            wrong["seq"] = 1
        kept = [line for line in body if line["type"] != "event"]
        return [*kept, event(body), relinked(event(body), wrong)]

    raw = forged(exported, change)

    with pytest.raises((RowRefused, LinkRefused), match=reason):
        import_club(raw=raw)

    assert (Club.objects.count(), Player.objects.count(), hash_chains.audit().events) == (0, 0, 0)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: b"",
        lambda raw: b"\xff\xfe\n",
        lambda raw: b"[" * 100_000 + b"\n",
        lambda raw: raw[:-1],
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw + b"{}\n",
        lambda raw: raw.replace(b'"type":', b'"type" :', 1),
        lambda raw: raw.replace("Игрок 1".encode(), "Игрок 9".encode()),
        lambda raw: b"".join(raw.splitlines(keepends=True)[:-1]),
    ],
)
def test_an_incomplete_export_is_refused_with_its_line(exported, spoil):
    raw = spoil(exported)

    with pytest.raises(RowRefused, match="Line"):
        import_club(raw=raw)

    assert Club.objects.count() == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body[0].update(name="Другой"),
        lambda body: player(body).update(name="Другой"),
        lambda body: series(body).update(name="Другая"),
    ],
)
def test_rows_that_differ_from_existing_ones_are_refused(evening, change):
    raw = forged(export_club(club_id=evening.club).raw, change)

    with pytest.raises(RowDiffers):
        import_club(raw=raw)
