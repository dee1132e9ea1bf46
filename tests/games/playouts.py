"""Games played with `suggest` and `draw`, and their records, for the contract of all games."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.chance import Chance
from games.engine import CHANCE, Seat, Table
from games.records.replay import resolve_deck
from games.records.simulate import head, play_game, result
from games.registry import AnyEngine

WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the position before each move, who made it, and the last position."""

    engine: AnyEngine
    table: Table
    plies: Sequence[tuple[Any, Seat, Any]]
    end: Any

    def positions(self, most: int) -> Iterator[tuple[int, Any]]:
        """Up to *most* evenly spread positions, with the number of moves before each."""
        count = len(self.plies)
        for at in sorted({count * step // max(1, most - 1) for step in range(most)}):
            yield at, self.plies[at][0] if at < count else self.end

    @property
    def texts(self) -> list[str]:
        """Every move as text, once."""
        return list(dict.fromkeys(str(move) for _, _, move in self.plies))

    @property
    def lines(self) -> list[str]:
        return [f"{'*' if seat == CHANCE else seat} {move}" for _, seat, move in self.plies]

    @property
    def record(self) -> str:
        """The whole game as a canonical record with its result."""
        rows = [*head(self.engine, self.table, self.table.options), "", *self.lines, ""]
        return "".join(f"{row}\n" for row in [*rows, *result(self.engine.score(self.end))])


def table_for(engine: AnyEngine, seats: int) -> Table:
    """A table with the default of every option."""
    return resolve_deck(engine, Table(seats, options={option.key: option.default for option in engine.meta.options}))


def play(engine: AnyEngine, seats: int, seed: int) -> Played:
    """A game determined by *seed*. If several seats are to move, a random one acts first."""
    table = table_for(engine, seats)
    moves, end = play_game(engine, table, key(seed), (1, 1))
    plies, state = [], engine.setup(table)
    for seat, move in moves:
        plies.append((state, seat, move))
        state = engine.apply(state, seat, move)
    assert state == end
    return Played(engine, table, plies, end)


def key(seed: int) -> bytes:
    return seed.to_bytes(8, "big")


def mutated(text: str, words: Sequence[str], chance: Chance) -> str:
    """*text* with one word changed, dropped, doubled or swapped, or with a character lost."""
    found = list(WORD.finditer(text))
    if not found:
        return chance.pick(words)
    one, other = chance.pick(found), chance.pick(found)
    kind = chance.below(6)
    if kind == 0:
        return text[: one.start()] + text[one.end() :]
    if kind == 1:
        return f"{text[: one.end()]} {one.group()}{text[one.end() :]}"
    if kind == 2 and one.group().isdigit():
        return text[: one.start()] + str(int(one.group()) + chance.below(3) - 1) + text[one.end() :]
    if kind == 3 and one.start() < other.start():
        middle = text[one.end() : other.start()]
        return text[: one.start()] + other.group() + middle + one.group() + text[other.end() :]
    if kind == 4:
        at = chance.below(len(text))
        return text[:at] + text[at + 1 :]
    return text[: one.start()] + chance.pick(words) + text[one.end() :]


def words_of(played: Played) -> list[str]:
    """Every word of every move, in order of appearance."""
    return list(dict.fromkeys(word for text in played.texts for word in WORD.findall(text)))
