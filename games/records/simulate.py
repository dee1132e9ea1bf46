"""Games played out by the engines themselves, as records: complete, legal, and the same for the same seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.chance import Chance
from games.engine import CHANCE, Level, Score, Seat, Setting, Table, written
from games.errors import Refused, gettext_noop
from games.records.record import FORMAT, Heading, Key, Ply, line
from games.registry import AnyEngine

LONGEST = 10_000  # moves; no game of the house comes near


class Endless(Refused):
    code = "simulate.endless"
    text = gettext_noop("The game has not ended after {moves} moves.")


def played(rules: AnyEngine, table: Table, seed: bytes, place: tuple[int, int]) -> tuple[list[tuple[Seat, Any]], Any]:
    """The moves of one game of a match, by round and game, and its last position; what happens follows from *seed*."""
    state = rules.setup(table)
    moves: list[tuple[Seat, Any]] = []
    while seats := rules.turn(state):
        if len(moves) == LONGEST:
            raise Endless(moves=LONGEST)
        chance = Chance(seed, f"{place[0]}.{place[1]}:{len(moves)}")
        seat = CHANCE if CHANCE in seats else chance.pick(sorted(seats))
        move = rules.draw(state, chance) if seat == CHANCE else rules.suggest(state, seat, chance)
        state = rules.apply(state, seat, move)
        moves.append((seat, move))
    return moves, state


def simulated(rules: AnyEngine, table: Table, seed: bytes, chosen: Mapping[str, Setting]) -> str:
    """A match at *table* as a canonical record with its results; *chosen* are the options that its head names.

    The games are played with all known; a record with `log: open` leaves out what `as_open` does, one with
    `log: score` keeps the results alone.
    """
    full = Table(table.seats, Level.FULL, table.options, table.deck)
    rows = head(rules, table, chosen)
    for place in rules.games(full):
        moves, state = played(rules, full, seed, place)
        if table.level != Level.FULL:
            moves = list(rules.as_open(moves, state)) if table.level == Level.OPEN else []
        rows += ["", line(Heading(0, *place, ""))]
        rows += [line(Ply(0, seat, str(move), None, "")) for seat, move in moves]
        if (score := rules.score(state)) is not None:  # pragma: no branch - nothing of a game played out is unknown
            rows += [*([""] if moves else []), *result(score)]
    return "\n".join([*rows, ""])


def head(rules: AnyEngine, table: Table, chosen: Mapping[str, Setting]) -> list[str]:
    """The lines of a record's head."""
    keys = {
        "ludex": FORMAT,
        "game": rules.meta.slug,
        "rules": rules.meta.rules,
        "log": table.level.value,
        "seats": str(table.seats),
        **{key: written(value) for key, value in chosen.items()},
    }
    return [line(Key(0, key, value, "")) for key, value in keys.items()]


def result(score: Score) -> Sequence[str]:
    """The lines of a record that state how a game ended."""
    points = " ".join(map(str, score.points))
    return line(Key(0, "points", points, "")), line(Key(0, "reason", score.reason, ""))
