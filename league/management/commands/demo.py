"""`manage.py demo`: a club with played matches and tournaments, to look at."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from league.club_data.demo import make_demo


class Command(BaseCommand):
    help = "Create a demo club with players, matches and tournaments, and print its addresses and how to sign in."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        address = os.environ.get("LUDEX_ADDRESS") or f"http://127.0.0.1:{os.environ.get('PORT', '8000')}"
        parser.add_argument("--address", default=address, help="where Ludex runs (%(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        made = make_demo()
        address = options["address"]
        self.stdout.write("The demo club was created." if made.new else "The demo club already exists.")
        self.stdout.write(f"  The club: {address}/clubs/{made.club}/")
        for name, match in made.matches.items():
            self.stdout.write(f"  {name}: {address}/matches/{match}/")
        for name, tournament in made.tournaments.items():
            self.stdout.write(f"  {name}: {address}/tournaments/{tournament}/")
        self.stdout.write(f"Sign in at {address}/sign-in/ as {', '.join(made.accounts)}")
        self.stdout.write(f"with the password {made.password} (each call of this command sets a new one).")
