"""What results count against entrants who left a round robin of pairs (FIDE General Regulations for Competitions)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from league.standings.types import Outcome, TableResult
from league.tournaments.domain.tournament import StageState, Tournament

PLAYED = (Outcome.REPORTED, Outcome.CONFIRMED, Outcome.FORFEIT)


def settle_leavers(
    tournament: Tournament, stages: Sequence[StageState], tables: Sequence[TableResult]
) -> list[TableResult]:
    """The *tables* as the standings count them.

    An entrant who left before half of the games has all tables struck. For one who left later, the games that were not
    played any more are walkovers: byes that the schedule had as games against it, and void tables.

    Example: of four, Qu beats Xe in round 1 and leaves. The win is struck, and nobody gets anything for Qu. Had Qu
    played two rounds, the third opponent would win without play.
    """
    if tournament.settings.scoring.leavers != "half":
        return list(tables)
    found = list(tables)
    for stage in stages:
        if stage.rules.format == "round_robin" and tournament.settings.sizes == (2,):
            for group, members in enumerate(stage.groups):
                for entrant in members:
                    if tournament.entries[entrant].status == "withdrawn":
                        struck = _is_struck(stage, group, entrant, tables)
                        found = list(_settled_tables(stage, group, entrant, found, struck=struck))
    return found


def _is_struck(stage: StageState, group: int, leaver: str, tables: Sequence[TableResult]) -> bool:
    """Whether the leaver came to less than half of its games, as far as they were drawn or scheduled."""
    own = [each for each in tables if each.stage == stage.number and leaver in each.entrants]
    come = sum(each.outcome in PLAYED and each.entrants.index(leaver) not in each.absent for each in own)
    games = sum(each.outcome != Outcome.BYE and each.round < stage.plans_from for each in own)
    for planned in stage.plans[group].rounds if group < len(stage.plans) else ():
        games += sum(leaver in table.seats for table in planned.tables)
    return 2 * come < games


def _settled_tables(
    stage: StageState, group: int, leaver: str, tables: Sequence[TableResult], *, struck: bool
) -> Iterator[TableResult]:
    for each in tables:
        rival = _rival(stage, group, leaver, each)
        if each.stage != stage.number or rival is None:
            yield each
        elif struck:
            yield replace(each, struck=True)
        elif each.outcome in (Outcome.BYE, Outcome.VOID):
            absent = frozenset({1})
            yield TableResult(
                each.round, each.table, (rival, leaver), Outcome.FORFEIT, absent=absent, stage=each.stage, group=group
            )
        else:
            yield each


def _rival(stage: StageState, group: int, leaver: str, table: TableResult) -> str | None:
    """Who plays the leaver at the table, or has a bye since the leaver is gone."""
    if leaver in table.entrants:
        return next((other for other in table.entrants if other != leaver), None)
    if table.outcome != Outcome.BYE or table.group != group or table.round < stage.plans_from:
        return None
    planned = stage.plans[group].rounds[table.round - stage.plans_from].tables if group < len(stage.plans) else ()
    pairs = (each.seats for each in planned if leaver in each.seats)
    return next((table.entrants[0] for seats in pairs if table.entrants[0] in seats), None)
