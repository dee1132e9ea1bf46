"""A league with seasons in every state, for the table of roles."""

from uuid import UUID

from django.contrib.auth import get_user_model

from league.common.actor import Actor
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.api.clients import API
from tests.builders.evenings import preset

RULES = {"points": [12, 10, "1/2"], "divisions": [{"name": "A"}, {"name": "B", "capacity": 8}], "promote": 1}


class Leagues:
    """A league with an open season, in which one of two tournaments counts, and a closed one."""

    def __init__(self, organiser, club):
        self.club = club
        sent = {"club": club, "name": "Лига", "game": "rummikub"}
        self.id = self._did(organiser.post(f"{API}/leagues/", sent, format="json"))["id"]
        user = get_user_model().objects.get(username=organiser.username)
        actor = Actor(user.pk, frozenset(), {club: frozenset({"organiser"})})
        self.attached, self.free = (
            tournament_lifecycle.create(
                club_id=UUID(club), name="Вечер", game="rummikub", settings=preset("rummikub", "evening"), actor=actor
            ).id
            for _ in range(2)
        )
        for number in (1, 2):
            path = f"{API}/leagues/{self.id}/seasons/"
            self._did(organiser.post(path, {"name": str(number), "rules": RULES}, format="json"))
        self._did(organiser.post(f"{path}1/evenings/", {"starts": "2026-12-01T19:00"}, format="json"))
        self._did(organiser.post(f"{path}1/events/", {"tournament": self.attached}, format="json"))
        self._did(organiser.post(f"{path}2/closing/", {"small": True}, format="json"))

    @staticmethod
    def _did(answer):
        assert answer.status_code == 201, answer.content
        return answer.json()

    def given(self, name):
        """The values that fill in the addresses of leagues."""
        number = 2 if name == "season-reopening" else 1
        found = {"league_id": self.id}
        if name in (
            "season",
            "season-events",
            "season-dates",
            "evenings",
            "divisions",
            "season-table",
            "season-file",
            "closing",
            "season-reopening",
        ):
            found |= {"number": number}
        if name in ("evening-move", "evening-tournament", "evening-cancellation"):
            found |= {"number": number, "evening": 1}
        if name == "detachment":
            found |= {"number": number, "tournament_id": self.attached}
        return found

    def body(self, name):
        return {
            "leagues": {"club": self.club, "name": "New", "game": "rummikub"},
            "league": {"name": "New"},
            "seasons": {"name": "2027"},
            "season": {"name": "2026/27", "rules": RULES, "reason": "A better name."},
            "season-events": {"tournament": self.free},
            "detachment": {"reason": "Rained out."},
            "divisions": {"members": [[], []]},
            "closing": {"early": True, "small": True},
            "season-dates": {"first": "2026-09-01", "last": None},
            "evenings": {"starts": "2026-12-08T19:00", "repeat": "weekly", "until": "2026-12-31"},
            "evening-move": {"starts": "2026-12-02T19:00", "reason": "Concert."},
            "evening-cancellation": {"reason": "Flood."},
            "season-reopening": {"reason": "It was wrong."},
        }.get(name, {})
