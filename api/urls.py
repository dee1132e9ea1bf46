"""Addresses under /api/v1/."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from api import accounts, club_export, clubs, decks, games, matches, people, people_import, ratings, records, results

app_name = "api"

DOCS = SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api/docs.html")

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", DOCS, name="docs"),
    path("sign-up/", accounts.SignUp.as_view(), name="sign-up"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("sign-out-everywhere/", accounts.SignOutEverywhere.as_view(), name="sign-out-everywhere"),
    path("me/", accounts.Me.as_view(), name="me"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/<slug:slug>/", games.Game.as_view(), name="game"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<uuid:club_id>/", clubs.Club.as_view(), name="club"),
    path("clubs/<uuid:club_id>/roles/", people.Roles.as_view(), name="roles"),
    path("clubs/<uuid:club_id>/roles/<slug:role>/<uuid:account_id>/", people.Role.as_view(), name="role"),
    path("clubs/<uuid:club_id>/people-import/", people_import.PeopleImport.as_view(), name="people-import"),
    path("clubs/<uuid:club_id>/people-export/", people_import.PeopleExport.as_view(), name="people-export"),
    path("clubs/<uuid:club_id>/export/", club_export.ClubExport.as_view(), name="club-export"),
    path("decks/", decks.Decks.as_view(), name="decks"),
    path("decks/check/", decks.CheckDeck.as_view(), name="decks-check"),
    path("decks/house/<slug:game>/", decks.HouseDecks.as_view(), name="decks-house"),
    path("decks/<uuid:deck_id>/confirm/", decks.ConfirmDeck.as_view(), name="deck-confirm"),
    path("players/", people.Players.as_view(), name="players"),
    path("players/<uuid:player_id>/", people.Player.as_view(), name="player"),
    path("players/<uuid:player_id>/invitation/", people.Invitation.as_view(), name="invitation"),
    path("invitations/accept/", people.Accept.as_view(), name="accept"),
    path("series/", clubs.SeriesList.as_view(), name="series"),
    path("series/<uuid:series_id>/standings/", clubs.Standings.as_view(), name="standings"),
    path("matches/", matches.Matches.as_view(), name="matches"),
    path("matches/<uuid:match_id>/", matches.Match.as_view(), name="match"),
    path("matches/<uuid:match_id>/events/", matches.Events.as_view(), name="events"),
    path("matches/<uuid:match_id>/moves/", matches.Moves.as_view(), name="moves"),
    path("matches/<uuid:match_id>/position/", matches.Position.as_view(), name="position"),
    path("matches/<uuid:match_id>/legal/", matches.Legal.as_view(), name="legal"),
    path("matches/<uuid:match_id>/result/", results.Result.as_view(), name="result"),
    path("matches/<uuid:match_id>/confirmation/", results.Confirmation.as_view(), name="confirmation"),
    path("matches/<uuid:match_id>/contest/", results.Contest.as_view(), name="contest"),
    path("matches/<uuid:match_id>/settlement/", results.Settlement.as_view(), name="settlement"),
    path("matches/<uuid:match_id>/forfeit/", results.Forfeit.as_view(), name="forfeit"),
    path("matches/<uuid:match_id>/void/", results.Void.as_view(), name="void"),
    path("matches/<uuid:match_id>/reopening/", results.Reopening.as_view(), name="reopening"),
    path("matches/<uuid:match_id>/seats/", results.Seats.as_view(), name="seats"),
    path("matches/<uuid:match_id>/level/", results.Level.as_view(), name="level"),
    path("matches/<uuid:match_id>/totals/", matches.Totals.as_view(), name="totals"),
    path("matches/<uuid:match_id>/record/", matches.Record.as_view(), name="record"),
    path("matches/<uuid:match_id>/fairness/", matches.Fairness.as_view(), name="fairness"),
    path("ratings/", ratings.Ratings.as_view(), name="ratings"),
    path("ratings/history/", ratings.RatingHistory.as_view(), name="rating-history"),
    path("records/", records.Records.as_view(), name="records"),
]
