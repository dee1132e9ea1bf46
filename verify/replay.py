"""A match replayed from its events by the rules of its game: moves, results and chance moves.

Of the service it shares only the rules of games, so that it does not repeat a fault in how the service reads events.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from games.chance import Chance
from games.decks import BadDeck, Lookup, deck_from_json
from games.engine import CHANCE, Level, Score, Table, setting_text
from games.errors import Refused
from games.records.absent_seats import absent_seats
from games.records.reader import read
from games.records.record import GameRecord, Record
from games.records.record import RecordError as RecordFault
from games.records.record import serialize as record_text
from games.records.replay import open_table, replay, resolve_deck
from games.records.series import totals
from games.registry import AnyEngine, engine
from verify.evidence_file import Event, Evidence

Place = tuple[int, int]  # round and game


class Fault(NamedTuple):
    """An error, with the event and column if they are known."""

    what: str
    seq: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        where = [f"event {self.seq}" if self.seq is not None else "", self.column or ""]
        place = ", ".join(filter(None, where))
        return f"{place}: {self.what}" if place else self.what


class ReplayedMove(NamedTuple):
    """A move that was not annulled, and the number of its event."""

    seq: int
    seat: int
    text: str
    seconds: int | None


@dataclass(slots=True)
class ReplayedGame:
    """A game with the number of the event that opened it, and its moves that were not annulled."""

    opened: int
    place: Place
    moves: list[ReplayedMove] = field(default_factory=list)


class GameResult(NamedTuple):
    """The current result of a game. `ruled`: given by an arbiter, so that the moves need not give it."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: Mapping[str, str]
    ruled: bool = False


@dataclass(slots=True)
class MatchState:
    """A match as its events left it. `draws` counts chance moves, `checked` those with a known seed."""

    rules: AnyEngine
    opening: dict[str, Any]
    seeds: Mapping[str, bytes]
    decks: Lookup
    seats: int
    level: str
    dealing: str
    seal: str | None
    table: Table
    games: list[ReplayedGame] = field(default_factory=list)
    results: dict[Place, GameResult] = field(default_factory=dict)
    game: ReplayedGame | None = None
    position: Any = None
    redraws: int = 0
    draws: int = 0
    checked: int = 0
    ended: bool = False
    revealed: list[str] = field(default_factory=list)


class UnknownVersion(Exception):
    """A game, rules or a kind of event that this verifier does not know, so that the play cannot be checked."""


def replay_events(
    events: Sequence[Event], seeds: Sequence[str], deck: Mapping[str, Any] | None
) -> tuple[MatchState, list[Fault]]:
    """Replay the events. Returns the match and every error in it. Raises `UnknownVersion`."""
    first = _payload(events[0])
    if events[0].columns.kind != "match.opened":
        raise UnknownVersion(f"The first event is {events[0].columns.kind}, which cannot begin a match.")
    match = _open_match(first, {sha256(bytes.fromhex(seed)).hexdigest(): bytes.fromhex(seed) for seed in seeds}, deck)
    faults: list[Fault] = []
    for event in events[1:]:
        if event.columns.kind not in KINDS[1:] or event.columns.schema != 1:
            raise UnknownVersion(f"Event kind {event.columns.kind} with schema {event.columns.schema} is unknown.")
        step = _STEPS.get(event.columns.kind)
        try:
            found = step(match, _payload(event), event) if step else None
            faults += [Fault(what, event.columns.seq, "payload") for what in found or ()]
        except (Refused, ValueError, KeyError, TypeError, AttributeError) as error:
            why = str(error) if isinstance(error, Refused) else f"it does not fit here ({type(error).__name__})"
            faults.append(Fault(f"it is not legal: {why}", event.columns.seq, "payload"))
            break  # the position is unknown from here on
    if not faults and list(seeds) != match.revealed:
        faults.append(Fault("they are not the seeds revealed by the events", column="seeds"))
    if not faults and not match.ended:
        faults.append(Fault("the events do not reach the end of the match"))
    return match, faults


def _payload(event: Event) -> dict[str, Any]:
    given = json.loads(event.columns.payload)
    if not isinstance(given, dict):
        raise UnknownVersion(f"The payload of event {event.columns.seq} is not an object.")
    return given


def _open_match(opening: dict[str, Any], seeds: Mapping[str, bytes], deck: Mapping[str, Any] | None) -> MatchState:
    try:
        rules = engine(opening["game"], opening["rules"])
        decks = _lookup(rules, deck)
        level, seats = opening["level"], len(opening["seats"])
        table = resolve_deck(rules, Table(seats, Level(level), opening["options"]), decks)
    except (Refused, KeyError, TypeError, ValueError) as error:
        raise UnknownVersion(f"The match cannot be played here: {error}") from None
    return MatchState(rules, opening, seeds, decks, seats, level, opening["dealing"], opening.get("seed_hash"), table)


def _lookup(rules: AnyEngine, manifest: Mapping[str, Any] | None) -> Lookup:
    """A lookup of the file's deck, which finds it only if its hash is right."""
    if manifest is None or rules.decks is None:
        return lambda game, name, wanted: None
    found = deck_from_json(rules.decks, json.dumps(manifest))
    return lambda game, name, wanted: found if (game, name, wanted) == (found.game, found.id, found.hash) else None


Step = Callable[[MatchState, dict[str, Any], Event], Iterator[str] | None]  # yields what is wrong


def _change_seats(match: MatchState, payload: dict[str, Any], event: Event) -> None:
    again = len(payload["seats"]) != match.seats or bool(payload.get("seed_hash"))
    match.seats, match.seal = len(payload["seats"]), payload.get("seed_hash") or match.seal
    _set_table(match)
    if again:
        _discard_current_game(match)


def _apply_level(match: MatchState, payload: dict[str, Any], event: Event) -> None:
    match.level, match.dealing, match.seal = (
        payload["level"],
        payload["dealing"],
        payload.get("seed_hash") or match.seal,
    )
    _set_table(match)
    _discard_current_game(match)


def _set_table(match: MatchState) -> None:
    match.table = resolve_deck(
        match.rules, Table(match.seats, Level(match.level), match.opening["options"]), match.decks
    )


def _discard_current_game(match: MatchState) -> None:
    if match.game is not None:
        _discard_game(match, match.game.place)


def _discard_game(match: MatchState, place: Place) -> None:
    match.games = [game for game in match.games if game.place != place]
    match.redraws += 1
    if match.game is not None and match.game.place == place:
        match.game = match.position = None


def _open_game(match: MatchState, payload: dict[str, Any], event: Event) -> Iterator[str]:
    place = _place(payload)
    if place not in match.rules.games(match.table):
        yield f"the match has no game {place[0]}.{place[1]}"
    match.game = ReplayedGame(event.columns.seq, place)
    match.games.append(match.game)
    match.position = match.rules.setup(match.table)


def _play_move(match: MatchState, payload: dict[str, Any], event: Event) -> Iterator[str]:
    seat, text = payload["seat"], payload["move"]
    if match.game is None:
        raise ValueError("no game is open")
    if seat == CHANCE and match.dealing == "server":
        yield from _draw(match, text)
    match.position = _apply_move(match, seat, text)
    match.game.moves.append(ReplayedMove(event.columns.seq, seat, text, payload.get("seconds")))


def _apply_move(match: MatchState, seat: int, text: str) -> Any:
    return match.rules.apply(match.position, seat, match.rules.parse(text))


def _draw(match: MatchState, text: str) -> Iterator[str]:
    """Compare a chance move with the one that the seed gives, if that was revealed."""
    assert match.game is not None  # noqa: S101 - the caller has checked
    match.draws += 1
    seed = match.seeds.get(match.seal or "")
    if seed is None:
        return
    match.checked += 1
    again = f"/{match.redraws}" if match.redraws else ""
    label = f"{match.game.place[0]}.{match.game.place[1]}:{len(match.game.moves)}{again}"
    due = str(match.rules.draw(match.position, Chance(seed, label)))
    if due != text:
        yield f"the chance move is {text[:80]}, but the sealed seed gives {due[:80]}"


def _end_game(match: MatchState, payload: dict[str, Any], event: Event) -> Iterator[str]:
    place = _place(payload)
    score = match.rules.score(match.position) if match.game is not None and match.game.place == place else None
    stated = Score(tuple(payload["points"]), tuple(payload["winners"]), payload["reason"])
    if score != stated:
        yield f"the moves of game {place[0]}.{place[1]} do not give this result"
    match.results[place] = GameResult(stated.points, stated.winners, stated.reason, {})


def _report_result(match: MatchState, payload: dict[str, Any], event: Event) -> None:
    result = GameResult(
        tuple(payload["points"]), tuple(payload["winners"]), payload["reason"], payload.get("extra", {})
    )
    match.results[_place(payload)] = result


def _adjust_score(match: MatchState, payload: dict[str, Any], event: Event) -> None:
    place = _place(payload)
    known = match.results.get(place)
    reason, extra = (known.reason, known.extra) if known else ("", {})
    match.results[place] = GameResult(tuple(payload["points"]), tuple(payload["winners"]), reason, extra, ruled=True)


def _end_match(match: MatchState, payload: dict[str, Any], event: Event) -> Iterator[str]:
    places = match.rules.games(match.table)
    scores = {place: Score(each.points, each.winners, each.reason) for place, each in match.results.items()}
    away = {seat for each in match.results.values() for seat in absent_seats(each.extra, match.seats)}
    sums = totals(match.rules.meta, match.seats, places, scores, away)
    if not set(places) <= set(scores):
        yield "not every game has a result"
    stated = (tuple(payload["points"]), tuple(payload["wins"]), tuple(payload["winners"]))
    if (sums.points, sums.wins, sums.winners) != stated:
        yield "the games do not add up to these totals"
    match.ended = True


def _reveal_seed(match: MatchState, payload: dict[str, Any], event: Event) -> Iterator[str]:
    match.revealed.append(payload["seed"])
    if sha256(bytes.fromhex(payload["seed"])).hexdigest() != match.seal:
        yield "its SHA-256 is not the one published before the deal"


def _annul_moves(match: MatchState, payload: dict[str, Any], event: Event) -> None:
    for place in map(tuple, payload["games"]):
        match.results.pop(place, None)
    match.seal, match.ended = payload.get("seed_hash") or match.seal, False
    match.games = [game for game in match.games if game.opened < payload["revision"]]
    match.redraws += 1
    match.game = match.games[-1] if match.games else None
    match.position = None if match.game is None else match.rules.setup(match.table)
    if match.game is not None:
        match.game.moves = [move for move in match.game.moves if move.seq < payload["revision"]]
        for move in match.game.moves:
            match.position = _apply_move(match, move.seat, move.text)


def _replay_game(match: MatchState, payload: dict[str, Any], event: Event) -> None:
    place = _place(payload)
    match.results.pop(place, None)
    match.seal, match.ended = payload.get("seed_hash") or match.seal, False
    _discard_game(match, place)


def _place(payload: Mapping[str, Any]) -> Place:
    return payload["round"], payload["game"]


_STEPS: Mapping[str, Step] = {
    "seats.changed": _change_seats,
    "level.chosen": _apply_level,
    "game.opened": _open_game,
    "move.played": _play_move,
    "game.ended": _end_game,
    "result.reported": _report_result,
    "score.adjusted": _adjust_score,
    "match.ended": _end_match,
    "seed.revealed": _reveal_seed,
    "moves.annulled": _annul_moves,
    "moves.withdrawn": _annul_moves,
    "game.replayed": _replay_game,
}
_WITHOUT_EFFECT = (
    *("result.confirmed", "result.contested", "result.settled"),
    *("match.forfeited", "match.voided", "match.reopened", "finding.recorded", "seats.left"),
    *("link.opened", "link.closed", "seat_link.opened", "seat_link.taken", "seat_link.closed"),
    *("appeal.filed", "appeal.taken", "appeal.withdrawn", "appeal.closed", "ruling.given"),
)
KINDS = ("match.opened", *_STEPS, *_WITHOUT_EFFECT)


def check_record(evidence: Evidence, match: MatchState) -> Iterator[Fault]:
    """Check that the record is that of the match, and that its moves give its results."""
    try:
        record = read(evidence.record)
        if record_text(record) != evidence.record:
            yield Fault("it is not in the standard form of records", column="record")
        _, table = open_table(record, match.decks)
        found = replay(record, decks=match.decks)
    except (RecordFault, BadDeck) as fault:
        yield Fault(str(fault), column="record")
        return
    head = {key: each.value for key, each in record.head.items()}
    expected = {
        "game": match.opening["game"],
        "rules": match.opening["rules"],
        "log": match.level,
        "seats": str(match.seats),
    }
    differing = [key for key, value in expected.items() if head.get(key) != value]
    differing += [
        key for key, value in match.table.options.items() if setting_text(table.options[key]) != setting_text(value)
    ]
    if differing or found.table.seats != match.seats:
        yield Fault(f"its {differing[0] if differing else 'seats'} does not match the events", column="record")
    yield from _check_games(record, match)


def _check_games(record: Record, match: MatchState) -> Iterator[Fault]:
    in_record = {(game.round, game.game): game for game in record.games}
    in_log = {game.place: game for game in match.games if game.moves}
    places = set(in_log) if match.level != Level.SCORE else set(match.results)
    if set(in_record) != places:
        strange = min(set(in_record) ^ places)
        yield Fault(f"game {strange[0]}.{strange[1]} is only in the record or only in the events", column="record")
        return
    for place, game in sorted(in_record.items()):
        moves = [(ply.seat, ply.move, ply.seconds) for ply in game.plies]
        log = in_log[place].moves if place in in_log else []
        kept = [(move.seat, move.text, move.seconds if move.seat != CHANCE else None) for move in log]
        if moves != kept:
            shorter = min(len(moves), len(kept))
            at = next((at for at in range(shorter) if moves[at] != kept[at]), shorter)
            seq = log[at].seq if at < len(log) else None
            yield Fault(f"move {at + 1} of game {place[0]}.{place[1]} differs in the record", seq, "record")
        yield from _check_game(game, match.results.get(place))


def _check_game(game: GameRecord, result: GameResult | None) -> Iterator[Fault]:
    if result is None or result.ruled:  # a record has what was ruled as a comment
        return
    stated = {key: each.value for key, each in game.stated.items()}
    wanted = {"points": " ".join(map(str, result.points)), "reason": result.reason, **result.extra}
    if stated != wanted:
        yield Fault(f"the result of game {game.round}.{game.game} differs in the record", column="record")
