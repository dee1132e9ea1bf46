"""Tables of ratings."""

from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

EVERYWHERE = UUID(int=0)  # the scope of ratings over all clubs; any other scope is a club's id


class RatedMatch(models.Model):
    """What ratings know of a match. `day` is null, and `players` and `ranks` are empty, unless the match is rated."""

    match = models.UUIDField(primary_key=True)
    club = models.UUIDField()
    game = models.CharField(max_length=64)
    day = models.DateField(null=True)
    players = ArrayField(models.UUIDField())
    ranks = ArrayField(models.PositiveSmallIntegerField())  # by player
    known = models.JSONField()  # the candidate that its facts make

    class Meta:
        indexes = [
            models.Index(fields=("game", "day"), name="rated_match_by_day"),
            GinIndex(fields=("players",), name="rated_match_by_player"),
        ]

    def __str__(self) -> str:
        return str(self.match)


class RatedZone(models.Model):
    """By which clocks the next match of a club is rated."""

    club = models.UUIDField(primary_key=True)
    zone = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.club}: {self.zone}"


class RatingRow(models.Model):
    """A player's current rating: over all clubs, or over the matches of one."""

    pk = models.CompositePrimaryKey("game", "scope", "player")
    game = models.CharField(max_length=64)
    scope = models.UUIDField()
    player = models.UUIDField()
    ordinal = models.FloatField()  # mu - 3 sigma
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    day = models.DateField()  # of the last match that was rated

    class Meta:
        db_table = "league_rating"
        ordering = ("game", "scope", "-ordinal", "player")
        indexes = [models.Index(fields=("game", "scope", "-ordinal", "player"), name="rating_by_rank")]

    def __str__(self) -> str:
        return f"{self.player}: {self.ordinal:.2f}"


class RatingDay(models.Model):
    """A player's rating after a day on which the player had matches; `matches` counts all so far."""

    pk = models.CompositePrimaryKey("game", "scope", "player", "day")
    game = models.CharField(max_length=64)
    scope = models.UUIDField()
    player = models.UUIDField()
    day = models.DateField()
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()

    class Meta:
        ordering = ("game", "scope", "player", "-day")
        indexes = [models.Index(fields=("game", "scope", "day"), name="rating_day_by_day")]

    def __str__(self) -> str:
        return f"{self.player} {self.day}"
