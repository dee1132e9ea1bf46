"""Forms for the dates of a season: its days, its evenings, and what is moved or called off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.agenda.season_calendar import EveningDetail, SeasonCalendar
from league.common.translation import moment_text
from league.seasons import services as season_services
from web.leagues.forms import LeagueContext, LeagueForm
from web.local_times import add_time, read_required_time, read_time

LONGEST_PLACE = 200
MOST_MINUTES = 24 * 60
SKIPPED = ("skip1", "skip2", "skip3")  # days of a plan that are left out
REPEATS = {
    "once": gettext_noop("once"),
    "weekly": gettext_noop("every week"),
    "fortnightly": gettext_noop("every second week"),
    "monthly": gettext_noop("every month, on the same weekday of the month"),
}


@dataclass(frozen=True, kw_only=True)
class DatesContext(LeagueContext):
    """A season with its calendar."""

    calendar: SeasonCalendar

    @property
    def evenings(self) -> Sequence[EveningDetail]:
        """Those that take place."""
        return [each for each in self.calendar.evenings if not each.cancelled]


class SeasonDatesForm(LeagueForm):
    context: DatesContext

    @property
    def season_target(self) -> dict[str, Any]:
        """The season is that of the address."""
        return {**self.target, "number": self.context.calendar.season}

    def add_day(self, name: str, label: str, day: date | None = None, *, required: bool = False) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "placeholder": "2026-12-31"})
        self.fields[name] = forms.DateField(label=label, initial=day, required=required, widget=widget)

    def add_place(self, label: str) -> None:
        self.fields["place"] = forms.CharField(label=label, max_length=LONGEST_PLACE, required=False)

    def add_evening(self, evenings: Sequence[EveningDetail]) -> None:
        choices = [(each.number, f"{each.number}. {moment_text(each.starts)}") for each in evenings]
        self.fields["evening"] = forms.TypedChoiceField(label=gettext("Evening"), choices=choices, coerce=int)


class PlanEvenings(SeasonDatesForm):
    slug = "plan"
    text = gettext_noop("Plan evenings")

    def prepare(self) -> None:
        add_time(self, "starts", gettext("First evening"), required=True)
        choices = [(slug, gettext(text)) for slug, text in REPEATS.items()]
        self.fields["repeat"] = forms.ChoiceField(label=gettext("Repeated"), choices=choices)
        self.add_day("until", gettext("Until the day"))
        for name in SKIPPED:
            self.add_day(name, gettext("Leave out the day"))
        self.fields["minutes"] = forms.IntegerField(
            label=gettext("Length in minutes"), min_value=1, max_value=MOST_MINUTES, required=False
        )
        self.add_place(gettext("Place"))

    def execute(self) -> None:
        given = {name: self.values[name] for name in ("repeat", "until", "minutes", "place")}
        skip = [self.values[name] for name in SKIPPED if self.values[name]]
        starts = read_required_time(self, "starts")
        season_services.plan_evenings(**self.season_target, starts=starts, skip=skip, **given)


class DraftEvening(SeasonDatesForm):
    slug = "draft"
    text = gettext_noop("Draft the tournament of an evening")

    @classmethod
    def fits(cls, context: Any) -> bool:
        return super().fits(context) and bool(context.evenings)

    def prepare(self) -> None:
        self.add_evening(self.context.evenings)

    def execute(self) -> None:
        season_services.draft_evening(**self.season_target, evening=self.values["evening"])


class MoveEvening(SeasonDatesForm):
    """Also one that was called off, which then takes place again."""

    slug = "move"
    text = gettext_noop("Move an evening")

    @classmethod
    def fits(cls, context: Any) -> bool:
        return super().fits(context) and bool(context.calendar.evenings)

    def prepare(self) -> None:
        self.add_evening(self.context.calendar.evenings)
        add_time(self, "starts", gettext("New start time"), required=True)
        add_time(self, "ends", gettext("End time"))
        self.add_place(gettext("Place"))
        self.fields["ends"].help_text = gettext("Leave it empty if the evening lasts as long as before.")
        self.fields["place"].help_text = gettext("Leave it empty if the place stays.")
        self.add_reason(required=False)

    def execute(self) -> None:
        """What is left empty stays as it was: how long the evening lasts, and where it is."""
        number, starts, ends = self.values["evening"], read_required_time(self, "starts"), read_time(self, "ends")
        known = next((each for each in self.context.calendar.evenings if each.number == number), None)
        if known is not None and known.ends is not None and ends is None:
            ends = starts + (known.ends - known.starts)
        season_services.move_evening(
            **self.season_target,
            evening=number,
            starts=starts,
            ends=ends,
            place=self.values["place"] or (known.place if known is not None else ""),
            reason=self.values["reason"],
        )


class CancelEvening(SeasonDatesForm):
    slug = "call-off"
    text = gettext_noop("Call an evening off")
    destroys = True

    @classmethod
    def fits(cls, context: Any) -> bool:
        return super().fits(context) and bool(context.evenings)

    def prepare(self) -> None:
        self.add_evening(self.context.evenings)
        self.add_reason()

    def question(self) -> str:
        return gettext("Calendars show the evening as called off. You can move it to another date later.")

    def execute(self) -> None:
        season_services.cancel_evening(
            **self.season_target, evening=self.values["evening"], reason=self.values["reason"]
        )


class DateSeason(SeasonDatesForm):
    slug = "days"
    text = gettext_noop("Set the first and last day")

    def prepare(self) -> None:
        self.add_day("first", gettext("First day"), self.context.calendar.first)
        self.add_day("last", gettext("Last day"), self.context.calendar.last)

    def execute(self) -> None:
        season_services.date_season(**self.season_target, first=self.values["first"], last=self.values["last"])


FORMS: Mapping[str, type[SeasonDatesForm]] = {
    form.slug: form for form in (PlanEvenings, DraftEvening, MoveEvening, CancelEvening, DateSeason)
}
