"""Tables of seasons."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class LeagueRow(models.Model):
    """A league as its events left it, ready to be listed."""

    id = models.UUIDField(primary_key=True)
    club = models.UUIDField()
    name = models.CharField(max_length=200)
    game = models.CharField(max_length=64)
    seasons = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        db_table = "league_league"
        ordering = ("-created_at", "-id")
        indexes = [models.Index(fields=("club", "-created_at", "-id"), name="league_by_club")]

    def __str__(self) -> str:
        return self.name


class SeasonEvent(models.Model):
    """A tournament that counts in a season, and the matches on which its ranking depends."""

    pk = models.CompositePrimaryKey("league", "season", "tournament")
    league = models.UUIDField()
    season = models.PositiveIntegerField()
    tournament = models.UUIDField(db_index=True)
    closed = models.BooleanField()  # the season is: nothing changes its table
    matches = ArrayField(models.UUIDField())

    class Meta:
        indexes = [
            GinIndex(fields=("matches",), name="season_event_by_match", condition=models.Q(closed=False)),
        ]

    def __str__(self) -> str:
        return f"{self.league} {self.season} {self.tournament}"


class SeasonStanding(models.Model):
    """A player's row in the table of a season, or of a division of it."""

    pk = models.CompositePrimaryKey("league", "season", "division", "player")
    league = models.UUIDField()
    season = models.PositiveIntegerField()
    division = models.PositiveSmallIntegerField()
    player = models.UUIDField(db_index=True)
    place = models.PositiveIntegerField()  # in the order of the table, no two the same
    rank = models.PositiveIntegerField()  # shared where everything is equal
    row = models.JSONField()  # points and tie-breaks as exact numbers, and what each event is worth

    class Meta:
        ordering = ("league", "season", "division", "place")

    def __str__(self) -> str:
        return f"{self.league} {self.season}.{self.division} {self.rank}. {self.player}"
