"""The search in the head of every page: people, tournaments, and the tables of running rounds."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.clubs.queries import PlayerDetail, club_names, search_players
from league.common.actor import Actor
from league.common.names import name_key
from league.tournaments.queries.list import TournamentOverview
from league.tournaments.queries.search import FoundTable, find_tables, find_tournaments
from web.page import page, parse_number, reader

LONGEST = 100  # characters of a query
SHORTEST = 2  # of a name; a number may be shorter
MOST = 20  # of each kind


@dataclass(frozen=True, slots=True)
class Found:
    """What has the text of a query in its name. `more`: whether a list was cut."""

    people: list[PlayerDetail]
    tournaments: list[TournamentOverview]
    tables: list[FoundTable]
    clubs: dict[str, str]  # names by id
    more: bool

    def __bool__(self) -> bool:
        return bool(self.people or self.tournaments or self.tables)


@page
def search(request: HttpRequest) -> HttpResponse:
    """What `?q=` finds among what the reader may see."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    number = parse_number(text, digits=4)
    short = number is None and len(name_key(text)) < SHORTEST
    found = None if short else _find(text, number, reader(request))
    return render(request, "web/search.html", {"text": text, "found": found, "most": MOST})


def _find(text: str, number: int | None, actor: Actor) -> Found:
    people = search_players(text, actor, MOST + 1)
    tournaments = find_tournaments(text, actor, MOST + 1)
    if number is None:
        tables = find_tables(actor, MOST + 1, players=[each.id for each in people[:MOST]])
    else:
        tables = find_tables(actor, MOST + 1, number=number)
    return Found(
        people[:MOST],
        tournaments[:MOST],
        tables[:MOST],
        club_names({*(each.club for each in people), *(each.club for each in tournaments)}),
        more=any(len(each) > MOST for each in (people, tournaments, tables)),
    )
