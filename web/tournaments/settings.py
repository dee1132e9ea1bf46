"""The page where everything is set that a tournament is."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.errors import Phrase
from league.clubs.sessions import Actor
from league.errors import LeagueError, NotAllowed
from league.eventlog.errors import StreamMovedOn
from league.tournaments.queries import settings as tournament_settings
from web.command_form import do_once
from web.conflict_form import anew
from web.page import reader
from web.tournaments.forms.settings.form import SettingsForm
from web.tournaments.views import address, desk_of, signed_in, too_late


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def settings(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Show all settings; change those that were sent."""
    actor = reader(request)
    form = _form(str(tournament_id), actor, request.POST if request.method == "POST" else None)
    if form.is_bound:
        refused = _refused(request, form, actor)
        if refused is None:
            return redirect(address(tournament_id))
        form = refused
    context = {"form": form, "tournament": form.desk.tournament, "over": form.desk.over}
    return render(request, "web/tournament_settings.html", context, status=422 if form.is_bound else 200)


def _refused(request: HttpRequest, form: SettingsForm, actor: Actor) -> SettingsForm | None:
    """The form to be looked at again, and why; None if the settings are changed."""
    if not {"revision", "key"}.isdisjoint(form.errors):
        return _anew(form, request.POST, gettext("Not all of the form arrived, and nothing is saved. Send it again."))
    if not form.is_valid():
        late = form.cleaned_data["revision"] != form.initial["revision"]
        return _anew(form, request.POST, too_late()) if late else form
    try:
        do_once(request, lambda: form.do(actor))
    except NotAllowed:
        raise
    except StreamMovedOn:
        return _anew(_form(form.desk.tournament["id"], actor, None), request.POST, too_late())
    except LeagueError as refusal:
        form.refuse(refusal)
        return form
    return None


def _form(tournament_id: str, actor: Actor, data: QueryDict | None) -> SettingsForm:
    """The form for organisers of the club."""
    desk = desk_of(tournament_id, actor)
    if not desk.organiser:
        raise NotAllowed(act=Phrase("run a tournament"), why=Phrase("that is for organisers of the club"))
    return SettingsForm(desk, tournament_settings.sheet(tournament_id, actor), data)


def _anew(now: SettingsForm, sent: QueryDict, why: str) -> SettingsForm:
    """What was sent, on the tournament as it is now."""
    return anew(lambda data: SettingsForm(now.desk, now.sheet, data), now, sent, why)
