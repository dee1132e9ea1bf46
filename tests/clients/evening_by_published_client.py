"""An evening played with the published Python client, whose answers get lost: `URL PASSWORD` in, what it saw out."""

import importlib
import json
import pkgutil
import sys

import httpx
from ludex_client import Ludex, Refused, core

for module in pkgutil.walk_packages(core.__path__, f"{core.__name__}."):
    importlib.import_module(module.name)


class Lossy(httpx.BaseTransport):
    """Loses the answer to every third write."""

    def __init__(self):
        self.inner, self.writes = httpx.HTTPTransport(), 0

    def handle_request(self, request):
        answer = self.inner.handle_request(request)
        self.writes += request.method == "POST"
        if request.method == "POST" and self.writes % 3 == 0:
            answer.read()
            raise httpx.ReadError("The answer was lost.")
        return answer


url, password = sys.argv[1:]
ludex = Ludex.sign_in(url, "organiser", password, transport=Lossy())
club = ludex.club("Клуб «Ладья»")
evening = club.tournament("Осень")
evening.open_registration()
for name in ("Анна", "Boris", "Clara", "Dan"):
    evening.enter(club.add_player(name))
evening.start()
drawn = evening.draw()
outcomes = [evening.result(table=1, racks=[0, 12, 7, 31]) for _ in range(3)]
outcomes.append(evening.result(table=1, points=[30, -10, -10, -10]))
try:
    evening.start()
except Refused as refused:
    outcomes.append(refused.code)
kinds = []
stranger = Ludex(url)
for event in stranger.tournament(evening.id).feed():
    kinds.append(event["kind"])
    if event["kind"] == "round.published":
        evening.finish(abandon=True)
    if event["kind"] == "tournament.finished":
        break
ludex.found_club("Другой").create_tournament("Зима", game="rummikub", preset="swiss", settings={"capacity": 24})
seen = {
    "round": drawn,
    "players": sorted(each.name for each in club.players()),
    "outcomes": outcomes,
    "entered": kinds.count("entrant.entered"),
    "scores": [row.score for row in evening.standings()],
}
sys.stdout.write(json.dumps(seen))
