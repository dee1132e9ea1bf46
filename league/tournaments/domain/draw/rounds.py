"""Rounds: drawn as a draft, changed by hand, published, undone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from games.errors import Phrase, gettext_noop
from league.common.text import normalize, require_reason
from league.errors import Unknown, ValueList
from league.seating.draw import assess, draw_round
from league.seating.knockout.bracket import resolve
from league.seating.manual_seats import balance_seats
from league.seating.swiss import pairs
from league.seating.swiss.tables import ALGORITHM as SWISS_TABLES
from league.seating.types import Draw, Sentence, TableDrawn
from league.standings.types import Outcome
from league.tournaments.domain.draw.freshness import require_current, standing_qualifiers
from league.tournaments.domain.draw.inputs import draw_inputs, due_entrants
from league.tournaments.domain.entries import require_active
from league.tournaments.domain.events import (
    Part,
    RoundAnnulled,
    RoundChanged,
    RoundDrawn,
    RoundPublished,
    TableStarted,
    TieDecided,
    TournamentEvent,
)
from league.tournaments.domain.lifecycle import require_running
from league.tournaments.domain.results import (
    Results,
    all_missing_results,
    confirmed_results,
    node_results,
    require_results,
    table_result,
)
from league.tournaments.domain.stages import PLANNED, current_stage, replan
from league.tournaments.domain.standings import total_rounds, withdrawals
from league.tournaments.domain.tournament import Round, StageState, Tournament, evolve
from league.tournaments.errors import (
    BadSeating,
    DraftExists,
    DraftOutdated,
    EntrantRefused,
    NoDraft,
    NotDueYet,
    TiedTables,
    TooFewEntrants,
)


class HandMade(NamedTuple):
    """Tables and byes of a group by hand. `balance`: choose the seats at new tables so that first moves balance."""

    tables: Sequence[Sequence[str]]
    out: Sequence[str]
    balance: bool


STARTED = Sentence(gettext_noop("Started at the table."))


def draw(
    tournament: Tournament,
    results: Results,
    seed: str,
    *,
    unfinished: bool = False,
    anew: bool = False,
    reason: str = "",
) -> list[TournamentEvent]:
    """Draft the next round of the current stage.

    *unfinished*: although results are missing or not confirmed, which then count as not played, for a *reason*. *anew*:
    instead of an earlier draft. Raises `DraftExists`, `ResultsMissing`, `NotDueYet`, `TooFewEntrants`, `TiedTables`,
    `FieldImpossible`, `ReasonNeeded`.
    """
    require_running(tournament, Phrase("draw a round"))
    if tournament.draft is not None and not anew:
        raise DraftExists(round=tournament.draft.number)
    stage = current_stage(tournament)
    if stage.rules.format == "open":
        return _open_evening(tournament)
    if not unfinished:
        require_results(tournament, results)
    missing = [f"{round_.number}.{table.number}" for round_, table in all_missing_results(tournament, results)]
    reason = require_reason(reason) if missing else ""
    *before, drawn = _draw(tournament, results, stage, seed)
    qualifiers = standing_qualifiers(tournament, results, stage)
    return [*before, replace(drawn, missing=tuple(missing), reason=reason, qualifiers=qualifiers)]


def _draw(
    tournament: Tournament, results: Results, stage: StageState, seed: str
) -> tuple[*tuple[TournamentEvent, ...], RoundDrawn]:
    """The draft, after the new schedule where one is needed."""
    if stage.bracket is not None:
        return (_draft_event(tournament, [_knockout_part(tournament, results, stage)]),)
    played = tournament.rounds_played(stage)
    if stage.rules.rounds is not None and played >= stage.rules.rounds and stage.rules.format != "round_robin":
        raise NotDueYet(why=Phrase("all {count} rounds of this stage are already published", count=played))
    if stage.rules.format in PLANNED:
        return _draw_scheduled(tournament, results, stage, seed)
    return (_draft_event(tournament, _swiss_parts(tournament, results, stage, seed)),)


def _swiss_parts(tournament: Tournament, results: Results, stage: StageState, seed: str) -> list[Part]:
    algorithm = pairs.ALGORITHM if tournament.settings.sizes == (2,) else SWISS_TABLES
    parts = []
    for group in range(len(stage.groups)):
        here = due_entrants(tournament, stage, group)
        if 0 < len(here) < min(tournament.settings.sizes):
            parts.append(Part(draw=Draw(tables=(), out=tuple(here)), group=group))
        elif here:
            given = draw_inputs(tournament, results, stage, group, algorithm=algorithm, seed=f"{seed}{group:02x}")
            parts.append(Part(draw=draw_round(given), group=group, inputs=given))
    if not any(part.draw.tables for part in parts):
        raise TooFewEntrants()
    return parts


def change(
    tournament: Tournament,
    results: Results,
    tables: Mapping[int, Sequence[Sequence[str]]],
    out: Mapping[int, Sequence[str]],
    reason: str = "",
    *,
    balance: bool = False,
) -> list[TournamentEvent]:
    """Change the draft by hand: all tables and byes of the groups that are given. The others stay.

    Entrants sit as they are listed, or with *balance*, at new tables, so that first moves balance.
    `BadSeating` names entrants who are missing, listed twice or in the wrong place.
    """
    require_running(tournament, Phrase("change a draft"))
    draft, stage = _require_draft(tournament), current_stage(tournament)
    parts = []
    for part in draft.parts:
        if part.group in tables:
            given = HandMade(tables[part.group], out.get(part.group, ()), balance)
            part = _change_part(tournament, results, stage, part, given)
        parts.append(part)
    unknown = set(tables) - {part.group for part in draft.parts}
    if unknown:
        raise Unknown(kind=Phrase("round group"), id=min(unknown))
    return [
        RoundChanged(draft.number, tuple(parts), normalize(reason), standing_qualifiers(tournament, results, stage))
    ]


def publish(tournament: Tournament, results: Results, matches: Sequence[str]) -> list[TournamentEvent]:
    """Let everybody see the draft. *matches* are ids for its tables.

    Raises `NoDraft`, and `DraftOutdated` if the field, results, penalties or settings it depends on changed since.
    """
    require_running(tournament, Phrase("publish a round"))
    draft, stage = _require_draft(tournament), current_stage(tournament)
    require_current(tournament, results, stage, draft)
    return [RoundPublished(draft.number, tuple(matches))]


def annul(tournament: Tournament, reason: str) -> list[TournamentEvent]:
    """Undo the last round, draft or published. It can then be drawn again."""
    require_running(tournament, Phrase("undo a round"))
    if not tournament.rounds:
        raise NoDraft()
    last = tournament.rounds[-1]
    if last.published:
        reason = require_reason(reason)
    return [RoundAnnulled(last.number, normalize(reason))]


def start_table(tournament: Tournament, results: Results, entrants: Sequence[str], match: str) -> list[TournamentEvent]:
    """Entrants of an open stage sit down, in this order of seats. Nobody sits at two tables without a result."""
    require_running(tournament, Phrase("start a table"))
    stage = current_stage(tournament)
    if stage.rules.format != "open" or not tournament.rounds or tournament.rounds[-1].stage != stage.number:
        raise NoDraft()
    _check_table(tournament, entrants)
    for entrant in entrants:
        require_active(tournament, entrant)
    _require_free(tournament, results, entrants)
    return [TableStarted(tournament.rounds[-1].number, TableDrawn(tuple(entrants), STARTED), match)]


def decide_tie(
    tournament: Tournament, results: Results, number: int, table: int, *, order: Sequence[str], reason: str
) -> list[TournamentEvent]:
    """Decide a tied knockout table: the order of finish, best first."""
    require_running(tournament, Phrase("decide a tied table"))
    reason = require_reason(reason)
    round_ = tournament.round(number)
    found = next((each for each in round_.tables if each.number == table), None) if round_ else None
    if round_ is None or found is None or not round_.published or found.node is None:
        raise Unknown(kind=Phrase("knockout table"), id=f"{number}.{table}")
    if table in round_.ties and tournament.rounds[-1].number > number:
        raise EntrantRefused(
            entrant=f"{number}.{table}", why=Phrase("the next round has already been drawn from this decision")
        )
    if table not in round_.ties and (number, table) not in node_results(tournament, results)[1]:
        raise EntrantRefused(entrant=f"{number}.{table}", why=Phrase("this table did not end in a tie"))
    played = table_result(tournament, round_, found, results)
    there = [entrant for seat, entrant in enumerate(played.entrants) if seat not in played.absent]
    if sorted(order) != sorted(there):
        raise BadSeating(entrant=", ".join(order), why=Phrase("list each entrant who played at the table exactly once"))
    return [TieDecided(number, table, tuple(order), reason)]


def _require_draft(tournament: Tournament) -> Round:
    if tournament.draft is None:
        raise NoDraft()
    if tournament.draft.stage != current_stage(tournament).number:
        placed = sorted(entrant for table in tournament.draft.tables for entrant in table.seats)
        raise DraftOutdated(why=Phrase("another stage is under way"), entrants=ValueList(placed))
    return tournament.draft


def _draft_event(tournament: Tournament, parts: Sequence[Part]) -> RoundDrawn:
    return RoundDrawn(len(tournament.published) + 1, current_stage(tournament).number, tuple(parts))


def _open_evening(tournament: Tournament) -> list[TournamentEvent]:
    """An evening of an open stage is a round that is public from the start."""
    event = _draft_event(tournament, [])
    return [event, RoundPublished(event.round, ())]


def _draw_scheduled(
    tournament: Tournament, results: Results, stage: StageState, seed: str
) -> tuple[*tuple[TournamentEvent, ...], RoundDrawn]:
    """The next round of the schedule without those who left. A changed field gets a new schedule first."""
    events: list[TournamentEvent] = []
    scheduled = {seeker.id for plan in stage.plans for seeker in plan.inputs.seekers}
    here = {entrant for group in range(len(stage.groups)) for entrant in due_entrants(tournament, stage, group)}
    begun = any(round_.stage == stage.number for round_ in tournament.published)
    gone_before = not begun and scheduled != here
    if here - scheduled or gone_before or (stage.rules.format == "fixed" and scheduled != here):
        events = replan(tournament, results, seed, "")
        tournament = evolve(tournament, events[0])
        stage = current_stage(tournament)
    index = len(tournament.published) + 1 - stage.plans_from
    if not any(plan.rounds for plan in stage.plans):
        raise TooFewEntrants()
    if index >= max(len(plan.rounds) for plan in stage.plans):
        raise NotDueYet(why=Phrase("all {count} rounds of this stage are already published", count=total_rounds(stage)))
    parts = []
    for group, plan in enumerate(stage.plans):
        if index < len(plan.rounds):
            parts.append(Part(draw=_drop_absent(plan.rounds[index], here), group=group))
    if not any(part.draw.tables for part in parts):
        raise TooFewEntrants()
    return (*events, _draft_event(tournament, parts))


def _drop_absent(planned: Draw, here: set[str]) -> Draw:
    """A scheduled round without those who are missing. An entrant left alone at a table has a bye."""
    tables, out = [], [entrant for entrant in planned.out if entrant in here]
    for table in planned.tables:
        seats = tuple(entrant for entrant in table.seats if entrant in here)
        if len(seats) == 1 and len(table.seats) > 1:
            out.append(seats[0])
        elif seats:
            tables.append(TableDrawn(seats, table.why))
    return Draw(tuple(tables), tuple(out), planned.figures)


def _knockout_part(tournament: Tournament, results: Results, stage: StageState) -> Part:
    """Every table of the bracket whose entrants are known and that has not been played."""
    assert stage.bracket is not None  # noqa: S101 - asked for by the caller
    orders, level = node_results(tournament, confirmed_results(tournament, results))
    if level:
        raise TiedTables(tables=ValueList(f"{round_}.{table}" for round_, table in level))
    state = resolve(stage.bracket, orders, withdrawals(tournament))
    drawn_already = {table.node for round_ in tournament.published for table in round_.tables}
    tables, nodes = [], []
    for node in state.ready:
        if node not in drawn_already:
            seats = state.entrants[node]
            if stage.rules.seed_first:
                seats = tuple(sorted(seats, key=stage.bracket.entrants.index))
            tables.append(TableDrawn(seats, state.why(node)))
            nodes.append(node)
    if not tables:
        why = Phrase("the knockout is decided") if state.over else Phrase("no further knockout tables are known yet")
        raise NotDueYet(why=why)
    return Part(draw=Draw(tuple(tables)), nodes=tuple(nodes))


def _change_part(
    tournament: Tournament,
    results: Results,
    stage: StageState,
    part: Part,
    made: HandMade,
) -> Part:
    tables, out = made.tables, made.out
    if part.nodes:
        return _reseat(part, tables)
    wanted = due_entrants(tournament, stage, part.group)
    placed = Counter([*(entrant for table in tables for entrant in table), *out])
    for entrant, times in placed.items():
        if entrant not in wanted:
            raise BadSeating(entrant=entrant, why=Phrase("the entrant is not in the draw for this group"))
        if times > 1:
            raise BadSeating(entrant=entrant, why=Phrase("the entrant is listed {count} times", count=times))
    for entrant in wanted:
        if entrant not in placed:
            raise BadSeating(entrant=entrant, why=Phrase("the entrant is not listed"))
    for table in tables:
        _check_table(tournament, table)
    algorithm, seed = (part.inputs.algorithm, part.inputs.seed) if part.inputs else ("by hand", "")
    given = draw_inputs(tournament, results, stage, part.group, algorithm=algorithm, seed=seed)
    drawn = [table.seats for table in part.draw.tables]
    if made.balance:
        tables = balance_seats(given, tables, drawn)
    return Part(draw=assess(given, tables, out, drawn), group=part.group, inputs=given if part.inputs else None)


def _require_free(tournament: Tournament, results: Results, entrants: Sequence[str]) -> None:
    for table in tournament.rounds[-1].tables:
        played = table_result(tournament, tournament.rounds[-1], table, results)
        if played.outcome == Outcome.UNPLAYED:
            for entrant in entrants:
                if any(entrant == each for seat, each in enumerate(played.entrants) if seat not in played.absent):
                    why = Phrase("the entrant is still playing at table {table}", table=table.number)
                    raise EntrantRefused(entrant=entrant, why=why)


def _reseat(part: Part, tables: Sequence[Sequence[str]]) -> Part:
    """The bracket decides who meets in a knockout, so only seats can change."""
    if [sorted(table) for table in tables] != [sorted(table.seats) for table in part.draw.tables]:
        seated = ", ".join(entrant for table in tables for entrant in table)
        raise BadSeating(entrant=seated, why=Phrase("in a knockout, only the seats at a table can change"))
    changed = tuple(TableDrawn(tuple(seats), table.why) for seats, table in zip(tables, part.draw.tables, strict=True))
    return Part(draw=Draw(changed, part.draw.out, part.draw.figures), group=part.group, nodes=part.nodes)


def _check_table(tournament: Tournament, table: Sequence[str]) -> None:
    meta = tournament.meta
    fits = len(table) == 1 if meta.team else len(table) in meta.seats
    if not fits:
        why = Phrase("this game cannot be played at a table of {count}", count=len(table))
        raise BadSeating(entrant=", ".join(table), why=why)
    if len(set(table)) != len(table):
        raise BadSeating(entrant=", ".join(table), why=Phrase("somebody has two seats"))
