"""Lists in a stated order, of which pages read a part."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet


class RowList(NamedTuple):
    """Rows of a table in the order of `ordering`. `serialize` makes read models of some of them.

    `projection`: what writes the rows, if they follow the log.
    """

    rows: QuerySet[Any]
    ordering: tuple[str, ...]
    serialize: Callable[[Sequence[Any]], Sequence[Any]]
    projection: str | None = None

    def first(self, most: int | None = None) -> Sequence[Any]:
        """The read models of the first *most* rows, or of all."""
        return self.serialize(list(self.rows.order_by(*self.ordering)[:most]))


class EventList(NamedTuple):
    """Events in no table, the newest first, each with its `revision`. `serialize` makes read models of some of them."""

    rows: Sequence[Any]
    serialize: Callable[[Sequence[Any]], Sequence[Any]]
    ordering: tuple[str, ...] = ("-revision",)
