"""Lists come in pages that are walked by cursor, so that nothing is met twice or skipped while the list grows."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.pagination import CursorPagination
from rest_framework.response import Response

from api.base import Endpoint
from league.queries.lists import Listing


class Cursor(CursorPagination):
    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"


def paged(endpoint: Endpoint, listing: Listing) -> Response:
    """One page of a listing: `results`, and the addresses of the `next` and the `previous` page."""
    cursor = Cursor()
    cursor.ordering = listing.ordering
    rows = cursor.paginate_queryset(listing.rows.order_by(*listing.ordering), endpoint.request, view=endpoint)
    return cursor.get_paginated_response(listing.written(rows or []))


def page_of(item: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """The schema of a page of *item*."""
    return inline_serializer(
        f"PageOf{item.__name__.removesuffix('Output')}",
        {
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": item(many=True),
        },
    )
