"""Entering many players at once, pasted or from a file, with a preview first."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.errors import Phrase
from league.clubs.people_import import preview, service
from league.errors import LeagueError, NotAllowed
from league.tournaments.queries import detail as seen
from league.tournaments.queries.error_messages import error_text
from league.tournaments.services import entry_import
from web.command_form import form_answer, new_key, require_sign_in
from web.encodings import encoding_choices
from web.page import FILE, accept_body, reader
from web.tournaments.views import address

CLEAR = ("new", "same")  # kinds of rows that need no decision


@accept_body(FILE)
@require_http_methods(["GET", "HEAD", "POST"])
@require_sign_in
def people(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Preview a list, and enter it once that is confirmed."""
    actor = reader(request)
    tournament = seen.detail(str(tournament_id), actor)
    if not actor.organiser(tournament.club):
        raise NotAllowed(act=Phrase("enter a list of entrants"), why=Phrase("only the club’s organisers can do this"))
    context: dict[str, Any] = {"tournament": tournament, "given": request.POST.get("names", "")}
    if request.method != "POST":
        return render(request, "web/tournament_people.html", context)
    try:
        raw = _list_bytes(request)
        if raw and "content" in request.POST:
            with form_answer(request) as answer:
                if not answer.repeated:
                    answer.body = _enter_list(str(tournament_id), raw, request.POST, actor)
            return redirect(address(tournament_id) + "#field")
    except NotAllowed:
        raise
    except LeagueError as refusal:
        context["error"] = error_text(refusal)
    try:
        if not raw:
            context["error"] = gettext("Paste names or choose a file.")
        else:
            encoding = request.POST.get("encoding") or None
            plan = service.preview(club_id=UUID(tournament.club), raw=raw, actor=actor, encoding=encoding)
            shown, list_ = preview.plan_preview(plan), base64.b64encode(raw).decode()
            context |= {"plan": shown, "list": list_, "key": new_key(), "choices": encoding_choices(shown)}
    except NotAllowed:
        raise
    except LeagueError as refusal:
        context["error"] = error_text(refusal)
    return render(request, "web/tournament_people.html", context, status=422 if "error" in context else 200)


def enter_pasted(request: HttpRequest, tournament_id: str, text: str) -> HttpResponse:
    """Enter the names of a new tournament if it is clear who they are. Else the list is shown, to be decided."""
    actor, raw = reader(request), text.encode()
    tournament = seen.detail(tournament_id, actor)
    context: dict[str, Any] = {"tournament": tournament, "given": text}
    try:
        plan = preview.plan_preview(service.preview(club_id=UUID(tournament.club), raw=raw, actor=actor))
        if not encoding_choices(plan) and all(row.kind in CLEAR for row in plan.rows):
            _enter_list(tournament_id, raw, {"content": plan.content, "encoding": plan.encoding}, actor)
            return redirect(address(tournament_id) + "#field")
        context |= {"plan": plan, "list": base64.b64encode(raw).decode(), "key": new_key()}
        context["choices"] = encoding_choices(plan)
    except LeagueError as refusal:
        context["error"] = error_text(refusal)
    return render(request, "web/tournament_people.html", context, status=422 if "error" in context else 200)


def _list_bytes(request: HttpRequest) -> bytes:
    """The list: from the form that confirms it, from a file, or pasted."""
    if "list" in request.POST:
        try:
            return base64.b64decode(request.POST["list"], validate=True)
        except (binascii.Error, ValueError):
            return b""
    file = request.FILES.get("file")
    if file is not None:
        return bytes(file.read())
    text: str = request.POST.get("names", "").replace("\r\n", "\n").rstrip()
    return text.encode()


def _enter_list(tournament_id: str, raw: bytes, given: Mapping[str, str], actor: Any) -> int:
    decisions = {
        int(name.removeprefix("line")): value
        for name, value in given.items()
        if name.startswith("line") and name.removeprefix("line").isdecimal() and len(name) < 12 and value
    }
    listed = entry_import.enter_list(
        tournament_id=tournament_id,
        raw=raw,
        content=given["content"],
        decisions=decisions,
        actor=actor,
        encoding=given.get("encoding") or None,
    )
    return len(listed.entered)
