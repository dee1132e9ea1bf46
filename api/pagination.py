"""Pages of lists, walked by cursor, so that no row is repeated or skipped while the list grows.

A cursor is the signed place of the last row in the order of the list, by all fields that order it. (The framework's own
compares the first field only.)
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from django.core import signing
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from api.endpoint import Endpoint
from api.fields import Digits, Input, Text
from league.common.listing import EventList, RowList
from league.common.read_models import Address
from league.eventlog.services import projection_lag

Row = TypeVar("Row")

MAX_PAGE_SIZE = 200  # rows of a page


class Page(msgspec.Struct, Generic[Row], frozen=True, kw_only=True):
    """A page of a list."""

    next: Address | None
    previous: Address | None
    results: list[Row]


class FollowingPage(Page[Row], Generic[Row], frozen=True, kw_only=True):
    """A page of a list whose rows follow the log."""

    current: Annotated[bool, Meta(description="Whether the rows have taken in every event so far.")]


class CurrentPage(FollowingPage[Row], Generic[Row], frozen=True, kw_only=True):
    """A page of a list that says where in the log its rows are."""

    position: Annotated[int, Meta(description="How many events of the log are taken in.")]


class PageQuery(Input):
    cursor = Text(required=False, max_length=1000, help_text="As the addresses `next` and `previous` have it.")
    page_size = Digits(default=50, min_value=1, max_value=MAX_PAGE_SIZE)


def page_response(
    endpoint: Endpoint,
    listing: Callable[..., RowList | EventList],
    serializer: type[PageQuery],
    page: type[FollowingPage[Any]] = FollowingPage,
) -> Response:
    """The page that the query asks for. The other parameters are arguments of *listing*.

    Rows of a projection come as *page*.
    """
    query = endpoint.query(serializer)
    cursor, page_size = query.pop("cursor", None), query.pop("page_size")
    listed = listing(**query)
    if not isinstance(listed, RowList) or listed.projection is None:
        return Response(Page(**_page(endpoint, listed, cursor, page_size)))
    lag = {
        name: each
        for name, each in projection_lag(listed.projection)._asdict().items()
        if name in page.__struct_fields__
    }
    return Response(page(**_page(endpoint, listed, cursor, page_size), **lag))


def _page(endpoint: Endpoint, listing: RowList | EventList, cursor: str | None, page_size: int) -> dict[str, Any]:
    salt = f"cursor {listing.ordering}"
    back, place = _read_cursor(cursor, salt)
    rows = _event_rows(listing, back, place) if isinstance(listing, EventList) else _rows(listing, back, place)
    found = list(rows[: page_size + 1])
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


def _read_cursor(cursor: str | None, salt: str) -> tuple[bool, list[str] | None]:
    """Whether the page before it is asked for, and the place where the list is resumed."""
    if cursor is None:
        return False, None
    try:
        back, place = signing.loads(cursor, salt=salt)
    except signing.BadSignature:
        raise ValidationError({"cursor": [gettext("This cursor does not belong to this list.")]}) from None
    return back, place


def _rows(listing: RowList, back: bool, place: list[str] | None) -> QuerySet[Any]:
    """Rows after *place*, or before it in reverse order."""
    rows = listing.rows if place is None else listing.rows.filter(_beyond(listing.ordering, place, back=back))
    rows = rows.order_by(*listing.ordering)
    return rows.reverse() if back else rows


def _event_rows(listing: EventList, back: bool, place: list[str] | None) -> Sequence[Any]:
    """Events after *place*, or before it in reverse order."""
    if place is None:
        return listing.rows
    revision = int(place[0])
    if not back:
        return [row for row in listing.rows if row.revision < revision]
    return [row for row in reversed(listing.rows) if row.revision > revision]


def _place(row: Any, ordering: tuple[str, ...]) -> list[str]:
    return [str(getattr(row, field.removeprefix("-"))) for field in ordering]


def _beyond(ordering: tuple[str, ...], place: list[str], *, back: bool) -> Q:
    """Rows after *place*, or before it: equal in the first fields, beyond it in the next."""
    found, equal = Q(), Q()
    for field, value in zip(ordering, place, strict=True):
        name, side = field.removeprefix("-"), "lt" if field.startswith("-") != back else "gt"
        found |= equal & Q(**{f"{name}__{side}": value})
        equal &= Q(**{name: value})
    return found
