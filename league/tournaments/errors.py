"""Errors of tournaments."""

from games.errors import gettext_noop
from league.errors import LONGEST_LIST, Invalid, Refusal


class BadSettings(Invalid):
    code = "tournament.settings"
    text = gettext_noop("{key}: {why}.")


class BadTeam(Invalid):
    code = "tournament.team"
    text = gettext_noop("{entrant} cannot enter: {why}.")


class BadSeating(Invalid):
    code = "tournament.seating"
    text = gettext_noop("{entrant}: {why}.")


class GroupsTooSmall(Refusal):
    """So many groups would have entrants with nobody to play."""

    code = "tournament.groups_too_small"
    text = gettext_noop("{players} cannot be dealt out into {groups} groups: at least {least} are needed.")


class WrongPhase(Refusal):
    code = "tournament.phase"
    text = gettext_noop("You cannot {act}: the tournament is {phase}.")


class EntryClosed(Refusal):
    code = "tournament.entry_closed"
    text = gettext_noop("Nobody can enter: {why}.")


class AlreadyEntered(Refusal):
    code = "tournament.entered"
    text = gettext_noop("{entrant} has entered already.")


class EntrantRefused(Refusal):
    code = "tournament.entrant"
    text = gettext_noop("{entrant}: {why}.")


class TooFewEntrants(Refusal):
    code = "tournament.nobody"
    text = gettext_noop("Too few entrants are there to play.")


class NoStage(Refusal):
    code = "tournament.no_stage"
    text = gettext_noop("There is no stage {number} to play.")


class NoDraft(Refusal):
    code = "tournament.no_draft"
    text = gettext_noop("No round is drawn.")


class DraftExists(Refusal):
    """A draft would be lost, with all changes that were made to it."""

    code = "tournament.draft_there"
    text = gettext_noop("Round {round} is drawn already. Publish it, or ask for it to be drawn anew.")


class DraftOutdated(Refusal):
    """The field changed after the draw: `entrants` are left out, or are no longer there."""

    code = "tournament.draft_outdated"
    text = gettext_noop("The field has changed since the draw; draw again, or change it by hand: {entrants}.")


class EntrantsErased(Refusal):
    """A person was erased, and `entrants` whom that person would have to play for are still in the field."""

    code = "tournament.entrants_erased"
    longest = LONGEST_LIST
    text = gettext_noop(
        "A person who would play here was erased. Withdraw whom that concerns, or send in substitutes: {entrants}."
    )


class NotDueYet(Refusal):
    code = "tournament.rounds"
    text = gettext_noop("This is not due as the rounds stand: {why}.")


class ResultsMissing(Refusal):
    code = "tournament.results_missing"
    text = gettext_noop("Round {round} lacks results of tables {tables}.")


class TiedTables(Refusal):
    code = "tournament.level"
    text = gettext_noop("These tables of the knock-out ended level; decide who goes on: {tables}.")


class TiedAtTheCut(Refusal):
    """Who goes on to the next stage depends on the order of entrants who are level."""

    code = "tournament.level_at_the_cut"
    longest = LONGEST_LIST
    text = gettext_noop("Decide the order of those who are level at the cut, best first: {entrants}.")
