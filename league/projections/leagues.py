"""Leagues: a row for each to be listed by, the events of seasons, and the table of every season."""

from collections.abc import Sequence
from typing import Any

import msgspec

from league.domain.season.running import tables
from league.domain.season.state import League, Season
from league.eventlog.values import Event
from league.models import League as Row
from league.models import SeasonEvent, SeasonStanding
from league.projections.leagues_hot import leagues
from league.projections.season_events import events_of
from league.projections.tournaments_hot import tournaments

LEAGUES, TOURNAMENTS, MATCHES = "league-", "tournament-", "match-"


class Leagues:
    """Events of leagues, of their tournaments and of those's matches to `League`, `SeasonEvent`, `SeasonStanding`.

    A table is worked out from the streams as they stand when the events are taken in; an event that is in the log
    already but not in this batch is taken in later, and changes nothing then.
    """

    name = "leagues"
    version = 1

    def reset(self) -> None:
        for table in (Row, SeasonEvent, SeasonStanding):
            table.objects.all().delete()

    def apply(self, events: Sequence[Event]) -> None:
        changed: dict[str, list[Event]] = {}
        for event in events:
            if event.stream.startswith(LEAGUES):
                changed.setdefault(event.stream.removeprefix(LEAGUES), []).append(event)
        for league_id, theirs in changed.items():
            now = leagues.current(league_id).state
            _write(league_id, now, theirs)
            for season in now.seasons:
                _write_events(league_id, season)
        for tournament_id in _ids(events, TOURNAMENTS):
            for row in SeasonEvent.objects.filter(tournament=tournament_id):
                row.matches = _matches(tournament_id)
                row.save()
        touched = {(id_, season.number) for id_ in changed for season in leagues.current(id_).state.seasons}
        touched |= _touched(_ids(events, TOURNAMENTS), _ids(events, MATCHES))
        for league_id, number in sorted(touched):
            _write_table(league_id, leagues.current(league_id).state.seasons[number - 1])


def _touched(tournaments_: list[str], matches: list[str]) -> set[tuple[str, int]]:
    """The open seasons whose tables may be others now: only what is finished counts, but may still be corrected."""
    rows = SeasonEvent.objects.filter(closed=False).values_list("league", "season", "tournament")
    found = {*rows.filter(tournament__in=tournaments_)} if tournaments_ else set()
    if matches:
        corrected = rows.filter(matches__overlap=matches)
        found |= {row for row in corrected if tournaments.current(str(row[2])).state.phase == "finished"}
    return {(str(league_id), season) for league_id, season, _ in found}


def _ids(events: Sequence[Event], prefix: str) -> list[str]:
    return sorted({event.stream.removeprefix(prefix) for event in events if event.stream.startswith(prefix)})


def _matches(tournament_id: str) -> list[str]:
    now = tournaments.current(tournament_id).state
    return sorted(table.match for round_ in now.published for table in round_.tables if table.match)


def _write(league_id: str, now: League, events: Sequence[Event]) -> None:
    first, last = events[0], events[-1]
    values: dict[str, Any] = {
        "club": now.club,
        "name": now.name,
        "game": now.game,
        "seasons": len(now.seasons),
        "revision": last.seq,
        "changed_at": last.at,
    }
    if first.seq == 1:
        values["created_at"] = first.at
    Row.objects.update_or_create(id=league_id, defaults=values)


def _write_events(league_id: str, season: Season) -> None:
    SeasonEvent.objects.filter(league=league_id, season=season.number).delete()
    SeasonEvent.objects.bulk_create(
        SeasonEvent(
            league=league_id,
            season=season.number,
            tournament=each.tournament,
            closed=season.closed is not None,
            matches=_matches(each.tournament),
        )
        for each in season.events
    )


def _write_table(league_id: str, season: Season) -> None:
    """The frozen table of a closed season; that of an open one over its finished events."""
    SeasonStanding.objects.filter(league=league_id, season=season.number).delete()
    if season.closed is None:
        finished = {id_: event for id_, event in events_of(season).items() if event.finished}
        found = tables(season, finished)
    else:
        found = season.closed.tables
    SeasonStanding.objects.bulk_create(
        SeasonStanding(
            league=league_id,
            season=season.number,
            division=division,
            player=row.player,
            place=place,
            rank=row.rank,
            row={
                "shared": row.shared,
                "points": row.points,
                **msgspec.to_builtins({"values": row.values, "terms": row.terms}),
            },
        )
        for division, rows in enumerate(found)
        for place, row in enumerate(rows, 1)
    )
