"""Clubs and people. Names and contacts live here and in no event, so that they can be erased."""

from django.conf import settings
from django.db import models


class Club(models.Model):
    """A club that runs leagues and matches."""

    id = models.UUIDField(primary_key=True)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody who plays in a club, with or without an account; two may have the same name."""

    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=200)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "id")
        constraints = [models.UniqueConstraint(fields=("club", "user"), name="one_player_per_account_and_club")]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """What an account may do in a club."""

    class Role(models.TextChoices):
        ORGANISER = "organiser"
        ARBITER = "arbiter"
        SCOREKEEPER = "scorekeeper"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("user", "club", "role"), name="a_role_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.role} of {self.club_id}"


class Series(models.Model):
    """Matches of one game in a club that share a standings table."""

    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="series")
    game = models.CharField(max_length=64)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "id")
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name
