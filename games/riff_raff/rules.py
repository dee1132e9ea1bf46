"""The rules of Riff Raff, number 1: what each move does and what forbids it.

Checks come in the order that records promise: game over, turn, the announcement (made before anything moves), the
items are there, how many were placed, what fell.
"""

from collections.abc import Sequence
from functools import cache, reduce

from games.engine import CHANCE
from games.errors import Phrase, RuleViolation
from games.riff_raff import faults
from games.riff_raff.falls import fallen, only_own
from games.riff_raff.items import BAG, WHOLE, bag, bags, contains, in_words, nth, row, size, without
from games.riff_raff.moves import AREAS, Captain, Card, Load, Move, Order, Ship
from games.riff_raff.position import CARD, PLAYED, Phase, Position, cards_of, equals, highest

CARDS = range(1, 11)
CYCLE = 10  # rounds after which two players take their cards back (rules 4, 5)
YARDS = range(5, 11)
new = tuple.__new__  # makes a position of all its fields in half the time
CHOOSE, LOAD = Phase.CHOOSE, Phase.LOAD  # what almost every move is due in


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for cargo that has slid)."""
    phase = state.phase
    if phase is LOAD and type(move) is Load and seat == state.queue[0]:
        return _loaded(state, seat, move)
    if phase is CHOOSE and type(move) is Card and 0 <= seat < state.house.seats:
        return _choose(state, seat, move)
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
    if now.phase is CHOOSE and now.cards:
        waiting = [other for other, card in enumerate(now.shown) if not card]
        why = Phrase("seat {seat} has not chosen a card yet", seat=_listed(waiting))
        raise faults.Reveal(move=move, seat=seat, why=why)
    if isinstance(move, Captain):
        return _captain(now, seat, move)
    if isinstance(move, Order):
        return _order(now, seat, move)
    if now.phase is Phase.ORDER:
        raise faults.OrderGroup(move=move, why=due(now))
    raise faults.Turn(move=move, seat=seat, due=due(now))


def due(now: Position) -> Phrase:
    """What has to happen now."""
    if now.phase is CHOOSE:
        return Phrase("cards are chosen for round {round}", round=now.round)
    if now.phase is Phase.CAPTAIN:
        return Phrase("seat {seat} has to name the captain", seat=now.captain)
    if now.phase is Phase.ORDER:
        return Phrase("seat {seat} has to order seats {equals}", seat=now.captain, equals=_listed(now.equals))
    return Phrase("seat {seat} is on turn", seat=now.queue[0])


def _listed(seats: Sequence[int]) -> Phrase:
    first, *others = (Phrase(str(seat)) for seat in seats)
    return reduce(lambda some, seat: Phrase("{some} and {seat}", some=some, seat=seat), others, first)


def _choose(now: Position, seat: int, move: Card) -> Position:
    house, _, round_, captain, supply, ship, out, used, cards, _, _ = now
    card = move.number
    if cards >> CARD * seat & 0xF:
        raise faults.Reveal(move=f"card {move}", seat=seat, why=Phrase("it has chosen its card for this round"))
    if card not in CARDS:
        raise faults.CardRange(card=move)
    if used >> PLAYED * seat + card & 1:
        raise faults.CardUsed(seat=seat, card=move)
    cards += card << CARD * seat
    phase, captain, queue, played = _revealed(cards, house.seats, captain)
    return new(Position, (house, phase, round_, captain, supply, ship, out, used + played, cards, queue, None))


@cache
def _revealed(cards: int, seats: int, captain: int) -> tuple[Phase, int, tuple[int, ...], int]:
    """What the cards of a round lead to: what comes next, the captain, who loads in which order, and cards played.

    All come to light when the last is chosen; the captain is the highest, or is named by the old one (rules 4, 1–2).
    """
    shown = cards_of(cards, seats)
    if 0 in shown:
        return CHOOSE, captain, (), 0
    played = sum(1 << PLAYED * seat + card for seat, card in enumerate(shown))
    top = highest(cards, seats)
    if len(top) > 1:
        return Phase.CAPTAIN, captain, (), played
    return *_led(cards, seats, top[0]), played


@cache
def _led(cards: int, seats: int, captain: int) -> tuple[Phase, int, tuple[int, ...]]:
    """The reveal is complete: *captain* takes office, and orders other equals if there are any (rules 4, 2–3)."""
    if equals(cards, seats, captain):
        return Phase.ORDER, captain, ()
    return LOAD, captain, _queue(cards, seats, captain, ())


@cache
def _queue(cards: int, seats: int, captain: int, ordered: tuple[int, ...]) -> tuple[int, ...]:
    """The captain, then the cards from high to low, equal ones as the captain has *ordered* them."""
    shown = cards_of(cards, seats)
    others = [seat for seat in range(seats) if seat != captain]
    others.sort(key=lambda seat: (-shown[seat], ordered.index(seat) if seat in ordered else 0))
    return captain, *others


def _captain(now: Position, seat: int, move: Captain) -> Position:
    if now.phase is not Phase.CAPTAIN:
        raise faults.CaptainTie(chosen=move.seat, why=Phrase("no highest cards are equal"))
    if seat != now.captain:
        raise faults.CaptainBy(seat=seat, captain=now.captain)
    if move.seat not in now.highest:
        why = Phrase("the highest cards are of seats {seats}", seats=_listed(now.highest))
        raise faults.CaptainTie(chosen=move.seat, why=why)
    phase, captain, queue = _led(now.cards, now.house.seats, move.seat)
    return now._replace(phase=phase, captain=captain, queue=queue)


def _order(now: Position, seat: int, move: Order) -> Position:
    if now.phase is Phase.CAPTAIN:
        raise faults.Turn(move=move, seat=seat, due=due(now))
    if now.phase is not Phase.ORDER:
        raise faults.OrderGroup(move=move, why=Phrase("no equal cards have to be ordered"))
    if seat != now.captain:
        raise faults.OrderBy(seat=seat, captain=now.captain)
    if sorted(move.seats) != list(now.equals):
        raise faults.OrderGroup(move=move, why=Phrase("seats {seats} have equal cards", seats=_listed(now.equals)))
    return now._replace(phase=LOAD, queue=_queue(now.cards, now.house.seats, seat, move.seats))


def _loaded(now: Position, seat: int, move: Load) -> Position:
    house, phase, round_, captain, supply, ship, out, used, cards, queue, _ = now
    area, mine = cards >> CARD * seat & 0xF, BAG * seat
    if not (move.one and supply >> mine + move.bits & 0xFF):
        _placeable(now, seat, move, area)
    ship += move.placed << BAG * (area - 1)
    supply -= move.placed << mine
    if move.fell or move.caught:
        before, ship = ship, fallen(ship, move)
        caught = _caught(move, own=house.own_piece_returns and only_own(before, ship, move, area))
        supply += move.fallen - caught << mine
        out += caught
    queue = queue[1:]
    won = not supply >> mine & WHOLE
    if won or not queue:
        return _round_over(now, supply, ship, out, won=won)
    return new(Position, (house, phase, round_, captain, supply, ship, out, used, cards, queue, None))


def _placeable(now: Position, seat: int, move: Load, area: int) -> None:
    """Refuse a load of two items that may not be announced, of items that are not there, or of too many or few."""
    if move.announced == 2 and (refusal := not_two(now, seat)):
        raise refusal
    supply = nth(now.supply, seat)
    if not contains(supply, move.placed):
        missing = in_words(without(supply, move.placed))
        raise faults.Item(items=missing, why=Phrase("is not in the supply of seat {seat}", seat=seat))
    _counted(seat, move, area)


def _caught(move: Load, *, own: bool) -> int:
    """The bag of items that leave the game: caught ones, unless only *own* pieces fell and return (rules 8, A1)."""
    if not contains(move.fallen, move.saved):
        missing = in_words(without(move.fallen, move.saved))
        raise faults.Fall(items=missing, why=Phrase("was caught but did not fall"))
    return 0 if own else move.saved


def not_two(now: Position, seat: int) -> RuleViolation | None:
    """Why *seat* may not announce two items: only where cargo lies on a yard, and with two left (rules 5, 2)."""
    area = now.card(seat)
    if area not in YARDS:
        return faults.TwoArea(area=area)
    if not nth(now.ship, area - 1):
        return faults.TwoEmpty(area=area)
    if size(nth(now.supply, seat)) < 2:
        return faults.TwoSupply(seat=seat)
    return None


def _counted(seat: int, move: Load, area: int) -> None:
    """As many as announced are placed; fewer only if something fell (rules 5, 2 and 4)."""
    count = len(move.items)
    if count == 0:
        raise faults.Count(seat=seat, why=Phrase("no item is placed"))
    if count > move.announced:
        why = Phrase("{count} items are placed, {announced} is announced", count=count, announced=move.announced)
        raise faults.Count(seat=seat, why=why)
    if count < move.announced and not move.fell:
        why = Phrase(
            "{announced} items are announced, {count} is placed and nothing fell", announced=move.announced, count=count
        )
        raise faults.Count(seat=seat, why=why)
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
            raise faults.Count(seat=seat, why=why)


def _round_over(now: Position, supply: int, ship: int, out: int, *, won: bool) -> Position:
    """The last turn of a round has been, or the last of all (rules 4, 4–5; 6)."""
    house, _, round_, captain, _, _, _, used, cards, queue, _ = now
    if won:
        return Position(house, Phase.OVER, round_, captain, supply, ship, out, used, cards, queue[1:], "empty")
    if round_ == house.rounds:
        return Position(house, Phase.OVER, round_, captain, supply, ship, out, used, cards, (), "rounds")
    used = used if round_ % CYCLE else 0
    return new(Position, (house, CHOOSE, round_ + 1, captain, supply, ship, out, used, 0, (), None))


def _slide(now: Position, move: Ship) -> Position:
    """Cargo has slid into other areas; nothing has come or gone (rules 8, A5)."""
    areas = dict(move.areas)
    ship = row([bag(areas.get(area, ())) for area in range(1, AREAS + 1)])
    before, after = sum(now.areas), sum(bags(ship, AREAS))
    if before != after:
        more, less = without(before, after), without(after, before)
        why = Phrase("is not on the ship") if more else Phrase("is on the ship and missing in the list")
        raise faults.Item(items=in_words(more or less), why=why)
    return now._replace(ship=ship)
