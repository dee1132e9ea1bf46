"""The auditor of the log's form: whether tables, triggers, functions, owners and rights are what the migrations made.

`definition.txt` beside this module has what they made: a line for each column, constraint, trigger, function and right.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from django.db import connection

from league.eventlog.audit.hash_chains import Finding

EXPECTED = Path(__file__).with_suffix(".txt")
RIGHT = "right "  # a line of this sort may be missing where one role does everything

_COLUMNS = """
SELECT relname, format('column %s %s%s', attname, format_type(atttypid, atttypmod),
    CASE WHEN attnotnull THEN ' not null' ELSE '' END)
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
WHERE relnamespace = 'eventlog'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
"""
_CONSTRAINTS = """
SELECT relname, format('constraint %s', pg_get_constraintdef(pg_constraint.oid))
FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
WHERE relnamespace = 'eventlog'::regnamespace AND contype <> 'n'
"""
_TRIGGERS = """
SELECT relname, format('trigger %s %s', tgenabled,
    replace(pg_get_triggerdef(pg_trigger.oid), format(' ON eventlog.%I ', relname), ' '))
FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = 'eventlog'::regnamespace AND NOT tgisinternal
"""
_RULES = """
SELECT relname, format('rule %s', rulename) FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class
WHERE relnamespace = 'eventlog'::regnamespace
"""
_FUNCTIONS = """
SELECT proname, format('function %s security %s settings %s body %s', pg_get_function_identity_arguments(oid),
    prosecdef, coalesce(proconfig::text, 'none'), encode(sha256(convert_to(prosrc, 'UTF8')), 'hex'))
FROM pg_proc WHERE pronamespace = 'eventlog'::regnamespace
"""
_RIGHTS = """
WITH owner AS (SELECT nspowner AS role FROM pg_namespace WHERE nspname = 'eventlog'),
granted AS (
    SELECT relname AS name, privilege_type AS what, grantee, relowner AS granter
    FROM pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
    WHERE relnamespace = 'eventlog'::regnamespace AND relkind IN ('r', 'p')
    UNION ALL
    SELECT relname, format('%s (%s)', privilege_type, attname), grantee, relowner
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid, aclexplode(attacl)
    WHERE relnamespace = 'eventlog'::regnamespace
    UNION ALL
    SELECT proname, privilege_type, grantee, proowner
    FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
    WHERE pronamespace = 'eventlog'::regnamespace
)
SELECT name, format('right %s of %s', what, CASE grantee WHEN 0 THEN 'everybody' ELSE 'a role' END)
FROM granted, owner WHERE grantee <> owner.role AND grantee <> granter
"""
_FOREIGN_OWNERS = """
SELECT each.name, each.owner::regrole::text, nspowner::regrole::text FROM (
    SELECT relname AS name, relowner AS owner FROM pg_class
    WHERE relnamespace = 'eventlog'::regnamespace AND relkind IN ('r', 'p')
    UNION ALL
    SELECT proname, proowner FROM pg_proc WHERE pronamespace = 'eventlog'::regnamespace
) AS each, pg_namespace
WHERE nspname = 'eventlog' AND each.owner <> nspowner ORDER BY 1
"""
_PARTITIONS = "SELECT relname FROM pg_partition_tree('eventlog.event') JOIN pg_class ON oid = relid WHERE isleaf"
PARTITION = "event_*"


def audit() -> Iterator[Finding]:
    """Compare the form of the log with what the migrations made."""
    expected, partitions = _read(EXPECTED.read_text(encoding="utf-8").splitlines()), _partitions()
    found = _read(lines())
    for name in sorted((expected.keys() | found.keys()) - {PARTITION}):
        due = expected.get(PARTITION if name in partitions else name, set())
        yield from _compare(name, due, found.get(name, set()))
    with connection.cursor() as cursor:
        cursor.execute(_FOREIGN_OWNERS)
        for name, owner, due_owner in cursor.fetchall():
            yield Finding("definition", f"eventlog.{name} belongs to {owner}, not to {due_owner}")


def _compare(name: str, due: set[str], found: set[str]) -> Iterator[Finding]:
    for line in sorted(found - due):
        yield Finding("definition", f"eventlog.{name} has what the migrations did not make: {line}")
    for line in sorted(due - found):
        if not line.startswith(RIGHT):
            yield Finding("definition", f"eventlog.{name} lacks what the migrations made: {line}")


def lines() -> list[str]:
    """The form of the log as it is: the name of a table or function, and what it has."""
    found = set()
    with connection.cursor() as cursor:
        for query in (_COLUMNS, _CONSTRAINTS, _TRIGGERS, _RULES, _FUNCTIONS, _RIGHTS):
            cursor.execute(query)
            found |= {f"{name} {what}" for name, what in cursor.fetchall()}
    return sorted(found)


def expected_lines() -> list[str]:
    """`lines`, with one set for all partitions: what `definition.txt` has to hold."""
    partitions = set(_partitions())
    split = (line.partition(" ") for line in lines())
    return sorted({f"{PARTITION if name in partitions else name} {what}" for name, _, what in split})


def _partitions() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_PARTITIONS)
        return [name for (name,) in cursor.fetchall()]


def _read(rows: Iterable[str]) -> dict[str, set[str]]:
    """What each table and function has, by name."""
    found: dict[str, set[str]] = {}
    for row in rows:
        name, _, what = row.partition(" ")
        found.setdefault(name, set()).add(what)
    return found
