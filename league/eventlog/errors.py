"""Errors of eventlog."""

from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils.translation import gettext
from psycopg.errors import ReadOnlySqlTransaction

from games.errors import gettext_noop
from league.errors import Invalid, LeagueError, Refusal


class BadSigningKey(LeagueError):
    """The file of a signing key, or of the last signed checkpoint, cannot be read, written or trusted."""

    code = "bad_signing_key"
    text = gettext_noop("The file {path} cannot be used: {why}.")


class CheckpointRefused(LeagueError):
    """The log is not what was signed before. Nothing is signed until somebody has looked into it."""

    code = "checkpoint_refused"
    text = gettext_noop("No checkpoint was signed: {why}.")


class NotSignedYet(Refusal):
    """The newest checkpoint is older than the last event. The next one comes within seconds."""

    code = "evidence.not_signed_yet"
    text = gettext_noop("Event {seq} of {stream} is not in a signed checkpoint yet. Try again in a few seconds.")


class NothingSigned(Refusal):
    """There is no key, so there are no checkpoints."""

    code = "checkpoint.none"
    text = gettext_noop("No checkpoint has been signed here.")


class BadRange(Invalid):
    code = "checkpoint.range"
    text = gettext_noop("A log of {first} events cannot be the start of a log of {second}.")


class StreamMovedOn(LeagueError):
    """The stream's last event is `actual`, not `expected`. Read again, then decide again."""

    code = "stream_moved_on"
    text = gettext_noop("{stream} is at revision {actual}, not {expected}.")


class CommandReused(LeagueError):
    """The command id was used before, at this place of the stream, for something else."""

    code = "command_reused"
    text = gettext_noop("Command {command_id} was already used for a different change to {stream}.")


class NotCanonical(LeagueError):
    """A value that canonical JSON cannot hold. `path` leads to it (`payload.moves.3`)."""

    code = "not_canonical"
    text = gettext_noop("“{path}” cannot be stored: {reason}.")


class UnknownEvent(LeagueError):
    """An event of a kind or schema that nobody registered. It is never skipped."""

    code = "unknown_event"
    text = gettext_noop("No reader is registered for “{kind}” events with schema {schema}.")


class BrokenUpcasters(LeagueError):
    """Kinds were registered that could not be read. Raised at start-up."""

    code = "broken_upcasters"
    text = gettext_noop("Event kind “{kind}”: {reason}.")


class LinkRefused(LeagueError):
    """The database refused an event that does not continue its chain."""

    code = "link_refused"
    text = gettext_noop("Event {seq} of {stream} was rejected: {reason}.")


class ClockIsOff(LinkRefused):
    """The clocks of this server and of the database differ by more than 5 seconds. Nothing was stored."""

    code = "clock_is_off"


class LedgerBroken(LeagueError):
    """The order of the log contradicts itself at `position`."""

    code = "ledger_broken"
    text = gettext_noop("The log is corrupted at position {position}: {reason}.")


class UnknownProjection(LeagueError):
    code = "unknown_projection"
    text = gettext_noop("There is no projection “{name}”.")


class ProjectionFaulted(LeagueError):
    """A projection cannot apply the event at `position`. `reason` is the error."""

    code = "projection_faulted"
    text = gettext_noop("Projection “{name}” stopped at position {position}: {reason}.")


TRANSIENT_ERRORS = (DatabaseError, InterfaceError, ClockIsOff)  # some of them pass by themselves: see `outage_text`


def outage_text(error: Exception) -> str | None:
    """The text for somebody whose request failed because of an outage that passes by itself. None for other errors.

    Nothing was stored, or whether it was is unknown: a request with an Idempotency-Key is safe to repeat.
    """
    if isinstance(error, ClockIsOff):
        return gettext("The service’s clocks are out of sync. Nothing was saved. Try again later.")
    if isinstance(error.__cause__, ReadOnlySqlTransaction):
        return gettext("Nothing can be saved right now. Try again.")
    if isinstance(error, OperationalError | InterfaceError):
        return gettext("The database is not responding right now. Try again.")
    return None
