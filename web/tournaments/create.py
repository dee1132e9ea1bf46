"""The page for a new tournament."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_http_methods

from games.errors import Phrase, gettext_noop
from league.clubs.queries import find_club
from league.errors import NotAllowed
from league.tournaments.queries import settings as tournament_presets
from league.tournaments.services import settings as tournament_settings
from web.command_form import KeyedForm, ShowRefusal, form_answer, new_key, require_sign_in
from web.page import reader
from web.tournaments.views import address


class NewTournament(KeyedForm):
    """A new tournament: its name, and how its game is played."""

    text = gettext_noop("New tournament")
    called = forms.CharField(max_length=200)
    preset = forms.ChoiceField(widget=forms.RadioSelect)

    def __init__(self, game: str, data: Any = None) -> None:
        super().__init__(data, initial={"key": new_key()})
        kinds = tournament_presets.presets(game)
        self.fields["called"].label = pgettext("of a thing", "Name")
        self.fields["preset"].label = gettext("Format")
        self.fields["preset"].choices = [(each.slug, f"{each.name}. {each.about}") for each in kinds]  # type: ignore[attr-defined]
        self.fields["preset"].initial = kinds[0].slug


@require_http_methods(["GET", "HEAD", "POST"])
@require_sign_in
def new_tournament(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Choose a game, then a format. `?game=` is the game."""
    actor = reader(request)
    club = find_club(club_id)
    if not actor.organiser(club.id):
        raise NotAllowed(act=Phrase("run a tournament"), why=Phrase("only the club’s organisers can do this"))
    games = tournament_presets.games()
    game = next((each for each in games if each.slug == request.GET.get("game")), None)
    if game is None:
        return render(request, "web/new_tournament.html", {"club": club, "games": games})
    form = NewTournament(game.slug, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        sent = form.cleaned_data
        terms = {"name": sent["called"], "game": game.slug, "preset": sent["preset"], "actor": actor}
        with ShowRefusal(form):
            with form_answer(request) as answer:
                if not answer.repeated:
                    answer.body = tournament_settings.draft(club_id=club_id, **terms).id
            return redirect(address(answer.body))
    values = {"club": club, "games": games, "game": game, "form": form}
    return render(request, "web/new_tournament.html", values, status=422 if form.is_bound else 200)
