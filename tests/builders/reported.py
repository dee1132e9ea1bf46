"""Matches with results only."""

from games.engine import Stated
from league.club_data.demo import SAMPLE
from league.common.actor import Actor
from league.impact import services as results
from league.matches import outcomes
from league.matches import repository as match_repository
from league.matches.models import GameResultRow, MatchRow, MatchTotal, SeriesStanding
from league.matches.services import play as match_play
from tests.league.rows import rows_of

TOURNAMENT = "0199f7c0-0000-7000-8000-000000000001"


class Table:
    """A match of a club's first players with results only, and its commands."""

    def __init__(self, given, count=2, **more):
        self.official, self.club, players, self.series = given
        self.players = players[:count]
        self.seats = [Actor(self.official.user, frozenset({str(player)})) for player in self.players]
        sent = {"level": "score", "series_id": self.series, "tournament_id": TOURNAMENT, **more}
        self.id = match_play.open_match(
            club_id=self.club, game="rummikub", seats=self.players, actor=self.official, **sent
        ).id

    def do(self, command, actor=None, **more):
        expected = match_repository.load(self.id).head.seq
        return command(match_id=self.id, expected=expected, actor=actor or self.official, **more)

    def report(self, *points, actor=None, game=1, **more):
        self.do(results.report_result, actor, place=(1, game), stated=Stated(points, "out"), **more)

    def play(self, actor=None):
        """Report both games of a match of two."""
        self.report(5, -5, actor=actor)
        self.report(-7, 7, actor=actor, game=2)

    @property
    def standing(self):
        return outcomes.match_results([self.id])[self.id]


def sample_table(actor, club, players, series):
    """Record the sample table of the rule sheet as a match with results only and return its id."""
    done = match_play.open_match(
        club_id=club, game="rummikub", seats=players, level="score", series_id=series, actor=actor
    )
    for game, row in enumerate(SAMPLE, 1):
        results.report_result(match_id=done.id, place=(1, game), stated=Stated(row, "out"), expected=game, actor=actor)
    return done.id


def rows():
    """All rows of the projections of matches and series."""
    return rows_of(MatchRow, GameResultRow, MatchTotal, SeriesStanding)
