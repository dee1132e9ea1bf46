"""Standings as people see them: rows, crosstables, and every figure opened into what it is made of."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Annotated

import msgspec
from django.utils.translation import gettext
from msgspec import Meta

from games.errors import Phrase
from league.common.actor import Actor
from league.common.exact import plain
from league.common.read_models import Id, Moment
from league.common.sheets import Sheet
from league.errors import Unknown
from league.standings.reachable.ranks import PossibleRanks
from league.standings.table import Figure, Standing
from league.standings.tiebreaks.registry import TIEBREAKS
from league.standings.types import Outcome, TableResult, Worth
from league.tournaments.domain.bracket.path import BracketPath, bracket_path
from league.tournaments.domain.entries import is_open
from league.tournaments.domain.qualification import frozen_qualification, qualification_by_entrant
from league.tournaments.domain.results import Results, table_results
from league.tournaments.domain.standings import outlook, stage_figures, standing_rows
from league.tournaments.domain.tournament import Phase, StageState, Tournament
from league.tournaments.queries.detail import NamedEntrant, Names, entrant_names, sentence_text, tournament_as_of

RESULTS = ("played", "walkovers", "forfeits")  # counts that come from a result
HEADING = ("stage", "group", "rank", "entrant", "name", "score", "penalty")


class TiebreakRule(msgspec.Struct, frozen=True):
    code: str
    title: str
    text: str


class StandingsRow(msgspec.Struct, frozen=True, kw_only=True):
    rank: int
    shared: bool
    entrant: Id
    name: str | None
    score: Annotated[str, Meta(description="Exact: `3`, `5/2`.")]
    tiebreaks: Annotated[list[str], Meta(description="Exact, in the order of the chain.")]
    penalty: str
    counts: dict[str, int]
    withdrawn: bool
    best: Annotated[int | None, Meta(description="Final rank that can still be reached.")]
    worst: int | None
    qualified: Annotated[bool | None, Meta(description="Certain, or as it was frozen; null: open.")]


class FrozenQualifiers(msgspec.Struct, frozen=True):
    entrants: Annotated[list[NamedEntrant], Meta(description="Who qualified, best first.")]
    though: Annotated[list[NamedEntrant], Meta(description="Who of them would not qualify on current standings.")]
    instead_of: Annotated[list[NamedEntrant], Meta(description="Who would.")]


class StandingsGroup(msgspec.Struct, frozen=True):
    group: int
    rows: list[StandingsRow]
    frozen: Annotated[FrozenQualifiers | None, Meta(description="The qualification, once it is frozen.")]
    open: Annotated[
        bool, Meta(description="Whether others may still enter, so that ranks are certain only as the field stands.")
    ]

    @property
    def has_results(self) -> bool:
        """Whether anybody has a result. Without one a rank is no place yet."""
        return have_results(row.counts for row in self.rows)


class TournamentStandings(msgspec.Struct, frozen=True, kw_only=True):
    tournament: Id
    revision: int
    name: str
    phase: Annotated[Phase, Meta(description="Of the tournament then.")]
    stage: Annotated[int | None, Meta(description="null: it had not started.")]
    upto: int | None
    at: Moment | None
    tiebreaks: list[TiebreakRule]
    groups: list[StandingsGroup]

    @property
    def undecided(self) -> bool:
        """Whether they are those of the last round and the tournament isn't over, so that places may change."""
        return self.upto is None and self.phase != "finished"


class ExplainedTerm(msgspec.Struct, frozen=True):
    round: int | None
    table: int | None
    what: str
    value: str


class ExplainedFigure(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    value: str
    terms: list[ExplainedTerm]

    @property
    def title(self) -> str:
        """For pages, in the reader's language."""
        return gettext(TIEBREAKS[self.name].title) if self.name in TIEBREAKS else gettext("Score")

    @property
    def text(self) -> str:
        return gettext(TIEBREAKS[self.name].text) if self.name in TIEBREAKS else ""


class PathStep(msgspec.Struct, frozen=True):
    name: Annotated[str, Meta(description="Of the table in the knockout, like `Semifinal 1`.")]
    round: Annotated[int | None, Meta(description="null: nothing was played.")]
    table: int | None
    what: str
    decided: Annotated[bool, Meta(description="The table ended in a tie, and an official decided it.")]


class KnockoutPath(msgspec.Struct, frozen=True):
    rank: int
    further: Annotated[int, Meta(description="How many came further.")]
    level: Annotated[int, Meta(description="How many others came just as far.")]
    steps: list[PathStep]


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    tournament: Id
    revision: int
    entrant: Id
    name: str | None
    stage: int
    upto: int | None
    at: Moment | None
    figures: Sequence[ExplainedFigure]
    way: Annotated[KnockoutPath | None, Meta(description="What made the place in a knockout; null in other stages.")]


class CrosstableCell(msgspec.Struct, frozen=True, kw_only=True):
    round: int
    table: int
    match: Id | None
    outcome: Outcome
    seat: int
    opponents: list[Id]
    points: int | None
    winner: bool
    absent: bool
    left: Annotated[bool, Meta(description="Whether it left after a game was played.")]
    bye: Annotated[Worth | None, Meta(description="What a bye taken in advance is worth.")]


class CrosstableRow(msgspec.Struct, frozen=True):
    rank: int
    entrant: Id
    name: str | None
    cells: list[CrosstableCell]


class Crosstable(msgspec.Struct, frozen=True, kw_only=True):
    tournament: Id
    revision: int
    stage: int | None
    at: Moment | None
    rows: list[CrosstableRow]


def standings(
    tournament_id: str,
    actor: Actor,
    *,
    stage: int | None = None,
    upto: int | None = None,
    at: datetime | None = None,
) -> TournamentStandings:
    """The standings of a stage (None: the current one) group by group, as they were after round *upto*.

    *at*: as they stood at that moment, by what had been entered until then; None: now. Before the start there are no
    groups. Computed from the log: `revision` is the tournament's. Raises `Unknown`.
    """
    revision, tournament, results = tournament_as_of(tournament_id, actor, at)
    _require_round(tournament, upto)
    names = entrant_names(tournament)
    wanted = _stage(tournament, stage) if tournament.stages or at is None else None
    groups = [] if wanted is None else range(len(wanted.groups))
    return TournamentStandings(
        tournament=tournament_id,
        revision=revision,
        name=tournament.name,
        phase=tournament.phase,
        stage=wanted.number if wanted else None,
        upto=upto,
        at=at,
        tiebreaks=[_tiebreak(code) for code in tournament.settings.tiebreaks],
        groups=[_group(tournament, results, wanted, group, upto=upto, names=names) for group in groups if wanted],
    )


def have_results(counts: Iterable[Mapping[str, int]]) -> bool:
    """Whether one of these rows of standings, each by its counts, has a result."""
    return any(each[name] for each in counts for name in RESULTS)


def _require_round(tournament: Tournament, upto: int | None) -> None:
    """Raise Unknown for standings after a round that was not published."""
    if upto is not None and upto > len(tournament.published):
        raise Unknown(kind=Phrase("tournament round"), id=upto)


def _tiebreak(code: str) -> TiebreakRule:
    rule = TIEBREAKS[code]
    return TiebreakRule(code, gettext(rule.title), gettext(rule.text))


def _stage(tournament: Tournament, number: int | None) -> StageState | None:
    if number is None:
        return tournament.stage
    if not 0 <= number < len(tournament.stages):
        raise Unknown(kind=Phrase("tournament stage"), id=number)
    return tournament.stages[number]


def _group(
    tournament: Tournament, results: Results, stage: StageState, group: int, *, upto: int | None, names: Names
) -> StandingsGroup:
    if upto is not None:
        rows = standing_rows(tournament, results, stage, group, upto=upto)
        return StandingsGroup(group, [_row(tournament, row, None, None, names) for row in rows], None, open=False)
    known = outlook(tournament, results, stage, group)
    qualified = qualification_by_entrant(tournament, stage, group, known.possible)
    return StandingsGroup(
        group,
        [
            _row(tournament, row, known.possible.get(row.entrant), qualified.get(row.entrant), names)
            for row in known.rows
        ],
        _frozen_qualifiers(tournament, results, stage, group, names),
        open=tournament.phase == "running" and stage is tournament.stage and is_open(tournament),
    )


def _row(
    tournament: Tournament, row: Standing, ranks: PossibleRanks | None, qualified: bool | None, names: Names
) -> StandingsRow:
    return StandingsRow(
        rank=row.rank,
        shared=row.shared,
        entrant=row.entrant,
        name=names.get(row.entrant),
        score=str(row.score),
        tiebreaks=[str(value) for value in row.values],
        penalty=str(row.penalty),
        counts=row.counts._asdict(),
        withdrawn=tournament.entries[row.entrant].status == "withdrawn",
        best=ranks.best if ranks else None,
        worst=ranks.worst if ranks else None,
        qualified=qualified,
    )


def _frozen_qualifiers(
    tournament: Tournament, results: Results, stage: StageState, group: int, names: Names
) -> FrozenQualifiers | None:
    if (found := frozen_qualification(tournament, results, stage, group)) is None:
        return None
    return FrozenQualifiers(*([NamedEntrant(each, names.get(each)) for each in entrants] for entrants in found))


def standings_sheet(table: TournamentStandings) -> Sheet:
    """The standings with a column for each tie-break."""
    heading = (*HEADING, *(each.code for each in table.tiebreaks))
    rows = [
        (
            table.stage,
            group.group,
            row.rank,
            row.entrant,
            row.name,
            *(plain(Fraction(exact)) for exact in (row.score, row.penalty, *row.tiebreaks)),
        )
        for group in table.groups
        for row in group.rows
    ]
    return Sheet("standings", heading, rows)


def explanation(
    tournament_id: str,
    entrant: str,
    actor: Actor,
    *,
    stage: int | None = None,
    upto: int | None = None,
    at: datetime | None = None,
) -> Explanation:
    """Score and tie-breaks of an entrant in a stage (None: the last it reached), in the terms that add up to them.

    *upto* and *at* as in `standings`. In a knockout `way` is what made its place. Raises `Unknown`.
    """
    revision, tournament, results = tournament_as_of(tournament_id, actor, at)
    wanted = _stage_of(tournament, entrant, stage)
    _require_round(tournament, upto)
    names = entrant_names(tournament)
    return Explanation(
        tournament=tournament_id,
        revision=revision,
        entrant=entrant,
        name=names.get(entrant),
        stage=wanted.number,
        upto=upto,
        at=at,
        figures=[_figure(each, names) for each in stage_figures(tournament, results, wanted, entrant, upto)],
        way=_path(bracket_path(tournament, results, wanted, entrant, upto), names),
    )


def _figure(figure: Figure, names: Names) -> ExplainedFigure:
    terms = [
        ExplainedTerm(term.round, term.table, sentence_text(term.what, names), str(term.value)) for term in figure.terms
    ]
    return ExplainedFigure(name=figure.name, value=str(figure.value), terms=terms)


def _stage_of(tournament: Tournament, entrant: str, number: int | None) -> StageState:
    """The stage with this number, or the last one that the entrant reached. Raises `Unknown`."""
    stages = (
        tournament.stages if number is None else [stage for stage in [_stage(tournament, number)] if stage is not None]
    )
    found = next((each for each in reversed(stages) if entrant in each.members), None)
    if found is None:
        raise Unknown(kind=Phrase("tournament entrant"), id=entrant)
    return found


def _path(path: BracketPath | None, names: Names) -> KnockoutPath | None:
    if path is None:
        return None
    steps = [
        PathStep(sentence_text(step.name, names), step.round, step.table, sentence_text(step.what, names), step.decided)
        for step in path.steps
    ]
    return KnockoutPath(path.rank, path.further, path.level, steps)


def crosstable(tournament_id: str, actor: Actor, *, stage: int | None = None, at: datetime | None = None) -> Crosstable:
    """Every entrant's tables round by round, in the order of the standings, now or at a moment. Raises `Unknown`."""
    revision, tournament, results = tournament_as_of(tournament_id, actor, at)
    names = entrant_names(tournament)
    wanted = _stage(tournament, stage) if tournament.stages or at is None else None
    rows = []
    if wanted is not None:
        played = table_results(tournament, results, [wanted.number])
        for row in standing_rows(tournament, results, wanted):
            cells = [_cell(each, each.entrants.index(row.entrant)) for each in played if row.entrant in each.entrants]
            rows.append(CrosstableRow(row.rank, row.entrant, names.get(row.entrant), cells))
    number = wanted.number if wanted else None
    return Crosstable(tournament=tournament_id, revision=revision, stage=number, at=at, rows=rows)


def _cell(played: TableResult, seat: int) -> CrosstableCell:
    return CrosstableCell(
        round=played.round,
        table=played.table,
        match=played.match,
        outcome=played.outcome,
        seat=seat,
        opponents=[other for other in played.entrants if other != played.entrants[seat]],
        points=played.points[seat] if played.points else None,
        winner=seat in played.winners,
        absent=seat in played.absent,
        left=seat in played.left,
        bye=played.bye,
    )
