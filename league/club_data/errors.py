"""Errors of club data."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class RowDiffers(Invalid):
    """What a line of an exported club says of something that is here already, and is otherwise."""

    code = "file.row_differs"
    text = gettext_noop("Line {line}: {id} already exists here with different content.")


class MatchesRunning(Refusal):
    """Nobody may have hidden racks and sealed seeds before the match is over, in a file neither."""

    code = "export.running"
    text = gettext_noop(
        "Matches dealt by the service are still running: {count}, including {match}. Leave them out of the export."
    )
