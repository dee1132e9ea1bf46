"""Replay records under their rules: what an auditor runs, with or without the service."""

import json
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine import CHANCE, Level, is_number
from games.errors import Refused, gettext_noop
from games.records.reader import MAX_SIZE, read
from games.records.record import Record, RecordError, format_item
from games.records.replay import MatchReplay, examine, open_table, steps
from games.records.report import (
    draw_position,
    last_position,
    move_in_words,
    replay_json,
    result_in_words,
    summary,
)


class Unreadable(Refused):
    code = "record.unreadable"
    text = gettext_noop("The file cannot be read: {why}.")


class Command(BaseCommand):
    help = "Replay records by the rules of their games, and print the result or the error of each."
    needs_database = False
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for the standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON object per file, each on a line")
        parser.add_argument(
            "--at", type=_moves, metavar="N", help="stop after N moves of the match, and draw that position"
        )
        parser.add_argument(
            "--step", action="store_true", help="print each move in words and draw the position after it"
        )

    def handle(self, *, files: list[str], at: int | None, step: bool, **options: Any) -> None:
        """Exit status 1 if any file is faulty."""
        faulty = False
        for name in files:
            found, record, fault = _examined(name, at)
            faulty = faulty or fault is not None
            if options["json"]:
                self.stdout.write(json.dumps(replay_json(name, found, fault)))
                continue
            if step and record is not None:
                for text in _steps(record, found, at):
                    self.stdout.write(text)
            elif at is not None and found is not None and found.table.level != Level.SCORE:
                for text in draw_position(found.engine, last_position(found)):
                    self.stdout.write(_printable(f"    {text}"))
            if fault is not None:
                said = str(fault) if isinstance(fault, RecordError) else f"{fault.code}: {fault}"
                self.stderr.write(_printable(f"{name}: {said}"))
            elif found is not None:
                self.stdout.write(_printable(f"{name}: {summary(found)}"))
        if faulty:
            sys.exit(1)


def _moves(text: str) -> int:
    if not is_number(text, 9):
        raise ArgumentTypeError(f"{text!r} is not a number of moves. Enter a whole number, 0 or more.")
    return int(text)


def _examined(name: str, at: int | None) -> tuple[MatchReplay | None, Record | None, RecordError | Refused | None]:
    """What became of a file: the replay and the record as far as they go, and what is wrong."""
    record = None
    try:
        record = read(_content(name))
        found = examine(record, at=at)
    except (RecordError, Refused) as fault:
        return None, record, fault
    return found, record, found.error


def _content(name: str) -> bytes:
    """A little more than a record may have at the most, so that a huge file is refused without being read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_SIZE + 1)
        with Path(name).open("rb") as file:
            return file.read(MAX_SIZE + 1)
    except (OSError, ValueError) as error:
        raise Unreadable(why=(error.strerror if isinstance(error, OSError) else str(error)) or "unknown") from None


def _steps(record: Record, found: MatchReplay | None, at: int | None) -> list[str]:
    """Each move in words, as written, with the position after it, and the results, up to the first fault."""
    lines: list[str] = []
    scores = {} if found is None else {(each.round, each.game): each.score for each in found.games}
    count = 0
    try:
        rules, table = open_table(record)
        for game in record.games:
            before = rules.setup(table)
            lines += ["", f"== {game.round}.{game.game}"]
            for ply, state in steps(rules, table, game):
                if count == at:
                    return lines
                count += 1
                words = move_in_words(rules, before, ply.seat, rules.parse(ply.move))
                by = "Chance" if ply.seat == CHANCE else record.names[ply.seat] if record.names else f"Seat {ply.seat}"
                lines += ["", f"{count}. {format_item(ply)}", f"{by}: {words}"]
                lines += [f"    {each}" for each in draw_position(rules, state)]
                before = state
            score = scores.get((game.round, game.game))
            if score is not None:
                blank = [""] if table.level != Level.SCORE else []
                lines += [*blank, f"Result: {result_in_words(rules, score, record.names)}"]
    except RecordError:
        pass  # it is reported with its file
    return [_printable(each) for each in lines]


def _printable(text: str) -> str:
    """*text* as the terminal can take it."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
