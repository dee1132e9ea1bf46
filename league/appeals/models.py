"""Tables of appeals."""

from django.db import models


class Appeal(models.Model):
    """An appeal as its events left it. What it says is only in the log's private parts."""

    id = models.UUIDField(primary_key=True)
    match = models.UUIDField()
    club = models.UUIDField()
    seat = models.PositiveSmallIntegerField(null=True)  # whose it is; None: an official's
    revision = models.PositiveIntegerField(null=True)  # of the contested move; None: the result
    against = models.UUIDField(null=True)  # the ruling that is appealed
    state = models.CharField(max_length=9)  # of `league.matches.domain.disputes.AppealState`
    filed_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("filed_at", "id")
        indexes = [models.Index(fields=("club", "state", "filed_at", "id"), name="appeal_by_club")]

    def __str__(self) -> str:
        return f"{self.id}: {self.state}"
