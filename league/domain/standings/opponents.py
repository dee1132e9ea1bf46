"""Tie-breaks from the scores of opponents. A table counts once, with the average of the others who played at it.

A score here is what the tables gave: penalties change nothing for those who met the one who got them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.errors import gettext_noop
from league.domain.seating.values import Sentence
from league.domain.standings.numbers import Exact, plain, ratio
from league.domain.standings.terms import Field, Term
from league.domain.standings.worth import How, Item

# Cuts take rounds that the entrant did not play by its own doing before all others (FIDE C.07, 16.5).
VOLUNTARY = frozenset({How.FORFEIT, How.DOUBLE_FORFEIT, How.LATE, How.LEFT, How.MISSED})


class Rival(NamedTuple):
    """One table as Buchholz sees it: the average score of the others, or the score that stands in for it."""

    item: Item
    score: Exact
    what: Sentence


def buchholz(field: Field, entrant: str) -> Iterator[Term]:
    return _cut(_rivals(field, entrant), lowest=0, highest=0)


def buchholz_cut1(field: Field, entrant: str) -> Iterator[Term]:
    return _cut(_rivals(field, entrant), lowest=1, highest=0)


def buchholz_cut2(field: Field, entrant: str) -> Iterator[Term]:
    return _cut(_rivals(field, entrant), lowest=2, highest=0)


def median_buchholz(field: Field, entrant: str) -> Iterator[Term]:
    return _cut(_rivals(field, entrant), lowest=1, highest=1)


def sonneborn_berger(field: Field, entrant: str) -> Iterator[Term]:
    sheet = field.sheets[entrant]
    for item in sheet.counted:
        if item.met:
            value = ratio(sum(met.share * field.sheets[met.id].score for met in item.met), len(item.met))
            if value:
                yield Term(item.round, item.table, _beaten(field, item), value)
        elif item.how != How.PLAYED and field.scoring.stand_in and (value := plain(item.share * sheet.score)):
            text = gettext_noop("{share} of the own score in place of an opponent's")
            yield Term(item.round, item.table, Sentence(text, {"share": str(item.share)}), value)


def average(field: Field, entrant: str) -> Iterator[Term]:
    meetings = [(item, met) for item in field.sheets[entrant].counted for met in item.met]
    for item, met in meetings:
        score = field.sheets[met.id].score
        text = gettext_noop("score {score} of {opponent_id}, one of {count} opponents")
        params: dict[str, str | int] = {"score": str(score), "opponent_id": met.id, "count": len(meetings)}
        yield Term(item.round, item.table, Sentence(text, params), ratio(score, len(meetings)))


def _rivals(field: Field, entrant: str) -> Iterator[Rival]:
    sheet = field.sheets[entrant]
    for item in sheet.counted:
        if item.met:
            scores = [field.sheets[met.id].score for met in item.met]
            yield Rival(item, ratio(sum(scores), len(scores)), _met(item))
        elif item.how != How.PLAYED and field.scoring.stand_in:
            yield Rival(item, sheet.score, Sentence(gettext_noop("own score in place of an opponent's")))


def _cut(rivals: Iterator[Rival], *, lowest: int, highest: int) -> Iterator[Term]:
    """All rivals in terms; those cut off count nothing. One is left at least; of two, none is cut at both ends."""
    found = list(rivals)
    order = sorted(
        range(len(found)), key=lambda each: (found[each].item.how not in VOLUNTARY, found[each].score, -each)
    )
    if highest and len(order) <= lowest + highest:
        lowest = highest = 0
    lowest = max(0, min(lowest, len(order) - 1))
    cut = set(order[:lowest])
    rest = sorted(order[lowest:], key=lambda each: (found[each].score, -each))
    cut.update(rest[len(rest) - highest :])
    for number, (item, score, what) in enumerate(found):
        if number in cut:
            yield Term(item.round, item.table, Sentence(gettext_noop("cut off: {score}"), {"score": str(score)}), 0)
        else:
            yield Term(item.round, item.table, what, score)


def _met(item: Item) -> Sentence:
    if len(item.met) == 1:
        return Sentence(gettext_noop("score of {opponent_id}"), {"opponent_id": item.met[0].id})
    return Sentence(gettext_noop("average score of the {count} others"), {"count": len(item.met)})


def _beaten(field: Field, item: Item) -> Sentence:
    if len(item.met) == 1:
        met = item.met[0]
        params: dict[str, str | int] = {"share": str(met.share), "opponent_id": met.id}
        return Sentence(gettext_noop("{share} of the score of {opponent_id}"), params)
    whole = plain(sum(met.share * field.sheets[met.id].score for met in item.met))
    text = gettext_noop("{score}, the scores of those left behind and half of those level, divided by {count}")
    return Sentence(text, {"score": str(whole), "count": len(item.met)})
