"""`manage.py demo`: a club with played matches and tournaments, to look at."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from league.club_data.demo import demo_state, made_parts, make_demo, set_demo_password
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Create a demo club with players, matches and tournaments, and print its addresses and how to sign in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        address = os.environ.get("LUDEX_ADDRESS") or f"http://127.0.0.1:{os.environ.get('PORT', '8000')}"
        parser.add_argument("--address", default=address, help="where Ludex runs (%(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        new = False
        for part in make_demo():
            new = True
            self.stdout.write(f"{part.done} of {part.total}: {part.name}")
        state = demo_state()
        if state is None or not state.finished:
            raise CommandError("The demo club is being created elsewhere. Try again in a minute.")
        address = options["address"]
        self.stdout.write("The demo club was created." if new else "The demo club already exists.")
        self.stdout.write(f"  The club: {address}/clubs/{state.club}/")
        for kind in ("matches", "tournaments"):
            for name, id_ in made_parts(kind).items():
                self.stdout.write(f"  {name}: {address}/{kind}/{id_}/")
        password, names = set_demo_password()
        self.stdout.write(f"Sign in at {address}/sign-in/ as {', '.join(names)}")
        self.stdout.write(f"with the password {password} (each call of this command sets a new one).")
