"""How a match begins: the game, its options and its deck, judged as a service judges them, and the state after that."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from games.decks import BadDeck, Deck, DeckRules, Lookup, deck_from_json
from games.engine import Level, Table, setting_text
from games.errors import Refused
from games.records.replay import resolve_deck
from games.registry import AnyEngine, engine
from verify.evidence_file import Event
from verify.payloads import BadPayload, UnknownVersion, read_payload
from verify.results import Payload, Place, Results
from verify.seat_seeds import SeatSeeds

LARGEST_DECK = 256 * 1024  # characters of its manifest


class BadManifest(BadPayload):
    """The deck in the file is not the one that the match names, whole."""


class ReplayedMove(NamedTuple):
    """A move that was not annulled, the number of its event, and the position after it."""

    seq: int
    seat: int
    text: str
    seconds: int | None
    position: Any


@dataclass(slots=True)
class ReplayedGame:
    """A game with the number of the event that opened it, its first position, and its moves that were not annulled."""

    opened: int
    place: Place
    start: Any
    moves: list[ReplayedMove] = field(default_factory=list)

    @property
    def position(self) -> Any:
        return self.moves[-1].position if self.moves else self.start


class Act(NamedTuple):
    """Something that somebody decided about the match: the number of its event, and its kind and payload."""

    seq: int
    kind: str
    payload: Payload


@dataclass(slots=True)
class MatchState:
    """A match as its events left it. `draws` counts chance moves, `checked` those with a known seed.

    `due`: rulings that no event has carried out yet. `summed`: whether the totals are those of the results.
    """

    rules: AnyEngine
    opening: Payload
    seeds: Mapping[str, bytes]
    decks: Lookup
    seats: list[str | None]
    accounts: list[str | None] | None
    level: str
    dealing: str
    seal: str | None
    table: Table
    seat_seeds: SeatSeeds
    parse: Callable[[str], Any]
    games: list[ReplayedGame] = field(default_factory=list)
    results: Results = field(default_factory=Results)
    game: ReplayedGame | None = None
    redraws: int = 0
    draws: int = 0
    checked: int = 0
    summed: bool = False
    ended: int = 0
    work: int = 0
    revealed: list[str] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    rulings: dict[str, Payload] = field(default_factory=dict)
    due: set[str] = field(default_factory=set)


def open_match(event: Event, seeds: Mapping[str, bytes], manifest: Mapping[str, Any] | None) -> MatchState:
    """The match of its first event. Raises `UnknownVersion`, `BadPayload`, `Refused`."""
    if event.columns.kind != "match.opened":
        raise UnknownVersion(f"The first event is {event.columns.kind[:80]}, which cannot begin a match.")
    opening = read_payload(event.columns.kind, event.columns.schema, event.columns.payload)
    try:
        rules = engine(opening["game"], opening["rules"])
    except Refused as error:
        raise UnknownVersion(f"The match cannot be played here: {reason_text(error)}") from None
    _require_options(rules, opening["options"])
    decks = _lookup(rules, opening["options"], manifest)
    try:
        table = resolve_deck(rules, Table(len(opening["seats"]), Level(opening["level"]), opening["options"]), decks)
    except BadDeck as error:
        raise UnknownVersion(f"The match cannot be played here: {reason_text(error)}") from None
    rules.setup(table)
    rules.games(table)
    sealed = opening.get("seed_hash")
    return MatchState(
        rules,
        opening,
        seeds,
        decks,
        opening["seats"],
        opening.get("accounts"),
        opening["level"],
        opening["dealing"],
        sealed,
        table,
        SeatSeeds.ask(opening["seats"], opening["dealing"]),
        _move_reader(rules),
    )


def _require_options(rules: AnyEngine, given: Mapping[str, Any]) -> None:
    """Raise `BadPayload` unless the options are all that the game has, with values that it takes."""
    known = {option.key: option for option in rules.meta.options}
    strange = sorted(known.keys() ^ given.keys())
    if strange:
        raise BadPayload(f"the option {strange[0][:80]} is {'missing' if strange[0] in known else 'unknown'}")
    for key, value in given.items():
        try:
            taken = known[key].read(setting_text(value))
        except ValueError as error:
            raise BadPayload(f"the option {key} is not {str(error)[:200]}") from None
        if type(taken) is not type(value) or taken != value:
            raise BadPayload(f"the option {key} is not written as a service writes it")


def _lookup(rules: AnyEngine, options: Mapping[str, Any], manifest: Mapping[str, Any] | None) -> Lookup:
    """A lookup of the file's deck. Raises `BadManifest` unless it is whole and the one that the match names."""
    if manifest is None:
        return lambda game, name, wanted: None
    if rules.decks is None:
        raise BadManifest("the game has no decks")
    found = _read_deck(rules.decks, manifest)
    if found.reference != options["deck"]:
        raise BadManifest(f"the match has the deck {options['deck']}, not {found.reference}")
    return lambda game, name, wanted: found if (game, name, wanted) == (found.game, found.id, found.hash) else None


def _read_deck(rules: DeckRules, manifest: Mapping[str, Any]) -> Deck:
    """The deck of a manifest that is written just as a service writes it. Raises `BadManifest`."""
    try:
        text = json.dumps(manifest, sort_keys=True)
        if len(text) > LARGEST_DECK:
            raise BadManifest("it is too large")
        found = deck_from_json(rules, text)
    except BadManifest:
        raise
    except Exception as error:  # a manifest that no service wrote may surprise the game's rules for it
        raise BadManifest(f"it cannot be read: {reason_text(error)}") from None
    due = {**found.manifest(), "note": ""}
    for member in ("status", "note"):  # which only files of the first format have
        if member not in manifest:
            del due[member]
    if json.dumps(due, sort_keys=True) != text:
        raise BadManifest("it is not written as a service writes it")
    return found


@lru_cache(maxsize=32)
def _move_reader(rules: AnyEngine) -> Callable[[str], Any]:
    """`rules.parse`, which remembers short moves."""
    familiar = lru_cache(maxsize=20_000)(rules.parse)
    return lambda text: familiar(text) if len(text) <= rules.familiar_length else rules.parse(text)


def reason_text(error: Exception) -> str:
    if isinstance(error, Refused | BadPayload):
        return str(error).partition("\n")[0][:300]
    return f"it does not fit here ({type(error).__name__})"
