"""The page that imports a list of people: a file, what it would do, and a last word.

Nothing is kept between the steps: the file goes to the reader and comes back with the decisions.
"""

import base64
from collections.abc import Mapping
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.files.base import ContentFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from league.clubs.people_import.preview import plan_preview
from league.clubs.people_import.service import import_people, preview
from league.clubs.queries import members
from league.common import listing
from web.clubs.people import REFUSED, form_page
from web.clubs.people_forms import ConfirmForm, FileForm, act
from web.page import reader

PREFIX = "row-"


@form_page
def import_list(request: HttpRequest, club_id: UUID) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    actor = reader(request)
    members(club_id, actor)  # who is no organiser is told so before a file is chosen
    if request.method != "POST":
        return _asked(request, club_id, FileForm())
    if "content" in request.POST:
        return _confirmed(request, club_id)
    form = FileForm(request.POST, request.FILES)
    raw = b"".join(request.FILES["file"].chunks()) if "file" in request.FILES else b""
    encoding = request.POST.get("encoding") or None
    plan = act(form, lambda: preview(club_id=club_id, raw=raw, actor=actor, encoding=encoding))
    if plan is None:
        return _asked(request, club_id, form)
    return _looked_at(request, club_id, raw, plan_preview(plan))


def _asked(request: HttpRequest, club_id: UUID, form: FileForm) -> HttpResponse:
    context = {"club": listing.one_club(club_id), "form": form}
    return render(request, "web/import.html", context, status=REFUSED if form.is_bound else 200)


def _looked_at(
    request: HttpRequest, club_id: UUID, raw: bytes, plan: Mapping[str, object], form: ConfirmForm | None = None
) -> HttpResponse:
    context = {
        "club": listing.one_club(club_id),
        "plan": plan,
        "raw": base64.b64encode(raw).decode(),
        "form": form,
        "decided": request.POST,
    }
    return render(request, "web/import_preview.html", context, status=200 if form is None else REFUSED)


def _confirmed(request: HttpRequest, club_id: UUID) -> HttpResponse:
    form = ConfirmForm(request.POST)
    actor = reader(request)
    try:
        raw = base64.b64decode(request.POST.get("raw", ""), validate=True)
    except ValueError:
        raw = b""
    decisions = {
        int(name.removeprefix(PREFIX)): value
        for name, value in request.POST.items()
        if name.startswith(PREFIX) and name[len(PREFIX) :].isdecimal() and len(name) < 16 and value
    }

    def take_in() -> int:
        done = import_people(
            club_id=club_id,
            raw=raw,
            content=form.cleaned_data["content"],
            encoding=form.cleaned_data["encoding"],
            decisions=decisions,
            actor=actor,
        )
        return sum(entry.new for entry in done.entries)

    new = act(form, take_in)
    if new is not None:
        text = ngettext("{count} player was added.", "{count} players were added.", new).format(count=new)
        messages.success(request, text)
        return redirect("web:people", club_id)
    again = FileForm({}, {"file": ContentFile(raw, "list.csv")})
    encoding = request.POST.get("encoding") or None
    plan = act(again, lambda: preview(club_id=club_id, raw=raw, actor=actor, encoding=encoding))
    return (
        _asked(request, club_id, again) if plan is None else _looked_at(request, club_id, raw, plan_preview(plan), form)
    )
