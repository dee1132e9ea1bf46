"""Exporting a club to one file: its people, teams, decks, series and events, without accounts."""

import json
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from games.engine import EVERYTHING, Level
from games.errors import Phrase
from league.club_data import checkpoints
from league.club_data.errors import MatchesRunning
from league.club_data.file_format import EventLine, Line, PrivateLine, encode_file
from league.club_data.rows import club_line, deck_line, player_line, series_line, team_line
from league.clubs.access.events import accesses
from league.clubs.models import Player, Series
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.decks.models import Deck
from league.eventlog import private_data, raw_streams
from league.eventlog.raw_streams import Row
from league.matches import repository as match_repository
from league.matches.domain.match import Match
from league.matches.domain.permissions import viewer
from league.tournaments.models import Team

MATCH, TOURNAMENT, LEAGUE = "match-", "tournament-", "league-"


class Exported(NamedTuple):
    raw: bytes
    left_out: tuple[str, ...]


def export_for(*, club_id: UUID, actor: Actor, without_running: bool = False) -> Exported:
    """Export for an organiser of the club. Raises `Unknown`, `NotAllowed`, `MatchesRunning`."""
    require_organiser(actor, str(get_club(club_id).id), Phrase("export the club"))
    return export_club(club_id=club_id, without_running=without_running, to=actor)


def export_club(*, club_id: UUID, without_running: bool = False, to: Actor | None = None) -> Exported:
    """The club as a file, the same bytes for the same club. Raises `Unknown`, `MatchesRunning`.

    A match that the service deals, or with hands that the reader (*to*, None for the operator) may not see, is secret
    until it is over. While one runs, the export is refused, or leaves out (*without_running*) such matches, the whole
    tournaments that they belong to, and the leagues that these count in.
    """
    club = get_club(club_id)
    rows = _events(str(club.id))  # before the people, so that everybody named by an event is included
    left_out = _running(rows, to)
    if left_out and not without_running:
        raise MatchesRunning(count=len([each for each in left_out if each.startswith(MATCH)]), match=left_out[0])
    events = [EventLine(**row._asdict()) for row in rows if row.stream not in left_out]
    kept = private_data.list_parts(sorted({row.stream for row in rows} - set(left_out)))
    parts = [PrivateLine(**part._asdict()) for part in kept]
    lines: list[Line] = [
        club_line(club),
        *_things(club.id),
        *events,
        *parts,
        *checkpoints.club_checkpoints(club.id, events),
    ]
    return Exported(encode_file(lines), tuple(left_out))


def _events(club: str) -> list[Row]:
    """The events of the club, but for those about accounts, which stay in this installation."""
    return [row for row in raw_streams.read_club(club) if not row.stream.startswith(accesses.prefix)]


def _things(club: UUID) -> Iterator[Line]:
    yield from map(player_line, Player.objects.filter(club=club).order_by("number"))
    yield from map(team_line, Team.objects.filter(club=club).order_by("id"))
    yield from map(deck_line, Deck.objects.filter(club=club).order_by("id"))
    yield from map(series_line, Series.objects.filter(club=club).order_by("id"))


def _running(rows: Sequence[Row], to: Actor | None) -> list[str]:
    """The streams of running matches that are secret, then those of their tournaments and leagues."""
    opened = {row.stream: json.loads(row.payload) for row in rows if row.seq == 1 and row.stream.startswith(MATCH)}
    chosen = {row.stream for row in rows if row.kind == "level.chosen"}
    full = [stream for stream, payload in opened.items() if payload["level"] == "full" or stream in chosen]
    running = [stream for stream in full if _is_secret(match_repository.load(stream.removeprefix(MATCH)).state, to)]
    tournaments = {opened[stream]["tournament"] for stream in running if opened[stream].get("tournament")}
    others = [stream for stream, payload in opened.items() if payload.get("tournament") in tournaments]
    return [
        *dict.fromkeys((*running, *others)),
        *(f"{TOURNAMENT}{each}" for each in sorted(tournaments)),
        *_leagues(rows, tournaments),
    ]


def _is_secret(match: Match, to: Actor | None) -> bool:
    if match.over or match.opened.dealing != "table":
        return not match.over
    hides = match.rules.meta.hidden and match.table.level == Level.FULL
    return hides and to is not None and viewer(to, match) != EVERYTHING


def _leagues(rows: Sequence[Row], tournaments: Collection[str]) -> list[str]:
    """The streams of leagues in which one of the tournaments counts or counted."""
    attached = [row for row in rows if row.stream.startswith(LEAGUE) and row.kind == "season.event_attached"]
    return sorted({row.stream for row in attached if json.loads(row.payload)["tournament"] in tournaments})
