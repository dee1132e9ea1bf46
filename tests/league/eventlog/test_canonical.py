import json
import re
import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.eventlog import canonical
from league.eventlog.errors import NotCanonical

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")).map(
    lambda text: unicodedata.normalize("NFC", text)
)
INTEGERS = st.integers(-canonical.MAX_INTEGER, canonical.MAX_INTEGER)
VALUES = st.recursive(
    st.none() | st.booleans() | INTEGERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)
PAYLOADS = st.dictionaries(TEXTS, VALUES, max_size=6)


@given(PAYLOADS)
def test_reading_and_writing_again_gives_the_same_bytes(payload):
    written = canonical.dump(payload)

    assert canonical.dump(canonical.parse(written)) == written


@given(PAYLOADS)
def test_the_output_equals_that_of_the_standard_library(payload):
    written = canonical.dump(payload)

    assert written == json.dumps(payload, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    assert canonical.parse(written) == payload


@given(PAYLOADS, st.randoms())
def test_equal_values_have_equal_bytes(payload, chance):
    items = list(payload.items())
    chance.shuffle(items)

    assert canonical.dump(dict(items)) == canonical.dump(payload)


@pytest.mark.parametrize(
    ("payload", "path", "reason"),
    [
        ({"rating": 1.5}, "payload.rating", "float has no canonical form"),
        ({"moves": [{"clock": float("nan")}]}, "payload.moves.0.clock", "float has no canonical form"),
        ({"seed": b"1"}, "payload.seed", "bytes has no canonical form"),
        ({"count": 2**53}, "payload.count", "integers can have at most 53 bits"),
        ({"count": -(2**53)}, "payload.count", "integers can have at most 53 bits"),
        ({1: "a"}, "payload", "keys must be text, not int"),
        ({"a": {None: 1}}, "payload.a", "keys must be text, not NoneType"),
        ({"name": "e\u0301"}, "payload.name", "text must be in Unicode Normalization Form C"),
        ({"e\u0301": 1}, "payload", "text must be in Unicode Normalization Form C"),
        ({"name": "a\0b"}, "payload.name", "text contains U+0000"),
        ({"name": "\ud800"}, "payload.name", "text contains an unpaired surrogate"),
    ],
)
def test_values_without_a_unique_spelling_are_refused_with_their_path(payload, path, reason):
    with pytest.raises(NotCanonical) as refused:
        canonical.dump(payload)

    assert refused.value.params == {"path": path, "reason": reason}


def test_nesting_has_a_limit():
    deep = {"a": 1}
    for _ in range(canonical.MAX_DEPTH - 1):
        deep = {"a": deep}
    assert canonical.parse(canonical.dump(deep)) == deep

    with pytest.raises(NotCanonical, match="it is nested more than 32 levels deep"):
        canonical.dump({"a": deep})


@pytest.mark.parametrize("text", ["", "{", "nonsense", '{"a":1}x', b"\xff", "[" * 100_000])
def test_text_that_is_not_json_is_refused(text):
    with pytest.raises(NotCanonical, match="it is not JSON"):
        canonical.parse(text)


class Holder(msgspec.Struct, frozen=True):
    """Holds what a typed event might, and what it must not."""

    value: object
    after: str = ""


FOREIGN = st.sampled_from([0.5, 1e300, 2**53, -(2**53), "\0", "e\u0301", "\ud800", [[[1.5]]]])
LOOKALIKES = st.sampled_from(["0.5", "1e5", "1" * 16, "\\u0000", "[" * 40, "é"])


@given(st.lists(st.builds(Holder, VALUES | FOREIGN | LOOKALIKES, TEXTS | LOOKALIKES), min_size=1, max_size=4))
def test_structs_are_spelled_at_once_as_one_by_one(structs):
    def spelled(each):
        return canonical.dump(msgspec.to_builtins(each))

    try:
        due = [spelled(each) for each in structs]
    except NotCanonical as refused:
        with pytest.raises(NotCanonical, match=re.escape(str(refused))):
            canonical.dump_all(structs)
    else:
        assert canonical.dump_all(structs) == due


def test_structs_that_are_nested_too_deep_are_refused_at_once():
    deep = "x"
    for _ in range(canonical.MAX_DEPTH + 1):
        deep = [deep]

    with pytest.raises(NotCanonical, match="nested more than 32 levels deep"):
        canonical.dump_all([Holder(1), Holder(deep)])
