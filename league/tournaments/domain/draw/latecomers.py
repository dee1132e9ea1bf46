"""Latecomers who play in a round that is published already, against those who have a bye in it."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.errors import Phrase
from league.seating.draw import draw_round
from league.seating.swiss import pairs
from league.seating.swiss.tables import ALGORITHM as SWISS_TABLES
from league.tournaments.domain.byes import WITH_BYES
from league.tournaments.domain.draw.inputs import draw_inputs, due_entrants
from league.tournaments.domain.entries import require_active
from league.tournaments.domain.events import Part, TableAdded, TournamentEvent
from league.tournaments.domain.lifecycle import require_running
from league.tournaments.domain.results import Results
from league.tournaments.domain.stages import current_stage
from league.tournaments.domain.tournament import Round, StageState, Tournament
from league.tournaments.errors import BadSeating, EntrantRefused, NoDraft, NotDueYet


def free_entrants(tournament: Tournament) -> tuple[list[str], list[str]]:
    """Who has a bye in the last published round, and who came too late for it; nobody where no table can be added."""
    stage, round_ = tournament.stage, tournament.rounds[-1] if tournament.rounds else None
    if stage is None or round_ is None or not round_.published or round_.stage != stage.number:
        return [], []
    if tournament.phase != "running" or stage.rules.format not in WITH_BYES:
        return [], []
    groups = range(len(stage.groups))
    due = [entrant for group in groups for entrant in due_entrants(tournament, stage, group, round_.number)]
    seated = {entrant for table in round_.tables for entrant in table.seats}
    byes = {entrant for _, entrant in round_.byes}
    return [each for each in due if each in byes], [each for each in due if each not in byes | seated]


def add_table(
    tournament: Tournament, results: Results, entrants: Sequence[str], seed: str, match: str
) -> list[TournamentEvent]:
    """Let *entrants*, at least one of whom has a bye in the last round, play in it. Their seats are drawn.

    Raises `WrongPhase`, `NoDraft` before the first round, `NotDueYet` once the next round is drawn, `BadSeating`,
    `EntrantRefused`, `Unknown`.
    """
    require_running(tournament, Phrase("add a table"))
    stage = current_stage(tournament)
    round_ = _require_last(tournament, stage)
    for entrant in entrants:
        require_active(tournament, entrant)
    group = _require_group(stage, entrants)
    byes, late = free_entrants(tournament)
    for entrant in entrants:
        if entrant not in byes and entrant not in late:
            why = Phrase("the entrant has a table in round {round} or is not checked in", round=round_.number)
            raise EntrantRefused(entrant=entrant, why=why)
    _check_size(tournament, entrants)
    if not set(entrants) & set(byes):
        raise BadSeating(entrant=", ".join(entrants), why=Phrase("none of them has a bye in this round"))
    algorithm = pairs.ALGORITHM if tournament.settings.sizes == (2,) else SWISS_TABLES
    then = tournament._replace(rounds=tournament.rounds[:-1])
    given = draw_inputs(then, results, stage, group, algorithm=algorithm, seed=seed, there=entrants)
    given = replace(given, sizes=(len(entrants),), preferred=len(entrants))
    return [TableAdded(round_.number, Part(draw=draw_round(given), group=group, inputs=given), match)]


def _require_last(tournament: Tournament, stage: StageState) -> Round:
    if stage.rules.format not in WITH_BYES:
        raise NotDueYet(why=Phrase("tables can be added to the rounds of a Swiss or a fixed series only"))
    if tournament.draft is not None:
        raise NotDueYet(why=Phrase("round {round} is already drawn", round=tournament.draft.number))
    if not tournament.rounds or tournament.rounds[-1].stage != stage.number:
        raise NoDraft()
    return tournament.rounds[-1]


def _require_group(stage: StageState, entrants: Sequence[str]) -> int:
    groups = {number for number, members in enumerate(stage.groups) for each in entrants if each in members}
    if len(groups) != 1 or not set(stage.members).issuperset(entrants):
        raise BadSeating(entrant=", ".join(entrants), why=Phrase("they are not in the same group of this stage"))
    return min(groups)


def _check_size(tournament: Tournament, entrants: Sequence[str]) -> None:
    for entrant in entrants:
        if entrants.count(entrant) > 1:
            raise BadSeating(entrant=entrant, why=Phrase("the entrant is listed twice"))
    if len(entrants) not in tournament.settings.sizes:
        why = Phrase("a table of {count} is not one of the table sizes", count=len(entrants))
        raise BadSeating(entrant=", ".join(entrants), why=why)
