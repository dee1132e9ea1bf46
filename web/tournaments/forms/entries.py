"""Who takes part: entering, checking in, leaving, returning, substitutes, seeds.

Several officials stand at the door at once, so what concerns one entrant and is refused the second time is done as
things stand; what would take the place of what somebody else has just said is done only as it was seen.
"""

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.clubs import services as club_services
from league.tournaments.services import entries
from web.conflict_form import remember
from web.tournaments.forms.base import Act, Desk, seed_field

MOST_SEEDS = 300  # entrants that have a field for their seed on one page


class Enter(Act):
    text = gettext_noop("Enter a player")
    section = "field"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return not desk.over and not desk.teams

    def prepare(self) -> None:
        choices = [("", "–"), *self.desk.free()]
        self.fields["player"] = forms.ChoiceField(
            label=gettext("A player of the club"), choices=choices, required=False
        )
        self.fields["new"] = forms.CharField(label=gettext("or a new one, by name"), max_length=200, required=False)
        self.fields["seed"] = seed_field(gettext("Seed, if there is one: 1 is the best"))

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(given.get("player")) == bool(given.get("new")):
            raise forms.ValidationError(gettext("Choose a player or type in a new name."))
        return given

    def do(self, actor: Any) -> None:
        if self.given["new"]:
            club = UUID(self.desk.tournament["club"])
            player = club_services.add_player(club_id=club, name=self.given["new"], actor=actor).pk
        else:
            player = UUID(self.given["player"])
        entries.enter(**self.on(actor), player_id=player, seed=self.given["seed"])


class Team(Act):
    text = gettext_noop("Enter a team")
    section = "field"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return not desk.over and desk.teams

    def prepare(self) -> None:
        self.fields["name"] = forms.CharField(label=gettext("Name"), max_length=200)
        for number in range(self.desk.tournament["settings"]["team_size"]):
            label = gettext("Player {number}").format(number=number + 1)
            self.entrant(self.desk.free(), label, f"player{number}")
        self.fields["seed"] = seed_field(gettext("Seed, if there is one: 1 is the best"))

    def do(self, actor: Any) -> None:
        players = [UUID(self.given[name]) for name in self.fields if name.startswith("player")]
        name, seed = self.given["name"], self.given["seed"]
        entries.enter_team(**self.on(actor), name=name, player_ids=players, seed=seed)


class Check(Act):
    text = gettext_noop("Who is there")
    section = "buttons"  # the page has a button for each entrant
    for_officials = True

    def prepare(self) -> None:
        there = self.desk.entrants("active", "waiting")
        self.fields["here"] = forms.ChoiceField(label=gettext("is there"), choices=[("", "–"), *there], required=False)
        self.fields["away"] = forms.ChoiceField(
            label=gettext("is not there"), choices=[("", "–"), *there], required=False
        )

    def do(self, actor: Any) -> None:
        for name, present in (("here", True), ("away", False)):
            if self.given[name]:
                entries.check_in(**self.on(actor), entrant=self.given[name], present=present)


class Withdraw(Act):
    text = gettext_noop("Withdraw somebody")
    section = "field"
    for_officials = True

    def prepare(self) -> None:
        self.entrant(self.desk.entrants("active", "waiting"), gettext("Who"))
        self.tick("no_show", gettext("was drawn and did not come"))
        self.why(required=False)

    def do(self, actor: Any) -> None:
        who, why, no_show = self.given["entrant"], self.given["reason"], self.given["no_show"]
        entries.withdraw(**self.on(actor), entrant=who, reason=why, no_show=no_show)


class Return(Act):
    text = gettext_noop("Let somebody return")
    section = "field"
    for_officials = True

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return not desk.over and bool(desk.whole("withdrawn"))

    def prepare(self) -> None:
        self.entrant(self.desk.whole("withdrawn"), gettext("Who"))

    def do(self, actor: Any) -> None:
        entries.return_(**self.on(actor), entrant=self.given["entrant"])


class Replace(Act):
    text = gettext_noop("Send in a substitute")
    section = "field"

    def prepare(self) -> None:
        seated = [
            (f"{each['id']} {player['player']}", player["name"])
            for each in self.desk.tournament["entrants"]
            for player in each["players"]
            if each["status"] != "withdrawn" or (self.desk.teams and player["player"] in self.desk.gone)
        ]
        self.entrant(seated, gettext("Who leaves"), "out")
        mates = [
            (player["player"], gettext("{name} (of {team})").format(name=player["name"], team=each["name"]))
            for each in self.desk.tournament["entrants"]
            if each["status"] != "withdrawn" and len(each["players"]) > 1
            for player in each["players"]
            if player["player"] not in self.desk.gone
        ]
        self.entrant([*self.desk.free(), *mates], gettext("who plays instead"), "substitute")
        self.why(required=False)

    def do(self, actor: Any) -> None:
        entrant, out = self.given["out"].split()
        substitute = UUID(self.given["substitute"])
        entries.replace(
            **self.at(actor), entrant=entrant, out=UUID(out), substitute=substitute, reason=self.given["reason"]
        )


class Seeds(Act):
    text = gettext_noop("Seed the field")
    section = "field"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase in ("draft", "open") and 0 < len(desk.tournament["entrants"]) <= MOST_SEEDS

    def prepare(self) -> None:
        seeds = {each["id"]: each["seed"] for each in self.desk.tournament["entrants"]}
        for entrant, name in self.desk.entrants("active", "waiting"):
            self.fields[f"seed {entrant}"] = seed_field(name)
            self.fields[f"seed {entrant}"].initial = seeds[entrant]
        remember(self)

    def do(self, actor: Any) -> None:
        given = {name.removeprefix("seed "): self.given[name] for name in self.fields if name.startswith("seed ")}
        seeds = {entrant: seed for entrant, seed in given.items() if seed is not None}
        entries.give_seeds(**self.at(actor), seeds=seeds)
