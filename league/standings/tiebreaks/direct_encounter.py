"""Direct encounter: the results of tied entrants against each other (FIDE C.07, 6)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import lcm

from games.errors import gettext_noop
from league.common.exact import Exact, ratio
from league.seating.types import Sentence
from league.standings.explain import Field, Sum, SumPart
from league.standings.scoring import Item

# by entrant and opponent: the table, and the result in halves
_Meetings = Mapping[str, Mapping[str, list[tuple[Item, int]]]]


def direct_encounter(field: Field, group: Sequence[str]) -> Mapping[str, Sum]:
    """The figures of each of *group*, who are tied so far.

    If everybody has met, the figure is the sum of the results of the meetings, with the average for a pair that met
    more than once. Otherwise, an entrant that would be first whatever the results of the missing meetings has the
    number of those behind it as figure. The others have 0.

    It is applied again to those who are still tied, among themselves alone. If that breaks more ties, the figure of
    everybody in *group* is the number of those behind.
    """
    figures = _results_among(field, group)
    tiers = _tiers(group, figures)
    if 1 < len(tiers) < len(group):
        again = [part for tier in tiers for part in _tiers_again(field, tier)]
        if len(again) > len(tiers):
            return _places(again)
    return figures


def _tiers(group: Sequence[str], figures: Mapping[str, Sum]) -> list[list[str]]:
    """The entrants of equal figures, the best first."""
    found: dict[Exact, list[str]] = defaultdict(list)
    for entrant in group:
        found[figures[entrant].value].append(entrant)
    return [found[value] for value in sorted(found, reverse=True)]


def _tiers_again(field: Field, tier: Sequence[str]) -> list[list[str]]:
    return _tiers(tier, direct_encounter(field, tier))


def _places(tiers: Sequence[Sequence[str]]) -> Mapping[str, Sum]:
    found: dict[str, Sum] = {}
    behind = sum(map(len, tiers))
    for tier in tiers:
        behind -= len(tier)
        text = gettext_noop("ahead of {count} others by the results among those who were still tied")
        found |= {entrant: Sum([(None, behind, Sentence(text, {"count": behind}))]) for entrant in tier}
    return found


def _results_among(field: Field, group: Sequence[str]) -> Mapping[str, Sum]:
    """One application to all of *group*."""
    if len(group) == 1 or _met_too_few(field, group):
        return {entrant: Sum(()) for entrant in group}
    meetings, apart = _meetings(field, group)
    if any(apart.values()):
        return _certain_leaders(group, meetings, apart)
    return {entrant: _results(meetings[entrant]) for entrant in group}


def _met_too_few(field: Field, group: Sequence[str]) -> bool:
    """Whether so few have met that nobody can be certain to be first: each has met no more than it has not met."""
    members = set(group)
    met = max([len(field.met(entrant) & members) for entrant in group])
    seats = max([sum([item.size - 1 for item in field.sheets[entrant].items if item.size]) for entrant in group])
    return met == 0 or met <= len(group) - 1 - seats


def _meetings(field: Field, group: Sequence[str]) -> tuple[_Meetings, Mapping[str, set[str]]]:
    """The meetings within the group, and the members that each has not met.

    A table that one of the two missed is no meeting, unless forfeits count as meetings.
    """
    members = set(group)
    meetings: dict[str, dict[str, list[tuple[Item, int]]]] = {}
    apart: dict[str, set[str]] = {}
    for entrant in group:
        by_rival: dict[str, list[tuple[Item, int]]] = defaultdict(list)
        for item in field.sheets[entrant].items:
            for met in item.met:
                if item.table is not None and met.id in members:
                    by_rival[met.id].append((item, met.halves))
        meetings[entrant] = by_rival
        apart[entrant] = members - by_rival.keys() - {entrant}
    return meetings, apart


def _results(by_rival: Mapping[str, list[tuple[Item, int]]]) -> Sum:
    unit = 2 * lcm(*(len(met) for met in by_rival.values()))
    parts: list[SumPart] = []
    for rival, met in by_rival.items():
        for item, halves in met:
            parts.append((item, halves * unit // (2 * len(met)), _meeting_text(rival, halves, len(met))))
    return Sum(parts, unit)


def _meeting_text(rival: str, halves: int, count: int) -> Sentence:
    if count == 1:
        return Sentence(gettext_noop("against {opponent_id}"), {"opponent_id": rival})
    text = gettext_noop("against {opponent_id}: {share}, one of {count} meetings")
    return Sentence(text, {"opponent_id": rival, "share": str(ratio(halves, 2)), "count": count})


def _certain_leaders(group: Sequence[str], meetings: _Meetings, apart: Mapping[str, set[str]]) -> Mapping[str, Sum]:
    unit = lcm(*{len(met) for by_rival in meetings.values() for met in by_rival.values()})
    shares = {
        entrant: [(rival, sum([halves for _, halves in met]) * (unit // len(met))) for rival, met in by_rival.items()]
        for entrant, by_rival in meetings.items()
    }
    left = set(group)
    found: dict[str, Sum] = {}
    while len(left) > 1:
        known = {entrant: sum([share for rival, share in shares[entrant] if rival in left]) for entrant in left}
        first = max(left, key=known.__getitem__)
        if any(known[first] <= known[one] + 2 * unit * len(apart[one] & left) for one in left if one != first):
            break
        left.remove(first)
        text = gettext_noop("ahead of {count} others, whatever the results of the missing meetings")
        found[first] = Sum([(None, len(left), Sentence(text, {"count": len(left)}))])
    return found | {entrant: Sum(()) for entrant in left}
