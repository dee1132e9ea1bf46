"""Addresses of the pages."""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from web import embed, home_screen, search
from web.accounts import device, own_account, places, set_up, tokens
from web.accounts import notices as own_notices
from web.accounts import views as account_views
from web.agenda import views as agenda_views
from web.appeals import arbiter, desk, try_moves
from web.appeals import views as appeal_views
from web.clubs import decks, people, people_import, webhooks
from web.clubs import views as club_views
from web.evidence import views as evidence_views
from web.evidence import witness
from web.history import views as history_views
from web.impact import views as impact_views
from web.leagues import dates as league_dates
from web.leagues import views as league_views
from web.matches import create as create_match
from web.matches import entries, pad, record_import, seat_links
from web.matches import play as match_play
from web.matches import replay as match_replay
from web.matches import views as match_views
from web.ratings import views as rating_views
from web.tournaments import bulk_entry, create, dates, entrants, report_import
from web.tournaments import grid as tournament_grid
from web.tournaments import result_sheet as result_sheets
from web.tournaments import rounds as tournament_rounds
from web.tournaments import screen as tournament_screen
from web.tournaments import settings as tournament_settings
from web.tournaments import standings as tournament_standings
from web.tournaments import table_links as tournament_table_links
from web.tournaments import views as tournament_views

app_name = "web"

APPEAL = "matches/<uuid:match_id>/appeals/<uuid:appeal_id>"
DESK = "clubs/<uuid:club_id>/appeals/<uuid:match_id>"
RULE = {"act": "rule"}
SETTINGS = {"act": "settings"}
STANDINGS_CSV = {"name": "standings.csv"}
TOURNAMENT = "tournaments/<uuid:tournament_id>"
ROUND = f"{TOURNAMENT}/rounds/<int:number>"

urlpatterns = [
    path("", club_views.home, name="home"),
    path("clubs/<uuid:club_id>/", club_views.club, name="club"),
    path("clubs/<uuid:club_id>/settings/", club_views.club_settings, name="club-settings"),
    path("clubs/new/", account_views.new_club, name="found-club"),
    path("clubs/<uuid:club_id>/webhooks/", webhooks.webhooks_of, name="webhooks"),
    path("clubs/<uuid:club_id>/webhooks/add/", webhooks.add, name="add-webhook"),
    path("clubs/<uuid:club_id>/webhooks/chats/", webhooks.add_chat, name="add-chat"),
    path("clubs/<uuid:club_id>/webhooks/<uuid:webhook_id>/try/", webhooks.send_trial, name="try-webhook"),
    path("clubs/<uuid:club_id>/webhooks/<uuid:webhook_id>/", webhooks.change, name="webhook"),
    path("clubs/<uuid:club_id>/webhooks/<uuid:webhook_id>/secret/", webhooks.rotate_secret, name="webhook-secret"),
    path(
        "clubs/<uuid:club_id>/webhooks/<uuid:webhook_id>/messages/<uuid:message>/again/",
        webhooks.send_again,
        name="send-again",
    ),
    path("clubs/<uuid:club_id>/webhooks/<uuid:webhook_id>/remove/", webhooks.remove, name="remove-webhook"),
    path("clubs/<uuid:club_id>/people/", people.people_of, name="people"),
    path("clubs/<uuid:club_id>/people/add/", people.add, name="add-player"),
    path("clubs/<uuid:club_id>/people/import/", people_import.import_list, name="import-people"),
    path("clubs/<uuid:club_id>/people/invitations/", people.invite_everybody, name="invite-everybody"),
    path("clubs/<uuid:club_id>/people/give-role/", people.offer_role, name="give-role"),
    path("clubs/<uuid:club_id>/people/offers/<uuid:offer_id>/", people.withdraw_offer, name="withdraw-offer"),
    path("clubs/<uuid:club_id>/people/take-role/", people.take_role, name="take-role"),
    path("players/<uuid:player_id>/", people.player, name="player"),
    path("players/<uuid:player_id>/invite/", people.invite, name="invite"),
    path("players/<uuid:player_id>/password-link/", people.make_password_link, name="make-password-link"),
    path(
        "players/<uuid:player_id>/password-link/withdraw/", people.withdraw_password_link, name="withdraw-password-link"
    ),
    path("players/<uuid:player_id>/unlink/", people.unlink, name="unlink"),
    path("players/<uuid:player_id>/merge/", people.merge, name="merge"),
    path("players/<uuid:player_id>/merge/undo/", people.undo_merge, name="undo-merge"),
    path("players/<uuid:player_id>/erase/", people.erase, name="erase"),
    path("passwords/<str:token>/", account_views.new_password, name="new-password"),
    path("invitations/<str:token>/", account_views.invitation, name="invitation"),
    path("set-up/", set_up.set_up, name="set-up"),
    path("set-up/import/", set_up.import_club, name="set-up-import"),
    path("set-up/demo/", set_up.demo, name="demo"),
    path("set-up/demo/enter/", set_up.enter_demo, name="enter-demo"),
    path("search/", search.search, name="search"),
    path("sign-up/", account_views.sign_up, name="sign-up"),
    path("clubs/<uuid:club_id>/ratings/<slug:game>/", rating_views.ratings, name="club-ratings"),
    path(
        "clubs/<uuid:club_id>/ratings/<slug:game>/files/<str:name>", rating_views.table_file, name="club-ratings-file"
    ),
    path("clubs/<uuid:club_id>/ratings/<slug:game>/<uuid:player_id>/", rating_views.history, name="club-rating"),
    path("ratings/<slug:game>/", rating_views.ratings, name="ratings"),
    path("ratings/<slug:game>/files/<str:name>", rating_views.table_file, name="ratings-file"),
    path("ratings/<slug:game>/<uuid:player_id>/", rating_views.history, name="rating"),
    path("games/<slug:game>/rules/<slug:rules>/", match_views.rulebook, name="rulebook"),
    path("series/<uuid:series_id>/", club_views.series, name="series"),
    path("matches/<uuid:match_id>/", match_views.match, name="match"),
    path("matches/<uuid:match_id>/appeals/", appeal_views.appeals, name="appeals"),
    path("matches/<uuid:match_id>/appeals/do/<slug:act>/", appeal_views.AppealsCommand.as_view(), name="appeals-do"),
    path(f"{APPEAL}/", appeal_views.appeal, name="appeal"),
    path(f"{APPEAL}/print/", appeal_views.appeal_paper, name="appeal-paper"),
    path(f"{APPEAL}/picture/", appeal_views.picture, name="appeal-picture"),
    path("matches/<uuid:match_id>/appeals/effects/", impact_views.RulingEffects.as_view(), RULE, name="ruling-effects"),
    path(f"{APPEAL}/effects/", impact_views.AppealRulingEffects.as_view(), RULE, name="appeal-effects"),
    path(f"{APPEAL}/do/<slug:act>/", appeal_views.AppealCommand.as_view(), name="appeal-do"),
    path("clubs/<uuid:club_id>/appeals/", desk.desk, name="club-appeals"),
    path(f"{DESK}/do/<slug:act>/", desk.ContestCommand.as_view(), name="desk-contest"),
    path(f"{DESK}/<uuid:appeal_id>/do/<slug:act>/", desk.DeskAppealCommand.as_view(), name="desk-appeal"),
    path("matches/<uuid:match_id>/do/<slug:act>/", match_views.MatchCommand.as_view(), name="do"),
    path("matches/<uuid:match_id>/effects/<slug:act>/", impact_views.DecisionEffects.as_view(), name="effects"),
    path("matches/<uuid:match_id>/arbiter/", arbiter.jump, name="arbiter-at"),
    path("matches/<uuid:match_id>/arbiter/<int:revision>/", arbiter.arbiter, name="arbiter"),
    path("matches/<uuid:match_id>/arbiter/<int:revision>/try/", try_moves.try_moves, name="try-moves"),
    path("t/<str:token>/", pad.pad, name="pad"),
    path("matches/<uuid:match_id>/pad/", pad.own_pad, name="own-pad"),
    path("matches/<uuid:match_id>/seat-links/", seat_links.links, name="seat-links"),
    path("seat/<str:token>/", seat_links.take, name="seat"),
    path("app-worker.js", home_screen.app_worker, name="app-worker"),
    path("worker.js", entries.worker, name="worker"),
    path("matches/<uuid:match_id>/play/", match_play.play, name="play"),
    path("matches/<uuid:match_id>/play/do/<slug:act>/", match_play.PlayCommand.as_view(), name="play-do"),
    path("matches/<uuid:match_id>/replay/", match_replay.replay_page, name="replay"),
    path("matches/<uuid:match_id>/replay/print/", match_replay.step_paper, name="step-paper"),
    path("matches/<uuid:match_id>/replay/steps/", match_replay.replay_steps, name="replay-steps"),
    path("clubs/<uuid:club_id>/export/", club_views.export, name="club-export"),
    path("clubs/<uuid:club_id>/export/file/", club_views.export_file, name="club-export-file"),
    path("clubs/<uuid:club_id>/new-league/", league_views.new_league, name="new-league"),
    path("leagues/<uuid:league_id>/", league_views.league, name="league"),
    path("leagues/<uuid:league_id>/seasons/<int:number>/print/", league_views.table_paper, name="season-paper"),
    path(
        "leagues/<uuid:league_id>/seasons/<int:number>/csv/",
        league_views.table_file,
        {"name": "season.csv"},
        name="season-csv",
    ),
    path("leagues/<uuid:league_id>/seasons/<int:number>/files/<str:name>", league_views.table_file, name="season-file"),
    path("leagues/<uuid:league_id>/history/", history_views.league_history, name="league-history"),
    path("leagues/<uuid:league_id>/do/<slug:act>/", league_views.LeagueCommand.as_view(), name="league-do"),
    path("clubs/<uuid:club_id>/new-match/", create_match.new_match, name="new-match"),
    path("clubs/<uuid:club_id>/import-record/", record_import.import_record, name="import-record"),
    path("clubs/<uuid:club_id>/decks/", decks.decks_of, name="decks"),
    path("clubs/<uuid:club_id>/decks/new/", decks.new_deck, name="new-deck"),
    path("decks/<uuid:deck_id>/", decks.deck, name="deck"),
    path("decks/<uuid:deck_id>/confirm/", decks.confirm, name="confirm-deck"),
    path("clubs/<uuid:club_id>/new-series/", club_views.new_series, name="new-series"),
    path("clubs/<uuid:club_id>/new-tournament/", create.new_tournament, name="new-tournament"),
    path("clubs/<uuid:club_id>/import-report/", report_import.report_import, name="import-report"),
    path(f"{TOURNAMENT}/", tournament_views.tournament, name="tournament"),
    path(f"{TOURNAMENT}/do/<slug:act>/", tournament_views.TournamentCommand.as_view(), name="tournament-do"),
    path(f"{TOURNAMENT}/own/<slug:act>/", tournament_views.self_service, name="tournament-own"),
    path(f"{TOURNAMENT}/settings/", tournament_settings.SettingsPage.as_view(), SETTINGS, name="tournament-settings"),
    path(
        f"{TOURNAMENT}/settings/<slug:part>/",
        tournament_settings.SettingsPage.as_view(),
        SETTINGS,
        name="tournament-settings",
    ),
    path(f"{TOURNAMENT}/history/", history_views.tournament_history, name="tournament-history"),
    path(f"{TOURNAMENT}/dates/", dates.dates, name="dates"),
    path(f"{TOURNAMENT}/dates/do/<slug:act>/", dates.DatesCommand.as_view(), name="dates-do"),
    path(f"{TOURNAMENT}/entrants/", entrants.entrants, name="entrants"),
    path(f"{TOURNAMENT}/entrants/do/<slug:act>/", entrants.EntrantsCommand.as_view(), name="entrants-do"),
    path(f"{TOURNAMENT}/result-sheet/", result_sheets.result_sheet, name="result-sheet"),
    path(f"{TOURNAMENT}/people/", bulk_entry.people, name="tournament-people"),
    path(f"{TOURNAMENT}/rounds/<int:number>/", tournament_rounds.round_, name="round"),
    path(f"{ROUND}/files/<str:name>", result_sheets.fill_in, name="round-file"),
    path(f"{ROUND}/results/", tournament_grid.grid, name="round-grid"),
    path(f"{ROUND}/links/", tournament_table_links.links, name="table-links"),
    path(f"{ROUND}/links/print/", tournament_table_links.links_paper, name="table-links-paper"),
    path(f"{TOURNAMENT}/rounds/<int:number>/<slug:what>/", tournament_rounds.round_paper, name="round-paper"),
    path(f"embed/{TOURNAMENT}/standings/", embed.standings, name="embed-standings"),
    path(f"embed/{TOURNAMENT}/bracket/", embed.bracket, name="embed-bracket"),
    path("embed/matches/<uuid:match_id>/board/", embed.board, name="embed-board"),
    path(f"{TOURNAMENT}/screen/", tournament_screen.screen, name="screen"),
    path(f"{TOURNAMENT}/standings/", tournament_standings.standings, name="standings"),
    path(f"{TOURNAMENT}/standings/print/", tournament_standings.standings_paper, name="standings-paper"),
    path(f"{TOURNAMENT}/standings/csv/", tournament_standings.table_file, STANDINGS_CSV, name="standings-csv"),
    path(f"{TOURNAMENT}/files/<str:name>", tournament_standings.table_file, name="tournament-file"),
    path(f"{TOURNAMENT}/charts/", tournament_standings.charts, name="charts"),
    path(f"{TOURNAMENT}/bracket/", tournament_standings.bracket, name="bracket"),
    path(f"{TOURNAMENT}/bracket/print/", tournament_standings.bracket_paper, name="bracket-paper"),
    path(f"{TOURNAMENT}/entrants/<uuid:entrant>/", tournament_standings.entrant, name="entrant"),
    path("checkpoints/", evidence_views.list_checkpoints, name="checkpoints"),
    path("witness/add-checkpoint", witness.add_checkpoint, name="witness"),
    path("witness/<slug:origin>/checkpoint", witness.witnessed_checkpoint, name="witnessed"),
    path("verify/", evidence_views.verify, name="verify"),
    path("verify/ludex-verify.html", evidence_views.verify_file, name="verify-file"),
    path("manifest.webmanifest", home_screen.manifest, name="manifest"),
    path("my-table/", home_screen.my_table, name="my-table"),
    path("offline/", home_screen.offline, name="offline"),
    path("me/", account_views.me, name="me"),
    path("account/", own_account.account, name="account"),
    path("account/offers/<uuid:offer_id>/accept/", places.accept_offer, name="accept-offer"),
    path("account/offers/<uuid:offer_id>/decline/", places.decline_offer, name="decline-offer"),
    path("account/roles/<uuid:club_id>/<slug:role>/", places.give_up_role, name="give-up-role"),
    path("account/clubs/<uuid:club_id>/close/", places.close_club, name="close-club"),
    path("account/notices/", own_notices.notices, name="notices"),
    path("account/notices/address/", own_notices.ask_for_address, name="ask-for-address"),
    path("account/notices/address/removal/", own_notices.remove_address, name="remove-address"),
    path("account/notices/devices/", own_notices.add_device, name="add-device"),
    path("account/notices/devices/<uuid:outlet_id>/removal/", own_notices.remove_device, name="remove-device"),
    path("account/notices/confirm/<str:token>/", own_notices.confirm_address, name="confirm-address"),
    path("account/notices/off/<str:token>/", own_notices.switch_off, name="notices-off"),
    path("clubs/<uuid:club_id>/calendar.ics", agenda_views.club_calendar, name="club-calendar"),
    path(f"{TOURNAMENT}/calendar.ics", agenda_views.tournament_calendar, name="tournament-calendar"),
    path("leagues/<uuid:league_id>/calendar.ics", agenda_views.league_calendar, name="league-calendar"),
    path("leagues/<uuid:league_id>/seasons/<int:number>/dates/", league_dates.season_dates, name="season-dates"),
    path(
        "leagues/<uuid:league_id>/seasons/<int:number>/dates/do/<slug:act>/",
        league_dates.SeasonDatesCommand.as_view(),
        name="season-dates-do",
    ),
    path("calendar/<str:token>.ics", agenda_views.own_calendar, name="own-calendar"),
    path("account/calendar/", agenda_views.own_address, name="calendar-address"),
    path("account/calendar/renew/", agenda_views.renew_address, name="renew-calendar"),
    path("account/calendar/close/", agenda_views.close_address, name="close-calendar"),
    path("account/password/", own_account.password, name="password"),
    path("account/closing/", own_account.close, name="close-account"),
    path("account/sign-out-everywhere/", own_account.sign_out_everywhere, name="sign-out-everywhere"),
    path("account/tokens/<slug:beginning>/revoke/", tokens.revoke, name="revoke-token"),
    path("device/", device.device, name="device"),
    path("account/tokens/new/", tokens.new_token, name="new-token"),
    path("language/", csrf_exempt(set_language), name="language"),  # pages that all share have no token
    path("sign-in/", account_views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", account_views.SignOut.as_view(), name="sign-out"),
]
