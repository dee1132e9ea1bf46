"""Forms of the appeal pages. Each is one command."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.errors import gettext_noop
from league.appeals import services as appeal_services
from league.appeals.queries import AppealDetail, GivenRuling, MatchAppeals
from league.appeals.services import RulingTerms
from league.common.images import LARGEST, MOST_PIXELS
from league.common.translation import moment_text
from league.eventlog.types import Committed
from league.matches.queries.detail import MatchDetail
from league.matches.queries.score_sheet import ResultEntry
from web.command_form import LATEST, LONGEST_REASON, CommandForm, PageContext
from web.matches.forms import POINTS, game_choices, place
from web.templatetags.words import seat_name

LONGEST_STATEMENT = 4000
KINDS = {
    "upheld": gettext_noop("Uphold the result"),
    "annul": gettext_noop("Annul moves and resume from the position before them"),
    "adjust": gettext_noop("Adjust the score of a game"),
    "replay": gettext_noop("Replay a game"),
    "forfeit": gettext_noop("Forfeit"),
    "void": gettext_noop("Void the match"),
    "reopen": gettext_noop("Undo a forfeit or a void ruling"),
}
POLICIES = {
    "recompute": gettext_noop("undo anything that depends on it and hasn’t been played"),
    "keep": gettext_noop("keep all later draws and decisions"),
    "report": gettext_noop("only record the ruling and change nothing"),
}


@dataclass(frozen=True, kw_only=True)
class AppealContext(PageContext):
    """A match with its appeals and rulings, and the appeal of the page if it is about one."""

    match: MatchDetail
    entry: ResultEntry
    disputes: MatchAppeals
    rulings: Sequence[GivenRuling]
    appeal: AppealDetail | None = None

    @property
    def revision(self) -> int:
        return self.disputes.revision

    @property
    def seats(self) -> list[tuple[str, str]]:
        return [(str(seat.seat), seat_name(seat)) for seat in self.match.seats]

    @property
    def games(self) -> list[tuple[str, str]]:
        return game_choices(self.entry)


class AppealForm(CommandForm[AppealContext]):
    """A command on the appeals of a match. Its result is the id of the appeal, if it has one."""

    command: ClassVar[Callable[..., Committed]]
    has_preview: ClassVar[bool] = False

    @property
    def appeal_id(self) -> str | None:
        return None if self.context.appeal is None else self.context.appeal.id

    def arguments(self) -> dict[str, Any]:
        """Arguments of the command besides match, revision and actor."""
        return {"appeal_id": self.appeal_id}

    def execute(self) -> str | None:
        done = type(self).command(
            match_id=self.context.match.id,
            expected=self.values["revision"],
            actor=self.context.actor,
            **self.arguments(),
        )
        return getattr(done.events[0], "appeal", None)


class FileAppeal(AppealForm):
    slug = "file"
    text = gettext_noop("File an appeal")
    command = staticmethod(appeal_services.file_appeal)
    uploads = True

    def prepare(self) -> None:
        targets = [("result", gettext("the result"))]
        if self.context.match.level != "score":
            targets.insert(0, ("move", gettext("a move")))
        targets += [(each.id, _ruling_label(each)) for each in self.context.rulings if "appeal" in each.may]
        self.fields["target"] = forms.ChoiceField(label=gettext("Against"), choices=targets)
        if self.context.match.level != "score":
            self.fields["contested"] = _move_field(gettext("Which move"))
        self.fields["statement"] = forms.CharField(
            label=gettext("What happened"), max_length=LONGEST_STATEMENT, widget=forms.Textarea(attrs={"rows": 6})
        )
        self.fields["picture"] = forms.FileField(
            label=gettext("Picture"),
            required=False,
            help_text=gettext(
                "JPEG, PNG or WebP, up to {bytes} MiB and {pixels} million pixels. Only the image itself "
                "is stored, without metadata."
            ).format(bytes=LARGEST // 2**20, pixels=MOST_PIXELS // 10**6),
            widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("target") == "move" and found.get("contested") is None and not self.errors:
            self.add_error("contested", gettext("Enter the move number."))
        return found

    def arguments(self) -> dict[str, Any]:
        sent, target, picture = self.values, self.values["target"], self.values.get("picture")
        return {
            "statement": sent["statement"],
            "revision": sent["contested"] if target == "move" else None,
            "against": UUID(target) if target not in ("move", "result") else None,
            "picture": None if picture is None else picture.read(LARGEST + 1),
        }


class TakeAppeal(AppealForm):
    slug = "take"
    text = gettext_noop("Take up the appeal")
    command = staticmethod(appeal_services.take_appeal)


class WithdrawAppeal(AppealForm):
    slug = "withdraw"
    text = gettext_noop("Withdraw the appeal")
    command = staticmethod(appeal_services.withdraw_appeal)

    def question(self) -> str:
        return gettext("Officials no longer decide on this appeal. It stays visible as withdrawn.")


class CloseAppeal(AppealForm):
    slug = "close"
    text = gettext_noop("Close the appeal")
    command = staticmethod(appeal_services.close_appeal)

    def question(self) -> str:
        return gettext("The appeal is closed, and its ruling stands for good.")


class GiveRuling(AppealForm):
    slug = "rule"
    text = gettext_noop("Make a ruling")
    command = staticmethod(appeal_services.rule)
    has_preview = True

    def prepare(self) -> None:
        moves = self.context.match.level != "score"
        kinds = [(kind, gettext(said)) for kind, said in KINDS.items() if moves or kind != "annul"]
        self.fields["kind"] = forms.ChoiceField(label=gettext("Ruling"), choices=kinds)
        if moves:
            contested = self.context.appeal.revision if self.context.appeal else None
            self.fields["annul_from"] = _move_field(gettext("First move to annul"), contested)
        standing = {
            f"{line.round}.{line.game}": {f"points{seat}": points for seat, points in enumerate(line.points)}
            for line in self.context.match.results
        }
        if len(self.context.games) > 1:
            self.fields["game"] = forms.ChoiceField(
                label=gettext("Game to adjust or replay"),
                choices=self.context.games,
                widget=forms.Select(attrs={"data-standing": json.dumps(standing)}),
            )
        self.initial.update(standing.get(self.context.games[0][0], {}))
        for seat, label in self.context.seats:
            self.fields[f"points{seat}"] = forms.IntegerField(
                label=gettext("Adjusted points: {name}").format(name=label),
                required=False,
                min_value=-POINTS,
                max_value=POINTS,
            )
        for name, said in (("winners", gettext("Winners after the adjustment")), ("seats", gettext("Lost by forfeit"))):
            self.fields[name] = forms.MultipleChoiceField(
                label=said, choices=self.context.seats, required=False, widget=forms.CheckboxSelectMultiple
            )
        self.fields["winners"].help_text = gettext("If nobody is selected, the best points win.")
        self.fields["policy"] = forms.ChoiceField(
            label=gettext("Effect on the tournament"),
            choices=[(policy, gettext(said)) for policy, said in POLICIES.items()],
            initial="recompute",
        )
        self.fields["reason"] = forms.CharField(
            label=gettext("Reason"),
            max_length=LONGEST_REASON,
            help_text=gettext("Everyone can read it, and it can’t be removed."),
            widget=forms.Textarea(attrs={"rows": 3}),
        )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("kind") == "annul" and found.get("annul_from") is None and "annul_from" not in self.errors:
            self.add_error("annul_from", gettext("Enter the move number."))
        return found

    def question(self) -> str:
        text = gettext("{ruling}. The ruling applies at once to the match and everything that follows from it.")
        return text.format(ruling=gettext(KINDS[self.values["kind"]]))

    def terms(self) -> RulingTerms:
        sent, kind = self.values, self.values["kind"]
        points = [sent[f"points{seat}"] for seat, _ in self.context.seats]
        winners = tuple(map(int, sent["winners"]))
        return RulingTerms(
            kind,
            revision=sent.get("annul_from"),
            game=place(sent.get("game") or self.context.games[0][0]),
            points=None if None in points else tuple(points),
            winners=winners or None,
            seats=tuple(map(int, sent["seats"])),
        )

    def arguments(self) -> dict[str, Any]:
        sent = self.values
        return {"terms": self.terms(), "reason": sent["reason"], "policy": sent["policy"], **super().arguments()}


FORMS: Mapping[str, type[AppealForm]] = {
    form.slug: form for form in (FileAppeal, TakeAppeal, WithdrawAppeal, CloseAppeal, GiveRuling)
}
STATES = {
    "filed": gettext_lazy("waiting for an official"),
    "taken": gettext_lazy("under review – no moves can be made"),
    "withdrawn": gettext_lazy("withdrawn by its author"),
    "ruled": gettext_lazy("ruled on – the ruling can be appealed"),
    "appealed": gettext_lazy("ruled on – the ruling is under appeal"),
    "final": gettext_lazy("ruled on – the ruling is final"),
    "closed": gettext_lazy("closed – the ruling is final"),
}


def _move_field(label: str, initial: int | None = None) -> forms.IntegerField:
    text = gettext("The move number in the replay.")
    return forms.IntegerField(
        label=label, required=False, min_value=1, max_value=LATEST, initial=initial, help_text=text
    )


def _ruling_label(ruling: GivenRuling) -> str:
    return gettext("the ruling from {time}: {reason}").format(
        time=moment_text(ruling.given_at), reason=ruling.reason[:60]
    )
