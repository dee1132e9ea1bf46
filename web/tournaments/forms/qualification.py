"""Forms for the step from stage to stage: who qualifies, opening the next stage, undoing it."""

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext

from games.errors import gettext_noop
from league.tournaments.queries.qualification import TiedEntrants
from league.tournaments.services import lifecycle as tournament_lifecycle
from web.page import QuestionNote
from web.tournaments.forms.base import TournamentContext, TournamentForm
from web.tournaments.leaving import loose_end_notes


class QualificationForm(TournamentForm):
    """Asks for the place of each entrant tied at the cut."""

    def prepare(self) -> None:
        for group, tie in self.context.level:
            for place, each in enumerate(tie.entrants, 1):
                self.fields[f"level-{each.entrant}"] = forms.IntegerField(
                    label=self._of_group(group, each.name or ""),
                    min_value=1,
                    max_value=len(tie.entrants),
                    initial=place,
                )
        self.add_reason(required=False)

    @property
    def note(self) -> str:
        """Who is tied, for how many places, and where the offered order comes from."""
        if not self.context.level:
            return ""
        ties = [self._tie_text(group, tie) for group, tie in self.context.level]
        return " ".join([*ties, gettext("Confirm this order, or change it and give a reason.")])

    def _tie_text(self, group: int, tie: TiedEntrants) -> str:
        text = ngettext(
            "Tied at the cut with {count} place to fill: {names}.",
            "Tied at the cut with {count} places to fill: {names}.",
            tie.places,
        )
        said = text.format(count=tie.places, names=", ".join(each.name or "" for each in tie.entrants))
        by = gettext("This order was drawn by lot.") if tie.lot else gettext("This is their seeding order.")
        return self._of_group(group, f"{said} {by}")

    def _of_group(self, group: int, said: str) -> str:
        """A text about a group, with its number if there are several."""
        if len(self.context.tournament.stages[-1].groups) == 1:
            return said
        return gettext("Group {number}: {said}").format(number=group + 1, said=said)

    def clean(self) -> dict[str, Any]:
        """Each place is for one entrant."""
        given = super().clean() or {}
        for _, tie in self.context.level:
            places = [given.get(f"level-{each.entrant}") for each in tie.entrants]
            if None not in places and len(set(places)) < len(places):
                raise forms.ValidationError(gettext("Give each tied entrant a different place."))
        return given

    def question(self) -> str:
        """Asks while something that decides about the places isn't settled."""
        text = gettext("Who qualifies is decided now. Later corrections and rulings don’t change it.")
        return text if self.question_notes() else ""

    def question_notes(self) -> list[QuestionNote]:
        tournament = self.context.tournament
        if tournament.stages[-1].qualified:
            return []  # it has been decided
        return loose_end_notes(tournament.id, tournament.club, self.context.actor)

    def decided(self) -> dict[str, Any]:
        """The order of tied entrants, group by group, and the reason."""
        order = []
        for _, tie in self.context.level:
            order += sorted(
                (each.entrant for each in tie.entrants), key=lambda entrant: self.values[f"level-{entrant}"]
            )
        return {"decided": order, "reason": self.values["reason"]}


class FreezeQualification(QualificationForm):
    slug = "freeze"
    text = gettext_noop("Decide qualification for the next stage now")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        stages = context.tournament.stages
        return context.phase == "running" and 0 < len(stages) < len(context.tournament.settings.stages)

    def prepare(self) -> None:
        self.add_checkbox("early", gettext("Proceed before this stage is finished"))
        super().prepare()

    def execute(self) -> None:
        tournament_lifecycle.freeze_qualification(**self.target, early=self.values["early"], **self.decided())


class OpenStage(QualificationForm):
    slug = "stage"
    text = gettext_noop("Start the next stage")
    section = "next"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        more = len(context.tournament.stages) < len(context.tournament.settings.stages)
        return context.phase == "running" and more and context.draft is None

    def prepare(self) -> None:
        if self.context.next_step != "stage":
            self.add_checkbox("early", gettext("Proceed before this stage is finished"))
        if self.context.level:
            super().prepare()

    def execute(self) -> None:
        more = self.decided() if self.context.level else {}
        tournament_lifecycle.open_stage(**self.target, early=self.values.get("early", False), **more)


class UndoStage(TournamentForm):
    slug = "takebackstage"
    destroys = True
    text = gettext_noop("Undo the stage")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        stages, rounds = context.tournament.stages, context.tournament.rounds
        return context.phase == "running" and len(stages) > 1 and all(r.stage != stages[-1].number for r in rounds)

    def prepare(self) -> None:
        self.add_reason()

    def question(self) -> str:
        return gettext("The stage and the decision about who qualified for it are undone.")

    def execute(self) -> None:
        tournament_lifecycle.annul_stage(**self.target, reason=self.values["reason"])
