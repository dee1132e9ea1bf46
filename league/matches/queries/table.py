"""A match at its table: what its reader sees there now, and what they may do."""

from collections.abc import Sequence
from typing import NamedTuple

from games.bench import Bench
from games.engine import CHANCE, Seat
from league.common.actor import Actor
from league.matches import repository
from league.matches.domain.match import Match
from league.matches.domain.permissions import movable_seats, own_seats, require_mover, viewer
from league.matches.queries.hints import NOTHING_BUILT, Choice, Rearrangement, bench, choices
from league.matches.queries.replay import Frame, Step, last_frame


class TableView(NamedTuple):
    """The last steps and the position as one seat or the public may know them.

    `movable`: the seats for which the reader may move now. `seat`: the one of them whose `choices` these are, or None.
    `notation`: how a move is written that is not among the choices. None if these are all. `bench`: what the seat has
    built, in games whose moves are built of pieces.
    """

    revision: int
    turn: Sequence[Seat]
    steps: Sequence[Step]
    frame: Frame
    movable: Sequence[Seat]
    seat: Seat | None
    choices: Sequence[Choice]
    notation: str | None
    bench: Bench | None


def table_view(
    match_id: str, actor: Actor, wanted: Seat | None = None, *, steps: int, built: Rearrangement = NOTHING_BUILT
) -> TableView:
    """The match now, with the last *steps*, from the *wanted* seat if it is one of the reader's.

    *built*: what was built of its next move. Raises `Unknown`.
    """
    standing = repository.load(match_id)
    match = standing.state
    own, movable = own_seats(actor, match), movable_seats(actor, match)
    seat = wanted if wanted in movable else next((each for each in movable if wanted not in own), None)
    chosen = seat if seat in own else wanted
    to = chosen if chosen in own and chosen is not None else viewer(actor, match)
    listed, frame = last_frame(standing, actor, to)
    offered, notation = _offer(match, seat)
    built_ = None if seat is None else bench(match.rules, frame.position, seat, built)
    return TableView(
        standing.head.seq, sorted(match.turn), listed[-steps:], frame, movable, seat, offered, notation, built_
    )


def seats_to_move(match_id: str, actor: Actor) -> Sequence[Seat]:
    """The seats to act now for which *actor* may move. Raises `Unknown`."""
    return movable_seats(actor, repository.load(match_id).state)


def check_mover(match_id: str, actor: Actor, seat: Seat) -> None:
    """Raises `Unknown`, and `NotAllowed` unless *actor* may move for *seat*."""
    require_mover(actor, repository.load(match_id).state, seat)


def is_dealt(match_id: str) -> bool:
    """Whether the match is in progress and the service deals, so that its seats play it here. Raises `Unknown`."""
    match = repository.load(match_id).state
    return match.opened.dealing == "server" and match.place is not None and not match.sheet.over


def _offer(match: Match, seat: Seat | None) -> tuple[Sequence[Choice], str | None]:
    if seat is None:
        return (), None
    if seat == CHANCE:
        return (), match.rules.notation
    found, complete = choices(match.rules, match.position, seat)
    return found, None if complete else match.rules.notation
