"""`manage.py found_club`: found a club for an account, whoever may found clubs."""

from argparse import ArgumentParser
from typing import Any

from league.clubs import services
from league.clubs.locales import DEFAULT_ZONE
from league.clubs.sessions import get_actor
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Found a club for an account, which becomes its organiser, whatever FOUND_CLUBS says."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="of the club")
        parser.add_argument("--organiser", required=True, metavar="ACCOUNT")
        parser.add_argument("--zone", default=DEFAULT_ZONE, help="IANA name of the time zone (default: UTC)")
        parser.add_argument("--language", help="of papers and the big screen (default: that of each reader)")

    def handle(self, *args: Any, name: str, organiser: str, zone: str, language: str | None, **options: Any) -> None:
        club = services.create_club(name=name, zone=zone, language=language, actor=get_actor(organiser))
        self.stdout.write(f"{club.name} ({club.pk}), organised by {organiser}.")
