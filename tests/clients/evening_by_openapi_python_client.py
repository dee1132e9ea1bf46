"""An evening played with the client of openapi-python-client: `URL PASSWORD` in, the standings as JSON out."""

import importlib
import json
import pkgutil
import sys

import ludex_client
from ludex_client import models
from ludex_client.api.accounts import post_sign_in
from ludex_client.api.clubs import post_clubs
from ludex_client.api.matches import get_match, post_result
from ludex_client.api.players import post_players
from ludex_client.api.tournaments import (
    get_round,
    get_tournament_standings,
    post_entries,
    post_finish,
    post_publication,
    post_rounds,
    post_start,
    post_tournaments,
)

for module in pkgutil.walk_packages(ludex_client.__path__, "ludex_client."):
    importlib.import_module(module.name)

url, password = sys.argv[1:]
credentials = models.SignInInput(username="organiser", password=password)
signed = post_sign_in.sync(client=ludex_client.Client(url), body=credentials)
client = ludex_client.AuthenticatedClient(url, signed.token, timeout=60)
club = post_clubs.sync(client=client, body=models.ClubInput(name="Ладья"))
settings = models.SettingsInput(capacity=24, options=models.SettingsInputOptions.from_dict({"rounds": 1}))
draft = models.TournamentInput(club=club.id, game="rummikub", name="Осень", preset="evening", settings=settings)
evening = post_tournaments.sync(client=client, body=draft, idempotency_key="evening")
for name in ("Анна", "Boris", "Clara", "Dan"):
    player = post_players.sync(client=client, body=models.PlayerInput(club=club.id, name=name))
    post_entries.sync(evening.id, client=client, body=models.PlayerEntryInput(player=player.id))
post_start.sync(evening.id, client=client, body=models.StartInput())
drawn = post_rounds.sync(evening.id, client=client, body=models.DrawInput())
post_publication.sync(evening.id, drawn.round_, client=client, body=models.CommandInput())
(table,) = get_round.sync(evening.id, drawn.round_, client=client).tables
for game in range(1, 5):
    revision = get_match.sync(table.match, client=client).revision
    result = models.ResultInput(revision=revision, game=game, points=[30, -10, -10, -10], reason="out")
    post_result.sync(table.match, client=client, body=result)
refused = post_start.sync(evening.id, client=client, body=models.StartInput())
assert refused.code == "tournament.phase", refused
post_finish.sync(evening.id, client=client, body=models.FinishInput(abandon=True))
rows = get_tournament_standings.sync(evening.id, client=client).groups[0].rows
sys.stdout.write(json.dumps([[str(row.entrant), row.score] for row in rows]))
