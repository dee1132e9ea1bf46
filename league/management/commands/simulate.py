"""Games that the engines play out by themselves, as records: to try things, to test, to measure."""

import os
import re
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import Level, Table
from games.errors import Refused
from games.records.record import Key, RecordError
from games.records.replay import resolve_deck, settings
from games.records.simulate import simulate_match
from games.registry import AnyEngine, engine, engines

_UNSAFE = re.compile(r"[^\w.-]")  # in the name of a file


class Command(BaseCommand):
    help = "Write complete legal matches of a game as records. The same seed gives the same matches."
    needs_database = False
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME", help=", ".join(engines()))
        parser.add_argument(
            "--players", type=int, metavar="N", help="number of seats (default: the fewest for the game)"
        )
        parser.add_argument("--rounds", metavar="R", help="number of rounds, for games with rounds")
        parser.add_argument("--seed", default="0", metavar="S", help="any text; the same seed gives the same games")
        parser.add_argument(
            "--log", choices=[level.value for level in Level], default=Level.FULL.value, help="what is recorded"
        )
        parser.add_argument("--count", type=int, default=1, metavar="K", help="number of matches; several need --out")
        parser.add_argument("--out", type=Path, metavar="DIR", help="a folder for the records (default: print them)")
        parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")

    def handle(self, *, game: str, seed: str, count: int, out: Path | None, **options: Any) -> None:
        if count < 1 or (count > 1 and out is None):
            raise CommandError("--count needs a whole number from 1 on, and several records need a folder (--out DIR).")
        given = dict(word.partition("=")[::2] for word in options["option"])
        if options["rounds"] is not None:
            given["rounds"] = options["rounds"]
        try:
            rules = engine(game)
            table = _table(rules, options["players"], Level(options["log"]), given)
            chosen = {key: table.options[key] for key in table.options if key in given or key in ("rounds", "deck")}
            for number in range(1, count + 1):
                name = seed if count == 1 else f"{seed}-{number:0{len(str(count))}}"
                text = simulate_match(rules, table, os.fsencode(name), chosen)
                if out is None:
                    self.stdout.write(text, ending="")
                else:
                    _keep(out, f"{game}-{_UNSAFE.sub('_', name)}.rec", text)
        except RecordError as fault:
            raise CommandError(fault.cause.message) from None
        except Refused as refusal:
            raise CommandError(refusal.message) from None


def _keep(folder: Path, name: str, text: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise CommandError(f"--out: {folder}: {error.strerror}.") from None


def _table(rules: AnyEngine, seats: int | None, level: Level, given: dict[str, str]) -> Table:
    """The table with every option; Fault or RuleViolation at what is wrong."""
    options = settings(rules, {key: Key(0, key, value, "") for key, value in given.items()})
    table = resolve_deck(rules, Table(rules.meta.seats.start if seats is None else seats, level, options))
    rules.setup(table)
    return table
