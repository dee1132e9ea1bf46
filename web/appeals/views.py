"""The appeal pages: all appeals of a match, and one appeal."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.errors import gettext_noop
from games.records.record import RecordError
from league.appeals import queries as disputes
from league.appeals.arbiter_view import BEFORE, may_examine
from league.common.actor import Actor
from league.errors import Refusal
from league.matches.queries import detail as seen
from league.matches.queries.replay import Frame, replay
from league.matches.queries.score_sheet import result_entry
from league.tournaments.queries.error_messages import error_text
from web.appeals.arbiter import LONGEST_LINE, plies
from web.appeals.comparison import compare
from web.appeals.contests import contested_games
from web.appeals.forms import (
    FORMS,
    AppealContext,
    AppealForm,
    CloseAppeal,
    FileAppeal,
    GiveRuling,
    TakeAppeal,
    WithdrawAppeal,
)
from web.command_form import CommandForm, CommandPage
from web.matches.header import match_header
from web.matches.record_import import record_error_text
from web.page import FILE, page, parse_number, reader


@page
def appeals(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """All appeals and rulings of a match, with forms to add one."""
    return _appeals_page(request, appeal_context(str(match_id), reader(request)))


@page
def appeal(request: HttpRequest, match_id: UUID, appeal_id: UUID) -> HttpResponse:
    """One appeal: what it says, if the reader may see that, and what the reader may do."""
    return _appeal_page(request, appeal_context(str(match_id), reader(request), appeal_id))


@page
def appeal_paper(request: HttpRequest, match_id: UUID, appeal_id: UUID) -> HttpResponse:
    """An appeal to be printed: the contested move drawn, what the reader may see of it, and the ruling."""
    context = appeal_context(str(match_id), reader(request), appeal_id)
    values = {
        **match_header(context.match, context.actor),
        "appeal": context.appeal,
        "frame": _contested_frame(context),
        "last": context.match.revision,
        "printed": datetime.now(UTC),
    }
    return render(request, "web/paper_step.html", values)


@page
def picture(request: HttpRequest, match_id: UUID, appeal_id: UUID) -> HttpResponse:
    """The picture of an appeal. The header keeps browsers from interpreting it as anything else."""
    answer = HttpResponse(disputes.picture(str(match_id), appeal_id, reader(request)), content_type="image/webp")
    answer["Content-Disposition"] = "inline; filename=appeal.webp"
    return answer


class AppealsCommand(CommandPage[AppealContext]):
    """Runs a form of the appeals page."""

    longest_body = FILE
    forms = {form.slug: form for form in (FileAppeal, GiveRuling)}
    conflict = gettext_noop(
        "Somebody else changed the match in the meantime. Review the current version and try again."
    )

    def page_address(self) -> str:
        return reverse("web:appeals", args=[self.kwargs["match_id"]])

    def next_address(self, slug: str, result: Any) -> str:
        if result is None or slug == FileAppeal.slug:  # its author stays on the page that lists it
            return self.page_address()
        return reverse("web:appeal", args=[self.kwargs["match_id"], result])

    def load(self) -> AppealContext:
        match_id, appeal_id = self.kwargs["match_id"], self.kwargs.get("appeal_id")
        return appeal_context(str(match_id), reader(self.request), appeal_id)

    def render(
        self, context: AppealContext, form: CommandForm[AppealContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        return _appeals_page(self.request, context, form)


class AppealCommand(AppealsCommand):
    """Runs a form of an appeal page."""

    forms = {form.slug: form for form in (TakeAppeal, WithdrawAppeal, CloseAppeal, GiveRuling)}

    def render(
        self, context: AppealContext, form: CommandForm[AppealContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        return _appeal_page(self.request, context, form)


def appeal_context(match_id: str, actor: Actor, appeal_id: UUID | None = None) -> AppealContext:
    return AppealContext(
        actor=actor,
        match=seen.match_detail(match_id, actor),
        entry=result_entry(match_id),
        disputes=disputes.appeals(match_id, actor),
        rulings=disputes.rulings(match_id, actor),
        appeal=None if appeal_id is None else disputes.appeal(match_id, appeal_id, actor),
    )


def _appeals_page(
    request: HttpRequest, context: AppealContext, failed: CommandForm[AppealContext] | None = None
) -> HttpResponse:
    may = context.disputes.may
    rulings = any("appeal" in each.may for each in context.rulings)
    move = parse_number(request.GET.get("move"))
    initial = {} if move is None else {"contested": move}
    offered: list[AppealForm] = []
    if "file" in may or rulings:
        offered.append(FileAppeal(context, **initial))
    if "rule" in may:
        offered.append(GiveRuling(context))
    return _render(request, "web/appeals.html", context, offered, failed, opened=bool(initial) or "rule" not in may)


def _appeal_page(
    request: HttpRequest, context: AppealContext, failed: CommandForm[AppealContext] | None = None
) -> HttpResponse:
    may = context.appeal.may if context.appeal else []
    offered = [FORMS[slug](context) for slug in may if slug in FORMS]
    more = {
        "frame": _contested_frame(context),
        "games": contested_games(context.match),
        **_line_context(request, context),
    }
    return _render(request, "web/appeal.html", context, offered, failed, **more)


def _line_context(request: HttpRequest, context: AppealContext) -> dict[str, Any]:
    """The moves that were claimed instead of the contested one, from the address, beside those that were reported."""
    text = request.GET.get("line", "").replace("\r\n", "\n")
    if context.appeal is None or context.appeal.revision is None or not may_examine(context.match.id, context.actor):
        return {}
    found: dict[str, Any] = {"line": text[:LONGEST_LINE], "longest": LONGEST_LINE}
    if not text.strip():
        return found
    at = context.appeal.revision
    try:
        found["comparison"] = compare(context.match, context.actor, at, plies(text), BEFORE)
    except RecordError as fault:
        found["wrong"] = record_error_text(fault)
    except Refusal as refusal:
        found["wrong"] = error_text(refusal)
    except ValueError as error:
        found["wrong"] = str(error)
    return found


def _contested_frame(context: AppealContext) -> Frame | None:
    """The contested move as the reader may see it. None for an appeal against a result."""
    if context.appeal is None or context.appeal.revision is None or context.match.level == "score":
        return None
    return replay(context.match.id, context.actor, context.appeal.revision).frame


def _render(
    request: HttpRequest,
    template: str,
    context: AppealContext,
    offered: Sequence[CommandForm[AppealContext]],
    failed: CommandForm[AppealContext] | None,
    *,
    opened: bool = False,
    **more: Any,
) -> HttpResponse:
    if failed is not None:
        offered = [failed, *(form for form in offered if form.slug != failed.slug)]
    values = {
        **match_header(context.match, context.actor),
        "disputes": context.disputes,
        "rulings": context.rulings,
        "appeal": context.appeal,
        "contested": (context.appeal and context.appeal.revision) or context.disputes.revision,
        "examines": may_examine(context.match.id, context.actor),
        "forms": offered,
        "failed": failed,
        "opened": opened,
        **more,
    }
    return render(request, template, values, status=200 if failed is None else 422)
