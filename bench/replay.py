"""Replay of every game from stored text, against python-chess and boardgame.io's reducer, in one run.

    python3 -m venv bench-venv && bench-venv/bin/pip install --require-hashes -r deploy/locks/bench.txt
    bench-venv/bin/python -m bench.replay [--boardgame NODE_MODULES] [--passes 15] [game …]

Each program replays games of its own, again and again, in turn with the others; what counts is the median of the
ratios of processor time, so that other work on the machine matters little. boardgame.io is fetched by npm into a
temporary folder unless a folder that has it is named; without node it is left out.

For each game there are two figures: games that are replayed again and again, and games that the process has not seen
before (moves, sets and so on that earlier ones did not have are then met for the first time).
"""

import argparse
import io
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import chess
import chess.pgn

from bench.node import boardgame_modules
from games.engine import Level, Setting, Table
from games.records.replay import replay, resolve_deck, settings
from games.records.simulate import simulate_match
from games.registry import engine, engines

MATCHES = 10  # of four games each, four players
CHESS = ("python-chess, read", "python-chess, read and replayed")


def ludex_texts(slug: str, seed: str) -> list[str]:
    rules = engine(slug)
    chosen: dict[str, Setting] = {} if slug == "rummikub" else {"games": 4}  # a round of Rummikub has four games
    table = resolve_deck(rules, Table(4, Level.FULL, {**settings(rules, {}), **chosen}))
    return [simulate_match(rules, table, f"bench {seed} {number}".encode(), chosen) for number in range(MATCHES)]


def replay_ludex(texts: list[str]) -> int:
    return sum(game.moves for text in texts for game in replay(text).games)


def chess_texts() -> list[str]:
    """Random legal games of chess, as PGN."""
    rng = random.Random(1)
    texts = []
    for _ in range(MATCHES * 4):
        board = chess.Board()
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while not board.is_game_over() and board.ply() < 120:
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
        texts.append(str(game))
    return texts


def chess_game(text: str) -> chess.pgn.Game:
    """A game as python-chess reads it by default: every move is found among the legal ones, or is an error."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    return game


def read_chess(texts: list[str]) -> int:
    return sum(chess_game(text).end().ply() for text in texts)


def replay_chess(texts: list[str]) -> int:
    """Reads each game and makes the position at its end, which a replay of Ludex has too."""
    return sum(chess_game(text).end().board().ply() for text in texts)


class Boardgame:
    """The reducer in a process of its own."""

    def __init__(self, modules: Path) -> None:
        self.process = subprocess.Popen(
            ["node", Path(__file__).with_name("boardgame.js")],
            env={**os.environ, "NODE_PATH": str(modules)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate(self, moves: int = 4000) -> float:
        assert self.process.stdin
        assert self.process.stdout
        print(moves, file=self.process.stdin, flush=True)
        return moves / float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


def rate(work: Callable[[list[str]], int], texts: list[str]) -> float:
    """Moves in a second of processor time."""
    begun = time.process_time()
    moves = work(texts)
    return moves / (time.process_time() - begun)


def measured(games: Sequence[str], passes: int, boardgame: Boardgame | None) -> dict[str, list[float]]:
    """Moves a second by program, one for each pass."""
    known = {slug: ludex_texts(slug, "again") for slug in games}
    theirs = chess_texts()
    for slug, texts in known.items():
        print(f"{slug}: {replay_ludex(texts)} moves in {sum(map(len, texts))} bytes")
    rates: dict[str, list[float]] = {}
    for number in range(passes):
        some = theirs[number % 4 :: 4]
        for name, work in zip(CHESS, (read_chess, replay_chess), strict=True):
            rates.setdefault(name, []).append(rate(work, some))
        for slug, texts in known.items():
            rates.setdefault(slug, []).append(rate(replay_ludex, texts * 3))
            rates.setdefault(f"{slug}, not seen before", []).append(rate(replay_ludex, ludex_texts(slug, str(number))))
        if boardgame:
            rates.setdefault("boardgame.io's reducer", []).append(boardgame.rate())
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="game", default=list(engines()), help="all of them by default")
    parser.add_argument("--boardgame", type=Path, help="a node_modules folder that has boardgame.io")
    parser.add_argument("--passes", type=int, default=15)
    given = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        boardgame = None
        if shutil.which("node"):
            boardgame = Boardgame(boardgame_modules(given.boardgame, folder))
            boardgame.rate()
        rates = measured(given.games, given.passes, boardgame)
        if boardgame:
            boardgame.close()
    others = [name for name in rates if name.partition(",")[0] not in given.games]
    for name, found in rates.items():
        print(f"{name:36} {median(found):9,.0f} moves/s", end="")
        if name in others:
            print()
            continue
        for other in others:
            ratio = median(ours / theirs for ours, theirs in zip(found, rates[other], strict=True))
            print(f"  {ratio:5.2f} x {other.removeprefix('python-chess, ')}", end="")
        print()
    for slug in given.games:
        begun = time.process_time()
        texts = ludex_texts(slug, "simulated")
        print(f"{slug:36} {len(texts) * 4 / (time.process_time() - begun):9,.0f} games/s simulated")


if __name__ == "__main__":
    main()
