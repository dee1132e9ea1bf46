"""What an account may see of itself."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from knox.models import AuthToken


def list_tokens(account_id: UUID, *, this: AuthToken | None = None) -> list[dict[str, Any]]:
    """The tokens of the account that have not run out, the newest first; *this* is the one that was used to ask."""
    kept = AuthToken.objects.filter(user=account_id, expiry__gte=timezone.now()).order_by("-created", "digest")
    return [
        {
            "beginning": each.token_key,
            "created": each.created,
            "expiry": each.expiry,
            "this": this is not None and each.digest == this.digest,
        }
        for each in kept
    ]
