"""A knockout before, during and after play: every table with who plays there, or how they will get there.

Nothing of a draft is in it: who meets whom follows from results that everybody sees, and seats are those of published
rounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.errors import Phrase
from league.seating.knockout.bracket import Bracket
from league.seating.knockout.progress import BracketProgress
from league.tournaments.domain.bracket.rounds import Origins, PublishedTable, bracket_rounds
from league.tournaments.domain.bracket.view import RoundView, group_label, place_label
from league.tournaments.domain.results import Results, is_decided_by_seed, node_results, table_result
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.stages import knockout_bracket, seed_qualifiers
from league.tournaments.domain.standings import withdrawals
from league.tournaments.domain.tournament import Tournament

LARGEST_PREVIEW = 256  # entrants of a bracket that is built before anybody is known to go on


class KnockoutPreview(NamedTuple):
    """The knockout that ends a tournament. `notes` say what is not fixed before it has `begun`."""

    stage: int
    begun: bool
    rounds: tuple[RoundView, ...]
    notes: tuple[Phrase, ...] = ()


def knockout_preview(tournament: Tournament, results: Results) -> KnockoutPreview | None:
    """The knockout as it stands; None if the tournament has none. Before it begins: which places meet, if fixed."""
    number = len(tournament.settings.stages) - 1
    rules = tournament.settings.stages[number]
    if rules.format != "knockout":
        return None
    begun = tournament.stages[number] if number < len(tournament.stages) else None
    if begun is not None and begun.bracket is not None:
        return KnockoutPreview(number, True, _current_rounds(tournament, results, begun.bracket, number))
    if tournament.phase == "finished":
        return KnockoutPreview(number, False, (), (Phrase("The tournament ended before the knockout started."),))
    if number == 0:
        return KnockoutPreview(
            0, False, (), (Phrase("The bracket is drawn up from the seeding when the tournament starts."),)
        )
    return _forecast(tournament, rules, number)


def _current_rounds(tournament: Tournament, results: Results, bracket: Bracket, number: int) -> tuple[RoundView, ...]:
    orders, level = node_results(tournament, results)
    sat = {
        table.node: PublishedTable(
            round_.number,
            table,
            table_result(tournament, round_, table, results),
            level=(round_.number, table.number) in level,
            decided=table.number in round_.ties,
            seeded=is_decided_by_seed(tournament, round_, table, results),
        )
        for round_ in tournament.published
        for table in round_.tables
        if table.node is not None
    }
    seeds = {id_: Phrase("Seed {number}", number=seed) for seed, id_ in enumerate(bracket.entrants, 1)}
    places = _places(tournament, number, tournament.qualified.get(number - 1, ()))
    origins = {id_: places.get(id_, seed) for id_, seed in seeds.items()}
    return bracket_rounds(
        bracket, BracketProgress(bracket, orders, withdrawals(tournament)), sat, Origins(origins, known=True)
    )


def _forecast(tournament: Tournament, rules: Stage, number: int) -> KnockoutPreview:
    if number - 1 in tournament.qualified:
        groups = tournament.qualified[number - 1]
        notes = (Phrase("Qualification is final. The knockout hasn’t started."),)
    elif (going_on := tournament.settings.stages[number - 1].qualify) is None:
        why = Phrase(
            "Everyone still in advances from stage {number}. The pairings depend on how many that is.",
            number=number,
        )
        return KnockoutPreview(number, False, (), (why,))
    else:
        groups = tuple(
            tuple(f"{group}.{place}" for place in range(count))
            for group, count in enumerate(_qualifier_counts(tournament, number))
        )
        notes = (_condition(going_on, number, len(groups)),)
    if sum(map(len, groups)) > LARGEST_PREVIEW:
        return KnockoutPreview(number, False, (), (Phrase("A bracket this large is shown once play in it has begun."),))
    bracket = knockout_bracket(tournament, rules, seed_qualifiers(tournament, rules, groups))
    origins = Origins(_places(tournament, number, groups), known=number - 1 in tournament.qualified)
    progress = BracketProgress(bracket, {}, withdrawals(tournament))
    return KnockoutPreview(number, False, bracket_rounds(bracket, progress, {}, origins), notes)


def _condition(count: int, stage: int, groups: int) -> Phrase:
    if groups > 1:
        return Phrase(
            "This assumes that at least {count} are left in each group when stage {number} ends. "
            "Otherwise the bracket will be different.",
            count=count,
            number=stage,
        )
    return Phrase(
        "This assumes that at least {count} are left when stage {number} ends. Otherwise the bracket "
        "will be different.",
        count=count,
        number=stage,
    )


def _qualifier_counts(tournament: Tournament, number: int) -> Iterator[int]:
    """How many qualify from each group of the stage before *number*, as things stand."""
    before = tournament.settings.stages[number - 1]
    most = min(before.qualify or 0, LARGEST_PREVIEW + 1)
    if len(tournament.stages) < number:
        yield from [most] * before.groups
        return
    there = {entry.id for entry in tournament.active}
    for members in tournament.stages[number - 1].groups:
        yield min(most, len(there.intersection(members)))


def _places(tournament: Tournament, number: int, groups: Sequence[Sequence[str]]) -> Mapping[str, Phrase]:
    """The place in the stage before, by qualifier."""
    before = Phrase("stage {number}", number=number)
    return {
        id_: place_label(place, group_label(group) if len(groups) > 1 else before)
        for group, members in enumerate(groups)
        for place, id_ in enumerate(members, 1)
    }
