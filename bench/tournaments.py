"""Tournaments through the services and the worker's projections: `./ludex python bench/tournaments.py [passes]`.

On a PostgreSQL of its own, with fsync on; by the clock. Shown are medians, and one run of a whole evening.
"""

import statistics
import sys
import time
from pathlib import Path
from uuid import UUID

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import database  # noqa: E402 - found by the line above
from bench.result import reporting  # noqa: E402 - found by the line above
from bench.timing import timed  # noqa: E402 - found by the line above

FIELDS = (1_000, 10_000, 125_000)
TOP = 50

PEOPLE = """
INSERT INTO league_player (id, club_id, number, name, key, note, email, club_number, invitation, mark, listed,
    created_at)
SELECT md5(%(club)s::text || number)::uuid, %(club)s, number, 'Player ' || number, 'player ' || number, '', '', '', '',
       '', '', now()
FROM generate_series(1, %(players)s) AS number
"""
STANDINGS = """
INSERT INTO league_tournamentstanding (tournament, stage, "group", entrant, place, rank, row)
SELECT %(tournament)s, 0, 0, md5(%(club)s::text || number)::uuid, number, number, %(row)s
FROM generate_series(1, %(players)s) AS number
"""
LISTED = """
INSERT INTO league_tournament (id, club, name, game, phase, entrants, rounds, players, revision, created_at, changed_at)
VALUES (%s, %s, 'Bench', 'rummikub', 'running', %s, 8, '{}', 1, now(), now())
"""
ROW = {
    "shared": False,
    "score": "31",
    "tiebreaks": ["5", "121/3", "88/3", "52/3", "-14"],
    "penalty": "0",
    "counts": {"played": 8, "wins": 5, "shared": 0, "byes": 0, "walkovers": 0, "forfeits": 0, "missed": 0},
    "best": None,
    "worst": None,
}


def show_top(passes: int) -> None:
    """The first fifty rows, and fifty behind the middle, of fields of any size."""
    from django.db import connection
    from psycopg.types.json import Jsonb

    from league.clubs import services as club_services
    from league.clubs.models import User
    from league.common.actor import NOBODY, Actor
    from league.tournaments.queries import standings_page

    user = User.objects.create_user("bench-top")
    asked = {}
    with connection.cursor() as cursor:
        for number, players in enumerate(FIELDS, 1):
            club = club_services.create_club(name=f"Bench {number}", actor=Actor(user.pk)).pk
            tournament = UUID(int=number)
            cursor.execute(LISTED, [tournament, club, players])
            given = {"club": club, "tournament": tournament, "players": players, "row": Jsonb(ROW)}
            cursor.execute(PEOPLE, given)
            cursor.execute(STANDINGS, given)
            for place in (0, players // 2):
                asked[players, place] = (tournament, place)
        cursor.execute("VACUUM ANALYZE league_tournamentstanding, league_player")
    times: dict[tuple[int, int], list[float]] = {key: [] for key in asked}

    def rows_behind(tournament: UUID, place: int) -> None:
        found = standings_page.standing_list(tournament, NOBODY)
        found.serialize(list(found.rows.filter(place__gt=place).order_by("place")[:TOP]))

    for _ in range(10 * passes):
        for key, (tournament, place) in asked.items():
            times[key].append(timed(lambda: rows_behind(tournament, place)))  # noqa: B023
    print(f"{TOP} rows with names")
    for (players, place), seconds in times.items():
        print(f"  of {players:>7}, behind place {place:>6}: {statistics.median(seconds) * 1000:6.2f} ms")


def show_round(passes: int) -> None:
    """A round of a hundred tables: drawn, published with its matches, taken in."""
    from league.eventlog.projections import runner
    from league.tournaments.services import lifecycle as tournament_lifecycle
    from tests.builders.evenings import begun, names

    evening = begun()
    evening.join(*names(400))
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    runner.catch_up_all()
    ours = {"tournament_id": evening.id, "actor": evening.actor}
    ways: dict[str, list[float]] = {"draw": [], "publish": [], "catch up": []}
    for _ in range(passes):
        ways["draw"].append(timed(lambda: tournament_lifecycle.draw_round(**ours)))
        ways["publish"].append(timed(lambda: tournament_lifecycle.publish_round(**ours)))
        ways["catch up"].append(timed(runner.catch_up_all))
        tournament_lifecycle.annul_round(reason="again", **ours)
        runner.catch_up_all()
    print("a first round of 100 tables")
    for name, seconds in ways.items():
        print(f"  {name:<9} {statistics.median(seconds) * 1000:6.0f} ms")


def show_evening() -> None:
    """An evening of 23, four rounds, every result followed by the projections."""
    from league.eventlog.projections import runner
    from league.matches import repository as match_repository
    from league.tournaments.services import lifecycle as tournament_lifecycle
    from tests.builders.evenings import begun, names

    counted = 0
    started = time.perf_counter()
    evening = begun()
    evening.join(*names(23))
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    for _ in range(4):
        for table in evening.draw():
            for place in match_repository.load(table.match).state.places:
                reporting(evening, table, place)()
                runner.catch_up_all()
                counted += 1
    tournament_lifecycle.finish(tournament_id=evening.id, actor=evening.actor)
    runner.catch_up_all()
    print(f"an evening of 23 players, {counted} games: {time.perf_counter() - started:.1f} s")


def main() -> None:
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with database.installation("tests.settings"):
        show_round(passes)
        show_evening()
        show_top(passes)


if __name__ == "__main__":
    main()
