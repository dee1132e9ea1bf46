"""What can be changed before play: who sits at the table, and how the match is recorded."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from games.engine import Level
from games.errors import Phrase
from league.common.text import tidy
from league.errors import Unknown
from league.matches.domain.events import LevelChosen, SeatsChanged
from league.matches.domain.match import Course, Match, require_unruled
from league.matches.errors import BadOption, MatchBegan, MatchIsOver, NothingChanged, SeatHasLeft


def change_seats(
    now: Match, *, seats: Sequence[str | None], absent: Sequence[str], reason: str, seed: bytes | None
) -> Course:
    """Seat others, or fewer: before play anybody; in a match kept by results alone a substitute at any time.

    With another number of seats the game begins anew, dealt again from *seed* where the service deals. RuleViolation if
    the game cannot be played with so many, Unknown if somebody who is *absent* does not leave a seat, SeatHasLeft if
    somebody would sit where one has left.
    """
    require_unruled(now)
    if tuple(seats) == now.opened.seats:
        raise NothingChanged()
    if now.over:
        raise MatchIsOver()
    for player in absent:
        if player not in now.opened.seats or player in seats:
            raise Unknown(kind=Phrase("player who left a seat of this match"), id=player)
    same = len(seats) == now.table.seats
    if now.began or ((now.scores or now.sheet.left) and not same):
        raise MatchBegan()
    for seat in now.sheet.left:
        if seats[seat] != now.opened.seats[seat]:
            raise SeatHasLeft(seat=seat)
    now.rules.setup(replace(now.table, seats=len(seats)))
    course = Course(now, seed)
    course.add(SeatsChanged(tuple(seats), tidy(reason), tuple(absent)))
    begin(course)
    return course


def choose_level(
    now: Match,
    *,
    level: Literal["full", "open", "score"],
    dealing: Literal["server", "table"],
    seed: bytes | None,
    seed_hash: str | None,
) -> Course:
    """Choose how the match is recorded, while nothing of it was; *seed* is that of a match which the service deals."""
    require_unruled(now)
    require_blank(now)
    if dealing == "server" and level != "full":
        wanted = Phrase("table: the service deals only in matches that are recorded in full")
        raise BadOption(key="dealing", value=dealing, wanted=wanted)
    if (level, dealing) == (now.opened.level, now.opened.dealing):
        raise NothingChanged()
    course = Course(now, seed)
    course.add(LevelChosen(level, dealing, seed_hash))
    begin(course)
    return course


def require_blank(now: Match) -> None:
    """Raise MatchBegan if anything was written down: a result, a move, or what a table dealt."""
    if now.scores or now.began or (now.plies and now.opened.dealing == "table"):
        raise MatchBegan()


def begin(course: Course) -> None:
    """Open the first game if there are moves to come and it is not open."""
    now = course.now
    if now.place is None and now.table.level != Level.SCORE:
        course.begin(now.places[0])
