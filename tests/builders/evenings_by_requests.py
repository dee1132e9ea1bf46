"""A tournament run by API requests."""

from tests.api.clients import API, founded, joined, signed_up

NAMES = ("Анна", "Boris", "Clara", "Dan", "Ева", "Фёдор", "Grace")


class Evening:
    """An organiser, a club and its draft tournament."""

    def __init__(self, game="rummikub", preset="evening", organiser=None, club=None, **settings):
        self.organiser = organiser or signed_up("organiser")
        self.club = club or founded(self.organiser)
        sent = {"club": self.club, "game": game, "name": "Осень", "preset": preset, "settings": settings}
        answer = self.organiser.post(f"{API}/tournaments/", sent, format="json")
        assert answer.status_code == 201, answer.content
        self.id = answer.json()["id"]
        self.address = f"{API}/tournaments/{self.id}/"
        self.names = {}

    def send(self, path, client=None, **sent):
        return (client or self.organiser).post(f"{self.address}{path}", sent, format="json")

    def do(self, path, **sent):
        """Run a command and return the response."""
        answer = self.send(path, **sent)
        assert answer.status_code == 201, (path, answer.content.decode())
        return answer.json()

    def get(self, path="", client=None, **asked):
        return (client or self.organiser).get(f"{self.address}{path}", asked)

    def now(self):
        return self.get().json()

    def enter(self, *names):
        """Add players with these names and enter them."""
        found = []
        for name in names:
            player = joined(self.organiser, self.club, name)
            found.append(self.do("entries/", player=player)["entrant"])
            self.names[player] = name
        return found

    def draw(self):
        """Draw and publish the next round and return its tables."""
        number = self.do("rounds/")["round"]
        self.do(f"rounds/{number}/publication/")
        return self.tables(number)

    def tables(self, number):
        return self.get(f"rounds/{number}/").json()["tables"]

    def report(self, table, winner=0):
        """Report every game of the table as won by one seat."""
        seats = len(self.organiser.get(f"{API}/matches/{table['match']}/").json()["seats"])
        points = tuple(10 * (seats - 1) if seat == winner else -10 for seat in range(seats))
        self.report_each(table, [points] * seats)

    def report_each(self, table, games):
        """Report the points of each game of the table."""
        address = f"{API}/matches/{table['match']}/"
        for game, points in enumerate(games, 1):
            revision = self.organiser.get(address).json()["revision"]
            sent = {"revision": revision, "game": game, "points": points, "reason": "out"}
            answer = self.organiser.post(f"{address}result/", sent, format="json")
            assert answer.status_code == 201, answer.content

    def scores(self, **asked):
        """Scores by entrant, best first."""
        rows = self.get("standings/", **asked).json()["groups"][0]["rows"]
        return {row["entrant"]: row["score"] for row in rows}
