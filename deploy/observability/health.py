"""Addresses for whoever watches over the service: alive, ready, measurements."""

import hmac
import os
import threading

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
from league import __version__
from league.clubs import installation
from league.integrity import checkpoint_views

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

    Broker and checkpoints are reported, and whether there is an account, but none of that is needed.
    """
    database, migrations = _database()
    ready = (database, migrations) == ("answers", "applied")
    parts = {"database": database, "migrations": migrations, "broker": _broker()}
    parts["checkpoints"] = _checkpoints() if ready else "unknown"
    parts["accounts"] = _accounts() if ready else "unknown"
    return JsonResponse({"ready": ready, "version": __version__, "parts": parts}, status=200 if ready else 503)


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
