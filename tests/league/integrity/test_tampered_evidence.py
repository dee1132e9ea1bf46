"""Evidence from the service is refused after any change. tests/verify has each fault by itself."""

from itertools import pairwise

import pytest

from league.common.read_models import as_json
from league.integrity.evidence import evidence
from tests.builders.played import Table, signed, signs
from tests.verify.log import written
from verify import merkle
from verify.evidence_check import check
from verify.evidence_file import BadFile
from verify.evidence_file import evidence as read

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
    return as_json(evidence(table.id))


def faults(given):
    """The faults in words. An unreadable file counts as one."""
    try:
        return [str(fault) for fault in check(read(given if isinstance(given, bytes) else written(given))).faults]
    except BadFile as error:
        return [str(error)]


def test_the_file_is_valid_before_anything_is_changed(good):
    assert faults(good) == []


def test_the_file_is_refused_whichever_byte_is_flipped(good):
    raw = written(good)
    first = raw.index(b'"first":') + len(b'"first":')  # nothing says since when the first key of a log signs

    accepted = [
        raw[max(0, place - 20) : place + 20]
        for place in range(len(raw))
        if place != first and faults(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]) == []
    ]

    assert accepted == []


@pytest.mark.parametrize("missing", range(7))
def test_a_file_with_a_missing_event_is_refused(good, missing):
    del good["events"][missing]

    assert faults(good) != []


def test_a_truncated_match_is_refused_although_its_events_are_in_the_log(good):
    cut = good["events"][:-3]
    whole = {event.position: event.leaf for event in read(written(good)).events}
    size = int(good["checkpoint"].split("\n")[1])
    ranges = merkle.cover(sorted(whole), size)
    known = {**dict(zip(ranges, map(bytes.fromhex, good["proof"]), strict=True))}
    known |= {(at, at + 1): hash_ for at, hash_ in whole.items()}

    def hash_of(start, end):
        if (start, end) in known:
            return known[start, end]
        middle = start + merkle.largest_power_below(end - start)
        return merkle.node(hash_of(start, middle), hash_of(middle, end))

    kept = sorted(event["position"] for event in cut)
    good |= {"events": cut, "proof": [hash_of(*each).hex() for each in merkle.cover(kept, size)], "seeds": []}

    assert "the events do not reach the end of the match" in faults(good)


def test_a_record_of_another_match_is_refused(good):
    good["record"] = good["record"].replace("give_up", "fail min_cards")

    (fault, *_) = faults(good)

    assert "record: " in fault


def test_events_against_the_rules_are_refused_although_everything_is_signed(tmp_path, monkeypatch):
    """A service that signs a dishonest deal is found out, since the seed was sealed before."""
    signs(tmp_path, monkeypatch)
    monkeypatch.setattr("league.matches.domain.match.chance", lambda now, seed: _Fixed())
    table = Table("the_game_extreme", options={})
    table.move(min(table.now.turn), "give_up")
    signed()

    (fault,) = faults(as_json(evidence(table.id)))

    assert fault.startswith("event 3, payload: the chance move is deal ")
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


def test_positions_must_rise_with_the_events(good):
    assert all(one["position"] < other["position"] for one, other in pairwise(good["events"]))
