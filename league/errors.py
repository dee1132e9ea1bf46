"""Every error that league raises, drawn as a tree.

LeagueError
├── Refusal                 a rule of the league stands against a wish
├── StreamMovedOn           somebody else wrote to the stream first
├── CommandReused           one command id for two different commands
├── NotCanonical            a value that canonical JSON cannot hold
├── UnknownEvent            an event of a kind or schema that nobody registered
├── BrokenUpcasters         kinds were registered that could not be read
├── LinkRefused             the database refused an event that does not continue its chain
├── LedgerBroken            the order of the log contradicts itself
├── UnknownProjection       no projection has this name
└── ProjectionFaulted       a projection cannot take in an event
"""

from typing import ClassVar


class LeagueError(Exception):
    """A refusal with a stable `code`, the `params` that name the culprit, and a text for people."""

    code: ClassVar[str] = "league.error"
    text: ClassVar[str] = "The league refused this."

    def __init__(self, **params: object) -> None:
        super().__init__(self.text.format(**params))
        self.params = params


class Refusal(LeagueError):
    """A rule of the league stands against a wish; each rule has a class of its own."""

    code = "refused"


class StreamMovedOn(LeagueError):
    """The stream's last event is `actual`, not `expected`: read again, then decide again."""

    code = "stream_moved_on"
    text = "{stream} is at revision {actual}, not {expected}."


class CommandReused(LeagueError):
    """The command id was used before, at this place of the stream, for something else."""

    code = "command_reused"
    text = "Command {command_id} has already written something else to {stream}."


class NotCanonical(LeagueError):
    """A value that canonical JSON cannot hold: `path` leads to it (`payload.moves.3`), `reason` tells why."""

    code = "not_canonical"
    text = "“{path}” cannot be stored: {reason}."


class UnknownEvent(LeagueError):
    """An event of a kind or schema that nobody registered; it is never skipped."""

    code = "unknown_event"
    text = "No one knows how to read events “{kind}” of schema {schema}."


class BrokenUpcasters(LeagueError):
    """Kinds were registered that could not be read: raised at start-up, never at a reader."""

    code = "broken_upcasters"
    text = "Events “{kind}”: {reason}."


class LinkRefused(LeagueError):
    """The database refused an event that does not continue its chain; `reason` tells in what."""

    code = "link_refused"
    text = "Event {seq} of {stream} is refused: {reason}."


class LedgerBroken(LeagueError):
    """The order of the log contradicts itself; `position` is where."""

    code = "ledger_broken"
    text = "The ledger is broken at position {position}: {reason}."


class UnknownProjection(LeagueError):
    """No projection has this name."""

    code = "unknown_projection"
    text = "There is no projection “{name}”."


class ProjectionFaulted(LeagueError):
    """A projection cannot take in the event at `position`; `reason` is the error it met."""

    code = "projection_faulted"
    text = "Projection “{name}” stopped at position {position}: {reason}."
