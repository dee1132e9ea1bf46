"""A match replayed from its events by the rules of its game: moves, results and chance moves.

Of the service it shares only the rules of games, so that it does not repeat a fault in how the service reads events.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

from games.chance import Chance
from games.engine import CHANCE, Level, Score, Stated, Table
from games.records.absent_seats import judge
from games.records.replay import resolve_deck
from games.records.series import totals
from verify.evidence_file import Event
from verify.opening import Act, BadManifest, MatchState, ReplayedGame, ReplayedMove, open_match, reason_text
from verify.payloads import BadPayload, UnknownVersion, read_payload
from verify.results import Payload, Place, Results, place_of
from verify.seat_seeds import SeatSeeds

LONGEST_MOVE = 4_000  # characters, twice as many as a service takes
MOST_FAULTS = 20  # that are listed
LONGEST_EXTRAS = 20_000  # characters of what is stated besides points
MAX_WORK = 2_000_000  # results that confirmations, objections and settlements go through
UNDONE = 200  # as much work as a move that is undone

_REMEDIES = {
    "annul": ("moves.annulled", ("revision",)),
    "adjust": ("score.adjusted", ("game", "points", "winners")),
    "replay": ("game.replayed", ("game",)),
    "forfeit": ("match.forfeited", ("seats",)),
    "void": ("match.voided", ()),
}


class Fault(NamedTuple):
    """An error, with the event and column if they are known."""

    what: str
    seq: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        where = [f"event {self.seq}" if self.seq is not None else "", self.column or ""]
        place = ", ".join(filter(None, where))
        return f"{place}: {self.what}" if place else self.what


def replay_events(
    events: Sequence[Event], seeds: Sequence[str], deck: Mapping[str, Any] | None
) -> tuple[MatchState | None, list[Fault]]:
    """Replay the events. Returns the match, as far as it could be opened, and every error. Raises `UnknownVersion`."""
    try:
        match = open_match(events[0], {sha256(seed).hexdigest(): seed for seed in map(bytes.fromhex, seeds)}, deck)
    except BadManifest as error:
        return None, [Fault(str(error), column="deck")]
    except UnknownVersion:
        raise
    except Exception as error:  # what no service wrote may surprise the rules of a game anywhere
        return None, [Fault(f"it is not legal: {reason_text(error)}", 1, "payload")]
    faults: list[Fault] = []
    for event in events[1:]:
        try:
            faults += [Fault(what, event.columns.seq, "payload") for what in _apply_event(match, event)]
        except UnknownVersion:
            raise
        except Exception as error:  # as above
            faults.append(Fault(f"it is not legal: {reason_text(error)}", event.columns.seq, "payload"))
            break  # the position is unknown from here on
        if len(faults) > MOST_FAULTS:
            break
    return match, faults or list(_check_end(match, seeds))


def _check_end(match: MatchState, seeds: Sequence[str]) -> Iterator[Fault]:
    if list(seeds) != match.revealed:
        yield Fault("they are not the seeds revealed by the events", column="seeds")
    if not match.results.ended:
        yield Fault("the events do not reach the end of the match")
    elif not match.summed:
        yield Fault("results changed after the last totals")
    for ruling in sorted(match.due):
        yield Fault(f"the ruling {ruling[:80]} was not carried out")


def _apply_event(match: MatchState, event: Event) -> Iterator[str]:
    """Apply an event. Yields what is wrong. Raises what the rules of the game raise, and `UnknownVersion`."""
    kind, seq = event.columns.kind, event.columns.seq
    payload = read_payload(kind, event.columns.schema, event.columns.payload)
    if kind == "match.opened":
        raise BadPayload("a match is opened once")
    if kind != "move.played":  # whose seat the rules check
        _require_places(match, payload)
    if kind in ACTS and (kind != "result.reported" or payload.get("correction") is not None):
        match.acts.append(Act(seq, kind, payload))
    if payload.get("ruling") is not None and kind != "ruling.given":
        _carry_out(match, kind, payload)
    step = _STEPS.get(kind)
    yield from (step(match, payload, seq) if step is not None else None) or ()


def _require_places(match: MatchState, payload: Payload) -> None:
    """Raise `BadPayload` unless the payload speaks of seats and games of the match, one number for each seat."""
    count, seat = len(match.seats), payload.get("seat")
    if seat is not None and not -3 <= seat < count:
        raise BadPayload(f"there is no seat {seat}")
    for name in ("points", "wins"):
        if payload.get(name) is not None and len(payload[name]) != count:
            raise BadPayload(f"its {name} are not one for each seat")
    seats = (each for each in payload.get("seats", ()) if isinstance(each, int))
    for each in (*(payload.get("winners") or ()), *seats):
        if not 0 <= each < count:
            raise BadPayload(f"there is no seat {each}")
    if "round" in payload and place_of(payload) not in match.rules.games(match.table):
        raise BadPayload(f"the match has no game {payload['round']}.{payload['game']}")


def _carry_out(match: MatchState, kind: str, payload: Payload) -> None:
    """Raise `BadPayload` unless what a ruling led to is what it ruled."""
    ruling = match.rulings.get(payload["ruling"])
    if ruling is None:
        raise BadPayload("it follows from a ruling that nobody gave")
    carried, terms = _REMEDIES.get(ruling["kind"], ("match.reopened", ()))
    if kind == "match.reopened":  # comes before other remedies, too
        return
    stated = {**payload, "game": [payload.get("round"), payload.get("game")]}
    if kind != carried or any(stated.get(term) != ruling.get(term) for term in terms):
        raise BadPayload("it is not what its ruling says")
    match.due.discard(payload["ruling"])


def _give_ruling(match: MatchState, payload: Payload, seq: int) -> None:
    match.rulings[payload["ruling"]] = payload
    if payload.get("policy") != "report" and payload["kind"] in _REMEDIES:
        match.due.add(payload["ruling"])


Step: TypeAlias = Callable[[MatchState, Payload, int], Iterator[str] | None]  # yields what is wrong


def _change_seats(match: MatchState, payload: Payload, seq: int) -> None:
    fits, sealed = len(payload["seats"]) == len(match.seats), payload.get("seed_hash")
    if not fits and match.results.games:
        raise BadPayload("a match with results keeps its number of seats")
    match.seats, match.seal, match.accounts = payload["seats"], sealed or match.seal, payload.get("accounts")
    _ask_seats(match, payload)
    _set_table(match)
    if not fits or sealed:
        _discard_current_game(match)


def _choose_level(match: MatchState, payload: Payload, seq: int) -> None:
    match.level, match.dealing = payload["level"], payload["dealing"]
    match.seal, match.accounts = payload.get("seed_hash") or match.seal, payload.get("accounts")
    match.seat_seeds = SeatSeeds.ask(match.seats, match.dealing)
    _set_table(match)
    _discard_current_game(match)


def _ask_seats(match: MatchState, payload: Payload) -> None:
    """Ask the seats for other seeds if the sealed one is replaced, or the deal was still to come."""
    if not payload.get("seed_hash") and match.seat_seeds.due and match.seat_seeds.committed:
        raise BadPayload("the seats are asked again, knowing seeds that were chosen for the same sealed one")
    if payload.get("seed_hash") or match.seat_seeds.due:
        match.seat_seeds = SeatSeeds.ask(match.seats, match.dealing)


def _set_table(match: MatchState) -> None:
    table = Table(len(match.seats), Level(match.level), match.opening["options"])
    match.table = resolve_deck(match.rules, table, match.decks)
    match.rules.setup(match.table)


def _discard_current_game(match: MatchState) -> None:
    if match.game is not None:
        _discard_game(match, match.game.place)


def _discard_game(match: MatchState, place: Place) -> None:
    match.games = [game for game in match.games if game.place != place]
    match.redraws += 1
    if match.game is not None and match.game.place == place:
        match.game = None


def _open_game(match: MatchState, payload: Payload, seq: int) -> None:
    place = place_of(payload)
    if any(game.place == place for game in match.games):
        raise BadPayload(f"game {place[0]}.{place[1]} is open already")
    if match.level == Level.SCORE:
        raise BadPayload("the match is kept by results alone")
    match.game = ReplayedGame(seq, place, match.rules.setup(match.table))
    match.games.append(match.game)


def _play_move(match: MatchState, payload: Payload, seq: int) -> Iterator[str]:
    seat, text, seconds, game = payload["seat"], payload["move"], payload.get("seconds"), match.game
    if game is None or len(text) > LONGEST_MOVE:
        raise BadPayload("no game is open" if game is None else "its move is too long")
    if match.seat_seeds.due:
        raise BadPayload("it comes before the seats have added their seeds")
    if seat == CHANCE and match.dealing != "table":
        yield from _check_draw(match, game, text)
    move, before = match.parse(text), game.position
    if str(move) != text:
        raise BadPayload("its move is not written as a service writes it")
    after = match.rules.apply(before, seat, move)
    if seconds is not None:
        match.rules.check_time(before, move, seconds)
    game.moves.append(ReplayedMove(seq, seat, text, seconds, after))


def _check_draw(match: MatchState, game: ReplayedGame, text: str) -> Iterator[str]:
    """Compare a chance move with the one that the seed gives, if that was revealed."""
    match.draws += 1
    seed = match.seeds.get(match.seal or "")
    if seed is None:
        return
    match.checked += 1
    again = f"/{match.redraws}" if match.redraws else ""
    label = f"{game.place[0]}.{game.place[1]}:{len(game.moves)}{again}"
    due = str(match.rules.draw(game.position, Chance(match.seat_seeds.mix(seed), label)))
    if due != text:
        yield f"the chance move is {text[:80]}, but the sealed seed gives {due[:80]}"


def _end_game(match: MatchState, payload: Payload, seq: int) -> Iterator[str]:
    place, game = place_of(payload), match.game
    score = match.rules.score(game.position) if game is not None and game.place == place else None
    stated = Score(tuple(payload["points"]), tuple(payload["winners"]), payload["reason"])
    if score != stated or place in match.results.games:
        yield f"the moves of game {place[0]}.{place[1]} do not give this result"
    match.results.end_game(payload, dealt=match.dealing != "table")
    match.summed = False


def _report_result(match: MatchState, payload: Payload, seq: int) -> Iterator[str]:
    if match.level != Level.SCORE:
        raise BadPayload("a match with moves has no reports")
    if sum(map(len, payload.get("extra", {}).values())) > LONGEST_EXTRAS:
        raise BadPayload("its extra is too long")
    points, winners, reason = tuple(payload["points"]), tuple(payload["winners"]), payload["reason"]
    if judge(match.rules, match.table, Stated(points, reason, payload.get("extra", {}))) != (
        Score(points, winners, reason)
    ):
        yield "the rules of the game do not give this result"
    before = match.results.scores
    match.results.report(payload)
    match.summed = match.summed and match.results.scores == before


def _adjust_score(match: MatchState, payload: Payload, seq: int) -> None:
    match.results.adjust(payload)
    match.summed = False


def _end_match(match: MatchState, payload: Payload, seq: int) -> Iterator[str]:
    places, scores = match.rules.games(match.table), match.results.scores
    count = len(match.seats)
    sums = totals(match.rules.meta, count, places, scores, match.results.away(count))
    if not set(places) <= set(scores):
        yield "not every game has a result"
    stated = (tuple(payload["points"]), tuple(payload["wins"]), tuple(payload["winners"]))
    if (sums.points, sums.wins, sums.winners) != stated:
        yield "the games do not add up to these totals"
    match.results.ended = match.summed = True
    match.ended = seq


def _reveal_seed(match: MatchState, payload: Payload, seq: int) -> Iterator[str]:
    match.revealed.append(payload["seed"])
    if sha256(bytes.fromhex(payload["seed"])).hexdigest() != match.seal:
        yield "its SHA-256 is not the one published before the deal"


def _annul_moves(match: MatchState, payload: Payload, seq: int) -> Iterator[str]:
    revision, places = payload["revision"], {tuple(place) for place in payload.get("games", ())}
    reached = [game for game in match.games if game.opened >= revision or _has_move_from(game, revision)]
    if {game.place for game in reached} & match.results.games.keys() != places:
        yield "these are not the games that lose their results"
    match.results.drop([game.place for game in reached])
    _replace_seal(match, payload)
    match.games = [game for game in match.games if game.opened < revision]
    match.redraws += 1
    match.game = match.games[-1] if match.games else None
    while match.game is not None and match.game.moves and match.game.moves[-1].seq >= revision:
        match.game.moves.pop()
        _count_work(match, UNDONE)


def _has_move_from(game: ReplayedGame, revision: int) -> bool:
    return bool(game.moves) and game.moves[-1].seq >= revision


def _replay_game(match: MatchState, payload: Payload, seq: int) -> None:
    match.results.drop([place_of(payload)])
    _replace_seal(match, payload)
    _discard_game(match, place_of(payload))


def _replace_seal(match: MatchState, payload: Payload) -> None:
    if payload.get("seed_hash"):
        match.seal = payload["seed_hash"]
        _ask_seats(match, payload)


def _commit_seed(match: MatchState, payload: Payload, seq: int) -> None:
    match.seat_seeds.commit(payload)


def _show_seed(match: MatchState, payload: Payload, seq: int) -> None:
    match.seat_seeds.reveal(payload, match.seal)


def _omit_seed(match: MatchState, payload: Payload, seq: int) -> None:
    match.seat_seeds.omit(payload)


def _note(change: Callable[[Results, Payload], None]) -> Step:
    """The step that only changes how the results stand."""

    def step(match: MatchState, payload: Payload, seq: int) -> None:
        _count_work(match, len(match.results.games))
        change(match.results, payload)

    return step


def _count_work(match: MatchState, more: int) -> None:
    """Raise `UnknownVersion` if the events undo and confirm more than any real match."""
    match.work += more
    if match.work > MAX_WORK:
        raise UnknownVersion("It undoes or confirms more than can be checked.")


_STEPS: Mapping[str, Step] = {
    "seats.changed": _change_seats,
    "seats.left": _note(Results.leave),
    "level.chosen": _choose_level,
    "game.opened": _open_game,
    "move.played": _play_move,
    "game.ended": _end_game,
    "result.reported": _report_result,
    "result.confirmed": _note(Results.confirm),
    "result.contested": _note(Results.contest),
    "result.settled": _note(Results.settle),
    "score.adjusted": _adjust_score,
    "match.ended": _end_match,
    "match.forfeited": _note(Results.forfeit),
    "match.voided": _note(Results.void),
    "match.reopened": _note(Results.reopen),
    "ruling.given": _give_ruling,
    "seed.revealed": _reveal_seed,
    "seat_seed.committed": _commit_seed,
    "seat_seed.revealed": _show_seed,
    "seat_seed.omitted": _omit_seed,
    "moves.annulled": _annul_moves,
    "moves.withdrawn": _annul_moves,
    "game.replayed": _replay_game,
}
ACTS = (
    *("seats.changed", "seats.left", "level.chosen", "result.reported", "result.settled", "ruling.given"),
    *("match.forfeited", "match.voided", "match.reopened", "finding.recorded", "moves.withdrawn", "seat_seed.omitted"),
)
