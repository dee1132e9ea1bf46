"""The match that events tell, played anew by the rules of its game: moves, results, and every draw of nature.

This reads events by code of its own: it shares the rules of games with the service, and nothing of how the service
decides and keeps.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from games.chance import Chance
from games.decks import BadDeck, Lookup, of_json
from games.engine import CHANCE, Level, Score, Table, written
from games.errors import Refused
from games.records.absent_seats import absent
from games.records.record import Fault as RecordFault
from games.records.record import GameRecord, Record, read
from games.records.record import written as record_text
from games.records.replay import opened, replay, with_deck
from games.records.series import totals
from games.registry import AnyEngine, engine
from verify.evidence_file import Event, Evidence

Place = tuple[int, int]  # round and game


class Fault(NamedTuple):
    """What is wrong, with which event and column, as far as that can be told."""

    what: str
    seq: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        where = [f"event {self.seq}" if self.seq is not None else "", self.column or ""]
        place = ", ".join(filter(None, where))
        return f"{place}: {self.what}" if place else self.what


class Move(NamedTuple):
    """A move that stands, and the number of its event."""

    seq: int
    seat: int
    text: str
    seconds: int | None


@dataclass(slots=True)
class Game:
    """A game that was opened, by the number of its event, and its moves that stand."""

    opened: int
    place: Place
    moves: list[Move] = field(default_factory=list)


class Result(NamedTuple):
    """The result of a game that stands; `ruled`: by an arbiter, whatever the moves give."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: Mapping[str, str]
    ruled: bool = False


@dataclass(slots=True)
class Play:
    """A match as its events left it. `draws`: how many moves of nature there were; `checked`: with a known seed."""

    rules: AnyEngine
    opening: dict[str, Any]
    seeds: Mapping[str, bytes]
    decks: Lookup
    seats: int
    level: str
    dealing: str
    seal: str | None
    table: Table
    games: list[Game] = field(default_factory=list)
    results: dict[Place, Result] = field(default_factory=dict)
    game: Game | None = None
    position: Any = None
    anew: int = 0
    draws: int = 0
    checked: int = 0
    ended: bool = False
    revealed: list[str] = field(default_factory=list)


class Unknown(Exception):
    """This cannot be checked here: a game, rules or a kind of event that this verifier does not know."""


def played(events: Sequence[Event], seeds: Sequence[str], deck: Mapping[str, Any] | None) -> tuple[Play, list[Fault]]:
    """The match of these events, and everything in it that does not follow. Raises `Unknown`."""
    first = _payload(events[0])
    if events[0].columns.kind != "match.opened":
        raise Unknown(f"The first event is {events[0].columns.kind}, and no match begins so.")
    now = _opened(first, {sha256(bytes.fromhex(seed)).hexdigest(): bytes.fromhex(seed) for seed in seeds}, deck)
    faults: list[Fault] = []
    for event in events[1:]:
        step = _STEPS.get(event.columns.kind)
        if step is None or event.columns.schema != 1:
            raise Unknown(f"Events {event.columns.kind} of schema {event.columns.schema} are not known here.")
        try:
            faults += [Fault(what, event.columns.seq, "payload") for what in step(now, _payload(event), event)]
        except (Refused, ValueError, KeyError, TypeError, AttributeError) as error:
            said = str(error) if isinstance(error, Refused) else f"it makes no sense here ({type(error).__name__})"
            faults.append(Fault(f"it is not legal: {said}", event.columns.seq, "payload"))
            break  # nothing more can be said of the match
    if not faults and list(seeds) != now.revealed:
        faults.append(Fault("they are not the seeds that the events reveal", column="seeds"))
    if not faults and not now.ended:
        faults.append(Fault("the events do not come to the end of the match"))
    return now, faults


def _payload(event: Event) -> dict[str, Any]:
    given = json.loads(event.columns.payload)
    if not isinstance(given, dict):
        raise Unknown(f"The payload of event {event.columns.seq} is no object.")
    return given


def _opened(opening: dict[str, Any], seeds: Mapping[str, bytes], deck: Mapping[str, Any] | None) -> Play:
    try:
        rules = engine(opening["game"], opening["rules"])
        decks = _lookup(rules, deck)
        level, seats = opening["level"], len(opening["seats"])
        table = with_deck(rules, Table(seats, Level(level), opening["options"]), decks)
    except (Refused, KeyError, TypeError, ValueError) as error:
        raise Unknown(f"The match cannot be played here: {error}") from None
    return Play(rules, opening, seeds, decks, seats, level, opening["dealing"], opening.get("seed_hash"), table)


def _lookup(rules: AnyEngine, manifest: Mapping[str, Any] | None) -> Lookup:
    """Finds the deck of the file; one that is not what its hash says is not found."""
    if manifest is None or rules.decks is None:
        return lambda game, name, wanted: None
    found = of_json(rules.decks, json.dumps(manifest))
    return lambda game, name, wanted: found if (game, name, wanted) == (found.game, found.id, found.hash) else None


Step = Callable[[Play, dict[str, Any], Event], Iterator[str]]


def _says_nothing_of_play(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    return iter(())


def _seats_changed(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    fits = len(fact["seats"]) == now.seats
    now.seats = len(fact["seats"])
    _set_table(now)
    if not fits:
        _put_away_current(now)
    return iter(())


def _level_chosen(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    now.level, now.dealing, now.seal = fact["level"], fact["dealing"], fact.get("seed_hash") or now.seal
    _set_table(now)
    _put_away_current(now)
    return iter(())


def _set_table(now: Play) -> None:
    now.table = with_deck(now.rules, Table(now.seats, Level(now.level), now.opening["options"]), now.decks)


def _put_away_current(now: Play) -> None:
    if now.game is not None:
        _put_away(now, now.game.place)


def _put_away(now: Play, place: Place) -> None:
    now.games = [game for game in now.games if game.place != place]
    now.anew += 1
    if now.game is not None and now.game.place == place:
        now.game = now.position = None


def _game_opened(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    place = _place(fact)
    if place not in now.rules.games(now.table):
        yield f"the match has no game {place[0]}.{place[1]}"
    now.game = Game(event.columns.seq, place)
    now.games.append(now.game)
    now.position = now.rules.setup(now.table)


def _move_played(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    seat, text = fact["seat"], fact["move"]
    if now.game is None:
        raise ValueError("no game is open")
    if seat == CHANCE and now.dealing == "server":
        yield from _draw(now, text)
    now.position = _moved(now, seat, text)
    now.game.moves.append(Move(event.columns.seq, seat, text, fact.get("seconds")))


def _moved(now: Play, seat: int, text: str) -> Any:
    return now.rules.apply(now.position, seat, now.rules.parse(text))


def _draw(now: Play, text: str) -> Iterator[str]:
    """Compare a move of nature with the one that the seed gives, if that was revealed."""
    assert now.game is not None  # noqa: S101 - whoever calls has looked
    now.draws += 1
    seed = now.seeds.get(now.seal or "")
    if seed is None:
        return
    now.checked += 1
    again = f"/{now.anew}" if now.anew else ""
    label = f"{now.game.place[0]}.{now.game.place[1]}:{len(now.game.moves)}{again}"
    due = str(now.rules.draw(now.position, Chance(seed, label)))
    if due != text:
        yield f"nature moves {text[:80]}, but the sealed seed gives {due[:80]}"


def _game_ended(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    place = _place(fact)
    score = now.rules.score(now.position) if now.game is not None and now.game.place == place else None
    stated = Score(tuple(fact["points"]), tuple(fact["winners"]), fact["reason"])
    if score != stated:
        yield f"the moves of game {place[0]}.{place[1]} do not give this result"
    now.results[place] = Result(stated.points, stated.winners, stated.reason, {})


def _result_reported(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    result = Result(tuple(fact["points"]), tuple(fact["winners"]), fact["reason"], fact.get("extra", {}))
    now.results[_place(fact)] = result
    return iter(())


def _score_adjusted(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    place = _place(fact)
    known = now.results.get(place)
    reason, extra = (known.reason, known.extra) if known else ("", {})
    now.results[place] = Result(tuple(fact["points"]), tuple(fact["winners"]), reason, extra, ruled=True)
    return iter(())


def _match_ended(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    places = now.rules.games(now.table)
    scores = {place: Score(each.points, each.winners, each.reason) for place, each in now.results.items()}
    away = {seat for each in now.results.values() for seat in absent(each.extra, now.seats)}
    sums = totals(now.rules.meta, now.seats, places, scores, away)
    if not set(places) <= set(scores):
        yield "not every game has a result"
    stated = (tuple(fact["points"]), tuple(fact["wins"]), tuple(fact["winners"]))
    if (sums.points, sums.wins, sums.winners) != stated:
        yield "the games do not add up to these totals"
    now.ended = True


def _seed_revealed(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    now.revealed.append(fact["seed"])
    if sha256(bytes.fromhex(fact["seed"])).hexdigest() != now.seal:
        yield "this is not the seed whose SHA-256 was published before the deal"


def _moves_annulled(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    for place in map(tuple, fact["games"]):
        now.results.pop(place, None)
    now.seal, now.ended = fact.get("seed_hash") or now.seal, False
    now.games = [game for game in now.games if game.opened < fact["revision"]]
    now.anew += 1
    now.game = now.games[-1] if now.games else None
    now.position = None if now.game is None else now.rules.setup(now.table)
    if now.game is not None:
        now.game.moves = [move for move in now.game.moves if move.seq < fact["revision"]]
        for move in now.game.moves:
            now.position = _moved(now, move.seat, move.text)
    return iter(())


def _game_replayed(now: Play, fact: dict[str, Any], event: Event) -> Iterator[str]:
    place = _place(fact)
    now.results.pop(place, None)
    now.seal, now.ended = fact.get("seed_hash") or now.seal, False
    _put_away(now, place)
    return iter(())


def _place(fact: Mapping[str, Any]) -> Place:
    return fact["round"], fact["game"]


_STEPS: Mapping[str, Step] = {
    "seats.changed": _seats_changed,
    "level.chosen": _level_chosen,
    "game.opened": _game_opened,
    "move.played": _move_played,
    "game.ended": _game_ended,
    "result.reported": _result_reported,
    "score.adjusted": _score_adjusted,
    "match.ended": _match_ended,
    "seed.revealed": _seed_revealed,
    "moves.annulled": _moves_annulled,
    "game.replayed": _game_replayed,
    **dict.fromkeys(
        (
            *("result.confirmed", "result.contested", "result.settled"),
            *("match.forfeited", "match.voided", "match.reopened", "finding.recorded", "seats.left"),
            *("appeal.filed", "appeal.taken", "appeal.withdrawn", "appeal.closed", "ruling.given"),
        ),
        _says_nothing_of_play,
    ),
}
KINDS = ("match.opened", *_STEPS)


def recorded(evidence: Evidence, now: Play) -> Iterator[Fault]:
    """Whether the record is that of the match, and its results are those that its moves give."""
    try:
        record = read(evidence.record)
        if record_text(record) != evidence.record:
            yield Fault("it is spelled otherwise than records are", column="record")
        _, table = opened(record, now.decks)
        found = replay(record, decks=now.decks)
    except (RecordFault, BadDeck) as fault:
        yield Fault(str(fault), column="record")
        return
    head = {key: each.value for key, each in record.head.items()}
    told = {"game": now.opening["game"], "rules": now.opening["rules"], "log": now.level, "seats": str(now.seats)}
    differing = [key for key, value in told.items() if head.get(key) != value]
    differing += [key for key, value in now.table.options.items() if written(table.options[key]) != written(value)]
    if differing or found.table.seats != now.seats:
        yield Fault(f"its {differing[0] if differing else 'seats'} is not that of the match", column="record")
    yield from _games(record, now)


def _games(record: Record, now: Play) -> Iterator[Fault]:
    in_record = {(game.round, game.game): game for game in record.games}
    in_log = {game.place: game for game in now.games if game.moves}
    places = set(in_log) if now.level != Level.SCORE else set(now.results)
    if set(in_record) != places:
        strange = min(set(in_record) ^ places)
        yield Fault(f"game {strange[0]}.{strange[1]} is in the record or in the events alone", column="record")
        return
    for place, game in sorted(in_record.items()):
        moves = [(ply.seat, ply.move, ply.seconds) for ply in game.plies]
        log = in_log[place].moves if place in in_log else []
        kept = [(move.seat, move.text, move.seconds if move.seat != CHANCE else None) for move in log]
        if moves != kept:
            shorter = min(len(moves), len(kept))
            at = next((at for at in range(shorter) if moves[at] != kept[at]), shorter)
            seq = log[at].seq if at < len(log) else None
            yield Fault(f"move {at + 1} of game {place[0]}.{place[1]} is another one in the record", seq, "record")
        yield from _stated(game, now.results.get(place))


def _stated(game: GameRecord, result: Result | None) -> Iterator[Fault]:
    """Whether a game's stated result is the one in the events; what a ruling changed stands behind it as a comment."""
    stated = {key: each.value for key, each in game.stated.items()}
    if result is None or result.ruled:
        return
    wanted = {"points": " ".join(map(str, result.points)), "reason": result.reason, **result.extra}
    if stated != wanted:
        yield Fault(f"the result of game {game.round}.{game.game} is another one in the record", column="record")
