"""Errors of common."""

from games.errors import gettext_noop
from league.errors import Invalid, Unknown


class BadPicture(Invalid):
    code = "appeal.picture"
    text = gettext_noop("This picture cannot be taken: {why}.")


class BadFile(Invalid):
    code = "file.unreadable"
    text = gettext_noop("The file cannot be read: {why}.")


class BadName(Invalid):
    code = "name.bad"
    text = gettext_noop("{name} cannot be a name: {why}.")


class BadText(Invalid):
    """Says what is the matter and not what was written: some texts are not for everybody."""

    code = "text.bad"
    text = gettext_noop("This text cannot be taken: {why}.")


class KeyReused(Invalid):
    code = "idempotency.reused"
    text = gettext_noop("The Idempotency-Key {key} was used for something else.")


class NothingBehind(Unknown):
    code = "feed.nothing_behind"
    text = gettext_noop("There is no revision {revision} to go on from; the last is {last}.")


class ReasonNeeded(Invalid):
    code = "tournament.reason"
    text = gettext_noop("Say why.")
