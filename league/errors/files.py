"""Files that are read in, and what is not written out."""

from games.errors import gettext_noop
from league.errors.base import Invalid, Refusal


class BadFile(Invalid):
    code = "file.unreadable"
    text = gettext_noop("The file cannot be read: {why}.")


class FileDiffers(Invalid):
    """Another file, or read otherwise, than the one whose preview had the hash."""

    code = "file.differs"
    text = gettext_noop("This is not the file that was looked at; look at it again first.")


class RowRefused(Invalid):
    code = "file.row"
    text = gettext_noop("Line {line}: {why}.")


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
