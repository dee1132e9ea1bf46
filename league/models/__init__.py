"""Tables that are not the log: accounts and people, what is kept secret, and what projections write."""

from league.models.accounts import User
from league.models.appeals import Appeal
from league.models.decks import Deck
from league.models.erasures import Erasure
from league.models.leagues import League, SeasonEvent, SeasonStanding
from league.models.matches import GameResult, Match, MatchTotal, SeriesStanding
from league.models.people import Club, Membership, Player, Series, erased
from league.models.ratings import RatedMatch, Rating, RatingDay
from league.models.requests import AnsweredRequest
from league.models.secrets import SealedSeed
from league.models.tournaments import Team, Tournament, TournamentMatch, TournamentStanding
from league.models.webhooks import Delivery, Webhook

__all__ = [
    "AnsweredRequest",
    "Appeal",
    "Club",
    "Deck",
    "Delivery",
    "Erasure",
    "GameResult",
    "League",
    "Match",
    "MatchTotal",
    "Membership",
    "Player",
    "RatedMatch",
    "Rating",
    "RatingDay",
    "SealedSeed",
    "SeasonEvent",
    "SeasonStanding",
    "Series",
    "SeriesStanding",
    "Team",
    "Tournament",
    "TournamentMatch",
    "TournamentStanding",
    "User",
    "Webhook",
    "erased",
]
