"""What endpoints share: who asks, what was sent, and the same answer to a repeated write.

A write reads straight down: check what was sent, call the service, answer.

    @write_operation(LeagueInput, {201: LeagueDetail})
    def post(self, request: Request) -> Response:
        league = services.create(**self.command(LeagueInput))
        return respond_created(queries.league_detail(league.id, self.actor()))
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeAlias, TypeVar
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.utils import OpenApiExample, extend_schema
from knox.models import AuthToken
from rest_framework import status
from rest_framework.exceptions import APIException, Throttled, ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from api.headers import add_expected_revision, add_limits, add_version, require_no_revision
from api.openapi import KEY
from league.clubs import quotas
from league.clubs.sessions import actor
from league.clubs.tokens import require_scope
from league.common.actor import Actor
from league.common.idempotency import answer_once, earlier_answer
from league.common.read_models import as_json
from league.common.sheets import SheetFile

Params = ParamSpec("Params")
View = TypeVar("View", bound="Endpoint")
Write: TypeAlias = Callable[Concatenate[View, Request, Params], Response]

KEY_HEADER = "Idempotency-Key"
LONGEST_KEY = 255
LIST = 512 * 1024  # bytes of a body with a list of entrants or of moves
FILE = settings.DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes of a body with a record, a deck, a picture or another file


class LengthRequired(APIException):
    """A body in chunks has no size that could be checked before it is read."""

    status_code = 411
    default_code = "length_required"
    default_detail = gettext_lazy("Send the request body with a Content-Length header.")


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "too_large"


class OverQuota(Throttled):
    """Says what to do, and not when to try again: that is in `Retry-After`."""

    def __init__(self, wait: float | None, text: str) -> None:
        APIException.__init__(self, text)
        self.wait = wait


class Endpoint(APIView):
    """An address of the API, which reads bodies of up to `longest_body` bytes.

    `scope`: what a token has to be for, to write here (see `league.clubs.tokens`); every token may read.
    `quota`: the scope of the settings that counts what its writes create, for each account. `shown_once`: members of
    its answers that are not kept, and null when a request is repeated.
    """

    longest_body: ClassVar[int] = 64 * 1024
    scope: ClassVar[str] = "organise"
    quota: ClassVar[str] = ""
    shown_once: ClassVar[Sequence[str]] = ()

    @classmethod
    def as_view(cls, **given: Any) -> Any:
        view: Any = super().as_view(**given)
        view.should_append_slash = False  # a program that forgets the slash gets 404 and is not redirected
        return view

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """The methods of the address, in the header `Allow`. All else is in the schema."""
        return HttpResponse(status=204, content_type="")

    def actor(self) -> Actor:
        """Who asks. `NOBODY` if nobody is signed in."""
        user = self.request.user
        return actor(user.pk if user.is_authenticated else None)

    def query(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The query parameters, checked."""
        params = self.request.query_params
        if twice := [name for name, values in params.lists() if len(values) > 1]:
            raise ValidationError({name: [gettext("This parameter appears more than once.")] for name in twice})
        return _validate(serializer(data=params.dict()))

    def data(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The body, checked."""
        fields = serializer._declared_fields
        return _validate(serializer(data=add_expected_revision(self.request.data, self.request, fields)))

    def command(self, serializer: type[Serializer[Any]], **ids: UUID) -> dict[str, Any]:
        """The arguments of a service: the body, checked, the requesting user as `actor`, and *ids* as text."""
        return {**self.data(serializer), "actor": self.actor(), **{name: str(each) for name, each in ids.items()}}

    def key(self) -> str | None:
        """The Idempotency-Key of the request, checked."""
        key = self.request.headers.get(KEY_HEADER)
        if key is not None and not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
            raise ValidationError({KEY_HEADER: [gettext("Use 1 to 255 printable ASCII characters.")]})
        return key

    def fingerprint(self) -> bytes:
        """Bytes that two requests share only if they are the same."""
        expected = self.request.headers.get("If-Match", "")
        head = f"{self.request.method} {self.request.get_full_path()} {self.request.content_type}{expected}\n"
        return head.encode() + self.body

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.limits: list[Any] = []  # that this request counts towards
        if "HTTP_TRANSFER_ENCODING" in request.META:
            raise LengthRequired
        if int(request.META.get("CONTENT_LENGTH") or 0) > self.longest_body:
            raise BodyTooLarge(gettext("Send at most {count} bytes here.").format(count=self.longest_body))
        self.body = request._request.body  # read once and kept, before anybody parses it
        if request.method == "DELETE":
            require_no_revision(request)
        super().initial(request, *args, **kwargs)

    def check_permissions(self, request: Request) -> None:
        """Raise `NotAllowed` if the token is not for this, besides what the framework raises."""
        super().check_permissions(request)
        if isinstance(request.auth, AuthToken) and request.method not in SAFE_METHODS:
            require_scope(request.auth.scope, self.scope)

    def check_throttles(self, request: Request) -> None:
        """Count a write towards its limits. Raises `Throttled`, which says what to do about quotas."""
        if request.method in SAFE_METHODS:
            return
        self.limits += self.get_throttles()
        for limit in self.limits:
            _require_allowed(limit, request, self)

    @contextmanager
    def count_towards_quota(self, request: Request) -> Iterator[None]:
        """Count what the work inside creates, unless it is refused. Raises `Throttled`."""
        view = APIView(throttle_scope=self.quota)
        all_limits: list[Any] = view.get_throttles() if self.quota else []
        limits = [each for each in all_limits if not getattr(each, "is_for_writes", False)]
        self.limits += limits
        for limit in limits:
            _require_allowed(limit, request, view)
        with quotas.take_back_if_refused(limits):
            yield

    def _is_free(self, request: Request, key: str) -> bool:
        """Whether a write counts towards no quota. It is counted before its transaction, for others to see it."""
        return not self.quota or earlier_answer(user=request.user.pk, key=key) is not None

    def finalize_response(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """Add the version and the limits, and forbid caches to keep others' answers: readers see different things."""
        answer = super().finalize_response(request, *args, **kwargs)
        revision = getattr(getattr(answer, "data", None), "revision", None)
        if revision is not None and request.method in SAFE_METHODS and answer.status_code == status.HTTP_200_OK:
            add_version(answer, request, revision)
        answer.headers.setdefault("Cache-Control", "no-store")
        add_limits(answer, self.limits)
        return answer


def _require_allowed(limit: Any, request: Request, view: APIView) -> None:
    if not limit.allow_request(request, view):
        text = quotas.TEXTS.get(getattr(limit, "scope", ""))
        raise Throttled(wait=limit.wait()) if text is None else OverQuota(limit.wait(), gettext(text))


def _validate(given: Serializer[Any]) -> dict[str, Any]:
    given.is_valid(raise_exception=True)
    validated: dict[str, Any] = given.validated_data
    return validated


def idempotent(write: Write[View, Params]) -> Write[View, Params]:
    """Make a method of an endpoint answer a repeated Idempotency-Key as it did the first time, for two days.

    The answer is kept in the transaction of the write: if the write raises, both are undone and the key stays free.
    """

    @wraps(write)
    def answer(self: View, request: Request, /, *args: Params.args, **kwargs: Params.kwargs) -> Response:
        key = self.key()
        if key is None or not request.user.is_authenticated:
            with self.count_towards_quota(request):
                return write(self, request, *args, **kwargs)
        once = answer_once(user=request.user.pk, key=key, request=self.fingerprint())
        with nullcontext() if self._is_free(request, key) else self.count_towards_quota(request), once as known:
            if known.repeated:
                return Response(known.body, status=known.status, headers={"Idempotency-Replayed": "true"})
            response = write(self, request, *args, **kwargs)
            body = as_json(response.data)
            known.body = {**body, **dict.fromkeys(self.shown_once)} if self.shown_once else body
            known.status = response.status_code
        return response

    return answer


def write_operation(
    request: Any, responses: Any, *, parameters: Sequence[Any] = (), examples: Sequence[OpenApiExample] = ()
) -> Callable[[Write[View, Params]], Write[View, Params]]:
    """Make a method of an endpoint `idempotent`, with this description in the schema."""
    describe = extend_schema(
        parameters=[*parameters, KEY], request=request, responses=responses, examples=list(examples)
    )
    return lambda write: describe(idempotent(write if request is not None else _without_revision(write)))


def _without_revision(write: Write[View, Params]) -> Write[View, Params]:
    """Refuse `If-Match` at a method that reads no body, which so has no revision either."""

    @wraps(write)
    def answer(self: View, request: Request, /, *args: Params.args, **kwargs: Params.kwargs) -> Response:
        require_no_revision(request)
        return write(self, request, *args, **kwargs)

    return answer


def respond_file(file: SheetFile) -> HttpResponse:
    """The file as it is, under its name."""
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return HttpResponse(file.content, content_type=file.media_type, headers=headers)


def respond_created(body: Any) -> Response:
    """The answer to a write that created or recorded something."""
    return Response(body, status=201)
