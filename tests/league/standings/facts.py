"""Short notation for entrants and tables."""

from league.standings.types import Entrant, Outcome, TableResult, Worth


def field(names: str, **since: int) -> list[Entrant]:
    return [Entrant(name, seed, since.get(name, 1)) for seed, name in enumerate(names, 1)]


def pair(round_: int, table: int, white: str, black: str, result: str) -> TableResult:
    """A game of two; *result*: "1-0", "0-1", "draw"; "+-", "-+", "--" without play; "*" not played yet."""
    seats = (white, black)
    absent = {"+-": {1}, "-+": {0}, "--": {0, 1}}.get(result)
    if absent is not None:
        return TableResult(round_, table, seats, Outcome.FORFEIT, absent=frozenset(absent))
    if result == "*":
        return TableResult(round_, table, seats, Outcome.UNPLAYED)
    wins = {"1-0": (1, 0), "0-1": (0, 1), "draw": (1, 1)}[result]
    winners = tuple(seat for seat in (0, 1) if wins[seat])
    return TableResult(round_, table, seats, Outcome.CONFIRMED, wins, wins, winners, games=1)


def bye(round_: int, table: int, name: str, worth: Worth | None = None) -> TableResult:
    """A bye that the draw gives, or one of some *worth* that was taken in advance."""
    return TableResult(round_, table, (name,), Outcome.BYE, bye=worth)


def played(
    round_: int, table: int, seats: str, points: list[int], wins: list[int] | None = None, **more: object
) -> TableResult:
    """A table won by most games, then most points. Without *wins* it has one game."""
    wins = wins or [int(each == max(points)) for each in points]
    best = max(zip(wins, points, strict=True))
    winners = tuple(seat for seat, each in enumerate(zip(wins, points, strict=True)) if each == best)
    given = {"outcome": Outcome.CONFIRMED, "winners": winners, "games": max(sum(wins), 1), **more}
    return TableResult(round_, table, tuple(seats), points=tuple(points), wins=tuple(wins), **given)
