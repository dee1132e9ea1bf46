"""How fast records of finished games are imported: `./ludex python -m bench.records [passes]`.

It times the way from a record's bytes to the committed log, against only replaying it, and against COPY of as many
rows, on a PostgreSQL of its own, with fsync on. Every pass measures each way once. The output has medians.
"""

import sys
from functools import partial

from bench import database
from bench.timing import medians, timed

GAMES = 10  # matches, simulated


def show_import(passes: int) -> None:
    from bench.append import Bare
    from bench.clients import Match
    from games.engine import Level, Table
    from games.records.replay import replay, settings
    from games.records.simulate import simulate_match
    from games.registry import engine
    from league.eventlog.announcements import appended

    appended.receivers = []  # nothing follows the log here
    rules = engine("rummikub")
    table = Table(4, Level.FULL, settings(rules, {}))
    records = [simulate_match(rules, table, f"bench {number}".encode(), {}).encode() for number in range(GAMES)]
    match, bare = Match(), Bare()
    moves = sum(game.moves for record in records for game in replay(record).games)

    def imported() -> None:
        for record in records:
            match.play.import_record(club_id=match.club, source=record, actor=match.actor)

    def copied() -> None:
        for _ in records:
            bare.copy(moves // len(records))

    ways = {"replay": lambda: [replay(record) for record in records], "COPY": copied, "import": imported}
    found = medians(passes, {name: partial(timed, way) for name, way in ways.items()})
    print(f"\nimport of {len(records)} matches of four games, {moves} moves:")
    for name, elapsed in found.items():
        print(f"{name:>8}{moves / elapsed:>10.0f} moves/s{elapsed / found['COPY']:>8.2f} times COPY")
    print(f"validation is {found['replay'] / found['import']:.0%} of the import")


def main() -> None:
    with database.installation("tests.settings"):
        from django.db import connection

        from bench.append import BARE

        connection.cursor().execute(BARE)
        show_import(int(sys.argv[1]) if len(sys.argv) > 1 else 10)


if __name__ == "__main__":
    main()
