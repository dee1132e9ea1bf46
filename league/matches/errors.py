"""Errors of matches."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal, Unknown


class BadRemedy(Invalid):
    code = "ruling.bad"
    text = gettext_noop("{key}: {why}.")


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


class BadOption(Invalid):
    code = "match.option"
    text = gettext_noop("{key}: {value} is not {wanted}.")


class SeatTwice(Invalid):
    code = "match.seat_twice"
    text = gettext_noop("{player} has two seats.")


class SeriesOfAnotherGame(Invalid):
    code = "match.series"
    text = gettext_noop("The series {series} is of {game}.")


class RecordDiffers(Invalid):
    code = "match.record_differs"
    text = gettext_noop("The record is not of this match: {why}.")


class NoSuchRevision(Unknown):
    code = "match.no_such_revision"
    text = gettext_noop("The match has no revision {revision}; its last is {last}.")


class NoSuchSeat(Unknown):
    code = "match.no_such_seat"
    text = gettext_noop("The match has no seat {seat}; its last is {last}.")


class NoSuchMove(Unknown):
    code = "match.no_such_move"
    text = gettext_noop("No move that stands was made at revision {revision}.")


class MatchIsOver(Refusal):
    code = "match.over"
    text = gettext_noop("The match is over.")


class MatchHasMoves(Refusal):
    code = "match.has_moves"
    text = gettext_noop("The results of this match follow from its moves; they are not reported.")


class MatchHasNoMoves(Refusal):
    code = "match.has_no_moves"
    text = gettext_noop("This match is kept by its results alone; it takes no moves.")


class NatureIsTheServers(Refusal):
    code = "match.nature"
    text = gettext_noop("The service deals and draws in this match; nobody moves for nature.")


class NoGameThen(Refusal):
    code = "match.no_game_then"
    text = gettext_noop("No game is under way there, at revision {revision}; no line can be tried.")


class NoSuchGame(Refusal):
    code = "match.no_such_game"
    text = gettext_noop("This match has no game {round}.{game}.")


class MatchBegan(Refusal):
    code = "match.began"
    text = gettext_noop("Something of the match is written down already; this can be changed before play only.")


class SeatHasLeft(Refusal):
    code = "match.seat_has_left"
    text = gettext_noop("Seat {seat} has left the match; take that back before somebody else sits there.")


class NothingChanged(Refusal):
    code = "match.nothing_changed"
    text = gettext_noop("That is how the match is already.")


class MatchIsRunning(Refusal):
    code = "match.running"
    text = gettext_noop("The match is not over; its seed is sealed until then.")


class NoSeed(Refusal):
    code = "match.no_seed"
    text = gettext_noop("The table dealt in this match; there is no seed.")


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
