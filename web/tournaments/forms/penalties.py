"""Who is kept apart, penalties, registration, giving a draft up, and letting a finished tournament run again."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.services import lifecycle as tournament_lifecycle
from league.tournaments.services import settings as tournament_settings
from web.tournaments.forms.base import TournamentContext, TournamentForm


class OpenRegistration(TournamentForm):
    slug = "register"
    text = gettext_noop("Let players register themselves")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "draft"

    def execute(self) -> None:
        tournament_lifecycle.open_registration(**self.target)


class KeepApart(TournamentForm):
    slug = "apart"
    text = gettext_noop("Keep two apart")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return not context.over and len(context.tournament["entrants"]) > 1

    def prepare(self) -> None:
        there = self.context.entrants("active", "waiting")
        self.add_choice(there, gettext("Who"), "one")
        self.add_choice(there, gettext("must not meet"), "other")
        if self.context.phase == "running":
            self.add_reason()

    def execute(self) -> None:
        apart = [
            *self.context.tournament["settings"].get("apart", []),
            [self.values["one"], self.values["other"]],
        ]
        changes, reason = {"apart": apart}, self.values.get("reason", "")
        tournament_settings.change(**self.target, settings=changes, reason=reason)


class LetMeetAgain(TournamentForm):
    """What `Apart` said counts no longer; pairs are named as the page lists them."""

    slug = "together"
    text = gettext_noop("Let two meet again")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return not context.over and bool(kept_apart(context))

    def prepare(self) -> None:
        there = [
            (f"{one['id']} {two['id']}", f"{one['name']} – {two['name']}") for one, two in kept_apart(self.context)
        ]
        self.add_choice(there, gettext("Who may meet"), "pair")
        if self.context.phase == "running":
            self.add_reason()

    def execute(self) -> None:
        pair = set(self.values["pair"].split())
        left = [each for each in self.context.tournament["settings"].get("apart", []) if set(each) != pair]
        tournament_settings.change(**self.target, settings={"apart": left}, reason=self.values.get("reason", ""))


def kept_apart(context: TournamentContext) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """The pairs of entrants who are kept apart."""
    known = {each["id"]: each for each in context.tournament["entrants"]}
    return [(known[one], known[two]) for one, two in context.tournament["settings"].get("apart", [])]


class GivePenalty(TournamentForm):
    slug = "penalty"
    text = gettext_noop("Give a penalty")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "running"

    def prepare(self) -> None:
        self.add_choice(self.context.entrants("active", "withdrawn"), gettext("Who"))
        self.fields["points"] = forms.CharField(
            label=gettext("Points that are taken off, like 1 or 1/2"), max_length=20
        )
        self.add_reason()

    def execute(self) -> None:
        tournament_lifecycle.give_penalty(
            **self.target,
            entrant=self.values["entrant"],
            points=self.values["points"],
            reason=self.values["reason"],
        )


class WithdrawPenalty(TournamentForm):
    slug = "forgive"
    text = gettext_noop("Take a penalty back")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "running" and any(not each["withdrawn"] for each in context.tournament["penalties"])

    def prepare(self) -> None:
        there = [
            (str(each["number"]), f"{each['name']}: {each['points']}")
            for each in self.context.tournament["penalties"]
            if not each["withdrawn"]
        ]
        self.add_choice(there, gettext("Penalty"), "number")
        self.add_reason()

    def execute(self) -> None:
        number = int(self.values["number"])
        tournament_lifecycle.withdraw_penalty(**self.target, number=number, reason=self.values["reason"])


class DiscardDraft(TournamentForm):
    slug = "discard"
    text = gettext_noop("Give this draft up")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "draft"

    def prepare(self) -> None:
        label = gettext("give it up: nobody but the club’s officials will ever see it")
        self.fields["sure"] = forms.BooleanField(label=label)

    def execute(self) -> None:
        tournament_lifecycle.finish(**self.target)


class ReopenTournament(TournamentForm):
    slug = "reopen"
    text = gettext_noop("Let the tournament run again")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "finished"

    def prepare(self) -> None:
        self.add_reason()

    def execute(self) -> None:
        tournament_lifecycle.reopen(**self.target, reason=self.values["reason"])


class ResumeDraft(ReopenTournament):
    slug = "resume"
    text = gettext_noop("Prepare it again")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "given_up"
