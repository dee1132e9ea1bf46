import json
import unicodedata

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
