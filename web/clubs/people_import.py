"""The page that imports a list of people: a file, what it would do, and a last word.

Nothing is kept between the steps: the file goes to the reader and comes back with the decisions.
"""

import base64
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import ngettext

from league.clubs.people_import.preview import ImportPreview, plan_preview
from league.clubs.people_import.service import import_people, preview
from league.clubs.queries import find_club, members
from web.clubs.people_forms import ConfirmForm, FileForm
from web.command_form import ShowRefusal
from web.encodings import ENCODING_NAMES, encoding_choices
from web.page import FILE, REFUSED, accept_body, form_page, reader

PREFIX = "row-"


@accept_body(FILE)
@form_page
def import_list(request: HttpRequest, club_id: UUID) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    actor = reader(request)
    members(club_id, actor)  # who is no organiser is told so before a file is chosen
    if request.method != "POST":
        return _upload_page(request, club_id, FileForm())
    if "content" in request.POST:
        return _import(request, club_id)
    if "raw" in request.POST:  # the answer to the question about the encoding
        return _preview_again(request, club_id, _sent_bytes(request))
    form = FileForm(request.POST, request.FILES)
    file = request.FILES.get("file")
    return _preview(request, club_id, form, file.read() if isinstance(file, UploadedFile) else b"")


def _preview(
    request: HttpRequest, club_id: UUID, upload: FileForm, raw: bytes, confirmation: ConfirmForm | None = None
) -> HttpResponse:
    """What the list would do, with the refused *confirmation*, or the upload form if the list cannot be read."""
    if upload.is_valid():
        encoding = request.POST.get("encoding") or None
        with ShowRefusal(upload):
            plan = plan_preview(preview(club_id=club_id, raw=raw, actor=reader(request), encoding=encoding))
            if plan.encodings:
                return _encoding_page(request, club_id, raw, plan)
            return _preview_page(request, club_id, raw, plan, confirmation)
    return _upload_page(request, club_id, upload)


def _preview_again(
    request: HttpRequest, club_id: UUID, raw: bytes, confirmation: ConfirmForm | None = None
) -> HttpResponse:
    """The preview of a file that came back from an earlier page."""
    files: MultiValueDict[str, UploadedFile[Any]] = MultiValueDict({"file": [SimpleUploadedFile("list.csv", raw)]})
    return _preview(request, club_id, FileForm({}, files), raw, confirmation)


def _sent_bytes(request: HttpRequest) -> bytes:
    try:
        return base64.b64decode(request.POST.get("raw", ""), validate=True)
    except ValueError:
        return b""


def _encoding_page(request: HttpRequest, club_id: UUID, raw: bytes, plan: ImportPreview) -> HttpResponse:
    """The page that asks in which encoding the names are right."""
    context = {
        "club": find_club(club_id),
        "raw": base64.b64encode(raw).decode(),
        "choices": encoding_choices(plan),
    }
    return render(request, "web/import_encoding.html", context)


def _upload_page(request: HttpRequest, club_id: UUID, form: FileForm) -> HttpResponse:
    context = {"club": find_club(club_id), "form": form}
    return render(request, "web/import.html", context, status=REFUSED if form.is_bound else 200)


def _preview_page(
    request: HttpRequest, club_id: UUID, raw: bytes, plan: ImportPreview, form: ConfirmForm | None = None
) -> HttpResponse:
    context = {
        "club": find_club(club_id),
        "plan": plan,
        "encoding": ENCODING_NAMES.get(plan.encoding, plan.encoding),
        "raw": base64.b64encode(raw).decode(),
        "form": form,
        "decided": request.POST,
    }
    return render(request, "web/import_preview.html", context, status=200 if form is None else REFUSED)


def _import(request: HttpRequest, club_id: UUID) -> HttpResponse:
    form = ConfirmForm(request.POST)
    raw = _sent_bytes(request)
    if form.is_valid():
        with ShowRefusal(form):
            done = import_people(
                club_id=club_id,
                raw=raw,
                content=form.cleaned_data["content"],
                encoding=form.cleaned_data["encoding"],
                decisions=_decisions(request.POST),
                actor=reader(request),
            )
            new = sum(entry.new for entry in done.entries)
            text = ngettext("{count} player was added.", "{count} players were added.", new).format(count=new)
            messages.success(request, text)
            return redirect("web:people", club_id)
    return _preview_again(request, club_id, raw, form)


def _decisions(sent: QueryDict) -> dict[int, str]:
    names = [name for name in sent if name.startswith(PREFIX) and len(name) < 16]
    numbers = {name: name.removeprefix(PREFIX) for name in names}
    return {int(line): str(sent[name]) for name, line in numbers.items() if line.isdecimal() and sent[name]}
