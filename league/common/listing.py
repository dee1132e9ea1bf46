"""Lists: a query or a sequence in a stated order, and how a page of it is written."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet


class Listing(NamedTuple):
    """Rows in the order of `ordering`, and how a page of them is written."""

    rows: QuerySet[Any]
    ordering: tuple[str, ...]
    written: Callable[[Sequence[Any]], Sequence[Any]]


class Lines(NamedTuple):
    """What is in no table, the newest first, each with its `revision`; and how a page of it is written."""

    rows: Sequence[Any]
    written: Callable[[Sequence[Any]], Sequence[Any]]
    ordering: tuple[str, ...] = ("-revision",)
