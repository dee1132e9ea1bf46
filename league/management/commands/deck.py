"""`manage.py deck`: type in the box that a club has, from a JSON or CSV file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from league.clubs.sessions import get_actor
from league.decks import services as deck_services
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Check a deck, as a JSON manifest or a CSV file, with running totals. With --club, store it for a club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("file", type=Path)
        parser.add_argument("--name", help="the deck's name (default: the file's)")
        parser.add_argument("--club", type=UUID, help="store it for this club")
        parser.add_argument("--as", dest="username", help="the account that enters it, with --club")

    def handle(
        self,
        *args: Any,
        game: str,
        file: Path,
        name: str | None,
        club: UUID | None,
        username: str | None,
        **options: Any,
    ) -> None:
        raw, called = file.read_bytes(), name or file.stem
        manifest = raw if file.suffix == ".json" else None
        rows = None if manifest else deck_services.read_rows(raw)
        for each in deck_services.check_rows(game=game, name=called, rows=rows or []):
            totals = ", ".join(f"{t.name} {t.have}" + ("" if t.of is None else f"/{t.of}") for t in each.totals)
            self.stdout.write(f"row {each.row}: {totals}")
        made = deck_services.read_deck(game=game, name=called, manifest=manifest, rows=rows)
        for doubt in deck_services.doubts(made):
            self.stdout.write(f"doubtful: {doubt}")
        self.stdout.write(made.reference)
        if club is not None:
            if username is None:
                raise CommandError("--club needs --as, the account that enters the deck.")
            deck_services.enter_deck(club_id=club, deck=made, actor=get_actor(username))
            self.stdout.write("Stored.")
