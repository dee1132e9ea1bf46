"""How far in the log what a projection wrote is current."""

from typing import Any, NamedTuple

from league.eventlog.projections import runner


class Position(NamedTuple):
    """*position* events of the log are taken in, out of *size* that have their place in it."""

    position: int
    size: int

    @property
    def current(self) -> bool:
        """Whether that is every one."""
        return self.position == self.size


def projection_position(projection: str) -> Position:
    """How far a projection is."""
    status = runner.status_of(projection)
    return Position(status.position, status.position + status.behind)


def lag(projection: str) -> dict[str, Any]:
    """The same for an answer; read before the rows, so that these are at least as new."""
    found = projection_position(projection)
    return {"position": found.position, "current": found.current}
