"""Sign-in by token: knox keeps tokens as hashes; here one is looked up, and nothing else of the account is read."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

LONGEST = 128  # characters; knox makes tokens of 64


class Tokens(TokenAuthentication):
    """`Authorization: Token …`."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        """knox's own check, spared what cannot be a token."""
        if len(token) > LONGEST or not token.isalnum():
            raise AuthenticationFailed(gettext("Invalid token."))
        return super().authenticate_credentials(token)

    def _cleanup_token(self, auth_token: Any) -> bool:
        """Whether the token has run out. knox reads and tidies up every token of the account here, at each request."""
        return auth_token.expiry is not None and auth_token.expiry < timezone.now()
