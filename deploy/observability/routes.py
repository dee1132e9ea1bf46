"""What may be told of a request: its method and route. A path may hold an invitation, a query anything."""

from django.http import HttpRequest

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def method_of(request: HttpRequest) -> str:
    """The method, and `other` for one that nobody has heard of."""
    return request.method if request.method in METHODS else "other"


def route_of(request: HttpRequest) -> str:
    """The pattern of the address, such as `/api/v1/matches/<uuid:match_id>/`; `none` where there is nothing."""
    return f"/{request.resolver_match.route}" if request.resolver_match else "none"
