"""What every endpoint shares: who asks, and answering a repeated write once."""

from collections.abc import Callable
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from league.queries.actors import Actor, actor
from league.services.answers import once

KEY_HEADER = "Idempotency-Key"
LONGEST_KEY = 255


class Endpoint(APIView):
    """An address of the API."""

    def actor(self) -> Actor:
        """Who asks; nobody if nobody is signed in."""
        user = self.request.user
        return actor(user.pk if user.is_authenticated else None)

    def asked(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The query parameters, checked."""
        given = serializer(data=self.request.query_params)
        given.is_valid(raise_exception=True)
        return given.validated_data

    def sent(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The body, checked."""
        given = serializer(data=self.request.data)
        given.is_valid(raise_exception=True)
        return given.validated_data

    def write(self, act: Callable[[], tuple[int, Any]]) -> Response:
        """Do what was asked; if it came with an Idempotency-Key and was done before, answer as before."""
        key = self.request.headers.get(KEY_HEADER)
        user = self.request.user
        if key is None or not user.is_authenticated:
            status, body = act()
            return Response(body, status=status)
        if not key or len(key) > LONGEST_KEY or not key.isprintable():
            raise ValidationError({KEY_HEADER: [f"1 to {LONGEST_KEY} printable characters."]})
        answer = once(user=user.pk, key=key, request=self._fingerprint(), act=act)
        headers = {"Idempotency-Replayed": "true"} if answer.repeated else None
        return Response(answer.body, status=answer.status, headers=headers)

    def _fingerprint(self) -> bytes:
        return f"{self.request.method} {self.request.get_full_path()}\n".encode() + self.body

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.body = request._request.body  # read once and kept, before anybody parses it as a stream
        super().initial(request, *args, **kwargs)
