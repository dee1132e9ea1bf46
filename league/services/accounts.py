"""Accounts."""

from django.db import IntegrityError, transaction

from league.errors import UsernameTaken
from league.models import User


def sign_up(*, username: str, password: str) -> User:
    """Make an account. Raises `UsernameTaken`."""
    try:
        with transaction.atomic():
            return User.objects.create_user(username=username, password=password)
    except IntegrityError:
        raise UsernameTaken(username=username) from None
