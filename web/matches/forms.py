"""What the page of a match takes: plain forms, each of which is one command."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.utils.translation import gettext

from games.engine import Stated
from games.errors import gettext_noop
from league.eventlog.types import Committed
from league.impact import services as impact_services
from league.impact.queries import TriedDecision
from league.impact.services import POLICIES
from league.matches.queries.detail import MatchDetail
from league.matches.queries.score_sheet import ResultEntry, SheetLine
from league.matches.services import setup as match_setup
from league.tournaments.services import seats
from web.command_form import LONGEST_REASON, CommandForm, PageContext
from web.conflict_form import remember
from web.matches.numbers import game_name
from web.matches.recording import BY_PHONES, RECORDED, account_error, consequence, link_text
from web.templatetags.words import seat_name, seat_number

POINTS = 1_000_000
POINTS_FIELD = "points"
SOMEBODY = "?"  # at a seat


@dataclass(frozen=True, kw_only=True)
class MatchContext(PageContext):
    """A match as its reader sees it, how results are entered, and the players to choose substitutes from."""

    match: MatchDetail
    entry: ResultEntry
    players: Sequence[tuple[str, str]]  # id and name

    @property
    def revision(self) -> int:
        return self.match.revision

    @property
    def reasons(self) -> list[tuple[str, str]]:
        return [(code, gettext(message)) for code, message in self.entry.reasons.items()]

    @property
    def games(self) -> list[tuple[str, str]]:
        return game_choices(self.entry)


class MatchForm(CommandForm[MatchContext]):
    """A command on a match."""

    command: ClassVar[Callable[..., Committed]]

    def arguments(self) -> dict[str, Any]:
        """Arguments of the command besides match, revision and actor."""
        return {}

    def execute(self) -> None:
        type(self).command(
            match_id=self.context.match.id,
            expected=self.values["revision"],
            actor=self.context.actor,
            **self.arguments(),
        )

    @property
    def has_preview(self) -> bool:
        """Whether the sender may see what it would change before it is done."""
        return False

    @property
    def by_points(self) -> bool:
        """Whether points are typed in, though the game has them follow from other numbers."""
        asked = "points0" in self.data if self.is_bound else self.initial.get("by") == POINTS_FIELD
        return not self.context.entry.form.finisher or asked

    @property
    def could_take_points(self) -> bool:
        """Whether the form takes what points follow from, and could take the points themselves."""
        return "ended" in self.fields and not self.by_points

    def add_numbers(self, *, required: bool) -> None:
        """Add a field for the number of each seat, or of the team, and of the table, as its game declares them."""
        entry, match = self.context.entry, self.context.match
        name = POINTS_FIELD if self.by_points else entry.form.key
        what = gettext("Points") if self.by_points and entry.form.finisher else gettext(entry.form.label)
        shown = [gettext("The team")] if entry.team else [seat_name(seat) for seat in match.seats]
        for seat, label in enumerate(shown):
            left = seat in match.left
            if left:
                label = gettext("{seat} (left: scores nothing except for games already played)").format(seat=label)
            self.fields[f"{name}{seat}"] = forms.IntegerField(
                label=f"{what}: {label}",
                required=required and not left and self.by_points,
                min_value=-POINTS if name == POINTS_FIELD else 0,
                max_value=POINTS,
            )
        for place_, label in enumerate(entry.form.rest):
            self.fields[f"rest{place_}"] = forms.IntegerField(
                label=gettext(label), required=False, min_value=0, max_value=POINTS
            )

    def add_games(self, choices: Sequence[tuple[str, str]], *, required: bool, proposed: str) -> None:
        """Add a field for the game, and fill the form with what stands of that game."""
        standing = {game_name((line.round, line.game)): self._standing(line) for line in self.context.match.results}
        chosen = self.initial.get("game")
        game = chosen if chosen in dict(choices) else proposed
        if len(choices) > 1:
            widget = forms.Select(attrs={"data-standing": json.dumps(standing)})
            self.fields["game"] = forms.ChoiceField(
                label=gettext("Round and game"), choices=choices, required=required, widget=widget
            )
        self.initial.update({"game": game, **standing.get(game, {})})

    def _standing(self, line: SheetLine) -> dict[str, int | str]:
        """The values of the fields for a result."""
        entry = self.context.entry
        known = entry.entered.get((line.round, line.game))
        values: dict[str, int | str] = {"ended": line.reason}
        values |= {f"rest{place_}": number for place_, number in enumerate(known.rest if known else ())}
        if self.by_points:
            shown = line.points[:1] if entry.team else line.points
            return values | {f"{POINTS_FIELD}{seat}": points for seat, points in enumerate(shown)}
        numbers = enumerate(known.numbers if known else ())
        return values | {f"{entry.form.key}{seat}": number for seat, number in numbers if number is not None}

    def stated(self, ended: str) -> Stated:
        """The result that was typed in."""
        entry, number = self.context.entry, len(self.context.match.seats)
        rest = [self.values.get(f"rest{place_}") for place_, _ in enumerate(entry.form.rest)]
        if not self.by_points:
            typed = [self.values.get(f"{entry.form.key}{seat}") for seat in range(number)]
            left = self.context.match.left
            racks = [each if seat in left else each or 0 for seat, each in enumerate(typed)]
            return entry.stated(racks, rest=rest, reason=ended)
        given = [self.values.get(f"{POINTS_FIELD}{0 if entry.team else seat}") for seat in range(number)]
        for seat in self.context.match.left:
            given[seat] = given[seat] or 0
        points = tuple(each for each in given if each is not None)
        extra = entry.stated((), rest=rest).extra if any(each is not None for each in rest) else {}
        return Stated(points if len(points) == number else None, ended, {**extra})


class DecisionForm(MatchForm):
    """A command that may change a known result, with the policy for what follows from it.

    `decision`: its name in the preview.
    """

    decision: ClassVar[TriedDecision]

    def prepare(self) -> None:
        choices = [("", ""), *((policy, policy) for policy in POLICIES)]
        self.fields["policy"] = forms.ChoiceField(choices=choices, required=False, widget=forms.HiddenInput)

    @property
    def has_preview(self) -> bool:
        official = "void" in self.context.match.may
        return official and (bool(self.context.match.results) or self.context.match.ruling is not None)

    def terms(self) -> dict[str, Any]:
        """Arguments of the command besides match, revision, actor and policy."""
        return {}

    def arguments(self) -> dict[str, Any]:
        return {**self.terms(), "policy": self.values["policy"] or None}


class ReportResult(DecisionForm):
    slug = "report"
    text = gettext_noop("Enter a result")
    command = staticmethod(impact_services.report_result)
    decision = "correct"

    def prepare(self) -> None:
        super().prepare()
        known = {game_name((line.round, line.game)) for line in self.context.match.results}
        next_ = next((game for game, _ in self.context.games if game not in known), self.context.games[0][0])
        self.add_games(self.context.games, required=True, proposed=next_)
        self.add_numbers(required=True)
        self.fields["ended"] = forms.ChoiceField(label=gettext("How it ended"), choices=self.context.reasons)
        if known:
            self.fields["correction"] = forms.CharField(
                label=gettext("Reason, if you change a result"), required=False, max_length=LONGEST_REASON
            )

    def terms(self) -> dict[str, Any]:
        played = place(self.values.get("game") or self.context.games[0][0])
        correction = self.values.get("correction") or None
        return {"place": played, "stated": self.stated(self.values["ended"]), "correction": correction}


class ConfirmResult(MatchForm):
    slug = "confirm"
    text = gettext_noop("Confirm the result")
    command = staticmethod(impact_services.confirm_result)


class ContestResult(MatchForm):
    slug = "contest"
    text = gettext_noop("Contest the result")
    command = staticmethod(impact_services.contest_result)

    def prepare(self) -> None:
        self.add_reason()
        if self.context.match.level == "score":
            every = ("", gettext("every game"))
            self.add_games([every, *self.context.games], required=False, proposed="")
            self.add_numbers(required=False)
            reasons = self.context.reasons
            self.fields["ended"] = forms.ChoiceField(label=gettext("How it ended"), choices=reasons, required=False)

    def arguments(self) -> dict[str, Any]:
        game = self.values.get("game")
        claims = [(place(game), self.stated(self.values["ended"]))] if game else []
        return {"reason": self.values["reason"], "claims": claims}


class ReasonedDecisionForm(DecisionForm):
    """An official's decision on the result, with a reason."""

    def prepare(self) -> None:
        super().prepare()
        self.add_reason()

    def terms(self) -> dict[str, Any]:
        return {"reason": self.values["reason"]}


class SettleResult(ReasonedDecisionForm):
    slug = "settle"
    text = gettext_noop("Settle the result as recorded")
    command = staticmethod(impact_services.settle_result)
    decision = "settle"


class ForfeitMatch(ReasonedDecisionForm):
    slug = "forfeit"
    destroys = True
    text = gettext_noop("Forfeit")
    command = staticmethod(impact_services.forfeit_match)
    decision = "forfeit"

    def prepare(self) -> None:
        shown = [(str(seat.seat), seat_name(seat)) for seat in self.context.match.seats]
        self.fields["seats"] = forms.MultipleChoiceField(
            label=gettext("Lost by forfeit"), choices=shown, widget=forms.CheckboxSelectMultiple
        )
        super().prepare()

    def question(self) -> str:
        names = [seat_name(self.context.match.seats[int(seat)]) for seat in self.values["seats"]]
        text = gettext("Lost by forfeit: {names}. The match is over, and results can’t be entered any more.")
        return text.format(names=", ".join(names))

    def terms(self) -> dict[str, Any]:
        return {**super().terms(), "seats": [int(seat) for seat in self.values["seats"]]}


class VoidMatch(ReasonedDecisionForm):
    slug = "void"
    destroys = True
    text = gettext_noop("Void the match")
    command = staticmethod(impact_services.void_match)
    decision = "void"

    def question(self) -> str:
        return gettext("The match is over and counts for nobody. Results already entered no longer count.")


class ReopenMatch(ReasonedDecisionForm):
    slug = "reopen"
    text = gettext_noop("Undo the ruling")
    command = staticmethod(impact_services.reopen_match)
    decision = "reopen"

    def question(self) -> str:
        return gettext("The ruling no longer applies. The results entered before it count again.")


class ChangeSeats(MatchForm):
    slug = "seats"
    text = gettext_noop("Change seats")
    command = staticmethod(seats.change_seats)

    def prepare(self) -> None:
        shown = [("", gettext("nobody (remove the seat)")), (SOMEBODY, gettext("an unnamed player"))]
        shown += self.context.players
        for seat in self.context.match.seats:
            label = seat_number(seat.seat)
            self.fields[f"seat{seat.seat}"] = forms.ChoiceField(
                label=label, choices=shown, required=False, initial=seat.player or SOMEBODY
            )
        if self.context.match.results:
            played = ", ".join(f"{game.round}.{game.game}" for game in self.context.match.results)
            self.fields["names"] = forms.ChoiceField(
                label=gettext("Games played before the change: {games}").format(games=played),
                choices=[
                    ("wrong", gettext("the names were wrong: these games count for the new players")),
                    ("changed", gettext("others play from now on: these games stay with those who played them")),
                ],
                widget=forms.RadioSelect,
            )
        remember(self)
        self.add_reason()

    def arguments(self) -> dict[str, Any]:
        before = [seat.player for seat in self.context.match.seats]
        after = [self.values[f"seat{seat}"] for seat in range(len(before))]
        absent = [UUID(player) for player in before if player is not None and player not in after]
        players = [None if player == SOMEBODY else UUID(player) for player in after if player]
        return {
            "reason": self.values["reason"],
            "players": players,
            "absent": absent,
            "names": self.values.get("names"),
        }


class ChangeLevel(MatchForm):
    slug = "level"
    text = gettext_noop("Change how it is recorded")
    command = staticmethod(match_setup.choose_level)

    def prepare(self) -> None:
        current = f"{self.context.match.level} {self.context.match.dealing}"
        shown = [(each.value, f"{each.name} – {each.about}") for each in RECORDED if each.value != current]
        self.fields["level"] = forms.ChoiceField(
            label=gettext("What is recorded"), choices=shown, widget=forms.RadioSelect
        )

    def clean_level(self) -> str:
        """Players have the service deal only to people who can move. Officials can give links to the others."""
        chosen = str(self.cleaned_data["level"])
        if chosen in BY_PHONES and (text := account_error(self._players, official=self._official)):
            raise forms.ValidationError(text)
        return chosen

    def question(self) -> str:
        chosen = self.values["level"]
        if self.context.match.dealing != "table" and not self._official:
            return gettext(
                "This changes once everyone at the table has chosen the same. The current deal is then discarded."
            )
        text = consequence(chosen, plays=bool(self.context.match.you), official=self._official)
        return f"{text} {link_text(self._players)}".strip() if chosen in BY_PHONES else text

    @property
    def _players(self) -> list[str | None]:
        return [seat.player for seat in self.context.match.seats]

    @property
    def _official(self) -> bool:
        return self.context.actor.official(self.context.match.club)

    def arguments(self) -> dict[str, Any]:
        level, dealing = self.values["level"].split()
        return {"level": level, "dealing": dealing}


FORMS: Mapping[str, type[MatchForm]] = {
    form.slug: form
    for form in (
        ReportResult,
        ConfirmResult,
        ContestResult,
        SettleResult,
        ForfeitMatch,
        VoidMatch,
        ReopenMatch,
        ChangeSeats,
        ChangeLevel,
    )
}


def game_choices(entry: ResultEntry) -> list[tuple[str, str]]:
    """The games of a match, by round and game: `2.1`."""
    return [(name, name) for name in map(game_name, entry.places)]


def place(name: str) -> tuple[int, int]:
    """The round and the game of such a choice."""
    round_, game = name.split(".")
    return int(round_), int(game)
