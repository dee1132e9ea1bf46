"""Checkpoints, and the evidence that hangs on them."""

from games.errors import gettext_noop
from league.errors.base import Invalid, LeagueError, Refusal


class BadSigningKey(LeagueError):
    """The file of a signing key, or of the checkpoint that was signed last, cannot be read, written or believed."""

    code = "bad_signing_key"
    text = gettext_noop("The file {path} cannot be used: {why}.")


class CheckpointRefused(LeagueError):
    """The log is not what was signed before; nothing is signed until somebody has looked into it."""

    code = "checkpoint_refused"
    text = gettext_noop("No checkpoint is signed: {why}.")


class EvidenceNotYet(Refusal):
    """Hashes of what can be guessed give it away, so nobody has them before the end."""

    code = "evidence.running"
    text = gettext_noop("The match {match} is not over; its evidence would tell what it hides.")


class NotSignedYet(Refusal):
    """The newest checkpoint is older than the last event; the next one comes within seconds."""

    code = "evidence.not_signed_yet"
    text = gettext_noop("Event {seq} of {stream} is not in a signed checkpoint yet; ask again in some seconds.")


class NothingSigned(Refusal):
    """There is no key, so there are no checkpoints."""

    code = "checkpoint.none"
    text = gettext_noop("No checkpoint was signed here.")


class BadRange(Invalid):
    code = "checkpoint.range"
    text = gettext_noop("A log of {first} events is no beginning of one of {second}.")
