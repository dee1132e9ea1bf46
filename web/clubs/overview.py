"""Lists of tournaments and matches with what their readers ask first: who leads, and who won."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext

from league.clubs.queries import list_players
from league.common.actor import Actor
from league.matches.queries.list import ListedMatch, MatchSeat, list_matches
from league.matches.queries.totals import MatchScore, scores_of
from league.tournaments.queries.list import TournamentOverview, list_tournaments
from league.tournaments.queries.next_steps import OwnPlace, own_places
from league.tournaments.queries.rounds import table_links
from league.tournaments.queries.standings import have_results
from league.tournaments.queries.standings_page import StandingPlace, leader_list

LEADERS = 4
MOST_TOURNAMENTS = 50  # of a player
MOST_MATCHES = 50  # of a player
OVER = "over"


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A match as it went for one of its players."""

    match: ListedMatch
    points: int | None
    won: bool
    others: list[MatchSeat]


@dataclass(frozen=True, slots=True)
class FirstStep:
    """What a new club does first. Without an address it has to wait for the step before."""

    done: bool
    title: str
    text: str
    address: str | None
    act: str
    first: bool = False  # the first one that isn't done


Line = tuple[MatchSeat, int | None, bool]  # a seat, its points once there are any, and whether it won


def own_tournaments(actor: Actor) -> list[TournamentOverview]:
    """The tournaments of the reader's players, the newest first."""
    lists = [list_tournaments(actor, player=UUID(player)).first(MOST_TOURNAMENTS) for player in sorted(actor.players)]
    found = {each.id: each for list_ in lists for each in list_}
    return sorted(found.values(), key=lambda each: each.created_at, reverse=True)


def running_places(actor: Actor) -> list[tuple[TournamentOverview, OwnPlace]]:
    """Where the reader's entrants play now, for those who have not withdrawn."""
    running = [each for each in own_tournaments(actor) if each.phase == "running"]
    places = [(each, place) for each in running for place in own_places(each.id, actor)]
    return [(each, place) for each, place in places if place.status != "withdrawn"]


def first_steps(club: UUID, actor: Actor, tournaments: Sequence[TournamentOverview]) -> list[FirstStep]:
    """People, a tournament, phones on the tables: until all is done, or a tournament is over. For organisers."""
    if not actor.organiser(str(club)) or any(each.phase == "finished" for each in tournaments):
        return []
    running = next((each for each in tournaments if each.phase == "running" and each.rounds), None)
    links = [] if running is None else table_links(running.id, running.rounds, actor)
    steps = [
        FirstStep(
            list_players(club=club).rows.exists(),
            gettext("People"),
            gettext("Add them one by one, import a list, or paste their names when you make a tournament."),
            reverse("web:people", args=[club]),
            gettext("Add people"),
        ),
        FirstStep(
            bool(tournaments),
            gettext("Tournament"),
            gettext("Choose a game and a format. You can still change everything before the start."),
            reverse("web:new-tournament", args=[club]),
            gettext("New tournament"),
        ),
        FirstStep(
            any(link.token for link in links),
            gettext("Phones on the tables"),
            gettext("Print a code for each table once a round is published. Players then enter results themselves."),
            None if running is None else reverse("web:table-links", args=[running.id, running.rounds]),
            gettext("Table cards with QR codes"),
        ),
    ]
    first = next((step for step in steps if not step.done and step.address), None)
    return [] if all(step.done for step in steps) else [replace(step, first=step is first) for step in steps]


def own_matches(actor: Actor) -> list[ListedMatch]:
    """The matches outside tournaments that the reader's players have not finished, the newest first."""
    lists = [list_matches(player=UUID(player)).first(MOST_MATCHES) for player in sorted(actor.players)]
    found = {each.id: each for list_ in lists for each in list_ if each.tournament is None and each.status != OVER}
    return sorted(found.values(), key=lambda each: each.opened_at, reverse=True)


def with_leaders(
    tournaments: Sequence[TournamentOverview], actor: Actor
) -> list[tuple[TournamentOverview, Sequence[StandingPlace], bool]]:
    """Each tournament with the first of its last stage, as the projection last saw them, and whether they lead yet."""
    found = [(each, leader_list(UUID(each.id), actor).first(LEADERS)) for each in tournaments]
    return [(each, leaders, have_results(row.counts for row in leaders)) for each, leaders in found]


def with_scores(matches: Sequence[ListedMatch]) -> list[tuple[ListedMatch, list[Line]]]:
    """Each match with its seats and their points."""
    scores = scores_of(each.id for each in matches)
    return [(each, _lines(each, scores.get(each.id))) for each in matches]


def own_results(matches: Sequence[ListedMatch], player: Collection[str]) -> list[OwnResult]:
    """Each match as it went for a person, who has the ids *player*."""
    return [
        OwnResult(match, points, won, [other for other, *_ in lines if other.player not in player])
        for match, lines in with_scores(matches)
        for seat, points, won in lines
        if seat.player in player
    ]


def _lines(match: ListedMatch, score: MatchScore | None) -> list[Line]:
    if score is None:
        return [(seat, None, False) for seat in match.seats]
    return [(seat, score.points[seat.seat], seat.seat in score.winners) for seat in match.seats]
