"""Tables of tournaments."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from league.clubs.models import Club


class Team(models.Model):
    """A team of a club: an entrant with a name of its own; who plays in it is in the tournament's events."""

    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(max_length=200)

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class TournamentRow(models.Model):
    """One tournament as its events left it, ready to be listed."""

    id = models.UUIDField(primary_key=True)
    club = models.UUIDField()
    name = models.CharField(max_length=200)
    game = models.CharField(max_length=64)
    phase = models.CharField(max_length=8)
    entrants = models.PositiveIntegerField()  # with a place
    rounds = models.PositiveIntegerField()  # published
    players = ArrayField(models.UUIDField())  # who play or played in it
    revision = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        db_table = "league_tournament"
        ordering = ("-created_at", "-id")
        indexes = [models.Index(fields=("club", "-created_at", "-id"), name="tournament_by_club")]

    def __str__(self) -> str:
        return self.name


class TournamentStanding(models.Model):
    """An entrant's line in the standings of a stage, or of a group of it."""

    pk = models.CompositePrimaryKey("tournament", "stage", "group", "entrant")
    tournament = models.UUIDField()
    stage = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField()
    entrant = models.UUIDField()
    place = models.PositiveIntegerField()  # in the order of the table, no two the same
    rank = models.PositiveIntegerField()  # shared where everything is equal
    row = models.JSONField()  # score and tie-breaks as exact text, counts, best and worst final rank

    class Meta:
        ordering = ("tournament", "stage", "group", "place")
        indexes = [models.Index(fields=("tournament", "stage", "group", "place"), name="standing_by_place")]

    def __str__(self) -> str:
        return f"{self.tournament} {self.stage}.{self.group} {self.rank}. {self.entrant}"


class TournamentMatch(models.Model):
    """Which tournament, round and table a match belongs to."""

    match = models.UUIDField(primary_key=True)
    tournament = models.UUIDField(db_index=True)
    round = models.PositiveSmallIntegerField()
    table = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.tournament} {self.round}.{self.table}"
