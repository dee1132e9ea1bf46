"""Permissions: one table over every address and method, so that none can be added without an entry."""

from hashlib import sha256

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.urls import reverse
from rest_framework.test import APIClient

from api.urls import urlpatterns
from games.decks import default_deck
from games.registry import engine
from league.eventlog.projections import runner
from tests.api.clients import API, appoint, founded, joined, signed_up
from tests.api.role_appeals import Appeals
from tests.api.role_leagues import Leagues
from tests.api.role_tournaments import Tournaments
from tests.api.tables import DEAL, lines
from tests.paths import CASES

pytestmark = pytest.mark.django_db

# stranger: no role, no seat; seated: a player who has seat 0; elsewhere: an organiser of another club
WHO = ("nobody", "stranger", "seated", "scorekeeper", "arbiter", "organiser", "elsewhere")
METHODS = ("get", "post", "put", "patch", "delete")
ROLES = ("organiser", "arbiter", "scorekeeper")
TABLE = """
GET  schema               200 200 200 200 200 200 200
GET  docs                 200 200 200 200 200 200 200
POST sign-up              201 201 201 201 201 201 201
POST sign-in              200 200 200 200 200 200 200
POST sign-out             401 204 204 204 204 204 204
POST sign-out-everywhere  401 204 204 204 204 204 204
GET  me                   401 200 200 200 200 200 200
GET  own-access           401 200 200 200 200 200 200
GET  own-tokens           401 200 200 200 200 200 200
POST device               201 201 201 201 201 201 201
POST device-token         409 409 409 409 409 409 409
POST own-tokens           401 201 201 201 201 201 201
DELETE own-token          401 404 404 404 404 404 404
POST password             401 204 204 204 204 204 204
POST close-account        401 204 204 204 204 409 409
GET  root                 200 200 200 200 200 200 200
GET  games                200 200 200 200 200 200 200
GET  game                 200 200 200 200 200 200 200
GET  clubs                200 200 200 200 200 200 200
POST clubs                401 201 201 201 201 201 201
GET  club                 200 200 200 200 200 200 200
PATCH club                401 403 403 403 403 200 403
DELETE club               401 403 403 403 403 409 403
DELETE club+elsewhere     401 403 403 403 403 403 204
GET  roles                403 403 403 403 403 200 403
POST roles                401 403 403 403 403 202 403
GET  offers               403 403 403 403 403 200 403
GET  own-offers           401 200 200 200 200 200 200
GET  own-notices          401 200 200 200 200 200 200
POST own-calendar         401 201 201 201 201 201 201
DELETE own-calendar       401 204 204 204 204 204 204
PUT  own-notices          401 200 200 200 200 200 200
POST own-address          401 409 409 409 409 409 409
DELETE own-address        401 204 204 204 204 204 204
POST own-devices          401 409 409 409 409 409 409
DELETE own-device         401 204 204 204 204 204 204
POST confirm-address      409 409 409 409 409 409 409
POST offer                401 200 404 404 404 404 404
DELETE offer              401 204 403 403 403 204 403
DELETE role               401 403 403 403 204 204 403
DELETE role+own           401 204 204 204 204 409 204
POST people-import        401 403 403 403 403 200 403
POST people-import+now    401 403 403 403 403 201 403
GET  people-export        403 403 403 403 403 200 403
GET  club-export          403 403 403 403 403 409 403
GET  webhooks             403 403 403 403 403 200 403
GET  chats                403 403 403 403 403 200 403
POST chats                401 403 403 403 403 201 403
POST webhooks             401 403 403 403 403 201 403
PATCH webhook             401 403 403 403 403 200 403
POST webhook-secret       401 403 403 403 403 201 403
POST redelivery           401 403 403 403 403 404 403
DELETE webhook            401 403 403 403 403 204 403
POST ping                 401 403 403 403 403 201 403
GET  deliveries           403 403 403 403 403 200 403
GET  decks                200 200 200 200 200 200 200
POST decks                401 403 403 201 201 201 403
POST decks-check          401 200 200 200 200 200 200
GET  decks-house          200 200 200 200 200 200 200
POST deck-confirm         401 403 403 200 200 409 403
GET  players              200 200 200 200 200 200 200
POST players              401 403 403 201 201 201 403
POST players+account      401 403 403 403 403 201 403
GET  player               200 200 200 200 200 200 200
PATCH player              401 403 403 403 403 200 403
DELETE player             401 403 200 403 403 200 403
GET  player-access        403 403 200 403 403 200 403
GET  merge                200 200 200 200 200 200 200
POST merge                401 403 403 403 403 201 403
DELETE merge              401 403 403 403 403 409 403
POST invitation           401 403 403 403 403 201 403
DELETE invitation         401 403 403 403 403 204 403
POST accept               401 200 422 200 200 200 200
POST password-link        401 403 403 403 403 409 403
DELETE password-link      401 403 403 403 403 204 403
GET  password-links       403 403 403 403 403 200 403
POST new-password         409 409 409 409 409 409 409
DELETE player+other       401 403 403 403 403 200 403
GET  leagues              200 200 200 200 200 200 200
POST leagues              401 403 403 403 403 201 403
GET  league               200 200 200 200 200 200 200
GET  league-events        200 200 200 200 200 200 200
PATCH league              401 403 403 403 403 201 403
POST seasons              401 403 403 403 403 201 403
GET  season               200 200 200 200 200 200 200
PUT  season               401 403 403 403 403 201 403
POST season-events        401 403 403 403 403 201 403
POST detachment           401 403 403 403 403 201 403
POST divisions            401 403 403 403 403 201 403
GET  season-dates         200 200 200 200 200 200 200
PUT  season-dates         401 403 403 403 403 201 403
POST evenings             401 403 403 403 403 201 403
POST evening-move         401 403 403 403 403 201 403
POST evening-tournament   401 403 403 403 403 201 403
POST evening-cancellation 401 403 403 403 403 201 403
GET  season-table         200 200 200 200 200 200 200
GET  season-file          200 200 200 200 200 200 200
POST closing              401 403 403 403 403 201 403
POST season-reopening     401 403 403 403 403 201 403
GET  series               200 200 200 200 200 200 200
POST series               401 403 403 201 201 201 403
GET  standings            200 200 200 200 200 200 200
GET  matches              200 200 200 200 200 200 200
POST matches              401 403 201 201 201 201 403
POST matches+others       401 403 403 201 201 201 403
GET  match                200 200 200 200 200 200 200
GET  events               200 200 200 200 200 200 200
GET  match-feed           200 200 200 200 200 200 200
POST moves                401 403 201 403 403 403 403
POST moves+table          401 403 201 201 201 201 403
POST moves+nature         401 403 403 201 201 201 403
POST move-withdrawal      401 403 403 403 403 403 403
POST move-withdrawal+table 401 403 403 201 201 201 403
GET  contested            403 403 403 200 200 200 403
GET  contested+table      403 403 403 200 200 200 403
GET  contested+over       200 200 200 200 200 200 200
GET  advice               403 403 403 200 200 200 403
GET  advice+over          200 200 200 200 200 200 200
POST forks                403 403 403 200 200 200 403
POST forks+over           200 200 200 200 200 200 200
GET  appeals              200 200 200 200 200 200 200
POST appeals              401 403 201 201 201 201 403
GET  appeal               200 200 200 200 200 200 200
GET  appeal-picture       403 403 200 200 200 200 403
POST appeal-take          401 403 403 403 201 201 403
POST appeal-withdraw      401 403 201 403 403 403 403
POST appeal-rule          401 403 403 403 201 409 403
POST appeal-close         401 403 403 403 409 409 403
GET  rulings              200 200 200 200 200 200 200
POST rulings              401 403 403 403 201 201 403
GET  club-appeals         403 403 403 200 200 200 403
GET  position             200 200 200 200 200 200 200
GET  position+seat        403 403 200 403 403 403 403
GET  position+table       403 403 200 200 200 200 403
GET  legal                403 403 200 403 403 403 403
GET  legal+table          403 403 200 200 200 200 403
GET  result               200 200 200 200 200 200 200
POST result               401 403 201 201 201 201 403
POST confirmation         401 403 409 201 201 201 403
POST contest              401 403 201 201 201 201 403
POST settlement           401 403 403 201 201 201 403
POST forfeit              401 403 403 201 201 201 403
POST void                 401 403 403 201 201 201 403
POST reopening            401 403 403 201 201 201 403
POST effects              401 403 403 200 200 200 403
POST seats                401 403 403 201 201 201 403
POST seat-seed            401 403 403 403 403 403 403
DELETE seat-seed          401 403 403 409 409 409 403
POST seat-link            401 403 403 201 201 201 403
DELETE seat-link          401 403 403 409 409 409 403
POST level                401 403 201 201 201 201 403
POST record               401 403 403 201 201 201 403
GET  totals               200 200 200 200 200 200 200
GET  record               200 200 200 200 200 200 200
GET  fairness             409 409 409 409 409 409 409
GET  evidence             409 409 409 409 409 409 409
GET  checkpoints          200 200 200 200 200 200 200
GET  checkpoint-latest    409 409 409 409 409 409 409
GET  checkpoint           404 404 404 404 404 404 404
GET  checkpoint-consistency 200 200 200 200 200 200 200
GET  checkpoint-keys      200 200 200 200 200 200 200
GET  club-agenda          200 200 200 200 200 200 200
GET  club-checkpoints     200 200 200 200 200 200 200
GET  ratings              200 200 200 200 200 200 200
GET  ratings-file         200 200 200 200 200 200 200
GET  rating-history       200 200 200 200 200 200 200
POST records              401 403 403 201 201 201 403
GET  tournament-presets   200 200 200 200 200 200 200
GET  tournaments          200 200 200 200 200 200 200
POST tournaments          401 403 403 403 403 201 403
GET  tournament           200 200 200 200 200 200 200
GET  tournament+draft     404 404 404 200 200 200 404
GET  tournament-feed      200 200 200 200 200 200 200
GET  tournament-feed+draft 404 404 404 200 200 200 404
GET  tournament-events    200 200 200 200 200 200 200
GET  tournament-events+draft 404 404 404 200 200 200 404
POST tournament-settings  401 403 403 403 403 201 403
POST tournament-settings+draft 401 404 404 403 403 201 404
POST registration         401 404 404 403 403 201 404
POST start                401 403 403 403 403 201 403
POST stages               401 403 403 403 403 201 403
GET  qualification        200 200 200 200 200 200 200
GET  qualification+draft  404 404 404 200 200 200 404
POST qualification        401 403 403 403 403 201 403
POST stage-annulment      401 403 403 403 403 201 403
POST finish               401 403 403 403 403 201 403
POST tournament-reopening 401 403 403 403 403 201 403
POST penalties            401 403 403 403 403 201 403
POST penalty-withdrawal   401 403 403 403 403 201 403
POST seeds                401 403 403 403 403 201 403
POST tournament-reports   401 403 403 403 403 422 403
GET  round-file           200 200 200 200 200 200 200
POST result-sheet         401 403 403 422 422 422 403
POST entry-list           401 403 403 403 403 200 403
POST entry-list+now       401 403 403 403 403 201 403
POST entries              401 403 201 403 403 201 403
POST entries+other        401 403 403 403 403 201 403
POST check-in             401 403 201 201 201 201 403
POST guests               401 403 409 403 403 403 403
POST byes                 401 403 201 201 201 201 403
POST withdrawal           401 403 201 201 201 201 403
POST return               401 403 201 201 201 201 403
POST substitution         401 403 403 403 403 201 403
POST start-table          401 403 201 201 201 201 403
POST rounds               401 403 403 403 403 201 403
GET  round                200 200 200 200 200 200 200
GET  round+drawn          404 404 404 404 404 200 404
POST round-tables         401 403 403 403 403 201 403
POST decision             401 403 403 403 403 201 403
POST publication          401 403 403 403 403 201 403
POST round-annulment      401 403 403 403 403 201 403
GET  tournament-dates     200 200 200 200 200 200 200
GET  tournament-dates+draft 404 404 404 200 200 200 404
POST tournament-dates     401 403 403 403 403 201 403
POST round-dates          401 403 403 403 403 201 403
POST table-dates          401 403 403 403 403 201 403
POST clock                401 403 403 403 403 201 403
POST clock-pause          401 403 403 403 403 201 403
POST clock-resumption     401 403 403 403 403 201 403
POST clock-extension      401 403 403 403 403 201 403
POST clock-removal        401 403 403 403 403 201 403
GET  verification         200 200 200 200 200 200 200
GET  verification+drawn   404 404 404 404 404 200 404
GET  tournament-standings 200 200 200 200 200 200 200
GET  tournament-standings+draft 404 404 404 200 200 200 404
GET  tournament-places    200 200 200 200 200 200 200
GET  tournament-places+draft 404 404 404 200 200 200 404
GET  explained            200 200 200 200 200 200 200
GET  explained+draft      404 404 404 404 404 404 404
GET  tournament-file      200 200 200 200 200 200 200
GET  tournament-file+draft 404 404 404 200 200 200 404
GET  standings-file       200 200 200 200 200 200 200
GET  standings-file+draft 404 404 404 200 200 200 404
GET  bracket              200 200 200 200 200 200 200
GET  bracket+draft        404 404 404 200 200 200 404
GET  crosstable           200 200 200 200 200 200 200
GET  crosstable+draft     404 404 404 200 200 200 404
"""
ROWS = {" ".join(line.split()[:2]): tuple(map(int, line.split()[2:])) for line in TABLE.strip().splitlines()}
LIST = "name;note\nDan;jr.\n"
LIST_HASH = sha256(b"utf-8\n" + LIST.encode()).hexdigest()
SHEET = {"result", "confirmation", "contest", "settlement", "forfeit", "void", "reopening", "seats", "level", "record"}
SHEET |= {"effects"}
RESULTS = "round;player\n1;Anna\n"  # without the columns that it needs
FILES = {
    "round-file": "results.csv",
    "tournament-file": "crosstable.xlsx",
    "season-file": "season.ods",
    "ratings-file": "ratings.csv",
}
STAGES = {"confirmation": "reported", "contest": "reported", "settlement": "reported", "reopening": "voided"}
RECORD = "ludex: 1\ngame: rummikub\nrules: 1\nlog: score\nseats: 2\n\n== 1.1\npoints: 5 -5\nreason: out\n"


class House:
    """A club with every role, a match of every kind, and how each request is made."""

    def __init__(self):
        organiser = signed_up("organiser")
        self.club = founded(organiser)
        self.clients = {"nobody": APIClient(), "organiser": organiser}
        self.clients |= {name: signed_up(name) for name in WHO if name not in self.clients}
        for role in ("scorekeeper", "arbiter"):
            appoint(organiser, self.club, role, role)
        self.elsewhere = founded(self.clients["elsewhere"], "Rook")
        self.offer = self._offer(organiser, "stranger")
        seated = joined(organiser, self.club, "Анна", self.clients["seated"])
        self.others = [joined(organiser, self.club, name) for name in ("Boris", "Clara")]
        self.players = [seated, self.others[0]]
        self.double = joined(organiser, self.club, "Clara C.")
        address_ = f"{API}/players/{self.others[1]}/invitation/"
        self.tournaments = Tournaments(organiser, self.club, seated)
        self.token = self._did(organiser.post(address_)).json()["token"]
        sent = {"club": self.club, "game": "rummikub", "name": "Осень"}
        self.series = self._did(organiser.post(f"{API}/series/", sent, format="json")).json()["id"]
        self.box = default_deck(engine("the_game_extreme").decks).manifest()
        sent = {"club": self.club, "game": "the_game_extreme", "manifest": self.box}
        self.deck = self._did(organiser.post(f"{API}/decks/", sent, format="json")).json()
        sent = {"url": "https://club.example/hook", "kinds": ["match.ended"]}
        address_ = f"{API}/clubs/{self.club}/webhooks/"
        self.webhook = self._did(organiser.post(address_, sent, format="json")).json()["id"]
        self.leagues = Leagues(organiser, self.club)
        self.matches = {"dealt": self._dealt_to_seat_0()}
        self.matches["score"] = self._match(level="score")
        self.matches["reported"] = self._match(level="score")
        for game in (1, 2):  # by seat 0
            sent = {"revision": game, "game": game, "points": [5, -5], "reason": "out"}
            address_ = f"{API}/matches/{self.matches['reported']}/result/"
            self._did(self.clients["seated"].post(address_, sent, format="json"))
        self.matches["voided"] = self._match(level="score")
        sent = {"revision": 1, "reason": "Fire."}
        self._did(organiser.post(f"{API}/matches/{self.matches['voided']}/void/", sent, format="json"))
        self.matches["undealt"] = self._match(dealing="table")
        self.matches["table"] = self._match(dealing="table")
        sent = {"revision": 2, "moves": lines(DEAL)}
        self._did(organiser.post(f"{API}/matches/{self.matches['table']}/moves/", sent, format="json"))
        over = (CASES / "toy_story_4-20-whole-game-2p.rec").read_text()
        address_ = f"{API}/records/?club={self.club}"
        answer = self._did(organiser.generic("POST", address_, over, content_type="text/plain"))
        self.matches["over"] = answer.json()["id"]
        self.appeals = Appeals(self)
        runner.catch_up_all()

    def _offer(self, organiser, username):
        """The id of the offer of a role."""
        sent = {"username": username, "role": "arbiter"}
        self._did(organiser.post(f"{API}/clubs/{self.club}/roles/", sent, format="json"))
        return organiser.get(f"{API}/clubs/{self.club}/offers/").json()[-1]["id"]

    @staticmethod
    def _did(answer):
        assert answer.status_code < 300, answer.content
        return answer

    def _match(self, **more):
        sent = {"club": self.club, "game": "rummikub", "seats": self.players, **more}
        return self._did(self.clients["organiser"].post(f"{API}/matches/", sent, format="json")).json()["id"]

    def _dealt_to_seat_0(self):
        """A match that the service deals, in which seat 0 is on turn; who starts is up to chance."""
        while True:
            match = self._match()
            if self.clients["nobody"].get(f"{API}/matches/{match}/").json()["turn"] == [0]:
                return match

    def ask(self, row, who):
        """The response status of a row's request for *who*. Its changes are rolled back."""
        method, _, name = row.partition(" ")
        name, _, kind = name.partition("+")
        given = self.given(method, name, kind, who)
        with transaction.atomic():
            client = self.clients[who]
            if method == "GET":
                answer = client.get(address(name, given), self.query(name, kind))
            elif name in ("records", "record"):
                query = f"club={self.club}" if name == "records" else "revision=1"
                path = f"{address(name, given)}?{query}"
                answer = client.generic("POST", path, RECORD, content_type="text/plain")
            elif name == "result-sheet":
                answer = client.generic("POST", address(name, given), RESULTS, content_type="text/csv")
            elif name == "tournament-reports":
                path = f"{address(name, given)}?game=rummikub"
                answer = client.generic("POST", path, "001 x", content_type="text/plain")
            else:
                send = getattr(client, method.lower())
                path = address(name, given) + (f"?preview=false&content={LIST_HASH}" if kind == "now" else "")
                answer = send(path, self.body(method, name, kind), format="json")
            transaction.set_rollback(True)
        return answer.status_code

    def given(self, method, name, kind="", who="organiser"):
        """The values for the parts of the address."""
        match = self.matches[{"table": "table", "nature": "undealt", "over": "over"}.get(kind, "dealt")]
        match = self.matches[STAGES.get(name, "score")] if method == "POST" and name in SHEET else match
        given = {"slug": "rummikub", "game": "the_game_extreme", "club_id": self.club, "series_id": self.series}
        given |= {"match_id": match, "deck_id": self.deck["id"], "role": "arbiter"}
        given |= {"player_id": self.others[0] if kind == "other" or name == "invitation" else self.players[0]}
        given |= {"player_id": self.double} if name == "merge" else {}
        given |= {"account_id": self.account("arbiter")}
        given |= {"tournament_id": self.tournaments.asked(name, kind).id, "entrant": self.players[0]}
        given |= {"number": 1, "table": 1, "revision": 3, "beginning": "0123456789", "size": 1, "seat": 1}
        given |= {"webhook_id": self.webhook, "offer_id": self.offer, "device_id": self.club, "message": self.club}
        given |= {"club_id": self.elsewhere} if kind == "elsewhere" else {}
        given |= {"name": FILES.get(name)}
        given |= self.leagues.given(name)
        given |= self.appeals.given(name, self.matches["dealt"])
        if kind == "own" and who != "nobody":
            given |= {"account_id": self.account(who), "role": who if who in ROLES else "arbiter"}
        return given

    def query(self, name, kind):
        if name in ("tournament-presets", "ratings", "ratings-file", "rating-history"):
            player = {"player": self.players[0]} if name == "rating-history" else {}
            return {"game": "rummikub", **player}
        if name == "checkpoint-consistency":
            return {"first": 0, "second": 1}
        return {"seat": 0} if name == "legal" or kind in ("seat", "table") else {}

    def account(self, who):
        return str(get_user_model().objects.get(username=who).pk)

    def body(self, method, name, kind):
        account = {"username": "stranger", "password": "correct horse battery"}
        opening = {"club": self.club, "game": "rummikub", "seats": self.others if kind else self.players}
        player = {"club": self.club, "name": "Dan", **({"username": "stranger"} if kind else {})}
        move = {"": (3, "0 draw"), "table": (3, "0 draw"), "nature": (2, DEAL)}[kind if name == "moves" else ""]
        box = {"game": "the_game_extreme", "manifest": self.box}
        return (
            {
                "sign-up": {**account, "username": "new"},
                "sign-in": account,
                "password": {"old": "correct horse battery", "new": "correct horse staple"},
                "close-account": {"password": "correct horse battery"},
                "clubs": {"name": "New"},
                "club": {"zone": "Europe/Moscow"},
                "roles": {"username": "stranger", "role": "organiser"},
                "decks": {**box, "club": self.club},
                "decks-check": box,
                "deck-confirm": {"hash": self.deck["hash"]},
                "people-import": {"csv": LIST},
                "entry-list": {"csv": LIST},
                "accept": {"token": self.token},
                "new-password": {"token": "spent", "password": "correct horse staple"},
                "players": player,
                "merge": {"kept": self.others[1]},
                "chats": {"app": "slack", "url": "https://slack.example/services/T/B/X", "news": ["results"]},
                "webhooks": {"url": "https://club.example/other", "kinds": ["match.ended"]},
                "own-notices": {"language": "en", "mail": [], "push": []},
                "own-address": {"address": "anna@mail.example"},
                "own-devices": {"endpoint": "https://push.example/1", "p256dh": "B", "auth": "A"},
                "confirm-address": {"token": "forged"},
                "player": {"name": "Dan"} if method == "PATCH" else None,
                "series": {"club": self.club, "game": "rummikub", "name": "New"},
                "matches": opening,
                "forks": {"revision": 3, "moves": []},
                "own-tokens": {"name": "Script", "scope": "read"},
                "device": {"name": "Script", "scope": "read"},
                "device-token": {"device_code": "unknown"},
                "seat-seed": {"commitment": "00" * 32},
                "moves": {"revision": move[0], "moves": lines(move[1])},
                "move-withdrawal": {"revision": 3},
                "result": {"revision": 1, "points": [5, -5], "reason": "out"},
                "confirmation": {"revision": 4},
                "contest": {"revision": 4, "reason": "No."},
                "settlement": {"revision": 4, "reason": "Yes."},
                "forfeit": {"revision": 1, "seats": [0], "reason": "Late."},
                "void": {"revision": 1, "reason": "Fire."},
                "reopening": {"revision": 2, "reason": "It was nothing."},
                "effects": {"decision": "void", "revision": 1, "reason": "Fire."},
                "seats": {"revision": 1, "seats": self.others, "reason": "Ill."},
                "level": {"revision": 1, "level": "open"},
            }.get(name)
            or self.leagues.body(name)
            or self.appeals.body(name)
            or self.tournaments.body(name, kind)
        )


def address(name, given):
    """The address with this name, filled in from *given*."""
    (pattern,) = (pattern for pattern in urlpatterns if pattern.name == name)
    return reverse(f"api:{name}", kwargs={key: given[key] for key in pattern.pattern.converters})


def test_every_method_of_every_address_is_in_the_table():
    methods = {
        f"{method.upper()} {pattern.name}"
        for pattern in urlpatterns
        for method in METHODS
        if hasattr(pattern.callback.view_class, method)
    }

    assert {row.partition("+")[0] for row in ROWS} == methods


def test_everybody_may_do_exactly_what_the_table_says():
    house = House()

    found = {row: tuple(house.ask(row, who) for who in WHO) for row in ROWS}

    assert found == ROWS


def test_every_address_lists_its_methods():
    house = House()

    for pattern in urlpatterns:
        answer = house.clients["organiser"].options(address(pattern.name, house.given("GET", pattern.name)))
        methods = {each for each in METHODS if hasattr(pattern.callback.view_class, each)}
        methods |= {"head"} if "get" in methods else set()

        assert answer.status_code == 204
        assert set(answer.headers["Allow"].lower().split(", ")) == {"options", *methods}


def test_head_matches_get_in_every_response_format():
    house = House()
    organiser = house.clients["organiser"]
    readable = [pattern.name for pattern in urlpatterns if hasattr(pattern.callback.view_class, "get")]

    heads, gets = {}, {}
    for name in readable:
        path, query = address(name, house.given("GET", name)), house.query(name, "")
        for accept in (None, "application/json", "text/plain", "text/csv", "text/html", "image/webp", "image/png"):
            headers = {} if accept is None else {"Accept": accept}
            head = organiser.head(path, query, headers=headers)
            get = organiser.get(path, query, headers=headers)
            heads[name, accept] = head.status_code, head.headers["Content-Type"]
            gets[name, accept] = get.status_code, get.headers["Content-Type"]

    assert heads == gets
    assert {asked for asked, (status, _) in gets.items() if status >= 500} == set()
