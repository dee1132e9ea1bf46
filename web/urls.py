"""Addresses of the pages."""

from django.contrib.auth import views as auth
from django.urls import path
from django.views.i18n import set_language

from web import (
    accounts,
    appeals,
    arbiter,
    effects,
    leagues,
    matches,
    own_account,
    people,
    people_import,
    ratings,
    tournament_people,
    tournament_rounds,
    tournament_start,
    tournaments,
    views,
    webhooks,
)
from web.sign_in import SignIn

app_name = "web"

APPEAL = "matches/<uuid:match_id>/appeals/<uuid:appeal_id>"
TOURNAMENT = "tournaments/<uuid:tournament_id>"

urlpatterns = [
    path("", views.home, name="home"),
    path("clubs/<uuid:club_id>/", views.club, name="club"),
    path("clubs/new/", accounts.found_club, name="found-club"),
    path("clubs/<uuid:club_id>/webhooks/", webhooks.webhooks_of, name="webhooks"),
    path("clubs/<uuid:club_id>/webhooks/add/", webhooks.add, name="add-webhook"),
    path("clubs/<uuid:club_id>/webhooks/<uuid:webhook_id>/try/", webhooks.try_, name="try-webhook"),
    path("clubs/<uuid:club_id>/webhooks/<uuid:webhook_id>/remove/", webhooks.remove, name="remove-webhook"),
    path("clubs/<uuid:club_id>/people/", people.people_of, name="people"),
    path("clubs/<uuid:club_id>/people/add/", people.add, name="add-player"),
    path("clubs/<uuid:club_id>/people/import/", people_import.import_list, name="import-people"),
    path("clubs/<uuid:club_id>/people/give-role/", people.give_role, name="give-role"),
    path("clubs/<uuid:club_id>/people/take-role/", people.take_role, name="take-role"),
    path("players/<uuid:player_id>/", people.player, name="player"),
    path("players/<uuid:player_id>/invite/", people.invite, name="invite"),
    path("players/<uuid:player_id>/erase/", people.erase, name="erase"),
    path("invitations/<str:token>/", accounts.invitation, name="invitation"),
    path("sign-up/", accounts.sign_up, name="sign-up"),
    path("clubs/<uuid:club_id>/ratings/<slug:game>/", ratings.ratings, name="club-ratings"),
    path("clubs/<uuid:club_id>/ratings/<slug:game>/<uuid:player_id>/", ratings.history, name="club-rating"),
    path("ratings/<slug:game>/", ratings.ratings, name="ratings"),
    path("ratings/<slug:game>/<uuid:player_id>/", ratings.history, name="rating"),
    path("series/<uuid:series_id>/", views.series, name="series"),
    path("matches/<uuid:match_id>/", matches.match, name="match"),
    path("matches/<uuid:match_id>/appeals/", appeals.appeals, name="appeals"),
    path("matches/<uuid:match_id>/appeals/do/<slug:act>/", appeals.do, name="appeals-do"),
    path(f"{APPEAL}/", appeals.appeal, name="appeal"),
    path(f"{APPEAL}/picture/", appeals.picture, name="appeal-picture"),
    path(f"{APPEAL}/do/<slug:act>/", appeals.do, name="appeal-do"),
    path("clubs/<uuid:club_id>/appeals/", appeals.of_club, name="club-appeals"),
    path("matches/<uuid:match_id>/do/<slug:act>/", matches.do, name="do"),
    path("matches/<uuid:match_id>/effects/<slug:act>/", effects.effects, name="effects"),
    path("matches/<uuid:match_id>/arbiter/<int:revision>/", arbiter.arbiter, name="arbiter"),
    path("matches/<uuid:match_id>/replay/", views.replay, name="replay"),
    path("clubs/<uuid:club_id>/new-league/", leagues.new, name="new-league"),
    path("leagues/<uuid:league_id>/", leagues.league, name="league"),
    path("leagues/<uuid:league_id>/do/<slug:act>/", leagues.do, name="league-do"),
    path("clubs/<uuid:club_id>/new-tournament/", tournament_start.new, name="new-tournament"),
    path(f"{TOURNAMENT}/", tournaments.tournament, name="tournament"),
    path(f"{TOURNAMENT}/do/<slug:act>/", tournaments.do, name="tournament-do"),
    path(f"{TOURNAMENT}/own/<slug:act>/", tournaments.own, name="tournament-own"),
    path(f"{TOURNAMENT}/people/", tournament_people.people, name="tournament-people"),
    path(f"{TOURNAMENT}/rounds/<int:number>/", tournament_rounds.round_, name="round"),
    path(f"{TOURNAMENT}/rounds/<int:number>/<slug:what>/", tournament_rounds.paper, name="round-paper"),
    path(f"{TOURNAMENT}/screen/", tournament_rounds.screen, name="screen"),
    path(f"{TOURNAMENT}/standings/", tournament_rounds.standings, name="standings"),
    path(f"{TOURNAMENT}/standings/print/", tournament_rounds.standings_paper, name="standings-paper"),
    path(f"{TOURNAMENT}/standings/csv/", tournament_rounds.standings_csv, name="standings-csv"),
    path(f"{TOURNAMENT}/entrants/<uuid:entrant>/", tournament_rounds.entrant, name="entrant"),
    path("me/", tournament_start.me, name="me"),
    path("account/", own_account.account, name="account"),
    path("account/password/", own_account.password, name="password"),
    path("account/closing/", own_account.close, name="close-account"),
    path("account/tokens/<slug:beginning>/revoke/", own_account.revoke, name="revoke-token"),
    path("language/", set_language, name="language"),
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", auth.LogoutView.as_view(next_page="web:home"), name="sign-out"),
]
