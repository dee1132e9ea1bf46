"""What earlier rounds mean for a draw: who met, who sat where, who had a bye."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction
from itertools import takewhile

from league.seating.seat_order.neighbours import left_pairs
from league.seating.types import Inputs, Seeker
from league.standings.types import Outcome, TableResult
from league.tournaments.domain.byes import has_bye
from league.tournaments.domain.results import Results, confirmed_results, table_results
from league.tournaments.domain.standings import standing_rows
from league.tournaments.domain.tournament import StageState, Tournament


def due_entrants(tournament: Tournament, stage: StageState, group: int, number: int | None = None) -> list[str]:
    """Entrants of the group to be drawn for round *number*, or the next one (None).

    They have not withdrawn, took no bye for it, and are checked in where that is required.
    """
    round_ = len(tournament.published) + 1 if number is None else number
    return [
        entrant
        for entrant in stage.groups[group]
        if tournament.entries[entrant].status == "active"
        and (tournament.entries[entrant].checked_in or not tournament.settings.check_in)
        and not has_bye(tournament, stage, entrant, round_)
    ]


def draw_inputs(
    tournament: Tournament,
    results: Results,
    stage: StageState,
    group: int,
    *,
    algorithm: str,
    seed: str,
    rounds: int = 1,
    there: Collection[str] | None = None,
) -> Inputs:
    """All that the draw of the next round, or of all rounds left, depends on. *there*: whom to draw, if not all due.

    Results that must still be confirmed count as missing.
    """
    results = confirmed_results(tournament, results)
    seeds = {entrant: place for place, entrant in enumerate(tournament.seeding)}
    rows = sorted(
        standing_rows(tournament, results, stage, group),
        key=lambda row: (row.rank, seeds.get(row.entrant, len(seeds)), row.entrant),
    )
    wanted = set(due_entrants(tournament, stage, group) if there is None else there)
    found = [each for each in table_results(tournament, results) if each.outcome != Outcome.VOID]
    met, seats, short = _meetings(found), _seats(found), _short_tables(found, tournament.settings.preferred)
    out, unopposed = _byes(found), _unopposed_rounds(found)
    floats = _floats(tournament)
    neighbours = tournament.settings.neighbours and max(tournament.settings.sizes) > 2
    left = _left_neighbours(found) if neighbours else defaultdict[str, Counter[str]](Counter)
    seekers = [
        Seeker(
            id=row.entrant,
            rank=rank,
            score=str(Fraction(row.score)),
            met=dict(sorted(met[row.entrant].items())),
            seats=_seat_counts(seats[row.entrant]),
            sat_out=tuple(out[row.entrant]),
            short=short[row.entrant],
            floats=tuple(floats[row.entrant]),
            last=seats[row.entrant][-1] if seats[row.entrant] else None,
            in_row=_streak(seats[row.entrant]),
            unopposed=tuple(unopposed[row.entrant]),
            left=dict(sorted(left[row.entrant].items())),
        )
        for rank, row in enumerate((row for row in rows if row.entrant in wanted), 1)
    ]
    return Inputs(
        algorithm=algorithm,
        round=len(tournament.published) + 1,
        seekers=tuple(seekers),
        sizes=tournament.settings.sizes,
        preferred=tournament.settings.preferred,
        apart=tuple(pair for pair in tournament.settings.apart if wanted.issuperset(pair)),
        seed=seed,
        cycle=stage.rules.cycle,
        rounds=rounds,
        neighbours=neighbours,
    )


def _meetings(found: Iterable[TableResult]) -> defaultdict[str, Counter[str]]:
    """How often each met each. No-shows have met nobody."""
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in found:
        there = [entrant for seat, entrant in enumerate(each.entrants) if seat not in each.absent]
        for entrant in there:
            met[entrant].update(other for other in there if other != entrant)
    return met


def _left_neighbours(found: Iterable[TableResult]) -> defaultdict[str, Counter[str]]:
    """How often each had each of the others on the left. The seats of those who were absent do not count."""
    left: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in found:
        there = [entrant for seat, entrant in enumerate(each.entrants) if seat not in each.absent]
        for entrant, neighbour in left_pairs(there):
            left[entrant][neighbour] += 1
    return left


def _seats(found: Iterable[TableResult]) -> defaultdict[str, list[int]]:
    """The seats that each had, one after another."""
    seats: defaultdict[str, list[int]] = defaultdict(list)
    for each in found:
        if each.outcome != Outcome.BYE:
            for seat, entrant in enumerate(each.entrants):
                if seat not in each.absent:
                    seats[entrant].append(seat)
    return seats


def _seat_counts(seats: list[int]) -> tuple[int, ...]:
    return tuple(seats.count(seat) for seat in range(max(seats, default=-1) + 1))


def _streak(seats: list[int]) -> int:
    """How often the last seat was had one time after another."""
    return len(list(takewhile(lambda seat: seat == seats[-1], reversed(seats))))


def _short_tables(found: Iterable[TableResult], preferred: int) -> Counter[str]:
    return Counter(
        entrant
        for each in found
        if each.outcome != Outcome.BYE and len(each.entrants) < preferred
        for entrant in each.entrants
    )


def _byes(found: Iterable[TableResult]) -> defaultdict[str, list[int]]:
    """The rounds in which each had a bye that the draw gave, or one that gave as much."""
    out: defaultdict[str, list[int]] = defaultdict(list)
    for each in found:
        if each.outcome == Outcome.BYE and each.bye in (None, "full"):
            out[each.entrants[0]].append(each.round)
    return out


def _unopposed_rounds(found: Iterable[TableResult]) -> defaultdict[str, list[int]]:
    """The rounds that each won without play, as all others at the table were absent or had left."""
    won: defaultdict[str, list[int]] = defaultdict(list)
    for each in found:
        there = [entrant for seat, entrant in enumerate(each.entrants) if seat not in each.absent]
        if each.outcome == Outcome.FORFEIT and not each.games and len(there) == 1 < len(each.entrants):
            won[there[0]].append(each.round)
    return won


def _floats(tournament: Tournament) -> defaultdict[str, list[int]]:
    """By round drawn across score groups: +1 for meeting higher scores, -1 for lower ones."""
    floats: defaultdict[str, list[int]] = defaultdict(list)
    for round_ in tournament.published:
        for part in (*round_.parts, *round_.added):
            scores = {seeker.id: seeker.points for seeker in part.inputs.seekers} if part.inputs else {}
            for table in part.draw.tables:
                known = [scores[entrant] for entrant in table.seats if entrant in scores]
                for entrant in table.seats:
                    if entrant in scores and known:
                        gap = Fraction(sum(known), len(known)) - scores[entrant]
                        if gap:
                            floats[entrant].append(1 if gap > 0 else -1)
    return floats
