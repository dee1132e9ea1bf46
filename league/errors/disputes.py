"""Appeals, rulings, and how a decision is given."""

from games.errors import gettext_noop
from league.errors.base import Invalid, Refusal


class BadRemedy(Invalid):
    code = "ruling.bad"
    text = gettext_noop("{key}: {why}.")


class BadPicture(Invalid):
    code = "appeal.picture"
    text = gettext_noop("This picture cannot be taken: {why}.")


class MatchIsUnderAppeal(Refusal):
    code = "match.under_appeal"
    text = gettext_noop("An official has an appeal in hand; play goes on after the ruling.")


class AppealIsOpen(Refusal):
    code = "appeal.open"
    text = gettext_noop("An appeal waits for a ruling already.")


class AppealTakenBack(Refusal):
    code = "appeal.taken_back"
    text = gettext_noop("You have taken appeals back {where}: {count}. No more are heard.")


class AppealIsSettled(Refusal):
    code = "appeal.state"
    text = gettext_noop("This cannot be done: {state}.")


class AppealTooLate(Refusal):
    code = "appeal.too_late"
    text = gettext_noop("It is too late to appeal; that was possible until {until}.")


class AppealWindowOpen(Refusal):
    code = "appeal.window_open"
    text = gettext_noop("The ruling can be appealed until {until}; the appeal is closed after that.")


class AppealNotTaken(Refusal):
    code = "appeal.not_taken"
    text = gettext_noop("You do not have this appeal in hand; take it first.")


class RulingIsFinal(Refusal):
    code = "ruling.final"
    text = gettext_noop("This ruling is final.")


class NothingToDecide(Refusal):
    code = "policy.nothing_to_decide"
    text = gettext_noop("A policy is chosen with rulings and corrections of results; this is neither.")
