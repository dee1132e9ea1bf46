"""Rounds table by table, with what officials decided about them by hand."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, NamedTuple

import msgspec
from django.utils.translation import gettext
from msgspec import Meta

from games.errors import Phrase, gettext_noop
from league.common.actor import Actor, require_official
from league.common.read_models import Id, Moment
from league.errors import Unknown
from league.history.authors import Author
from league.matches import repository as match_repository
from league.matches.queries.corrections import MatchDecision, corrections_by_stream, match_decisions
from league.matches.queries.list import MatchOutcome
from league.matches.services.setup import OPEN_LINK
from league.seating.types import Inputs, Sentence
from league.standings.types import Outcome, TableResult, Worth
from league.tournaments.domain.byes import byes_in_advance
from league.tournaments.domain.draw.verify import differences
from league.tournaments.domain.results import table_players, table_result
from league.tournaments.domain.tournament import Entry, Round, Table, Tournament
from league.tournaments.models import TournamentMatch
from league.tournaments.queries.detail import (
    ClockDetail,
    NamedPlayer,
    Names,
    RoundDateDetail,
    TableDateDetail,
    entrant_names,
    is_team,
    named_players,
    round_clock,
    round_date,
    sentence_text,
    stand_in,
    table_date,
    visible_tournament,
)
from league.tournaments.queries.history import TournamentHistoryEvent, round_history
from league.tournaments.results import match_results
from league.tournaments.table_links import link_token, running_table

FIGURES = {
    "apart": gettext_noop("Pairs at the same table that must not meet"),
    "repeats": gettext_noop("Repeat meetings"),
    "meetings_most": gettext_noop("Most meetings of any pair"),
    "score_gap_hundredths": gettext_noop("Average score difference at a table, in hundredths"),
    "floats_again": gettext_noop("Entrants floated the same way again"),
    "short_most": gettext_noop("Most short tables for any entrant"),
    "seat_gap": gettext_noop("Largest seat imbalance for any entrant"),
    "neighbours_most": gettext_noop("Most times an entrant has had the same left neighbour"),
    "plan_repeats": gettext_noop("Repeat meetings over all rounds"),
    "plan_meetings_most": gettext_noop("Most meetings of any pair after all rounds"),
    "plan_lacking": gettext_noop("Meetings still missing after all rounds for everyone to have met everyone"),
    "plan_seat_gap": gettext_noop("Largest seat imbalance for any entrant after all rounds"),
    "plan_neighbours_most": gettext_noop("Most times an entrant has the same left neighbour after all rounds"),
}


class TableSeat(msgspec.Struct, frozen=True, kw_only=True):
    entrant: Id
    name: str | None
    stand_in: Annotated[str | None, Meta(description="Name of who plays, or played, in the entrant's place.")]
    team: Annotated[bool, Meta(description="Whether the entrant is a team, with a name of its own.")]
    players: Annotated[list[NamedPlayer], Meta(description="Who sits, or sat, there for the entrant.")]
    points: int | None
    wins: int | None
    winner: bool
    absent: bool
    left: Annotated[bool, Meta(description="Whether it left after a game was played.")]


class ManualDecision(msgspec.Struct, frozen=True, kw_only=True):
    at: Moment
    by: Author
    reason: str | None


class TieDecision(ManualDecision, frozen=True, kw_only=True):
    order: Annotated[list[Id], Meta(description="Entrants, best first.")]
    order_text: Annotated[str, Meta(description="Their names.")]


class TableDetail(msgspec.Struct, frozen=True, kw_only=True):
    table: Annotated[int, Meta(description="From 1, over all groups.")]
    group: int
    node: Annotated[str | None, Meta(description="Its place in a knockout.")]
    match: Annotated[Id | None, Meta(description="null in a draft.")]
    outcome: MatchOutcome
    seats: list[TableSeat]
    why: Annotated[str, Meta(description="Why they sit together.")]
    decision: Annotated[TieDecision | None, Meta(description="How a tie in a knockout was decided.")]
    date: Annotated[TableDateDetail | None, Meta(description="If it isn't played with its round.")]


class RoundBye(msgspec.Struct, frozen=True, kw_only=True):
    entrant: Id
    name: str | None
    stand_in: Annotated[str | None, Meta(description="Name of who would play; in the last round only.")]
    team: Annotated[bool, Meta(description="Whether the entrant is a team, with a name of its own.")]
    players: Annotated[list[NamedPlayer], Meta(description="In the last round only.")]
    group: int


class AbsentEntrant(RoundBye, frozen=True, kw_only=True):
    worth: Worth


class DrawFigures(msgspec.Struct, frozen=True):
    group: int
    figures: Mapping[str, int]
    drawn: Annotated[Mapping[str, int], Meta(description="Before it was changed by hand.")]


class DrawComplaint(msgspec.Struct, frozen=True):
    group: int
    text: Annotated[str, Meta(description="In the language of the request.")]


class RoundDetail(msgspec.Struct, frozen=True, kw_only=True):
    tournament: Id
    revision: int
    number: int
    stage: int
    published: bool
    clock: ClockDetail | None
    date: RoundDateDetail | None
    tables: list[TableDetail]
    out: list[RoundBye]
    away: Annotated[list[AbsentEntrant], Meta(description="Entrants who took a bye in advance.")]
    complaints: Annotated[list[DrawComplaint], Meta(description="What does not match the settings of the tournament.")]
    figures: list[DrawFigures]
    inputs: Annotated[list[Inputs], Meta(description="What the round was drawn from.")]
    changed_by_hand: Annotated[list[ManualDecision], Meta(description="Each change of the draft by hand.")]


class TableDecision(MatchDecision, frozen=True, kw_only=True):
    """A correction or ruling on the match of a table."""

    round: int
    table: int
    match: Id


class MatchPlace(msgspec.Struct, frozen=True):
    """The round and table where a match is played, with the clock of the round, and the name of the tournament."""

    tournament: Id
    name: str
    round: int
    table: int
    revision: int
    clock: ClockDetail | None


class TableLink(NamedTuple):
    """A table of a round. `token` is None where no link is valid; `takes_one`: whether one can be opened."""

    table: int
    match: str
    token: str | None
    takes_one: bool


class LabelledFigure(msgspec.Struct, frozen=True):
    """A figure of a draw with its meaning, as it was drawn, and the best possible, where these are known."""

    text: str
    value: int
    drawn: int | None
    bound: int | None


class DrawVerification(msgspec.Struct, frozen=True):
    revision: int
    round: int
    same: bool
    changed_by_hand: bool
    differences: list[str]


def round_detail(tournament_id: str, number: int, actor: Actor) -> RoundDetail:
    """A round table by table, with manual changes and decisions. Drafts for organisers only. Raises `Unknown`."""
    revision, tournament, found = _visible_round(tournament_id, number, actor)
    results = match_results(tournament)
    there = [table_players(tournament, table, results) for table in found.tables]
    names = entrant_names(tournament, (player for table in there for players in table.values() for player in players))
    decisions = _manual_decisions(tournament_id, found, actor)
    ties = {each.table: _tie_decision(each) for each in decisions if each.kind == "table.tie_decided"}
    return RoundDetail(
        tournament=tournament_id,
        revision=revision,
        number=number,
        stage=found.stage,
        published=found.published,
        clock=round_clock(found),
        date=round_date(tournament, number),
        tables=[
            _table(tournament, table, table_result(tournament, found, table, results), players, names=names, ties=ties)
            for table, players in zip(found.tables, there, strict=True)
        ],
        out=[_bye(tournament, found, group, entrant, names) for group, entrant in found.byes],
        away=[_absent(tournament, found, each, names) for each in byes_in_advance(tournament, found)],
        complaints=_complaints(found, names),
        figures=[
            DrawFigures(part.group, dict(sorted(part.draw.figures.items())), dict(sorted(drawn.draw.figures.items())))
            for part, drawn in zip(found.parts, found.drawn or found.parts, strict=False)
        ],
        inputs=[part.inputs for part in found.parts if part.inputs is not None],
        changed_by_hand=[
            ManualDecision(at=each.at, by=each.by, reason=each.reason)
            for each in decisions
            if each.kind == "round.changed"
        ],
    )


def draw_verification(tournament_id: str, number: int, actor: Actor) -> DrawVerification:
    """A round redrawn from its stored inputs: `same`, or every difference. Raises `Unknown`."""
    revision, tournament, found = _visible_round(tournament_id, number, actor)
    names = entrant_names(tournament)
    texts = [sentence_text(each, names) for each in differences(tournament.stages[found.stage], found)]
    return DrawVerification(revision, number, not texts, found.parts != found.drawn, texts)


def labelled_figures(found: RoundDetail) -> list[LabelledFigure]:
    """The figures of the draw of a round, group by group."""
    return [
        LabelledFigure(
            gettext(text),
            group.figures[code],
            group.drawn.get(code),
            group.figures.get("short_bound" if code == "short_most" else f"{code}_bound"),
        )
        for group in found.figures
        for code, text in FIGURES.items()
        if code in group.figures
    ]


def match_place(match_id: str, tournament_id: str | None, actor: Actor) -> MatchPlace | None:
    """Where a match is played. None if it is at no table of a tournament that *actor* may see."""
    if tournament_id is None:
        return None
    with suppress(Unknown):
        revision, tournament = visible_tournament(tournament_id, actor)
        for round_ in tournament.published:
            for table in round_.tables:
                if table.match == match_id:
                    where = (tournament_id, tournament.name, round_.number, table.number)
                    return MatchPlace(*where, revision, round_clock(round_))
    return None


def table_links(tournament_id: str, number: int, actor: Actor) -> list[TableLink]:
    """The tables of a published round with their links, for officials. Raises `Unknown`, `NotAllowed`."""
    _, tournament = visible_tournament(tournament_id, actor)
    require_official(actor, tournament.club, OPEN_LINK)
    found = tournament.round(number)
    tables = found.tables if found is not None and found.published else []
    current = tournament.phase == "running" and number == len(tournament.published)
    return [_table_link(table.number, table.match, current=current) for table in tables if table.match]


def _table_link(number: int, match_id: str, *, current: bool) -> TableLink:
    match, running = match_repository.load(match_id).state, running_table(match_id)
    token = None if running is None else link_token(match_id, running.link)
    is_open = match.outcome in (Outcome.UNPLAYED, Outcome.REPORTED, Outcome.CONTESTED)
    return TableLink(number, match_id, token, current and match.table.level == "score" and is_open)


def tie_decision(match_id: str, actor: Actor) -> TieDecision | None:
    """How a tie at the table of a match was decided, if it was."""
    if (row := TournamentMatch.objects.filter(match=match_id).first()) is None:
        return None
    _, tournament = visible_tournament(str(row.tournament), actor)
    found = tournament.round(row.round)
    if found is None or match_id not in found.matches or row.table not in found.ties:
        return None
    events = round_history(str(row.tournament), row.round, ("table.tie_decided",), actor)
    return _tie_decision([each for each in events if each.table == row.table][-1])


def list_decisions(tournament_id: str, actor: Actor, number: int | None = None) -> list[TableDecision]:
    """Corrections and rulings on the matches of a tournament, or of one round, table by table. Raises `Unknown`."""
    _, tournament = visible_tournament(tournament_id, actor)
    places = {
        match_repository.stream(table.match): (round_.number, table.number, table.match)
        for round_ in tournament.published
        for table in round_.tables
        if table.match and number in (None, round_.number)
    }
    found = corrections_by_stream(list(places))
    corrections = [each for name in places for each in found.get(name, [])]
    decisions = []
    for each, decision in zip(corrections, match_decisions(corrections, tournament.club, actor), strict=True):
        round_number, table_number, match = places[each.event.stream]
        fields = msgspec.structs.asdict(decision)
        decisions.append(TableDecision(**fields, round=round_number, table=table_number, match=match))
    return decisions


def _visible_round(tournament_id: str, number: int, actor: Actor) -> tuple[int, Tournament, Round]:
    """Revision and state of the tournament, and one of its rounds; a draft for organisers only. Raises `Unknown`."""
    revision, tournament = visible_tournament(tournament_id, actor)
    found = tournament.round(number)
    if found is None or not (found.published or actor.organiser(tournament.club)):
        raise Unknown(kind=Phrase("tournament round"), id=number)
    return revision, tournament, found


def _manual_decisions(tournament_id: str, found: Round, actor: Actor) -> list[TournamentHistoryEvent]:
    """The history is read only where there was a decision, which is rare."""
    if not found.ties and found.parts == found.drawn:
        return []
    return round_history(tournament_id, found.number, ("round.changed", "table.tie_decided"), actor)


def _tie_decision(event: TournamentHistoryEvent) -> TieDecision:
    (order,) = event.changes
    return TieDecision(at=event.at, by=event.by, reason=event.reason, order=order.new, order_text=order.new_text)


def _table(
    tournament: Tournament,
    table: Table,
    played: TableResult,
    players: Mapping[str, Sequence[str]],
    *,
    names: Names,
    ties: Mapping[int | None, TieDecision],
) -> TableDetail:
    return TableDetail(
        table=table.number,
        group=table.group,
        node=table.node,
        match=table.match,
        outcome=played.outcome,
        seats=[
            _seat(played, seat, tournament.entries[entrant], players[entrant], names)
            for seat, entrant in enumerate(played.entrants)
        ],
        why=sentence_text(table.why, names),
        decision=ties.get(table.number),
        date=table_date(tournament, table.match),
    )


def _seat(played: TableResult, seat: int, entry: Entry, players: Sequence[str], names: Names) -> TableSeat:
    known = played.outcome != Outcome.UNPLAYED and bool(played.points)
    return TableSeat(
        entrant=entry.id,
        name=names.get(entry.id),
        stand_in=stand_in(entry, players, names),
        team=is_team(entry),
        players=named_players(players, names),
        points=played.points[seat] if known else None,
        wins=played.wins[seat] if known and played.wins else None,
        winner=seat in played.winners,
        absent=seat in played.absent,
        left=seat in played.left,
    )


def _bye(tournament: Tournament, found: Round, group: int, entrant: str, names: Names) -> RoundBye:
    """A bye; its players are those of today, so they are given for the last round only."""
    entry, last = tournament.entries[entrant], found.number == tournament.rounds[-1].number
    return RoundBye(
        entrant=entrant,
        name=names.get(entrant),
        stand_in=stand_in(entry, entry.players, names) if last else None,
        team=is_team(entry),
        players=named_players(entry.players, names) if last else [],
        group=group,
    )


def _absent(tournament: Tournament, found: Round, taken: TableResult, names: Names) -> AbsentEntrant:
    bye = _bye(tournament, found, taken.group or 0, taken.entrants[0], names)
    return AbsentEntrant(**msgspec.structs.asdict(bye), worth=taken.bye or "full")


def _complaints(found: Round, names: Names) -> list[DrawComplaint]:
    """What does not match the settings, with tables by their numbers over all groups."""
    complaints, before = [], 0
    for part in found.parts:
        for each in part.draw.complaints:
            params = {**each.params}
            if "table" in params:
                params["table"] = int(params["table"]) + before
            complaints.append(DrawComplaint(part.group, sentence_text(Sentence(each.text, params), names)))
        before += len(part.draw.tables)
    return complaints
