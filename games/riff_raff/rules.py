"""The rules of Riff Raff, number 1: what each move does and what forbids it.

Checks come in the order that records promise: game over, turn, the announcement (made before anything moves), the
items are there, how many were placed, what fell.
"""

from collections.abc import Sequence
from typing import cast

from games.engine import CHANCE
from games.errors import RuleViolation
from games.riff_raff import faults
from games.riff_raff.falls import take
from games.riff_raff.items import bag, contains, names, size, without
from games.riff_raff.moves import AREAS, Captain, Card, Load, Move, Order, Ship
from games.riff_raff.position import Phase, Position

CARDS = range(1, 11)
CYCLE = 10  # rounds after which two players take their cards back (rules 4, 5)
YARDS = range(5, 11)
made = Position._make  # a position of all its fields, the quickest way
CHOOSE, LOAD = Phase.CHOOSE, Phase.LOAD  # what almost every move is due in


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for cargo that has slid)."""
    kind, phase = type(move), state.phase
    if phase is LOAD and kind is Load and seat == state.queue[0]:
        return _loaded(state, seat, cast("Load", move))
    if phase is CHOOSE and kind is Card and 0 <= seat < len(state.cards):
        return _choose(state, seat, cast("Card", move))
    return _other(state, seat, move)


def _other(now: Position, seat: int, move: Move) -> Position:
    """The rarer moves, and what is not due."""
    if now.phase is Phase.OVER:
        raise faults.GameOver(move=move)
    if seat == CHANCE and isinstance(move, Ship):
        return _slide(now, move)
    if not 0 <= seat < now.house.seats or isinstance(move, Ship):
        raise faults.Turn(move=move, seat="*" if seat == CHANCE else seat, due=due(now))
    if isinstance(move, Card):
        raise faults.Turn(move=f"card {move}", seat=seat, due=due(now))
    if now.phase is CHOOSE and any(now.cards):
        waiting = [other for other, card in enumerate(now.cards) if not card]
        raise faults.Reveal(move=move, seat=seat, why=f"seat {_listed(waiting)} has not chosen a card yet")
    if isinstance(move, Captain):
        return _captain(now, seat, move)
    if isinstance(move, Order):
        return _order(now, seat, move)
    if now.phase is Phase.ORDER:
        raise faults.OrderGroup(move=move, why=due(now))
    raise faults.Turn(move=move, seat=seat, due=due(now))


def due(now: Position) -> str:
    """What has to happen now."""
    if now.phase is CHOOSE:
        return f"cards are chosen for round {now.round}"
    if now.phase is Phase.CAPTAIN:
        return f"seat {now.captain} has to name the captain"
    if now.phase is Phase.ORDER:
        return f"seat {now.captain} has to order seats {_listed(now.equals)}"
    return f"seat {now.queue[0]} is on turn"


def _listed(seats: Sequence[int]) -> str:
    return " and ".join(map(str, seats))


def _choose(now: Position, seat: int, move: Card) -> Position:
    card, cards = move.number, now.cards
    if cards[seat]:
        raise faults.Reveal(move=f"card {move}", seat=seat, why="it has chosen its card for this round")
    if card not in CARDS:
        raise faults.CardRange(card=move)
    if now.used[seat] >> card & 1:
        raise faults.CardUsed(seat=seat, card=move)
    cards = (*cards[:seat], card, *cards[seat + 1 :])
    return _chosen(now, CHOOSE, cards, now.used) if 0 in cards else _reveal(now, cards)


def _reveal(now: Position, cards: tuple[int, ...]) -> Position:
    """All cards are shown; the captain is the highest, or is named by the old one (rules 4, 1–2)."""
    used = tuple([played | 1 << card for played, card in zip(now.used, cards, strict=True)])
    if len(set(cards)) == len(cards):  # nothing to choose
        queue = tuple(sorted(range(len(cards)), key=cards.__getitem__, reverse=True))
        return _chosen(now, LOAD, cards, used, queue)
    revealed = _chosen(now, Phase.CAPTAIN, cards, used)
    return revealed if len(revealed.highest) > 1 else _led_by(revealed, revealed.highest[0])


def _chosen(
    now: Position, phase: Phase, cards: tuple[int, ...], used: tuple[int, ...], queue: tuple[int, ...] = ()
) -> Position:
    house, _, round_, captain, supply, ship, out, *_ = now
    return made((house, phase, round_, queue[0] if queue else captain, supply, ship, out, used, cards, queue, None))


def _led_by(now: Position, captain: int) -> Position:
    """The reveal is complete: *captain* takes office, and orders other equals if there are any (rules 4, 2–3)."""
    led = now._replace(captain=captain)
    return led._replace(phase=Phase.ORDER) if led.equals else _queued(led, ())


def _queued(now: Position, equals: Sequence[int]) -> Position:
    """Turns begin: the captain, then the cards from high to low, *equals* as the captain has ordered them."""
    others = (seat for seat in range(now.house.seats) if seat != now.captain)
    rest = sorted(others, key=lambda seat: (-now.cards[seat], equals.index(seat) if seat in equals else 0))
    return now._replace(phase=LOAD, queue=(now.captain, *rest))


def _captain(now: Position, seat: int, move: Captain) -> Position:
    if now.phase is not Phase.CAPTAIN:
        raise faults.CaptainTie(chosen=move.seat, why="no highest cards are equal")
    if seat != now.captain:
        raise faults.CaptainBy(seat=seat, captain=now.captain)
    if move.seat not in now.highest:
        raise faults.CaptainTie(chosen=move.seat, why=f"the highest cards are of seats {_listed(now.highest)}")
    return _led_by(now, move.seat)


def _order(now: Position, seat: int, move: Order) -> Position:
    if now.phase is Phase.CAPTAIN:
        raise faults.Turn(move=move, seat=seat, due=due(now))
    if now.phase is not Phase.ORDER:
        raise faults.OrderGroup(move=move, why="no equal cards have to be ordered")
    if seat != now.captain:
        raise faults.OrderBy(seat=seat, captain=now.captain)
    if sorted(move.seats) != list(now.equals):
        raise faults.OrderGroup(move=move, why=f"seats {_listed(now.equals)} have equal cards")
    return _queued(now, move.seats)


def _loaded(now: Position, seat: int, move: Load) -> Position:
    area, supply, placed = now.cards[seat], now.supply[seat], move.placed
    if move.announced == 2 and (refusal := not_two(now, seat)):
        raise refusal
    if not contains(supply, placed):
        missing = ", ".join(names(without(supply, placed)))
        raise faults.Item(items=missing, why=f"is not in the supply of seat {seat}")
    if len(move.items) != 1 or move.announced != 1:
        _counted(seat, move, area)
    areas, out = list(now.ship), now.out
    areas[area - 1] += placed
    supply -= placed
    if move.fell or move.caught:
        own = take(areas, move, area)
        if not contains(move.fallen, move.saved):
            missing = ", ".join(names(without(move.fallen, move.saved)))
            raise faults.Fall(items=missing, why="was caught but did not fall")
        caught = 0 if own and now.house.own_piece_returns else move.saved  # 8 A1
        supply += move.fallen - caught
        out += caught
    return _next(now, (*now.supply[:seat], supply, *now.supply[seat + 1 :]), areas, out, won=not supply)


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


def _next(now: Position, supply: tuple[int, ...], areas: Sequence[int], out: int, *, won: bool) -> Position:
    """A turn is over, and with it perhaps the round or the game (rules 4, 4–5; 6)."""
    house, phase, round_, captain, _, _, _, used, cards, queue, reason = now
    queue = queue[1:]
    if won:
        phase, reason = Phase.OVER, "empty"
    elif not queue and round_ == house.rounds:
        phase, reason = Phase.OVER, "rounds"
    elif not queue:
        if round_ % CYCLE == 0:
            used = (0,) * house.seats
        phase, round_, cards = CHOOSE, round_ + 1, (0,) * house.seats
    return made((house, phase, round_, captain, supply, tuple(areas), out, used, cards, queue, reason))


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
