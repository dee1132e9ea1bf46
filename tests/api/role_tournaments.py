"""Tournaments in every state, for the table of roles."""

from tests.api.clients import joined
from tests.builders.evenings_by_requests import Evening

TWO_STAGES = [{"format": "swiss", "rounds": 3, "qualify": 4}, {"format": "swiss", "rounds": 2}]
DRAFTED = "draft"  # a kind of request: to a draft of a tournament
DRAWN = "drawn"  # to a draft of a round
STATES = {
    "registration": "drafted",
    "start": "open",
    "entries": "empty",
    "entry-list": "empty",
    "seeds": "open",
    "check-in": "open",
    "return": "left",
    "stages": "staged",
    "qualification": "staged",
    "stage-annulment": "second",
    "tournament-reopening": "finished",
    "start-table": "evening",
    "decision": "cup",
    "bracket": "cup",
    "round-tables": "drawn",
    "publication": "drawn",
    **dict.fromkeys(("clock-pause", "clock-extension", "clock-removal"), "timed"),
    "clock-resumption": "paused",
}


class Tournaments:
    """One tournament in each state; the first entrant of each is the player *seated*."""

    def __init__(self, organiser, club, seated):
        self.seated, self.free = seated, joined(organiser, club, "Zoe")
        self.players = [seated, *(joined(organiser, club, name) for name in ("Ева", "Фёдор", "Grace"))]
        self.club = club

        def begun(preset="swiss", steps=("registration/", "start/"), **settings):
            evening = Evening(preset=preset, organiser=organiser, club=club, **settings)
            for player in self.players:
                evening.do("entries/", player=player)
            for step in steps:
                evening.do(step, **({"abandon": True} if step == "finish/" else {}))
            return evening

        self.found = {
            "drafted": begun(steps=()),
            "open": begun(steps=("registration/",)),
            "empty": Evening(preset="swiss", organiser=organiser, club=club),
            "left": begun(),
            "drawn": begun(steps=("registration/", "start/", "rounds/")),
            "played": begun(steps=("start/", "rounds/", "rounds/1/publication/")),
            "staged": begun(stages=TWO_STAGES),
            "second": begun(stages=TWO_STAGES),
            "finished": begun(steps=("start/", "finish/")),
            "evening": begun(preset="open", steps=("start/", "rounds/")),
            "timed": begun(steps=("start/", "rounds/", "rounds/1/publication/")),
            "paused": begun(steps=("start/", "rounds/", "rounds/1/publication/")),
            "cup": begun(preset="knock-out", steps=("start/", "rounds/", "rounds/1/publication/")),
        }
        cup = self.found["cup"]
        for table in cup.tables(1)[:1]:  # each wins a game
            cup.report_each(table, [(10, -10), (-10, 10)])
        self.found["empty"].do("registration/")
        for state in ("timed", "paused"):
            self.found[state].do("rounds/1/clock/", minutes=45)
        self.found["paused"].do("rounds/1/clock/pause/")
        self.found["left"].do(f"entries/{seated}/withdrawal/")
        self.found["second"].do("stages/", early=True)
        self.found["played"].do("penalties/", entrant=seated, points="1", reason="late")

    def asked(self, name, kind):
        """The tournament to which a request is sent."""
        state = {DRAFTED: "drafted", DRAWN: "drawn"}.get(kind) or STATES.get(name, "played")
        return self.found[state]

    def body(self, name, kind):
        tables = [self.players[:2], self.players[2:]]
        body = {
            "tournaments": {"club": self.club, "game": "rummikub", "name": "New", "preset": "evening"},
            "tournament-settings": {"name": "New", "reason": "A better one."},
            "stages": {"early": True},
            "qualification": {"early": True},
            "stage-annulment": {"reason": "Too early."},
            "finish": {"abandon": True},
            "tournament-reopening": {"reason": "One more."},
            "penalties": {"entrant": self.seated, "points": "1", "reason": "late"},
            "penalty-withdrawal": {"reason": "The tram."},
            "seeds": {"seeds": [{"entrant": self.seated, "seed": 1}]},
            "entries": {"player": self.free if kind == "other" else self.seated},
            "byes": {"rounds": [2], "worth": "zero"},
            "substitution": {"out": self.seated, "substitute": self.free},
            "start-table": {"entrants": self.players[:2]},
            "round-tables": {"groups": [{"tables": tables}]},
            "round-annulment": {"reason": "Fire."},
            "decision": {"reason": "Lot."},
            "guests": {"name": "Иван"},
            "tournament-dates": {"place": "Ладья"},
            "round-dates": {"until": "2026-12-06T23:59"},
            "table-dates": {"place": "Дом"},
            "clock": {"minutes": 45},
            "clock-extension": {"minutes": 5},
            "rounds": {"unfinished": True, "reason": "The last bus."},
        }.get(name, {})
        if name in ("tournament-settings", "round-tables"):
            body["revision"] = self.asked(name, kind).now()["revision"]
        elif name == "decision":
            body["order"] = self.level()
        return body

    def level(self):
        """The entrants at the first table of the knockout."""
        return [seat["entrant"] for seat in self.found["cup"].tables(1)[0]["seats"]]
