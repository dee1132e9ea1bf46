"""Tie-breaks from the scores of opponents. A table counts once, with the average of the others who played at it.

Scores are without penalties, so that a penalty changes nothing for a player's opponents.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter

from games.errors import gettext_noop
from league.common.exact import Exact, ratio
from league.seating.types import Sentence
from league.standings.explain import Field, Sum, SumPart
from league.standings.scoring import Item, ItemKind

_WITH_DRAWS = {
    "score of {opponent_id}": gettext_noop("score of {opponent_id}, with draws after leaving"),
    "average score of the {count} others": gettext_noop(
        "average score of the {count} others, with draws after leaving"
    ),
    "{share} of the score of {opponent_id}": gettext_noop(
        "{share} of the score of {opponent_id}, with draws after leaving"
    ),
}


def sonneborn_berger(field: Field, entrant: str) -> Sum:
    fine = field.fine
    parts: list[SumPart] = []
    for item in field.sheets[entrant].items:
        if not item.counted:
            continue
        if item.met:
            value: Exact = item.beaten * (fine // len(item.met))
            if value:
                parts.append((item, value, _beaten_text))
        elif _stands_in(field, item) and (value := 2 * item.share * field.stand_in(entrant, item)):
            parts.append((item, value, _stand_in_text))
    return Sum(parts, 2 * fine * field.unit)


def koya(field: Field, entrant: str) -> Sum:
    """The results against opponents who scored at least half of what was possible."""
    parts: list[SumPart] = []
    for item in field.sheets[entrant].counted:
        strong = [met for met in item.met if field.sheets[met.id].score >= field.half]
        parts += [(item, met.halves, _koya_text(met.id)) for met in strong if met.halves]
    return Sum(parts, 2)


def _koya_text(opponent: str) -> Sentence:
    return Sentence(gettext_noop("against {opponent_id}, who scored at least half"), {"opponent_id": opponent})


def average(field: Field, entrant: str) -> Sum:
    tables = [item for item in field.sheets[entrant].counted if item.met]
    count = sum(len(item.met) for item in tables)
    parts = [(item, item.against, _share_text) for item in tables]
    return Sum(parts, field.unit * (count or 1))


def buchholz(field: Field, entrant: str, *, lowest: int = 0, highest: int = 0) -> Sum:
    """All tables with the score of the others, but the *lowest* and *highest* that are cut off.

    One table is always left, and where one would be cut twice, none is. Rounds that the entrant did not play by its own
    doing are cut off before all others (FIDE C.07, 16.5).
    """
    rivals = _rivals(field, entrant)
    if highest and len(rivals) <= lowest + highest:
        lowest = highest = 0
    lowest = min(lowest, max(len(rivals) - 1, 0))
    total = sum([score for _, score in rivals])
    cut: list[int] = []
    if lowest:
        order = sorted([(not _is_avoided(item), score, -item.round, at) for at, (item, score) in enumerate(rivals)])
        cut = [at for _, _, _, at in order[:lowest]]
        if highest:
            rest = sorted(order[lowest:], key=itemgetter(1))
            cut += [at for _, _, _, at in rest[len(rest) - highest :]]
        for at in cut:
            total -= rivals[at][1]
    unit = field.unit * field.fine
    return Sum(_cut_parts(rivals, cut, unit), unit, total)


def _cut_parts(rivals: Sequence[tuple[Item, int]], cut: Sequence[int], unit: int) -> Iterator[SumPart]:
    for at, (item, score) in enumerate(rivals):
        yield (item, 0, partial(_cut_text, score, unit)) if at in cut else (item, score, _opponent_text)


def _rivals(field: Field, entrant: str) -> list[tuple[Item, int]]:
    """Tables, each with the others' average score or the one that stands in for it, in parts of 1 / (unit × fine)."""
    fine = field.fine
    found: list[tuple[Item, int]] = []
    for item in field.sheets[entrant].items:
        if not item.counted:
            continue
        if item.met:
            found.append((item, item.against * (fine // len(item.met))))
        elif _stands_in(field, item):
            found.append((item, field.stand_in(entrant, item)))
    return found


def _is_avoided(item: Item) -> bool:
    """Whether the round was not played by the entrant's own doing. Forfeits that count as meetings are played."""
    return item.own_doing and not item.met


def _stands_in(field: Field, item: Item) -> bool:
    return field.scoring.stand_in and item.how != ItemKind.PLAYED


def _opponent_text(field: Field, entrant: str, item: Item) -> Sentence:
    if not item.met:
        return _stand_in_sentence(field, entrant, item)
    if len(item.met) == 1:
        return _adjusted_sentence(field, item, gettext_noop("score of {opponent_id}"), opponent_id=item.met[0].id)
    return _adjusted_sentence(field, item, gettext_noop("average score of the {count} others"), count=len(item.met))


def _stand_in_sentence(field: Field, entrant: str, item: Item) -> Sentence:
    if field.stand_in(entrant, item) == field.scores[entrant] * field.fine:
        return Sentence(gettext_noop("their own score in place of an opponent’s"))
    if item.due:
        return Sentence(gettext_noop("score of the opponents at the table, as their own is higher"))
    return Sentence(gettext_noop("as many draws as there were rounds, as their own score is higher"))


def _adjusted_sentence(field: Field, item: Item, text: str, **params: str | int) -> Sentence:
    """What of an opponent counts, and whether rounds after leaving are draws in it."""
    if all(field.adjusted[other] == field.scores[other] for other, _ in item.met):
        return Sentence(text, params)
    return Sentence(_WITH_DRAWS[text], params)


def _cut_text(score: int, unit: int, field: Field, entrant: str, item: Item) -> Sentence:
    return Sentence(gettext_noop("cut: {score}"), {"score": str(ratio(score, unit))})


def _stand_in_text(field: Field, entrant: str, item: Item) -> Sentence:
    text = gettext_noop("{share} of {score} in place of an opponent’s score")
    score = ratio(field.stand_in(entrant, item), field.unit * field.fine)
    return Sentence(text, {"share": str(item.share), "score": str(score)})


def _beaten_text(field: Field, entrant: str, item: Item) -> Sentence:
    if len(item.met) == 1:
        met = item.met[0]
        share, text = str(ratio(met.halves, 2)), gettext_noop("{share} of the score of {opponent_id}")
        return _adjusted_sentence(field, item, text, share=share, opponent_id=met.id)
    whole = ratio(item.beaten, 2 * field.unit)
    text = gettext_noop("{score}, the scores of beaten opponents plus half the scores of tied ones, divided by {count}")
    return Sentence(text, {"score": str(whole), "count": len(item.met)})


def _share_text(field: Field, entrant: str, item: Item) -> Sentence:
    whole = str(ratio(item.against, field.unit))
    count = sum(len(other.met) for other in field.sheets[entrant].counted)
    if len(item.met) == 1:
        text = gettext_noop("{score}, the score of {opponent_id}, one of {count} opponents")
        return Sentence(text, {"score": whole, "opponent_id": item.met[0].id, "count": count})
    text = gettext_noop("{score}, the total score of {here} of {count} opponents")
    return Sentence(text, {"score": whole, "here": len(item.met), "count": count})
