"""The page where everything is set that a tournament is."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.errors import Phrase
from league.errors import LeagueError, NotAllowed, StreamMovedOn
from league.queries import tournament_settings
from league.queries.actors import Actor
from web.acts import do_once
from web.tournament_settings_form import SettingsForm
from web.tournaments import address, desk_of, signed_in
from web.views import reader


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def settings(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Show all settings; change those that were sent."""
    actor = reader(request)
    form = _form(str(tournament_id), actor, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            do_once(request, lambda: form.do(actor))
            return redirect(address(tournament_id))
        except NotAllowed:
            raise
        except StreamMovedOn:
            sent = request.POST.copy()
            form = _form(str(tournament_id), actor, sent, anew=True)
            form.add_error(None, gettext("Somebody else changed the tournament meanwhile. Look at it as it is now."))
        except LeagueError as refusal:
            form.refuse(refusal)
    context = {"form": form, "tournament": form.desk.tournament, "over": form.desk.over}
    return render(request, "web/tournament_settings.html", context, status=422 if form.is_bound else 200)


def _form(tournament_id: str, actor: Actor, data: QueryDict | None, *, anew: bool = False) -> SettingsForm:
    """The form for organisers of the club; *anew*: as it was sent, on the tournament as it is now."""
    desk = desk_of(tournament_id, actor)
    if not desk.organiser:
        raise NotAllowed(act=Phrase("run a tournament"), why=Phrase("that is for organisers of the club"))
    if anew and data is not None:
        data = data.copy()
        data["revision"] = str(desk.tournament["revision"])
    return SettingsForm(desk, tournament_settings.sheet(tournament_id, actor), data)
