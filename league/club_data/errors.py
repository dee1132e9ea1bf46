"""Errors of club data."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class RowDiffers(Invalid):
    """What a line of an exported club says of something that is here already, and is otherwise."""

    code = "file.row_differs"
    text = gettext_noop("Line {line}: {id} is here already, and differs.")


class MatchesRunning(Refusal):
    """Nobody may have hidden racks and sealed seeds before the match is over, in a file neither."""

    code = "export.running"
    text = gettext_noop(
        "{match} and perhaps others ({count} in all) are dealt by the service and not over; leave them out."
    )
