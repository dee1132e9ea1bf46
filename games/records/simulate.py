"""Games played out by the engines themselves, as records: complete, legal, and the same for the same seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.chance import Chance
from games.engine import CHANCE, Level, Score, Seat, Setting, Table, setting_text
from games.errors import Refused, gettext_noop
from games.records.record import FORMAT, Heading, Key, MoveLine, format_item
from games.registry import AnyEngine

MAX_MOVES = 10_000  # moves; no bundled game comes near


class Endless(Refused):
    code = "simulate.endless"
    text = gettext_noop("The game has not ended after {moves} moves.")


def play_game(
    rules: AnyEngine, table: Table, seed: bytes, place: tuple[int, int]
) -> tuple[list[tuple[Seat, Any]], Any]:
    """Play the game at *place* (round, game) from *seed*. Returns its moves and its last position."""
    state = rules.setup(table)
    moves: list[tuple[Seat, Any]] = []
    while seats := rules.turn(state):
        if len(moves) == MAX_MOVES:
            raise Endless(moves=MAX_MOVES)
        chance = Chance(seed, f"{place[0]}.{place[1]}:{len(moves)}")
        seat = CHANCE if CHANCE in seats else chance.pick(sorted(seats))
        move = rules.draw(state, chance) if seat == CHANCE else rules.suggest(state, seat, chance)
        state = rules.apply(state, seat, move)
        moves.append((seat, move))
    return moves, state


def simulate_match(rules: AnyEngine, table: Table, seed: bytes, chosen: Mapping[str, Setting]) -> str:
    """Play a match at *table* and return its canonical record. The head names the options *chosen*.

    The games are played with all known; a record with `log: open` leaves out what `open_moves` does, one with
    `log: score` keeps the results alone.
    """
    full = Table(table.seats, Level.FULL, table.options, table.deck)
    rows = head(rules, table, chosen)
    for place in rules.games(full):
        moves, state = play_game(rules, full, seed, place)
        if table.level != Level.FULL:
            moves = list(rules.open_moves(moves, state)) if table.level == Level.OPEN else []
        rows += ["", format_item(Heading(0, *place, ""))]
        rows += [format_item(MoveLine(0, seat, str(move), None, "")) for seat, move in moves]
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
        **{key: setting_text(value) for key, value in chosen.items()},
    }
    return [format_item(Key(0, key, value, "")) for key, value in keys.items()]


def result(score: Score) -> Sequence[str]:
    """The lines of a record that state how a game ended."""
    points = " ".join(map(str, score.points))
    return format_item(Key(0, "points", points, "")), format_item(Key(0, "reason", score.reason, ""))
