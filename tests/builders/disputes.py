"""A club match with two players who have accounts, an organiser and an arbiter, and its appeals."""

import io

from PIL import Image

from league.appeals import queries as seen
from league.appeals import services as appeal_services
from league.appeals.services import RulingTerms
from league.clubs import services as club_services
from league.clubs.models import Membership, Player, User
from league.clubs.sessions import actor
from league.common.actor import Actor
from league.matches import repository as match_repository
from league.matches.domain import match
from league.matches.models import SealedSeed
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest


class Dispute:
    """A match with its people. `organiser` and `arbiter` may rule, `scorekeeper` and `stranger` may not."""

    def __init__(self, game="rummikub", **more):
        names = ("organiser", "arbiter", "scorekeeper", "stranger", "anna", "boris")
        self.users = {name: User.objects.create_user(name) for name in names}
        self.club = club_services.create_club(name="Ладья", actor=actor(self.users["organiser"].pk)).pk
        for name in ("arbiter", "scorekeeper"):
            Membership.objects.create(club_id=self.club, user=self.users[name], role=name)
        for name in ("anna", "boris"):
            row = club_services.add_player(club_id=self.club, name=name.title(), actor=self.actor("organiser"))
            Player.objects.filter(id=row.pk).update(user=self.users[name])
        self.players = [Player.objects.get(user=self.users[name]).pk for name in ("anna", "boris")]
        opened = match_play.open_match(
            club_id=self.club, game=game, seats=self.players, actor=self.actor("organiser"), **more
        )
        self.id = opened.id

    def actor(self, name) -> Actor:
        return actor(self.users[name].pk)

    @property
    def now(self):
        return match_repository.load(self.id).state

    def do(self, command, who, **more):
        return command(match_id=self.id, expected=self.now.revision, actor=self.actor(who), **more)

    def play(self, count=1000):
        """Play at most so many moves."""
        now, plies = self.now, []
        seed = bytes(SealedSeed.objects.get(match=self.id).seed)
        while now.turn and len(plies) < count:
            (seat,) = now.turn
            plies.append(MoveRequest(seat, "draw" if now.position.pool else "pass"))
            now = match.play(now, plies[-1:], seed).match
        if plies:
            for ply in plies:
                self.do(match_play.play_moves, ("anna", "boris")[ply.seat], plies=[ply])

    def file(self, who="anna", statement="Он взял две фишки.", **more):
        """File an appeal and return its id."""
        done = self.do(appeal_services.file_appeal, who, statement=statement, **more)
        return done.events[0].appeal

    def take(self, appeal, who="arbiter"):
        return self.do(appeal_services.take_appeal, who, appeal_id=appeal)

    def rule(self, kind="upheld", appeal=None, who="arbiter", reason="Так решено.", policy="recompute", **terms):
        """Rule and return the id of the ruling."""
        remedy = RulingTerms(kind, **terms)
        done = self.do(appeal_services.rule, who, terms=remedy, reason=reason, appeal_id=appeal, policy=policy)
        return done.events[0].ruling

    def shown(self, who, appeal=None):
        """The appeals as somebody sees them, or one of them."""
        found = seen.appeals(self.id, self.actor(who))
        return found if appeal is None else next(each for each in found.appeals if each.id == appeal)

    def last_move(self):
        """The revision of a seat's last move that is not annulled."""
        return max(move.revision for game in self.now.games for move in game.moves if move.seat >= 0)


def picture(form="JPEG", size=(40, 30), **more):
    """The bytes of a red picture."""
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, form, **more)
    return out.getvalue()
