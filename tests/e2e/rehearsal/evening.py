"""The rehearsed evening: five rounds with everything that can happen at a club."""

import random
from collections.abc import Callable
from typing import Any

from tests.e2e.rehearsal.client import Client, Failed

ROUNDS = 5
FEWEST = 11  # players, so that there are tables of four for whoever leaves
GIVEN = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Emily", "Oliver", "Jack", "Zoë", "Łukasz", "Şule")


class Evening:
    """A club with players and a tournament at tables of three and four, run by one organiser."""

    def __init__(self, client: Client, players: int, seed: int, say: Callable[[str], None]) -> None:
        self.client = client
        self.say = say
        self.chance = random.Random(seed)
        self.names = [f"{GIVEN[number % len(GIVEN)]} {number // len(GIVEN) + 1}" for number in range(players + 1)]
        self.matches = self.games = 0
        client.sign_up()
        self.club: str = client.post("clubs/", {"name": "Генеральная репетиция"})["id"]
        ids = [client.post("players/", {"club": self.club, "name": name})["id"] for name in self.names]
        *self.field, self.late = ids
        settings = {"stages": [{"format": "swiss", "rounds": ROUNDS}], "check_in": True}
        draft = {"club": self.club, "game": "rummikub", "name": "Репетиция", "preset": "evening", "settings": settings}
        self.tournament: str = client.post("tournaments/", draft)["id"]

    def play(self) -> None:
        """Play the whole evening. Raises `Failed`."""
        self._act("registration/")
        for player in self.field:
            self._act("entries/", player=player)
            self._act(f"entries/{player}/check-in/")
        self._act("start/")
        self.say(f"{len(self.field)} players have entered and checked in.")
        self._first()
        self._second()
        self._third()
        self._fourth()
        self._fifth()
        self._act("finish/")
        self.say(f"Finished: {self.matches} matches with {self.games} games in {self.client.requests} requests.")

    def _first(self) -> None:
        tables = self._round(1)
        gone = self._large(tables)["seats"][0]["entrant"]
        self._act(f"entries/{gone}/withdrawal/", reason="no-show", no_show=True)
        self._report(tables)
        self.say("Round 1: one did not come; the others at that table played on.")

    def _second(self) -> None:
        self._act("entries/", player=self.late)
        self._act(f"entries/{self.late}/check-in/")
        self.second = self._round(2)
        self._report(self.second)
        self.say("Round 2: one came late.")

    def _third(self) -> None:
        tables = self._round(3)
        self.dropped = self._large(tables)["seats"][-1]["entrant"]
        self._act(f"entries/{self.dropped}/withdrawal/", reason="had to go")
        self._report(tables)
        self.say("Round 3: one dropped out after the round was published.")

    def _fourth(self) -> None:
        self._correct(self.second[0])
        wrong = self._round(4)
        self._report(wrong[:1])
        self._act("rounds/4/annulment/", reason="drawn without the correction")
        self._report(self._round(4))
        self.say("Round 4: a result of round 2 was corrected; the odd round was annulled, drawn anew and played.")

    def _fifth(self) -> None:
        self._act(f"entries/{self.dropped}/return/")
        self._report(self._round(5))
        self.say("Round 5: who had dropped out was back.")

    def _round(self, number: int) -> list[dict[str, Any]]:
        """Draw and publish a round, which nobody else may see before. Returns its tables."""
        drawn = self._act("rounds/")["round"]
        if drawn != number:
            raise Failed(f"Round {number} was to be drawn, and {drawn} was.")
        stranger = Client(self.client.url)
        address = f"tournaments/{self.tournament}/rounds/{number}/"
        try:
            stranger.get(address)
        except Failed:
            pass
        else:
            raise Failed(f"A stranger saw the draft of round {number}.")
        self._act(f"rounds/{number}/publication/")
        if not self.client.get(f"{address}verification/")["same"]:
            raise Failed(f"Round {number}, drawn once more, is another one.")
        tables: list[dict[str, Any]] = stranger.get(address)["tables"]
        if any(len(table["seats"]) not in (3, 4) for table in tables):
            raise Failed(f"Round {number} has tables that are neither of three nor of four.")
        return tables

    def _large(self, tables: list[dict[str, Any]]) -> dict[str, Any]:
        return next(table for table in tables if len(table["seats"]) == 4)

    def _report(self, tables: list[dict[str, Any]]) -> None:
        """Report every game of every table."""
        for table in tables:
            match = self.client.get(f"matches/{table['match']}/")
            revision, seats, self.matches = match["revision"], len(match["seats"]), self.matches + 1
            outcome = match["outcome"]
            for game in range(1, seats + 1):
                sent = {"revision": revision, "round": 1, "game": game, **self._result(seats)}
                done = self.client.post(f"matches/{match['id']}/result/", sent)
                revision, outcome, self.games = done["revision"], done["outcome"], self.games + 1
            if outcome != "confirmed":
                raise Failed(f"Match {match['id']} is {outcome} after {seats} games.")

    def _correct(self, table: dict[str, Any]) -> None:
        match = self.client.get(f"matches/{table['match']}/")
        known = match["results"][0]["points"]
        result = {"points": [*known[1:], known[0]], "reason": "out"}
        sent = {"revision": match["revision"], "round": 1, "game": 1, **result}
        self.client.refused(f"matches/{match['id']}/result/", sent, 409)
        self.client.post(f"matches/{match['id']}/result/", {**sent, "correction": "read in the wrong column"})

    def _result(self, seats: int) -> dict[str, Any]:
        """Points of a game in which one seat wins what the others have left."""
        left = [self.chance.randint(1, 60) for _ in range(seats)]
        winner = self.chance.randrange(seats)
        points = [-each for each in left]
        points[winner] = sum(left) - left[winner]
        return {"points": points, "reason": "out"}

    def _act(self, address: str, **body: Any) -> Any:
        return self.client.post(f"tournaments/{self.tournament}/{address}", body)
