"""The page that reports results from a spreadsheet: a file, what it would do, and a last word.

Nothing is kept between the steps: the file goes to the reader and comes back.
"""

import base64
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy, ngettext

from league.club_data.result_sheets.service import ENTER, ResultSheet, fill_in_file, import_results, preview_results
from league.common.actor import require_official
from league.tournaments.queries import detail as seen
from web.command_form import LONGEST_REASON, ShowRefusal, form_answer, require_sign_in
from web.page import FILE, REFUSED, accept_body, download, form_page, page, reader


class SheetForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("CSV, XLSX or ODS file, up to 1 MB"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.xlsx,.ods"}),
    )


class SheetConfirmation(forms.Form):
    """The previewed file as it was sent, and why results are changed."""

    raw = forms.CharField(max_length=1_400_000, strip=False)
    content = forms.CharField(max_length=64)
    correction = forms.CharField(max_length=LONGEST_REASON, required=False)


@page
def fill_in(request: HttpRequest, tournament_id: UUID, number: int, name: str) -> HttpResponse:
    """A sheet for the results of a round, to be filled in."""
    return download(fill_in_file(str(tournament_id), number, name, reader(request)))


@accept_body(FILE)
@form_page
@require_sign_in
def result_sheet(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    actor = reader(request)
    tournament = seen.detail(str(tournament_id), actor)
    require_official(actor, tournament.club, ENTER)
    if request.method != "POST":
        return _show(request, tournament, SheetForm())
    if "content" in request.POST:
        return _report(request, tournament)
    form, file = SheetForm(request.POST, request.FILES), request.FILES.get("file")
    raw = file.read() if isinstance(file, UploadedFile) else b""
    if form.is_valid():
        with ShowRefusal(form):
            plan = preview_results(tournament_id=tournament.id, raw=raw, actor=actor)
            return _show(request, tournament, form, raw, plan)
    return _show(request, tournament, form)


def _report(request: HttpRequest, tournament: seen.TournamentDetail) -> HttpResponse:
    actor, form = reader(request), SheetConfirmation(request.POST)
    raw = _decode_file(form.data.get("raw", ""))
    if form.is_valid():
        with ShowRefusal(form):
            with form_answer(request) as answer:
                if not answer.repeated:
                    answer.body = import_results(
                        tournament_id=tournament.id,
                        raw=raw,
                        content=form.cleaned_data["content"],
                        correction=form.cleaned_data["correction"] or None,
                        actor=actor,
                    ).reported
            count = answer.body
            messages.success(
                request, ngettext("{count} result saved.", "{count} results saved.", count).format(count=count)
            )
            return redirect("web:tournament", tournament.id)
    with ShowRefusal(form):
        plan = preview_results(tournament_id=tournament.id, raw=raw, actor=actor)
        return _show(request, tournament, form, raw, plan)
    return _show(request, tournament, form)


def _show(
    request: HttpRequest,
    tournament: seen.TournamentDetail,
    form: forms.Form,
    raw: bytes = b"",
    plan: ResultSheet | None = None,
) -> HttpResponse:
    upload = form if isinstance(form, SheetForm) and plan is None else SheetForm()
    published = [each.number for each in tournament.rounds if each.published]
    context: dict[str, Any] = {"tournament": tournament, "report": form, "upload": upload, "rounds": published[-1:]}
    if plan is not None:
        changed = plan.count("changed")
        due = plan.count("new") + changed
        context |= {"plan": plan, "raw": base64.b64encode(raw).decode(), "due": due, "changed": changed}
    return render(request, "web/result_sheet.html", context, status=REFUSED if form.errors else 200)


def _decode_file(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""
