"""What people see of leagues: seasons, their events and divisions, and season tables with the terms of every row."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated
from uuid import UUID

import msgspec
from django.utils.translation import gettext

from games.registry import engine
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.common.exact import plain
from league.common.listing import RowList
from league.common.read_models import Id
from league.common.sheets import KINDS, Sheet, SheetFile, sheet_file, split_name
from league.seasons.attached_events import event_result, resolve_people
from league.seasons.domain import lifecycle
from league.seasons.domain.events import SeasonClosed
from league.seasons.domain.league import Attached, League, Season
from league.seasons.domain.rules import SeasonRules
from league.seasons.domain.table import SeasonRow
from league.seasons.domain.tiebreaks import TIEBREAKS
from league.seasons.models import LeagueRow
from league.seasons.repository import leagues
from league.tournaments.domain.tournament import Tournament
from league.tournaments.repository import tournaments

HEADING = ("division", "rank", "player", "name", "points")
FILES = tuple(f"season.{kind}" for kind in KINDS)


class LeagueSummary(msgspec.Struct, frozen=True):
    id: Id
    club: Id
    name: str
    game: str
    seasons: int
    revision: int


class SeasonOverview(msgspec.Struct, frozen=True):
    number: int
    name: str
    closed: bool
    events: int
    divisions: list[str]


class LeagueDetail(msgspec.Struct, frozen=True):
    id: Id
    club: Id
    name: str
    game: str
    game_name: str
    revision: int
    seasons: list[SeasonOverview]


class DivisionSettings(msgspec.Struct, frozen=True):
    name: str
    capacity: int | None


class SeasonSettings(msgspec.Struct, frozen=True):
    """The rules of a season. Exact numbers are text."""

    points: list[str]
    beyond: str
    shared: str
    low_points: bool
    attendance: str
    missed_as: str
    missed: str
    unit: str
    first: int | None
    best: int | None
    drop: int
    average: bool
    minimum: int
    tiebreaks: list[str]
    divisions: list[DivisionSettings]
    promote: int
    relegate: int


class AttachedEvent(msgspec.Struct, frozen=True):
    tournament: Id
    name: str
    phase: str
    division: int | None


class SeasonPlayer(msgspec.Struct, frozen=True):
    player: Id
    name: str | None


class DivisionMove(SeasonPlayer, frozen=True):
    before: Annotated[int, msgspec.Meta(description="The division from which, numbered from 0, the highest.")]
    after: int


class ClosedSeason(msgspec.Struct, frozen=True):
    reason: str
    moves: list[DivisionMove]
    divisions: list[list[SeasonPlayer]]
    gone: list[SeasonPlayer]
    decided: list[SeasonPlayer]
    left_out: list[Id]


class SeasonDetail(msgspec.Struct, frozen=True):
    league: Id
    club: Id
    number: int
    revision: int
    name: str
    rules: SeasonSettings
    events: list[AttachedEvent]
    members: list[list[SeasonPlayer]]
    proposed: list[list[SeasonPlayer]]
    closed: ClosedSeason | None


class TieBreakText(msgspec.Struct, frozen=True):
    code: str
    title: str
    text: str


class SeasonGame(msgspec.Struct, frozen=True):
    """What one game is worth to a player."""

    points: str
    counted: bool


class SeasonTerm(msgspec.Struct, frozen=True):
    """What one event is worth to a player."""

    tournament: Id
    name: str | None
    place: int | None
    points: str
    counted: bool
    finished: bool
    games: Annotated[list[SeasonGame], msgspec.Meta(description="If games are counted.")]


class SeasonPlace(msgspec.Struct, frozen=True):
    rank: int
    shared: bool
    player: Id
    name: str | None
    points: str
    tiebreaks: list[list[str]]
    terms: list[SeasonTerm]


class DivisionTable(msgspec.Struct, frozen=True):
    division: int
    name: str | None
    rows: list[SeasonPlace]

    @property
    def has_results(self) -> bool:
        """Whether anybody has a place in an event. Without one a rank is no place yet."""
        return any(term.place is not None for row in self.rows for term in row.terms)


class SeasonTable(msgspec.Struct, frozen=True):
    league: Id
    season: int
    revision: int
    league_name: str
    name: str
    closed: bool
    provisional: bool
    tiebreaks: list[TieBreakText]
    divisions: list[DivisionTable]


def list_leagues(*, club: UUID | None = None, game: str | None = None) -> RowList:
    """Leagues, the newest first."""
    wanted = {"club": club, "game": game}
    rows = LeagueRow.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    return RowList(rows, ("-created_at", "-id"), _summaries, "leagues")


def _summaries(rows: Sequence[LeagueRow]) -> list[LeagueSummary]:
    return [LeagueSummary(str(row.pk), str(row.club), row.name, row.game, row.seasons, row.revision) for row in rows]


def league_detail(league_id: str, actor: Actor) -> LeagueDetail:
    """The league with its seasons, straight from the log. Raises `Unknown`."""
    head, league = leagues.load(league_id)
    return LeagueDetail(
        id=league_id,
        club=league.club,
        name=league.name,
        game=league.game,
        game_name=gettext(engine(league.game).meta.name),
        revision=head.seq,
        seasons=[_overview(league, season, actor) for season in league.seasons],
    )


def _overview(league: League, season: Season, actor: Actor) -> SeasonOverview:
    return SeasonOverview(
        number=season.number,
        name=season.name,
        closed=season.closed is not None,
        events=len(_visible_events(league, season, actor)),
        divisions=[division.name for division in season.rules.divisions],
    )


def _visible_events(league: League, season: Season, actor: Actor) -> list[tuple[Attached, Tournament]]:
    """The events of a season, without drafts that the reader may not know."""
    found = [(each, tournaments.load(each.tournament).state) for each in season.events]
    return [pair for pair in found if pair[1].public or actor.official(league.club)]


def season_detail(league_id: str, number: int, actor: Actor) -> SeasonDetail:
    """A season: rules, events, members of divisions, and how it was closed. Raises `Unknown`.

    Drafts that the reader may not know are missing, also among what was left out of a closed season.
    """
    head, league = leagues.load(league_id)
    league = resolve_people(league)
    season = lifecycle.get_season(league, number)
    closed, proposed = season.closed, lifecycle.proposed_divisions(league, number)
    events = _visible_events(league, season, actor)
    players = {player for division in (*season.members, *proposed) for player in division}
    if closed is not None:
        players |= {row.player for rows in closed.tables for row in rows}
    names = names_of(sorted(players))
    return SeasonDetail(
        league=league_id,
        club=league.club,
        number=number,
        revision=head.seq,
        name=season.name,
        rules=_settings(season.rules),
        events=[AttachedEvent(each.tournament, event.name, event.phase, each.division) for each, event in events],
        members=_divisions(season.members, names),
        proposed=_divisions(proposed, names),
        closed=None if closed is None else _closing(closed, names, {each.tournament for each, _ in events}),
    )


def _settings(rules: SeasonRules) -> SeasonSettings:
    return SeasonSettings(
        points=[str(value) for value in rules.points],
        beyond=str(rules.beyond),
        shared=rules.shared,
        low_points=rules.low_points,
        attendance=str(rules.attendance),
        missed_as=rules.missed_as,
        missed=str(rules.missed),
        unit=rules.unit,
        first=rules.first,
        best=rules.best,
        drop=rules.drop,
        average=rules.average,
        minimum=rules.minimum,
        tiebreaks=list(rules.tiebreaks),
        divisions=[DivisionSettings(each.name, each.capacity) for each in rules.divisions],
        promote=rules.promote,
        relegate=rules.relegate,
    )


def _divisions(divisions: Iterable[Sequence[str]], names: Mapping[str, str]) -> list[list[SeasonPlayer]]:
    return [_players(division, names) for division in divisions]


def _players(players: Iterable[str], names: Mapping[str, str]) -> list[SeasonPlayer]:
    return [SeasonPlayer(player, names.get(player)) for player in players]


def _closing(closed: SeasonClosed, names: Mapping[str, str], visible: set[str]) -> ClosedSeason:
    moves = [DivisionMove(move.player, names.get(move.player), move.before, move.after) for move in closed.moves]
    return ClosedSeason(
        reason=closed.reason,
        moves=moves,
        divisions=_divisions(closed.divisions, names),
        gone=_players(closed.gone, names),
        decided=_players(closed.decided, names),
        left_out=[tournament for tournament in closed.left_out if tournament in visible],
    )


def season_table(league_id: str, number: int, actor: Actor, *, provisional: bool = False) -> SeasonTable:
    """The table of a season over its finished events, division by division. If it is closed, as it was frozen.

    *provisional*: as if running events ended as they stand. Their terms say so. Every row has the terms that add up to
    its points. `revision` is the league's. Raises `Unknown`.
    """
    head, league = leagues.load(league_id)
    league = resolve_people(league)
    season = lifecycle.get_season(league, number)
    visible = {each.tournament: event for each, event in _visible_events(league, season, actor)}
    tables = _tables(season, visible, provisional=provisional)
    names = names_of(sorted({row.player for rows in tables for row in rows}))
    divisions: list[str | None] = [division.name for division in season.rules.divisions]
    return SeasonTable(
        league=league_id,
        season=number,
        revision=head.seq,
        league_name=league.name,
        name=season.name,
        closed=season.closed is not None,
        provisional=provisional and season.closed is None,
        tiebreaks=[
            TieBreakText(code, gettext(TIEBREAKS[code].title), gettext(TIEBREAKS[code].text))
            for code in season.rules.tiebreaks
        ],
        divisions=[
            DivisionTable(place, name, [_place(row, names, visible) for row in rows])
            for place, (name, rows) in enumerate(zip(divisions or [None], tables, strict=True))
        ],
    )


def _tables(season: Season, visible: Mapping[str, Tournament], *, provisional: bool) -> Sequence[Sequence[SeasonRow]]:
    if season.closed is not None:
        return season.closed.tables
    phases = ("running", "finished") if provisional else ("finished",)
    return lifecycle.season_tables(
        season, {id_: event_result(id_, season) for id_, event in visible.items() if event.phase in phases}
    )


def _place(row: SeasonRow, names: Mapping[str, str], visible: Mapping[str, Tournament]) -> SeasonPlace:
    return SeasonPlace(
        rank=row.rank,
        shared=row.shared,
        player=row.player,
        name=names.get(row.player),
        points=str(row.points),
        tiebreaks=[[str(value) for value in figures] for figures in row.values],
        terms=[
            SeasonTerm(
                tournament=term.tournament,
                name=visible[term.tournament].name if term.tournament in visible else None,
                place=term.place,
                points=str(term.points),
                counted=term.counted,
                finished=term.finished,
                games=[SeasonGame(str(game.points), game.counted) for game in term.games],
            )
            for term in row.terms
        ],
    )


def season_file(league_id: str, season: int, name: str, actor: Actor, *, provisional: bool = False) -> SheetFile:
    """One of the `FILES`: the tables of a season, one line for each player. Raises `Unknown`.

    After the points, each event has a column headed by its name, or by its id where the reader may not know the name.
    It has what the event gave, whether that counts or not, and is empty for players who were not there.
    """
    _, kind = split_name(name, ("season",))
    table = season_table(league_id, season, actor, provisional=provisional)
    rows = [(division.name, row) for division in table.divisions for row in division.rows]
    events = {term.tournament: term.name or term.tournament for _, row in rows for term in row.terms}
    lines: list[tuple[object, ...]] = []
    for division, row in rows:
        points = {term.tournament: plain(Fraction(term.points)) for term in row.terms if term.place is not None}
        columns = (points.get(event) for event in events)
        lines.append((division or "", row.rank, row.player, row.name or "", plain(Fraction(row.points)), *columns))
    return sheet_file(Sheet("season", (*HEADING, *events.values()), lines), kind)
