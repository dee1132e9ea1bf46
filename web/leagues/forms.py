"""The forms of the league page, each of which is one command on a league or a season."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from games.errors import Refused, gettext_noop
from league.clubs.queries import PlayerDetail
from league.common.actor import require_organiser
from league.common.translation import translate
from league.errors import LeagueError
from league.seasons import services as season_services
from league.seasons.errors import BadSeason
from league.seasons.queries import LeagueDetail, SeasonDetail, SeasonSettings
from league.tournaments.queries.list import TournamentOverview
from web.command_form import LATEST, CommandForm, PageContext
from web.conflict_form import remember
from web.leagues.season_fields import USUAL, parse_rules, rules_fields
from web.page import Link, QuestionNote
from web.tournaments.forms.settings.fields import parse_numbers
from web.tournaments.leaving import loose_end_notes


@dataclass(frozen=True, kw_only=True)
class LeagueContext(PageContext):
    """A league, the season on the page, and for organisers the players and tournaments to choose from."""

    league: LeagueDetail
    season: SeasonDetail | None
    players: Sequence[PlayerDetail]
    tournaments: Sequence[TournamentOverview]

    @property
    def revision(self) -> int:
        return self.league.revision

    @property
    def organiser(self) -> bool:
        return self.actor.organiser(self.league.club)

    def require(self, form: type[CommandForm[Any]]) -> None:
        require_organiser(self.actor, self.league.club, season_services.RUN)

    @property
    def divisions(self) -> list[str]:
        return [each.name for each in self.season.rules.divisions] if self.season else []


class LeagueForm(CommandForm[LeagueContext]):
    """A command on a league and the season on the page."""

    season = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=LATEST, required=False)

    def __init__(self, context: LeagueContext, data: Any = None, files: Any = None) -> None:
        super().__init__(context, data, files, season=context.season.number if context.season else None)

    @classmethod
    def fits(cls, context: LeagueContext) -> bool:
        return context.season is not None and context.season.closed is None

    @property
    def target(self) -> dict[str, Any]:
        """The arguments of every command on the league."""
        return {
            "league_id": self.context.league.id,
            "actor": self.context.actor,
            "expected": self.values["revision"],
        }

    @property
    def season_target(self) -> dict[str, Any]:
        """The arguments of every command on the season."""
        return {**self.target, "number": self.values["season"]}


class AttachTournament(LeagueForm):
    slug = "attach"
    text = gettext_noop("Add a tournament")

    def prepare(self) -> None:
        choices = [(each.id, each.name) for each in self.context.tournaments]
        self.fields["tournament"] = forms.ChoiceField(label=gettext("Tournament"), choices=choices)
        if self.context.divisions:
            counts = [
                ("", gettext("all divisions")),
                *((str(place), name) for place, name in enumerate(self.context.divisions)),
            ]
            self.fields["division"] = forms.ChoiceField(label=gettext("Division"), choices=counts, required=False)

    @classmethod
    def fits(cls, context: LeagueContext) -> bool:
        return super().fits(context) and bool(context.tournaments)

    def execute(self) -> None:
        division = self.values.get("division")
        season_services.attach(
            tournament_id=self.values["tournament"],
            division=int(division) if division else None,
            **self.season_target,
        )


class DetachTournament(LeagueForm):
    slug = "detach"
    text = gettext_noop("Remove a tournament")

    def prepare(self) -> None:
        events = self.context.season.events if self.context.season else []
        choices = [(each.tournament, each.name) for each in events]
        self.fields["tournament"] = forms.ChoiceField(label=gettext("Tournament"), choices=choices)
        self.add_reason()

    @classmethod
    def fits(cls, context: LeagueContext) -> bool:
        return super().fits(context) and bool(context.season and context.season.events)

    def question(self) -> str:
        return gettext("The results of this tournament no longer count in the season.")

    def execute(self) -> None:
        given = self.values
        season_services.detach(tournament_id=given["tournament"], reason=given["reason"], **self.season_target)


class DrawUpDivisions(LeagueForm):
    slug = "drawup"
    text = gettext_noop("Draw up the divisions")

    def prepare(self) -> None:
        if self.context.season is None:
            return
        divisions = self.context.season.members or self.context.season.proposed
        players = [(each.id, each.shown_as) for each in self.context.players]
        for place, name in enumerate(self.context.divisions):
            self.fields[f"division_{place}"] = forms.MultipleChoiceField(
                label=name,
                choices=players,
                required=False,
                initial=[each.player for each in divisions[place]],
                widget=forms.CheckboxSelectMultiple,
            )
        remember(self)
        self.add_reason(required=bool(self.context.season.members))

    @classmethod
    def fits(cls, context: LeagueContext) -> bool:
        return super().fits(context) and bool(context.divisions)

    def execute(self) -> None:
        members = [self.values[f"division_{place}"] for place in range(len(self.context.divisions))]
        season_services.draw_up(members=members, reason=self.values["reason"], **self.season_target)


class CloseSeason(LeagueForm):
    slug = "close"
    text = gettext_noop("Close the season")

    def prepare(self) -> None:
        self.fields["early"] = forms.BooleanField(label=gettext("Leave out events still in progress"), required=False)
        if self.context.divisions:
            self.fields["small"] = forms.BooleanField(
                label=gettext("Accept divisions with fewer than two players"), required=False
            )
            self.fields["gone"] = forms.MultipleChoiceField(
                label=gettext("Players leaving the league"),
                choices=[(each.id, each.shown_as) for each in self.context.players],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields["decided"] = forms.CharField(
                label=gettext("Order of players tied at a promotion or relegation line, one name per line"),
                widget=forms.Textarea(attrs={"rows": 3}),
                max_length=10_000,
                required=False,
            )
        self.add_reason(required=False)

    def clean_decided(self) -> list[str]:
        """The ids of the named players."""
        known = {each.shown_as: each.id for each in self.context.players}
        named = [line.strip() for line in self.values["decided"].splitlines() if line.strip()]
        for name in named:
            if name not in known:
                raise forms.ValidationError(gettext("Nobody in the club is called {name}.").format(name=name))
        return [known[name] for name in named]

    def question(self) -> str:
        return gettext("The season ends with its table as it stands, and later results no longer count in it.")

    def question_notes(self) -> list[QuestionNote]:
        """The tournaments in which something isn't settled."""
        club, actor = self.context.league.club, self.context.actor
        events = self.context.season.events if self.context.season else []
        links = [
            Link(reverse("web:tournament", args=[each.tournament]), each.name or "–")
            for each in events
            if loose_end_notes(each.tournament, club, actor)
        ]
        text = ngettext(
            "{count} tournament has results or appeals that aren’t settled:",
            "{count} tournaments have results or appeals that aren’t settled:",
            len(links),
        )
        return [QuestionNote(text.format(count=len(links)), links)] if links else []

    def execute(self) -> None:
        given = self.values
        season_services.close(
            gone=given.get("gone", ()),
            decided=given.get("decided", ()),
            early=given["early"],
            small=given.get("small", False),
            reason=given["reason"],
            **self.season_target,
        )


class ReopenSeason(LeagueForm):
    slug = "reopen"
    text = gettext_noop("Reopen the season")

    def prepare(self) -> None:
        self.add_reason()

    @classmethod
    def fits(cls, context: LeagueContext) -> bool:
        return context.season is not None and context.season.closed is not None

    def execute(self) -> None:
        season_services.reopen(reason=self.values["reason"], **self.season_target)


class SeasonRulesForm(LeagueForm):
    """The name and the rules of a season, on a page of their own. Fields that are not sent keep what the form shows."""

    keeps_unsent = True

    def add_rules(self, name: str, rules: SeasonSettings) -> None:
        self.fields["called"] = forms.CharField(label=pgettext("of a thing", "Name"), max_length=200, initial=name)
        self.fields |= rules_fields(rules)

    def refuse(self, refusal: LeagueError | Refused) -> None:
        """Show a fault of a rule at its field, and which of several numbers it is."""
        if not isinstance(refusal, BadSeason):
            super().refuse(refusal)
            return
        key, _, place = str(refusal.params["key"]).partition(".")
        why = translate("{why}.", {"why": refusal.params["why"]})
        numbers = parse_numbers(self.values["points"]) if key == "points" and place else []
        text = f"{numbers[int(place)]}: {why}" if numbers else capfirst(why)
        field = {"tiebreaks": "tiebreak_0"}.get(key, key)
        self.add_error(field if field in self.fields else None, text)


class ChangeSeason(SeasonRulesForm):
    slug = "change"
    text = gettext_noop("Change the season rules")

    def prepare(self) -> None:
        if self.context.season is not None:
            self.add_rules(self.context.season.name, self.context.season.rules)
            remember(self)
            self.add_reason()

    def execute(self) -> None:
        given = self.values
        rules = parse_rules(given)
        season_services.change_season(name=given["called"], rules=rules, reason=given["reason"], **self.season_target)


class OpenSeason(SeasonRulesForm):
    slug = "open"
    text = gettext_noop("Open a season")

    def prepare(self) -> None:
        self.add_rules("", USUAL)

    @classmethod
    def fits(cls, context: LeagueContext) -> bool:
        return True

    def execute(self) -> None:
        season_services.open_season(name=self.values["called"], rules=parse_rules(self.values), **self.target)


FORMS: Mapping[str, type[LeagueForm]] = {
    form.slug: form
    for form in (
        AttachTournament,
        DetachTournament,
        DrawUpDivisions,
        ChangeSeason,
        CloseSeason,
        ReopenSeason,
        OpenSeason,
    )
}
