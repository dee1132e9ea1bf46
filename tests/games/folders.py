"""The contents of a game's folder: rules in words, recorded games, and a record for each refusal."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.errors import RuleViolation
from games.records.reader import read
from games.records.record import RecordError
from games.records.replay import MatchReplay, open_table, replay, steps
from games.registry import AnyEngine


def folder(engine: AnyEngine) -> Path:
    return Path(inspect.getfile(type(engine))).parent


def readme(engine: AnyEngine) -> str:
    return (folder(engine) / "README.md").read_text()


def playthroughs(engine: AnyEngine) -> list[MatchReplay]:
    """The recorded games of this rules number, replayed."""
    sources = [path.read_bytes() for path in sorted(folder(engine).glob("playthroughs/*.rec"))]
    return [replay(source) for source in sources if read(source).head["rules"].value == engine.meta.rules]


def recorded_moves(engine: AnyEngine) -> Iterator[tuple[Any, int, Any]]:
    """Every move of the recorded games, with the position before it and its seat."""
    for path in sorted(folder(engine).glob("playthroughs/*.rec")):
        record = read(path.read_bytes())
        rules, table = open_table(record)
        for game in record.games:
            before = rules.setup(table)
            for ply, after in steps(rules, table, game):
                yield before, ply.seat, rules.parse(ply.move)
                before = after


def refusals(engine: AnyEngine) -> list[type[RuleViolation]]:
    """Every refusal that the game declares anywhere."""
    return [each for each in _below(RuleViolation) if getattr(each, "code", "").startswith(f"{engine.meta.slug}.")]


def _below(base: type[RuleViolation]) -> Iterator[type[RuleViolation]]:
    for each in base.__subclasses__():
        yield each
        yield from _below(each)


def reached(engine: AnyEngine) -> dict[str, int]:
    """For each record in `refusals/`, named by its code: how many lines follow the refused one.

    AssertionError where a record is refused for something else, or for nothing.
    """
    found = {}
    for path in folder(engine).glob("refusals/*.rec"):
        source = path.read_text()
        with pytest.raises(RecordError) as error:
            replay(source)
        code = error.value.cause.code
        assert code == f"{engine.meta.slug}.{path.stem}", f"{path.name} is refused for {code}"
        found[code] = len(source.splitlines()) - error.value.line
    return found
