"""Lists come in pages that are walked by cursor, so that nothing is met twice or skipped while the list grows.

A cursor is the last row's place in the order of the list, by all fields that order it (the framework's own compares the
first field alone), and signed: what comes back is what was given out.
"""

from collections.abc import Callable
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from django.core import signing
from django.db.models import Q
from django.utils.translation import gettext
from drf_spectacular.utils import inline_serializer
from msgspec import Meta
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from api.endpoint import Endpoint
from api.fields import Digits, Input, Text
from league.common.listing import EventList, RowList
from league.common.read_models import Address

Row = TypeVar("Row")

MAX_PAGE_SIZE = 200  # rows of a page


class Page(msgspec.Struct, Generic[Row], frozen=True, kw_only=True):
    """A page of a list. Subclasses have what else is on it."""

    next: Address | None
    previous: Address | None
    results: list[Row]


class CurrentPage(Page[Row], Generic[Row], frozen=True, kw_only=True):
    """A page of a list that follows the log, and how far in the log it is."""

    position: Annotated[int, Meta(description="How many events of the log are taken in.")]
    current: Annotated[bool, Meta(description="Whether that is every event that has its place in the log.")]


class PageQuery(Input):
    """What may be asked of any list."""

    cursor = Text(required=False, max_length=1000, help_text="As the addresses `next` and `previous` have it.")
    page_size = Digits(default=50, min_value=1, max_value=MAX_PAGE_SIZE)


def page_response(
    endpoint: Endpoint,
    listing: Callable[..., RowList | EventList],
    serializer: type[PageQuery],
    page: type[Page[Any]] = Page,
    **more: Any,
) -> Response:
    """The page that was asked for: `results`, the addresses of the `next` and the `previous` page, and *more*."""
    asked = endpoint.query(serializer)
    cursor, page_size = asked.pop("cursor", None), asked.pop("page_size")
    return Response(page(**_page(endpoint, listing(**asked), cursor, page_size), **more))


def _page(endpoint: Endpoint, listing: RowList | EventList, cursor: str | None, page_size: int) -> dict[str, Any]:
    salt = f"cursor {listing.ordering}"
    back, place = _read_cursor(cursor, salt)
    take = _event_rows if isinstance(listing, EventList) else _rows
    found = take(listing, back, place, page_size + 1)
    page, more, resumed = found[:page_size], len(found) > page_size, place is not None
    if back:
        page.reverse()
    links: dict[str, str | None] = {"next": None, "previous": None}
    for name, there in (("next", resumed if back else more), ("previous", more if back else resumed)):
        if there and page:
            row = page[-1] if name == "next" else page[0]
            made = signing.dumps([name == "previous", _place(row, listing.ordering)], salt=salt)
            links[name] = replace_query_param(endpoint.request.build_absolute_uri(), "cursor", made)
    return {**links, "results": listing.serialize(page)}


def page_of(
    item: type[serializers.Serializer[Any]], **more: serializers.Field[Any, Any, Any, Any]
) -> serializers.Serializer[Any]:
    """The schema of a page of *item*, with what is *more* on it."""
    return inline_serializer(
        f"PageOf{item.__name__.removesuffix('Output')}",
        {
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": item(many=True),
            **more,
        },
    )


def _read_cursor(cursor: str | None, salt: str) -> tuple[bool, list[str] | None]:
    """Whether the way leads back, and the place from which it goes on."""
    if cursor is None:
        return False, None
    try:
        back, place = signing.loads(cursor, salt=salt)
    except signing.BadSignature:
        raise ValidationError({"cursor": [gettext("This cursor does not belong to this list.")]}) from None
    return back, place


def _rows(listing: RowList, back: bool, place: list[str] | None, most: int) -> list[Any]:
    """Rows behind *place*, or before it, from there on."""
    ordering = tuple(map(_reverse, listing.ordering)) if back else listing.ordering
    rows = listing.rows if place is None else listing.rows.filter(_later(ordering, place))
    return list(rows.order_by(*ordering)[:most])


def _event_rows(lines: EventList, back: bool, place: list[str] | None, most: int) -> list[Any]:
    """The same of lines that are in no table."""
    if place is None:
        return list(lines.rows[:most])
    revision = int(place[0])
    if not back:
        return [row for row in lines.rows if row.revision < revision][:most]
    return [row for row in reversed(lines.rows) if row.revision > revision][:most]


def _place(row: Any, ordering: tuple[str, ...]) -> list[str]:
    return [str(getattr(row, field.removeprefix("-"))) for field in ordering]


def _later(ordering: tuple[str, ...], place: list[str]) -> Q:
    """Rows that come behind *place*: equal in the first fields, behind it in the next."""
    found, equal = Q(), Q()
    for field, value in zip(ordering, place, strict=True):
        name, side = field.removeprefix("-"), "lt" if field.startswith("-") else "gt"
        found |= equal & Q(**{f"{name}__{side}": value})
        equal &= Q(**{name: value})
    return found


def _reverse(field: str) -> str:
    return field.removeprefix("-") if field.startswith("-") else f"-{field}"
