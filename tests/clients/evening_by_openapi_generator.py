"""An evening played with the Python client of openapi-generator: `URL PASSWORD` in, the standings as JSON out."""

import contextlib
import importlib
import json
import pkgutil
import sys

import ludex_api
from ludex_api import api, models

for module in pkgutil.walk_packages(ludex_api.__path__, "ludex_api."):
    importlib.import_module(module.name)

url, password = sys.argv[1:]
connection = ludex_api.ApiClient(ludex_api.Configuration(host=url))
signed = api.AccountsApi(connection).post_sign_in(models.SignInInput(username="organiser", password=password))
connection.configuration.access_token = signed.token
tournaments, matches = api.TournamentsApi(connection), api.MatchesApi(connection)
club = api.ClubsApi(connection).post_clubs(models.ClubInput(name="Ладья"))
settings = models.SettingsInput(capacity=24, options={"rounds": models.GameOptionValue(1)})
evening = tournaments.post_tournaments(
    models.TournamentInput(club=club.id, game="rummikub", name="Осень", preset="evening", settings=settings),
    idempotency_key="evening",
)
for name in ("Анна", "Boris", "Clara", "Dan"):
    player = api.PlayersApi(connection).post_players(models.PlayerInput(club=club.id, name=name))
    entry = models.PlayerEntryInput(player=player.id)
    tournaments.post_entries(evening.id, models.EntryInput(entry))
tournaments.post_start(evening.id)
drawn = tournaments.post_rounds(evening.id)
tournaments.post_publication(evening.id, drawn.round)
(table,) = tournaments.get_round(evening.id, drawn.round).tables
for game in range(1, 5):
    revision = matches.get_match(table.match).revision
    result = models.ResultInput(revision=revision, game=game, points=[30, -10, -10, -10], reason="out")
    matches.post_result(table.match, result)
with contextlib.suppress(ludex_api.exceptions.ConflictException):
    tournaments.post_start(evening.id)
    sys.exit("A tournament started twice.")
tournaments.post_finish(evening.id, finish_input=models.FinishInput(abandon=True))
rows = tournaments.get_tournament_standings(evening.id).groups[0].rows
sys.stdout.write(json.dumps([[str(row.entrant), row.score] for row in rows]))
