"""Tournaments of the demo club: one for each game, played to its ranking, and one that runs."""

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
from league.tournaments.errors import EntrantRefused
from league.tournaments.repository import tournaments as kept
from league.tournaments.results import match_results
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle

KINDS = {"rummikub": "evening", "ralph": "series", "riff_raff": "cup", "toy_story_4": "groups"}
"""Which preset each game is shown in; another game in its first one."""
SEED = b"the demo club's tournaments"
MOST_ROUNDS = 20


def play_tournaments(club: UUID, organiser: Actor, players: Sequence[UUID]) -> dict[str, str]:
    """A finished tournament of every game, and a running one: ids by what they show."""
    shown = {}
    for game in engines():
        name = f"{engine(game).meta.name} Cup 2026"
        tournament = _start_tournament(club, organiser, players, game, name=name, kind=KINDS.get(game))
        _play(tournament, organiser, MOST_ROUNDS)
        tournament_lifecycle.finish(tournament_id=tournament, actor=organiser)
        shown[name] = tournament
    name = "Tonight: Rummikub"
    shown[name] = _start_tournament(club, organiser, players, "rummikub", name=name, kind="evening")
    _play(shown[name], organiser, 2)
    _draw(shown[name], organiser)
    return shown


def _start_tournament(
    club: UUID, organiser: Actor, players: Sequence[UUID], game: str, *, name: str, kind: str | None
) -> str:
    found = presets(game)
    preset = next((each for each in found if each.slug == kind), found[0])
    made = tournament_lifecycle.create(club_id=club, name=name, game=game, settings=preset.settings, actor=organiser)
    size = preset.settings.team_size
    if size == 1:
        for player in players:
            entries.enter(tournament_id=made.id, player_id=player, actor=organiser)
    else:
        for number in range(len(players) // size):
            team = players[number * size : (number + 1) * size]
            entries.enter_team(tournament_id=made.id, name=f"Team {number + 1}", player_ids=team, actor=organiser)
    tournament_lifecycle.start(tournament_id=made.id, actor=organiser)
    return made.id


def _play(tournament: str, organiser: Actor, rounds: int) -> None:
    """Rounds, of one stage after the other, as long as there are any."""
    for _ in range(rounds):
        try:
            _draw(tournament, organiser)
        except LeagueError:
            try:
                _next_stage(tournament, organiser)
            except LeagueError:
                return
            continue
        tournament_state = kept.load(tournament).state
        for table in tournament_state.rounds[-1].tables:
            _report(str(table.match), organiser)
            _decide(tournament, organiser, table.number)


def _next_stage(tournament: str, organiser: Actor) -> None:
    """Open the next stage. Entrants who are tied at the cut advance by seed."""
    tournament_state = kept.load(tournament).state
    level = ties_at_the_cut(tournament_state, match_results(tournament_state), tournament_state.stages[-1])
    decided = [entrant for each in level for entrant in each.entrants]
    tournament_lifecycle.open_stage(tournament_id=tournament, actor=organiser, decided=decided)


def _draw(tournament: str, organiser: Actor) -> None:
    tournament_lifecycle.draw_round(tournament_id=tournament, actor=organiser)
    tournament_lifecycle.publish_round(tournament_id=tournament, actor=organiser)


def _decide(tournament: str, organiser: Actor, number: int) -> None:
    """Decide a tied table of a knock-out by the order of its seats."""
    round_ = kept.load(tournament).state.rounds[-1]
    table = round_.tables[number - 1]
    if table.node is None:
        return
    with suppress(EntrantRefused):
        tournament_lifecycle.decide_tie(
            tournament_id=tournament,
            number=round_.number,
            table=number,
            order=table.seats,
            reason="Sudden death",
            actor=organiser,
        )


def _report(match_id: str, organiser: Actor) -> None:
    """Report a result for every game of a match, as sensible players would get."""
    match = match_repository.load(match_id).state
    for number, place in enumerate(match.places):
        score = _result(match.rules, len(match.opened.seats), f"{match_id}:{number}")
        results.report_result(
            match_id=match_id,
            place=place,
            stated=score,
            expected=match_repository.load(match_id).head.seq,
            actor=organiser,
        )


def _result(rules: AnyEngine, seats: int, label: str) -> Stated:
    """How a game between sensible players ends."""
    table = resolve_deck(rules, Table(seats, Level.FULL, settings(rules, {})))
    _, position = simulate.play_game(rules, table, SEED + label.encode(), (1, 1))
    score = rules.score(position)
    assert score is not None  # noqa: S101 - a game that was played out has a result
    return Stated(score.points, score.reason)
