"""Accounts and their tokens."""

from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone
from knox.models import AuthToken

from league.errors import UsernameTaken
from league.models import User


def sign_up(*, username: str, password: str) -> User:
    """Make an account. Raises `UsernameTaken`."""
    try:
        with transaction.atomic():
            return User.objects.create_user(username=username, password=password)
    except IntegrityError:
        raise UsernameTaken(username=username) from None


def new_token(account: AbstractBaseUser) -> tuple[str, datetime]:
    """A new token of the account, and when it runs out; those that have are dropped."""
    AuthToken.objects.filter(user=account, expiry__lt=timezone.now()).delete()
    kept, token = AuthToken.objects.create(user=account)
    return token, kept.expiry


def revoke_tokens(account: AbstractBaseUser) -> None:
    """Make every token of the account worthless."""
    AuthToken.objects.filter(user=account).delete()
