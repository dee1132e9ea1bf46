"""Every table that Django knows, gathered here because Django looks for models in this module."""

from league.agenda.models import AgendaEntry, CalendarLink
from league.appeals.models import Appeal
from league.clubs.models import Club, DeviceSignIn, Erasure, Membership, Offer, Player, Series, TokenGrant, User
from league.common.idempotency import AnsweredRequest
from league.decks.models import Deck
from league.eventlog.liveness import SeenPart
from league.eventlog.models import Checkpoint, Event
from league.matches.models import GameResultRow, MatchRow, MatchTotal, SealedSeed, SeriesStanding
from league.notices.models import Notice, NoticeChoice, Outlet
from league.ratings.models import RatedMatch, RatedZone, RatingDay, RatingRow
from league.seasons.models import LeagueRow, SeasonEvent, SeasonStanding
from league.tournaments.models import Team, TournamentMatch, TournamentRow, TournamentStanding
from league.webhooks.models import Delivery, Webhook
