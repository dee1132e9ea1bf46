"""Forms for the life of a tournament: registration, start, finish, discarding a draft, reopening."""

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.services import lifecycle as tournament_lifecycle
from web.tournaments.forms.base import TournamentContext, TournamentForm


class OpenRegistration(TournamentForm):
    slug = "register"
    text = gettext_noop("Open registration")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "draft"

    def execute(self) -> None:
        tournament_lifecycle.open_registration(**self.target)


class StartTournament(TournamentForm):
    slug = "start"
    text = gettext_noop("Start the tournament")
    section = "next"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.next_step == "start"

    def execute(self) -> None:
        tournament_lifecycle.start(**self.target)


class FinishTournament(TournamentForm):
    slug = "finish"
    text = gettext_noop("Finish the tournament")
    section = "next"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "running" and context.draft is None

    def prepare(self) -> None:
        if self.context.step.lacking:
            self.add_checkbox("abandon", gettext("Finish with results missing (those tables won’t count)"))
        elif self.context.next_step not in ("finish", "table"):
            self.add_checkbox("abandon", gettext("Finish before all rounds are played"))

    def execute(self) -> None:
        tournament_lifecycle.finish(**self.target, abandon=self.values.get("abandon", False))


class DiscardDraft(TournamentForm):
    slug = "discard"
    text = gettext_noop("Discard this draft")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "draft"

    def prepare(self) -> None:
        label = gettext("Discard it: only the club’s officials will be able to see it")
        self.fields["sure"] = forms.BooleanField(label=label)

    def execute(self) -> None:
        tournament_lifecycle.finish(**self.target)


class ReopenTournament(TournamentForm):
    slug = "reopen"
    text = gettext_noop("Reopen the tournament")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "finished"

    def prepare(self) -> None:
        self.add_reason()

    def execute(self) -> None:
        tournament_lifecycle.reopen(**self.target, reason=self.values["reason"])


class ResumeDraft(ReopenTournament):
    slug = "resume"
    text = gettext_noop("Restore this draft")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "given_up"
