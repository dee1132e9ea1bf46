"""The results of a match as its events left them: who stands by them, who objects, and what was ruled.

Of the service it shares nothing, so that a fault in how the service reads events is not repeated here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from games.engine import Score
from games.records.absent_seats import KEY as ABSENT
from games.records.absent_seats import absent_seats

Place: TypeAlias = tuple[int, int]  # round and game
Payload: TypeAlias = Mapping[str, Any]

OFFICIAL, SCRIBE = -1, -2  # voices that are no seats


class Result(NamedTuple):
    """The current result of a game. `voices`: who stands by it. `objections`: what else each objector claims, if known.

    `settled`: an official ruled on it.
    """

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: Mapping[str, str]
    voices: frozenset[int]
    objections: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]] | None]
    settled: bool = False

    @property
    def agreed(self) -> bool:
        return OFFICIAL in self.voices or len(self.voices) > 1

    def is_equal(self, points: Iterable[int], winners: Iterable[int]) -> bool:
        """Whether it gives these points and winners."""
        return (self.points, self.winners) == (tuple(points), tuple(winners))

    def add_voices(self, *voices: int) -> "Result":
        """The result with more who stand by it and so no longer object."""
        left = {seat: claim for seat, claim in self.objections.items() if seat not in voices}
        return self._replace(voices=self.voices.union(voices), objections=left)

    def add_objection(self, seat: int, claim: Payload | None) -> "Result":
        """The result with one more objection."""
        claimed = (tuple(claim["points"]), tuple(claim["winners"])) if claim else None
        return self._replace(voices=self.voices - {seat}, objections={**self.objections, seat: claimed})


@dataclass(slots=True)
class Results:
    """Every result, and how the match stands.

    `ruled`: for games with an adjusted score, what was reported or played, and the points that were ruled. `decision`
    is `forfeit` or `void`, for `reason`. `left`: seats that play no further game.
    """

    games: dict[Place, Result] = field(default_factory=dict)
    ruled: dict[Place, tuple[Result, tuple[int, ...]]] = field(default_factory=dict)
    ended: bool = False
    decision: str | None = None
    reason: str = ""
    absent: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()

    @property
    def scores(self) -> dict[Place, Score]:
        return {place: Score(each.points, each.winners, each.reason) for place, each in self.games.items()}

    def away(self, seats: int) -> frozenset[int]:
        """The seats that cannot win the match."""
        return self.left.union(*(absent_seats(each.extra, seats) for each in self.games.values()))

    def end_game(self, payload: Payload, *, dealt: bool) -> None:
        """Add what the moves of a game gave. *dealt*: by the service, which saw every move."""
        voice = OFFICIAL if dealt else SCRIBE
        self.games[place_of(payload)] = _result(payload, {}, voice)

    def report(self, payload: Payload) -> None:
        """Add a report, a correction, or another report of the same."""
        place, known = place_of(payload), self.games.get(place_of(payload))
        self.ruled.pop(place, None)
        by = SCRIBE if payload.get("imported") else _voice(payload)
        correction = payload.get("correction")
        if known is not None and correction is None and known.is_equal(payload["points"], payload["winners"]):
            self.games[place] = known.add_voices(by)
            return
        new = _result(payload, payload.get("extra", {}), by)
        if known is not None and by == OFFICIAL:
            new = new._replace(settled=known.settled)
        elif known is not None:
            claims = known.objections.items()
            same = [seat for seat, claim in claims if claim is not None and new.is_equal(*claim)]
            new = new._replace(objections=known.objections).add_voices(by, *same)
        self.games[place] = new

    def adjust(self, payload: Payload) -> None:
        """Give a game the points of a ruling."""
        place, known = place_of(payload), self.games.get(place_of(payload))
        points = tuple(payload["points"])
        extra = {} if known is None else {key: each for key, each in known.extra.items() if key == ABSENT}
        if known is not None:
            self.ruled[place] = self.ruled.get(place, (known, ()))[0], points
        reason = "" if known is None else known.reason
        self.games[place] = Result(points, tuple(payload["winners"]), reason, extra, frozenset({OFFICIAL}), {}, True)

    def confirm(self, payload: Payload) -> None:
        """Let a seat or an official stand by every result."""
        self.games = {place: each.add_voices(_voice(payload)) for place, each in self.games.items()}

    def contest(self, payload: Payload) -> None:
        """Add an objection to the games of its claims, else to all. Seats cannot contest what is settled."""
        claims = {place_of(claim): claim for claim in payload.get("claims", ())}
        for place, each in self.games.items():
            if (place in claims or not claims) and not (each.settled and payload["seat"] is not None):
                self.games[place] = each.add_objection(_voice(payload), claims.get(place))

    def settle(self, payload: Payload) -> None:
        """Let every result stand as it is."""
        for place, each in self.games.items():
            self.games[place] = each.add_voices(OFFICIAL)._replace(objections={}, settled=True)

    def drop(self, places: Iterable[Place]) -> None:
        """Forget the results of games that are to be played."""
        for place in places:
            self.games.pop(place, None)
            self.ruled.pop(place, None)
        self.ended = False

    def forfeit(self, payload: Payload) -> None:
        self.decision, self.reason, self.absent = "forfeit", payload["reason"], tuple(payload["seats"])

    def void(self, payload: Payload) -> None:
        self.decision, self.reason, self.absent = "void", payload["reason"], ()

    def reopen(self, payload: Payload) -> None:
        """Undo a forfeit or a void. Without one, a seat that left is back."""
        if self.decision is None:
            self.left = frozenset()
        self.decision, self.reason, self.absent = None, "", ()

    def leave(self, payload: Payload) -> None:
        """Let seats play no further game."""
        self.left = self.left.union(payload["seats"])

    @property
    def outcome(self) -> str:
        """How the match stands, in words."""
        if self.decision == "forfeit":
            return f"forfeited by {_seat_list(self.absent)}"
        if self.decision == "void":
            return "void: the match does not count"
        objectors = {seat for each in self.games.values() for seat in each.objections}
        if objectors:
            return f"contested by {_seat_list(objectors)}"
        if not self.ended:
            return "not over"
        settled = any(each.settled for each in self.games.values())
        if settled and all(each.agreed for each in self.games.values()):
            return "settled by an official"
        return "confirmed" if all(each.agreed for each in self.games.values()) else "reported, not confirmed"


def place_of(payload: Payload) -> Place:
    """Round and game of a payload that names them."""
    return payload["round"], payload["game"]


def _voice(payload: Payload) -> int:
    seat = payload.get("seat")
    return OFFICIAL if seat is None else int(seat)


def _result(payload: Payload, extra: Mapping[str, str], voice: int) -> Result:
    points, winners = tuple(payload["points"]), tuple(payload["winners"])
    return Result(points, winners, payload["reason"], extra, frozenset({voice}), {})


def _seat_list(seats: Iterable[int]) -> str:
    known = [f"seat {seat}" if seat >= 0 else "an official" for seat in sorted(seats)]
    return ", ".join(known) or "nobody"
