"""Errors of matches."""

from collections.abc import Mapping, Sequence

from games.errors import gettext_noop
from league.errors import Invalid, Refusal, Unknown, ValueList


class BadRemedy(Invalid):
    code = "ruling.bad"
    text = gettext_noop("{key}: {why}.")


class MatchIsUnderAppeal(Refusal):
    code = "match.under_appeal"
    text = gettext_noop("An appeal is under review. Play resumes after the ruling.")


class NoLine(Refusal):
    code = "match.no_line"
    text = gettext_noop("There is no line to undo.")


class LineStands(Refusal):
    code = "match.line_stands"
    text = gettext_noop("This line can’t be undone: {why}.")


class AppealIsOpen(Refusal):
    code = "appeal.open"
    text = gettext_noop("An appeal is already waiting for a ruling.")


class AppealTakenBack(Refusal):
    code = "appeal.taken_back"
    text = gettext_noop("You have withdrawn too many appeals {where}: {count}. You cannot file another.")


class AppealIsSettled(Refusal):
    code = "appeal.state"
    text = gettext_noop("This is not possible: {state}.")


class AppealTooLate(Refusal):
    code = "appeal.too_late"
    text = gettext_noop("It is too late to appeal. The deadline was {until}.")


class AppealWindowOpen(Refusal):
    code = "appeal.window_open"
    text = gettext_noop("The ruling can be appealed until {until}. The appeal can be closed after that.")


class AppealNotTaken(Refusal):
    code = "appeal.not_taken"
    text = gettext_noop("You have not taken up this appeal. Take it up first.")


class RulingIsFinal(Refusal):
    code = "ruling.final"
    text = gettext_noop("This ruling is final.")


class NothingToDecide(Refusal):
    code = "policy.nothing_to_decide"
    text = gettext_noop("A policy applies only to rulings and result corrections. This is neither.")


class BadOption(Invalid):
    code = "match.option"
    text = gettext_noop("{key}: {value} is not {wanted}.")


class SeatTwice(Invalid):
    code = "match.seat_twice"
    text = gettext_noop("{player} has two seats.")


class SeriesOfAnotherGame(Invalid):
    code = "match.series"
    text = gettext_noop("Series {series} is for {game}.")


class RecordDiffers(Invalid):
    code = "match.record_differs"
    text = gettext_noop("The record belongs to a different match: {why}.")


class SeatsUnclear(Refusal):
    """`details` has the `games` played, and the `seats` that change with their players `before` and `after`."""

    code = "match.seats_unclear"
    text = gettext_noop(
        "These games were played before the change: {games}. State whether the names were wrong, so that the games "
        "count for the new players, or whether others play from now on, so that the games stay with those who played "
        "them."
    )

    def __init__(self, games: Sequence[str], seats: Sequence[Mapping[str, object]]) -> None:
        super().__init__(games=ValueList(games))
        self.details = {"games": list(games), "seats": list(seats)}


class SeatKept(Refusal):
    code = "match.seat_kept"
    text = gettext_noop(
        "{player} has played games in seat {seat} and keeps it until the end of the match. Only wrong names can be "
        "swapped."
    )


class RecordRepeated(Refusal):
    code = "match.record_repeated"
    text = gettext_noop(
        "The club already has a match with the same players, moves and results: {match}. Import it again only if it "
        "was really played twice."
    )


class NoSuchRevision(Unknown):
    code = "match.no_such_revision"
    text = gettext_noop("The match has no revision {revision}. The latest is {last}.")


class NoSuchSeat(Unknown):
    code = "match.no_such_seat"
    text = gettext_noop("The match has no seat {seat}. The last one is seat {last}.")


class NoSuchMove(Unknown):
    code = "match.no_such_move"
    text = gettext_noop("Revision {revision} is not a move, or the move was annulled.")


class MatchIsOver(Refusal):
    code = "match.over"
    text = gettext_noop("The match is over.")


class SeatNeedsNoLink(Refusal):
    code = "seat_link.not_needed"
    text = gettext_noop("Seat {seat} needs no link: {why}.")


class SeatLinkSpent(Refusal):
    """The link of a seat was closed or taken by a phone, its match is over, or it was never ours."""

    code = "seat_link.spent"
    text = gettext_noop("This link doesn’t work any more. Ask an official for a new one.")


class MatchHasMoves(Refusal):
    code = "match.has_moves"
    text = gettext_noop("The results of this match follow from its moves and cannot be reported separately.")


class MatchHasNoMoves(Refusal):
    code = "match.has_no_moves"
    text = gettext_noop("Only results are recorded for this match. It does not accept moves.")


class NatureIsTheServers(Refusal):
    code = "match.nature"
    text = gettext_noop("The service deals and draws in this match. Moves cannot be entered for the dealer.")


class DealIsAwaited(Refusal):
    code = "match.deal_awaited"
    text = gettext_noop("The game is not dealt yet. The deal waits for a number from every seat.")


class NoSeatSeedDue(Refusal):
    code = "match.no_seat_seed_due"
    text = gettext_noop("Seat {seat} is not asked for this now. Its number: {state}.")


class SeatSeedDiffers(Refusal):
    code = "match.seat_seed_differs"
    text = gettext_noop("This is not the number that seat {seat} has committed itself to.")


class NoGameThen(Refusal):
    code = "match.no_game_then"
    text = gettext_noop("No game was in progress at revision {revision}, so no line can be tried there.")


class NoSuchGame(Refusal):
    code = "match.no_such_game"
    text = gettext_noop("This match has no game {round}.{game}.")


class MatchBegan(Refusal):
    code = "match.began"
    text = gettext_noop("Part of the match is already recorded. This can be changed only before play starts.")


class SeatHasLeft(Refusal):
    code = "match.seat_has_left"
    text = gettext_noop("Seat {seat} has left the match. Undo that before seating somebody else there.")


class NothingChanged(Refusal):
    code = "match.nothing_changed"
    text = gettext_noop("The match is already set up this way.")


class MatchIsRunning(Refusal):
    code = "match.running"
    text = gettext_noop("The match is not over. Its seed stays sealed until then.")


class NoSeed(Refusal):
    code = "match.no_seed"
    text = gettext_noop("This match was dealt at the table, so it has no seed.")


class NoSeatGiven(Invalid):
    code = "match.no_seat_given"
    text = gettext_noop("Specify at least one seat.")


class ResultIncomplete(Refusal):
    code = "match.result_incomplete"
    text = gettext_noop("The result of game {round}.{game} needs points (or racks) and a reason.")


class CorrectionNeedsReason(Refusal):
    code = "match.correction_needs_reason"
    text = gettext_noop("Game {round}.{game} already has a result. A correction needs a reason.")


class MatchIsRuled(Refusal):
    code = "match.ruled"
    text = gettext_noop("The match was ruled {outcome} ({why}). An official has to reopen it first.")


class MatchUnfinished(Refusal):
    code = "match.unfinished"
    text = gettext_noop("Game {round}.{game} has no result yet.")


class NotRuled(Refusal):
    code = "match.not_ruled"
    text = gettext_noop("The match is neither forfeited nor void, so there is nothing to undo.")


class OwnResult(Refusal):
    code = "match.own_result"
    text = gettext_noop("Seat {seat} already agrees with this result. Another seat or an official has to confirm it.")


class AlreadyConfirmed(Refusal):
    code = "match.confirmed"
    text = gettext_noop("The result is already confirmed.")


class ResultIsContested(Refusal):
    code = "match.contested"
    text = gettext_noop("The result is contested. An official has to settle it with a reason, or correct it.")


class ResultIsSettled(Refusal):
    code = "match.settled"
    text = gettext_noop("An official has already settled this result.")


class ClaimIsTheResult(Refusal):
    code = "match.claim_same"
    text = gettext_noop("The result claimed for game {round}.{game} is the one already recorded.")
