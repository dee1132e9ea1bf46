"""Matches dealt by the service and played to their end with the engine's suggestions."""

from dataclasses import replace
from uuid import UUID

from django.conf import settings

from games.chance import Chance
from league.clubs import services as club_services
from league.eventlog.transparency import signing
from league.integrity import checkpoints
from league.matches import repository as match_repository
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from tests.builders.clubs import founded

ORIGIN = "example.org/club/log1"


def signs(tmp_path, monkeypatch):
    """Let this installation sign checkpoints with files of the test."""
    monkeypatch.setattr(settings, "CHECKPOINT_KEY_FILE", tmp_path / "key")
    monkeypatch.setattr(settings, "CHECKPOINT_WITNESS_FILE", tmp_path / "witness")
    signing.make_key(tmp_path / "key", ORIGIN)


class Table:
    """A running match with its club and an actor who is an organiser and has every seat."""

    def __init__(self, game, seats=2, *, dealing="server", level="full", options=None, names="абвгдежз", shard=None):
        organiser, self.club = founded(shard=shard)
        named = [name.upper() for name in names[:seats]]
        self.players = [club_services.add_player(club_id=self.club, name=name, actor=organiser).pk for name in named]
        self.actor = replace(organiser, players=frozenset(map(str, self.players)))
        self.id = match_play.open_match(
            club_id=self.club,
            game=game,
            seats=self.players,
            actor=self.actor,
            dealing=dealing,
            level=level,
            options=options or {},
        ).id

    @property
    def now(self):
        return match_repository.load(self.id).state

    def move(self, seat, text):
        """Make one move."""
        standing = match_repository.load(self.id)
        match_play.play_moves(
            match_id=self.id, plies=[MoveRequest(seat, text)], expected=standing.head.seq, actor=self.actor
        )  # fmt: skip

    def play(self, most=100_000):
        """Play at most so many moves. Returns whether the match is over."""
        for number in range(most):
            now = self.now
            if now.over:
                return True
            seat = min(now.turn)
            move = now.rules.suggest(now.position, seat, Chance(b"players", f"{seat}:{number}"))
            self.move(seat, str(move))
        return self.now.over

    @property
    def uuid(self):
        return UUID(self.id)


def signed():
    """Seal all committed events and sign a checkpoint."""
    return checkpoints.seal_and_sign()
