"""What a tournament waits for, and where somebody plays next."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from league.common.actor import Actor
from league.standings.types import Outcome
from league.tournaments.domain.byes import bye_rounds, byes_in_advance
from league.tournaments.domain.draw import latecomers, rounds
from league.tournaments.domain.results import (
    Results,
    entrant_seats,
    missing_results,
    node_results,
    table_players,
    table_result,
)
from league.tournaments.domain.stages import undecided_at_the_start
from league.tournaments.domain.standings import total_rounds
from league.tournaments.domain.tournament import Entry, StageState, Status, Tournament
from league.tournaments.errors import NotDueYet
from league.tournaments.queries.detail import (
    NamedPlayer,
    Names,
    entrant_names,
    is_team,
    named_players,
    stand_in,
    visible_tournament,
)
from league.tournaments.results import match_results

Step: TypeAlias = Literal["enter", "start", "publish", "level", "results", "draw", "table", "stage", "finish", "over"]


class OpenTable(msgspec.Struct, frozen=True):
    """A published table that lacks a result."""

    round: int
    table: int
    match: str | None


class TiedTable(msgspec.Struct, frozen=True):
    """A knockout table that ended in a tie, with those who played at it."""

    round: int
    table: int
    entrants: list[str]


class NextStep(msgspec.Struct, frozen=True):
    """What an organiser does next. `round` is the number of the next round.

    `byes`, `late`: entrants with a bye in the last round, and those who came too late for it, who can play each other.
    `ahead`: the rounds for which a bye can be taken. `undecided`: entrants about whom the start has to decide.
    """

    step: Step
    round: int
    lacking: list[OpenTable]
    level: list[TiedTable]
    byes: list[str] = []
    late: list[str] = []
    ahead: list[int] = []
    undecided: list[str] = []


class LooseEnds(msgspec.Struct, frozen=True):
    """Published tables that nobody has settled: without a result, contested, and reported but not confirmed.

    If the tournament is finished, reported results count and the others don't.
    """

    unplayed: list[OpenTable]
    contested: list[OpenTable]
    reported: list[OpenTable]


class Companion(msgspec.Struct, frozen=True):
    """Somebody else at the table."""

    name: str
    stand_in: str | None
    team: bool
    players: list[NamedPlayer]


class OwnPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where an entrant of the reader plays in the last round. `instead`: who has its seat, if not the reader.

    `queue`: its number on the waiting list.
    """

    entrant: str
    name: str | None
    status: Status
    present: bool
    queue: int | None = None
    round: int | None = None
    out: bool = False
    table: int | None = None
    match: str | None = None
    seats: list[int] = []
    instead: str | None = None
    others: list[Companion] = []
    done: bool = False


def next_step(tournament_id: str, actor: Actor) -> NextStep:
    """What an organiser does next, and the tables that need attention. Raises `Unknown`."""
    _, tournament = visible_tournament(tournament_id, actor)
    results = match_results(tournament)
    lacking = [
        OpenTable(round_.number, table.number, table.match)
        for round_ in tournament.published
        for table in missing_results(tournament, round_, results)
    ]
    level = _tied_tables(tournament, results)
    step = _step(tournament, results, lacking=bool(lacking), level=bool(level))
    free, ahead = latecomers.free_entrants(tournament), list(bye_rounds(tournament))
    undecided = undecided_at_the_start(tournament) if step == "start" else []
    return NextStep(step, len(tournament.published) + 1, lacking, level, *free, ahead, undecided)


def find_loose_ends(tournament_id: str, actor: Actor) -> LooseEnds:
    """What finishing the tournament now would leave unsettled. Raises `Unknown`."""
    _, tournament = visible_tournament(tournament_id, actor)
    results = match_results(tournament)
    found: dict[Outcome, list[OpenTable]] = {outcome: [] for outcome in Outcome}
    for round_ in tournament.published:
        for table in round_.tables:
            outcome = table_result(tournament, round_, table, results).outcome
            found[outcome].append(OpenTable(round_.number, table.number, table.match))
    return LooseEnds(found[Outcome.UNPLAYED], found[Outcome.CONTESTED], found[Outcome.REPORTED])


def _tied_tables(tournament: Tournament, results: Results) -> list[TiedTable]:
    found = node_results(tournament, results)[1] if tournament.phase == "running" else []
    tables = {
        (round_.number, table.number): (round_, table) for round_ in tournament.published for table in round_.tables
    }
    tied = []
    for place in found:
        played = table_result(tournament, *tables[place], results)
        there = [entrant for seat, entrant in enumerate(played.entrants) if seat not in played.absent]
        tied.append(TiedTable(*place, there))
    return tied


def _step(tournament: Tournament, results: Results, *, lacking: bool, level: bool) -> Step:
    if tournament.over:
        return "over"
    if tournament.stage is None:
        return "start" if tournament.active else "enter"
    if tournament.draft is not None:
        return "publish"
    if tournament.stage.rules.format == "open":
        return "table" if any(round_.stage == tournament.stage.number for round_ in tournament.published) else "draw"
    if level:
        return "level"
    if lacking:
        return "results"
    if _has_rounds(tournament, results, tournament.stage):
        return "draw"
    return "stage" if len(tournament.stages) < len(tournament.settings.stages) else "finish"


def _has_rounds(tournament: Tournament, results: Results, stage: StageState) -> bool:
    played = tournament.rounds_played(stage)
    total = total_rounds(stage)
    if stage.bracket is None:
        return not total or played < total
    try:
        return bool(rounds.draw(tournament, results, "", anew=True))
    except NotDueYet:
        return False


def own_places(tournament_id: str, actor: Actor) -> list[OwnPlace]:
    """The table and seat of each of the reader's entrants in the last published round, or its bye."""
    _, tournament = visible_tournament(tournament_id, actor)
    own = [entry for entry in tournament.entries.values() if actor.players & set(entry.players)]
    if not own:
        return []
    results = match_results(tournament)
    seated = (player for each in results.values() for player in each.players if player is not None)
    names = entrant_names(tournament, seated)
    return [_place(tournament, entry, actor, names, results) for entry in own]


def _place(tournament: Tournament, entry: Entry, actor: Actor, names: Names, results: Results) -> OwnPlace:
    waiting = [each.id for each in tournament.entries.values() if each.status == "waiting"]
    queue = waiting.index(entry.id) + 1 if entry.id in waiting else None
    name, present = names.get(entry.id), entry.checked_in
    place = OwnPlace(entrant=entry.id, name=name, status=entry.status, present=present, queue=queue)
    if tournament.phase != "running" or not tournament.published:
        return place
    last = tournament.published[-1]
    out = any(entrant == entry.id for _, entrant in last.byes) or any(
        entry.id in each.entrants for each in byes_in_advance(tournament, last)
    )
    place = msgspec.structs.replace(place, round=last.number, out=out)
    own = [table for table in last.tables if entry.id in table.seats]
    if not own:
        return place
    table = own[-1]  # in an open stage an entrant sits down more than once
    played, there = table_result(tournament, last, table, results), table_players(tournament, table, results)
    seats = entrant_seats(tournament, table, entry.id, results)
    own_seats = [seat for seat, player in seats if player in actor.players]
    seated = [names.get(player) for _, player in seats if player is not None]
    return msgspec.structs.replace(
        place,
        table=table.number,
        match=table.match,
        seats=own_seats,
        instead=next(iter(seated), None) if not own_seats else None,
        others=[_companion(tournament, each, there[each], names) for each in played.entrants if each != entry.id],
        done=played.outcome != Outcome.UNPLAYED,
    )


def _companion(tournament: Tournament, entrant: str, players: Sequence[str], names: Names) -> Companion:
    entry = tournament.entries[entrant]
    return Companion(
        names.get(entrant, entrant),
        stand_in(entry, players, names),
        is_team(entry),
        named_players(players, names),
    )
