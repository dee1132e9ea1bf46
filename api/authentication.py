"""Sign-in by token. knox keeps tokens as hashes."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

LONGEST = 128  # characters; knox makes tokens of 64


class Tokens(TokenAuthentication):  # type: ignore[misc] # knox has no types
    """`Authorization: Token …`."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        """The account and the token, after a check that this can be one."""
        if len(token) > LONGEST or not token.isalnum():
            raise AuthenticationFailed(gettext("Invalid token."))
        found: tuple[Any, Any] = super().authenticate_credentials(token)
        return found

    def _cleanup_token(self, auth_token: Any) -> bool:
        """Whether the token has expired. knox itself reads all tokens of the account at each request."""
        return bool(auth_token.expiry is not None and auth_token.expiry < timezone.now())
