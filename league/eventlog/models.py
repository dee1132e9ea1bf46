"""The log's tables as Django models, to read: `Event.objects.stream("match-…")`, `Checkpoint.objects.last()`.

Events are written by `league.eventlog.store` alone. Writing through these models raises `LogIsReadOnly`, before the
database would refuse it. How an older event reads today is for `store.read` to say, which runs the upcasters.
"""

import json
from typing import Any, NoReturn

from django.db import models

# Django puts quotation marks around a table's name. Those inside let it name a table of another schema.
_SCHEMA_TABLE = 'eventlog"."{}'


class LogIsReadOnly(TypeError):
    """Somebody tried to write to the log through the ORM."""

    def __init__(self) -> None:
        super().__init__("The log is read-only for the ORM: append events with league.eventlog.store.")


def _refuse(*_: object, **__: object) -> NoReturn:
    raise LogIsReadOnly


class ReadOnlyQuerySet(models.QuerySet[Any]):
    """Rows to read. Every method that writes raises `LogIsReadOnly`."""

    create = bulk_create = get_or_create = update_or_create = _refuse
    update = bulk_update = delete = _update = _raw_delete = _insert = _refuse


class EventQuerySet(ReadOnlyQuerySet):
    def stream(self, name: str) -> "EventQuerySet":
        return self.filter(stream=name).order_by("seq")


class _LogRow(models.Model):
    class Meta:
        abstract = True

    save = save_base = delete = _refuse


class Event(_LogRow):
    """An event as it was stored. docs/event-log.md describes the columns."""

    pk = models.CompositePrimaryKey("stream", "seq")
    stream = models.TextField()
    seq = models.IntegerField()
    shard = models.SmallIntegerField()
    kind = models.TextField()
    schema = models.SmallIntegerField()
    payload = models.TextField()  # canonical JSON; its bytes are hashed, so it is no JSONField
    private_commit = models.BinaryField(null=True)
    actor = models.UUIDField(null=True)
    command_id = models.UUIDField()
    at = models.DateTimeField()
    hash = models.BinaryField()

    objects = EventQuerySet.as_manager()

    class Meta:
        managed = False
        db_table = _SCHEMA_TABLE.format("event")
        ordering = ("stream", "seq")

    def __str__(self) -> str:
        return f"{self.stream} {self.seq}: {self.kind}"

    @property
    def content(self) -> dict[str, Any]:
        """The payload in the schema in which it was written."""
        found: dict[str, Any] = json.loads(self.payload)
        return found


class Checkpoint(_LogRow):
    """A signed checkpoint: `note` is the text that was published."""

    pk = models.CompositePrimaryKey("shard", "size", "log")
    shard = models.SmallIntegerField()
    size = models.BigIntegerField()
    log = models.SmallIntegerField()
    root = models.BinaryField()
    note = models.TextField()
    at = models.DateTimeField()

    objects = ReadOnlyQuerySet.as_manager()

    class Meta:
        managed = False
        db_table = _SCHEMA_TABLE.format("checkpoint")
        ordering = ("shard", "size", "log")

    def __str__(self) -> str:
        return f"{self.size} events of log {self.log}"
