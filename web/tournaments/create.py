"""The page for a new tournament: its format, its name, a final, and the people who play."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_http_methods

from games.errors import Phrase, gettext_noop
from league.clubs.queries import PlayerDetail, find_club, list_players
from league.common.actor import Actor
from league.errors import NotAllowed
from league.tournaments.queries import settings as tournament_presets
from league.tournaments.queries.list import list_tournaments, newest_tournaments
from league.tournaments.queries.settings import GameChoice
from league.tournaments.services import entries
from league.tournaments.services import settings as tournament_settings
from web.command_form import KeyedForm, ShowRefusal, answer_before, form_answer, new_key, require_sign_in
from web.conflict_form import fill_in, other_fields
from web.page import (
    LIST,
    OTHER_GAME,
    Question,
    accept_body,
    is_sent,
    is_sure,
    question_page,
    reader,
    rehearse,
)
from web.tournaments.bulk_entry import enter_pasted
from web.tournaments.views import address

MOST_KNOWN = 200  # players of the club who are offered by name
LONGEST_LIST = 50_000  # characters
MOST_COMPARED = 20  # tournaments
JUST_NOW = timedelta(minutes=10)


class NewTournament(KeyedForm):
    """A new tournament: its name, how its game is played, and who plays."""

    text = gettext_noop("New tournament")
    preset = forms.ChoiceField(widget=forms.RadioSelect)
    called = forms.CharField(max_length=200)
    final = forms.BooleanField(required=False)
    known = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    names = forms.CharField(
        max_length=LONGEST_LIST, required=False, widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"})
    )

    def __init__(self, game: GameChoice, players: Sequence[PlayerDetail], data: Any = None) -> None:
        super().__init__(data, initial={"key": new_key(), "called": _usual_name(game)})
        self.kinds = tournament_presets.presets(game.slug)
        teams = any(each.settings.team_size > 1 for each in self.kinds)
        self.fields["called"].label = pgettext("of a thing", "Name")
        self.fields["preset"].label = gettext("Format")
        self.fields["preset"].choices = [(each.slug, each.name) for each in self.kinds]  # type: ignore[attr-defined]
        self.fields["preset"].initial = self.kinds[0].slug
        self.fields["final"].label = gettext("A final table at the end")
        self.fields["final"].help_text = gettext(
            "The best four play one more match for the first places. In formats for pairs the best two do."
        )
        self.fields["known"].label = gettext("People of the club")
        self.fields["known"].choices = [(each.id, each.shown_as) for each in players]  # type: ignore[attr-defined]
        self.fields["names"].label = gettext("Names, one per line, or spreadsheet rows")
        if teams or not players:
            del self.fields["known"]
        if teams:
            del self.fields["final"]


@accept_body(LIST)
@require_http_methods(["GET", "HEAD", "POST"])
@require_sign_in
def new_tournament(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Everything on one page. `?game=` is the game, by default that of the club's last tournament."""
    actor = reader(request)
    club = find_club(club_id)
    if not actor.organiser(club.id):
        raise NotAllowed(act=Phrase("run a tournament"), why=Phrase("only the club’s organisers can do this"))
    games = tournament_presets.games()
    game = _chosen_game(games, request.GET.get("game"), actor, club_id)
    players = list_players(actor, club=club_id).first(MOST_KNOWN)
    form = NewTournament(game, players, request.POST if is_sent(request) else None)
    if OTHER_GAME in request.POST:
        fill_in(form, request.POST)
        if form.initial["called"] in map(_usual_name, games):
            form.initial["called"] = _usual_name(game)
    if form.is_bound and form.is_valid():
        with ShowRefusal(form):
            if not is_sure(request) and (text := _doubt(request, club_id, game, form.cleaned_data["called"])):
                rehearse(partial(_draft, actor, club_id, game.slug, form.cleaned_data))
                question = Question(title=form.title, text=text, back=reverse("web:club", args=[club_id]))
                return question_page(request, question)
            return _create(request, club_id, game.slug, form.cleaned_data)
    carried = other_fields(form, request.POST)
    values = {"club": club, "games": games, "game": game, "form": form, "carried": carried}
    return render(request, "web/new_tournament.html", values, status=422 if form.is_bound else 200)


def _chosen_game(games: Sequence[GameChoice], wanted: str | None, actor: Actor, club_id: UUID) -> GameChoice:
    """The game that is asked for, else that of the last tournament, else the first."""
    known = {each.slug: each for each in games}
    last = [each.game for each in list_tournaments(actor, club=club_id).first(1)] if wanted not in known else []
    return next((known[slug] for slug in (wanted, *last) if slug in known), games[0])


def _usual_name(game: GameChoice) -> str:
    """What a tournament of today is called unless somebody gives it another name: “Rummikub, 28 November”."""
    return gettext("{game}, {day}").format(game=game.name, day=date_format(timezone.localdate(), "j E"))


def _doubt(request: HttpRequest, club_id: UUID, game: GameChoice, called: str) -> str:
    """What to ask about, if this may be a form of before: somebody went back and sent it again.

    Its name is that of another tournament, or nobody has changed it, and another was created just now.
    """
    if answer_before(request) is not None:
        return ""
    last = newest_tournaments(club_id, MOST_COMPARED)
    recent = [each for each in last[:1] if called == _usual_name(game) and timezone.now() - each.created_at < JUST_NOW]
    for each in [each for each in last if each.name == called] + recent:
        return gettext("This club already has a tournament called “{name}”. Create another one?").format(name=each.name)
    return ""


def _create(request: HttpRequest, club_id: UUID, game: str, sent: dict[str, Any]) -> HttpResponse:
    """Draft the tournament, and enter who was chosen. A list with namesakes is shown first."""
    actor = reader(request)
    with form_answer(request, quota="tournaments") as answer:
        if not answer.repeated:
            answer.body = _draft(actor, club_id, game, sent)
            known = [entries.NewEntrant(player, [player]) for player in sent.get("known", [])]
            entries.enter_all(tournament_id=answer.body, entrants=known, actor=actor)
    text = sent["names"].replace("\r\n", "\n").rstrip()
    if text:
        return enter_pasted(request, answer.body, text)
    return redirect(address(answer.body))


def _draft(actor: Actor, club_id: UUID, game: str, sent: dict[str, Any]) -> str:
    """The id of the new tournament."""
    final = sent.get("final", False)
    return tournament_settings.draft(
        club_id=club_id, name=sent["called"], game=game, preset=sent["preset"], final=final, actor=actor
    ).id
