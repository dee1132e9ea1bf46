"""Forms for penalties: giving one and withdrawing it."""

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.services import lifecycle as tournament_lifecycle
from web.tournaments.forms.base import TournamentContext, TournamentForm


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
