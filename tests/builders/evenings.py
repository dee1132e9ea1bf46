"""Tournaments run by calling the services."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from games.engine import Stated
from league.clubs import services as club_services
from league.clubs.models import Player
from league.common.actor import Actor
from league.impact import services as results
from league.matches import repository as match_repository
from league.standings.scoring_rules import Scoring
from league.tournaments.domain.settings.model import Settings, Stage
from league.tournaments.domain.settings.presets import presets
from league.tournaments.domain.tournament import Table, Tournament
from league.tournaments.queries.qualification import qualification_preview
from league.tournaments.repository import tournaments as kept
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.clubs import founded


class Evening(NamedTuple):
    """An evening with its organiser, club and tournament."""

    actor: Actor
    club: Any
    id: str

    @property
    def now(self) -> Tournament:
        return kept.load(self.id).state

    @property
    def revision(self) -> int:
        return kept.load(self.id).head.seq

    def join(self, *names: str) -> list[str]:
        """Add players to the club and enter them."""
        ids = []
        for name in names:
            player = club_services.add_player(club_id=self.club, name=name, actor=self.actor)
            entries.enter(tournament_id=self.id, player_id=player.pk, actor=self.actor)
            ids.append(str(player.pk))
        return ids

    def do(self, command: Callable[..., Any], **more: Any) -> Any:
        """Run a command of the organiser on the tournament."""
        return command(tournament_id=self.id, actor=self.actor, **more)

    def draw(self) -> list[Table]:
        """Draw and publish a round and return its tables."""
        tournament_lifecycle.draw_round(tournament_id=self.id, actor=self.actor)
        tournament_lifecycle.publish_round(tournament_id=self.id, actor=self.actor)
        return self.now.rounds[-1].tables

    def next_stage(self, **more: Any) -> None:
        """Start the next stage, with ties at the cut in seeding order."""
        groups = qualification_preview(self.id, self.actor).groups
        level = [each.entrant for group in groups if group.level for each in group.level.entrants]
        tournament_lifecycle.open_stage(tournament_id=self.id, actor=self.actor, decided=level, **more)

    def report(self, table: Table, shift: int = 0) -> None:
        """Report every game of a Rummikub table, won by one seat after the other, starting with *shift*."""
        assert table.match is not None
        now = match_repository.load(table.match)
        seats = len(now.state.opened.seats)
        for number, place in enumerate(now.state.places):
            winner = (number + shift) % seats
            points = tuple(10 * (seats - 1) if seat == winner else -10 for seat in range(seats))
            results.report_result(
                match_id=table.match,
                place=place,
                stated=Stated(points, "out"),
                expected=match_repository.load(table.match).head.seq,
                actor=self.actor,
            )


def preset(game: str, slug: str) -> Settings:
    return next(each.settings for each in presets(game) if each.slug == slug)


def pairs(*stages: Stage) -> Settings:
    """Tournaments of two at a table, without tie-breaks."""
    return Settings(scoring=Scoring(by="matches"), tiebreaks=(), stages=stages)


def begun(
    game: str = "rummikub", slug: str = "evening", given: Settings | None = None, shard: int | None = None
) -> Evening:
    """A draft tournament in a new club."""
    actor, club = founded(shard=shard)
    done = tournament_lifecycle.create(
        club_id=club, name="Осень", game=game, settings=given or preset(game, slug), actor=actor
    )
    return Evening(actor, club, done.id)


def planned(rounds: int) -> Settings:
    """The settings of an evening of so many rounds."""
    return msgspec.structs.replace(preset("rummikub", "evening"), stages=(Stage("swiss", rounds=rounds),))


def started(count: int, **given: Any) -> Evening:
    """A running tournament with so many entrants, created by `begun`."""
    evening = begun(**given)
    evening.join(*names(count))
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    return evening


def names(count: int) -> list[str]:
    return [f"Игрок {number}" for number in range(1, count + 1)]


def named(entrant: str) -> str:
    return Player.objects.get(id=entrant).name
