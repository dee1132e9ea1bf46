"""Errors of standings."""

from games.errors import gettext_noop
from league.errors import Invalid


class BadScoring(Invalid):
    code = "scoring.bad"
    text = gettext_noop("{key}: {why}.")
