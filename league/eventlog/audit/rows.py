"""The auditor of rows makes every projection again beside the stored rows, and names each row that differs.

Temporary tables with the names of the real ones are first in the search path of this transaction, so projectors write
there and don't know. The database refuses any other write, and at the end everything is forgotten. Log, rows and
cursors are seen at one moment, and nobody waits for the auditor.

Projectors read streams as they stand. So the rows of a projection that lags are as old as its cursor, or newer. A copy
of them is brought up to the log first, as the worker is about to do with the rows themselves.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from psycopg.sql import SQL, Composed, Identifier

from league.eventlog import store
from league.eventlog.audit.hash_chains import Finding
from league.eventlog.projections import registry
from league.eventlog.projections.registry import Projector
from league.eventlog.statements import one_moment
from league.eventlog.types import StoredEvent

BATCH = 5000  # events at a time
MOST_NAMED = 100  # rows of a table
STORED = "stored_{}"  # the table with the copy of a lagging projection's rows

_SIZES = "SELECT id, size FROM eventlog.shard ORDER BY id"
_CURSORS = "SELECT name, shard, version, position FROM eventlog.projection"
_WAITING = "SELECT shard, stream, first, last FROM eventlog.inbox ORDER BY shard, id"
_MAKE = SQL("CREATE TEMPORARY TABLE {} (LIKE {} INCLUDING ALL) ON COMMIT DROP")
_COPY = SQL("INSERT INTO {} SELECT * FROM {}")
_DELETE = SQL("DELETE FROM {}")
_DIFFERENCES = SQL("""
SELECT to_jsonb(stored), to_jsonb(made), count(*) OVER () FROM {} AS stored FULL JOIN {} AS made USING ({})
WHERE (stored.*) IS DISTINCT FROM (made.*) ORDER BY {} LIMIT {}
""")


class _LogUnreadable(Exception):
    """The events can't be had in order, so nothing can be made of them."""


@dataclass(slots=True)
class _Moment:
    """What the log has, and how far each projection is: `cursors` has version and position by name and shard."""

    schema: str
    sizes: dict[int, int]
    cursors: dict[tuple[str, int], tuple[int, int]]
    waiting: dict[int, list[tuple[str, int, int]]]  # the stream and the numbers of unsealed events, by shard
    stopped: dict[str, str] = field(default_factory=dict)  # why a projection could not be made

    def lags(self, projector: Projector) -> bool:
        return bool(self.waiting) or self.positions(projector) != tuple(self.sizes.values())

    def lagging(self, projectors: Sequence[Projector]) -> Mapping[tuple[int, ...], Sequence[Projector]]:
        """The projectors that lag, by how far they are: those who are equally far can go together."""
        found: dict[tuple[int, ...], list[Projector]] = {}
        for each in filter(self.lags, projectors):
            found.setdefault(self.positions(each), []).append(each)
        return found

    def positions(self, projector: Projector) -> tuple[int, ...]:
        """The next event in each shard that it takes in."""
        return tuple(self.cursors.get((projector.name, shard), (0, 0))[1] for shard in self.sizes)

    def outdated(self, projector: Projector) -> bool:
        versions = {version for (name, _), (version, _) in self.cursors.items() if name == projector.name}
        return not versions <= {projector.version}


def audit() -> Iterator[Finding]:
    """Compare the rows of every projection with those that the log gives. Changes nothing.

    Needs a database in which temporary tables can be made, so no replica.
    """
    projectors = [each for each in map(registry.find, registry.names()) if each.tables]
    with _moment(projectors) as moment:
        current = []
        for each in projectors:
            if moment.outdated(each):
                text = f"projection {each.name} is of another version, and about to be rebuilt: it wasn't compared"
                yield Finding("row", text)
            else:
                current.append(each)
        try:
            for positions, lagging in moment.lagging(current).items():
                _copy_and_catch_up(moment, lagging, positions)
            for shard in moment.sizes:
                _apply_shard(moment, current, shard, 0)
        except _LogUnreadable as error:
            yield Finding("row", f"the log can't be read, so no rows were compared: {error}")
            return
        for each in current:
            if each.name in moment.stopped:
                yield Finding("row", f"projection {each.name} wasn't compared: {moment.stopped[each.name]}")
            else:
                yield from _differences(moment, each)


@contextmanager
def _moment(projectors: Sequence[Projector]) -> Iterator[_Moment]:
    """A transaction that sees one moment, with empty tables in front of those of *projectors*. It is rolled back."""
    with one_moment():
        [(schema,)] = _rows("SELECT current_schema()")
        moment = _Moment(schema, {}, {}, {})
        moment.sizes = dict(_rows(_SIZES))
        moment.cursors = {(name, shard): (version, position) for name, shard, version, position in _rows(_CURSORS)}
        for shard, *note in _rows(_WAITING):
            moment.waiting.setdefault(shard, []).append(tuple(note))
        for projector in projectors:
            for name in _table_names(projector):
                _run(_MAKE.format(Identifier(name), Identifier(moment.schema, name)))
                if moment.lags(projector):
                    _run(_MAKE.format(Identifier(STORED.format(name)), Identifier(moment.schema, name)))
        _run(SQL("SET LOCAL search_path TO pg_temp, {}").format(Identifier(moment.schema)))
        _run(SQL("SET LOCAL transaction_read_only TO on"))  # writes to temporary tables are allowed
        try:
            yield moment
        finally:
            transaction.set_rollback(True)


def _copy_and_catch_up(moment: _Moment, projectors: Sequence[Projector], positions: Sequence[int]) -> None:
    """Make copies of the rows, and let the projectors take in there what they haven't yet."""
    names = [name for projector in projectors for name in _table_names(projector)]
    for name in names:
        _run(_COPY.format(Identifier("pg_temp", name), Identifier(moment.schema, name)))
    for shard, position in zip(moment.sizes, positions, strict=True):
        _apply_shard(moment, projectors, shard, position)
    for name in names:
        _run(_COPY.format(Identifier("pg_temp", STORED.format(name)), Identifier("pg_temp", name)))
        _run(_DELETE.format(Identifier("pg_temp", name)))


def _apply_shard(moment: _Moment, projectors: Sequence[Projector], shard: int, position: int) -> None:
    """Apply all of a shard from a position on. A projector that fails is `stopped` there."""
    for events in _events(moment, shard, position):
        for projector in projectors:
            if projector.name not in moment.stopped:
                try:
                    with transaction.atomic():
                        projector.apply(events)
                except registry.NOT_OF_THE_EVENT:
                    raise
                except Exception as error:
                    moment.stopped[projector.name] = f"{type(error).__name__}: {error}"


def _events(moment: _Moment, shard: int, position: int) -> Iterator[Sequence[StoredEvent]]:
    """Batches of the events of a shard: those that have positions, then those that are about to get some."""
    try:
        while position < moment.sizes[shard]:
            batch = store.read_from(position, BATCH, shard)
            if not batch.events:
                raise _LogUnreadable(f"shard {shard} has no event at position {position}")
            yield batch.events
            position = batch.next
        for stream, first, last in moment.waiting.get(shard, ()):
            yield [event for event in store.read(stream, after=first - 1).events if event.seq <= last]
    except registry.NOT_OF_THE_EVENT:
        raise
    except Exception as error:
        raise _LogUnreadable(f"{type(error).__name__}: {error}") from error


def _differences(moment: _Moment, projector: Projector) -> Iterator[Finding]:
    for table in projector.tables:
        name, key = table._meta.db_table, [str(each.column) for each in table._meta.pk_fields]
        stored = ("pg_temp", STORED.format(name)) if moment.lags(projector) else (moment.schema, name)
        columns = SQL(", ").join(map(Identifier, key))
        query = _DIFFERENCES.format(Identifier(*stored), Identifier("pg_temp", name), columns, columns, MOST_NAMED)
        rows = _rows(query)
        for was, due, _ in rows:
            yield from _row_findings(name, key, json.loads(was or "null"), json.loads(due or "null"))
        if rows and rows[0][2] > len(rows):
            yield Finding("row", f"{name}: {rows[0][2] - len(rows)} more rows differ")


def _row_findings(
    table: str, key: Collection[str], stored: dict[str, Any] | None, due: dict[str, Any] | None
) -> Iterator[Finding]:
    """What is wrong with a row: that it is there, that it isn't, or each value that isn't what the log gives."""
    where = ", ".join([table, *(f"{column} {(stored or due or {})[column]}" for column in key)])
    if stored is None:
        yield Finding("row", f"{where}: the row is missing")
    elif due is None:
        yield Finding("row", f"{where}: the log gives no such row")
    else:
        for column in stored:
            for path, value, right in _unequal(column, stored[column], due[column]):
                yield Finding("row", f"{where}: {path} is {value}, and the log gives {right}", column=column)


def _unequal(path: str, stored: Any, due: Any) -> Iterator[tuple[str, Any, Any]]:
    """The innermost values that differ, with their places."""
    if stored == due:
        return
    if isinstance(stored, dict) and isinstance(due, dict):
        for key in sorted({*stored, *due}):
            yield from _unequal(f"{path}.{key}", stored.get(key), due.get(key))
    elif _are_rows(stored) and _are_rows(due) and len(stored) == len(due):
        for place, (one, other) in enumerate(zip(stored, due, strict=True)):
            yield from _unequal(f"{path}[{place}]", one, other)
    else:
        yield path, stored, due


def _are_rows(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict | list) for each in value)


def _table_names(projector: Projector) -> list[str]:
    return [table._meta.db_table for table in projector.tables]


def _rows(query: str | Composed) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _run(statement: SQL | Composed) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
