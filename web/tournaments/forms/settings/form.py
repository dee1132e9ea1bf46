"""The form for all settings of a tournament."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

from games.errors import Refused, gettext_noop
from league.common.errors import BadName, ReasonNeeded
from league.common.translation import translate
from league.errors import LeagueError
from league.matches.errors import BadOption
from league.standings.errors import BadScoring
from league.tournaments.errors import BadSettings
from league.tournaments.queries.error_messages import error_text
from league.tournaments.queries.settings import GameOption, SettingsSheet
from league.tournaments.services import settings as tournament_settings
from web.command_form import CommandForm
from web.conflict_form import remember
from web.matches.recording import BY_PHONES, BY_SERVICE, TOGETHER
from web.tournaments.forms.base import TournamentContext
from web.tournaments.forms.settings.fields import Checkboxes, checkbox_field, choice_field, integer_field, text_field
from web.tournaments.forms.settings.groups import BoundGroup, Group, Part, bind_group
from web.tournaments.forms.settings.scoring import chain_group, parse_chain, parse_scoring, points_groups
from web.tournaments.forms.settings.stages import parse_stages, stage_parts

LEVELS = {  # level and dealing
    "score table": gettext_noop("results only"),
    "open table": gettext_noop("what the table sees"),
    "full table": gettext_noop("everything, dealt at the table"),
    TOGETHER: gettext_noop("everything, dealt together"),
    BY_SERVICE: gettext_noop("everything, dealt by the service"),
}
PARTS = ("points", "unplayed", "tie-breaks")  # pages of one group each
PLAIN = (
    *("capacity", "check_in", "half_byes", "guests", "confirm", "team_size", "appeal_hours", "further_appeal_hours"),
    "round_minutes",
)


@dataclass(frozen=True, kw_only=True)
class SettingsContext(TournamentContext):
    """A tournament with its settings, and the page of them that is shown."""

    sheet: SettingsSheet
    part: str = ""

    def require(self, form: type[CommandForm[Any]]) -> None:
        self.require_organiser()


class SettingsForm(CommandForm[SettingsContext]):
    """All settings, of which a page shows a part. What it doesn't show keeps its value.

    Fields are named like settings: `stages.0.groups`. Fixed settings are shown with the reason.
    """

    slug = "settings"
    text = gettext_noop("Change the settings")
    keeps_unsent = True

    def prepare(self) -> None:
        self.auto_id = "s_%s"  # a page has three for each of many fields
        self.sheet = self.context.sheet
        self.parts = self._build_parts()
        self.part = self._find_part()
        self._disable_fixed()
        remember(self)
        if self.context.phase == "running":
            self.add_reason()

    def _build_parts(self) -> list[Part]:
        fields, sheet = self.fields, self.sheet
        who_plays, tables = self._who_plays(), self._tables()
        stages = stage_parts(fields, sheet)
        points, unplayed = points_groups(fields, sheet)
        chain = chain_group(fields, sheet)
        return [
            Part("", gettext("General"), (who_plays, tables, self._game(), self._results())),
            *stages,
            *(Part(slug, each.title, (each,)) for slug, each in zip(PARTS, (points, unplayed, chain), strict=True)),
        ]

    def _find_part(self) -> Part:
        for part in self.parts:
            if part.slug == self.context.part:
                return part
        raise Http404

    def address(self, part: Part) -> str:
        """The page of a part."""
        args = [self.context.tournament.id, *([part.slug] if part.slug else [])]
        return reverse("web:tournament-settings", args=args)

    @property
    def pages(self) -> list[tuple[Part, str]]:
        """All parts with their addresses."""
        return [(part, self.address(part)) for part in self.parts]

    @property
    def refusals(self) -> Iterator[tuple[forms.BoundField, str, str]]:
        """The fields that were refused, with the reason, and the address of their page if it is another one."""
        for field in self:
            part = next((each for each in self.parts if each.has(field.name)), self.part)
            for error in field.errors:
                yield field, str(error), "" if part is self.part else self.address(part)

    def _who_plays(self) -> Group:
        settings = self.sheet.settings
        added: dict[str, forms.Field] = {
            "name": text_field(
                pgettext("of a thing", "Name"), gettext("Shown to everyone."), self.context.tournament.name, 200
            ),
            "game": forms.CharField(
                label=gettext("Game"),
                help_text=gettext("Chosen when the tournament is created."),
                initial=self.context.tournament.game_name,
                disabled=True,
                required=False,
            ),
            "capacity": integer_field(
                gettext("Capacity"),
                gettext("Later entries go on the waiting list. Leave empty for no limit."),
                settings.capacity,
            ),
            "team_size": integer_field(
                gettext("Players per entrant"),
                gettext("1 for individual entries, more for teams of that size."),
                settings.team_size,
            ),
            "check_in": checkbox_field(
                gettext("Only checked-in entrants take part"),
                gettext("Anyone missing at the start counts as a no-show."),
                initial=settings.check_in,
            ),
        }
        added["half_byes"] = integer_field(
            gettext("Half-point byes without an organiser"),
            gettext("How many each entrant can take. Zero-point byes are always possible."),
            settings.half_byes,
            0,
        )
        added["guests"] = integer_field(
            gettext("Guests that a player may bring"),
            gettext("How many others a player who entered themselves can enter by name."),
            settings.guests,
            0,
        )
        return self._group(gettext("Participants"), added)

    def _tables(self) -> Group:
        settings = self.sheet.settings
        sizes = sorted({*settings.sizes, *([] if self.sheet.together else self.sheet.seats)})
        choices = [(str(size), str(size)) for size in sizes]
        added: dict[str, forms.Field] = {
            "sizes": forms.MultipleChoiceField(
                label=gettext("Allowed table sizes"),
                help_text=gettext("Tick every allowed size."),
                choices=choices,
                initial=[str(size) for size in settings.sizes],
                required=False,
                widget=Checkboxes,
            ),
            "preferred": choice_field(
                gettext("Preferred table size"),
                gettext("Other sizes are used for the players left over."),
                choices,
                str(settings.preferred),
            ),
        }
        if not self.sheet.together:
            added["neighbours"] = checkbox_field(
                gettext("Avoid the same left neighbour"),
                gettext("Among seats that are equally fair, at tables of three or more."),
                initial=settings.neighbours,
            )
        added["round_minutes"] = integer_field(
            gettext("Minutes for a round"),
            gettext("For the round clock, which organisers start. Leave empty for rounds without a time limit."),
            settings.round_minutes,
        )
        return self._group(gettext("Tables"), added)

    def _game(self) -> Group:
        options = self.sheet.settings.options
        added = {f"options.{each.key}": _option_field(each, options.get(each.key)) for each in self.sheet.options}
        return self._group(gettext("Game"), added)

    def _results(self) -> Group:
        settings = self.sheet.settings
        levels = [(code, gettext(message)) for code, message in LEVELS.items()]
        added: dict[str, forms.Field] = {
            "confirm": checkbox_field(
                gettext("Results must be confirmed"),
                gettext("Before the next round is drawn."),
                initial=settings.confirm,
            ),
            "level": choice_field(
                gettext("What is recorded"),
                gettext("Applies to matches opened from now on."),
                levels,
                f"{settings.level} {settings.dealing}",
            ),
            "appeal_hours": integer_field(
                gettext("Hours to appeal"), gettext("Counted from the end of the match."), settings.appeal_hours, 0
            ),
            "further_appeal_hours": integer_field(
                gettext("Hours to appeal against a ruling"),
                gettext("Counted from the ruling."),
                settings.further_appeal_hours,
                0,
            ),
        }
        return self._group(gettext("Results"), added)

    def _group(self, title: str, added: dict[str, forms.Field]) -> Group:
        self.fields |= added
        return Group(title, tuple(added), open=True)

    def _disable_fixed(self) -> None:
        """Disable fields that can no longer be changed."""
        for name, field in self.fields.items():
            if name in self.sheet.fixed:
                field.help_text = gettext("Can’t be changed: {why}").format(why=self.sheet.fixed[name])
            if name in self.sheet.fixed or self.context.over:
                field.disabled = field.disabled or not field.widget.is_hidden

    @property
    def shown(self) -> Iterator[BoundGroup]:
        """The groups of the page with their fields."""
        return (bind_group(self, group) for group in self.part.groups)

    @property
    def wanted(self) -> dict[str, Any]:
        """The settings as they were filled in, for the service."""
        given = self.values
        plain = {name: given[name] for name in (*PLAIN, "neighbours") if name in self.fields}
        level, dealing = given["level"].split() if given["level"] else ("", "")
        return {
            **plain,
            "sizes": [int(size) for size in given["sizes"]],
            "preferred": int(given["preferred"] or 0),
            "stages": parse_stages(given, self.sheet)[0],
            "scoring": parse_scoring(given, self.sheet),
            "tiebreaks": parse_chain(given)[0],
            "options": {**self.sheet.settings.options, **self._options()},
            "level": level,
            "dealing": dealing,
        }

    def _options(self) -> dict[str, Any]:
        given = {each.key: self.values[f"options.{each.key}"] for each in self.sheet.options}
        return {key: "" if value is None else value for key, value in given.items()}

    def question(self) -> str:
        """Asks where the service would deal from now on to people who could not move."""
        deals = self.values["level"] in BY_PHONES and self.sheet.settings.dealing == "table"
        return self.context.idle_players_text if deals else ""

    def execute(self) -> None:
        given = self.values
        tournament_settings.change(
            tournament_id=self.context.tournament.id,
            actor=self.context.actor,
            expected=given["revision"],
            name=given["name"],
            settings=self.wanted,
            reason=given.get("reason", ""),
        )

    def refuse(self, refusal: LeagueError | Refused) -> None:
        self.add_error(self._culprit(refusal), _refusal_text(refusal))

    def _culprit(self, refusal: LeagueError | Refused) -> str | None:
        if isinstance(refusal, BadName):
            return "name"
        if isinstance(refusal, ReasonNeeded) and "reason" in self.fields:
            return "reason"
        key = self._in_rows(_setting_key(refusal))
        while key:
            found = [name for name in self.fields if name == key or name.startswith(f"{key}.")]
            if found:
                return found[0]
            key = key.rpartition(".")[0]
        return None

    def _in_rows(self, key: str) -> str:
        """The key of a stage or a tie-break by the row that it was filled in at."""
        kind, _, rest = key.partition(".")
        rows = {"stages": parse_stages(self.values, self.sheet)[1], "tiebreaks": parse_chain(self.values)[1]}
        number, dot, name = rest.partition(".")
        if kind in rows and number.isdigit() and int(number) < len(rows[kind]):
            return f"{kind}.{rows[kind][int(number)]}{dot}{name}"
        return "level" if key == "dealing" else key


def _option_field(option: GameOption, value: Any) -> forms.Field:
    label, help_text = (option.name, option.help) if option.name else (option.help.rstrip("."), "")
    if option.kind == "flag":
        return checkbox_field(label, help_text, initial=bool(value))
    if option.choices:
        return choice_field(label, help_text, option.choices, value)
    return integer_field(label, help_text, value) if option.kind == "whole" else text_field(label, help_text, value)


def _setting_key(refusal: LeagueError | Refused) -> str:
    """The name of the setting that was refused."""
    key = str(refusal.params.get("key", ""))
    if isinstance(refusal, BadOption):
        return f"options.{key}"
    if isinstance(refusal, BadScoring) and key.partition(".")[0] != "tiebreaks":
        return f"scoring.{key}"
    return key


def _refusal_text(refusal: LeagueError | Refused) -> str:
    if isinstance(refusal, BadSettings | BadScoring):
        return capfirst(translate("{why}.", {"why": refusal.params["why"]}))
    return error_text(refusal)
