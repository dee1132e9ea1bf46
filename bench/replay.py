"""Replay of Rummikub from stored text, against python-chess and boardgame.io's reducer, in one run.

    python3 -m venv bench-venv && bench-venv/bin/pip install --require-hashes -r deploy/locks/bench.txt
    bench-venv/bin/python bench/replay.py [--boardgame NODE_MODULES] [--passes 7] [--profile]

Each program replays games of its own, again and again, in turn with the others; what counts is the median of the
processor time, so that other work on the machine matters little. boardgame.io is fetched by npm into a temporary folder
unless a folder that has it is named; without node it is left out.
"""

import argparse
import cProfile
import io
import os
import pstats
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import chess
import chess.pgn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.engine import Level, Table
from games.registry import engine
from games.replay import replay, settings
from games.rummikub.sets import JUDGED
from games.simulate import simulated

BOARDGAME = "boardgame.io@0.50.2"
MATCHES = 10  # of four games each


def rummikub_texts() -> list[str]:
    rules = engine("rummikub")
    table = Table(4, Level.FULL, settings(rules, {}))
    return [simulated(rules, table, f"bench {number}".encode(), {}) for number in range(MATCHES)]


def replay_rummikub(texts: list[str]) -> int:
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


def read_chess(texts: list[str]) -> int:
    """Reads each game as python-chess does by default: every move is found among the legal ones, or is an error."""
    moves = 0
    for text in texts:
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        assert not game.errors
        moves += game.end().ply()
    return moves


def replay_chess(texts: list[str]) -> int:
    """The same, and the position at the end of each game, which a replay of Ludex has too."""
    moves = 0
    for text in texts:
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        assert not game.errors
        moves += game.end().board().ply()
    return moves


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


def fetched(folder: str) -> Path:
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", BOARDGAME], cwd=folder, check=True)
    return Path(folder) / "node_modules"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boardgame", type=Path, help="a node_modules folder that has boardgame.io")
    parser.add_argument("--passes", type=int, default=7)
    parser.add_argument("--profile", action="store_true", help="show where Ludex spends its time, and nothing else")
    given = parser.parse_args()

    ours = rummikub_texts()
    if given.profile:
        profile = cProfile.Profile()
        profile.runcall(replay_rummikub, ours * 3)
        pstats.Stats(profile).sort_stats("tottime").print_stats(16)
        return
    theirs = chess_texts()
    print(f"Ludex: {replay_rummikub(ours)} moves in {sum(map(len, ours))} bytes; chess: {read_chess(theirs)} moves")
    with tempfile.TemporaryDirectory() as folder:
        boardgame = None
        if shutil.which("node"):
            boardgame = Boardgame(given.boardgame.resolve() if given.boardgame else fetched(folder))
            boardgame.rate()
        rates: dict[str, list[float]] = {}
        for _ in range(given.passes):
            rates.setdefault("Ludex", []).append(rate(replay_rummikub, ours * 10))
            JUDGED.clear()
            rates.setdefault("Ludex, no set known yet", []).append(rate(replay_rummikub, ours))
            rates.setdefault("python-chess, read", []).append(rate(read_chess, theirs * 2))
            rates.setdefault("python-chess, read and replayed", []).append(rate(replay_chess, theirs * 2))
            if boardgame:
                rates.setdefault("boardgame.io's reducer", []).append(boardgame.rate())
        if boardgame:
            boardgame.close()
    for name, found in rates.items():
        ratio = median(ours / theirs for ours, theirs in zip(rates["Ludex"], found, strict=True))
        print(f"{name:32} {median(found):9,.0f} moves/s   Ludex is {ratio:.1f} times as fast")


if __name__ == "__main__":
    main()
