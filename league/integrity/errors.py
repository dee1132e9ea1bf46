"""Refusals of evidence."""

from games.errors import gettext_noop
from league.errors import Refusal


class EvidenceNotYet(Refusal):
    """The match is running: hashes of what can be guessed give it away, so nobody has them before the end."""

    code = "evidence.running"
    text = gettext_noop("Match {match} is not over. Its evidence would reveal hidden information.")
