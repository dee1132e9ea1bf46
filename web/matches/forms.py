"""What the page of a match takes: plain forms, each of which is one command."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.impact import services as impact_services
from league.impact.services import POLICIES
from league.matches.queries.score_sheet import Entry
from league.matches.services import results
from league.matches.services import setup as match_setup
from league.matches.services.results import Done, Stated
from web.command_form import LATEST, LONGEST_REASON, Command, new_key
from web.conflict_form import remember
from web.templatetags.words import seat_name

POINTS = 1_000_000
SOMEBODY = "?"  # at a seat


class Sheet(NamedTuple):
    """A match as its page knows it: what the reader sees, how results are entered, the players of its club."""

    match: Mapping[str, Any]
    entry: Entry
    players: Sequence[Mapping[str, Any]]

    @property
    def reasons(self) -> list[tuple[str, str]]:
        return [(code, gettext(message)) for code, message in self.entry.reasons.items()]

    @property
    def games(self) -> list[tuple[str, str]]:
        return game_choices(self.entry)


class Act(Command):
    """One command on a match, at the revision that its sender saw."""

    command: ClassVar[Callable[..., Done]]
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=LATEST)

    def __init__(self, sheet: Sheet, data: Mapping[str, Any] | None = None) -> None:
        initial = {"revision": sheet.match["revision"], "key": new_key()}
        super().__init__(data, initial=initial, auto_id=f"{self.slug()}_%s")
        self.sheet = sheet
        self.prepare()

    def prepare(self) -> None:
        """Add the fields that depend on the match."""

    def sent(self) -> dict[str, Any]:
        """What the command takes besides match, revision and sender."""
        return {}

    @property
    def tried_out(self) -> bool:
        """Whether the sender may see what it would change before it is done."""
        return False

    def points(self, *, required: bool) -> None:
        """Add a field for the points of each seat, or of the team."""
        shown = (
            [gettext("The team")] if self.sheet.entry.team else [seat_name(seat) for seat in self.sheet.match["seats"]]
        )
        for seat, label in enumerate(shown):
            left = seat in self.sheet.match["left"]
            if left:
                label = gettext("{seat} (left: nothing, but for games played before)").format(seat=label)
            self.fields[f"points{seat}"] = forms.IntegerField(
                label=label, required=required and not left, min_value=-POINTS, max_value=POINTS
            )

    def stated(self, ended: str) -> Stated:
        """The result that was typed in."""
        number = len(self.sheet.match["seats"])
        given = [self.cleaned_data.get(f"points{0 if self.sheet.entry.team else seat}") for seat in range(number)]
        for seat in self.sheet.match["left"]:
            given[seat] = given[seat] or 0
        points = None if None in given else tuple(given)
        return Stated(points, ended)


class Decision(Act):
    """A command that may change a result that is known, with the policy of what is done about what follows.

    `decision`: its name where it is tried out.
    """

    decision: ClassVar[str]

    def prepare(self) -> None:
        choices = [("", ""), *((policy, policy) for policy in POLICIES)]
        self.fields["policy"] = forms.ChoiceField(choices=choices, required=False, widget=forms.HiddenInput)

    @property
    def tried_out(self) -> bool:
        official = "void" in self.sheet.match["may"]
        return official and (bool(self.sheet.match["results"]) or self.sheet.match["ruling"] is not None)

    def terms(self) -> dict[str, Any]:
        """What the command takes besides match, revision, sender and policy."""
        return {}

    def sent(self) -> dict[str, Any]:
        return {**self.terms(), "policy": self.cleaned_data["policy"] or None}


class Report(Decision):
    text = gettext_noop("Enter a result")
    command = staticmethod(impact_services.report_result)
    decision = "correct"

    def prepare(self) -> None:
        super().prepare()
        known = {_place_name((line["round"], line["game"])) for line in self.sheet.match["results"]}
        next_ = next((game for game, _ in self.sheet.games if game not in known), self.sheet.games[0][0])
        if len(self.sheet.games) > 1:
            self.fields["game"] = forms.ChoiceField(
                label=gettext("Round and game"), choices=self.sheet.games, initial=next_
            )
        self.points(required=True)
        self.fields["ended"] = forms.ChoiceField(label=gettext("How it ended"), choices=self.sheet.reasons)
        if known:
            self.fields["correction"] = forms.CharField(
                label=gettext("If you change a result: why"), required=False, max_length=LONGEST_REASON
            )

    def terms(self) -> dict[str, Any]:
        played = place(self.cleaned_data.get("game") or self.sheet.games[0][0])
        correction = self.cleaned_data.get("correction") or None
        return {"place": played, "stated": self.stated(self.cleaned_data["ended"]), "correction": correction}


class Confirm(Act):
    text = gettext_noop("Confirm the result")
    command = staticmethod(results.confirm_result)


class Contest(Act):
    text = gettext_noop("Contest the result")
    command = staticmethod(results.contest_result)

    def prepare(self) -> None:
        self.why()
        if self.sheet.match["level"] == "score":
            every = ("", gettext("every game"))
            self.fields["game"] = forms.ChoiceField(
                label=gettext("Round and game"), choices=[every, *self.sheet.games], required=False
            )
            self.points(required=False)
            reasons = self.sheet.reasons
            self.fields["ended"] = forms.ChoiceField(label=gettext("How it ended"), choices=reasons, required=False)

    def sent(self) -> dict[str, Any]:
        game = self.cleaned_data.get("game")
        claims = [(place(game), self.stated(self.cleaned_data["ended"]))] if game else []
        return {"reason": self.cleaned_data["reason"], "claims": claims}


class Decided(Decision):
    """A decision of officials on the result, with a reason."""

    def prepare(self) -> None:
        super().prepare()
        self.why()

    def terms(self) -> dict[str, Any]:
        return {"reason": self.cleaned_data["reason"]}


class Settle(Decided):
    text = gettext_noop("Settle: the result stands")
    command = staticmethod(impact_services.settle_result)
    decision = "settle"


class Forfeit(Decided):
    text = gettext_noop("Forfeit")
    command = staticmethod(impact_services.forfeit_match)
    decision = "forfeit"

    def prepare(self) -> None:
        shown = [(str(seat["seat"]), seat_name(seat)) for seat in self.sheet.match["seats"]]
        self.fields["seats"] = forms.MultipleChoiceField(
            label=gettext("Lost without play"), choices=shown, widget=forms.CheckboxSelectMultiple
        )
        super().prepare()

    def terms(self) -> dict[str, Any]:
        return {**super().terms(), "seats": [int(seat) for seat in self.cleaned_data["seats"]]}


class Void(Decided):
    text = gettext_noop("Void: the match does not count")
    command = staticmethod(impact_services.void_match)
    decision = "void"


class Reopen(Decided):
    text = gettext_noop("Take the ruling back")
    command = staticmethod(impact_services.reopen_match)
    decision = "reopen"


class Seats(Act):
    text = gettext_noop("Change seats")
    command = staticmethod(match_setup.change_seats)

    def prepare(self) -> None:
        shown = [("", gettext("nobody: the seat is taken away")), (SOMEBODY, gettext("somebody who is not known"))]
        shown += [(player["id"], player["shown_as"]) for player in self.sheet.players]
        for seat in self.sheet.match["seats"]:
            label = gettext("Seat {seat}").format(seat=seat["seat"])
            self.fields[f"seat{seat['seat']}"] = forms.ChoiceField(
                label=label, choices=shown, required=False, initial=seat["player"] or SOMEBODY
            )
        remember(self)
        self.why()

    def sent(self) -> dict[str, Any]:
        before = [seat["player"] for seat in self.sheet.match["seats"]]
        now = [self.cleaned_data[f"seat{seat}"] for seat in range(len(before))]
        absent = [UUID(player) for player in before if player is not None and player not in now]
        players = [None if player == SOMEBODY else UUID(player) for player in now if player]
        return {"reason": self.cleaned_data["reason"], "players": players, "absent": absent}


class Level(Act):
    text = gettext_noop("Record it otherwise")
    command = staticmethod(match_setup.choose_level)

    def prepare(self) -> None:
        shown = [
            ("score table", gettext("the results alone")),
            ("open table", gettext("what the table sees")),
            ("full table", gettext("everything, dealt at the table")),
            ("full server", gettext("everything, dealt by the service")),
        ]
        now = f"{self.sheet.match['level']} {self.sheet.match['dealing']}"
        self.fields["level"] = forms.ChoiceField(
            label=gettext("What is recorded"), choices=[each for each in shown if each[0] != now]
        )

    def sent(self) -> dict[str, Any]:
        level, dealing = self.cleaned_data["level"].split()
        return {"level": level, "dealing": dealing}


ACTS: Mapping[str, type[Act]] = {
    act.slug(): act for act in (Report, Confirm, Contest, Settle, Forfeit, Void, Reopen, Seats, Level)
}


def game_choices(entry: Entry) -> list[tuple[str, str]]:
    """The games of a match, by round and game: `2.1`."""
    return [(name, name) for name in map(_place_name, entry.places)]


def place(name: str) -> tuple[int, int]:
    """The round and the game of such a choice."""
    round_, game = name.split(".")
    return int(round_), int(game)


def _place_name(place: tuple[int, int]) -> str:
    round_, game = place
    return f"{round_}.{game}"
