"""Direct encounter: the results that entrants who are level have had against each other (FIDE C.07, 6)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from games.errors import gettext_noop
from league.domain.seating.values import Sentence
from league.domain.standings.numbers import Exact, ratio
from league.domain.standings.terms import Field, Term

_Meetings = Mapping[str, Mapping[str, list[tuple[int, int | None, Exact]]]]


def direct(field: Field, group: Sequence[str]) -> Mapping[str, Iterable[Term]]:
    """Terms of each of *group*, who are level so far.

    If all have met all, the figure is the sum of the results of the meetings; a pair that met more than once counts
    with the average. Otherwise only those are parted who would be first of the others whatever the meetings that did
    not take place had given: such a one has as figure the number of those behind it, everybody else 0.
    """
    if len(group) == 1:
        return {group[0]: ()}
    meetings, apart = _meetings(field, group)
    if not any(apart.values()):
        return {entrant: _results(meetings[entrant]) for entrant in group}
    return _certain(group, meetings, apart)


def _meetings(field: Field, group: Sequence[str]) -> tuple[_Meetings, Mapping[str, set[str]]]:
    """The meetings within the group, and whom of it each has not met.

    A table that one of the two did not come to is a meeting without result, unless forfeits are meetings.
    """
    members = set(group)
    found: dict[str, dict[str, list[tuple[int, int | None, Exact]]]] = {}
    apart: dict[str, set[str]] = {}
    at: dict[tuple[int, int | None], set[str]] = defaultdict(set)
    for entrant in group:
        for item in field.sheets[entrant].items:
            if item.table is not None:
                at[item.round, item.table].add(entrant)
    for entrant in group:
        by_rival: dict[str, list[tuple[int, int | None, Exact]]] = defaultdict(list)
        together: set[str] = {entrant}
        for item in field.sheets[entrant].items:
            if item.table is not None:
                together |= at[item.round, item.table]
            for met in item.met:
                if met.id in members:
                    by_rival[met.id].append((item.round, item.table, met.share))
        found[entrant] = by_rival
        apart[entrant] = members - together
    return found, apart


def _results(by_rival: Mapping[str, list[tuple[int, int | None, Exact]]]) -> list[Term]:
    terms = []
    for rival, meetings in by_rival.items():
        for round_, table, share in meetings:
            if len(meetings) == 1:
                what = Sentence(gettext_noop("against {opponent_id}"), {"opponent_id": rival})
            else:
                text = gettext_noop("against {opponent_id}: {share}, one of {count} meetings")
                what = Sentence(text, {"opponent_id": rival, "share": str(share), "count": len(meetings)})
            terms.append(Term(round_, table, what, ratio(share, len(meetings))))
    return sorted(terms, key=lambda term: (term.round or 0, term.table or 0))


def _certain(group: Sequence[str], meetings: _Meetings, apart: Mapping[str, set[str]]) -> Mapping[str, Iterable[Term]]:
    left = sorted(group)
    terms: dict[str, Iterable[Term]] = {}
    while len(left) > 1:
        known = {
            entrant: sum(
                ratio(sum(share for _, _, share in met), len(met))
                for rival, met in meetings[entrant].items()
                if rival in left
            )
            for entrant in left
        }
        most = {entrant: known[entrant] + len(apart[entrant] & set(left)) for entrant in left}
        first = next((one for one in left if all(known[one] > most[other] for other in left if other != one)), None)
        if first is None:
            break
        left.remove(first)
        text = gettext_noop("ahead of {count} others, whatever the meetings that are missing would give")
        terms[first] = (Term(None, None, Sentence(text, {"count": len(left)}), len(left)),)
    return terms | dict.fromkeys(left, ())
