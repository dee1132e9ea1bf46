"""Results: reported, confirmed, contested and corrected."""

from games.errors import gettext_noop
from league.errors.base import Invalid, Refusal


class BadScoring(Invalid):
    code = "scoring.bad"
    text = gettext_noop("{key}: {why}.")


class NoSeatGiven(Invalid):
    code = "match.no_seat_given"
    text = gettext_noop("Say which seats.")


class ResultIncomplete(Refusal):
    code = "match.result_incomplete"
    text = gettext_noop("The result of game {round}.{game} needs its points (or racks) and its reason.")


class CorrectionNeedsReason(Refusal):
    code = "match.correction_needs_reason"
    text = gettext_noop("Game {round}.{game} has a result; a correction has to say why.")


class MatchIsRuled(Refusal):
    code = "match.ruled"
    text = gettext_noop("The match was ruled {outcome} ({why}); an official reopens it first.")


class MatchUnfinished(Refusal):
    code = "match.unfinished"
    text = gettext_noop("Game {round}.{game} has no result yet.")


class NotRuled(Refusal):
    code = "match.not_ruled"
    text = gettext_noop("The match is neither forfeit nor void; there is nothing to take back.")


class OwnResult(Refusal):
    code = "match.own_result"
    text = gettext_noop("Seat {seat} stands by this result already; another seat or an official confirms it.")


class AlreadyConfirmed(Refusal):
    code = "match.confirmed"
    text = gettext_noop("The result is confirmed already.")


class ResultIsContested(Refusal):
    code = "match.contested"
    text = gettext_noop("The result is contested; an official settles it with a reason, or corrects it.")


class ResultIsSettled(Refusal):
    code = "match.settled"
    text = gettext_noop("An official has settled this result.")


class ClaimIsTheResult(Refusal):
    code = "match.claim_same"
    text = gettext_noop("What is claimed of game {round}.{game} is the result that it has.")
