"""What brings a tournament from its start to its end: stages and rounds, and changes of a draft."""

from typing import Any

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.services import lifecycle as tournament_lifecycle
from web.tournaments.forms.base import Act, Desk


class Start(Act):
    text = gettext_noop("Start the tournament")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.step["step"] == "start"

    def do(self, actor: Any) -> None:
        tournament_lifecycle.start(**self.at(actor))


class Draw(Act):
    text = gettext_noop("Draw the next round")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.step["step"] in ("draw", "results", "level", "publish", "table")

    @property
    def title(self) -> str:
        if self.desk.draft is not None:
            return gettext("Draw this round anew")
        if self.desk.step["step"] == "table":
            return gettext("Begin another evening")
        return gettext(self.text)

    def prepare(self) -> None:
        if self.desk.step["lacking"]:
            self.tick("unfinished", gettext("although results are missing"))

    def do(self, actor: Any) -> None:
        unfinished, anew = self.given.get("unfinished", False), self.desk.draft is not None
        tournament_lifecycle.draw_round(**self.at(actor), unfinished=unfinished, anew=anew)


class Publish(Act):
    text = gettext_noop("Publish the round")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.step["step"] == "publish"

    def do(self, actor: Any) -> None:
        tournament_lifecycle.publish_round(**self.at(actor))


class Swap(Act):
    text = gettext_noop("Change the draft: two swap places")
    section = "round"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.draft is not None

    def prepare(self) -> None:
        there = [
            (seat["entrant"], gettext("{name} (table {table})").format(name=seat["name"], table=table["table"]))
            for table in self.desk.draft["tables"]
            for seat in table["seats"]
        ]
        there += [
            (each["entrant"], gettext("{name} (sits out)").format(name=each["name"])) for each in self.desk.draft["out"]
        ]
        self.entrant(there, gettext("Who"), "one")
        self.entrant(there, gettext("with whom"), "other")
        self.why(required=False)

    def do(self, actor: Any) -> None:
        pair = {self.given["one"]: self.given["other"], self.given["other"]: self.given["one"]}
        tables: dict[int, list[list[str]]] = {}
        out: dict[int, list[str]] = {}
        for table in self.desk.draft["tables"]:
            seats = [pair.get(seat["entrant"], seat["entrant"]) for seat in table["seats"]]
            tables.setdefault(table["group"], []).append(seats)
        for each in self.desk.draft["out"]:
            out.setdefault(each["group"], []).append(pair.get(each["entrant"], each["entrant"]))
        tournament_lifecycle.change_draft(**self.at(actor), tables_of=tables, out=out, reason=self.given["reason"])


class Annul(Act):
    text = gettext_noop("Take the last round back")
    section = "round"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "running" and bool(desk.tournament["rounds"])

    def prepare(self) -> None:
        self.why(required=self.desk.draft is None)

    def do(self, actor: Any) -> None:
        tournament_lifecycle.annul_round(**self.at(actor), reason=self.given["reason"])


class Table(Act):
    text = gettext_noop("Start a table")
    section = "next"
    for_officials = for_players = True

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.step["step"] == "table"

    def prepare(self) -> None:
        for seat in range(max(self.desk.tournament["settings"].get("sizes", [2]))):
            label = gettext("Seat {seat}").format(seat=seat + 1)
            choices = [("", "–"), *self.desk.whole("active")]
            self.fields[f"seat{seat}"] = forms.ChoiceField(label=label, choices=choices, required=seat == 0)

    def do(self, actor: Any) -> None:
        seats = [self.given[name] for name in self.fields if name.startswith("seat") and self.given[name]]
        tournament_lifecycle.start_table(**self.on(actor), entrants=seats)


class Level(Act):
    """The first table of a knock-out that ended level is decided; then the next."""

    text = gettext_noop("Decide a level table of the knock-out")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.step["step"] == "level"

    @property
    def title(self) -> str:
        if not self.desk.step["level"]:
            return super().title
        first = self.desk.step["level"][0]
        text = gettext("Round {number}, table {table} ended level: decide who goes on")
        return text.format(number=first["round"], table=first["table"])

    def prepare(self) -> None:
        for first in self.desk.step["level"][:1]:
            where = f"{first['round']}.{first['table']}"
            self.fields["where"] = forms.ChoiceField(choices=[(where, where)], initial=where, widget=forms.HiddenInput)
            there = [pair for pair in self.desk.entrants("active", "withdrawn") if pair[0] in first["entrants"]]
            for place in range(len(there)):
                self.entrant(there, gettext("Place {place}").format(place=place + 1), f"place{place}")
        self.why()

    def do(self, actor: Any) -> None:
        number, table = map(int, self.given["where"].split("."))
        order = [self.given[name] for name in self.fields if name.startswith("place")]
        tournament_lifecycle.decide_tie(
            **self.at(actor), number=number, table=table, order=order, reason=self.given["reason"]
        )


class Finish(Act):
    text = gettext_noop("Finish the tournament")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "running" and desk.draft is None

    def prepare(self) -> None:
        if self.desk.step["lacking"]:
            self.tick("abandon", gettext("although results are missing: those tables do not count"))
        elif self.desk.step["step"] not in ("finish", "table"):
            self.tick("abandon", gettext("although rounds are still to come"))

    def do(self, actor: Any) -> None:
        tournament_lifecycle.finish(**self.at(actor), abandon=self.given.get("abandon", False))
