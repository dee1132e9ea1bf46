"""Errors of tournaments."""

from games.errors import gettext_noop
from league.errors import LONGEST_LIST, Invalid, Refusal


class BadSettings(Invalid):
    code = "tournament.settings"
    text = gettext_noop("{key}: {why}.")


class NoFinal(Invalid):
    code = "tournament.no_final"
    text = gettext_noop("This format has a final of its own, or none.")


class BadTeam(Invalid):
    code = "tournament.team"
    text = gettext_noop("{entrant} cannot enter: {why}.")


class BadSeating(Invalid):
    code = "tournament.seating"
    text = gettext_noop("{entrant}: {why}.")


class GroupsTooSmall(Refusal):
    """Some groups would have too few entrants to play."""

    code = "tournament.groups_too_small"
    text = gettext_noop("A field of {players} cannot be split into {groups} groups: at least {least} are needed.")


class WrongPhase(Refusal):
    code = "tournament.phase"
    text = gettext_noop("You cannot {act}: the tournament is {phase}.")


class EntryClosed(Refusal):
    code = "tournament.entry_closed"
    text = gettext_noop("Entry is not possible: {why}.")


class GuestRefused(Refusal):
    code = "tournament.guest"
    text = gettext_noop("The guest can’t enter: {why}.")


class AlreadyEntered(Refusal):
    code = "tournament.entered"
    text = gettext_noop("{entrant} has already entered.")


class EntrantRefused(Refusal):
    code = "tournament.entrant"
    text = gettext_noop("{entrant}: {why}.")


class TooFewEntrants(Refusal):
    code = "tournament.nobody"
    text = gettext_noop("There are too few entrants to play.")


class NoStage(Refusal):
    code = "tournament.no_stage"
    text = gettext_noop("There is no stage {number}.")


class NoDraft(Refusal):
    code = "tournament.no_draft"
    text = gettext_noop("No round has been drawn.")


class DraftExists(Refusal):
    """A draft would be lost, with all changes that were made to it."""

    code = "tournament.draft_there"
    text = gettext_noop("Round {round} is already drawn. Publish it or redraw it.")


class DraftOutdated(Refusal):
    """What a draft was drawn from has changed. `entrants`: those it concerns."""

    code = "tournament.draft_outdated"
    longest = LONGEST_LIST
    text = gettext_noop("The draft is outdated: {why}. Redraw it, or change it by hand: {entrants}.")


class CheckInUndecided(Refusal):
    """Some are checked in and `entrants` are not: the organiser has to say whether these take part."""

    code = "tournament.check_in_undecided"
    longest = LONGEST_LIST
    text = gettext_noop("These entrants are not checked in. Leave them out or draw them anyway: {entrants}.")


class EntrantsErased(Refusal):
    """A person was erased who would have to play for `entrants` in the field."""

    code = "tournament.entrants_erased"
    longest = LONGEST_LIST
    text = gettext_noop("A player in the field was erased. Withdraw these entrants or send in substitutes: {entrants}.")


class NotDueYet(Refusal):
    code = "tournament.rounds"
    text = gettext_noop("This is not possible right now: {why}.")


class ResultsMissing(Refusal):
    code = "tournament.results_missing"
    text = gettext_noop("Round {round} is missing results for tables {tables}.")


class TiedTables(Refusal):
    code = "tournament.level"
    text = gettext_noop("These knockout tables ended in a tie. Decide who advances: {tables}.")


class TiedAtTheCut(Refusal):
    """Who qualifies depends on the order of tied entrants."""

    code = "tournament.level_at_the_cut"
    longest = LONGEST_LIST
    text = gettext_noop("Decide the order of the entrants tied at the cut, best first: {entrants}.")


class PolicyNeeded(Refusal):
    """Published knockout `tables` (`2.1`: round and table) without a result would now have other players."""

    code = "result.policy_needed"
    longest = LONGEST_LIST
    text = gettext_noop(
        "An official has to choose a policy for these tables, which were drawn from the old result and have no result "
        "of their own yet: {tables}."
    )


class BadClock(Invalid):
    code = "tournament.clock_minutes"
    text = gettext_noop("A round clock takes a whole number of minutes, and shows at most {most}.")


class BadDates(Invalid):
    code = "tournament.dates"
    text = gettext_noop("{key}: {why}.")


class ClockRefused(Refusal):
    """A command does not fit the state of a round's clock, which another organiser may have changed."""

    code = "tournament.clock"
    text = gettext_noop("The clock of round {round} {why}.")


class TableLinkSpent(Refusal):
    """The link of a table was closed, its round is over, others sit there, or it was never ours."""

    code = "table_link.spent"
    text = gettext_noop("This link no longer works: it was closed, its round is over, or others sit at the table.")
