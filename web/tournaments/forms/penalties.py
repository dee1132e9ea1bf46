"""Who is kept apart, penalties, registration, giving a draft up, and letting a finished tournament run again."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.services import lifecycle as tournament_lifecycle
from league.tournaments.services import settings as tournament_settings
from web.tournaments.forms.base import Act, Desk


class Register(Act):
    text = gettext_noop("Let players register themselves")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "draft"

    def do(self, actor: Any) -> None:
        tournament_lifecycle.open_registration(**self.at(actor))


class Apart(Act):
    text = gettext_noop("Keep two apart")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return not desk.over and len(desk.tournament["entrants"]) > 1

    def prepare(self) -> None:
        there = self.desk.entrants("active", "waiting")
        self.entrant(there, gettext("Who"), "one")
        self.entrant(there, gettext("must not meet"), "other")
        if self.desk.phase == "running":
            self.why()

    def do(self, actor: Any) -> None:
        apart = [*self.desk.tournament["settings"].get("apart", []), [self.given["one"], self.given["other"]]]
        changes, reason = {"apart": apart}, self.given.get("reason", "")
        tournament_settings.change(**self.at(actor), settings=changes, reason=reason)


class Together(Act):
    """What `Apart` said counts no longer; pairs are named as the page lists them."""

    text = gettext_noop("Let two meet again")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return not desk.over and bool(kept_apart(desk))

    def prepare(self) -> None:
        there = [(f"{one['id']} {two['id']}", f"{one['name']} – {two['name']}") for one, two in kept_apart(self.desk)]
        self.entrant(there, gettext("Who may meet"), "pair")
        if self.desk.phase == "running":
            self.why()

    def do(self, actor: Any) -> None:
        pair = set(self.given["pair"].split())
        left = [each for each in self.desk.tournament["settings"].get("apart", []) if set(each) != pair]
        tournament_settings.change(**self.at(actor), settings={"apart": left}, reason=self.given.get("reason", ""))


def kept_apart(desk: Desk) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """The pairs of entrants who are kept apart."""
    known = {each["id"]: each for each in desk.tournament["entrants"]}
    return [(known[one], known[two]) for one, two in desk.tournament["settings"].get("apart", [])]


class Penalty(Act):
    text = gettext_noop("Give a penalty")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "running"

    def prepare(self) -> None:
        self.entrant(self.desk.entrants("active", "withdrawn"), gettext("Who"))
        self.fields["points"] = forms.CharField(
            label=gettext("Points that are taken off, like 1 or 1/2"), max_length=20
        )
        self.why()

    def do(self, actor: Any) -> None:
        tournament_lifecycle.give_penalty(
            **self.at(actor),
            entrant=self.given["entrant"],
            points=self.given["points"],
            reason=self.given["reason"],
        )


class Forgive(Act):
    text = gettext_noop("Take a penalty back")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "running" and any(not each["withdrawn"] for each in desk.tournament["penalties"])

    def prepare(self) -> None:
        there = [
            (str(each["number"]), f"{each['name']}: {each['points']}")
            for each in self.desk.tournament["penalties"]
            if not each["withdrawn"]
        ]
        self.entrant(there, gettext("Penalty"), "number")
        self.why()

    def do(self, actor: Any) -> None:
        number = int(self.given["number"])
        tournament_lifecycle.withdraw_penalty(**self.at(actor), number=number, reason=self.given["reason"])


class Discard(Act):
    text = gettext_noop("Give this draft up")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "draft"

    def prepare(self) -> None:
        label = gettext("give it up: nobody but the club’s officials will ever see it")
        self.fields["sure"] = forms.BooleanField(label=label)

    def do(self, actor: Any) -> None:
        tournament_lifecycle.finish(**self.at(actor))


class Reopen(Act):
    text = gettext_noop("Let the tournament run again")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "finished"

    def prepare(self) -> None:
        self.why()

    def do(self, actor: Any) -> None:
        tournament_lifecycle.reopen(**self.at(actor), reason=self.given["reason"])


class Resume(Reopen):
    text = gettext_noop("Prepare it again")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "given_up"
