"""Forms for the clock of a round. They come from the tournament page or the page of the round, and lead back there."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.services import clock
from web.tournaments.forms.base import TournamentContext, TournamentForm

LONGEST = 24 * 60  # minutes
PAGES = ("now", "round")


class ClockForm(TournamentForm):
    """A command on the clock of one round. The state of that clock decides whether it fits, not the revision."""

    section: ClassVar[str] = "clock"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "running" and any(each.published for each in context.tournament.rounds)

    def prepare(self) -> None:
        published = [each.number for each in self.context.tournament.rounds if each.published]
        self.fields["round"] = forms.IntegerField(widget=forms.HiddenInput, initial=published[-1])
        choices = [(each, each) for each in PAGES]
        self.fields["back"] = forms.ChoiceField(widget=forms.HiddenInput, choices=choices, initial=PAGES[0])

    @property
    def place(self) -> dict[str, Any]:
        """The arguments of a command that fits whatever else happened in the meantime."""
        return {**self.latest_target, "number": self.values["round"]}

    def execute(self) -> int | None:
        """The round whose page comes next, if it was sent from there."""
        self.command()
        return self.values["round"] if self.values["back"] == "round" else None

    def command(self) -> None:
        raise NotImplementedError


class StartClock(ClockForm):
    slug = "clock-start"
    text = gettext_noop("Start the round clock")

    def prepare(self) -> None:
        super().prepare()
        usual = self.context.tournament.settings.round_minutes
        label = gettext("Minutes")
        self.fields["minutes"] = forms.IntegerField(label=label, min_value=1, max_value=LONGEST, initial=usual)

    def command(self) -> None:
        clock.start_clock(**self.place, minutes=self.values["minutes"])


class PauseClock(ClockForm):
    slug = "clock-pause"
    text = gettext_noop("Pause the round clock")

    def command(self) -> None:
        clock.pause_clock(**self.place)


class ResumeClock(ClockForm):
    slug = "clock-resume"
    text = gettext_noop("Resume the round clock")

    def command(self) -> None:
        clock.resume_clock(**self.place)


class ExtendClock(ClockForm):
    """At the revision that was seen, so that two who add the same minutes do not add them twice."""

    slug = "clock-extend"
    text = gettext_noop("Change the round clock")

    def prepare(self) -> None:
        super().prepare()
        label = gettext("Minutes more, or fewer with a minus")
        self.fields["minutes"] = forms.IntegerField(label=label, min_value=-LONGEST, max_value=LONGEST)

    def command(self) -> None:
        clock.extend_clock(**self.target, number=self.values["round"], minutes=self.values["minutes"])


class ClearClock(ClockForm):
    slug = "clock-clear"
    text = gettext_noop("Remove the round clock")

    def question(self) -> str:
        return gettext("The clock disappears from all pages, and the time that is left is lost.")

    def command(self) -> None:
        clock.clear_clock(**self.place)
