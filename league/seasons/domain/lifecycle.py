"""The life of a league: open seasons, attach events, draw up divisions, close and reopen seasons."""

from collections.abc import Mapping, Sequence

from games.errors import Phrase
from games.registry import engine
from league.common.names import normalize_title
from league.common.text import normalize, require_reason
from league.errors import Unknown, ValueList
from league.seasons.domain.events import (
    DivisionsDrawnUp,
    EventAttached,
    EventDetached,
    LeagueCreated,
    LeagueEvent,
    LeagueRenamed,
    SeasonChanged,
    SeasonClosed,
    SeasonOpened,
    SeasonReopened,
)
from league.seasons.domain.league import League, Season
from league.seasons.domain.promotion import settle_promotions
from league.seasons.domain.rules import LARGEST_DIVISION, MOST_EVENTS, SeasonRules, check_rules
from league.seasons.domain.table import RANKING, EventResult, SeasonRow, season_table
from league.seasons.errors import (
    BadSeason,
    DivisionsOfOne,
    DivisionsUnfilled,
    EventsUnfinished,
    EventTaken,
    SeasonIsClosed,
    SeasonIsOpen,
)


def create(club: str, name: str, game: str) -> list[LeagueEvent]:
    """A league of one game. Raises `BadName`, `UnknownGame`."""
    return [LeagueCreated(club, normalize_title(name), engine(game).meta.slug)]


def rename(name: str) -> list[LeagueEvent]:
    return [LeagueRenamed(normalize_title(name))]


def open_season(league: League, name: str, rules: SeasonRules) -> list[LeagueEvent]:
    """Begin a season. Raises `BadName`, `BadSeason`."""
    return [SeasonOpened(len(league.seasons) + 1, normalize_title(name, number=True), check_rules(rules))]


def change_season(league: League, number: int, name: str, rules: SeasonRules, reason: str) -> list[LeagueEvent]:
    """Change name or rules of an open season; not the number of divisions once something hangs on it.

    Nothing happens if they are as they were.
    """
    season = get_open_season(league, number)
    reason = require_reason(reason)
    rules = check_rules(rules)
    if len(rules.divisions) != len(season.rules.divisions):
        if season.members or any(each.division is not None for each in season.events):
            raise BadSeason(key="divisions", why=Phrase("the divisions have already been drawn up"))
    elif season.members:
        _check_members(rules, season.members)
    name = normalize_title(name, number=True)
    return [] if (name, rules) == (season.name, season.rules) else [SeasonChanged(number, name, rules, reason)]


def attach(league: League, number: int, tournament: str, division: int | None = None) -> list[LeagueEvent]:
    """Let a tournament count in a season, for one division or for each. A tournament counts in one season only."""
    season = get_open_season(league, number)
    taken = league.season_of(tournament)
    if taken is not None:
        raise EventTaken(tournament=tournament, season=taken.name)
    if len(season.events) >= MOST_EVENTS:
        raise BadSeason(key="events", why=Phrase("a season can have at most {most} events", most=MOST_EVENTS))
    if division is not None and not 0 <= division < len(season.rules.divisions):
        raise Unknown(kind=Phrase("season division"), id=division)
    return [EventAttached(number, tournament, division)]


def detach(league: League, number: int, tournament: str, reason: str) -> list[LeagueEvent]:
    """Let a tournament count no longer."""
    season = get_open_season(league, number)
    reason = require_reason(reason)
    if not any(each.tournament == tournament for each in season.events):
        raise Unknown(kind=Phrase("season event"), id=tournament)
    return [EventDetached(number, tournament, reason)]


def draw_up(
    league: League, number: int, members: Sequence[Sequence[str]] | None = None, reason: str = ""
) -> list[LeagueEvent]:
    """Assign players to divisions, as proposed without *members*. Changing them takes a reason."""
    season = get_open_season(league, number)
    if not season.rules.divisions:
        raise BadSeason(key="divisions", why=Phrase("this season has no divisions"))
    if season.members:
        reason = require_reason(reason)
    wanted = tuple(map(tuple, proposed_divisions(league, number) if members is None else members))
    _check_members(season.rules, wanted)
    return [DivisionsDrawnUp(number, wanted, normalize(reason))]


def proposed_divisions(league: League, number: int) -> tuple[tuple[str, ...], ...]:
    """The divisions of a season as the last closed one before it leaves them; empty ones if there is none.

    If the number of divisions is another one, all are dealt out anew in their order, as the divisions hold them.
    """
    rules = get_season(league, number).rules
    before = next((each.closed for each in reversed(league.seasons[: number - 1]) if each.closed), None)
    if before is None or not rules.divisions:
        return ((),) * len(rules.divisions)
    if len(before.divisions) == len(rules.divisions):
        return before.divisions
    left = [player for division in before.divisions for player in division]
    found = []
    for each in rules.divisions:
        capacity = len(left) if each.capacity is None else each.capacity
        found.append(tuple(left[:capacity]))
        left = left[capacity:]
    return tuple(found)


def season_tables(season: Season, events: Mapping[str, EventResult]) -> tuple[tuple[SeasonRow, ...], ...]:
    """The table of each division, or of the season, over those of its events that are in *events*."""
    found = []
    for division in range(season.rules.tables):
        counting = [events[each.tournament] for each in season.counting_for(division) if each.tournament in events]
        members: frozenset[str] | None = None
        if season.rules.divisions:
            members = frozenset(season.members[division]) if season.members else frozenset()
        found.append(season_table(season.rules, counting, members))
    return tuple(found)


def close(
    league: League,
    number: int,
    events: Mapping[str, EventResult],
    *,
    gone: Sequence[str] = (),
    decided: Sequence[str] = (),
    early: bool = False,
    reason: str = "",
) -> list[SeasonClosed]:
    """Freeze the tables of a season, and work out who goes up and down.

    *events*: the attached ones as they stand. Those that are not finished are refused by id, or with *early* left out.
    Raises `LevelAtTheCut` where players are level and an order has to be *decided*, which takes a reason.
    """
    season = get_open_season(league, number)
    left_out = [each.tournament for each in season.events if not events[each.tournament].finished]
    if left_out and not early:
        names = ", ".join(events[tournament].name or tournament for tournament in left_out)
        raise EventsUnfinished(tournaments=ValueList(left_out), names=names)
    if decided:
        reason = require_reason(reason)
    final = season_tables(season, {id_: each for id_, each in events.items() if each.finished})
    known = {row.player for rows in final for row in rows}
    for player in (*gone, *decided):
        if player not in known:
            raise Unknown(kind=Phrase("season player"), id=player)
    if len(set(decided)) != len(decided):
        raise BadSeason(key="decided", why=Phrase("list each player only once"))
    moves, divisions = settle_promotions(season.rules, final, gone, decided)
    gone = sorted(set(gone))
    return [
        SeasonClosed(
            number,
            final,
            moves,
            divisions,
            tuple(gone),
            tuple(decided),
            tuple(left_out),
            normalize(reason),
            ranking=RANKING,
        )
    ]


def require_divisions(season: Season, after: Sequence[Sequence[str]]) -> None:
    """Raise if a division has nobody, or if it will have fewer than two players *after* the season."""
    names = [division.name for division in season.rules.divisions]
    members = season.members or ((),) * len(names)
    if empty := [name for name, division in zip(names, members, strict=True) if not division]:
        raise DivisionsUnfilled(divisions=ValueList(empty))
    if small := [name for name, division in zip(names, after, strict=True) if len(division) < 2]:
        raise DivisionsOfOne(divisions=ValueList(small))


def reopen(league: League, number: int, reason: str) -> list[LeagueEvent]:
    """Reopen a closed season. Divisions of later seasons stay as they were drawn up."""
    if get_season(league, number).closed is None:
        raise SeasonIsOpen(season=league.seasons[number - 1].name)
    reason = require_reason(reason)
    return [SeasonReopened(number, reason)]


def get_season(league: League, number: int) -> Season:
    """The season with this number. Raises `Unknown`."""
    if not 1 <= number <= len(league.seasons):
        raise Unknown(kind=Phrase("league season"), id=number)
    return league.seasons[number - 1]


def get_open_season(league: League, number: int) -> Season:
    """The season with this number. Raises `Unknown`, `SeasonIsClosed`."""
    season = get_season(league, number)
    if season.closed is not None:
        raise SeasonIsClosed(season=season.name)
    return season


def _check_members(rules: SeasonRules, members: Sequence[Sequence[str]]) -> None:
    if len(members) != len(rules.divisions):
        raise BadSeason(key="members", why=Phrase("there are {count} divisions", count=len(rules.divisions)))
    seen: set[str] = set()
    for number, (division, players) in enumerate(zip(rules.divisions, members, strict=True)):
        most = division.capacity or LARGEST_DIVISION
        if len(players) > most:
            why = Phrase("it has {count} players, but the limit is {most}", count=len(players), most=most)
            raise BadSeason(key=f"members.{number}", why=why)
        for player in players:
            if player in seen:
                why = Phrase("{player} is already in a division", player=player)
                raise BadSeason(key=f"members.{number}", why=why)
            seen.add(player)
