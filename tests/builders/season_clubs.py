"""A club with a league whose evenings end in a given order."""

from uuid import UUID

from games.engine import Stated
from league.clubs import services as club_services
from league.common.actor import NOBODY
from league.impact import services as results
from league.matches import repository as match_repository
from league.seasons import queries as shown
from league.seasons import services as season_services
from league.seasons.domain.rules import SeasonRules
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.clubs import founded
from tests.builders.evenings import Evening, preset

POINTS = SeasonRules(points=(12, 10, 8, 6))


class SeasonClub:
    """An organiser, a club of four and a league with one season."""

    def __init__(self, rules: SeasonRules = POINTS) -> None:
        self.actor, self.id = founded("organiser")
        names = ("Аня", "Боря", "Вера", "Глеб")
        self.players = [
            str(club_services.add_player(club_id=self.id, name=name, actor=self.actor).pk) for name in names
        ]
        self.league = season_services.create(club_id=self.id, name="Лига", game="rummikub", actor=self.actor).id
        self.do(season_services.open_season, name="2026", rules=rules)

    def do(self, act, **given):
        return act(league_id=self.league, actor=self.actor, **given)

    def evening(self, game: str = "rummikub") -> Evening:
        """A running evening of all four, with one round at one table."""
        settings = preset(game, "evening")
        done = tournament_lifecycle.create(
            club_id=self.id, name="Вечер", game=game, settings=settings, actor=self.actor
        )
        found = Evening(self.actor, self.id, done.id)
        for player in self.players:
            entries.enter(tournament_id=found.id, player_id=UUID(player), actor=self.actor)
        tournament_lifecycle.start(tournament_id=found.id, actor=self.actor)
        found.draw()
        return found

    def won_by(self, evening: Evening, order: list[str], correction: str = "") -> None:
        """Report every game of the table in this order of finish."""
        [table] = evening.now.rounds[0].tables
        match = match_repository.load(table.match)
        worth = dict(zip(order, (60, -10, -20, -30), strict=True))
        points = tuple(worth[player] for player in match.state.opened.seats)
        for place in match.state.places:
            results.report_result(
                match_id=table.match,
                place=place,
                stated=Stated(points, "out"),
                expected=match_repository.load(table.match).head.seq,
                actor=self.actor,
                **({"correction": correction} if correction else {}),
            )

    def finish(self, evening: Evening) -> None:
        tournament_lifecycle.finish(tournament_id=evening.id, actor=self.actor, abandon=True)

    def table(self, **asked):
        [division] = shown.season_table(self.league, 1, NOBODY, **asked).divisions
        return [(row.rank, row.name, row.points) for row in division.rows]
