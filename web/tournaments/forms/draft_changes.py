"""What an organiser amends: a draft as a whole, a stage that was begun too early."""

from typing import Any

from django import forms

from games.errors import gettext_noop
from league.tournaments.services import lifecycle as tournament_lifecycle
from web.conflict_form import remember
from web.tournaments.forms.base import Act, Desk


class Arrange(Act):
    """Everybody of the draft with the number of a table; who has none sits out."""

    text = gettext_noop("Change the draft: everybody by table")
    section = "round"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        bracket = bool(desk.tournament["stages"]) and desk.tournament["stages"][-1]["format"] == "knockout"
        return desk.draft is not None and not bracket

    def prepare(self) -> None:
        self.seated = [
            (seat["entrant"], seat["name"], table["group"], table["table"])
            for table in self.desk.draft["tables"]
            for seat in table["seats"]
        ]
        self.seated += [(each["entrant"], each["name"], each["group"], None) for each in self.desk.draft["out"]]
        for entrant, name, _, table in self.seated:
            self.fields[f"at-{entrant}"] = forms.IntegerField(
                label=name, required=False, min_value=1, max_value=len(self.seated), initial=table
            )
        remember(self)
        self.why(required=False)

    def do(self, actor: Any) -> None:
        tables: dict[int, dict[int, list[str]]] = {group: {} for _, _, group, _ in self.seated}
        out: dict[int, list[str]] = {group: [] for group in tables}
        stayed_first = sorted(self.seated, key=lambda each: self.given[f"at-{each[0]}"] != each[3])
        for entrant, _, group, _ in stayed_first:
            number = self.given[f"at-{entrant}"]
            (out[group] if number is None else tables[group].setdefault(number, [])).append(entrant)
        by_group = {group: [seats for _, seats in sorted(found.items())] for group, found in tables.items()}
        tournament_lifecycle.change_draft(**self.at(actor), tables_of=by_group, out=out, reason=self.given["reason"])


class TakeBackStage(Act):
    text = gettext_noop("Take the stage back")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        stages, rounds = desk.tournament["stages"], desk.tournament["rounds"]
        return desk.phase == "running" and len(stages) > 1 and all(r["stage"] != stages[-1]["number"] for r in rounds)

    def prepare(self) -> None:
        self.why()

    def do(self, actor: Any) -> None:
        tournament_lifecycle.take_back_stage(**self.at(actor), reason=self.given["reason"])
