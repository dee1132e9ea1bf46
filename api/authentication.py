"""Sign-in by token. knox keeps tokens as hashes."""

from functools import cache
from typing import Any

from django.contrib.auth import get_user_model
from django.db import DEFAULT_DB_ALIAS, connection
from django.utils import timezone
from django.utils.translation import gettext
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from league.clubs.tokens import GRANTS, Scope, note_use

LONGEST = 128  # characters; knox makes tokens of 64


class Tokens(TokenAuthentication):  # type: ignore[misc] # knox has no types
    """`Authorization: Bearer …`, or `Token …`, as clients of earlier versions send it."""

    def authenticate(self, request: Any) -> tuple[Any, Any] | None:
        scheme, *rest = get_authorization_header(request).split() or [b""]
        if scheme.lower() not in (b"bearer", b"token"):
            return None
        if len(rest) != 1:
            raise AuthenticationFailed(gettext("Invalid token."))
        return self.authenticate_credentials(rest[0])

    def authenticate_header(self, request: Any) -> str:
        return "Bearer"

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        """The account and the token, after a check that this can be one, is one and has not expired."""
        if len(token) > LONGEST or not token.isalnum():
            raise AuthenticationFailed(gettext("Invalid token."))
        found = _find(hash_token(token.decode()))
        if found is None or (found.expiry is not None and found.expiry < timezone.now()):
            raise AuthenticationFailed(gettext("Invalid token."))
        known: tuple[Any, Any] = self.validate_user(found)
        note_use(found.digest, found.used_at, timezone.now())
        return known


def _find(digest: str) -> Any:
    """The token with this hash, its account, its `scope` and its last use.

    Every request asks: past the ORM, which takes longer than the rest. knox itself reads all tokens that begin alike,
    with statements that are put together each time.
    """
    statement, tokens, accounts = _statement()
    with connection.cursor() as cursor:
        cursor.execute(statement, [digest])
        row = cursor.fetchone()
    if row is None:
        return None
    *values, scope, used_at = row
    found = AuthToken.from_db(DEFAULT_DB_ALIAS, tokens, values[: len(tokens)])
    found.user = get_user_model().from_db(DEFAULT_DB_ALIAS, accounts, values[len(tokens) :])
    found.scope, found.used_at = scope or Scope.ALL, used_at
    return found


@cache
def _statement() -> tuple[str, list[str], list[str]]:
    """The statement, and the attributes of a token and of an account that its columns are."""
    tokens, accounts = AuthToken._meta, get_user_model()._meta
    columns = [
        f"{table}.{field.column}"
        for table, model in (("token", tokens), ("account", accounts))
        for field in model.concrete_fields
    ]
    statement = (
        f"SELECT {', '.join(columns)}, grants.scope, grants.used_at "  # noqa: S608 - names of columns alone
        f"FROM {tokens.db_table} AS token JOIN {accounts.db_table} AS account ON account.id = token.user_id "
        f"LEFT JOIN {GRANTS} AS grants ON grants.token_id = token.digest WHERE token.digest = %s"
    )
    return (
        statement,
        [each.attname for each in tokens.concrete_fields],
        [each.attname for each in accounts.concrete_fields],
    )
