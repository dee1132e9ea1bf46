"""The page that takes in FIDE's tournament report: a file, what it would become, and a last word.

Nothing is kept between the steps: the file goes to the reader and comes back.
"""

import base64
from uuid import UUID

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy

from league.club_data.trf.import_ import IMPORT, ReportPreview, import_report, preview_report, report_games
from league.clubs.queries import ClubDetail, find_club
from league.clubs.record_players import NEW
from league.common.actor import require_organiser
from league.tournaments.queries.settings import games
from web.command_form import ShowRefusal, form_answer, require_sign_in
from web.page import FILE, REFUSED, accept_body, form_page, reader

PREFIX = "player"


class ReportForm(forms.Form):
    """A report as a file, or as it came back from the preview."""

    file = forms.FileField(label=gettext_lazy("TRF file, up to 1 MB"), required=False, allow_empty_file=True)
    raw = forms.CharField(max_length=1_400_000, required=False, strip=False, widget=forms.HiddenInput)

    def __init__(self, data: object = None, files: object = None) -> None:
        super().__init__(data, files)  # type: ignore[arg-type] # as Django takes them
        self.fields["game"] = forms.ChoiceField(
            label=gettext("Game"), choices=[each for each in games() if each[0] in report_games()]
        )

    def clean(self) -> dict[str, object]:
        sent = super().clean() or {}
        file = sent.get("file")
        if isinstance(file, UploadedFile):
            sent["source"] = file.read()
        elif sent.get("raw"):
            sent["source"] = _decode(str(sent["raw"]))
        elif not self.errors:
            self.add_error("file", gettext("Choose a file."))
        return sent


@accept_body(FILE)
@form_page
@require_sign_in
def report_import(request: HttpRequest, club_id: UUID) -> HttpResponse:
    actor, club = reader(request), find_club(club_id)
    require_organiser(actor, club.id, IMPORT)
    if request.method != "POST":
        return _show(request, club, ReportForm())
    form = ReportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show(request, club, form)
    raw, game = form.cleaned_data["source"], form.cleaned_data["game"]
    with ShowRefusal(form):
        plan = preview_report(club_id=club_id, raw=raw, game=game, actor=actor)
        if "checked" not in request.POST:
            return _show(request, club, form, raw, plan)
        choices = [request.POST.get(f"{PREFIX}{each.number}") or None for each in plan.players]
        with ShowRefusal(form):
            with form_answer(request, quota="tournaments") as answer:
                if not answer.repeated:
                    answer.body = import_report(
                        club_id=club_id, raw=raw, game=game, choices=choices, actor=actor
                    ).tournament
            return redirect("web:tournament", answer.body)
        return _show(request, club, form, raw, plan)
    return _show(request, club, form)


def _show(
    request: HttpRequest, club: ClubDetail, form: ReportForm, raw: bytes = b"", plan: ReportPreview | None = None
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "plan": plan,
        "raw": base64.b64encode(raw).decode(),
        "new": NEW,
        "unclear": [] if plan is None else [each for each in plan.players if each.candidates],
        "known": 0 if plan is None else sum(each.player is not None for each in plan.players),
    }
    return render(request, "web/report_import.html", context, status=REFUSED if form.errors else 200)


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""
