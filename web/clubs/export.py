"""A whole club as a file, for its organisers."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.errors import Phrase
from league.club_data.errors import MatchesRunning
from league.club_data.export import export_for
from league.clubs.queries import find_club
from league.errors import NotAllowed
from league.tournaments.queries.error_messages import error_text
from web.page import guard, page, reader


@page
def ask(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """What is in the file, and links to it."""
    club = find_club(club_id)
    if not reader(request).organiser(club.id):
        raise NotAllowed(act=Phrase("export the club"), why=Phrase("only the club’s organisers can do this"))
    return render(request, "web/club_export.html", {"club": club})


@require_safe
@guard
def file(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The file; while secrets of running matches forbid it, the page that says so, and how it goes without them."""
    without = request.GET.get("running") == "leave_out"
    try:
        done = export_for(club_id=club_id, actor=reader(request), without_running=without)
    except MatchesRunning as refusal:
        context = {"club": find_club(club_id), "error": error_text(refusal)}
        return render(request, "web/club_export.html", context, status=409)
    answer = HttpResponse(done.raw, content_type="application/x-ndjson")
    answer["Content-Disposition"] = 'attachment; filename="club.jsonl"'
    return answer
