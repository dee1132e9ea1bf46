"""What forms on the page of a tournament have in common: each is one command."""

from collections.abc import Mapping, Sequence, Set
from typing import Any, ClassVar, NamedTuple

from django import forms

from games.errors import Phrase
from league.errors import NotAllowed
from web.command_form import LATEST, Command, new_key

LARGEST_SEED = 1_000_000
Choices = list[tuple[str, str]]


class Desk(NamedTuple):
    """A tournament as its page knows it: what the reader sees, what is next, the draft, and who could enter.

    `level`: groups of the stage in which entrants are level where it is decided who goes on; `gone`: players who were
    erased.
    """

    tournament: Mapping[str, Any]
    step: Mapping[str, Any]
    draft: Mapping[str, Any] | None
    players: Sequence[Mapping[str, Any]]
    organiser: bool
    official: bool
    level: Sequence[Mapping[str, Any]] = ()
    gone: Set[str] = frozenset()

    @property
    def phase(self) -> str:
        return str(self.tournament["phase"])

    @property
    def over(self) -> bool:
        """Whether nothing more happens in it."""
        return self.phase in ("finished", "given_up")

    @property
    def teams(self) -> bool:
        return self.tournament["settings"].get("team_size", 1) > 1

    def may(self, act: "type[Act]") -> bool:
        """Whether the reader may do such a thing at all."""
        plays = bool(self.tournament["you"])
        return self.organiser or (self.official and act.for_officials) or (plays and act.for_players)

    def require(self, act: "type[Act]") -> None:
        """Raise NotAllowed unless the reader may."""
        if not self.may(act):
            raise NotAllowed(act=Phrase("run a tournament"), why=Phrase("that is for organisers of the club"))

    def entrants(self, *statuses: str) -> Choices:
        """Those who have one of the statuses."""
        found = [each for each in self.tournament["entrants"] if each["status"] in statuses]
        return sorted(((each["id"], each["name"]) for each in found), key=lambda pair: pair[1].casefold())

    def whole(self, *statuses: str) -> Choices:
        """The same, without those with a player who was erased."""
        torn = {each["id"] for each in self.tournament["entrants"] if self.gone & _players(each)}
        return [(entrant, name) for entrant, name in self.entrants(*statuses) if entrant not in torn]

    def free(self) -> Choices:
        """The players of the club who do not play."""
        playing = {
            player["player"]
            for each in self.tournament["entrants"]
            if each["status"] != "withdrawn"
            for player in each["players"]
        }
        return [(each["id"], each["shown_as"]) for each in self.players if each["id"] not in playing]


def _players(entrant: Mapping[str, Any]) -> set[str]:
    return {player["player"] for player in entrant["players"]}


class Act(Command):
    """A command on a tournament at the revision that its sender saw."""

    section: ClassVar[str] = "more"
    note = ""  # what is said above the fields
    for_officials: ClassVar[bool] = False
    for_players: ClassVar[bool] = False  # of the tournament
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=LATEST)

    def __init__(self, desk: Desk, data: Mapping[str, Any] | None = None) -> None:
        initial = {"revision": desk.tournament["revision"], "key": new_key()}
        super().__init__(data, initial=initial, auto_id=f"{self.slug()}_%s")
        self.desk = desk
        self.prepare()

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        """Whether it makes sense as things stand; the service decides whether it can be done."""
        return not desk.over

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


def seed_field(label: str) -> forms.IntegerField:
    """A field for what an entrant is seeded by."""
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=LARGEST_SEED)
