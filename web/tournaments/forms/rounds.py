"""Forms for rounds: drawing, changing a draft, publishing, tables, ties in a knockout, undoing."""

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.queries.rounds import round_detail
from league.tournaments.services import lifecycle as tournament_lifecycle
from web.conflict_form import remember
from web.page import QuestionNote
from web.templatetags.words import seat_number
from web.tournaments.forms.base import TournamentContext, TournamentForm
from web.tournaments.leaving import entered_result_note


class DrawRound(TournamentForm):
    slug = "draw"
    text = gettext_noop("Draw the next round")
    section = "next"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.next_step in ("draw", "results", "level", "publish", "table")

    @property
    def title(self) -> str:
        if self.context.draft is not None:
            return gettext("Redraw this round")
        if self.context.next_step == "table":
            return gettext("Start another evening")
        return gettext(self.text)

    def prepare(self) -> None:
        if self.context.step.lacking:
            self.add_checkbox("unfinished", gettext("Draw with results missing"))
            self.add_reason(required=False)

    def question(self) -> str:
        """Asks where a draft that was changed by hand would be lost, and where people could not move."""
        texts = [self.context.idle_players_text] if self.context.tournament.settings.dealing != "table" else []
        if self.context.draft is not None and self.context.draft.changed_by_hand:
            texts.append(gettext("The draft is drawn again. Changes made by hand are lost."))
        return " ".join(filter(None, texts))

    def execute(self) -> None:
        unfinished, anew = self.values.get("unfinished", False), self.context.draft is not None
        reason = self.values.get("reason", "")
        tournament_lifecycle.draw_round(**self.target, unfinished=unfinished, anew=anew, reason=reason)


class PublishRound(TournamentForm):
    slug = "publish"
    text = gettext_noop("Publish the round")
    section = "next"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.next_step == "publish"

    def execute(self) -> None:
        tournament_lifecycle.publish_round(**self.target)


class SwapPlaces(TournamentForm):
    slug = "swap"
    text = gettext_noop("Change the draft: swap two entrants")
    section = "round"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.draft is not None

    def prepare(self) -> None:
        there = [
            (seat.entrant, gettext("{name} (table {table})").format(name=seat.name, table=table.table))
            for table in self.context.open_draft.tables
            for seat in table.seats
        ]
        there += [
            (each.entrant, gettext("{name} (bye)").format(name=each.name)) for each in self.context.open_draft.out
        ]
        self.add_choice(there, gettext("Entrant"), "one")
        self.add_choice(there, gettext("Swap with"), "other")
        self.add_reason(required=False)

    def execute(self) -> None:
        pair = {
            self.values["one"]: self.values["other"],
            self.values["other"]: self.values["one"],
        }
        tables: dict[int, list[list[str]]] = {}
        out: dict[int, list[str]] = {}
        for table in self.context.open_draft.tables:
            seats = [pair.get(seat.entrant, seat.entrant) for seat in table.seats]
            tables.setdefault(table.group, []).append(seats)
        for each in self.context.open_draft.out:
            out.setdefault(each.group, []).append(pair.get(each.entrant, each.entrant))
        tournament_lifecycle.change_draft(**self.target, tables_of=tables, out=out, reason=self.values["reason"])


class ArrangeTables(TournamentForm):
    """Every entrant of the draft with a table number, or without one for a bye."""

    slug = "arrange"
    text = gettext_noop("Change the draft: assign tables")
    section = "round"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        bracket = bool(context.tournament.stages) and context.tournament.stages[-1].format == "knockout"
        return context.draft is not None and not bracket

    def prepare(self) -> None:
        self.seated: list[tuple[str, str | None, int, int | None]] = [
            (seat.entrant, seat.name, table.group, table.table)
            for table in self.context.open_draft.tables
            for seat in table.seats
        ]
        self.seated += [(each.entrant, each.name, each.group, None) for each in self.context.open_draft.out]
        for entrant, name, _, table in self.seated:
            self.fields[f"at-{entrant}"] = forms.IntegerField(
                label=name, required=False, min_value=1, max_value=len(self.seated), initial=table
            )
        remember(self)
        self.add_reason(required=False)

    def execute(self) -> None:
        tables: dict[int, dict[int, list[str]]] = {group: {} for _, _, group, _ in self.seated}
        out: dict[int, list[str]] = {group: [] for group in tables}
        stayed_first = sorted(self.seated, key=lambda each: self.values[f"at-{each[0]}"] != each[3])
        for entrant, _, group, _ in stayed_first:
            number = self.values[f"at-{entrant}"]
            (out[group] if number is None else tables[group].setdefault(number, [])).append(entrant)
        by_group = {group: [seats for _, seats in sorted(found.items())] for group, found in tables.items()}
        reason = self.values["reason"]
        tournament_lifecycle.change_draft(**self.target, tables_of=by_group, out=out, reason=reason, balance=True)


class AnnulRound(TournamentForm):
    slug = "annul"
    destroys = True
    text = gettext_noop("Undo the last round")
    section = "round"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase == "running" and bool(context.tournament.rounds)

    def prepare(self) -> None:
        self.add_reason(required=self.context.draft is None)

    def question(self) -> str:
        last = self.context.tournament.rounds[-1]
        if not last.published:
            text = gettext("The draft of round {round} is discarded. It can be drawn again.")
        else:
            text = gettext("Round {round} is undone. Its matches are void, and results entered there no longer count.")
        return text.format(round=last.number)

    def question_notes(self) -> list[QuestionNote]:
        last = self.context.tournament.rounds[-1]
        return entered_result_note(round_detail(self.context.tournament.id, last.number, self.context.actor))

    def execute(self) -> None:
        tournament_lifecycle.annul_round(**self.target, reason=self.values["reason"])


class StartTable(TournamentForm):
    slug = "table"
    text = gettext_noop("Start a table")
    section = "next"
    for_officials = for_players = True

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.next_step == "table"

    def prepare(self) -> None:
        for seat in range(max(self.context.tournament.settings.sizes)):
            label = seat_number(seat)
            choices = [("", "–"), *self.context.whole("active")]
            self.fields[f"seat{seat}"] = forms.ChoiceField(label=label, choices=choices, required=seat == 0)

    def execute(self) -> None:
        seats = [self.values[name] for name in self.fields if name.startswith("seat") and self.values[name]]
        tournament_lifecycle.start_table(**self.latest_target, entrants=seats)


class AddTable(TournamentForm):
    """A table for latecomers and those who have a bye in the last round."""

    slug = "late"
    text = gettext_noop("Add a table for latecomers")
    section = "field"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return bool(context.step.byes and context.step.late)

    @property
    def note(self) -> str:
        text = gettext("A latecomer plays in round {round} against somebody who has a bye. The seats are drawn.")
        return text.format(round=self.context.step.round - 1)

    def prepare(self) -> None:
        free = {*self.context.step.byes, *self.context.step.late}
        there = [pair for pair in self.context.whole("active") if pair[0] in free]
        for place in range(min(max(self.context.tournament.settings.sizes), len(there))):
            label = gettext("Player {number}").format(number=place + 1)
            self.fields[f"player{place}"] = forms.ChoiceField(
                label=label, choices=[("", "–"), *there], required=place < 2
            )

    def execute(self) -> None:
        seats = [self.values[name] for name in self.fields if name.startswith("player") and self.values[name]]
        tournament_lifecycle.start_table(**self.latest_target, entrants=seats)


class DecideTie(TournamentForm):
    """Decides the first tied knockout table, then the next."""

    slug = "level"
    text = gettext_noop("Decide a tied knockout table")
    section = "next"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.next_step == "level"

    @property
    def title(self) -> str:
        if not self.context.step.level:
            return super().title
        first = self.context.step.level[0]
        text = gettext("Round {number}, table {table} is tied: decide who advances")
        return text.format(number=first.round, table=first.table)

    def prepare(self) -> None:
        for first in self.context.step.level[:1]:
            where = f"{first.round}.{first.table}"
            self.fields["where"] = forms.ChoiceField(choices=[(where, where)], initial=where, widget=forms.HiddenInput)
            there = [pair for pair in self.context.entrants("active", "withdrawn") if pair[0] in first.entrants]
            for place in range(len(there)):
                self.add_choice(there, gettext("Place {place}").format(place=place + 1), f"place{place}")
        self.add_reason()

    def execute(self) -> None:
        number, table = map(int, self.values["where"].split("."))
        order = [self.values[name] for name in self.fields if name.startswith("place")]
        tournament_lifecycle.decide_tie(
            **self.target, number=number, table=table, order=order, reason=self.values["reason"]
        )
