"""What the page of a league takes from organisers: plain forms, each of which is one command on a season."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.errors import LeagueError
from league.seasons import services as season_services
from league.seasons.errors import BadSeason
from league.tournaments.queries.error_messages import told
from web.command_form import LATEST, Command, new_key
from web.conflict_form import remember
from web.leagues.season_fields import USUAL, rules_fields, rules_of
from web.tournaments.forms.settings.fields import completed


class Desk(NamedTuple):
    """A league as its page knows it: with the season that is shown, players and tournaments to choose from."""

    league: Mapping[str, Any]
    season: Mapping[str, Any] | None
    players: Sequence[Mapping[str, Any]]
    tournaments: Sequence[Mapping[str, Any]]

    @property
    def divisions(self) -> list[str]:
        return [each["name"] for each in self.season["rules"]["divisions"]] if self.season else []


class Act(Command):
    """A command on a league at the revision that its sender saw."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=LATEST)
    season = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=LATEST, required=False)

    def __init__(self, desk: Desk, data: Mapping[str, Any] | None = None) -> None:
        number = desk.season["number"] if desk.season else None
        initial = {"revision": desk.league["revision"], "season": number, "key": new_key()}
        super().__init__(data, initial=initial, auto_id=f"{self.slug()}_%s")
        self.desk = desk
        self.prepare()

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        """Whether it makes sense as things stand; the service decides whether it can be done."""
        return desk.season is not None and desk.season["closed"] is None

    def prepare(self) -> None:
        """Add the fields that depend on the league."""

    def do(self, actor: Any) -> None:
        """Give the command."""
        raise NotImplementedError

    def refuse(self, refusal: LeagueError) -> None:
        """Say what was refused."""
        self.add_error(None, told(refusal))

    def on(self, actor: Any) -> dict[str, Any]:
        """What commands on the season begin with."""
        given = {"league_id": self.desk.league["id"], "actor": actor, "expected": self.cleaned_data["revision"]}
        return {**given, "number": self.cleaned_data["season"]}


class Attach(Act):
    """A tournament counts."""

    text = gettext_noop("Attach a tournament")

    def prepare(self) -> None:
        choices = [(each["id"], each["name"]) for each in self.desk.tournaments]
        self.fields["tournament"] = forms.ChoiceField(label=gettext("Tournament"), choices=choices)
        if self.desk.divisions:
            counts = [("", gettext("each")), *((str(place), name) for place, name in enumerate(self.desk.divisions))]
            self.fields["division"] = forms.ChoiceField(label=gettext("Division"), choices=counts, required=False)

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return super().fits(desk) and bool(desk.tournaments)

    def do(self, actor: Any) -> None:
        division = self.cleaned_data.get("division")
        season_services.attach(
            tournament_id=self.cleaned_data["tournament"],
            division=int(division) if division else None,
            **self.on(actor),
        )


class Detach(Act):
    """A tournament counts no longer."""

    text = gettext_noop("Detach a tournament")

    def prepare(self) -> None:
        events = self.desk.season["events"] if self.desk.season else []
        choices = [(each["tournament"], each["name"]) for each in events]
        self.fields["tournament"] = forms.ChoiceField(label=gettext("Tournament"), choices=choices)
        self.why()

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return super().fits(desk) and bool(desk.season and desk.season["events"])

    def do(self, actor: Any) -> None:
        given = self.cleaned_data
        season_services.detach(tournament_id=given["tournament"], reason=given["reason"], **self.on(actor))


class DrawUp(Act):
    """Who is in which division."""

    text = gettext_noop("Draw up the divisions")

    def prepare(self) -> None:
        if self.desk.season is None:
            return
        now = self.desk.season["members"] or self.desk.season["proposed"]
        players = [(each["id"], each["shown_as"]) for each in self.desk.players]
        for place, name in enumerate(self.desk.divisions):
            self.fields[f"division_{place}"] = forms.MultipleChoiceField(
                label=name,
                choices=players,
                required=False,
                initial=[each["player"] for each in now[place]],
                widget=forms.CheckboxSelectMultiple,
            )
        remember(self)
        self.why(required=bool(self.desk.season["members"]))

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return super().fits(desk) and bool(desk.divisions)

    def do(self, actor: Any) -> None:
        members = [self.cleaned_data[f"division_{place}"] for place in range(len(self.desk.divisions))]
        season_services.draw_up(members=members, reason=self.cleaned_data["reason"], **self.on(actor))


class Close(Act):
    """The tables are frozen."""

    text = gettext_noop("Close the season")

    def prepare(self) -> None:
        self.fields["early"] = forms.BooleanField(label=gettext("Leave out events that run still"), required=False)
        if self.desk.divisions:
            self.fields["gone"] = forms.MultipleChoiceField(
                label=gettext("Who plays no further season"),
                choices=[(each["id"], each["shown_as"]) for each in self.desk.players],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields["decided"] = forms.CharField(
                label=gettext("Order of those who are level where some go up or down, a name on each line"),
                widget=forms.Textarea(attrs={"rows": 3}),
                max_length=10_000,
                required=False,
            )
        self.why(required=False)

    def clean_decided(self) -> list[str]:
        """The ids of the players who are named."""
        known = {each["shown_as"]: each["id"] for each in self.desk.players}
        named = [line.strip() for line in self.cleaned_data["decided"].splitlines() if line.strip()]
        for name in named:
            if name not in known:
                raise forms.ValidationError(gettext("Nobody in the club is called {name}.").format(name=name))
        return [known[name] for name in named]

    def do(self, actor: Any) -> None:
        given = self.cleaned_data
        season_services.close(
            gone=given.get("gone", ()),
            decided=given.get("decided", ()),
            early=given["early"],
            reason=given["reason"],
            **self.on(actor),
        )


class Reopen(Act):
    """A closed season goes on."""

    text = gettext_noop("Reopen the season")

    def prepare(self) -> None:
        self.why()

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return desk.season is not None and desk.season["closed"] is not None

    def do(self, actor: Any) -> None:
        season_services.reopen(reason=self.cleaned_data["reason"], **self.on(actor))


class OfRules(Act):
    """The name and the rules of a season; what is not sent is as the form shows it."""

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, None)
        if data is not None:
            self.data, self.is_bound = completed(self, data), True

    def filled(self, name: str, rules: Mapping[str, Any]) -> None:
        """Add the fields with what they have."""
        self.fields["called"] = forms.CharField(label=gettext("Name"), max_length=200, initial=name)
        self.fields |= rules_fields(rules)

    def refuse(self, refusal: LeagueError) -> None:
        """Say what was refused beside the field that it is about."""
        key = str(refusal.params["key"]).partition(".")[0] if isinstance(refusal, BadSeason) else ""
        field = {"tiebreaks": "tiebreak_0"}.get(key, key)
        self.add_error(field if field in self.fields else None, told(refusal))


class Change(OfRules):
    """An open season counts otherwise."""

    text = gettext_noop("Change the rules of the season")

    def prepare(self) -> None:
        if self.desk.season is not None:
            self.filled(self.desk.season["name"], self.desk.season["rules"])
            remember(self)
            self.why()

    def do(self, actor: Any) -> None:
        given = self.cleaned_data
        rules = rules_of(given)
        season_services.change_season(name=given["called"], rules=rules, reason=given["reason"], **self.on(actor))


class Open(OfRules):
    """A season begins."""

    text = gettext_noop("Open a season")

    def prepare(self) -> None:
        self.filled("", USUAL)

    @classmethod
    def fits(cls, desk: Desk) -> bool:
        return True

    def do(self, actor: Any) -> None:
        season_services.open_season(
            league_id=self.desk.league["id"],
            name=self.cleaned_data["called"],
            rules=rules_of(self.cleaned_data),
            actor=actor,
            expected=self.cleaned_data["revision"],
        )


ACTS: Mapping[str, type[Act]] = {act.slug(): act for act in (Attach, Detach, DrawUp, Change, Close, Reopen, Open)}
