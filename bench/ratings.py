"""How fast matches are rated, against openskill alone, and what a rebuild from the log takes.

    ./ludex python bench/ratings.py [matches] [passes]

Matches of four. A single match and a day of 250: processor time, medians over the passes, both ways by turns; openskill
starts, as ratings do, from numbers, makes its objects of them and gives numbers back. No pass starts from the ratings
of another, since matches are remembered. The rebuild is of a log that is written for the run on a PostgreSQL of its
own: 250 matches a day, 1000 players in ten clubs, so that every match is rated twice, over all clubs and in its own.
Then more matches come one by one, on the last day and long ago.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

from openskill.models import BradleyTerryFull

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import database  # noqa: E402 - found by the line above
from league.domain.ratings import Finish, Rating, finish, rated  # noqa: E402

CLUBS, MEMBERS = 10, 100
A_DAY = 250  # matches
SINGLE = 400  # matches rated one by one in a pass
START = datetime(2020, 1, 1, 12, tzinfo=UTC)
MODEL = BradleyTerryFull()

Points = tuple[int, int, int, int]
Before = Mapping[str, Rating]


class Clock:
    """Time by the clock, and of this process's processor, from now until it is stopped."""

    def __init__(self) -> None:
        self.started = self.spent = (time.perf_counter(), time.process_time())

    def stop(self) -> None:
        self.spent = (time.perf_counter() - self.started[0], time.process_time() - self.started[1])

    def __str__(self) -> str:
        return f"{self.spent[0]:.2f} s ({self.spent[1]:.2f} s of the processor)"


def results(count: int, luck: int = 1) -> list[tuple[int, list[str], Points]]:
    """Club, players by seat and points of so many matches, by strength and luck, some of them tied."""
    chance = random.Random(1)
    strength = [[chance.gauss(0, 5) for _ in range(MEMBERS)] for _ in range(CLUBS)]
    chance.seed(luck)
    found = []
    for _ in range(count):
        club = chance.randrange(CLUBS)
        seated = chance.sample(range(MEMBERS), 4)
        a, b, c, d = (round(strength[club][player] + chance.gauss(0, 5)) for player in seated)
        found.append((club, [str(UUID(int=1000 * (club + 1) + player)) for player in seated], (a, b, c, d)))
    return found


def finishes(count: int) -> list[Finish]:
    """How so many matches finished."""
    played = (finish(players, (0,) * 4, points) for _, players, points in results(count))
    return [each for each in played if each is not None]


def by_openskill(before: Before, matches: Sequence[Finish]) -> dict[str, tuple[float, float]]:
    """What openskill makes of each match, one after the other, from the same ratings."""
    after = {}
    for match in matches:
        teams = [[MODEL.rating(before[player].mu, before[player].sigma)] for player in match.players]
        rated_teams = MODEL.rate(teams, list(match.ranks))
        for player, (rating,) in zip(match.players, rated_teams, strict=True):
            after[player] = (rating.mu, rating.sigma)
    return after


def medians(passes: int, ways: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Processor seconds of each way, by turns, in the middle of all passes."""
    figures: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(passes):
        for name, way in ways.items():
            started = time.process_time()
            way()
            figures[name].append(time.process_time() - started)
    return {name: statistics.median(times) for name, times in figures.items()}


def show_rating(passes: int) -> None:
    matches = finishes(SINGLE)
    first = rated({}, matches)
    others = [
        {player: rating._replace(mu=rating.mu + number / 1000) for player, rating in first.items()}
        for number in range(4 * passes)
    ]

    def one_by_one(rate: Callable[[Before, Sequence[Finish]], object]) -> None:
        before = others.pop()
        for match in matches:
            rate(before, [match])

    ways: dict[str, Callable[[], object]] = {
        "ludex": lambda: one_by_one(rated),
        "openskill": lambda: one_by_one(by_openskill),
        "ludex, a day": lambda: rated(others.pop(), matches[:A_DAY]),
        "openskill, a day": lambda: by_openskill(others.pop(), matches[:A_DAY]),
    }
    found = medians(passes, ways)
    for title, count, way, other in (
        ("single matches", SINGLE, "ludex", "openskill"),
        (f"a day of {A_DAY}", A_DAY, "ludex, a day", "openskill, a day"),
    ):
        ours, theirs = count / found[way], count / found[other]
        print(f"{title:>16}: {ours:7.0f} /s, openskill {theirs:7.0f} /s, ratio {ours / theirs:.2f}")


def write(count: int, first_day: int = 0, luck: int = 1) -> None:
    """Append so many matches to the log, from a day on."""
    from games.registry import engine
    from games.replay import settings
    from league.domain.events import MatchEnded, MatchOpened, ResultReported, written
    from league.eventlog import sealer, store
    from league.eventlog.values import Fact, Head

    options = dict(settings(engine("rummikub"), {}))
    played = results(count, luck)
    for first in range(0, count, A_DAY):
        at = START + timedelta(days=first_day + first // A_DAY)
        with store.importing():
            for club, players, points in played[first : first + A_DAY]:
                wins = tuple(int(each == max(points)) for each in points)
                winners = tuple(seat for seat, won in enumerate(wins) if won)
                club_id = str(UUID(int=club + 1))
                facts = [
                    MatchOpened("rummikub", "1", "score", options, tuple(players), "table", club=club_id),
                    ResultReported(1, 1, points, winners, "out"),
                    MatchEnded(points, wins, winners),
                ]
                head, kept = Head.empty(f"match-{uuid4()}"), [Fact(*written(fact)) for fact in facts]
                store.append(head, kept, actor=None, command_id=uuid4(), at=at)
    sealer.seal_all()


def show_rebuild(count: int) -> None:
    from league.eventlog import store
    from league.models import RatedMatch, Rating, RatingDay
    from league.projections import runner

    write(count)
    position, reading = 0, Clock()
    while (batch := store.read_from(position, runner.REBUILD_BATCH)).events:
        position = batch.next
    reading.stop()
    rebuilding = Clock()
    runner.rebuild("ratings")
    rebuilding.stop()

    before: Before = {str(row.player): Rating(row.mu, row.sigma, row.matches) for row in Rating.objects.all()}
    matches, alone = finishes(count), Clock()
    by_openskill(before, matches)
    alone.stop()
    rows = sum(table.objects.count() for table in (RatedMatch, RatingDay, Rating))
    print(f"\nrebuild of {count} matches: {rebuilding}, {rows} rows")
    print(f"reading their {position} events alone: {reading}; openskill alone, once: {alone}")

    last = (count - 1) // A_DAY
    for title, day, times in (
        ("on the last day", last, 25),
        ("30 days before", last - 30, 5),
        ("on the first day", 0, 3),
    ):
        more = []
        for number in range(times):
            write(1, day, luck=2 + number)
            more.append(Clock())
            runner.catch_up("ratings")
            more[-1].stop()
        by_clock, of_processor = (
            1000 * statistics.median(spent) for spent in zip(*(each.spent for each in more), strict=True)
        )
        print(f"one more match, {title}: {by_clock:.1f} ms ({of_processor:.1f} ms of the processor)")


def main() -> None:
    count, passes = ([int(given) for given in sys.argv[1:]] + [100_000, 9][len(sys.argv) - 1 :])[:2]
    show_rating(passes)
    with database.installation():
        show_rebuild(count)


if __name__ == "__main__":
    main()
