"""Rows of a club as lines of an exported club."""

from datetime import UTC

from league.club_data.file_format import FORMAT, ClubLine, DeckLine, PlayerLine, SeriesLine, TeamLine
from league.clubs.models import Club, Player, Series
from league.decks.models import Deck
from league.tournaments.models import Team


def club_line(club: Club) -> ClubLine:
    return ClubLine(FORMAT, club.id, club.name, club.created_at.astimezone(UTC))


def player_line(player: Player) -> PlayerLine:
    """A player, without the account and the invitation to one."""
    return PlayerLine(
        id=player.id,
        number=player.number,
        name=player.name,
        note=player.note,
        email=player.email,
        club_number=player.club_number,
        mark=player.mark,
        created_at=player.created_at.astimezone(UTC),
    )


def team_line(team: Team) -> TeamLine:
    return TeamLine(team.id, team.name)


def deck_line(deck: Deck) -> DeckLine:
    """A deck, without the accounts that typed it in and confirmed it."""
    return DeckLine(
        id=deck.id,
        game=deck.game,
        name=deck.name,
        hash=deck.hash,
        manifest=deck.manifest,
        verified=deck.verified,
        created_at=deck.created_at.astimezone(UTC),
    )


def series_line(series: Series) -> SeriesLine:
    return SeriesLine(series.id, series.game, series.name, series.created_at.astimezone(UTC))
