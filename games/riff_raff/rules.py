"""The rules of Riff Raff, number 1: what each move does and what forbids it.

Checks come in the order that records promise: game over, turn, the announcement (made before anything moves), the
items are there, how many were placed, what fell.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine import CHANCE
from games.errors import RuleViolation
from games.riff_raff import faults
from games.riff_raff.falls import fallen, only_own
from games.riff_raff.items import bag, contains, names, size, without
from games.riff_raff.moves import AREAS, Captain, Card, Load, Move, Order, Ship
from games.riff_raff.position import Phase, Position

CARDS = range(1, 11)
CYCLE = 10  # rounds after which two players take their cards back (rules 4, 5)
YARDS = range(5, 11)


def apply(now: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for cargo that has slid)."""
    if now.phase == Phase.OVER:
        raise faults.GameOver(move=move)
    if seat == CHANCE and isinstance(move, Ship):
        return _slide(now, move)
    if not 0 <= seat < now.house.seats or isinstance(move, Ship):
        raise faults.Turn(move=move, seat="*" if seat == CHANCE else seat, due=due(now))
    return _ACTS[type(move)](now, seat, move)


def due(now: Position) -> str:
    """What has to happen now."""
    if now.phase == Phase.CHOOSE:
        return f"cards are chosen for round {now.round}"
    if now.phase == Phase.CAPTAIN:
        return f"seat {now.captain} has to name the captain"
    if now.phase == Phase.ORDER:
        return f"seat {now.captain} has to order seats {_listed(now.equals)}"
    return f"seat {now.queue[0]} is on turn"


def _listed(seats: Sequence[int]) -> str:
    return " and ".join(map(str, seats))


def _choose(now: Position, seat: int, move: Card) -> Position:
    if now.phase != Phase.CHOOSE:
        raise faults.Turn(move=f"card {move}", seat=seat, due=due(now))
    if now.cards[seat]:
        raise faults.Reveal(move=f"card {move}", seat=seat, why="it has chosen its card for this round")
    if move.number not in CARDS:
        raise faults.CardRange(card=move)
    bit = 1 << move.number
    if now.used[seat] & bit:
        raise faults.CardUsed(seat=seat, card=move)
    cards = (*now.cards[:seat], move.number, *now.cards[seat + 1 :])
    return _chosen(now, Phase.CHOOSE, cards, now.used) if 0 in cards else _reveal(now, cards)


def _reveal(now: Position, cards: tuple[int, ...]) -> Position:
    """All cards are shown; the captain is the highest, or is named by the old one (rules 4, 1–2)."""
    used = tuple([played | 1 << card for played, card in zip(now.used, cards, strict=True)])
    if len(set(cards)) == len(cards):  # nothing to choose
        queue = tuple(sorted(range(len(cards)), key=cards.__getitem__, reverse=True))
        return _chosen(now, Phase.LOAD, cards, used, queue)
    revealed = _chosen(now, Phase.CAPTAIN, cards, used)
    return revealed if len(revealed.highest) > 1 else _led_by(revealed, revealed.highest[0])


def _chosen(
    now: Position, phase: Phase, cards: tuple[int, ...], used: tuple[int, ...], queue: tuple[int, ...] = ()
) -> Position:
    captain = queue[0] if queue else now.captain
    return Position(now.house, phase, now.round, captain, now.supply, now.ship, now.out, used, cards, queue, None)


def _led_by(now: Position, captain: int) -> Position:
    """The reveal is complete: *captain* takes office, and orders other equals if there are any (rules 4, 2–3)."""
    led = now._replace(captain=captain)
    return led._replace(phase=Phase.ORDER) if led.equals else _queued(led, ())


def _queued(now: Position, equals: Sequence[int]) -> Position:
    """Turns begin: the captain, then the cards from high to low, *equals* as the captain has ordered them."""
    others = (seat for seat in range(now.house.seats) if seat != now.captain)
    rest = sorted(others, key=lambda seat: (-now.cards[seat], equals.index(seat) if seat in equals else 0))
    return now._replace(phase=Phase.LOAD, queue=(now.captain, *rest))


def _revealed(now: Position, seat: int, move: Move) -> None:
    """Refuse what needs all cards while some of a round are chosen and some are not."""
    if now.phase == Phase.CHOOSE and any(now.cards):
        waiting = [other for other, card in enumerate(now.cards) if not card]
        raise faults.Reveal(move=move, seat=seat, why=f"seat {_listed(waiting)} has not chosen a card yet")


def _captain(now: Position, seat: int, move: Captain) -> Position:
    _revealed(now, seat, move)
    if now.phase != Phase.CAPTAIN:
        raise faults.CaptainTie(chosen=move.seat, why="no highest cards are equal")
    if seat != now.captain:
        raise faults.CaptainBy(seat=seat, captain=now.captain)
    if move.seat not in now.highest:
        raise faults.CaptainTie(chosen=move.seat, why=f"the highest cards are of seats {_listed(now.highest)}")
    return _led_by(now, move.seat)


def _order(now: Position, seat: int, move: Order) -> Position:
    _revealed(now, seat, move)
    if now.phase == Phase.CAPTAIN:
        raise faults.Turn(move=move, seat=seat, due=due(now))
    if now.phase != Phase.ORDER:
        raise faults.OrderGroup(move=move, why="no equal cards have to be ordered")
    if seat != now.captain:
        raise faults.OrderBy(seat=seat, captain=now.captain)
    if sorted(move.seats) != list(now.equals):
        raise faults.OrderGroup(move=move, why=f"seats {_listed(now.equals)} have equal cards")
    return _queued(now, move.seats)


def _load(now: Position, seat: int, move: Load) -> Position:
    _revealed(now, seat, move)
    if now.phase == Phase.ORDER:
        raise faults.OrderGroup(move=move, why=due(now))
    if now.phase != Phase.LOAD or seat != now.queue[0]:
        raise faults.Turn(move=move, seat=seat, due=due(now))
    area = now.cards[seat]
    if move.announced == 2 and (refusal := not_two(now, seat)):
        raise refusal
    supply, placed = now.supply[seat], move.placed
    if not contains(supply, placed):
        missing = ", ".join(names(without(supply, placed)))
        raise faults.Item(items=missing, why=f"is not in the supply of seat {seat}")
    _counted(seat, move, area)
    ship = (*now.ship[: area - 1], now.ship[area - 1] + placed, *now.ship[area:])
    supply -= placed
    out = now.out
    if move.fell or move.caught:
        before, ship = ship, fallen(ship, move)
        caught = move.saved
        if not contains(move.fallen, caught):
            raise faults.Fall(items=", ".join(names(without(move.fallen, caught))), why="was caught but did not fall")
        if now.house.own_piece_returns and only_own(before, ship, move, area):
            caught = 0
        supply += move.fallen - caught
        out += caught
    supplies = (*now.supply[:seat], supply, *now.supply[seat + 1 :])
    return _next(now, seat, supplies, ship, out)


def not_two(now: Position, seat: int) -> RuleViolation | None:
    """Why *seat* may not announce two items: only where cargo lies on a yard, and with two left (rules 5, 2)."""
    area = now.cards[seat]
    if area not in YARDS:
        return faults.TwoArea(area=area)
    if not now.ship[area - 1]:
        return faults.TwoEmpty(area=area)
    if size(now.supply[seat]) < 2:
        return faults.TwoSupply(seat=seat)
    return None


def _counted(seat: int, move: Load, area: int) -> None:
    """As many as announced are placed; fewer only if something fell (rules 5, 2 and 4)."""
    count = len(move.items)
    if count == 0:
        raise faults.Count(seat=seat, why="no item is placed")
    if count > move.announced:
        raise faults.Count(seat=seat, why=f"{count} items are placed, {move.announced} is announced")
    if count < move.announced and not move.fell:
        raise faults.Count(seat=seat, why=f"{move.announced} items are announced, {count} is placed and nothing fell")
    if count == 2 and move.fell and not move.then:
        first, second = move.items
        if not any(each.item == second and each.area in (None, area) for each in move.fell):
            fell = ", ".join(map(str, move.fell))
            why = f"when {fell} fell the turn was over and {second} not to be placed"
            raise faults.Count(seat=seat, why=f"{why}; if {second} did it, write: {first} then {second}")


def _next(now: Position, seat: int, supply: tuple[int, ...], ship: tuple[int, ...], out: int) -> Position:
    """The turn of *seat* is over, and with it perhaps the round or the game (rules 4, 4–5; 6)."""
    house, phase, round_, used, cards = now.house, Phase.LOAD, now.round, now.used, now.cards
    queue, reason = now.queue[1:], None
    if not supply[seat]:
        phase, reason = Phase.OVER, "empty"
    elif not queue and round_ == house.rounds:
        phase, reason = Phase.OVER, "rounds"
    elif not queue:
        if round_ % CYCLE == 0:
            used = (0,) * house.seats
        phase, round_, cards = Phase.CHOOSE, round_ + 1, (0,) * house.seats
    return Position(house, phase, round_, now.captain, supply, ship, out, used, cards, queue, reason)


def _slide(now: Position, move: Ship) -> Position:
    """Cargo has slid into other areas; nothing has come or gone (rules 8, A5)."""
    areas = dict(move.areas)
    ship = tuple(bag(areas.get(area, ())) for area in range(1, AREAS + 1))
    before, after = sum(now.ship), sum(ship)
    if before != after:
        more, less = without(before, after), without(after, before)
        why = "is not on the ship" if more else "is on the ship and missing in the list"
        raise faults.Item(items=", ".join(names(more or less)), why=why)
    return now._replace(ship=ship)


_ACTS: Mapping[type, Callable[[Position, int, Any], Position]] = {
    Card: _choose,
    Captain: _captain,
    Order: _order,
    Load: _load,
}
