"""Forms for the life of a tournament: registration, start, finish, discarding a draft, reopening, penalties."""

from django import forms
from django.utils.translation import gettext, ngettext

from games.errors import gettext_noop
from league.tournaments.services import lifecycle as tournament_lifecycle
from web.page import QuestionNote
from web.tournaments.forms.base import TournamentContext, TournamentForm
from web.tournaments.leaving import loose_end_notes


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

    def prepare(self) -> None:
        """Ask about those who are not checked in, if others are and the settings leave it open."""
        if missing := len(self.context.step.undecided):
            choices = [("", "–"), ("leave_out", gettext("Leave them out")), ("draw", gettext("Draw them anyway"))]
            label = ngettext("{count} entrant is not checked in", "{count} entrants are not checked in", missing)
            self.fields["absent"] = forms.ChoiceField(label=label.format(count=missing), choices=choices)

    def execute(self) -> None:
        tournament_lifecycle.start(**self.target, absent=self.values.get("absent"))


class FinishTournament(TournamentForm):
    slug = "finish"
    text = gettext_noop("Finish the tournament")
    section = "next"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "running" and context.draft is None

    def prepare(self) -> None:
        if self.context.step.lacking:
            self.add_checkbox("abandon", gettext("Finish with results missing (tables without any result won’t count)"))
        elif self.context.next_step not in ("finish", "table"):
            self.add_checkbox("abandon", gettext("Finish before all rounds are played"))

    @property
    def note(self) -> str:
        if self.context.step.lacking:
            return gettext("Enter the missing results first, or tick the box to finish without them.")
        return (
            gettext("Play the other rounds first, or tick the box to finish now.") if "abandon" in self.fields else ""
        )

    def question(self) -> str:
        return gettext("The tournament ends now, and the standings become the final ranking.")

    def question_notes(self) -> list[QuestionNote]:
        tournament = self.context.tournament
        return loose_end_notes(tournament.id, tournament.club, self.context.actor)

    def execute(self) -> None:
        tournament_lifecycle.finish(**self.target, abandon=self.values.get("abandon", False))


class DiscardDraft(TournamentForm):
    slug = "discard"
    destroys = True
    text = gettext_noop("Discard this draft")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "draft"

    def prepare(self) -> None:
        label = gettext("Discard it: only the club’s officials will be able to see it")
        self.fields["sure"] = forms.BooleanField(label=label)

    def execute(self) -> None:
        tournament_lifecycle.finish(**self.target)


class CallOff(TournamentForm):
    """For a tournament that people have entered. It stays visible, and can be reopened."""

    slug = "call-off"
    destroys = True
    text = gettext_noop("Call off this tournament")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "open"

    def question(self) -> str:
        return gettext("The tournament ends without being played. Everybody can still see it, and you can reopen it.")

    def execute(self) -> None:
        tournament_lifecycle.finish(**self.target, abandon=True)


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


class GivePenalty(TournamentForm):
    slug = "penalty"
    text = gettext_noop("Give a penalty")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "running"

    def prepare(self) -> None:
        self.add_choice(self.context.entrants("active", "withdrawn"), gettext("Entrant"))
        self.fields["points"] = forms.CharField(label=gettext("Points to deduct, such as 1 or 1/2"), max_length=20)
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
    text = gettext_noop("Annul a penalty")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "running" and any(not each.withdrawn for each in context.tournament.penalties)

    def prepare(self) -> None:
        there = [
            (str(each.number), f"{each.name}: {each.points}")
            for each in self.context.tournament.penalties
            if not each.withdrawn
        ]
        self.add_choice(there, gettext("Penalty"), "number")
        self.add_reason()

    def execute(self) -> None:
        number = int(self.values["number"])
        tournament_lifecycle.withdraw_penalty(**self.target, number=number, reason=self.values["reason"])
