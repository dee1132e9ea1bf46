"""`manage.py accounts`: list accounts, disable or enable one, or set its password."""

import getpass
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db.models import Count, Q

from deploy.sign_in import locked_names, unlock
from league.clubs import accounts
from league.clubs.models import Membership, User
from league.clubs.services import get_account
from league.management.base import PlainCommand

ORGANISES = Count("memberships", filter=Q(memberships__role=Membership.Role.ORGANISER), distinct=True)


class Command(PlainCommand):
    help = "List accounts, disable or enable one, or set its password (docs/operating.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        acts.add_parser("list", help="all accounts by name, with what keeps them from signing in")
        for act, text in (
            ("disable", "keep the account from being used, and end its sessions and tokens"),
            ("enable", "let it be used again"),
            ("password", "ask for a new password, or read it from standard input"),
        ):
            acts.add_parser(act, help=text).add_argument("name", help="as it is typed to sign in")

    def handle(self, *args: Any, act: str, name: str = "", **options: Any) -> None:
        if act == "list":
            for line in _lines():
                self.stdout.write(line)
            return
        account = get_account(name)
        if act == "password":
            accounts.set_password(account, _ask_password(account))
            unlock(name)
            self.stdout.write(f"{account.username} has a new password. All its sessions and tokens have ended.")
        else:
            accounts.set_active(account, act == "enable")
            self.stdout.write(f"{account.username} can {'be used again' if act == 'enable' else 'no longer be used'}.")


def _lines() -> Iterator[str]:
    locked = locked_names()
    for each in User.objects.annotate(organises=ORGANISES).order_by("username").iterator():
        seen = f"{each.last_login:%Y-%m-%d}" if each.last_login else "never"
        notes = [f"made {each.date_joined:%Y-%m-%d}", f"signed in {seen}"]
        if each.organises:
            notes.append(f"organises {each.organises}")
        if not each.is_active:
            notes.append("disabled")
        if each.username in locked:
            notes.append("locked after wrong passwords")
        yield f"{each.username}: {', '.join(notes)}"


def _ask_password(account: User) -> str:
    if sys.stdin.isatty():
        password = getpass.getpass(f"New password for {account.username}: ")
        if getpass.getpass("Again: ") != password:
            raise CommandError("These are two different passwords. Nothing was changed.")
    else:
        password = sys.stdin.readline().rstrip("\n")
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from None
    return password
