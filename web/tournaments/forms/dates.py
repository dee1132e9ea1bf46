"""Forms for dates: of the tournament, of a round, and of a match that is postponed."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.queries.detail import DatesDetail
from league.tournaments.queries.rounds import TableDetail, round_detail
from league.tournaments.services import schedule
from web.local_times import add_time, read_time
from web.tournaments.forms.base import TournamentContext, TournamentForm

LONGEST_PLACE = 200
LONGEST_FEE = 80
MOST_ROUNDS = 200
OPEN = ("unplayed", "reported", "contested")  # outcomes of tables that may still be postponed


class DatesForm(TournamentForm):
    section: ClassVar[str] = "dates"


class ScheduleTournament(DatesForm):
    slug = "schedule"
    text = gettext_noop("Change dates and place")

    def prepare(self) -> None:
        known: DatesDetail | None = self.context.tournament.dates
        add_time(self, "starts", gettext("Start time"), known.starts if known else None)
        add_time(self, "ends", gettext("End time"), known.ends if known else None)
        self.fields["place"] = forms.CharField(
            label=gettext("Place"), max_length=LONGEST_PLACE, required=False, initial=known.place if known else ""
        )
        add_time(self, "opens", gettext("Players enter from"), known.opens if known else None)
        add_time(self, "closes", gettext("Players enter until"), known.closes if known else None)
        self.fields["fee"] = forms.CharField(
            label=gettext("Fee"),
            max_length=LONGEST_FEE,
            required=False,
            initial=known.fee if known else "",
            help_text=gettext("Only shown. Nothing is paid here."),
        )

    def execute(self) -> None:
        times: dict[str, Any] = {name: read_time(self, name) for name in ("starts", "ends", "opens", "closes")}
        schedule.schedule(**self.target, **times, place=self.values["place"], fee=self.values["fee"])


class ScheduleRound(DatesForm):
    slug = "schedule-round"
    text = gettext_noop("Set the date of a round")

    def prepare(self) -> None:
        first = len([each for each in self.context.tournament.rounds if each.published]) + 1
        self.fields["round"] = forms.IntegerField(
            label=gettext("Round"), min_value=1, max_value=MOST_ROUNDS, initial=first
        )
        add_time(self, "starts", gettext("Start time"))
        add_time(self, "until", gettext("Results until"))

    @property
    def note(self) -> str:
        return gettext("Leave both times empty to remove the date of the round.")

    def execute(self) -> None:
        times: dict[str, Any] = {name: read_time(self, name) for name in ("starts", "until")}
        schedule.schedule_round(**self.target, number=self.values["round"], **times)


class ScheduleTable(DatesForm):
    slug = "schedule-table"
    text = gettext_noop("Postpone a match")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "running" and any(each.published and each.tables for each in context.tournament.rounds)

    def prepare(self) -> None:
        self.add_choice([(f"{round_}.{each.table}", _table_text(round_, each)) for round_, each in self._open()], "")
        self.fields["entrant"].label = gettext("Table")
        add_time(self, "starts", gettext("New start time"))
        self.fields["place"] = forms.CharField(label=gettext("Place"), max_length=LONGEST_PLACE, required=False)
        self.add_reason(required=False)

    @property
    def note(self) -> str:
        return gettext("Without a start the match is played with its round.")

    def execute(self) -> None:
        number, table = map(int, self.values["entrant"].split("."))
        schedule.schedule_table(
            **self.target,
            number=number,
            table=table,
            starts=read_time(self, "starts"),
            place=self.values["place"],
            reason=self.values["reason"],
        )

    def _open(self) -> Iterator[tuple[int, TableDetail]]:
        """Tables without a settled result, by round."""
        tournament = self.context.tournament
        for each in tournament.rounds:
            if each.published and each.without_result:
                for table in round_detail(tournament.id, each.number, self.context.actor).tables:
                    if table.outcome in OPEN:
                        yield each.number, table


def _table_text(number: int, table: TableDetail) -> str:
    text = gettext("Round {round}, table {table}: {names}")
    names = " – ".join(seat.stand_in or seat.name or "" for seat in table.seats)
    return text.format(round=number, table=table.table, names=names)
