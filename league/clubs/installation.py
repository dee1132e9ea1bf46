"""The first account of an installation, and the club that it founds."""

from uuid import UUID

from django.db import connection, transaction
from django.dispatch import Signal

from league.clubs import accounts, services
from league.clubs.errors import AlreadySetUp
from league.clubs.locales import DEFAULT_LOCALE, ClubLocale
from league.clubs.models import DemoClub, User
from league.common.actor import Actor

demo_requested = Signal()
"""Somebody asked for the demo club. A worker listens."""


def is_new() -> bool:
    """Whether there is no account, apart from those of the demo club."""
    return not User.objects.exclude(id__in=_demo_accounts()).exists()


def demo_club() -> UUID | None:
    """The club that is a demo, once it exists."""
    return DemoClub.objects.values_list("club", flat=True).first()


@transaction.atomic
def set_up(*, club: str, username: str, password: str, locale: ClubLocale = DEFAULT_LOCALE) -> tuple[User, UUID]:
    """Make the first account and found its club. Returns the account and the club's id.

    Raises `AlreadySetUp`, `UsernameTaken`, `BadName`, `UnknownZone`, `UnknownLanguage`.
    """
    account = make_first_account(username=username, password=password)
    founded = services.create_club(name=club, zone=locale.zone, language=locale.language, actor=Actor(account.pk))
    return account, founded.pk


def make_first_account(*, username: str, password: str) -> User:
    """Make the first account, inside a transaction. Until that ends, every other new account waits.

    Raises `AlreadySetUp`, `UsernameTaken`.
    """
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE league_user IN SHARE ROW EXCLUSIVE MODE")
    if not is_new():
        raise AlreadySetUp
    return accounts.sign_up(username=username, password=password)


def _demo_accounts() -> list[str]:
    return DemoClub.objects.values_list("accounts", flat=True).first() or []
