"""Matches dealt by the service and played to their end with the engine's suggestions."""

from dataclasses import replace
from uuid import UUID

from django.conf import settings

from games.chance import Chance
from league.clubs import services as club_services
from league.clubs.models import Player, User
from league.clubs.sessions import actor as actor_of
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


def accounts(count):
    """New accounts of players."""
    known = User.objects.count()
    return [User.objects.create_user(f"player {known + number}") for number in range(count)]


class Table:
    """A running match with its club and an actor who is an organiser and has every seat.

    With *accounts* (by seat, None for none) players have these from before the deal, and the organiser has no seat.
    """

    def __init__(
        self,
        game,
        seats=2,
        *,
        dealing="server",
        level="full",
        options=None,
        names="абвгдежз",
        shard=None,
        accounts=None,
    ):
        organiser, self.club = founded(shard=shard)
        named = [name.upper() for name in names[:seats]]
        self.players = [club_services.add_player(club_id=self.club, name=name, actor=organiser).pk for name in named]
        self.actor = organiser
        if accounts is None:
            self.actor = replace(organiser, players=frozenset(map(str, self.players)))
        self.accounts, self.dealing = accounts, dealing
        for player, account in zip(self.players, accounts or (), strict=False):
            Player.objects.filter(id=player).update(user=account)
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
            match_id=self.id, plies=[MoveRequest(seat, text)], expected=standing.head.seq, actor=self.mover(seat)
        )  # fmt: skip

    def mover(self, seat):
        """Who moves for a seat."""
        if self.accounts is None or self.dealing == "table":
            return self.actor
        return actor_of(self.accounts[seat].pk)

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


class SeatedTable(Table):
    """A running match whose players have accounts."""

    def __init__(self, game, seats=2, **more):
        super().__init__(game, seats, accounts=accounts(seats), **more)


def signed():
    """Seal all committed events and sign a checkpoint."""
    return checkpoints.seal_and_sign()
