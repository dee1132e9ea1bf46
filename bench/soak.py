"""Plays random games of every registered game and checks what must always hold; stops where a promise is broken.

    ./ludex python bench/soak.py [games of each, 1000 by default] [first seed, 0 by default] [game …]

Checked for each game: replaying its record gives the same position and result, texts round-trip, pieces are kept,
points are sound, simultaneous choices come in any order, nothing stays hidden at the end. Prints games per second as
they are simulated, and with all checks.
"""

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.registry import engine, engines  # noqa: E402 - found by the line above
from tests.games import contract  # noqa: E402
from tests.games.playouts import play  # noqa: E402

CHECKS = (
    contract.replay_equals_play,
    contract.text_round_trips,
    contract.pieces_are_conserved,
    contract.results_are_sound,
    contract.choices_come_in_any_order,
    contract.nothing_is_hidden_in_the_end,
)


def soak(game: str, count: int, first: int) -> None:
    """Play *count* games, the seeds from *first* on, with every number of seats by turns."""
    rules = engine(game)
    moves, playing, ends = 0, 0.0, {}
    started = time.perf_counter()
    for seed in range(first, first + count):
        begun = time.perf_counter()
        played = play(rules, rules.meta.seats[seed % len(rules.meta.seats)], seed)
        playing += time.perf_counter() - begun
        for check in CHECKS:
            check(played)
        moves += len(played.plies)
        reason = rules.reason(played.end)
        ends[reason] = ends.get(reason, 0) + 1
    spent = time.perf_counter() - started
    print(
        f"{game:>18}: {count} games, {moves} moves, {count / playing:.0f} games/s simulated, "
        f"{count / spent:.0f} with all checks; ends: {dict(sorted(ends.items()))}",
        flush=True,
    )


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    count, first = (*numbers, 1000, 0)[:2] if len(numbers) != 1 else (numbers[0], 0)
    for game in [word for word in sys.argv[1:] if not word.isdigit()] or engines():
        soak(game, count, first)


if __name__ == "__main__":
    main()
