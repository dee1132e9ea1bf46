"""The rules of Riff Raff, number 1: what each move does and what forbids it.

Checks come in the order that records promise: game over, turn, the announcement (made before anything moves), the
items are there, how many were placed, what fell. Moves are made on a draft of the position. What follows from the cards
of a round is remembered, since there are only 11,100 ways to choose them.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce

from games.engine import CHANCE
from games.errors import Phrase, RuleViolation
from games.riff_raff import errors
from games.riff_raff.items import BITS, UNIT, bag, contains, items_phrase, missing_items, size
from games.riff_raff.moves import AREAS, Captain, Card, Load, Move, Order, Ship
from games.riff_raff.position import Draft, Phase, Position, equals, highest

CARDS = range(1, 11)
CYCLE = 10  # rounds after which two players take their cards back (rules 4, 5)
YARDS = range(5, 11)
CHOOSE, CAPTAIN, ORDER, LOAD, OVER = Phase


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for cargo that has slid)."""
    return play(state, ((seat, move),))


def play(state: Position, moves: Iterable[tuple[int, Move]]) -> Position:
    draft = Draft(state)
    seats = draft.options.seats
    for seat, move in moves:
        phase = draft.phase
        if phase is LOAD and isinstance(move, Load) and seat == draft.queue[0]:
            _load(draft, seat, move)
        elif phase is CHOOSE and isinstance(move, Card) and 0 <= seat < seats:
            _choose(draft, seat, move)
        else:
            _play_other(draft, seat, move)
    return draft.position()


def _play_other(draft: Draft, seat: int, move: Move) -> None:
    """Play a rarer move, or refuse one that is not due."""
    if draft.phase is OVER:
        raise errors.GameOver(move=move)
    if seat == CHANCE and isinstance(move, Ship):
        return _slide(draft, move)
    if not 0 <= seat < draft.options.seats or isinstance(move, Ship):
        raise errors.NotYourTurn(move=move, seat="*" if seat == CHANCE else seat, due=due_phrase(draft))
    if isinstance(move, Card):
        raise errors.NotYourTurn(move=f"card {move}", seat=seat, due=due_phrase(draft))
    if draft.phase is CHOOSE and any(draft.cards):
        waiting = [other for other, card in enumerate(draft.cards) if not card]
        why = Phrase("still waiting for a card from seat {seat}", seat=_seat_list(waiting))
        raise errors.RevealPending(move=move, seat=seat, why=why)
    if isinstance(move, Captain):
        return _name_captain(draft, seat, move)
    if isinstance(move, Order):
        return _order_equals(draft, seat, move)
    if draft.phase is ORDER:
        raise errors.OrderGroup(move=move, why=due_phrase(draft))
    raise errors.NotYourTurn(move=move, seat=seat, due=due_phrase(draft))


def due_phrase(draft: Draft) -> Phrase:
    if draft.phase is CHOOSE:
        return Phrase("cards are being chosen for round {round}", round=draft.round)
    if draft.phase is CAPTAIN:
        return Phrase("seat {seat} must name the captain", seat=draft.captain)
    if draft.phase is ORDER:
        return Phrase(
            "seat {seat} must put seats {equals} in order", seat=draft.captain, equals=_seat_list(_equal_seats(draft))
        )
    return Phrase("it is seat {seat}’s turn", seat=draft.queue[0])


def _equal_seats(draft: Draft) -> tuple[int, ...]:
    return equals(tuple(draft.cards), draft.captain)


def _seat_list(seats: Sequence[int]) -> Phrase:
    first, *others = (Phrase(str(seat)) for seat in seats)
    return reduce(lambda some, seat: Phrase("{some} and {seat}", some=some, seat=seat), others, first)


def _choose(draft: Draft, seat: int, move: Card) -> None:
    cards, card = draft.cards, move.number
    if cards[seat]:
        raise errors.RevealPending(
            move=f"card {move}", seat=seat, why=Phrase("it has already chosen its card for this round")
        )
    if not 1 <= card <= CARDS[-1]:
        raise errors.CardRange(card=move)
    if draft.used[seat] >> card & 1:
        raise errors.CardUsed(seat=seat, card=move)
    cards[seat] = card
    if 0 not in cards:
        draft.used = [used | 1 << shown for used, shown in zip(draft.used, cards, strict=True)]
        captain, draft.phase, queue = _reveal(tuple(cards))
        if captain is not None:
            draft.captain, draft.queue = captain, [*queue]


@cache
def _reveal(cards: tuple[int, ...]) -> tuple[int | None, Phase, tuple[int, ...]]:
    """What follows from the cards of a round, by seat: the captain, the next phase, and the order of loading.

    All cards are revealed once the last is chosen. The highest becomes captain, or the old captain names one of those
    tied (rules 4, 1–2).
    """
    captain, *others = highest(cards)
    return (None, CAPTAIN, ()) if others else (captain, *_lead(cards, captain))


@cache
def _lead(cards: tuple[int, ...], captain: int) -> tuple[Phase, tuple[int, ...]]:
    """The phase and order of loading under *captain*, who first has to order other tied cards (rules 4, 2–3)."""
    if equals(cards, captain):
        return ORDER, ()
    return LOAD, _queue(cards, captain, ())


@cache
def _queue(cards: tuple[int, ...], captain: int, ordered: tuple[int, ...]) -> tuple[int, ...]:
    """The captain, then the other cards from high to low, tied ones as the captain has *ordered* them."""
    others = [*ordered, *[seat for seat in range(len(cards)) if seat != captain and seat not in ordered]]
    return captain, *sorted(others, key=cards.__getitem__, reverse=True)


def _name_captain(draft: Draft, seat: int, move: Captain) -> None:
    if draft.phase is not CAPTAIN:
        raise errors.CaptainTie(chosen=move.seat, why=Phrase("no cards are tied for highest"))
    if seat != draft.captain:
        raise errors.CaptainBy(seat=seat, captain=draft.captain)
    cards = tuple(draft.cards)
    if move.seat not in highest(cards):
        why = Phrase("the highest cards belong to seats {seats}", seats=_seat_list(highest(cards)))
        raise errors.CaptainTie(chosen=move.seat, why=why)
    draft.phase, queue = _lead(cards, move.seat)
    draft.captain, draft.queue = move.seat, [*queue]


def _order_equals(draft: Draft, seat: int, move: Order) -> None:
    if draft.phase is CAPTAIN:
        raise errors.NotYourTurn(move=move, seat=seat, due=due_phrase(draft))
    if draft.phase is not ORDER:
        raise errors.OrderGroup(move=move, why=Phrase("there are no tied cards to put in order"))
    if seat != draft.captain:
        raise errors.OrderBy(seat=seat, captain=draft.captain)
    if sorted(move.seats) != list(_equal_seats(draft)):
        raise errors.OrderGroup(
            move=move, why=Phrase("the tied cards belong to seats {seats}", seats=_seat_list(_equal_seats(draft)))
        )
    draft.phase, draft.queue = LOAD, [*_queue(tuple(draft.cards), seat, move.seats)]


def _load(draft: Draft, seat: int, move: Load) -> None:
    announced, items, fell, caught, _, placed, fallen, saved = move
    areas, area, supply = draft.areas, draft.cards[seat] - 1, draft.supplies[seat]
    if announced != 1 or len(items) != 1 or not contains(supply, placed):  # else nothing is wrong
        _check_load(draft, seat, move)
    lies = areas[area] = areas[area] + placed
    supply -= placed
    if fell or caught:
        _take_off(areas, move)
        if caught and not contains(fallen, saved):
            missing = items_phrase(missing_items(fallen, saved))
            raise errors.WrongFall(items=missing, why=Phrase("listed as caught but not as fallen"))
        if draft.options.own_piece_returns and lies - areas[area] == fallen and contains(placed, fallen):
            saved = 0  # only pieces placed in this turn fell (rules 8, A1)
        supply += fallen - saved
        draft.out += saved
    draft.supplies[seat] = supply
    del draft.queue[0]
    if not supply or not draft.queue:
        _end_round(draft, won=not supply)


def _take_off(areas: list[int], move: Load) -> None:
    """Take what fell from the *areas* of the ship, just placed items included (rules 5, Bookkeeping).

    The area of a fallen item has to be named only if its type lies in several. Those named are taken first.
    """
    unsaid: list[str] = []
    for item, area in move.fell:
        if area is None:
            unsaid.append(item)
        elif areas[area - 1] >> BITS[item] & 0xFF:
            areas[area - 1] -= UNIT[item]
        else:
            raise errors.WrongFall(items=f"{item}:{area}", why=Phrase("fell but was not in that area"))
    for name in dict.fromkeys(unsaid):
        _take_all(areas, name, unsaid.count(name))


def _take_all(areas: list[int], name: str, count: int) -> None:
    """Take *count* items of a type from the only area that has it, or all of them from every area."""
    bits = BITS[name]
    lies = {place: there for place, items in enumerate(areas) if (there := items >> bits & 0xFF)}
    if sum(lies.values()) < count:
        why = Phrase("more fell than are on the ship ({count})", count=sum(lies.values()))
        raise errors.WrongFall(items=Phrase(name), why=why)
    if len(lies) > 1 and sum(lies.values()) > count:
        first, *others = (Phrase(str(place + 1)) for place in lies)
        among = reduce(lambda some, area: Phrase("{some} or {area}", some=some, area=area), others, first)
        raise errors.WrongFall(items=Phrase(name), why=Phrase("fell, but the area is not named ({areas})", areas=among))
    for place, there in lies.items():
        areas[place] -= min(count, there) << bits


def _check_load(draft: Draft, seat: int, move: Load) -> None:
    """Refuse two items that may not be announced, missing items, and too many or too few items."""
    if move.announced == 2 and (refusal := two_items_refusal(draft, seat)):
        raise refusal
    supply = draft.supplies[seat]
    if not contains(supply, move.placed):
        missing = items_phrase(missing_items(supply, move.placed))
        raise errors.MissingItem(items=missing, why=Phrase("not in seat {seat}’s supply", seat=seat))
    _check_count(seat, move, draft.cards[seat])


def two_items_refusal(position: Position | Draft, seat: int) -> RuleViolation | None:
    """Why *seat* may not announce two items: only where cargo lies on a yard, and with two left (rules 5, 2)."""
    area = position.cards[seat]
    if area not in YARDS:
        return errors.TwoArea(area=area)
    if not position.areas[area - 1]:
        return errors.TwoEmpty(area=area)
    if size(position.supplies[seat]) < 2:
        return errors.TwoSupply(seat=seat)
    return None


def _check_count(seat: int, move: Load, area: int) -> None:
    """Require as many items as announced, or fewer if something fell (rules 5, 2 and 4)."""
    count = len(move.items)
    if count == 0:
        raise errors.WrongCount(seat=seat, why=Phrase("no item is placed"))
    if count > move.announced:
        why = Phrase("{count} items were placed, but only {announced} announced", count=count, announced=move.announced)
        raise errors.WrongCount(seat=seat, why=why)
    if count < move.announced and not move.fell:
        why = Phrase(
            "{announced} items were announced, but only {count} was placed and nothing fell",
            announced=move.announced,
            count=count,
        )
        raise errors.WrongCount(seat=seat, why=why)
    if count == 2 and move.fell and not move.then:
        first, second = move.items
        if not any(each.item == second and each.area in (None, area) for each in move.fell):
            fell = ", ".join(map(str, move.fell))
            why = Phrase(
                "the turn ended when {fell} fell, so {second} could not be placed (if {second} made it "
                "fall, write: {first} then {second})",
                fell=fell,
                first=first,
                second=second,
            )
            raise errors.WrongCount(seat=seat, why=why)


def _end_round(draft: Draft, *, won: bool) -> None:
    """End the game, or start the next round (rules 4, 4–5 and 6)."""
    if won:
        draft.phase, draft.reason = OVER, "empty"
    elif draft.round == draft.options.rounds:
        draft.phase, draft.reason = OVER, "rounds"
    else:
        none = [0] * draft.options.seats
        draft.used = draft.used if draft.round % CYCLE else [*none]
        draft.phase, draft.round, draft.cards = CHOOSE, draft.round + 1, none


def _slide(draft: Draft, move: Ship) -> None:
    """Move cargo that has slid into other areas. No item appears or disappears (rules 8, A5)."""
    listed = dict(move.areas)
    areas = [bag(listed.get(area, ())) for area in range(1, AREAS + 1)]
    before, after = sum(draft.areas), sum(areas)
    if before != after:
        more, less = missing_items(before, after), missing_items(after, before)
        why = Phrase("not on the ship") if more else Phrase("on the ship but missing from the list")
        raise errors.MissingItem(items=items_phrase(more or less), why=why)
    draft.areas = areas


_DUE_RULES = (errors.GameOver, errors.NotYourTurn)
_CLAUSES: Mapping[type, Sequence[type[RuleViolation]]] = {
    Card: (*_DUE_RULES, errors.RevealPending, errors.CardRange, errors.CardUsed),
    Captain: (*_DUE_RULES, errors.RevealPending, errors.CaptainTie, errors.CaptainBy),
    Order: (*_DUE_RULES, errors.RevealPending, errors.OrderGroup, errors.OrderBy),
    Ship: (*_DUE_RULES, errors.MissingItem),
}
_LOAD_RULES = (*_DUE_RULES, errors.RevealPending, errors.OrderGroup)
_TWO_RULES = (errors.TwoArea, errors.TwoEmpty, errors.TwoSupply)
_PLACED_RULES = (errors.MissingItem, errors.WrongCount, errors.WrongFall)


def clauses(move: Move) -> Sequence[type[RuleViolation]]:
    """The rules that a move is checked against, in order. Those for two items apply only if two are announced."""
    if not isinstance(move, Load):
        return _CLAUSES[type(move)]
    return (*_LOAD_RULES, *(_TWO_RULES if move.announced == 2 else ()), *_PLACED_RULES)
