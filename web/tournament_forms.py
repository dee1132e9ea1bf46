"""What the page of a tournament takes from those who run it: plain forms, each of which is one command."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from django import forms
from django.utils.translation import gettext

from games.errors import Phrase, gettext_noop
from league.errors import NotAllowed
from league.services import entries, people, tournament_settings, tournaments
from web.acts import LATEST, Command, new_key

LARGEST_SEED = 1_000_000
MOST_SEEDS = 300  # entrants that have a field for their seed on one page
Choices = list[tuple[str, str]]


class Desk(NamedTuple):
    """A tournament as its page knows it: what the reader sees, what is next, the draft, and who could enter."""

    tournament: Mapping[str, Any]
    step: Mapping[str, Any]
    draft: Mapping[str, Any] | None
    players: Sequence[Mapping[str, Any]]
    organiser: bool
    official: bool

    @property
    def phase(self) -> str:
        return str(self.tournament["phase"])

    @property
    def teams(self) -> bool:
        return self.tournament["settings"].get("team_size", 1) > 1

    def may(self, act: "type[Act]") -> bool:
        """Whether the reader may do such a thing at all."""
        return self.organiser or (self.official and act.for_officials)

    def require(self, act: "type[Act]") -> None:
        """Raise NotAllowed unless the reader may."""
        if not self.may(act):
            raise NotAllowed(act=Phrase("run a tournament"), why=Phrase("that is for organisers of the club"))

    def entrants(self, *statuses: str) -> Choices:
        """Those who have one of the statuses."""
        found = [each for each in self.tournament["entrants"] if each["status"] in statuses]
        return sorted(((each["id"], each["name"]) for each in found), key=lambda pair: pair[1].casefold())

    def free(self) -> Choices:
        """The players of the club who do not play."""
        playing = {
            player["player"]
            for each in self.tournament["entrants"]
            if each["status"] != "withdrawn"
            for player in each["players"]
        }
        return [(each["id"], each["shown_as"]) for each in self.players if each["id"] not in playing]


class Act(Command):
    """A command on a tournament at the revision that its sender saw."""

    section: ClassVar[str] = "more"
    for_officials: ClassVar[bool] = False
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=LATEST)

    def __init__(self, desk: Desk, data: Mapping[str, Any] | None = None) -> None:
        initial = {"revision": desk.tournament["revision"], "key": new_key()}
        super().__init__(data, initial=initial, auto_id=f"{self.slug()}_%s")
        self.desk = desk
        self.prepare()

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        """Whether it makes sense as things stand; the service decides whether it can be done."""
        return desk.phase != "finished"

    def prepare(self) -> None:
        """Add the fields that depend on the tournament."""

    def do(self, actor: Any) -> None:
        """Give the command."""
        raise NotImplementedError

    @property
    def given(self) -> dict[str, Any]:
        return self.cleaned_data

    def at(self, actor: Any) -> dict[str, Any]:
        """What commands on the tournament as it was seen begin with."""
        return {**self.on(actor), "expected": self.given["revision"]}

    def on(self, actor: Any) -> dict[str, Any]:
        """What commands begin with that hold whatever has happened meanwhile."""
        return {"tournament_id": self.desk.tournament["id"], "actor": actor}

    def entrant(self, choices: Choices, label: str, name: str = "entrant") -> None:
        """Add a field to choose an entrant by."""
        self.fields[name] = forms.ChoiceField(label=label, choices=[("", "–"), *choices])

    def tick(self, name: str, label: str, *, initial: bool = False) -> None:
        """Add a box to tick."""
        self.fields[name] = forms.BooleanField(label=label, required=False, initial=initial)


class Register(Act):
    text = gettext_noop("Let players register themselves")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "draft"

    def do(self, actor: Any) -> None:
        tournaments.open_registration(**self.at(actor))


class Start(Act):
    text = gettext_noop("Start the tournament")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.step["step"] == "start"

    def do(self, actor: Any) -> None:
        tournaments.start(**self.at(actor))


class Draw(Act):
    text = gettext_noop("Draw the next round")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.step["step"] in ("draw", "results", "publish", "table")

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
        tournaments.draw_round(**self.at(actor), unfinished=self.given.get("unfinished", False))


class Publish(Act):
    text = gettext_noop("Publish the round")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.step["step"] == "publish"

    def do(self, actor: Any) -> None:
        tournaments.publish_round(**self.at(actor))


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
        tournaments.change_draft(**self.at(actor), tables_of=tables, out=out, reason=self.given["reason"])


class Annul(Act):
    text = gettext_noop("Take the last round back")
    section = "round"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "running" and bool(desk.tournament["rounds"])

    def prepare(self) -> None:
        self.why(required=self.desk.draft is None)

    def do(self, actor: Any) -> None:
        tournaments.annul_round(**self.at(actor), reason=self.given["reason"])


class Table(Act):
    text = gettext_noop("Start a table")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.step["step"] == "table"

    def prepare(self) -> None:
        for seat in range(max(self.desk.tournament["settings"].get("sizes", [2]))):
            label = gettext("Seat {seat}").format(seat=seat + 1)
            choices = [("", "–"), *self.desk.entrants("active")]
            self.fields[f"seat{seat}"] = forms.ChoiceField(label=label, choices=choices, required=seat == 0)

    def do(self, actor: Any) -> None:
        seats = [self.given[name] for name in self.fields if name.startswith("seat") and self.given[name]]
        tournaments.start_table(**self.on(actor), entrants=seats)


class Level(Act):
    text = gettext_noop("Decide a level table of the knock-out")
    section = "round"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        stages = desk.tournament["stages"]
        return desk.phase == "running" and bool(stages) and stages[-1]["format"] == "knockout"

    def prepare(self) -> None:
        self.fields["round"] = forms.IntegerField(label=gettext("Round"), min_value=1, max_value=LATEST)
        self.fields["table"] = forms.IntegerField(label=gettext("Table"), min_value=1, max_value=LATEST)
        for place in range(max(self.desk.tournament["settings"].get("sizes", [2]))):
            label = gettext("Place {place}").format(place=place + 1)
            choices = [("", "–"), *self.desk.entrants("active", "withdrawn")]
            self.fields[f"place{place}"] = forms.ChoiceField(label=label, choices=choices, required=place == 0)
        self.why()

    def do(self, actor: Any) -> None:
        order = [self.given[name] for name in self.fields if name.startswith("place") and self.given[name]]
        number, table, reason = self.given["round"], self.given["table"], self.given["reason"]
        tournaments.decide_tie(**self.on(actor), number=number, table=table, order=order, reason=reason)


class Stage(Act):
    text = gettext_noop("Begin the next stage")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        more = len(desk.tournament["stages"]) < len(desk.tournament["settings"]["stages"])
        return desk.phase == "running" and more and desk.draft is None

    def prepare(self) -> None:
        if self.desk.step["step"] != "stage":
            self.tick("early", gettext("although this stage is not played to its end"))

    def do(self, actor: Any) -> None:
        tournaments.open_stage(**self.at(actor), early=self.given.get("early", False))


class Finish(Act):
    text = gettext_noop("Finish the tournament")
    section = "next"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "running" and desk.draft is None

    def prepare(self) -> None:
        if self.desk.step["lacking"]:
            self.tick("abandon", gettext("although results are missing: those tables do not count"))

    def do(self, actor: Any) -> None:
        tournaments.finish(**self.at(actor), abandon=self.given.get("abandon", False))


class Reopen(Act):
    text = gettext_noop("Let the tournament run again")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase == "finished"

    def prepare(self) -> None:
        self.why()

    def do(self, actor: Any) -> None:
        tournaments.reopen(**self.at(actor), reason=self.given["reason"])


class Enter(Act):
    text = gettext_noop("Enter a player")
    section = "field"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase != "finished" and not desk.teams

    def prepare(self) -> None:
        choices = [("", "–"), *self.desk.free()]
        self.fields["player"] = forms.ChoiceField(
            label=gettext("A player of the club"), choices=choices, required=False
        )
        self.fields["new"] = forms.CharField(label=gettext("or a new one, by name"), max_length=200, required=False)
        self.fields["seed"] = _seed(gettext("Seed, if there is one: 1 is the best"))

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(given.get("player")) == bool(given.get("new")):
            raise forms.ValidationError(gettext("Choose a player or type in a new name."))
        return given

    def do(self, actor: Any) -> None:
        if self.given["new"]:
            club = UUID(self.desk.tournament["club"])
            player = people.add_player(club_id=club, name=self.given["new"], actor=actor).pk
        else:
            player = UUID(self.given["player"])
        entries.enter(**self.on(actor), player_id=player, seed=self.given["seed"])


class Team(Act):
    text = gettext_noop("Enter a team")
    section = "field"

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase != "finished" and desk.teams

    def prepare(self) -> None:
        self.fields["name"] = forms.CharField(label=gettext("Name"), max_length=200)
        for number in range(self.desk.tournament["settings"]["team_size"]):
            label = gettext("Player {number}").format(number=number + 1)
            self.entrant(self.desk.free(), label, f"player{number}")
        self.fields["seed"] = _seed(gettext("Seed, if there is one: 1 is the best"))

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
        return desk.phase != "finished" and bool(desk.entrants("withdrawn"))

    def prepare(self) -> None:
        self.entrant(self.desk.entrants("withdrawn"), gettext("Who"))

    def do(self, actor: Any) -> None:
        entries.return_(**self.on(actor), entrant=self.given["entrant"])


class Replace(Act):
    text = gettext_noop("Send in a substitute")
    section = "field"

    def prepare(self) -> None:
        seated = [
            (f"{each['id']} {player['player']}", player["name"])
            for each in self.desk.tournament["entrants"]
            if each["status"] != "withdrawn"
            for player in each["players"]
        ]
        self.entrant(seated, gettext("Who leaves"), "out")
        self.entrant(self.desk.free(), gettext("who plays instead"), "substitute")
        self.why(required=False)

    def do(self, actor: Any) -> None:
        entrant, out = self.given["out"].split()
        substitute = UUID(self.given["substitute"])
        entries.replace(
            **self.on(actor), entrant=entrant, out=UUID(out), substitute=substitute, reason=self.given["reason"]
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
            self.fields[f"seed {entrant}"] = _seed(name)
            self.fields[f"seed {entrant}"].initial = seeds[entrant]

    def do(self, actor: Any) -> None:
        given = {name.removeprefix("seed "): self.given[name] for name in self.fields if name.startswith("seed ")}
        seeds = {entrant: seed for entrant, seed in given.items() if seed is not None}
        entries.give_seeds(**self.on(actor), seeds=seeds)


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
        tournaments.give_penalty(
            **self.on(actor),
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
        tournaments.withdraw_penalty(**self.on(actor), number=number, reason=self.given["reason"])


class Settings(Act):
    text = gettext_noop("Change the settings")

    def prepare(self) -> None:
        settings = self.desk.tournament["settings"]
        scoring = settings["scoring"]
        self.fields["name"] = forms.CharField(
            label=gettext("Name"), max_length=200, initial=self.desk.tournament["name"]
        )
        self._number("capacity", gettext("Places; whoever comes later waits"), settings.get("capacity"))
        for number, stage in enumerate(settings["stages"]):
            label = gettext("Rounds of stage {number}").format(number=number + 1)
            if stage["format"] in ("swiss", "fixed"):
                self._number(f"rounds{number}", label, stage.get("rounds"))
        self._number("drop", gettext("So many of the worst results do not count"), scoring.get("drop"), least=0)
        self._number("best", gettext("Only so many of the best results count"), scoring.get("best"))
        self.tick("check_in", gettext("Only who has checked in plays"), initial=settings.get("check_in", False))
        self.tick("confirm", gettext("Results have to be confirmed"), initial=settings.get("confirm", False))
        if self.desk.phase == "running":
            self.why()

    def _number(self, name: str, label: str, initial: Any, least: int = 1) -> None:
        self.fields[name] = forms.IntegerField(
            label=label, required=False, min_value=least, max_value=LARGEST_SEED, initial=initial
        )

    def do(self, actor: Any) -> None:
        settings, given = self.desk.tournament["settings"], self.given
        stages = [
            {**stage, "rounds": given[f"rounds{number}"]} if f"rounds{number}" in given else stage
            for number, stage in enumerate(settings["stages"])
        ]
        scoring = {**settings["scoring"], "drop": given["drop"] or 0, "best": given["best"]}
        changes = {"stages": stages, "scoring": scoring}
        changes |= {name: given[name] for name in ("capacity", "check_in", "confirm")}
        reason = given.get("reason", "")
        tournament_settings.change(**self.at(actor), name=given["name"], settings=changes, reason=reason)


class Apart(Act):
    text = gettext_noop("Keep two apart")

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.phase != "finished" and len(desk.tournament["entrants"]) > 1

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


def _seed(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=LARGEST_SEED)


ACTS: Mapping[str, type[Act]] = {
    act.slug(): act
    for act in (
        *(Start, Publish, Table, Draw, Stage, Finish),
        *(Swap, Annul, Level),
        *(Check, Enter, Team, Withdraw, Return, Replace, Seeds),
        *(Register, Settings, Apart, Penalty, Forgive, Reopen),
    )
}
