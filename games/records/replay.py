"""From record to result: replay every game of a record under its rules, and check the stated results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from operator import length_hint
from types import MappingProxyType
from typing import Any, NamedTuple

from games.decks import Lookup, resolve
from games.engine import Level, Score, Seat, Setting, Stated, Table
from games.errors import FormError, Phrase, Refused, ResultDiffers, count_phrase, error_phrase, quote
from games.records.absent_seats import absent_seats, judge
from games.records.columns import culprit_column
from games.records.reader import read
from games.records.record import (
    REQUIRED,
    RESULT_KEYS,
    SEATS,
    GameRecord,
    Key,
    MoveLine,
    MoveLines,
    Record,
    RecordError,
    UnknownKey,
)
from games.records.series import Totals, totals
from games.registry import AnyEngine, engine


class GameReplay(NamedTuple):
    """One game replayed: the position after its last move, how many moves there were, the score if it is known."""

    round: int
    game: int
    state: Any
    moves: int
    score: Score | None


@dataclass(frozen=True, slots=True)
class MatchReplay:
    """A record replayed to its end, or to `at` moves: its games so far and the totals over those with a result.

    `error` is what ended `examine` early: the last game then stands where the error was found.
    """

    engine: AnyEngine
    table: Table
    games: Sequence[GameReplay]
    totals: Totals
    error: RecordError | None = None


def replay(source: bytes | str | Record, *, at: int | None = None, decks: Lookup | None = None) -> MatchReplay:
    """Replay a record, or its first *at* moves. Raises `RecordError` at the first error.

    *decks* finds decks that did not come with the game.
    """
    found = examine(source, at=at, decks=decks)
    if found.error is not None:
        raise found.error
    return found


def examine(source: bytes | str | Record, *, at: int | None = None, decks: Lookup | None = None) -> MatchReplay:
    """Replay a record up to its first error.

    Raises `RecordError` only if the head is wrong.
    """
    record = source if isinstance(source, Record) else read(source)
    try:
        rules, table = open_table(record, decks)
    except RecordError as found:
        raise record.blame(found) from None
    places, start = rules.games(table), rules.setup(table)
    known = frozenset(places)
    done: list[GameReplay] = []
    error, left = None, at
    for game in record.games:
        if left == 0 or error is not None:
            break
        if (game.round, game.game) not in known:
            error = RecordError(game.line, rules.unknown_game(table, game.round, game.game))
            break
        played, error = _replay_game(rules, table, start, game, left)
        done.append(played)
        left = None if left is None else left - played.moves
    if error is None and left != 0:
        error = record.error
    scores = {(each.round, each.game): each.score for each in done if each.score is not None}
    away = {seat for game in record.games for seat in _absent_seats(table, game)} if table.level == Level.SCORE else ()
    sums = totals(rules.meta, table.seats, places, scores, away)
    return MatchReplay(rules, table, done, sums, None if error is None else record.blame(error))


@contextmanager
def blame_line(line: int, keys: Mapping[str, Key] = MappingProxyType({})) -> Iterator[None]:
    """Refusals raised inside become errors of *line*, or of the line of the one of *keys* that they name."""
    try:
        yield
    except Refused as refusal:
        named = keys.get(str(refusal.params.get("key")))
        raise RecordError(
            line if named is None else named.line, refusal, refusal.column if isinstance(refusal, FormError) else None
        ) from None


def open_table(record: Record, decks: Lookup | None = None) -> tuple[AnyEngine, Table]:
    """The engine and the table that the head of *record* names.

    Raises `RecordError` at the line of the key that is wrong.
    """
    head = record.head
    game, number = head["game"], head["rules"]
    with blame_line(game.line):
        engine(game.value)
    with blame_line(number.line):
        rules = engine(game.value, number.value)
    options = settings(rules, {key.key: key for key in head.values() if key.key not in REQUIRED})
    with blame_line(head.get("deck", game).line):
        table = resolve_deck(rules, Table(record.seats, record.level, options), decks)
    with blame_line(head["seats"].line, head):
        rules.setup(table)
    return rules, table


def resolve_deck(rules: AnyEngine, table: Table, decks: Lookup | None = None) -> Table:
    """The table with the deck that its option names. The option then holds the hash too.

    Raises `BadDeck` if there is no such deck.
    """
    if rules.decks is None:
        return table
    deck = resolve(rules.decks, str(table.options["deck"]), decks)
    options = MappingProxyType({**table.options, "deck": deck.reference})
    return Table(table.seats, table.level, options, deck)


def settings(rules: AnyEngine, given: Mapping[str, Key]) -> Mapping[str, Setting]:
    """Every option of the game with its value.

    Raises `RecordError` at an unknown key or a wrong value.
    """
    options = {option.key: option for option in rules.meta.options}
    chosen: dict[str, Setting] = {option.key: option.default for option in options.values()}
    for name, key in given.items():
        if name not in options:
            raise RecordError(key.line, UnknownKey(key=name, known=", ".join([*REQUIRED, *options])))
        try:
            chosen[name] = options[name].read(key.value)
        except ValueError as error:
            wanted = error_phrase(error)
            what = Phrase("{key}: {value} is not {wanted}.", key=name, value=quote(key.value), wanted=wanted)
            raise RecordError(key.line, FormError(what=what, culprit=name)) from None
    return MappingProxyType(chosen)


def steps(rules: AnyEngine, table: Table, game: GameRecord) -> Iterator[tuple[MoveLine, Any]]:
    """Each move of a game with the position after it. Raises `RecordError` at the line of the first that is refused."""
    _may_move(table, game)
    state = rules.setup(table)
    for ply in game.plies:
        state = _play_one(rules, state, ply)
        yield ply, state


def _may_move(table: Table, game: GameRecord) -> None:
    if table.level == Level.SCORE and (first := game.opening) is not None:
        what = Phrase("A record with log: score has results but no moves.")
        raise RecordError(first.line, FormError(what=what, culprit=first.move))


def _play_moves(rules: AnyEngine, state: Any, moves: Iterable[MoveLine | MoveLines]) -> Any:
    """The position after the moves. Raises `RecordError` at the line of the first that is refused."""
    for part in moves:
        state = _play_one(rules, state, part) if isinstance(part, MoveLine) else _play_many(rules, state, part)
    return state


def _play_one(rules: AnyEngine, state: Any, ply: MoveLine) -> Any:
    try:
        move = rules.parse(ply.move)
        after = rules.apply(state, ply.seat, move)
        if ply.seconds is not None:
            rules.check_time(state, move, ply.seconds)
    except Refused as refusal:
        raise RecordError(ply.line, refusal, culprit_column(ply, refusal)) from None
    return after


def _play_many(rules: AnyEngine, state: Any, plies: MoveLines) -> Any:
    """As `_play_one` for each move, in one call of `play`: most of a replay is spent here."""
    rows = iter(plies.rows)
    try:
        return rules.play(state, map(_known_moves(rules).__getitem__, rows))
    except Refused as refusal:
        ply = plies.at(len(plies.rows) - 1 - length_hint(rows))
        raise RecordError(ply.line, refusal, culprit_column(ply, refusal)) from None


class KnownMoves(dict[str, tuple[Seat, Any]]):
    """The moves of an engine by their lines, such as `2 draw`: each is read when it is met, familiar ones are kept.

    When there are many, all are forgotten.
    """

    def __init__(self, rules: AnyEngine) -> None:
        super().__init__()
        self._parse = rules.parse
        self._longest = len("0 ") + rules.familiar_length

    def __missing__(self, row: str) -> tuple[Seat, Any]:
        move = SEATS[row[0]], self._parse(row[2:])
        if len(row) <= self._longest:
            if len(self) >= _MAX_KNOWN_MOVES:
                self.clear()
            self[row] = move
        return move


_MAX_KNOWN_MOVES = 20_000  # lines of a game
_known_moves = lru_cache(maxsize=100)(KnownMoves)


def _replay_game(
    rules: AnyEngine, table: Table, start: Any, game: GameRecord, limit: int | None
) -> tuple[GameReplay, RecordError | None]:
    """Replay a game from its *start* as far as possible. Returns the error that stopped it, if any."""
    whole = game.count
    count = whole if limit is None else min(limit, whole)
    state, score, error = start, None, None
    try:
        _may_move(table, game)
        state = _play_moves(rules, state, game.first(count))
        if count == whole:
            score = (
                _judge_result(rules, table, game)
                if table.level == Level.SCORE
                else _check_result(rules, table, game, state)
            )
    except RecordError as found:
        error = found
        good = game.count_before(found.line)
        if good < count:
            count, state = good, _play_moves(rules, start, game.first(good))
    return GameReplay(game.round, game.game, state, count, score), error


def _judge_result(rules: AnyEngine, table: Table, game: GameRecord) -> Score | None:
    """The score of a score-only game. An error is reported at the line that states what is wrong."""
    stated = game.stated
    points = _points(table, stated["points"]) if "points" in stated else None
    reason = stated.get("reason")
    if reason is not None and reason.value not in rules.meta.reasons:
        known = ", ".join(rules.meta.reasons)
        why = Phrase("reason: {value} is not one of {known}", value=quote(reason.value), known=known)
        raise RecordError(reason.line, ResultDiffers(why=why, key="reason"))
    extra = {name: key.value for name, key in stated.items() if name not in RESULT_KEYS}
    first = next((stated[key].line for key in ("points", "racks", "reason") if key in stated), game.line)
    with blame_line(first, stated):
        return judge(rules, table, Stated(points, reason.value if reason else None, extra))


def _absent_seats(table: Table, game: GameRecord) -> frozenset[Seat]:
    """The seats that were absent from a score-only game. Empty if that cannot be read."""
    try:
        return absent_seats({name: key.value for name, key in game.stated.items()}, table.seats)
    except FormError:
        return frozenset()


def _check_result(rules: AnyEngine, table: Table, game: GameRecord, state: Any) -> Score | None:
    """The score of a replayed game. Raises `RecordError` at a stated result that the moves do not give."""
    score = rules.score(state)
    for key in game.stated.values():
        if key.key == "points":
            points: tuple[int, ...] | None = _points(table, key)
            if score is not None and points == score.points:
                continue
            found = score and " ".join(map(str, score.points))
        else:
            points, found = None, rules.reason(state)
            if found == key.value:
                continue
        given = Phrase("the moves give {found}", found=found) if found else Phrase("the game is not over")
        why = Phrase("{key}: {value} is stated, but {given}", key=key.key, value=quote(key.value), given=given)
        raise RecordError(key.line, rules.objection(state, points) or ResultDiffers(why=why, key=key.key))
    return score


def _points(table: Table, key: Key) -> tuple[int, ...]:
    points = tuple(map(int, key.value.split()))
    if len(points) != table.seats:
        what = count_phrase(
            "points: {count} number for {seats} seats.",
            "points: {count} numbers for {seats} seats.",
            len(points),
            seats=table.seats,
        )
        raise RecordError(key.line, FormError(what=what, culprit="points"))
    return points
