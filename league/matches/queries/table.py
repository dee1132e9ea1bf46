"""A match at its table: what its reader sees there now, and what they may do."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from games.bench import Bench
from games.engine import EVERYTHING, PUBLIC, Level, Seat
from games.errors import Phrase, Refused
from games.parts import Answers, Part
from league.common.actor import Actor, require_official
from league.errors import NotAllowed, Refusal
from league.eventlog.repository import Versioned
from league.matches import repository
from league.matches.domain import rulings, setup
from league.matches.domain.events import MovesWithdrawn
from league.matches.domain.match import Match
from league.matches.domain.permissions import (
    held_seats,
    late_seats,
    movable_seats,
    require_mover,
    require_writer,
    viewer,
)
from league.matches.domain.score_sheet import GameNumber
from league.matches.errors import SeatLinkSpent
from league.matches.queries.hints import (
    NO_OFFER,
    NOTHING_BUILT,
    Choice,
    LateMove,
    Rearrangement,
    bench,
    composed_move,
    meant_move,
    offer,
)
from league.matches.queries.replay import Frame, Step, last_frame
from league.matches.seat_links import read_token, seat_token, seats_with_account
from league.standings.types import Outcome


class TableView(NamedTuple):
    """The last steps and the position as one seat or the public may know them.

    `movable`: the seats for which the reader may move now. `seat`: the one of them whose `choices` these are, or None.
    `parts`: what it is asked for other moves. `notation`: how those are written instead. None if the choices are all.
    `bench`: what the seat has built, if its move is built of pieces. `builds`: whether the reader may build such moves
    here. `ends`: when the time of the turn is up, by the clock of the log, if there is a limit. `last`: the revision of
    the line that the reader may take back, if any. `seen_by`: who sees this. `hands`: the seats among which the phone
    is handed, so that a hand is shown only when it is asked for. `late`: whether the reader's account got its player
    after the deal, so that it sees what the public sees.
    """

    revision: int
    turn: Sequence[Seat]
    steps: Sequence[Step]
    frame: Frame
    movable: Sequence[Seat]
    seat: Seat | None
    choices: Sequence[Choice]
    parts: Sequence[Part]
    notation: str | None
    bench: Bench | None
    builds: bool
    ends: datetime | None
    last: int | None
    seen_by: Seat
    hands: Sequence[Seat] = ()
    late: bool = False

    @property
    def own(self) -> Seat | None:
        """The seat whose hand is the reader's now."""
        return next((seat for seat in (self.seat, self.seen_by) if seat is not None and seat >= 0), None)

    @property
    def places(self) -> frozenset[str]:
        """The places of the picture that are touched to choose or to answer."""
        touched = [*(choice.path for choice in self.choices), *(part.options for part in self.parts)]
        return frozenset(place for places in touched for place in places)


def table_view(
    match_id: str, actor: Actor, wanted: Seat | None = None, *, steps: int, built: Rearrangement = NOTHING_BUILT
) -> TableView:
    """The match now, with the last *steps*, from the *wanted* seat if it is one of the reader's.

    *built*: what was built of its next move. Raises `Unknown`.
    """
    standing = repository.load(match_id)
    match = standing.state
    own, movable = held_seats(actor, match), movable_seats(actor, match)
    hands = sorted(own) if len(own) > 1 and viewer(actor, match) == PUBLIC and not match.game_over else []
    waits = wanted in own or bool(hands)
    seat = wanted if wanted in movable else next((each for each in movable if not waits), None)
    chosen = seat if seat in own else wanted
    to = chosen if chosen in own and chosen is not None else viewer(actor, match)
    listed, frame = last_frame(standing, actor, to)
    moves = bool(own) or viewer(actor, match) == EVERYTHING
    offered = NO_OFFER if seat is None else offer(match.rules, match.position, seat)
    return TableView(
        revision=standing.head.seq,
        turn=sorted(match.turn),
        steps=listed[-steps:],
        frame=frame,
        movable=movable,
        seat=seat,
        choices=offered.choices,
        parts=offered.parts,
        notation=offered.notation,
        bench=None if seat is None else bench(match.rules, match.position, frame.position, seat, built),
        builds=moves and (match.rules.builds or match.opened.dealing == "table"),
        ends=_end_of_turn(standing),
        last=_last_line(match, actor),
        seen_by=to,
        hands=hands,
        late=not own and bool(late_seats(actor, match)),
    )


def _end_of_turn(standing: Versioned[Match]) -> datetime | None:
    """When the time of the turn is up that began with the last event of a match that the service deals."""
    match = standing.state
    if not is_played_here(match) or match.awaits_seeds:
        return None
    seconds = match.rules.turn_seconds(match.position)
    return None if seconds is None else standing.head.at + timedelta(seconds=seconds)


def seats_to_move(match_id: str, actor: Actor) -> Sequence[Seat]:
    """The seats to act now for which *actor* may move. Raises `Unknown`."""
    return movable_seats(actor, repository.load(match_id).state)


def check_mover(match_id: str, actor: Actor, seat: Seat) -> None:
    """Raises `Unknown`, and `NotAllowed` unless *actor* may move for *seat*."""
    require_mover(actor, repository.load(match_id).state, seat)


def is_dealt(match_id: str) -> bool:
    """Whether the match is in progress and the service deals, so that its seats play it here. Raises `Unknown`."""
    return is_played_here(repository.load(match_id).state)


def is_played_here(match: Match) -> bool:
    """Whether a match is in progress and the service deals."""
    return match.opened.dealing != "table" and match.place is not None and not match.sheet.over


class SeatLinkState(NamedTuple):
    """The link of a seat. `token`: what is handed out of it, as long as no phone has taken it.

    `has_account`: whether the player can sign in; `linked`: whether there is a link; `taken`: by a phone.
    """

    seat: Seat
    has_account: bool
    linked: bool
    taken: bool
    token: str | None

    @property
    def idle(self) -> bool:
        """Whether nobody can play the seat."""
        return not self.has_account and not self.taken


def list_seat_links(match_id: str, actor: Actor) -> list[SeatLinkState]:
    """Every seat of a match that is played here, with its link, for officials. No seat of any other match.

    Raises `Unknown`, `NotAllowed`.
    """
    match = repository.load(match_id).state
    require_official(actor, match.opened.club, Phrase("open links for seats"))
    if not is_played_here(match):
        return []
    able, found = seats_with_account(match), []
    for seat in range(match.table.seats):
        link = match.summary.seat_link(seat)
        taken = link is not None and link.phone is not None
        token = None if link is None or taken else seat_token(match_id, link.link)
        found.append(SeatLinkState(seat, seat in able, link is not None, taken, token))
    return found


class LinkedSeat(NamedTuple):
    """The seat that a link opens."""

    match: str
    seat: Seat


def find_linked_seat(token: str) -> LinkedSeat:
    """The seat that a link opens, while no phone has taken it and its player can't sign in. Raises `SeatLinkSpent`."""
    match_id, link = read_token(token)
    match = repository.load(match_id).state
    seat = setup.open_seat(match, link)
    if seat in seats_with_account(match):
        raise SeatLinkSpent()
    return LinkedSeat(match_id, seat)


def match_played_by(token: str, actor: Actor) -> str | None:
    """The match in which the phone of *actor* has taken the seat of a link, or None. Raises `SeatLinkSpent`."""
    match_id, link = read_token(token)
    links = repository.load(match_id).state.summary.seat_links
    return match_id if any(each.link == link and each.phone in actor.phones for each in links) else None


def takes_results(match_id: str) -> bool:
    """Whether the match is kept by its results alone, and they are neither confirmed nor ruled on. Raises `Unknown`."""
    match = repository.load(match_id).state
    is_open = match.outcome in (Outcome.UNPLAYED, Outcome.REPORTED, Outcome.CONTESTED)
    return match.table.level == Level.SCORE and match.sheet.ruling is None and is_open


def move_of(match_id: str, seat: Seat, answers: Answers) -> Choice:
    """The move that *answers* to the parts of a move make now. Raises `Unknown`, `FormError`, `RuleViolation`."""
    match = repository.load(match_id).state
    return composed_move(match.rules, match.position, seat, answers)


def late_move(match_id: str, seat: Seat, text: str, seen: int) -> LateMove | None:
    """What *seat* meant by a move made for the position at revision *seen* of the current game. None for no move."""
    match = repository.load(match_id).state
    if match.place is None:
        return None
    rules, moves = match.rules, [move for move in match.games[-1].moves if move.revision <= seen]
    before = rules.play(rules.setup(match.table), ((move.seat, rules.parse(move.text)) for move in moves))
    return meant_move(rules, before, match.position, seat, text)


def _last_line(match: Match, actor: Actor) -> int | None:
    """The revision of the line that *actor* may take back."""
    try:
        require_writer(actor, match)
        (event,) = rulings.withdraw_move(match).events
    except (NotAllowed, Refusal):
        return None
    return event.revision if isinstance(event, MovesWithdrawn) else None


class Ending(NamedTuple):
    """How a game ends by a move: why, and the points by seat, unless they depend on what is not shown yet."""

    place: GameNumber
    reason: str
    points: Sequence[int] | None


def ending(match_id: str, seat: Seat, text: str) -> Ending | None:
    """What the move *text* of a *seat* would end. None if the game goes on or the move is refused. Raises `Unknown`."""
    match = repository.load(match_id).state
    try:
        position = match.rules.apply(match.position, seat, match.rules.parse(text))
    except Refused:
        return None
    reason, score = match.rules.reason(position), match.rules.score(position)
    if reason is None or match.place is None or (score is None and match.game_over):
        return None
    return Ending(match.place, match.rules.labels.reasons.get(reason, reason), None if score is None else score.points)
