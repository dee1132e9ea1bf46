"""The rules of Riff Raff, number 1: what each move does and what forbids it.

Checks come in the order that records promise: game over, turn, the announcement (made before anything moves), the
items are there, how many were placed, what fell. Moves are made on a draft of the position, many of them in a row if
need be. What follows from the cards of a round is remembered: there are 11,100 ways to have chosen them.
"""

from collections.abc import Iterable, Sequence
from functools import cache, reduce

from games.engine import CHANCE
from games.errors import Phrase, RuleViolation
from games.riff_raff import errors
from games.riff_raff.falls import take_off
from games.riff_raff.items import bag, contains, in_words, size, without
from games.riff_raff.moves import AREAS, Captain, Card, Load, Move, Order, Ship
from games.riff_raff.position import Draft, Phase, Position, equals, highest

CARDS = range(1, 11)
CYCLE = 10  # rounds after which two players take their cards back (rules 4, 5)
YARDS = range(5, 11)
CHOOSE, LOAD = Phase.CHOOSE, Phase.LOAD  # what almost every move is due in


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for cargo that has slid)."""
    return play(state, ((seat, move),))


def play(state: Position, moves: Iterable[tuple[int, Move]]) -> Position:
    """The position after *moves*, each with its seat."""
    now = Draft(state)
    seats = now.house.seats
    for seat, move in moves:
        phase = now.phase
        if phase is LOAD and type(move) is Load and seat == now.queue[0]:
            _load(now, seat, move)
        elif phase is CHOOSE and type(move) is Card and 0 <= seat < seats:
            _choose(now, seat, move)
        else:
            _other(now, seat, move)
    return now.position()


def _other(now: Draft, seat: int, move: Move) -> None:
    """The rarer moves, and what is not due."""
    if now.phase is Phase.OVER:
        raise errors.GameOver(move=move)
    if seat == CHANCE and isinstance(move, Ship):
        return _slide(now, move)
    if not 0 <= seat < now.house.seats or isinstance(move, Ship):
        raise errors.Turn(move=move, seat="*" if seat == CHANCE else seat, due=due(now))
    if isinstance(move, Card):
        raise errors.Turn(move=f"card {move}", seat=seat, due=due(now))
    if now.phase is CHOOSE and any(now.cards):
        waiting = [other for other, card in enumerate(now.cards) if not card]
        why = Phrase("seat {seat} has not chosen a card yet", seat=_listed(waiting))
        raise errors.Reveal(move=move, seat=seat, why=why)
    if isinstance(move, Captain):
        return _name(now, seat, move)
    if isinstance(move, Order):
        return _order(now, seat, move)
    if now.phase is Phase.ORDER:
        raise errors.OrderGroup(move=move, why=due(now))
    raise errors.Turn(move=move, seat=seat, due=due(now))


def due(now: Draft) -> Phrase:
    """What has to happen now."""
    if now.phase is CHOOSE:
        return Phrase("cards are chosen for round {round}", round=now.round)
    if now.phase is Phase.CAPTAIN:
        return Phrase("seat {seat} has to name the captain", seat=now.captain)
    if now.phase is Phase.ORDER:
        return Phrase("seat {seat} has to order seats {equals}", seat=now.captain, equals=_listed(_equals(now)))
    return Phrase("seat {seat} is on turn", seat=now.queue[0])


def _equals(now: Draft) -> tuple[int, ...]:
    return equals(tuple(now.cards), now.captain)


def _listed(seats: Sequence[int]) -> Phrase:
    first, *others = (Phrase(str(seat)) for seat in seats)
    return reduce(lambda some, seat: Phrase("{some} and {seat}", some=some, seat=seat), others, first)


def _choose(now: Draft, seat: int, move: Card) -> None:
    cards, card = now.cards, move.number
    if cards[seat]:
        raise errors.Reveal(move=f"card {move}", seat=seat, why=Phrase("it has chosen its card for this round"))
    if not 1 <= card <= CARDS[-1]:
        raise errors.CardRange(card=move)
    if now.used[seat] >> card & 1:
        raise errors.CardUsed(seat=seat, card=move)
    cards[seat] = card
    if 0 not in cards:
        now.used = [used | 1 << shown for used, shown in zip(now.used, cards, strict=True)]
        captain, now.phase, queue = _revealed(tuple(cards))
        if captain is not None:
            now.captain, now.queue = captain, [*queue]


@cache
def _revealed(cards: tuple[int, ...]) -> tuple[int | None, Phase, tuple[int, ...]]:
    """What the cards of a round, by seat, lead to: the captain, what comes next, and who loads in which order.

    All come to light when the last is chosen; the captain is the highest, or is named by the old one (rules 4, 1–2).
    """
    captain, *others = highest(cards)
    return (None, Phase.CAPTAIN, ()) if others else (captain, *_led(cards, captain))


@cache
def _led(cards: tuple[int, ...], captain: int) -> tuple[Phase, tuple[int, ...]]:
    """The reveal is complete: *captain* takes office, and orders other equals if there are any (rules 4, 2–3)."""
    if equals(cards, captain):
        return Phase.ORDER, ()
    return LOAD, _queue(cards, captain, ())


@cache
def _queue(cards: tuple[int, ...], captain: int, ordered: tuple[int, ...]) -> tuple[int, ...]:
    """The captain, then the cards from high to low, equal ones as the captain has *ordered* them."""
    others = [*ordered, *[seat for seat in range(len(cards)) if seat != captain and seat not in ordered]]
    return captain, *sorted(others, key=cards.__getitem__, reverse=True)


def _name(now: Draft, seat: int, move: Captain) -> None:
    if now.phase is not Phase.CAPTAIN:
        raise errors.CaptainTie(chosen=move.seat, why=Phrase("no highest cards are equal"))
    if seat != now.captain:
        raise errors.CaptainBy(seat=seat, captain=now.captain)
    cards = tuple(now.cards)
    if move.seat not in highest(cards):
        why = Phrase("the highest cards are of seats {seats}", seats=_listed(highest(cards)))
        raise errors.CaptainTie(chosen=move.seat, why=why)
    now.phase, queue = _led(cards, move.seat)
    now.captain, now.queue = move.seat, [*queue]


def _order(now: Draft, seat: int, move: Order) -> None:
    if now.phase is Phase.CAPTAIN:
        raise errors.Turn(move=move, seat=seat, due=due(now))
    if now.phase is not Phase.ORDER:
        raise errors.OrderGroup(move=move, why=Phrase("no equal cards have to be ordered"))
    if seat != now.captain:
        raise errors.OrderBy(seat=seat, captain=now.captain)
    if sorted(move.seats) != list(_equals(now)):
        raise errors.OrderGroup(move=move, why=Phrase("seats {seats} have equal cards", seats=_listed(_equals(now))))
    now.phase, now.queue = LOAD, [*_queue(tuple(now.cards), seat, move.seats)]


def _load(now: Draft, seat: int, move: Load) -> None:
    _, _, fell, caught, _, placed, fallen, saved, one, bits = move
    areas, area, supply = now.areas, now.cards[seat] - 1, now.supplies[seat]
    if not (one and supply >> bits & 0xFF):
        _placeable(now, seat, move)
    lies = areas[area] = areas[area] + placed
    supply -= placed
    if fell or caught:
        take_off(areas, move)
        if caught and not contains(fallen, saved):
            missing = in_words(without(fallen, saved))
            raise errors.Fall(items=missing, why=Phrase("was caught but did not fall"))
        if now.house.own_piece_returns and lies - areas[area] == fallen and contains(placed, fallen):
            saved = 0  # only pieces placed in this turn fell (rules 8, A1)
        supply += fallen - saved
        now.out += saved
    now.supplies[seat] = supply
    del now.queue[0]
    if not supply or not now.queue:
        _end_round(now, won=not supply)


def _placeable(now: Draft, seat: int, move: Load) -> None:
    """Refuse a load of two items that may not be announced, of items that are not there, or of too many or few."""
    if move.announced == 2 and (refusal := not_two(now, seat)):
        raise refusal
    supply = now.supplies[seat]
    if not contains(supply, move.placed):
        missing = in_words(without(supply, move.placed))
        raise errors.Item(items=missing, why=Phrase("is not in the supply of seat {seat}", seat=seat))
    _counted(seat, move, now.cards[seat])


def not_two(now: Position | Draft, seat: int) -> RuleViolation | None:
    """Why *seat* may not announce two items: only where cargo lies on a yard, and with two left (rules 5, 2)."""
    area = now.cards[seat]
    if area not in YARDS:
        return errors.TwoArea(area=area)
    if not now.areas[area - 1]:
        return errors.TwoEmpty(area=area)
    if size(now.supplies[seat]) < 2:
        return errors.TwoSupply(seat=seat)
    return None


def _counted(seat: int, move: Load, area: int) -> None:
    """As many as announced are placed; fewer only if something fell (rules 5, 2 and 4)."""
    count = len(move.items)
    if count == 0:
        raise errors.Count(seat=seat, why=Phrase("no item is placed"))
    if count > move.announced:
        why = Phrase("{count} items are placed, {announced} is announced", count=count, announced=move.announced)
        raise errors.Count(seat=seat, why=why)
    if count < move.announced and not move.fell:
        why = Phrase(
            "{announced} items are announced, {count} is placed and nothing fell", announced=move.announced, count=count
        )
        raise errors.Count(seat=seat, why=why)
    if count == 2 and move.fell and not move.then:
        first, second = move.items
        if not any(each.item == second and each.area in (None, area) for each in move.fell):
            fell = ", ".join(map(str, move.fell))
            why = Phrase(
                "when {fell} fell the turn was over and {second} not to be placed; "
                "if {second} did it, write: {first} then {second}",
                fell=fell,
                first=first,
                second=second,
            )
            raise errors.Count(seat=seat, why=why)


def _end_round(now: Draft, *, won: bool) -> None:
    """The last turn of a round has been, or the last of all (rules 4, 4–5; 6)."""
    if won:
        now.phase, now.reason = Phase.OVER, "empty"
    elif now.round == now.house.rounds:
        now.phase, now.reason = Phase.OVER, "rounds"
    else:
        none = [0] * now.house.seats
        now.used = now.used if now.round % CYCLE else [*none]
        now.phase, now.round, now.cards = CHOOSE, now.round + 1, none


def _slide(now: Draft, move: Ship) -> None:
    """Cargo has slid into other areas; nothing has come or gone (rules 8, A5)."""
    listed = dict(move.areas)
    areas = [bag(listed.get(area, ())) for area in range(1, AREAS + 1)]
    before, after = sum(now.areas), sum(areas)
    if before != after:
        more, less = without(before, after), without(after, before)
        why = Phrase("is not on the ship") if more else Phrase("is on the ship and missing in the list")
        raise errors.Item(items=in_words(more or less), why=why)
    now.areas = areas
