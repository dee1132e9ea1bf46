"""Errors of seasons."""

from games.errors import gettext_noop
from league.errors import LONGEST_LIST, Invalid, Refusal


class BadSeason(Invalid):
    code = "season.rules"
    text = gettext_noop("{key}: {why}.")


class SeasonIsClosed(Refusal):
    code = "season.closed"
    text = gettext_noop("Season {season} is closed. Reopen it first.")


class SeasonIsOpen(Refusal):
    code = "season.open"
    text = gettext_noop("Season {season} is not closed.")


class EventTaken(Refusal):
    code = "season.event_taken"
    text = gettext_noop("{tournament} already counts towards season {season}.")


class EventsUnfinished(Refusal):
    """`tournaments` has the ids."""

    code = "season.unfinished"
    longest = LONGEST_LIST
    text = gettext_noop("These events in the season are not finished: {names}.")


class DivisionsUnfilled(Refusal):
    code = "season.divisions_unfilled"
    text = gettext_noop(
        "Nobody is in these divisions: {divisions}. Assign players to them, or close the season with small divisions."
    )


class DivisionsOfOne(Refusal):
    code = "season.divisions_of_one"
    text = gettext_noop(
        "These divisions would have fewer than two players next season: {divisions}. Close the season with small "
        "divisions if that is intended."
    )


class LevelAtTheCut(Refusal):
    """Promotion or relegation depends on the order of tied players."""

    code = "season.level"
    longest = LONGEST_LIST
    text = gettext_noop("Division {division}: decide the order of the players tied at the cut: {players}.")
