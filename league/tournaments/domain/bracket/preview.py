"""A knock-out as it can be looked at, before, while and after it is played: every table with who plays there.

Who is not known yet stands there in words. Nothing of a draft is in it: who meets whom follows from results that
everybody sees, and seats are those of published rounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.errors import Phrase
from league.seating.knockout.bracket import Bracket, build_bracket
from league.seating.knockout.progress import BracketProgress
from league.tournaments.domain.bracket.labels import in_group, of_place
from league.tournaments.domain.bracket.rounds import Origins, Sat, laid_out
from league.tournaments.domain.bracket.view import RoundShown
from league.tournaments.domain.results import Results, node_results, table_result
from league.tournaments.domain.settings import Stage
from league.tournaments.domain.stages__seeded import seeded
from league.tournaments.domain.standings import withdrawn
from league.tournaments.domain.tournament import Tournament

LARGEST_FORESEEN = 256  # entrants of a bracket that is laid out before anybody is known to go on


class KnockOut(NamedTuple):
    """The knock-out that ends a tournament; `notes` say what is not fixed yet before it has `begun`."""

    stage: int
    begun: bool
    rounds: tuple[RoundShown, ...]
    notes: tuple[Phrase, ...] = ()


def knock_out(now: Tournament, results: Results) -> KnockOut | None:
    """The knock-out as it stands; None if the tournament has none.

    Before it begins, by its settings, the places that meet by the rule of seeding, as far as they are fixed.
    """
    number = len(now.settings.stages) - 1
    rules = now.settings.stages[number]
    if rules.format != "knockout":
        return None
    begun = now.stages[number] if number < len(now.stages) else None
    if begun is not None and begun.bracket is not None:
        return KnockOut(number, True, _played(now, results, begun.bracket, number))
    if now.phase == "finished":
        return KnockOut(number, False, (), (Phrase("The tournament ended before the knock-out began."),))
    if number == 0:
        return KnockOut(0, False, (), (Phrase("The bracket is laid out by the seeding when the tournament starts."),))
    return _to_come(now, rules, number)


def _played(now: Tournament, results: Results, laid: Bracket, number: int) -> tuple[RoundShown, ...]:
    orders, level = node_results(now, results)
    sat = {
        table.node: Sat(
            round_.number,
            table,
            table_result(now, round_, table, results),
            level=(round_.number, table.number) in level,
            decided=table.number in round_.ties,
        )
        for round_ in now.published
        for table in round_.tables
        if table.node is not None
    }
    seeds = {id_: Phrase("Seed {number}", number=seed) for seed, id_ in enumerate(laid.entrants, 1)}
    places = _places(now, number, now.qualified.get(number - 1, ()))
    origins = {id_: places.get(id_, seed) for id_, seed in seeds.items()}
    return laid_out(laid, BracketProgress(laid, orders, withdrawn(now)), sat, Origins(origins, known=True))


def _to_come(now: Tournament, rules: Stage, number: int) -> KnockOut:
    if number - 1 in now.qualified:
        groups = now.qualified[number - 1]
        notes = [Phrase("Who goes on is settled; the knock-out has not begun.")]
    elif (going_on := now.settings.stages[number - 1].qualify) is None:
        why = Phrase(
            "Everybody who is left goes on from stage {number}: who meets whom follows from how many that are.",
            number=number,
        )
        return KnockOut(number, False, (), (why,))
    else:
        groups = tuple(
            tuple(f"{group}.{place}" for place in range(count)) for group, count in enumerate(_counts(now, number))
        )
        notes = [_as_long_as(going_on, number, len(groups))]
    if sum(map(len, groups)) > LARGEST_FORESEEN:
        return KnockOut(number, False, (), (Phrase("So large a bracket is shown once it has begun."),))
    laid = build_bracket(
        seeded(groups),
        double=rules.double,
        third_place=rules.third_place,
        size=now.settings.preferred,
        advance=rules.advance,
    )
    origins = Origins(_places(now, number, groups), known=number - 1 in now.qualified)
    return KnockOut(number, False, laid_out(laid, BracketProgress(laid, {}, withdrawn(now)), {}, origins), tuple(notes))


def _as_long_as(count: int, stage: int, groups: int) -> Phrase:
    if groups > 1:
        return Phrase(
            "So it is as long as each group has {count} left when stage {number} ends; else it is laid out otherwise.",
            count=count,
            number=stage,
        )
    return Phrase(
        "So it is as long as {count} are left when stage {number} ends; else it is laid out otherwise.",
        count=count,
        number=stage,
    )


def _counts(now: Tournament, number: int) -> Iterator[int]:
    """How many go on from each group of the stage before *number*, as things stand."""
    before = now.settings.stages[number - 1]
    most = min(before.qualify or 0, LARGEST_FORESEEN + 1)
    if len(now.stages) < number:
        yield from [most] * before.groups
        return
    there = {entry.id for entry in now.active}
    for members in now.stages[number - 1].groups:
        yield min(most, len(there.intersection(members)))


def _places(now: Tournament, number: int, groups: Sequence[Sequence[str]]) -> Mapping[str, Phrase]:
    """By who goes on from the stage before, the place in words."""
    before = Phrase("stage {number}", number=number)
    return {
        id_: of_place(place, in_group(group) if len(groups) > 1 else before)
        for group, members in enumerate(groups)
        for place, id_ in enumerate(members, 1)
    }
