"""What an organiser amends: a draft as a whole, a stage that was begun too early."""

from django import forms

from games.errors import gettext_noop
from league.tournaments.services import lifecycle as tournament_lifecycle
from web.conflict_form import remember
from web.tournaments.forms.base import TournamentContext, TournamentForm


class ArrangeTables(TournamentForm):
    """Everybody of the draft with the number of a table; who has none sits out."""

    slug = "arrange"
    text = gettext_noop("Change the draft: everybody by table")
    section = "round"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        bracket = bool(context.tournament["stages"]) and context.tournament["stages"][-1]["format"] == "knockout"
        return context.draft is not None and not bracket

    def prepare(self) -> None:
        self.seated = [
            (seat["entrant"], seat["name"], table["group"], table["table"])
            for table in self.context.draft["tables"]
            for seat in table["seats"]
        ]
        self.seated += [(each["entrant"], each["name"], each["group"], None) for each in self.context.draft["out"]]
        for entrant, name, _, table in self.seated:
            self.fields[f"at-{entrant}"] = forms.IntegerField(
                label=name, required=False, min_value=1, max_value=len(self.seated), initial=table
            )
        remember(self)
        self.add_reason(required=False)

    def execute(self) -> None:
        tables: dict[int, dict[int, list[str]]] = {group: {} for _, _, group, _ in self.seated}
        out: dict[int, list[str]] = {group: [] for group in tables}
        stayed_first = sorted(self.seated, key=lambda each: self.values[f"at-{each[0]}"] != each[3])
        for entrant, _, group, _ in stayed_first:
            number = self.values[f"at-{entrant}"]
            (out[group] if number is None else tables[group].setdefault(number, [])).append(entrant)
        by_group = {group: [seats for _, seats in sorted(found.items())] for group, found in tables.items()}
        tournament_lifecycle.change_draft(**self.target, tables_of=by_group, out=out, reason=self.values["reason"])


class UndoStage(TournamentForm):
    slug = "takebackstage"
    text = gettext_noop("Take the stage back")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        stages, rounds = context.tournament["stages"], context.tournament["rounds"]
        return (
            context.phase == "running" and len(stages) > 1 and all(r["stage"] != stages[-1]["number"] for r in rounds)
        )

    def prepare(self) -> None:
        self.add_reason()

    def execute(self) -> None:
        tournament_lifecycle.take_back_stage(**self.target, reason=self.values["reason"])
