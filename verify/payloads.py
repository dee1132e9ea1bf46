"""The payloads of events, read without trust: JSON objects whose members have known names and types.

A member or kind that is not known here makes a match uncheckable, since a later service may have added it. A value of
another type makes it wrong, since no service writes that.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

MAX_DIGITS = 20

Check: TypeAlias = Callable[[Any], bool]


class UnknownVersion(Exception):
    """A game, rules, a kind of event or a member of one that this verifier does not know."""


class BadPayload(ValueError):
    """A payload that no service wrote. The text says why."""


class Form(NamedTuple):
    """The members of a payload, with what each may be."""

    required: Mapping[str, Check]
    optional: Mapping[str, Check]


def read_payload(kind: str, schema: int, text: bytes) -> dict[str, Any]:
    """The members of a payload. Raises `BadPayload`, `UnknownVersion`."""
    form = FORMS.get(kind)
    if form is None or schema != 1:
        raise UnknownVersion(f"Event kind {kind[:80]} with schema {schema} is unknown.")
    given = _read_object(text)
    for name, value in given.items():
        check = form.required.get(name) or form.optional.get(name)
        if check is None:
            raise UnknownVersion(f"The member {name[:80]} of {kind} is unknown.")
        if not check(value):
            raise BadPayload(f"its {name} is not what a service writes there")
    missing = next((name for name in form.required if name not in given), None)
    if missing is not None:
        raise BadPayload(f"its {missing} is missing")
    return given


def parse_whole(text: str) -> int:
    """A whole number of JSON. Raises `BadPayload` for one that is too long to be read in time."""
    if len(text) > MAX_DIGITS:
        raise BadPayload(f"the number {text[:MAX_DIGITS]}… is too long")
    return int(text)


def unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of JSON with these members. Raises `BadPayload` if one appears twice."""
    given = dict(pairs)
    if len(given) != len(pairs):
        raise BadPayload("a member appears twice")
    return given


def refuse_number(text: str) -> None:
    """Raise `BadPayload`: numbers are whole."""
    raise BadPayload(f"{text[:40]} is not a whole number")


def _read_object(text: bytes) -> dict[str, Any]:
    try:
        given = _DECODER.decode(text.decode())
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, BadPayload) else BadPayload("its payload is not valid JSON") from None
    if not isinstance(given, dict):
        raise BadPayload("its payload is not an object")
    return given


_DECODER = json.JSONDecoder(
    object_pairs_hook=unique_members, parse_int=parse_whole, parse_float=refuse_number, parse_constant=refuse_number
)


def is_text(value: object) -> bool:
    """Whether it is text that can be written down."""
    return isinstance(value, str) and (value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value))


def _is_whole(value: object) -> bool:
    return type(value) is int and -(2**63) <= value < 2**63


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_place(value: object) -> bool:
    return _list_of(_is_whole)(value) and isinstance(value, list) and len(value) == 2


def _is_setting(value: object) -> bool:
    return _is_flag(value) or _is_whole(value) or is_text(value)


def _word_of(*words: str) -> Check:
    return lambda value: isinstance(value, str) and value in words


def _nullable(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _object_of(check: Check) -> Check:
    return lambda value: isinstance(value, dict) and all(map(is_text, value)) and all(map(check, value.values()))


def _members(required: Mapping[str, Check], optional: Mapping[str, Check]) -> Check:
    known = {**required, **optional}
    return lambda value: (
        isinstance(value, dict)
        and required.keys() <= value.keys() <= known.keys()
        and all(known[name](each) for name, each in value.items())
    )


_NUMBERS, _SEATS = _list_of(_is_whole), _list_of(_nullable(is_text))
_TEXT_OR_NULL, _WHOLE_OR_NULL = _nullable(is_text), _nullable(_is_whole)
_LEVEL, _DEALING = _word_of("full", "open", "score"), _word_of("server", "joint", "table")
_PLACE: Mapping[str, Check] = {"round": _is_whole, "game": _is_whole}
_FIGURES: Mapping[str, Check] = {"points": _NUMBERS, "winners": _NUMBERS}
_EXTRA: Mapping[str, Check] = {"extra": _object_of(is_text)}
_CLAIM = _members({**_PLACE, **_FIGURES, "reason": is_text}, _EXTRA)
_FORECAST = _members(
    {"position": _is_whole},
    {
        **dict.fromkeys(("ranks", "qualifiers", "rounds", "places"), _is_whole),
        "ratings": _WHOLE_OR_NULL,
        "rounds_left": _NUMBERS,
        "stages_left": _NUMBERS,
    },
)
_POLICY: Mapping[str, Check] = {"policy": _word_of("recompute", "keep", "report"), "foreseen": _nullable(_FORECAST)}
_RULED: Mapping[str, Check] = {"ruling": _TEXT_OR_NULL, **_POLICY}
_APPEAL = Form({"appeal": is_text}, {})
_REMEDIES = _word_of("upheld", "annul", "adjust", "replay", "forfeit", "void", "reopen")

FORMS: Mapping[str, Form] = {
    "match.opened": Form(
        {
            "game": is_text,
            "rules": is_text,
            "level": _LEVEL,
            "options": _object_of(_is_setting),
            "seats": _SEATS,
            "dealing": _DEALING,
            "club": is_text,
        },
        {
            "series": _TEXT_OR_NULL,
            "seed_hash": _TEXT_OR_NULL,
            "imported": _is_flag,
            "tournament": _TEXT_OR_NULL,
            "accounts": _nullable(_SEATS),
        },
    ),
    "seats.changed": Form(
        {"seats": _SEATS, "reason": is_text},
        {
            "absent": _list_of(is_text),
            "corrects": _is_flag,
            "seed_hash": _TEXT_OR_NULL,
            "accounts": _nullable(_SEATS),
        },
    ),
    "seats.left": Form({"seats": _NUMBERS, "reason": is_text}, {}),
    "level.chosen": Form(
        {"level": _LEVEL, "dealing": _DEALING}, {"seed_hash": _TEXT_OR_NULL, "accounts": _nullable(_SEATS)}
    ),
    "level.proposed": Form({"seat": _is_whole, "level": _LEVEL, "dealing": _DEALING}, {}),
    "link.opened": Form({"link": is_text}, {}),
    "link.closed": Form({"link": is_text}, {}),
    "seat_link.opened": Form({"seat": _is_whole, "link": is_text}, {}),
    "seat_link.taken": Form({"seat": _is_whole, "phone": is_text}, {}),
    "seat_link.closed": Form({"seat": _is_whole}, {}),
    "seat_seed.committed": Form({"seat": _is_whole, "commitment": is_text}, {}),
    "seat_seed.revealed": Form({"seat": _is_whole, "seed": is_text}, {}),
    "seat_seed.omitted": Form({"seat": _is_whole, "by": _word_of("seat", "official")}, {}),
    "game.opened": Form(_PLACE, {}),
    "move.played": Form({"seat": _is_whole, "move": is_text}, {"seconds": _WHOLE_OR_NULL}),
    "game.ended": Form({**_PLACE, **_FIGURES, "reason": is_text}, {}),
    "result.reported": Form(
        {**_PLACE, **_FIGURES, "reason": is_text},
        {**_EXTRA, **_POLICY, "correction": _TEXT_OR_NULL, "seat": _WHOLE_OR_NULL, "imported": _is_flag},
    ),
    "result.confirmed": Form({}, {"seat": _WHOLE_OR_NULL}),
    "result.contested": Form({"seat": _WHOLE_OR_NULL, "reason": is_text}, {"claims": _list_of(_CLAIM)}),
    "result.settled": Form({"reason": is_text}, _POLICY),
    "match.forfeited": Form({"seats": _NUMBERS, "reason": is_text}, _RULED),
    "match.voided": Form({"reason": is_text}, _RULED),
    "match.reopened": Form({"reason": is_text}, _RULED),
    "finding.recorded": Form(
        {
            "decision": _word_of("correct", "settle", "forfeit", "void", "reopen"),
            "reason": is_text,
            "foreseen": _FORECAST,
        },
        {"claim": _nullable(_CLAIM), "seats": _NUMBERS},
    ),
    "match.ended": Form({"points": _NUMBERS, "wins": _NUMBERS, "winners": _NUMBERS}, {}),
    "seed.revealed": Form({"seed": is_text}, {}),
    "appeal.filed": Form(
        {"appeal": is_text},
        {
            "seat": _WHOLE_OR_NULL,
            "by": _TEXT_OR_NULL,
            "revision": _WHOLE_OR_NULL,
            "against": _TEXT_OR_NULL,
            "picture": _is_flag,
        },
    ),
    "appeal.taken": Form({"appeal": is_text, "by": is_text}, {}),
    "appeal.withdrawn": _APPEAL,
    "appeal.closed": _APPEAL,
    "ruling.given": Form(
        {"ruling": is_text, "kind": _REMEDIES, "reason": is_text, "by": is_text},
        {
            **_POLICY,
            "appeal": _TEXT_OR_NULL,
            "until": _TEXT_OR_NULL,
            "revision": _WHOLE_OR_NULL,
            "game": _nullable(_is_place),
            "points": _nullable(_NUMBERS),
            "winners": _nullable(_NUMBERS),
            "seats": _NUMBERS,
        },
    ),
    "moves.annulled": Form(
        {"revision": _is_whole, "games": _list_of(_is_place), "ruling": is_text}, {"seed_hash": _TEXT_OR_NULL}
    ),
    "moves.withdrawn": Form({"revision": _is_whole}, {"games": _list_of(_is_place)}),
    "game.replayed": Form({**_PLACE, "ruling": is_text}, {"seed_hash": _TEXT_OR_NULL}),
    "score.adjusted": Form({**_PLACE, **_FIGURES, "ruling": is_text}, {}),
}
KINDS = tuple(FORMS)
