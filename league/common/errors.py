"""Errors of common, and the place of an error in a batch."""

from collections.abc import Iterator, Sized
from contextlib import contextmanager

from games.errors import Refused, gettext_noop
from league.errors import Invalid, LeagueError, Unknown


class BadPicture(Invalid):
    code = "appeal.picture"
    text = gettext_noop("This picture cannot be used: {why}.")


class BadFile(Invalid):
    code = "file.unreadable"
    text = gettext_noop("The file cannot be read: {why}.")


class CellRefused(Invalid):
    code = "file.cell"
    text = gettext_noop("Sheet {sheet}, row {row}, column {column}: {why}.")


class ResultRefused(CellRefused):
    """A cell that can be read, but says what is refused."""

    code = "file.result"
    text = gettext_noop("Sheet {sheet}, row {row}, column {column}. {why}")


class BadName(Invalid):
    code = "name.bad"
    text = gettext_noop("{name} is not a valid name: {why}.")


class BadText(Invalid):
    """Does not quote the text, which may be private."""

    code = "text.bad"
    text = gettext_noop("This text cannot be used: {why}.")


class KeyReused(Invalid):
    code = "idempotency.reused"
    text = gettext_noop("The Idempotency-Key {key} was already used for a different request.")


class NothingBehind(Unknown):
    code = "feed.nothing_behind"
    text = gettext_noop("There is no revision {revision} to resume from. The latest is {last}.")


class ReasonNeeded(Invalid):
    code = "tournament.reason"
    text = gettext_noop("A reason is required.")


@contextmanager
def one_of(batch: Sized, index: int) -> Iterator[None]:
    """Add the `index` in the *batch*, counted from 0, to a refusal raised inside, if there are several."""
    try:
        yield
    except (LeagueError, Refused) as refusal:
        if len(batch) > 1:
            refusal.params = {**refusal.params, "index": index}
        raise
