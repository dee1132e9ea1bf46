"""The page for a match outside a tournament: its game, who sits where, and how it is recorded."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_http_methods

from games.errors import Phrase, gettext_noop
from league.clubs.queries import (
    ClubDetail,
    PlayerDetail,
    SeriesDetail,
    find_club,
    list_players,
    list_series,
    own_players,
)
from league.common.actor import Actor
from league.decks.queries import list_decks, list_game_decks
from league.errors import NotAllowed
from league.matches.queries.games import GameDetail
from league.matches.queries.games import games as known_games
from league.matches.services import play as match_play
from web.command_form import KeyedForm, ShowRefusal, form_answer, new_key, require_sign_in
from web.conflict_form import fill_in, other_fields
from web.matches.recording import BY_PHONES, RECORDED, account_error
from web.page import OTHER_GAME, is_sent, reader
from web.templatetags.words import seat_number

MOST_PLAYERS = 500  # that a seat is chosen from
GUEST = "?"  # somebody whose name is not recorded
LENGTHS = ("rounds", "games")  # options that say how much is played
LONGEST = 100


class NewMatch(KeyedForm):
    """Who sits at each seat, how the match is recorded, how long it is, and its series."""

    text = gettext_noop("New match")

    def __init__(
        self,
        game: GameDetail,
        players: Sequence[PlayerDetail],
        own: Sequence[PlayerDetail],
        series: Sequence[SeriesDetail],
        *,
        official: bool,
        decks: Sequence[tuple[str, str]] = (),
        asked: str | None = None,
        data: Any = None,
    ) -> None:
        """*asked*: the series that is chosen at first."""
        first = {"seat0": own[0].id} if own else {}
        super().__init__(data, initial={"key": new_key(), "recorded": RECORDED[0].value, "series": asked, **first})
        self.game, self.own, self.official = game, {each.id for each in own}, official
        self.ways = [each for each in RECORDED if official or not each.scribe]
        self._add_seats(players)
        self.fields["recorded"] = forms.ChoiceField(choices=[(each.value, each.name) for each in self.ways])
        for option in game.options:
            if option.key in LENGTHS:
                self.fields["length"] = forms.IntegerField(
                    label=option.help.removesuffix("."), min_value=1, max_value=LONGEST, initial=option.default
                )
                self.lasting = option.key
        if decks:
            self.fields["deck"] = forms.ChoiceField(label=gettext("Deck"), choices=decks)
        if series:
            shown = [("", gettext("none")), *((each.id, each.name) for each in series)]
            label = pgettext("of a match", "Series")
            self.fields["series"] = forms.ChoiceField(label=label, choices=shown, required=False)

    def _add_seats(self, players: Sequence[PlayerDetail]) -> None:
        named = [(each.id, each.shown_as) for each in players]
        for seat in range(self.game.seats[-1]):
            nobody = [("", gettext("nobody"))]
            self.fields[f"seat{seat}"] = forms.ChoiceField(
                label=seat_number(seat),
                choices=[*nobody, *named, (GUEST, gettext("an unnamed player"))],
                required=False,
            )

    @property
    def options(self) -> dict[str, object]:
        """The options of the game that were chosen."""
        sent = self.cleaned_data
        chosen = {"deck": sent["deck"]} if "deck" in sent else {}
        return {**chosen, self.lasting: sent["length"]} if "length" in sent else chosen

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        return [self[f"seat{seat}"] for seat in range(self.game.seats[-1])]

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        chosen = [sent.get(f"seat{seat}") for seat in range(self.game.seats[-1])]
        seats = [seat for seat in chosen if seat]
        sent["seats"] = [None if seat == GUEST else UUID(seat) for seat in seats]
        if not self.official and not self.own & set(seats):
            self.add_error("seat0", gettext("Choose a seat for yourself. Only officials open matches for others."))
        if sent.get("recorded") in BY_PHONES and (text := account_error(sent["seats"], official=self.official)):
            self.add_error("recorded", text)
        return sent


@require_http_methods(["GET", "HEAD", "POST"])
@require_sign_in
def new_match(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A match of `?game=`, in `?series=` perhaps, for officials and players of the club."""
    actor, club = reader(request), find_club(club_id)
    own = own_players(club_id, actor)
    if not own and not actor.official(club.id):
        why = Phrase("you are neither a club official nor one of the players")
        raise NotAllowed(act=Phrase("open this match"), why=why)
    series = list_series(club=club_id).first()
    game = _pick_game(series, request.GET.get("game"), request.GET.get("series"))
    form = NewMatch(
        game,
        list_players(actor, club=club_id).first(MOST_PLAYERS),
        own,
        [each for each in series if each.game == game.slug],
        official=actor.official(club.id),
        decks=_decks(club_id, game.slug),
        data=request.POST if is_sent(request) else None,
        asked=request.GET.get("series"),
    )
    if OTHER_GAME in request.POST:
        fill_in(form, request.POST)
    if form.is_bound and form.is_valid():
        with ShowRefusal(form):
            return _open(request, club, form, actor)
    carried = other_fields(form, request.POST)
    values = {"club": club, "games": known_games(), "game": game, "form": form, "carried": carried}
    return render(request, "web/new_match.html", values, status=422 if form.is_bound else 200)


def _pick_game(series: Sequence[SeriesDetail], game: str | None, asked: str | None) -> GameDetail:
    """The game that is asked for, else that of the series, else of the club's newest series, else the first."""
    known = {each.slug: each for each in known_games()}
    wanted = [game, *(each.game for each in series if each.id == asked), *(each.game for each in series)]
    return next((known[slug] for slug in wanted if slug in known), next(iter(known.values())))


def _decks(club_id: UUID, game: str) -> list[tuple[str, str]]:
    """The decks to choose from by reference, those of the game first. Empty if the club has none of its own."""
    own = list_decks(club=club_id, game=game).first()
    return [(each.reference, each.name) for each in [*list_game_decks(game), *own]] if own else []


def _open(request: HttpRequest, club: ClubDetail, form: NewMatch, actor: Actor) -> HttpResponse:
    sent = form.cleaned_data
    level, dealing = sent["recorded"].split()
    with form_answer(request, quota="matches") as answer:
        if not answer.repeated:
            answer.body = match_play.open_match(
                club_id=UUID(club.id),
                game=form.game.slug,
                seats=sent["seats"],
                actor=actor,
                level=level,
                dealing=dealing,
                options=form.options,
                series_id=UUID(sent["series"]) if sent.get("series") else None,
            ).id
    return redirect("web:play" if dealing != "table" else "web:match", answer.body)
