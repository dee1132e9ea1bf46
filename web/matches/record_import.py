"""The page that imports a record: its text or file, what it would do, and a last word. And a record for an open match.

Nothing is kept between the steps: the text goes to the reader and comes back with the decisions about names.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext

from games.errors import Phrase, gettext_noop
from games.records.record import RecordError
from league.clubs.queries import ClubDetail, SeriesDetail, find_club, list_series
from league.clubs.record_players import NEW
from league.common.actor import Actor, require_official
from league.errors import LeagueError
from league.matches.errors import RecordRepeated
from league.matches.queries.games import game as known_game
from league.matches.services import play as match_play
from league.matches.services.play import RecordPreview
from league.tournaments.queries.error_messages import error_text
from web.command_form import KeyedForm, form_answer, new_key, require_sign_in
from web.matches.forms import MatchForm
from web.page import FILE, REFUSED, accept_body, form_page, reader, render_form
from web.templatetags.frame import minus
from web.templatetags.words import seat_number

LONGEST = 1_000_000  # characters or bytes
RECORD_LOOKS = {"rows": 12, "class": "notation", "spellcheck": "false", "autocapitalize": "none"}
PREFIX = "seat"


class RecordForm(KeyedForm):
    """A record as text or as a file, and the series that the match belongs to."""

    text = gettext_noop("Import a record")
    record = forms.CharField(max_length=LONGEST, required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)

    def __init__(self, series: Sequence[SeriesDetail], data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, initial={"key": new_key()})
        self.fields["record"].label = gettext("Text of the record")
        self.fields["record"].widget = forms.Textarea(attrs=RECORD_LOOKS)
        self.fields["file"].label = gettext("Or a file, up to 1 MB")
        if series:
            shown = [("", gettext("none")), *((each.id, each.name) for each in series)]
            label = pgettext("of a match", "Series")
            self.fields["series"] = forms.ChoiceField(label=label, choices=shown, required=False)

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        file = sent.get("file")
        if isinstance(file, UploadedFile):
            if file.size is None or file.size > LONGEST:
                self.add_error("file", gettext("The file is larger than 1 MB."))
            else:
                sent["source"] = file.read()
        elif sent.get("record"):
            sent["source"] = sent["record"]
        elif not self.errors:
            self.add_error("record", gettext("Enter the text of a record, or choose a file."))
        return sent

    @property
    def series(self) -> UUID | None:
        chosen = self.cleaned_data.get("series")
        return UUID(chosen) if chosen else None


@accept_body(FILE)
@form_page
@require_sign_in
def import_record(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Ask for a record, show what it would do, and import it once everything about it is decided."""
    actor, club = reader(request), find_club(club_id)
    require_official(actor, club.id, Phrase("import a record"))
    series = list_series(club=club_id).first()
    if request.method != "POST":
        return _upload_page(request, club, RecordForm(series))
    form = RecordForm(series, request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, club, form)
    source = form.cleaned_data["source"]
    try:
        plan = match_play.preview_record(club_id=club_id, source=source, actor=actor, series_id=form.series)
    except RecordError as fault:
        form.add_error(None, record_error_text(fault))
        return _upload_page(request, club, form)
    except LeagueError as refusal:
        form.refuse(refusal)
        return _upload_page(request, club, form)
    if "checked" not in request.POST:
        return _preview_page(request, club, form, plan)
    try:
        return _import(request, club_id, form, plan, actor)
    except RecordRepeated as refusal:
        form.add_error(None, gettext("Import it again only if it was really played twice."))
        return _preview_page(request, club, form, plan._replace(twin=str(refusal.params["match"])))
    except LeagueError as refusal:
        form.refuse(refusal)
        return _preview_page(request, club, form, plan)


class FillMatch(MatchForm):
    """The text of a record becomes what is known of a match of which nothing was written down yet."""

    slug = "record"
    text = gettext_noop("Enter a record")
    command = staticmethod(match_play.record_into)

    def prepare(self) -> None:
        self.fields["record"] = forms.CharField(
            label=gettext("Text of the record"),
            max_length=LONGEST,
            strip=False,
            widget=forms.Textarea(attrs=RECORD_LOOKS),
            help_text=gettext("Its game, options and names must be those of this match."),
        )

    def clean_record(self) -> str:
        """What the record says is read before the question, which has it in words."""
        source, context = str(self.cleaned_data["record"]), self.context
        try:
            self.plan = match_play.preview_record(club_id=UUID(context.match.club), source=source, actor=context.actor)
        except RecordError as fault:
            raise forms.ValidationError(record_error_text(fault)) from None
        return source

    def question(self) -> str:
        found = []
        for each in self.plan.games:
            points = gettext("not over") if each.score is None else " ".join(map(minus, each.score.points))
            found.append(f"{each.round}.{each.game}: {points}")
        text = gettext("The record says: {games}. These results are reported and wait for confirmation.")
        return text.format(games=", ".join(found)) if found else gettext("The record has no games that are over.")

    def arguments(self) -> dict[str, Any]:
        return {"source": self.values["record"]}


def record_error_text(fault: RecordError) -> str:
    """Why a record is refused, with its line."""
    text = gettext("Line {line}: {why}")
    return text.format(line=fault.line, why=error_text(fault.cause))


def _import(request: HttpRequest, club_id: UUID, form: RecordForm, plan: RecordPreview, actor: Actor) -> HttpResponse:
    choices = [request.POST.get(f"{PREFIX}{seat}") or None for seat, _ in enumerate(plan.names)]
    with form_answer(request, quota="matches") as answer:
        if not answer.repeated:
            answer.body = match_play.import_record(
                club_id=club_id,
                source=form.cleaned_data["source"],
                actor=actor,
                series_id=form.series,
                choices=choices,
                again="again" in request.POST,
            ).id
    return redirect("web:match", answer.body)


def _upload_page(request: HttpRequest, club: ClubDetail, form: RecordForm) -> HttpResponse:
    text = gettext(
        "A record has the moves or the results of one match, line by line. "
        "Nothing is saved until you’ve reviewed the preview. "
        "Records count seats from 0, pages from 1."
    )
    crumbs = [(reverse("web:club", args=[club.id]), club.name)]
    return render_form(request, form, form.title, text, crumbs=crumbs, button=gettext("Preview"))


def _preview_page(request: HttpRequest, club: ClubDetail, form: RecordForm, plan: RecordPreview) -> HttpResponse:
    names = [each.name for each in plan.names] or list(map(seat_number, range(plan.seats)))
    source = form.cleaned_data["source"]
    context = {
        "club": club,
        "form": form,
        "plan": plan,
        "game": known_game(plan.game),
        "names": names,
        "seats": [
            (f"{PREFIX}{seat}", each, request.POST.get(f"{PREFIX}{seat}", "")) for seat, each in enumerate(plan.names)
        ],
        "games": [(f"{each.round}.{each.game}", each.score) for each in plan.games],
        "source": source.decode() if isinstance(source, bytes) else source,
        "new": NEW,
        "twin": reverse("web:match", args=[plan.twin]) if plan.twin else None,
    }
    return render(request, "web/record_preview.html", context, status=REFUSED if form.errors else 200)
