"""What the pages of a match have at their head: the round, the table and the people."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from league.common.actor import Actor
from league.matches.queries.detail import MatchDetail
from league.matches.queries.games import game
from league.matches.queries.table import is_dealt, takes_results
from league.tournaments.queries.rounds import MatchPlace, match_place
from web.templatetags.words import seat_name


def own_address(match_id: str) -> str:
    """Where somebody with a seat goes on: to play the match, to enter or answer its results, or to look at it."""
    name = "web:play" if is_dealt(match_id) else "web:own-pad" if takes_results(match_id) else "web:match"
    return reverse(name, args=[match_id])


def match_header(match: MatchDetail, actor: Actor) -> dict[str, Any]:
    """The match, its game and its place for a template, with its title in the browser and the heading of its page."""
    known, place = game(match.game), match_place(match.id, match.tournament, actor)
    return {
        "match": match,
        "game": known,
        "place": place,
        "match_title": _place_title(place) if place else f"{_people(match)} · {known.name}",
        "heading": _place_heading(place) if place else _people(match),
    }


def _place_title(place: MatchPlace) -> str:
    text = gettext("Table {table}, round {round} · {tournament}")
    return text.format(table=place.table, round=place.round, tournament=place.name)


def _place_heading(place: MatchPlace) -> str:
    return gettext("Table {table} · Round {round}").format(table=place.table, round=place.round)


def _people(match: MatchDetail) -> str:
    return " – ".join(map(seat_name, match.seats))
