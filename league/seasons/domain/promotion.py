"""Promotion and relegation when a season is closed."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from league.errors import ValueList
from league.seasons.domain.rules import SeasonRules
from league.seasons.domain.table import SeasonRow
from league.seasons.errors import LevelAtTheCut
from league.seating.types import Value


class Move(Value, frozen=True):
    """A player changes the division. Numbers count from 0, the highest."""

    player: str
    before: int
    after: int


class Promotions(NamedTuple):
    """The moves, and the divisions that follow: relegated, stayed, promoted, each in the order of the table."""

    moves: tuple[Move, ...]
    divisions: tuple[tuple[str, ...], ...]


def settle_promotions(
    rules: SeasonRules, tables: Sequence[Sequence[SeasonRow]], gone: Collection[str] = (), decided: Sequence[str] = ()
) -> Promotions:
    """Promotions and relegations out of final tables.

    Who is *gone* plays no further season. He counts as the first of those who go down; if more are gone than go down,
    so many more come up. Nobody comes up into a division that is full, and who goes up does not go down. Where players
    are level across a cut, their order in *decided* counts; LevelAtTheCut if it does not name them all.
    """
    places = {player: place for place, player in enumerate(decided)}
    orders = [
        sorted(
            (row for row in rows if row.player not in gone),
            key=lambda row: (row.rank, places.get(row.player, len(places))),
        )
        for rows in tables
    ]
    up, down = _counts(rules, [len(rows) for rows in tables], [len(order) for order in orders])
    for number, order in enumerate(orders):
        for cut in (up[number], len(order) - down[number]):
            _require_clear(rules, number, order, cut, places)
    divisions: list[tuple[str, ...]] = []
    moves: list[Move] = []
    for number, order in enumerate(orders):
        came_down = orders[number - 1][len(orders[number - 1]) - down[number - 1] :] if number else []
        came_up = orders[number + 1][: up[number + 1]] if number + 1 < len(orders) else []
        stayed = order[up[number] : len(order) - down[number]]
        divisions.append(tuple(row.player for row in (*came_down, *stayed, *came_up)))
        moves += [Move(row.player, number - 1, number) for row in came_down]
        moves += [Move(row.player, number + 1, number) for row in came_up]
    return Promotions(tuple(moves), tuple(divisions))


def _counts(rules: SeasonRules, before: Sequence[int], staying: Sequence[int]) -> tuple[list[int], list[int]]:
    up, down = [0], []
    for number, count in enumerate(staying):
        gone = before[number] - count
        last = number == len(staying) - 1
        down.append(0 if last else min(max(rules.relegate - gone, 0), count - up[number]))
        if not last:
            left = count - up[number] - down[number] + (down[number - 1] if number else 0)
            wanted = rules.promote + max(gone - rules.relegate, 0)
            capacity = rules.divisions[number].capacity
            free = wanted if capacity is None else max(capacity - left, 0)
            up.append(min(wanted, free, staying[number + 1]))
    return up, down


def _require_clear(
    rules: SeasonRules, number: int, order: Sequence[SeasonRow], cut: int, places: Collection[str]
) -> None:
    if not 0 < cut < len(order) or order[cut - 1].rank != order[cut].rank:
        return
    level = [row.player for row in order if row.rank == order[cut].rank]
    if not all(player in places for player in level):
        raise LevelAtTheCut(division=rules.divisions[number].name, players=ValueList(level))
