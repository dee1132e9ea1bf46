"""Evidence in which anything was changed is refused, and the fault is named."""

import json
from hashlib import sha256
from itertools import pairwise
from uuid import UUID

import pytest

from games.verify import merkle
from games.verify.checking import check
from games.verify.files import BadFile
from games.verify.files import evidence as read
from games.verify.link import EMPTY, Columns, link, moment
from league.queries.evidence import evidence
from tests.league.played import Table, signed, signs

pytestmark = pytest.mark.django_db


@pytest.fixture
def good(tmp_path, monkeypatch):
    """The evidence of a short match, as an object; other events lie between its own."""
    signs(tmp_path, monkeypatch)
    other = Table("rummikub")
    table = Table("the_game_extreme", names="гдежз")
    other.play(2)
    table.play(1)
    other.play(1)
    table.move(min(table.now.turn), "give_up")
    other.play(1)
    signed()
    return evidence(table.id)


def written(given):
    return json.dumps(given, ensure_ascii=False, separators=(",", ":")).encode()


def faults(given):
    """What is wrong, in words; a file that cannot be read is wrong by that."""
    try:
        return [str(fault) for fault in check(read(given if isinstance(given, bytes) else written(given))).faults]
    except BadFile as error:
        return [str(error)]


def columns(event):
    """The columns of an event of the file."""
    return Columns(
        event["stream"],
        event["seq"],
        event["shard"],
        event["kind"],
        event["schema"],
        event["payload"].encode(),
        event["private_commit"] and bytes.fromhex(event["private_commit"]),
        event["actor"] and UUID(event["actor"]),
        UUID(event["command_id"]),
        moment(event["at"]),
    )


def linked_anew(given):
    """The file with every link worked out from what its columns say now."""
    before = EMPTY
    for event in given["events"]:
        before = link(before, columns(event))
        event["hash"] = before.hex()
    return given


def test_the_file_is_right_before_anything_is_changed(good):
    assert faults(good) == []


def test_whichever_byte_is_flipped_the_file_is_refused(good):
    raw = written(good)
    first = raw.index(b'"first":') + len(b'"first":')  # nothing says since when the first key of a log signs

    accepted = [
        raw[max(0, place - 20) : place + 20]
        for place in range(len(raw))
        if place != first and faults(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]) == []
    ]

    assert accepted == []


@pytest.mark.parametrize(
    "column", ["stream", "seq", "shard", "kind", "schema", "private_commit", "actor", "command_id"]
)
def test_a_changed_column_is_named_with_its_event(good, column):
    event = good["events"][2]
    event[column] = {
        "stream": "match-0192f0c1-0000-7000-8000-000000000000",
        "seq": 17,
        "shard": 3,
        "kind": "seed.revealed",
        "schema": 2,
        "private_commit": "00" * 32,
        "actor": None,
        "command_id": "0192f0c1-0000-7000-8000-000000000000",
    }[column]

    assert f"event 3, {column}: its hash is not that of its columns" in faults(good)


def test_a_changed_time_is_named_with_its_event(good):
    for event in good["events"][1:]:
        event["at"] = good["events"][1]["at"]
    linked_anew(good)
    good["events"][2]["at"] = "2001-01-01T00:00:00.000000Z"

    assert faults(good)[:2] == [
        "event 3, at: it is older than the event before it",
        "event 3, at: its hash is not that of its columns",
    ]


def test_a_changed_hash_is_named_with_its_event(good):
    good["events"][2]["hash"] = sha256(b"x").hexdigest()

    assert faults(good)[0] == "event 3, hash: its hash is not that of its columns"


def test_a_changed_payload_is_told_by_its_event(good):
    good["events"][2]["payload"] = good["events"][2]["payload"].replace("1", "2")

    assert faults(good)[0].startswith("event 3: its hash is not that of its columns: payload, ")


def test_a_stream_that_was_linked_anew_as_a_whole_is_not_in_the_checkpoint(good):
    good["events"][3]["command_id"] = good["events"][0]["command_id"]

    assert faults(linked_anew(good)) == ["proof: events, positions and proof do not lead to the root of the checkpoint"]


@pytest.mark.parametrize("missing", range(7))
def test_a_file_that_lacks_an_event_is_refused(good, missing):
    del good["events"][missing]

    assert faults(good) != []


def test_a_match_that_was_cut_is_refused_although_its_events_are_in_the_log(good):
    cut = good["events"][:-3]
    whole = {event["position"]: merkle.leaf(bytes.fromhex(event["hash"])) for event in good["events"]}
    size = int(good["checkpoint"].split("\n")[1])
    ranges = merkle.cover(sorted(whole), size)
    known = {**dict(zip(ranges, map(bytes.fromhex, good["proof"]), strict=True))}
    known |= {(at, at + 1): hash_ for at, hash_ in whole.items()}

    def hash_of(start, end):
        if (start, end) in known:
            return known[start, end]
        middle = start + merkle.split(end - start)
        return merkle.node(hash_of(start, middle), hash_of(middle, end))

    kept = sorted(event["position"] for event in cut)
    good |= {"events": cut, "proof": [hash_of(*each).hex() for each in merkle.cover(kept, size)], "seeds": []}

    assert "the events do not come to the end of the match" in faults(good)


def test_two_events_that_changed_places_are_named(good):
    good["events"][1], good["events"][2] = good["events"][2], good["events"][1]

    assert "event 2, seq: it has the number 3" in faults(good)


def test_positions_out_of_order_are_named(good):
    first, second = good["events"][1], good["events"][2]
    first["position"], second["position"] = second["position"], first["position"]

    assert faults(good)[0] == "event 3, position: its place in the log is not behind that of the event before it"


def test_another_seed_is_refused(good):
    good["seeds"] = ["00" * 32]

    assert faults(good)[0].startswith("event 3, payload: nature moves ") or faults(good) == [
        "seeds: they are not the seeds that the events reveal"
    ]


def test_a_record_of_another_match_is_refused(good):
    good["record"] = good["record"].replace("give_up", "fail min_cards")

    (fault, *_) = faults(good)

    assert "record: " in fault


def test_events_that_the_rules_forbid_are_refused_though_everything_is_signed(tmp_path, monkeypatch):
    """A service that signs a dishonest deal is found out, since the seed was sealed before."""
    signs(tmp_path, monkeypatch)
    monkeypatch.setattr("league.domain.match.chance", lambda now, seed: _Fixed())
    table = Table("the_game_extreme", options={})
    table.move(min(table.now.turn), "give_up")
    signed()

    (fault,) = faults(evidence(table.id))

    assert fault.startswith("event 3, payload: nature moves deal ")
    assert ", but the sealed seed gives deal " in fault


class _Fixed:
    """Chance that the dealer likes."""

    def below(self, limit):
        return 0

    def pick(self, items):
        return items[0]

    def shuffled(self, items):
        return list(items)


def test_a_checkpoint_of_another_log_is_refused(good):
    good["checkpoint"] = good["checkpoint"].replace("example.org/club/log1\n", "example.org/club/log2\n", 1)

    assert "checkpoint: The signature of example.org/club/log1" in " ".join(faults(good))


def test_strange_members_are_refused(good):
    assert faults({**good, "more": 1}) == ["the file: 'more' is not known"]
    assert faults({key: value for key, value in good.items() if key != "seeds"}) == ["the file: 'seeds' is missing"]
    assert faults(b'{"format":1,"format":2}') == ["a member is given twice"]
    assert faults(b"[]") == ["the file is no object"]
    assert faults(b"\xff")[0].startswith("it is no JSON")
    assert faults(b"[" * 100_000)[0].startswith("it is no JSON")
    assert faults(written({**good, "events": [{**good["events"][0], "seq": 1.0}]})) == ["1.0 is no whole number"]


def test_positions_rise_as_events_do(good):
    assert all(one["position"] < other["position"] for one, other in pairwise(good["events"]))
