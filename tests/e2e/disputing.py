"""An evening on which a joker is in dispute: four players in pairs, one official, everything by requests.

Boris frees a joker from a group of three by one of the two colours that it could stand for. The tournament was set up
without the house's rule that both are needed, so the service took the move. Boris wins, the second round is published,
Anna appeals.
"""

import base64
import io
import json
import urllib.error
import urllib.request
import uuid
from typing import Any

from PIL import Image, ImageDraw

from games.records.reader import read
from games.records.record import GameRecord
from tests.paths import ROOT
from tests.waiting import LONGEST, until

FOLDER = ROOT / "tests" / "e2e" / "dispute"
PASSWORD = "correct horse battery"
CONTESTED = "play -k12,r12,o12,J -b13,r13,J +r9,r10,J +k12,r12,J +k13,b13,r13 +o11,o12,o13"
HOUSE_RULE = "The rules on our wall, number 4: a joker in a group of three is freed by both colours."
STATEMENT = "Boris took the joker from 13 13 J with the black 13 alone. Our house asks for both colours."
SETTINGS = {
    "sizes": [2],
    "preferred": 2,
    "stages": [{"format": "swiss", "rounds": 2}],
    "level": "full",
    "dealing": "table",
}


class Person:
    """Somebody with an account."""

    def __init__(self, url: str, username: str) -> None:
        self.url, self.username, self.token = f"{url}/api/v1/", username, ""
        account = {"username": self.username, "password": PASSWORD}
        self.post("sign-up/", account)
        self.token = self.post("sign-in/", account)["token"]

    def get(self, address: str) -> Any:
        return json.loads(self.raw("GET", address))

    def post(self, address: str, sent: object = None) -> Any:
        return json.loads(self.raw("POST", address, sent) or b"null")

    def refused(self, address: str, sent: object = None) -> tuple[int, str]:
        """Status and code of a refusal."""
        try:
            self.raw("POST" if sent is not None else "GET", address, sent)
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())["code"]
        raise AssertionError(f"{address} was not refused.")

    def raw(self, method: str, address: str, sent: object = None) -> bytes:
        data = None if sent is None else json.dumps(sent).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": "en"}
        headers |= {"Authorization": f"Token {self.token}"} if self.token else {}
        asked = urllib.request.Request(self.url + address, data, headers, method=method)
        with urllib.request.urlopen(asked, timeout=LONGEST) as answer:
            return answer.read()


class Evening:
    """The club, the tournament, and the match in dispute; each method is a step of the evening."""

    def __init__(self, url: str, *, suffix: str | None = None) -> None:
        """A *suffix* makes the names of accounts unique."""
        more = f"-{uuid.uuid4().hex[:6]}" if suffix is None else suffix
        self.olga, self.anna, self.boris = (Person(url, f"{name}{more}") for name in ("olga", "anna", "boris"))
        self.club = self.olga.post("clubs/", {"name": "The Rook"})["id"]
        self.players = {
            name: self.olga.post("players/", {"club": self.club, "name": name, **account})["id"]
            for name, account in (
                ("Anna", {"username": self.anna.username}),
                ("Boris", {"username": self.boris.username}),
                ("Clara", {}),
                ("Dan", {}),
            )
        }
        for person in (self.anna, self.boris):
            for offer in person.get("me/offers/"):
                person.post(f"offers/{offer['id']}/", {})
        draft = {"club": self.club, "game": "rummikub", "name": "Autumn evening", "preset": "evening"}
        self.tournament = self.olga.post("tournaments/", {**draft, "settings": SETTINGS})["id"]
        for player in self.players.values():
            self.run("entries/", {"player": player})
        self.run("start/", {})
        self.draw()
        ours = {self.players["Anna"], self.players["Boris"]}
        tables = self.tables(1)
        if not any({seat["entrant"] for seat in table["seats"]} == ours for table in tables):
            self.arrange()
            tables = self.tables(1)
        for table in tables:
            if {seat["entrant"] for seat in table["seats"]} == ours:
                self.match, first = table["match"], table["seats"][0]["entrant"]
            else:
                self.other = table["match"]
        self.seat = {"Anna": 0, "Boris": 1}
        if first != self.players["Anna"]:
            seats = [self.players["Anna"], self.players["Boris"]]
            self.command("seats/", {"seats": seats, "reason": "They sat down the other way round."})

    def run(self, address: str, sent: dict[str, Any]) -> Any:
        return self.olga.post(f"tournaments/{self.tournament}/{address}", sent)

    def draw(self) -> int:
        number: int = self.run("rounds/", {})["round"]
        self.run(f"rounds/{number}/publication/", {})
        return number

    def arrange(self) -> None:
        """Draw the first round again, with Anna and Boris at one table."""
        self.run("rounds/1/annulment/", {"reason": "Anna and Boris have a bet."})
        self.run("rounds/", {})
        names = self.players
        groups = [{"tables": [[names["Anna"], names["Boris"]], [names["Clara"], names["Dan"]]]}]
        revision = self.olga.get(f"tournaments/{self.tournament}/")["revision"]
        self.run("rounds/1/tables/", {"revision": revision, "groups": groups, "reason": "A bet."})
        self.run("rounds/1/publication/", {})

    def tables(self, number: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.olga.get(f"tournaments/{self.tournament}/rounds/{number}/")["tables"]
        return found

    def pairs(self, number: int) -> set[frozenset[str]]:
        """The pairings of a round, by name."""
        return {frozenset(seat["name"] for seat in table["seats"]) for table in self.tables(number)}

    def revision(self, match: str | None = None) -> int:
        revision: int = self.olga.get(f"matches/{match or self.match}/")["revision"]
        return revision

    def command(self, address: str, sent: dict[str, Any], who: Person | None = None, match: str | None = None) -> Any:
        given = {"revision": self.revision(match), **sent}
        return (who or self.olga).post(f"matches/{match or self.match}/{address}", given)

    def play(self, games: list[GameRecord], *, after: int = 0) -> None:
        """Write down games, the first one from move number *after*."""
        for game in games:
            moves = [{"seat": ply.seat, "move": ply.move} for ply in game.plies[after:]]
            self.command("moves/", {"moves": moves})
            after = 0

    def report_other(self) -> None:
        """Report that Clara narrowly beats Dan twice."""
        self.command("level/", {"level": "score"}, match=self.other)
        clara = self.olga.get(f"matches/{self.other}/")["seats"][0]["player"] == self.players["Clara"]
        for game in (1, 2):
            points = [3, -3] if clara else [-3, 3]
            self.command("result/", {"game": game, "points": points, "reason": "out"}, match=self.other)

    def contested(self) -> int:
        """The revision of the contested move."""
        events = self.olga.get(f"matches/{self.match}/events/?limit=1000")
        [found] = [each["revision"] for each in events if each["payload"].get("move") == CONTESTED]
        return int(found)

    def appeal(self, revision: int) -> str:
        picture = base64.b64encode(table_photo()).decode()
        sent = {"contested": revision, "statement": STATEMENT, "picture": picture}
        appeal: str = self.command("appeals/", sent, self.anna)["appeal"]
        return appeal

    def waiting(self) -> list[str]:
        """The club's pending appeals."""
        return [each["id"] for each in self.olga.get(f"clubs/{self.club}/appeals/")["results"]]

    def signed(self) -> bool:
        """Whether a checkpoint covers the whole match in dispute."""
        try:
            self.olga.raw("GET", f"matches/{self.match}/evidence/")
        except urllib.error.HTTPError as error:
            if error.code != 409:
                raise
            return False
        return True

    def standings(self) -> list[tuple[int, str]]:
        """Ranks and names, once the worker has caught up."""
        address = f"tournaments/{self.tournament}/standings/"
        until(lambda: self.olga.get(address).get("current", True), "up to date")
        return [(row["rank"], row["name"]) for row in self.olga.get(address)["groups"][0]["rows"]]


def games(name: str) -> list[GameRecord]:
    """The games of a record of the dispute: `as-played` or `after-the-ruling`."""
    return list(read((FOLDER / f"{name}.rec").read_bytes()).games)


def table_photo() -> bytes:
    """Anna's photograph: three tiles."""
    image = Image.new("RGB", (360, 160), "#3b6b4c")
    draw = ImageDraw.Draw(image)
    for number, (text, colour) in enumerate((("13", "#1b5fae"), ("13", "#b3261e"), ("J", "#222222"))):
        left = 30 + 105 * number
        draw.rounded_rectangle((left, 20, left + 90, 140), 10, fill="#f6eeda")
        draw.text((left + 45, 80), text, fill=colour, anchor="mm", font_size=44)
    out = io.BytesIO()
    image.save(out, "JPEG")
    return out.getvalue()
