"""Rows of a club as lines of an exported club."""

from datetime import UTC
from typing import TypeVar

import msgspec
from django.db.models import Model

from league.club_data.file_format import FORMAT, ClubLine, DeckLine, PlayerLine, SeriesLine, TeamLine
from league.clubs.locales import DEFAULT_ZONE
from league.clubs.models import Club, Player, Series
from league.decks.models import Deck
from league.tournaments.models import Team

Dated = TypeVar("Dated", PlayerLine, DeckLine, SeriesLine)


def club_line(club: Club) -> ClubLine:
    zone = None if club.zone == DEFAULT_ZONE else club.zone
    return ClubLine(FORMAT, club.id, club.name, club.created_at.astimezone(UTC), zone, club.language, club.shard)


def player_line(player: Player) -> PlayerLine:
    """A player, without the account and the invitation to one."""
    return _line(player, PlayerLine)


def team_line(team: Team) -> TeamLine:
    return TeamLine(team.id, team.name)


def deck_line(deck: Deck) -> DeckLine:
    """A deck, without the accounts that typed it in and confirmed it."""
    return _line(deck, DeckLine)


def series_line(series: Series) -> SeriesLine:
    return _line(series, SeriesLine)


def _line(row: Model, kind: type[Dated]) -> Dated:
    """The columns that the line has, with the time in UTC."""
    line = msgspec.convert(row, kind, from_attributes=True)
    return msgspec.structs.replace(line, created_at=line.created_at.astimezone(UTC))
