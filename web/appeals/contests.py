"""A contested result: both versions side by side, and the form by which an official decides between them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext

from games.engine import Stated
from games.errors import Refused, gettext_noop
from league.errors import LeagueError
from league.eventlog.types import Committed
from league.impact import services as impact_services
from league.impact.queries import EffectsPreview, effects
from league.matches.queries.detail import MatchDetail
from league.matches.queries.score_sheet import SheetLine, SheetObjection
from web.appeals.forms import POLICIES
from web.command_form import LONGEST_REASON, CommandForm
from web.matches.forms import MatchContext
from web.templatetags.words import seat_name

KEEP = "keep"  # the choice of the result as recorded
NO_REASON = "–"  # while a ruling is only tried out
COMMANDS: Mapping[str, Callable[..., Committed]] = {
    "settle": impact_services.settle_result,
    "correct": impact_services.report_result,
}
REASONS: Mapping[str, str] = {
    "slip": gettext_noop("Typing slip"),
    "misread": gettext_noop("Misread"),
    "rule": gettext_noop("Decided by a rule"),
}


@dataclass(frozen=True, slots=True)
class Version:
    """The result of a game as somebody claims it. `points` None: they only object."""

    who: str
    reason: str
    points: tuple[int, ...] | None
    winners: tuple[int, ...]
    ended: str


@dataclass(frozen=True, slots=True)
class ContestedGame:
    """A game of a match with its recorded result, and what others say it was."""

    line: SheetLine
    name: str
    versions: list[Version]

    @property
    def claims(self) -> list[Version]:
        return [each for each in self.versions if each.points is not None]


@dataclass(frozen=True, slots=True)
class VersionCell:
    """The points of a seat in one version, whether it won, and whether the record has others."""

    points: int
    won: bool
    differs: bool


@dataclass(frozen=True, slots=True)
class RulingChoice:
    """One way to decide, with what it would change. `found` is None if that can't be computed now."""

    code: str
    title: str
    points: tuple[int, ...] | None
    found: EffectsPreview | None

    @property
    def asks(self) -> bool:
        """Whether something follows from it that could be undone, or kept."""
        tournament = self.found and self.found.tournament
        plan = tournament and tournament.recompute
        return bool(plan and (plan.rounds or plan.stages or plan.qualification or plan.ranking))


def contested_games(match: MatchDetail) -> list[ContestedGame]:
    """The games of a match with an objection, in their order."""
    return [
        ContestedGame(line, f"{line.round}.{line.game}", [_version(match, each) for each in line.objections])
        for line in match.results
        if line.objections
    ]


def _version(match: MatchDetail, objection: SheetObjection) -> Version:
    claim, who = objection.claim, gettext("An official")
    if objection.by_link:
        who = gettext("The table’s link")
    elif objection.seat is not None:
        who = seat_name(match.seats[objection.seat])
    if claim is None:
        return Version(who, objection.reason, None, (), "")
    return Version(who, objection.reason, claim.points, claim.winners, claim.reason)


class DecideContest(CommandForm[MatchContext]):
    """Keep the recorded result, or accept one that was claimed instead. Each choice knows what it would change."""

    slug = "decide"
    text = gettext_noop("Give this ruling")

    def prepare(self) -> None:
        self.claims = self._claims()
        titles = {KEEP: gettext("Keep the result as recorded")}
        for code, (game, claim) in self.claims.items():
            text = gettext("Accept the result of game {game} according to {name}")
            titles[code] = text.format(name=claim.who, game=game.name)
        self.fields["choice"] = forms.ChoiceField(choices=[*titles.items()], widget=forms.RadioSelect)
        reasons = [(code, gettext(message)) for code, message in REASONS.items()]
        policies = [(code, gettext(POLICIES[code]).capitalize()) for code in self.policies]
        self.fields["policy"] = forms.ChoiceField(
            label=gettext("Effect on the tournament"), choices=policies, required=False, widget=forms.RadioSelect
        )
        self.initial["policy"] = self.policies[0]
        self.fields["why"] = forms.ChoiceField(choices=reasons, required=False, widget=forms.RadioSelect)
        self.fields["reason"] = forms.CharField(
            label=gettext("In your own words"),
            max_length=LONGEST_REASON,
            required=False,
            help_text=gettext("Everyone can read it, and it can’t be removed."),
        )

    @property
    def policies(self) -> Sequence[Literal["recompute", "keep"]]:
        """What can be done about later rounds, the usual one first. Scorekeepers leave them to the others."""
        return ("recompute", "keep") if self.context.actor.judge(self.context.match.club) else ("keep",)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not found.get("why") and not found.get("reason") and "reason" not in self.errors:
            self.add_error("reason", gettext("Choose a reason, or enter one."))
        return found

    def execute(self) -> None:
        sent = self.values
        why = [gettext(REASONS[sent["why"]])] if sent["why"] else []
        reason = ": ".join([*why, *([sent["reason"]] if sent["reason"] else [])])
        command, terms = self.command(sent["choice"], reason)
        COMMANDS[command](
            match_id=self.context.match.id,
            expected=sent["revision"],
            actor=self.context.actor,
            policy=sent["policy"] or self.policies[0],
            **terms,
        )

    @property
    def asks_policy(self) -> bool:
        return len(self.policies) > 1 and any(each.asks for each in self.choices)

    @cached_property
    def choices(self) -> Sequence[RulingChoice]:
        """What can be decided, each with what it would change."""
        titles = dict(self.fields["choice"].choices)  # type: ignore[attr-defined]
        points = {code: claim.points for code, (_, claim) in self.claims.items()}
        return [RulingChoice(code, titles[code], points.get(code), _preview(self, code)) for code in titles]

    def _claims(self) -> dict[str, tuple[ContestedGame, Version]]:
        """The claims by the code of their choice. Officials with a seat at the table can't accept one."""
        if self.context.match.you:
            return {}
        return {
            f"{game.name}-{number}": (game, claim)
            for game in contested_games(self.context.match)
            for number, claim in enumerate(game.claims, 1)
        }

    def command(self, choice: str, reason: str) -> tuple[Any, dict[str, Any]]:
        """The decision that a choice is, and its terms."""
        if choice == KEEP:
            return "settle", {"reason": reason}
        game, claim = self.claims[choice]
        place = (game.line.round, game.line.game)
        return "correct", {"place": place, "stated": Stated(claim.points, claim.ended), "correction": reason}


def _preview(form: DecideContest, choice: str) -> EffectsPreview | None:
    """What a choice would change. None if it can't be tried now."""
    match, actor = form.context.match, form.context.actor
    decision, terms = form.command(choice, NO_REASON)
    try:
        return effects(match.id, actor, decision=decision, expected=match.revision, policy=form.policies[0], **terms)
    except (LeagueError, Refused):
        return None
