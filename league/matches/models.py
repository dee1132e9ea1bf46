"""Tables of matches."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class MatchRow(models.Model):
    """One match as its events left it."""

    class Status(models.TextChoices):
        RUNNING = "running"
        OVER = "over"

    id = models.UUIDField(primary_key=True)
    club = models.UUIDField()
    series = models.UUIDField(null=True)
    game = models.CharField(max_length=64)
    rules = models.CharField(max_length=16)
    level = models.CharField(max_length=5)
    dealing = models.CharField(max_length=6)
    seats = ArrayField(models.UUIDField(null=True))  # players by seat
    status = models.CharField(max_length=7, choices=Status.choices)
    outcome = models.CharField(max_length=9, default="unplayed")  # a `league.standings.types.Outcome`
    tournament = models.UUIDField(null=True)
    sheet = models.JSONField(default=dict)  # a `ScoreSheet`, from which the outcome follows
    revision = models.PositiveIntegerField()
    opened_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        db_table = "league_match"
        ordering = ("-opened_at", "-id")
        indexes = [
            models.Index(fields=("club", "-opened_at", "-id"), name="match_by_club"),
            models.Index(fields=("series",), name="match_by_series"),
            models.Index(fields=("tournament",), name="match_by_tournament"),
            models.Index(fields=("club",), condition=models.Q(outcome="contested"), name="contested_match_by_club"),
            GinIndex(fields=("seats",), name="match_by_seat"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class GameResultRow(models.Model):
    """The result of one game of a match."""

    pk = models.CompositePrimaryKey("match", "round", "game")
    match = models.UUIDField()
    round = models.PositiveSmallIntegerField()
    game = models.PositiveSmallIntegerField()
    points = ArrayField(models.IntegerField())  # by seat
    winners = ArrayField(models.PositiveSmallIntegerField())  # seats
    reason = models.CharField(max_length=32)

    class Meta:
        db_table = "league_gameresult"
        ordering = ("match", "round", "game")

    def __str__(self) -> str:
        return f"{self.match} {self.round}.{self.game}"


class MatchTotal(models.Model):
    """A match's points and games won, by round and in sum, over the games that have a result."""

    match = models.UUIDField(primary_key=True)
    series = models.UUIDField(null=True, db_index=True)
    game = models.CharField(max_length=64)
    rules = models.CharField(max_length=16)
    options = models.JSONField()
    seats = ArrayField(models.UUIDField(null=True))
    rounds = models.JSONField()  # [{"round", "points", "wins"}], each by seat
    points = ArrayField(models.IntegerField())
    wins = ArrayField(models.PositiveSmallIntegerField())
    winners = ArrayField(models.PositiveSmallIntegerField())  # seats; empty until every game has a result
    games = models.PositiveSmallIntegerField()  # with a result
    complete = models.BooleanField()
    outcome = models.CharField(max_length=9, default="unplayed")
    sheet = models.JSONField(default=dict)
    revision = models.PositiveIntegerField()  # of the match, up to which this is current

    def __str__(self) -> str:
        return str(self.match)


class SeriesStanding(models.Model):
    """A player's line in the standings of a series, over all matches of it that are complete and count."""

    pk = models.CompositePrimaryKey("series", "player")
    series = models.UUIDField()
    player = models.UUIDField()
    matches = models.PositiveIntegerField()
    match_wins = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()  # games won
    points = models.IntegerField()
    rank = models.PositiveIntegerField()  # shared where wins and points are equal

    class Meta:
        ordering = ("series", "rank", "player")

    def __str__(self) -> str:
        return f"{self.series} {self.rank}. {self.player}"


class SealedSeed(models.Model):
    """The seed of a match that the service deals: its SHA-256 is in the match's first event, itself in its last."""

    match = models.UUIDField(primary_key=True)
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"sealed seed of {self.match}"
