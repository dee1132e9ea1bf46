"""Addresses under /api/v1/."""

from django.urls import path

from api.accounts import device_sign_in, password_links
from api.accounts import notices as notice_views
from api.accounts import views as account_views
from api.agenda import views as agenda_views
from api.appeals import views as appeal_views
from api.clubs import people, people_import
from api.clubs import views as club_views
from api.decks import views as deck_views
from api.docs import views as docs_views
from api.evidence import views as evidence_views
from api.feeds import views as feed_views
from api.games import views as game_views
from api.impact import views as impact_views
from api.leagues import dates as league_dates
from api.leagues import views as league_views
from api.matches import views as match_views
from api.ratings import views as rating_views
from api.records import views as record_views
from api.results import views as result_views
from api.tournaments import dates, entries, entry_list, reports, result_sheet, rounds
from api.tournaments import standings as tournament_standings
from api.tournaments import views as tournament_views
from api.webhooks import views as webhook_views

app_name = "api"

LEAGUE = "leagues/<uuid:league_id>"
SEASON = f"{LEAGUE}/seasons/<int:number>"
DOCS = docs_views.DocsPage.as_view(url_name="api:schema", template_name="api/docs.html")
MATCH = "matches/<uuid:match_id>"
APPEAL = f"{MATCH}/appeals/<uuid:appeal_id>"
WEBHOOK = "clubs/<uuid:club_id>/webhooks/<uuid:webhook_id>"
TOURNAMENT = "tournaments/<uuid:tournament_id>"
ENTRANT = f"{TOURNAMENT}/entries/<uuid:entrant>"
ROUND = f"{TOURNAMENT}/rounds/<int:number>"

urlpatterns = [
    # First, as it is sent most often and addresses are tried in their order.
    path(f"{MATCH}/moves/", match_views.Moves.as_view(), name="moves"),
    path("", docs_views.Root.as_view(), name="root"),
    path("schema/", docs_views.SchemaDocument.as_view(), name="schema"),
    path("docs/", DOCS, name="docs"),
    path("sign-up/", account_views.SignUp.as_view(), name="sign-up"),
    path("sign-in/", account_views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", account_views.SignOut.as_view(), name="sign-out"),
    path("sign-out-everywhere/", account_views.SignOutEverywhere.as_view(), name="sign-out-everywhere"),
    path("me/", account_views.Me.as_view(), name="me"),
    path("me/access/", account_views.OwnAccess.as_view(), name="own-access"),
    path("sign-in/device/", device_sign_in.DeviceSignIn.as_view(), name="device"),
    path("sign-in/device/token/", device_sign_in.DeviceToken.as_view(), name="device-token"),
    path("me/tokens/", account_views.OwnTokens.as_view(), name="own-tokens"),
    path("me/tokens/<slug:beginning>/", account_views.OwnToken.as_view(), name="own-token"),
    path("me/offers/", account_views.OwnOffers.as_view(), name="own-offers"),
    path("me/notices/", notice_views.OwnNotices.as_view(), name="own-notices"),
    path("me/address/", notice_views.OwnAddress.as_view(), name="own-address"),
    path("me/devices/", notice_views.OwnDevices.as_view(), name="own-devices"),
    path("me/devices/<uuid:device_id>/", notice_views.OwnDevice.as_view(), name="own-device"),
    path("addresses/confirmation/", notice_views.AddressConfirmation.as_view(), name="confirm-address"),
    path("me/calendar/", agenda_views.OwnCalendar.as_view(), name="own-calendar"),
    path("clubs/<uuid:club_id>/agenda/", agenda_views.ClubAgenda.as_view(), name="club-agenda"),
    path("me/password/", account_views.Password.as_view(), name="password"),
    path("me/closing/", account_views.CloseAccount.as_view(), name="close-account"),
    path("games/", game_views.Games.as_view(), name="games"),
    path("games/<slug:slug>/", game_views.Game.as_view(), name="game"),
    path("clubs/", club_views.Clubs.as_view(), name="clubs"),
    path("clubs/<uuid:club_id>/", club_views.Club.as_view(), name="club"),
    path("clubs/<uuid:club_id>/roles/", people.Roles.as_view(), name="roles"),
    path("clubs/<uuid:club_id>/roles/<slug:role>/<uuid:account_id>/", people.Role.as_view(), name="role"),
    path("clubs/<uuid:club_id>/offers/", people.Offers.as_view(), name="offers"),
    path("offers/<uuid:offer_id>/", people.Offer.as_view(), name="offer"),
    path("clubs/<uuid:club_id>/people-import/", people_import.PeopleImport.as_view(), name="people-import"),
    path("clubs/<uuid:club_id>/people-export/", people_import.PeopleExport.as_view(), name="people-export"),
    path("clubs/<uuid:club_id>/export/", club_views.ClubExport.as_view(), name="club-export"),
    path("clubs/<uuid:club_id>/checkpoints/", evidence_views.ClubCheckpoints.as_view(), name="club-checkpoints"),
    path("clubs/<uuid:club_id>/appeals/", appeal_views.ClubAppeals.as_view(), name="club-appeals"),
    path("clubs/<uuid:club_id>/webhooks/", webhook_views.Webhooks.as_view(), name="webhooks"),
    path("clubs/<uuid:club_id>/chats/", webhook_views.Chats.as_view(), name="chats"),
    path(f"{WEBHOOK}/", webhook_views.Webhook.as_view(), name="webhook"),
    path(f"{WEBHOOK}/ping/", webhook_views.Ping.as_view(), name="ping"),
    path(f"{WEBHOOK}/secret/", webhook_views.Secret.as_view(), name="webhook-secret"),
    path(f"{WEBHOOK}/deliveries/<uuid:message>/redelivery/", webhook_views.Redelivery.as_view(), name="redelivery"),
    path(f"{WEBHOOK}/deliveries/", webhook_views.Deliveries.as_view(), name="deliveries"),
    path("decks/", deck_views.Decks.as_view(), name="decks"),
    path("decks/check/", deck_views.CheckDeck.as_view(), name="decks-check"),
    path("decks/house/<slug:game>/", deck_views.HouseDecks.as_view(), name="decks-house"),
    path("decks/<uuid:deck_id>/confirm/", deck_views.ConfirmDeck.as_view(), name="deck-confirm"),
    path("players/", people.Players.as_view(), name="players"),
    path("players/<uuid:player_id>/", people.Player.as_view(), name="player"),
    path("players/<uuid:player_id>/access/", people.PlayerAccess.as_view(), name="player-access"),
    path("players/<uuid:player_id>/merge/", people.Merge.as_view(), name="merge"),
    path("players/<uuid:player_id>/invitation/", people.Invitation.as_view(), name="invitation"),
    path("players/<uuid:player_id>/password-link/", password_links.PasswordLink.as_view(), name="password-link"),
    path("clubs/<uuid:club_id>/password-links/", password_links.ClubPasswordLinks.as_view(), name="password-links"),
    path("password-links/use/", password_links.NewPassword.as_view(), name="new-password"),
    path("invitations/accept/", people.Accept.as_view(), name="accept"),
    path("leagues/", league_views.Leagues.as_view(), name="leagues"),
    path(f"{LEAGUE}/", league_views.League.as_view(), name="league"),
    path(f"{LEAGUE}/events/", league_views.LeagueEvents.as_view(), name="league-events"),
    path(f"{LEAGUE}/seasons/", league_views.Seasons.as_view(), name="seasons"),
    path(f"{SEASON}/", league_views.Season.as_view(), name="season"),
    path(f"{SEASON}/events/", league_views.SeasonEvents.as_view(), name="season-events"),
    path(f"{SEASON}/events/<uuid:tournament_id>/detachment/", league_views.Detachment.as_view(), name="detachment"),
    path(f"{SEASON}/divisions/", league_views.Divisions.as_view(), name="divisions"),
    path(f"{SEASON}/files/<str:name>", league_views.SeasonFile.as_view(), name="season-file"),
    path(f"{SEASON}/dates/", league_dates.SeasonDates.as_view(), name="season-dates"),
    path(f"{SEASON}/evenings/", league_dates.Evenings.as_view(), name="evenings"),
    path(f"{SEASON}/evenings/<int:evening>/move/", league_dates.EveningMove.as_view(), name="evening-move"),
    path(
        f"{SEASON}/evenings/<int:evening>/tournament/",
        league_dates.EveningTournament.as_view(),
        name="evening-tournament",
    ),
    path(
        f"{SEASON}/evenings/<int:evening>/cancellation/",
        league_dates.EveningCancellation.as_view(),
        name="evening-cancellation",
    ),
    path(f"{SEASON}/table/", league_views.SeasonTable.as_view(), name="season-table"),
    path(f"{SEASON}/closing/", league_views.Closing.as_view(), name="closing"),
    path(f"{SEASON}/reopening/", league_views.SeasonReopening.as_view(), name="season-reopening"),
    path("series/", club_views.SeriesList.as_view(), name="series"),
    path("series/<uuid:series_id>/standings/", club_views.Standings.as_view(), name="standings"),
    path("matches/", match_views.Matches.as_view(), name="matches"),
    path("matches/<uuid:match_id>/", match_views.Match.as_view(), name="match"),
    path("matches/<uuid:match_id>/events/", match_views.Events.as_view(), name="events"),
    path("matches/<uuid:match_id>/feed/", feed_views.MatchFeed.as_view(), name="match-feed"),
    path("matches/<uuid:match_id>/moves/withdrawal/", match_views.MoveWithdrawal.as_view(), name="move-withdrawal"),
    path("matches/<uuid:match_id>/seats/<int:seat>/link/", match_views.SeatLink.as_view(), name="seat-link"),
    path("matches/<uuid:match_id>/seats/<int:seat>/seed/", match_views.SeatSeed.as_view(), name="seat-seed"),
    path("matches/<uuid:match_id>/moves/<int:revision>/", appeal_views.Contested.as_view(), name="contested"),
    path("matches/<uuid:match_id>/moves/<int:revision>/advice/", appeal_views.Advice.as_view(), name="advice"),
    path("matches/<uuid:match_id>/forks/", appeal_views.Forks.as_view(), name="forks"),
    path(f"{MATCH}/appeals/", appeal_views.Appeals.as_view(), name="appeals"),
    path(f"{APPEAL}/", appeal_views.Appeal.as_view(), name="appeal"),
    path(f"{APPEAL}/picture/", appeal_views.AppealPicture.as_view(), name="appeal-picture"),
    path(f"{APPEAL}/take/", appeal_views.AppealTake.as_view(), name="appeal-take"),
    path(f"{APPEAL}/withdraw/", appeal_views.AppealWithdraw.as_view(), name="appeal-withdraw"),
    path(f"{APPEAL}/rule/", appeal_views.AppealRule.as_view(), name="appeal-rule"),
    path(f"{APPEAL}/close/", appeal_views.AppealClose.as_view(), name="appeal-close"),
    path(f"{MATCH}/rulings/", appeal_views.Rulings.as_view(), name="rulings"),
    path("matches/<uuid:match_id>/position/", match_views.Position.as_view(), name="position"),
    path("matches/<uuid:match_id>/legal/", match_views.Legal.as_view(), name="legal"),
    path("matches/<uuid:match_id>/result/", result_views.Result.as_view(), name="result"),
    path("matches/<uuid:match_id>/confirmation/", result_views.Confirmation.as_view(), name="confirmation"),
    path("matches/<uuid:match_id>/contest/", result_views.Contest.as_view(), name="contest"),
    path("matches/<uuid:match_id>/settlement/", result_views.Settlement.as_view(), name="settlement"),
    path("matches/<uuid:match_id>/forfeit/", result_views.Forfeit.as_view(), name="forfeit"),
    path("matches/<uuid:match_id>/void/", result_views.Void.as_view(), name="void"),
    path("matches/<uuid:match_id>/reopening/", result_views.Reopening.as_view(), name="reopening"),
    path("matches/<uuid:match_id>/effects/", impact_views.Effects.as_view(), name="effects"),
    path("matches/<uuid:match_id>/seats/", result_views.Seats.as_view(), name="seats"),
    path("matches/<uuid:match_id>/level/", result_views.Level.as_view(), name="level"),
    path("matches/<uuid:match_id>/totals/", match_views.Totals.as_view(), name="totals"),
    path("matches/<uuid:match_id>/record/", match_views.Record.as_view(), name="record"),
    path("matches/<uuid:match_id>/fairness/", match_views.Fairness.as_view(), name="fairness"),
    path("matches/<uuid:match_id>/evidence/", evidence_views.Evidence.as_view(), name="evidence"),
    path("checkpoints/", evidence_views.Checkpoints.as_view(), name="checkpoints"),
    path("checkpoints/latest/", evidence_views.LatestCheckpoint.as_view(), name="checkpoint-latest"),
    path("checkpoints/consistency/", evidence_views.Consistency.as_view(), name="checkpoint-consistency"),
    path("checkpoints/keys/", evidence_views.Keys.as_view(), name="checkpoint-keys"),
    path("checkpoints/<int:size>/", evidence_views.Checkpoint.as_view(), name="checkpoint"),
    path("ratings/", rating_views.Ratings.as_view(), name="ratings"),
    path("ratings/files/<str:name>", rating_views.RatingsFile.as_view(), name="ratings-file"),
    path("ratings/history/", rating_views.RatingHistory.as_view(), name="rating-history"),
    path("records/", record_views.Records.as_view(), name="records"),
    path("tournament-presets/", tournament_views.TournamentPresets.as_view(), name="tournament-presets"),
    path("clubs/<uuid:club_id>/tournament-reports/", reports.TournamentReports.as_view(), name="tournament-reports"),
    path("tournaments/", tournament_views.Tournaments.as_view(), name="tournaments"),
    path(f"{TOURNAMENT}/", tournament_views.Tournament.as_view(), name="tournament"),
    path(f"{TOURNAMENT}/feed/", feed_views.TournamentFeed.as_view(), name="tournament-feed"),
    path(f"{TOURNAMENT}/events/", tournament_views.TournamentEvents.as_view(), name="tournament-events"),
    path(f"{TOURNAMENT}/settings/", tournament_views.TournamentSettings.as_view(), name="tournament-settings"),
    path(f"{TOURNAMENT}/registration/", tournament_views.Registration.as_view(), name="registration"),
    path(f"{TOURNAMENT}/start/", tournament_views.Start.as_view(), name="start"),
    path(f"{TOURNAMENT}/stages/", tournament_views.Stages.as_view(), name="stages"),
    path(f"{TOURNAMENT}/qualification/", tournament_views.Qualification.as_view(), name="qualification"),
    path(f"{TOURNAMENT}/stage-annulment/", tournament_views.StageAnnulment.as_view(), name="stage-annulment"),
    path(f"{TOURNAMENT}/finish/", tournament_views.Finish.as_view(), name="finish"),
    path(f"{TOURNAMENT}/reopening/", tournament_views.TournamentReopening.as_view(), name="tournament-reopening"),
    path(f"{TOURNAMENT}/penalties/", tournament_views.Penalties.as_view(), name="penalties"),
    path(
        f"{TOURNAMENT}/penalties/<int:number>/withdrawal/",
        tournament_views.PenaltyWithdrawal.as_view(),
        name="penalty-withdrawal",
    ),
    path(f"{TOURNAMENT}/seeds/", entries.Seeds.as_view(), name="seeds"),
    path(f"{TOURNAMENT}/entry-list/", entry_list.EntryList.as_view(), name="entry-list"),
    path(f"{TOURNAMENT}/result-sheet/", result_sheet.ResultSheets.as_view(), name="result-sheet"),
    path(f"{TOURNAMENT}/entries/", entries.Entries.as_view(), name="entries"),
    path(f"{TOURNAMENT}/guests/", entries.Guests.as_view(), name="guests"),
    path(f"{ENTRANT}/check-in/", entries.CheckIn.as_view(), name="check-in"),
    path(f"{ENTRANT}/byes/", entries.Byes.as_view(), name="byes"),
    path(f"{ENTRANT}/withdrawal/", entries.Withdrawal.as_view(), name="withdrawal"),
    path(f"{ENTRANT}/return/", entries.Return.as_view(), name="return"),
    path(f"{ENTRANT}/substitution/", entries.Substitution.as_view(), name="substitution"),
    path(f"{TOURNAMENT}/tables/", rounds.StartTable.as_view(), name="start-table"),
    path(f"{TOURNAMENT}/rounds/", rounds.Rounds.as_view(), name="rounds"),
    path(f"{ROUND}/", rounds.Round.as_view(), name="round"),
    path(f"{ROUND}/files/<str:name>", result_sheet.FillInSheet.as_view(), name="round-file"),
    path(f"{ROUND}/tables/", rounds.RoundTables.as_view(), name="round-tables"),
    path(f"{ROUND}/tables/<int:table>/decision/", rounds.Decision.as_view(), name="decision"),
    path(f"{ROUND}/publication/", rounds.Publication.as_view(), name="publication"),
    path(f"{ROUND}/annulment/", rounds.RoundAnnulment.as_view(), name="round-annulment"),
    path(f"{TOURNAMENT}/dates/", dates.Dates.as_view(), name="tournament-dates"),
    path(f"{ROUND}/dates/", dates.RoundDates.as_view(), name="round-dates"),
    path(f"{ROUND}/tables/<int:table>/dates/", dates.TableDates.as_view(), name="table-dates"),
    path(f"{ROUND}/clock/", rounds.RoundClock.as_view(), name="clock"),
    path(f"{ROUND}/clock/pause/", rounds.RoundClockPause.as_view(), name="clock-pause"),
    path(f"{ROUND}/clock/resumption/", rounds.RoundClockResumption.as_view(), name="clock-resumption"),
    path(f"{ROUND}/clock/extension/", rounds.RoundClockExtension.as_view(), name="clock-extension"),
    path(f"{ROUND}/clock/removal/", rounds.RoundClockRemoval.as_view(), name="clock-removal"),
    path(f"{ROUND}/verification/", rounds.Verification.as_view(), name="verification"),
    path(f"{TOURNAMENT}/standings/", tournament_standings.TournamentStandings.as_view(), name="tournament-standings"),
    path(f"{TOURNAMENT}/standings/rows/", tournament_standings.TournamentPlaces.as_view(), name="tournament-places"),
    path(f"{TOURNAMENT}/standings/<uuid:entrant>/", tournament_standings.Explained.as_view(), name="explained"),
    path(f"{TOURNAMENT}/files/<str:name>", tournament_standings.TournamentFile.as_view(), name="tournament-file"),
    path(f"{TOURNAMENT}/standings.csv", tournament_standings.StandingsFile.as_view(), name="standings-file"),
    path(f"{TOURNAMENT}/bracket/", tournament_standings.Bracket.as_view(), name="bracket"),
    path(f"{TOURNAMENT}/crosstable/", tournament_standings.Crosstable.as_view(), name="crosstable"),
]
