"""Matches: how they are set up and played."""

from games.errors import gettext_noop
from league.errors.base import Invalid, Refusal, Unknown


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
