"""The arbiter desk of a club: what waits for a decision, the oldest first, and all that is needed to decide it."""

from hashlib import sha256
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from games.errors import Phrase
from league.appeals.arbiter_view import may_examine
from league.appeals.cases import Case, list_cases
from league.clubs.queries import find_club
from league.errors import Unknown
from league.impact.queries import EffectsPreview, effects
from web.appeals.contests import DecideContest, contested_games
from web.appeals.forms import FORMS, AppealContext, GiveRuling, TakeAppeal
from web.appeals.views import AppealCommand, appeal_context
from web.command_form import CommandForm, CommandPage
from web.matches.forms import MatchContext
from web.matches.views import MatchCommand, match_context
from web.page import page, reader

PREVIEW = "preview"  # the name of the button that shows what a ruling would change
PREVIEWED = "previewed"  # the field with the digest of the ruling whose effects were shown
ON_THE_DESK = (TakeAppeal.slug, GiveRuling.slug)


@page
def desk(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The cases of a club, `?case=` one of them opened. `?tournament=` shows those of one tournament."""
    return desk_page(request, club_id, request.GET.get("case", ""))


def desk_page(
    request: HttpRequest,
    club_id: UUID,
    case_id: str,
    form: CommandForm[Any] | None = None,
    found: EffectsPreview | None = None,
) -> HttpResponse:
    """The desk with a case opened, or the oldest one. *form* was sent for it, and *found* is what it would change."""
    club, actor = find_club(club_id), reader(request)
    every = list_cases(actor, club=club_id)
    tournament = request.GET.get("tournament", "")
    cases = [each for each in every if tournament in ("", each.tournament)]
    chosen = next((each for each in cases if each.id == case_id), cases[0] if cases else None)
    sent = form if chosen is not None and chosen.id == case_id else None
    if form is not None and sent is None:
        messages.warning(request, gettext("Somebody has already decided this."))
    context = {
        "club": club,
        "cases": cases,
        "tournament_id": tournament,
        "tournament_name": next((each.tournament_name for each in cases if tournament), ""),
        "chosen": chosen,
        "found": found,
        "previewed": _digest(form) if found and isinstance(form, GiveRuling) else "",
        "sent": sent,
        **(_case_values(request, chosen, sent) if chosen else {}),
    }
    refused = form is not None and found is None
    return render(request, "web/desk.html", context, status=422 if refused else 200)


def _case_values(request: HttpRequest, case: Case, sent: CommandForm[Any] | None) -> dict[str, Any]:
    actor = reader(request)
    if not case.is_appeal:
        context = match_context(case.match, actor)
        may = "settle" in context.match.may
        return {
            "match": context.match,
            "games": contested_games(context.match),
            "form": sent or (DecideContest(context) if may else None),
        }
    appealed = appeal_context(case.match, actor, UUID(case.id))
    assert appealed.appeal is not None  # noqa: S101 - it has been asked for
    acts = [slug for slug in ON_THE_DESK if slug in appealed.appeal.may]
    shown = appealed.appeal.revision or appealed.revision
    return {
        "match": appealed.match,
        "appeal": appealed.appeal,
        "form": sent or (FORMS[acts[-1]](appealed) if acts else None),
        "step": shown if appealed.match.level != "score" else None,
        "examines": may_examine(case.match, actor),
    }


def _digest(form: GiveRuling) -> str:
    """Of what decides about the effects of a ruling."""
    return sha256(repr((form.terms(), form.values["policy"], form.values["revision"])).encode()).hexdigest()


class ContestCommand(CommandPage[MatchContext]):
    """Decides on a contested result."""

    forms = {DecideContest.slug: DecideContest}
    conflict = MatchCommand.conflict

    def page_address(self) -> str:
        return reverse("web:club-appeals", args=[self.kwargs["club_id"]])

    def next_address(self, slug: str, result: Any) -> str:
        messages.success(self.request, gettext("The ruling was given."))
        return self.page_address()

    def load(self) -> MatchContext:
        context = match_context(str(self.kwargs["match_id"]), reader(self.request))
        if context.match.club != str(self.kwargs["club_id"]):
            raise Unknown(kind=Phrase("match"), id=context.match.id)
        return context

    def render(
        self, context: MatchContext, form: CommandForm[MatchContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        return desk_page(self.request, self.kwargs["club_id"], context.match.id, form)


class DeskAppealCommand(AppealCommand):
    """Takes up an appeal or rules on it, or shows what the ruling would change."""

    forms = {form.slug: form for form in (TakeAppeal, GiveRuling)}

    def page_address(self) -> str:
        return reverse("web:club-appeals", args=[self.kwargs["club_id"]])

    def next_address(self, slug: str, result: Any) -> str:
        if slug == GiveRuling.slug:
            messages.success(self.request, gettext("The ruling was given."))
            return self.page_address()
        return f"{self.page_address()}?case={self.kwargs['appeal_id']}"

    def load(self) -> AppealContext:
        context = super().load()
        if context.match.club != str(self.kwargs["club_id"]):
            raise Unknown(kind=Phrase("match"), id=context.match.id)
        return context

    def run(self, form: CommandForm[AppealContext]) -> HttpResponse:
        """Rulings are given as they were previewed: one that was changed since is previewed again."""
        sent = self.request.POST
        if not isinstance(form, GiveRuling) or (PREVIEW not in sent and sent.get(PREVIEWED) == _digest(form)):
            return super().run(form)
        found = effects(
            form.context.match.id,
            form.context.actor,
            decision="rule",
            expected=form.values["revision"],
            policy=form.values["policy"],
            terms=form.terms(),
            reason=form.values["reason"],
            appeal=form.appeal_id,
        )
        return desk_page(self.request, self.kwargs["club_id"], str(self.kwargs["appeal_id"]), form, found)

    def render(
        self, context: AppealContext, form: CommandForm[AppealContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        return desk_page(self.request, self.kwargs["club_id"], str(self.kwargs["appeal_id"]), form)
