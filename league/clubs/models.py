"""Tables of clubs."""

import uuid
from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models.functions import Cast, Now
from django.utils.crypto import salted_hmac

from league.common.names import look_of, name_key


class User(AbstractUser):
    """An account. Events hold its id. Names and contacts stay here, where they can be erased."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sign_outs = models.PositiveIntegerField(default=0, db_default=0, editable=False)  # everywhere, of all sessions
    # What the name looks like: no two look the same. The default is for a release that doesn't know this column.
    look = models.TextField(unique=True, editable=False, db_default=Cast(RandomUUID(), models.TextField()))

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            self.look = look_of(self.username)
        super().save(*args, **kwargs)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session keeps: it ends with another password, as Django has it, and when all sessions are ended."""
        kept: str = super()._get_session_auth_hash(secret=secret)  # type: ignore[misc] # its stubs have it not
        return kept if not self.sign_outs else salted_hmac(str(self.sign_outs), kept, algorithm="sha256").hexdigest()


class Club(models.Model):
    id = models.UUIDField(primary_key=True)
    name = models.CharField(max_length=200)
    zone = models.CharField(max_length=64, default="UTC", db_default="UTC")  # in which pages show its times
    language = models.CharField(max_length=10, null=True)  # noqa: DJ001 - None: that of each reader
    shard = models.SmallIntegerField(default=0, db_default=0, editable=False)  # of all its streams, for ever
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays in a club, with or without an account. Two may have the same name.

    An erased player keeps the row, so that others' results stay, with `mark` and nothing of the person. So does one who
    was merged into another, for the id stays in the log.
    """

    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    number = models.PositiveIntegerField()  # within the club, in the order of joining; tells equal names apart
    name = models.CharField(max_length=200, blank=True)
    key = models.TextField(editable=False)  # the name as it is compared and found
    note = models.CharField(max_length=60, blank=True)  # tells equal names apart better than the number
    email = models.EmailField(blank=True)
    club_number = models.CharField(max_length=40, blank=True)  # by which the club's own files know the person
    listed = models.CharField(
        max_length=80, blank=True
    )  # the list and line by which it was decided that this is somebody new
    invitation = models.CharField(max_length=32, blank=True)  # of the link that is valid now, if one is
    mark = models.CharField(max_length=32, blank=True)  # of whom was erased: all that the pseudonym shows
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    accepted_by = models.UUIDField(null=True, blank=True)  # the account that became this player by an invitation
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "id")
        constraints = [
            models.UniqueConstraint(fields=("club", "user"), name="one_player_per_account_and_club"),
            models.UniqueConstraint(fields=("club", "number"), name="one_player_per_number"),
            models.UniqueConstraint(
                fields=("club", "club_number"), name="one_player_per_club_number", condition=~models.Q(club_number="")
            ),
            models.UniqueConstraint(
                fields=("club", "key", "note"), name="a_note_tells_equal_names_apart", condition=~models.Q(note="")
            ),
            models.UniqueConstraint(fields=("club", "mark"), name="one_player_per_mark", condition=~models.Q(mark="")),
        ]
        indexes = [models.Index(fields=("club", "key"), name="player_by_key")]

    def __str__(self) -> str:
        return self.name or self.mark

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.key = name_key(self.name)
        super().save(*args, **kwargs)


def erased_players(players: Collection[str | UUID]) -> frozenset[str]:
    rows = Player.objects.filter(id__in=players).exclude(mark="")
    return frozenset(str(player) for player in rows.values_list("id", flat=True))


class Membership(models.Model):
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


class Offer(models.Model):
    """A role in a club, or a player to be, that an organiser has offered to an account. It ends with the answer.

    Whoever offers isn't shown whether there is such an account. If there is none, nobody can accept.
    """

    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="offers")
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="offers")
    role = models.CharField(max_length=20, choices=Membership.Role.choices, blank=True)
    username = models.CharField(max_length=150)  # as it was typed
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="offers")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("made_at", "id")
        constraints = [
            models.UniqueConstraint(
                fields=("club", "username", "role", "player"), name="an_offer_once", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return f"{self.role or self.player_id} for {self.username}"


class PasswordLink(models.Model):
    """A link by which the account of a player gets a new password. Rows stay, so that people see who made one."""

    class Outcome(models.TextChoices):
        USED = "used"
        WITHDRAWN = "withdrawn"  # or replaced by another one

    id = models.UUIDField(primary_key=True)
    digest = models.CharField(max_length=64, unique=True)  # of the secret, which is not stored
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="password_links")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="password_links")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-made_at", "id")

    def __str__(self) -> str:
        return f"for {self.account_id} by {self.made_by_id}"


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


class TokenGrant(models.Model):
    """What a token of an account is for and may do. The defaults are for tokens that have none, from before this."""

    class Scope(models.TextChoices):
        READ = "read"
        RESULTS = "results"
        ORGANISE = "organise"
        ALL = "all"

    token = models.OneToOneField("knox.AuthToken", on_delete=models.CASCADE, primary_key=True, related_name="grant")
    name = models.CharField(max_length=80, blank=True, db_default="")
    scope = models.CharField(max_length=8, choices=Scope.choices, default=Scope.ALL, db_default=Scope.ALL)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.scope})"


class DeviceSignIn(models.Model):
    """A program that waits to be signed in by somebody who enters its `code` on a page."""

    digest = models.CharField(max_length=64, primary_key=True)  # of the code with which it asks for its token
    code = models.CharField(max_length=8, unique=True)
    name = models.CharField(max_length=80)
    scope = models.CharField(max_length=8)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    declined = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True)  # when it asked last
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Erasure(models.Model):
    """A player who was erased, or an account that was closed."""

    class Kind(models.TextChoices):
        PLAYER = "player"
        ACCOUNT = "account"

    id = models.UUIDField(primary_key=True)  # of the player or the account
    kind = models.CharField(max_length=10, choices=Kind.choices)
    mark = models.CharField(max_length=32, blank=True)  # of a player: what the pseudonym shows
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("at", "id")

    def __str__(self) -> str:
        return f"{self.kind} {self.id} was erased"


class DemoClub(models.Model):
    """The demo club, of which there is one at most, and how far its making has got."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    club = models.OneToOneField(Club, null=True, on_delete=models.PROTECT, related_name="demo")
    accounts = models.JSONField(default=list)  # ids of the accounts that were made for it
    made = models.JSONField(default=dict)  # by what it shows: the kind and the id
    run = models.UUIDField(null=True)  # who makes it now
    seen = models.DateTimeField(null=True)  # when they last gave a sign of life
    failed = models.BooleanField(default=False)
    finished = models.BooleanField(default=False)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_demo_club")]

    def __str__(self) -> str:
        return f"the demo club {self.club_id}"
