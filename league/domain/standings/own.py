"""Tie-breaks from an entrant's own tables, its seeding, or a lot."""

import hashlib
from collections.abc import Iterator

from games.errors import gettext_noop
from league.domain.seating.values import Sentence
from league.domain.standings.numbers import plain, ratio
from league.domain.standings.terms import Field, Term
from league.domain.standings.worth import UNPLAYED_TEXTS, How, Item

LOT_BYTES = 6  # every reader of JSON keeps integers of 53 bits exact


def points(field: Field, entrant: str) -> Iterator[Term]:
    for item in field.sheets[entrant].counted:
        if item.points:
            yield Term(item.round, item.table, _what(item, gettext_noop("points of the game")), item.points)


def wins(field: Field, entrant: str) -> Iterator[Term]:
    for item in field.sheets[entrant].counted:
        if item.wins:
            yield Term(item.round, item.table, _what(item, gettext_noop("games won")), item.wins)


def match_wins(field: Field, entrant: str) -> Iterator[Term]:
    for item in field.sheets[entrant].counted:
        if item.alone:
            yield Term(item.round, item.table, Sentence(gettext_noop("table won")), 1)


def best_table(field: Field, entrant: str) -> Iterator[Term]:
    played = [item for item in field.sheets[entrant].counted if item.how == How.PLAYED]
    if played:
        best = max(played, key=lambda item: (item.score, -item.round, -(item.table or 0)))
        yield Term(best.round, best.table, Sentence(gettext_noop("score of the table")), best.score)


def difference(field: Field, entrant: str) -> Iterator[Term]:
    for item in field.sheets[entrant].counted:
        if item.how == How.PLAYED and item.players > 1:
            average = ratio(item.total - item.points, item.players - 1)
            text = gettext_noop("{points} points, where the others average {average}")
            params: dict[str, str | int] = {"points": str(item.points), "average": str(average)}
            yield Term(item.round, item.table, Sentence(text, params), plain(item.points - average))


def seat_adjusted(field: Field, entrant: str) -> Iterator[Term]:
    for item in field.sheets[entrant].counted:
        if item.how == How.PLAYED:
            average = field.seat_averages[item.size, item.seat]
            text = gettext_noop("{points} points, where seat {seat} of {size} averages {average}")
            params: dict[str, str | int] = {
                "points": str(item.points),
                "seat": item.seat + 1,
                "size": item.size,
                "average": str(average),
            }
            yield Term(item.round, item.table, Sentence(text, params), plain(item.points - average))


def seeding(field: Field, entrant: str) -> Iterator[Term]:
    yield Term(None, None, Sentence(gettext_noop("place in the seeding")), field.sheets[entrant].entrant.seed)


def lot(field: Field, entrant: str) -> Iterator[Term]:
    yield Term(None, None, Sentence(gettext_noop("drawn by lot")), lot_of(field.lot_seed, entrant))


def lot_of(seed: str, entrant: str) -> int:
    """The first 48 bits of SHA-256 of the seed, then a line feed, then the entrant's id, in UTF-8."""
    return int.from_bytes(hashlib.sha256(f"{seed}\n{entrant}".encode()).digest()[:LOT_BYTES])


def _what(item: Item, played: str) -> Sentence:
    return Sentence(played if item.how == How.PLAYED else UNPLAYED_TEXTS[item.how])
