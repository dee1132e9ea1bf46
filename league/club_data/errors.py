"""Refusals of an export or an import of a club."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class MatchesRunning(Refusal):
    """Hidden racks and sealed seeds are secret until the match is over, in a file too."""

    code = "export.running"
    text = gettext_noop(
        "Matches with hidden hands or dealt by the service are still running: {count}, including {match}. Leave them "
        "out of the export."
    )


class AccountHoldsHand(Refusal):
    """Whoever gets into the account now would see a hand that only its seat may see."""

    code = "account.holds_hand"
    text = gettext_noop(
        "{username} has a hand in match {match}, which isn’t over, and only {username} may see it. A link for a new "
        "password works once the match is over."
    )


class RowDiffers(Invalid):
    code = "file.row_differs"
    text = gettext_noop("Line {line}: {id} already exists here with different content.")


class ReportRefused(Invalid):
    """A tournament report that can't be read."""

    code = "report.refused"
    text = gettext_noop("Line {line}, column {column}: {why}.")


class NotForReport(Refusal):
    """What a tournament report can't carry."""

    code = "report.impossible"
    text = gettext_noop("A tournament report isn’t possible here: {why}.")
