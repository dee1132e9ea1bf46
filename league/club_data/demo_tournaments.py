"""Tournaments of the demo club: a finished one of every game, and a running one."""

from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from games.engine import Level, Stated, Table
from games.records import simulate
from games.records.replay import resolve_deck, settings
from games.registry import AnyEngine, engine, engines
from league.common.actor import Actor
from league.errors import LeagueError
from league.impact import services as results
from league.matches import repository as match_repository
from league.tournaments.domain.qualification import ties_at_the_cut
from league.tournaments.domain.settings.presets import presets
from league.tournaments.domain.tournament import Table as TournamentTable
from league.tournaments.errors import EntrantRefused
from league.tournaments.repository import tournaments
from league.tournaments.results import match_results
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle

KINDS = {"rummikub": "evening", "ralph": "series", "riff_raff": "cup", "toy_story_4": "groups"}
"""The preset in which each game is shown. By default it is the first one."""
SEED = b"the demo club's tournaments"
MOST_ROUNDS = 20


CUPS = {f"{engine(game).meta.name} Cup 2026": game for game in engines()}
TONIGHT = "Tonight: Rummikub"


def play_cup(club: UUID, organiser: Actor, players: Sequence[UUID], game: str, *, name: str) -> str:
    """Play a tournament to its end. Returns its id."""
    tournament = _start_tournament(club, organiser, players, game, name=name, preset_slug=KINDS.get(game))
    _play(tournament, organiser, MOST_ROUNDS)
    tournament_lifecycle.finish(tournament_id=tournament, actor=organiser)
    return tournament


def play_tonight(club: UUID, organiser: Actor, players: Sequence[UUID]) -> str:
    """Start a tournament whose third round has no results yet. Returns its id."""
    tournament = _start_tournament(club, organiser, players, "rummikub", name=TONIGHT, preset_slug="evening")
    _play(tournament, organiser, 2)
    _draw(tournament, organiser)
    return tournament


def _start_tournament(
    club: UUID, organiser: Actor, players: Sequence[UUID], game: str, *, name: str, preset_slug: str | None
) -> str:
    found = presets(game)
    chosen = next((each for each in found if each.slug == preset_slug), found[0]).settings
    tournament = tournament_lifecycle.create(club_id=club, name=name, game=game, settings=chosen, actor=organiser).id
    if chosen.team_size == 1:
        for player in players:
            entries.enter(tournament_id=tournament, player_id=player, actor=organiser)
    else:
        for number in range(len(players) // chosen.team_size):
            team = players[number * chosen.team_size : (number + 1) * chosen.team_size]
            entries.enter_team(tournament_id=tournament, name=f"Team {number + 1}", player_ids=team, actor=organiser)
    tournament_lifecycle.start(tournament_id=tournament, actor=organiser)
    return tournament


def _play(tournament_id: str, organiser: Actor, rounds: int) -> None:
    """Play at most so many rounds, of one stage after the other."""
    for _ in range(rounds):
        try:
            _draw(tournament_id, organiser)
        except LeagueError:
            try:
                _open_next_stage(tournament_id, organiser)
            except LeagueError:
                return
            continue
        for table in tournaments.load(tournament_id).state.rounds[-1].tables:
            _report(str(table.match), organiser)
            if table.node is not None:
                _decide(tournament_id, organiser, table)


def _open_next_stage(tournament_id: str, organiser: Actor) -> None:
    """Open the next stage. Entrants who are tied at the cut advance by seed."""
    tournament = tournaments.load(tournament_id).state
    ties = ties_at_the_cut(tournament, match_results(tournament), tournament.stages[-1])
    decided = [entrant for each in ties for entrant in each.entrants]
    tournament_lifecycle.open_stage(tournament_id=tournament_id, actor=organiser, decided=decided)


def _draw(tournament_id: str, organiser: Actor) -> None:
    tournament_lifecycle.draw_round(tournament_id=tournament_id, actor=organiser)
    tournament_lifecycle.publish_round(tournament_id=tournament_id, actor=organiser)


def _decide(tournament_id: str, organiser: Actor, table: TournamentTable) -> None:
    """Decide a table of a knock-out by the order of its seats if it is tied."""
    with suppress(EntrantRefused):
        tournament_lifecycle.decide_tie(
            tournament_id=tournament_id,
            number=tournaments.load(tournament_id).state.rounds[-1].number,
            table=table.number,
            order=table.seats,
            reason="Sudden death",
            actor=organiser,
        )


def _report(match_id: str, organiser: Actor) -> None:
    """Report a result for every game of a match, as sensible players would get."""
    match = match_repository.load(match_id).state
    for number, place in enumerate(match.places):
        stated = _result(match.rules, len(match.opened.seats), f"{match_id}:{number}")
        expected = match_repository.load(match_id).head.seq
        results.report_result(match_id=match_id, place=place, stated=stated, expected=expected, actor=organiser)


def _result(rules: AnyEngine, seats: int, label: str) -> Stated:
    """How a game between sensible players ends."""
    table = resolve_deck(rules, Table(seats, Level.FULL, settings(rules, {})))
    _, position = simulate.play_game(rules, table, SEED + label.encode(), (1, 1))
    score = rules.score(position)
    assert score is not None  # noqa: S101 - a game that was played out has a result
    return Stated(score.points, score.reason)
