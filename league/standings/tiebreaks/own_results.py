"""Tie-breaks from an entrant's own tables, its seeding, or a lot."""

import hashlib
from collections.abc import Iterator
from math import lcm

from games.errors import gettext_noop
from league.common.exact import ratio
from league.seating.types import Sentence
from league.standings.explain import Field, Sum, SumPart
from league.standings.scoring import LOSS, UNPLAYED_TEXTS, Item, ItemKind

LOT_BYTES = 6  # every reader of JSON keeps integers of 53 bits exact


def points(field: Field, entrant: str) -> Sum:
    return Sum([(item, item.points, _points_text) for item in field.sheets[entrant].counted if item.points])


def wins(field: Field, entrant: str) -> Sum:
    return Sum([(item, item.wins, _wins_text) for item in field.sheets[entrant].counted if item.wins])


def match_wins(field: Field, entrant: str) -> Sum:
    won, walkover = Sentence(gettext_noop("table won")), Sentence(UNPLAYED_TEXTS[ItemKind.WALKOVER])
    items = field.sheets[entrant].counted
    return Sum([(item, 1, won if item.alone else walkover) for item in items if item.alone or _beat_absentees(item)])


def _beat_absentees(item: Item) -> bool:
    """Whether all others at the table were absent, where forfeits count as meetings."""
    return item.how == ItemKind.WALKOVER and 0 < len(item.met) == item.size - 1


def places(field: Field, entrant: str, *, place: int) -> Sum:
    """How often the entrant had the *place* at a table, shared or not."""
    played = [item for item in field.sheets[entrant].counted if item.how == ItemKind.PLAYED]
    text = Sentence(gettext_noop("place {place}"), {"place": place})
    return Sum([(item, 1, text) for item in played if _place(item) == place])


def _place(item: Item) -> int | None:
    """The place at the table. A team alone is first or has none."""
    if not item.met:
        return 1 if item.won else None
    return 1 + sum(halves == LOSS for _, halves in item.met)


def points_share(field: Field, entrant: str) -> Sum:
    counted = field.sheets[entrant].counted
    played = [item for item in counted if item.how == ItemKind.PLAYED and item.total > 0]
    unit = lcm(*{item.total for item in played})
    return Sum([(item, item.points * (unit // item.total), _share_text) for item in played if item.points], unit)


def progressive(field: Field, entrant: str) -> Sum:
    """The scores after each round together, so that what was won early counts more often."""
    left = {round_: len(field.rounds) - at for at, round_ in enumerate(field.rounds)}
    counted = field.sheets[entrant].counted
    return Sum([(item, item.score * left[item.round], _progressive_text) for item in counted if item.score])


def best_table(field: Field, entrant: str) -> Sum:
    played = [item for item in field.sheets[entrant].counted if item.how == ItemKind.PLAYED]
    if not played:
        return Sum(())
    best = max(played, key=lambda item: (item.score, -item.round, -(item.table or 0)))
    return Sum([(best, best.score, Sentence(gettext_noop("table score")))])


def difference(field: Field, entrant: str) -> Sum:
    played = [item for item in field.sheets[entrant].counted if item.how == ItemKind.PLAYED and item.players > 1]
    unit = lcm(*{item.players - 1 for item in played})
    return Sum(
        [
            (item, item.points * unit - (item.total - item.points) * (unit // (item.players - 1)), _difference_text)
            for item in played
        ],
        unit,
    )


def seat_adjusted(field: Field, entrant: str) -> Sum:
    played = [item for item in field.sheets[entrant].counted if item.how == ItemKind.PLAYED]
    unit = lcm(*{field.seats[item.size, item.seat][1] for item in played})

    def parts() -> Iterator[SumPart]:
        for item in played:
            total, count = field.seats[item.size, item.seat]
            yield item, item.points * unit - total * (unit // count), _seat_adjusted_text

    return Sum(tuple(parts()), unit)


def seeding(field: Field, entrant: str) -> Sum:
    return Sum([(None, field.sheets[entrant].entrant.seed, Sentence(gettext_noop("seed")))])


def lot(field: Field, entrant: str) -> Sum:
    return Sum([(None, lot_of(field.lot_seed, entrant), Sentence(gettext_noop("drawn by lot")))])


def lot_of(seed: str, entrant: str) -> int:
    """The first 48 bits of SHA-256 of the seed, then a line feed, then the entrant's id, in UTF-8."""
    return int.from_bytes(hashlib.sha256(f"{seed}\n{entrant}".encode()).digest()[:LOT_BYTES])


def _points_text(field: Field, entrant: str, item: Item) -> Sentence:
    return Sentence(UNPLAYED_TEXTS.get(item.how, gettext_noop("game points")))


def _wins_text(field: Field, entrant: str, item: Item) -> Sentence:
    return Sentence(UNPLAYED_TEXTS.get(item.how, gettext_noop("games won")))


def _share_text(field: Field, entrant: str, item: Item) -> Sentence:
    params: dict[str, str | int] = {"points": str(item.points), "total": item.total}
    return Sentence(gettext_noop("{points} of the {total} points at the table"), params)


def _progressive_text(field: Field, entrant: str, item: Item) -> Sentence:
    rounds = len(field.rounds) - field.rounds.index(item.round)
    text = gettext_noop("{score}, counted after {rounds} rounds")
    return Sentence(text, {"score": str(item.score), "rounds": rounds})


def _difference_text(field: Field, entrant: str, item: Item) -> Sentence:
    average = ratio(item.total - item.points, item.players - 1)
    text = gettext_noop("{points} points, against an average of {average} for the others")
    return Sentence(text, {"points": str(item.points), "average": str(average)})


def _seat_adjusted_text(field: Field, entrant: str, item: Item) -> Sentence:
    average = ratio(*field.seats[item.size, item.seat])
    text = gettext_noop("{points} points, against an average of {average} for seat {seat} of {size}")
    params: dict[str, str | int] = {
        "points": str(item.points),
        "seat": item.seat + 1,
        "size": item.size,
        "average": str(average),
    }
    return Sentence(text, params)
