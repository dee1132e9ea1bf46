"""Rows of leagues, of their seasons' events, and of season tables."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from league.clubs.merges import merges
from league.eventlog import statements
from league.eventlog.types import StoredEvent
from league.matches.domain.score_sheet import NON_SCORING_EVENTS
from league.seasons.attached_events import event_results, resolve_people
from league.seasons.domain.league import League, Season
from league.seasons.domain.lifecycle import season_tables
from league.seasons.models import LeagueRow, SeasonEvent, SeasonStanding
from league.seasons.repository import leagues
from league.tournaments.repository import tournaments

LEAGUES, TOURNAMENTS, MATCHES, CLUBS = "league-", "tournament-", "match-", merges.prefix

_OF_TOURNAMENTS = """
SELECT league::text, season, tournament::text, closed FROM league_seasonevent WHERE tournament = ANY(%s::uuid[])
"""
_OF_MATCHES = """
SELECT league::text, season, tournament::text FROM league_seasonevent WHERE NOT closed AND matches && %s::uuid[]
"""


class Leagues:
    """Events of leagues, tournaments and matches to `LeagueRow`, `SeasonEvent`, `SeasonStanding`.

    A table is worked out from the streams as they stand when the events are taken in. An event that is in the log
    already but not in this batch is taken in later and changes nothing then.
    """

    name = "leagues"
    version = 1
    tables = (LeagueRow, SeasonEvent, SeasonStanding)

    def reset(self) -> None:
        for table in self.tables:
            table.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        changed: dict[str, list[StoredEvent]] = {}
        for event in events:
            if event.stream.startswith(LEAGUES):
                changed.setdefault(event.stream.removeprefix(LEAGUES), []).append(event)
        for league_id, theirs in changed.items():
            league = leagues.load(league_id).state
            _write_league(league_id, league, theirs)
            for season in league.seasons:
                _write_events(league_id, season)
        tournaments_ = _stream_ids(event for event in events if event.stream.startswith(TOURNAMENTS))
        touched = {(id_, season.number) for id_ in changed for season in leagues.load(id_).state.seasons}
        touched |= _seasons_of_tournaments(tournaments_) if tournaments_ else set()
        matches = _stream_ids(
            event for event in events if event.stream.startswith(MATCHES) and event.kind not in NON_SCORING_EVENTS
        )
        touched |= _seasons_of_matches(matches) if matches else set()
        touched |= _open_seasons(event for event in events if event.stream.startswith(CLUBS))
        for league_id, number in sorted(touched):
            _write_table(league_id, resolve_people(leagues.load(league_id).state).seasons[number - 1])


def _seasons_of_tournaments(ids: list[str]) -> set[tuple[str, int]]:
    """The open seasons of these tournaments. Updates the matches on which all seasons depend."""
    found = set()
    for league_id, number, tournament_id, closed in statements.fetch(_OF_TOURNAMENTS, ids):
        rows = SeasonEvent.objects.filter(league=league_id, season=number, tournament=tournament_id)
        rows.update(matches=_matches(tournament_id))
        if not closed:
            found.add((league_id, number))
    return found


def _seasons_of_matches(ids: list[str]) -> set[tuple[str, int]]:
    """The open seasons whose tables a correction of these matches may reach: only what is finished counts there."""
    return {
        (league_id, number)
        for league_id, number, tournament_id in statements.fetch(_OF_MATCHES, ids)
        if tournaments.load(tournament_id).state.phase == "finished"
    }


def _open_seasons(events: Iterable[StoredEvent]) -> set[tuple[str, int]]:
    """The open seasons of the clubs in which players were merged, or no longer are."""
    ids = LeagueRow.objects.filter(club__in=_stream_ids(events)).values_list("id", flat=True)
    return {
        (str(id_), season.number)
        for id_ in ids
        for season in leagues.load(str(id_)).state.seasons
        if season.closed is None
    }


def _stream_ids(events: Iterable[StoredEvent]) -> list[str]:
    return sorted({event.stream.partition("-")[2] for event in events})


def _matches(tournament_id: str) -> list[str]:
    tournament = tournaments.load(tournament_id).state
    return sorted(table.match for round_ in tournament.published for table in round_.tables if table.match)


def _write_league(league_id: str, league: League, events: Sequence[StoredEvent]) -> None:
    first, last = events[0], events[-1]
    values: dict[str, Any] = {
        "club": league.club,
        "name": league.name,
        "game": league.game,
        "seasons": len(league.seasons),
        "revision": last.seq,
        "changed_at": last.at,
    }
    if first.seq == 1:
        values["created_at"] = first.at
    LeagueRow.objects.update_or_create(id=league_id, defaults=values)


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
    """Write the table: the frozen one of a closed season, else one of the finished events."""
    SeasonStanding.objects.filter(league=league_id, season=season.number).delete()
    if season.closed is None:
        finished = {id_: event for id_, event in event_results(season).items() if event.finished}
        found = season_tables(season, finished)
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
