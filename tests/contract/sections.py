"""The frozen names: each function returns one section with its names in groups."""

import importlib.util
import json
import re
import runpy
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
from celery import current_app
from django.apps import apps
from django.conf import settings
from django.core.management import BaseCommand, get_commands, load_command_class
from django.db import connection
from django.forms import BaseForm
from django.urls import URLPattern, get_resolver
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import APIException

# What the service itself is asked for; all else is found by its shape, so that modules can move.
from games.records import record as record_format
from games.registry import engines
from tests.contract import code
from tests.contract.schemas import Shapes
from tests.paths import ROOT

Section = Mapping[str, Iterable[str]]

COLUMNS = """
SELECT concat_ws('.', nullif(nspname, 'public'), relname), attname || ' ' || format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN '' ELSE '|null' END
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE relkind IN ('r', 'p', 'v') AND NOT relispartition AND attnum > 0 AND NOT attisdropped
"""
FUNCTIONS = """
SELECT concat_ws('.', nullif(nspname, 'public'), proname), pg_get_function_identity_arguments(pg_proc.oid)
FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
WHERE NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
"""
TRIGGERS = """
SELECT concat_ws('.', nullif(nspname, 'public'), regexp_replace(relname, '_[0-9]+$', '_N')), tgname
FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE NOT tgisinternal AND tgparentid = 0
"""
OURS = r"(league_\w+|tasks_\w+|shared_cache|eventlog\.\w+)"  # tables; those of Django, knox and pgmq are not


def events() -> Section:
    """Kinds with their schema number, and the payload fields with their defaults."""
    maps = [value for value in code.values() if isinstance(value, Mapping) and _are_kinds(value)]
    kinds = {f"{kind} {number}": fact for each in maps for kind, (number, fact) in each.items()}
    return {name: _fields(fact) for name, fact in kinds.items()}


def _are_kinds(value: Mapping[Any, Any]) -> bool:
    """Whether a mapping gives the schema numbers of kinds of events."""
    return bool(value) and all(
        isinstance(each, tuple) and len(each) == 2 and isinstance(each[0], int) and _is_struct(each[1])
        for each in value.values()
    )


def _is_struct(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct)


def _fields(struct: type) -> list[str]:
    document = msgspec.json.schema(struct)
    return Shapes(document, defaults=True).lines(document)[1:]


def club_files() -> Section:
    """The lines of exported clubs by type, and their members."""
    tagged = {str(each.__struct_config__.tag): each for each in code.subclasses(msgspec.Struct)}
    return {tag: _fields(line) for tag, line in tagged.items() if tag not in ("None", line.__name__)}


def streams() -> Section:
    """Prefixes of stream names."""
    return dict.fromkeys(code.matches(r'"([a-z]+-)"', "league"), ())


def projections() -> Section:
    """Projections and their versions."""
    maps = [value for value in code.values() if isinstance(value, Mapping) and value]
    projectors = [each for found in maps for each in found.values() if _projects(each)]
    return {each.name: [f"version {each.version}"] for each in projectors}


def _projects(value: object) -> bool:
    return isinstance(getattr(value, "name", None), str) and isinstance(getattr(value, "version", None), int)


def tasks() -> Section:
    """Celery tasks, their queue, and the schedule of beat."""
    code.values()
    beat = current_app.conf.beat_schedule
    return {
        "tasks": [name for name in current_app.tasks if not name.startswith("celery.")],
        "queues": [queue.name for queue in current_app.conf.task_queues],
        "beat": [f"{name}: {entry['task']} every {entry['schedule']} s" for name, entry in beat.items()],
    }


def tables() -> Section:
    """Tables and views with their columns."""
    return _groups(COLUMNS)


def triggers() -> Section:
    """Triggers by table."""
    return _groups(TRIGGERS)


def functions() -> Section:
    """Functions in the database with their arguments."""
    return _groups(FUNCTIONS, r"(eventlog\.)?\w+")


def _groups(query: str, name: str = OURS) -> Section:
    with connection.cursor() as cursor:
        cursor.execute(query)
        rows = [row for row in cursor.fetchall() if re.fullmatch(name, row[0])]
    return {group: [each for of, each in rows if of == group] for group, _ in rows}


def choices() -> Section:
    """Choices of columns."""
    fields = [field for model in apps.get_models() for field in model._meta.fields if field.choices]
    return {
        f"{field.model._meta.db_table}.{field.column}": [str(value) for value, _ in field.choices] for field in fields
    }


def errors() -> Section:
    """Codes of errors and refusals, with the params of their text and the clause of the game's rules."""
    found: dict[str, set[str]] = {}
    for error in code.subclasses(Exception):
        if isinstance(name := getattr(error, "code", None), str):
            params = {each for _, each, _, _ in Formatter().parse(getattr(error, "text", "")) if each}
            rule = {f"rule {error.rule}"} if isinstance(getattr(error, "rule", None), str) else set()
            found.setdefault(name, set()).update(params, rule)
    return found


def problems() -> Section:
    """Other codes of problems, and codes of failed deliveries."""
    refusals = {each.default_code for each in code.subclasses(APIException)}
    return {
        "api": {
            *code.matches(r'problem\(\s*[^,()]+,\s*"([a-z_.]+)"', "api", "deploy"),
            *code.matches(r'\bcode(?:, \w+)? = "([a-z_.]+)"', "api", "deploy"),
            *code.matches(r'"(request\.[a-z_]+)"', "api", "deploy"),
            *(f"request.{each}" for each in refusals),
        },
        "deliveries": code.matches(r'raise \w+\("([a-z_]+)"\)', "tasks"),
    }


def api() -> Section:
    """Paths and methods with their parameters and properties, sent (`<`) and received (`>`), then every problem."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    shapes = Shapes(document)
    operations = {
        f"{method.upper()} {path}": _operation(operation, shapes)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    return {**operations, "problem": shapes.lines(document["components"]["schemas"]["Problem"])}


def _operation(operation: Mapping[str, Any], shapes: Shapes) -> Iterable[str]:
    for each in operation.get("parameters", ()):
        kind, tail = shapes.lines(each["schema"])[0], "" if each.get("required") else " (optional)"
        yield f"{each['in']} {each['name']}{kind.removeprefix('.')}{tail}"
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"< {media}"
        yield from (f"< {line}" for line in shapes.lines(content["schema"])[1:])
    for status, response in operation["responses"].items():
        if int(status) >= 400:
            yield f"> {status}"
            continue
        for media, content in (response.get("content") or {"nothing": {"schema": {}}}).items():
            yield f"> {status} {media}"
            yield from (f"> {status} {line}" for line in shapes.lines(content["schema"])[1:])


def paths() -> Section:
    """Every address with its name for templates and redirects."""
    found: dict[str, list[str]] = {}
    _add_paths(get_resolver().url_patterns, "/", "", found)
    return found


def _add_paths(patterns: list[Any], before: str, space: str, found: dict[str, list[str]]) -> None:
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLPattern):
            found.setdefault(path, []).extend([f"{space}{each.name}"] if each.name else [])
        else:
            _add_paths(each.url_patterns, path, f"{space}{each.namespace}:" if each.namespace else space, found)


def forms() -> Section:
    """Acts that pages send to `do/<act>/` and `own/<act>/`, with the fields of their forms."""
    maps = [value for value in code.values() if isinstance(value, Mapping) and value]
    acts = [each for each in maps if all(isinstance(act, str) and _is_form(form) for act, form in each.items())]
    owned = [each for each in maps if {"join", "leave"} <= {*map(str, each)}]
    return {
        "do": {f"{act}: {' '.join(form.base_fields)}" for each in acts for act, form in each.items()},
        "own": {str(act) for each in owned for act in each},
    }


def _is_form(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseForm)


def webhooks() -> Section:
    """Kinds of messages and the members of a message."""
    stated = [text for text in code.sources("league").values() if '"webhook.ping"' in text]
    return {
        "kinds": {kind for text in stated for kind in re.findall(r'"([a-z]+\.[a-z_]+)"', text)},
        "members": code.keys('"timestamp": '),
    }


def games() -> Section:
    """Games with their rules numbers, options, reasons and numbers of players."""
    found = {}
    for slug, numbers in engines().items():
        for number, engine in numbers.items():
            options = [f"option {each.key} = {json.dumps(each.default)}" for each in engine.meta.options]
            reasons = [f"reason {each}" for each in engine.meta.reasons]
            seats = f"seats {engine.meta.seats[0]} to {engine.meta.seats[-1]}"
            found[f"{slug} {number}"] = [*options, *reasons, seats]
    return found


def records() -> Section:
    """Keys of records: those of the format, and those of the records in each game's folder."""
    found = {"form": {f"version {record_format.FORMAT}"}}
    for value in vars(record_format).values():
        if isinstance(value, tuple) and value and all(isinstance(each, str) for each in value):
            found["form"].update(value)
    for path in sorted(ROOT.glob("games/*/playthroughs/*.rec")):
        keys = re.findall(r"^([a-z][a-z0-9_]*) *:", path.read_text(), re.MULTILINE)
        found.setdefault(path.parent.parent.name, set()).update(keys)
    return found


def environment() -> Section:
    """Environment variables that are read."""
    read = code.matches(r'(?:environ(?:\.\w+\(|\[)|getenv\(|\benv\.\w+\()\s*"([A-Z][A-Z0-9_]+)"')
    read |= code.matches(r'"([A-Z][A-Z0-9_]+)" (?:not )?in os\.environ')
    deployed = [path.read_text(errors="ignore") for path in (ROOT / "deploy").rglob("*") if path.is_file()]
    by_file = {name for text in deployed for name in re.findall(r"\b([A-Z_]+)_FILE\b", text) if name in read}
    return {"variables": {*read, *(f"{name}_FILE" for name in by_file)}}


def commands() -> Section:
    """Commands of `manage.py`, of the launcher and of runnable packages, with their options."""
    ours = {name: app for name, app in get_commands().items() if app in code.packages()}
    usual = set(_options(BaseCommand()))
    launched = runpy.run_path(str(ROOT / "ludex"))["COMMANDS"]
    alone = [path for package in code.packages() for path in (ROOT / package).rglob("__main__.py")]
    return {
        **{f"manage {name}": set(_options(load_command_class(app, name))) - usual for name, app in ours.items()},
        **{f"ludex {name}": _arguments(_module_file(follows)) for name, (_, follows) in launched.items()},
        **{f"python -m …{path.parent.name}": _arguments(path) for path in alone},
    }


def _options(command: BaseCommand) -> Iterable[str]:
    for action in command.create_parser("manage.py", "command")._actions:
        yield " ".join(action.option_strings) or action.dest


def _module_file(follows: list[str]) -> Path | None:
    """The file of our module that a launcher command runs."""
    spec = importlib.util.find_spec(follows[1]) if follows[:1] == ["-m"] else None
    file = Path(spec.origin) if spec and spec.origin else None
    return file if file in code.sources() else None


def _arguments(file: Path | None) -> list[str]:
    return [given[0] for _, given in code.calls("add_argument", file.read_text())] if file else []


def metrics() -> Section:
    """Metrics and their labels."""
    measured = [text for text in code.sources().values() if "prometheus_client" in text]
    made = [given for text in measured for _, given in code.calls("Counter|Gauge|Histogram|Summary|.*Family", text)]
    return {name: [f"label {each}" for each in more if each.isidentifier()] for name, *more in made}


def signing() -> Section:
    """Salts of signed texts, and prefixes of hashes."""
    return {
        "salts": code.matches(r'(?i)\bsalt ?= ?f?"([^"]+)"'),
        "hashes": code.matches(r'\bb"([a-z]{3}[0-9])"'),
    }


def headers() -> Section:
    """HTTP headers that are read or sent."""
    named = code.matches(
        r'"([A-Z][A-Za-z0-9]*(?:-[A-Z][A-Za-z0-9]*)+|webhook-[a-z]+)"',
        "api",
        "web",
        "tasks",
        "deploy",
        "league/webhooks",
    )
    return {"names": named}


def cookies() -> Section:
    """Cookies."""
    return {"names": [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME]}


def logs() -> Section:
    """Names of loggers, which operators may configure."""
    return {"names": code.matches(r'getLogger\("(ludex[\w.]*)"\)')}


def channels() -> Section:
    """Notification channels of the database."""
    return {"names": code.matches(r'(?i)channel\w* ?= ?"(\w+)"', "league", "api")}


SECTIONS: list[Callable[[], Section]] = [
    events,
    club_files,
    streams,
    projections,
    tasks,
    tables,
    triggers,
    functions,
    choices,
    errors,
    problems,
    api,
    paths,
    forms,
    webhooks,
    games,
    records,
    environment,
    commands,
    metrics,
    signing,
    headers,
    cookies,
    logs,
    channels,
]
