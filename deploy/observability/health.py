"""Addresses for whoever watches over the service: alive, ready, measurements."""

import hmac
import os
import threading
from collections.abc import Mapping

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from deploy.observability import broker
from deploy.observability.gauges import State
from league import __version__, replica
from league.clubs import installation
from league.eventlog import liveness
from league.eventlog.services import rows_age
from league.integrity import checkpoint_views

LATE_ROWS = 30.0  # seconds for which a projection may lack something
# Seconds after which a part that was seen before is late. Backups are made every night, if they are.
LATE = {"worker": 30.0, "beat": 30.0, "backup": 36 * 3600.0}

_migrated = False  # once they are applied, they stay so for the code of this process
_looking = threading.Lock()  # the first look reads all migrations; who asks meanwhile waits for what it finds


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 while this process answers at all. Nothing is checked that a restart would not mend."""
    return JsonResponse({"process": "answers"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 while requests can be served, else 503.

    Broker, replica and checkpoints are reported, whether there is an account, and when which part was last at work, but
    none of that is needed.
    """
    database, migrations = _database()
    ready = (database, migrations) == ("answers", "applied")
    parts = {"database": database, "migrations": migrations, "broker": _broker()}
    if replica.exists():
        parts["replica"] = "keeps up" if replica.keeps_up() else "behind"
    parts["checkpoints"] = _checkpoints() if ready else "unknown"
    parts["accounts"] = _accounts() if ready else "unknown"
    ages = _ages() if ready else {}
    parts["projections"] = _projections(ages) if ages else "unknown"
    for part, most in LATE.items():
        parts[part] = _seen(ages.get(part), most) if ages else "unknown"
    answer = {"ready": ready, "version": __version__, "parts": parts, "ages": ages}
    return JsonResponse(answer, status=200 if ready else 503)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Measurements for Prometheus, with the token METRICS_TOKEN. 404 if none is set."""
    if not settings.METRICS_TOKEN:
        return HttpResponse(status=404)
    expected = f"Bearer {settings.METRICS_TOKEN}".encode()
    if not hmac.compare_digest(request.headers.get("Authorization", "").encode(), expected):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    body = generate_latest(_processes()) + generate_latest(_installation())
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)


def _database() -> tuple[str, str]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return "answers", "applied" if _is_migrated() else "not applied"
    except DatabaseError:
        return "does not answer", "unknown"


def _is_migrated() -> bool:
    global _migrated
    with _looking:
        if not _migrated:
            executor = MigrationExecutor(connection)
            _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def _broker() -> str:
    if broker.IN_DATABASE:
        return "is the database"
    return "does not answer" if broker.waiting() is None else "answers"


def _ages() -> dict[str, float | None]:
    """Seconds since each part was last at work, and for which projections have lacked something. Empty if unknown."""
    try:
        seen, lack = liveness.ages(), rows_age()
    except DatabaseError:
        return {}
    ages = {part: None if age is None else round(age, 1) for part, age in seen.items()}
    return ages | {"projections": round(lack, 1)}


def _projections(ages: Mapping[str, float | None]) -> str:
    """Measured from the end of the log, so that events count for which no worker has found a place."""
    return "late" if (ages["projections"] or 0) > LATE_ROWS else "up to date"


def _seen(age: float | None, most: float) -> str:
    if age is None:
        return "never seen"
    return "seen" if age <= most else "late"


def _accounts() -> str:
    try:
        return "none" if installation.is_new() else "exist"
    except DatabaseError:
        return "unknown"


def _checkpoints() -> str:
    try:
        return checkpoint_views.signing_state()
    except DatabaseError:
        return "unknown"


def _processes() -> CollectorRegistry:
    """Measurements of this process, or of all that write into one folder."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _installation() -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(State())
    return registry
