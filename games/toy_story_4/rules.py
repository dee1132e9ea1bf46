"""The rules of Toy Story 4, number 1: what each move does and what forbids it.

Moves are made on a draft of the position. Whether any other move is possible is asked only for a card put into the box
and for a skipped turn, which depend on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from games.engine import CHANCE
from games.errors import Phrase, RuleViolation
from games.toy_story_4 import choices, errors
from games.toy_story_4.cards import COLOURS, LEFT, Card, CardSet
from games.toy_story_4.moves import Box, Deal, Move, Refill, Skip, Take
from games.toy_story_4.position import Draft, Phase, Position
from games.toy_story_4.shelves import (
    Lying,
    Shelf,
    add_toy,
    face_down_refusal,
    face_up,
    is_sound,
    placing_refusal,
    remove_card,
)

ROWS, ROW = 3, 6
SHELVES = len(COLOURS)  # of a seat
# bare names, as a replay takes 1.1 times as long where each is looked up in its enum
DEAL, NORMAL, REFILL, FINAL, OVER = Phase


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal and new rows)."""
    return play(state, ((seat, move),))


def play(state: Position, moves: Iterable[tuple[int, Move]]) -> Position:
    """The position after *moves*, each with its seat."""
    draft = Draft(state)
    for seat, move in moves:
        if isinstance(move, Take):
            _take(draft, seat, move)
        else:
            _play_other(draft, seat, move)
    return draft.position()


def _play_other(draft: Draft, seat: int, move: Move) -> None:
    phase = draft.phase
    if seat == CHANCE:
        if phase is REFILL and isinstance(move, Refill):
            return _refill(draft, move)
        if phase is DEAL and isinstance(move, Deal):
            return _deal(draft, move)
    elif seat == draft.seat and (phase is NORMAL or phase is FINAL):
        if isinstance(move, Box):
            return _box(draft, move)
        if isinstance(move, Skip):
            return _skip(draft)
    raise _turn_refusal(draft.position(), seat, move)


def _turn_refusal(position: Position, seat: int, move: Move) -> RuleViolation:
    if position.phase is OVER:
        return errors.GameOver(move=move)
    if position.phase is DEAL:
        return errors.WrongRefill(move=move, why=Phrase("the deal comes first"))
    if position.phase is REFILL:
        return errors.WrongRefill(
            move=move, why=Phrase("row {row} is waiting for new cards", row=position.rows.index(()) + 1)
        )
    if seat == CHANCE:
        if position.unseen:
            return errors.WrongRefill(move=move, why=Phrase("no row needs new cards now"))
        return errors.WrongRefill(move=move, why=Phrase("no row needs new cards now, and the deck is empty"))
    return errors.NotYourTurn(move=move, seat=seat, due=Phrase("seat {seat} must take a card", seat=position.seat))


def _deal(draft: Draft, move: Deal) -> None:
    if move.starter >= draft.options.seats:
        raise errors.WrongDeal(why=Phrase("there is no seat {seat}", seat=move.starter))
    if tuple(map(len, move.rows)) != (ROW,) * ROWS:
        sizes = ", ".join(str(len(row)) for row in move.rows) or "none"
        why = Phrase("there must be {rows} rows of {due} cards, not {sizes}", rows=ROWS, due=ROW, sizes=sizes)
        raise errors.WrongDeal(why=why)
    for names in move.rows:
        row, draft.unseen, wrong = _draw_cards(draft.options.cards, names, draft.unseen)
        if wrong:
            raise errors.WrongDeal(why=wrong)
        draft.rows.append(row)
    draft.phase, draft.starter, draft.seat = NORMAL, move.starter, move.starter


def _refill(draft: Draft, move: Refill) -> None:
    if len(move.cards) != ROW:
        why = Phrase("{due} new cards are needed, not {count}", due=ROW, count=len(move.cards))
        raise errors.WrongRefill(move=move, why=why)
    new, draft.unseen, wrong = _draw_cards(draft.options.cards, move.cards, draft.unseen)
    if wrong:
        raise errors.WrongRefill(move=move, why=wrong)
    draft.rows[draft.rows.index([])] = new
    draft.phase = NORMAL


def _draw_cards(cards: CardSet, names: tuple[str, ...], unseen: int) -> tuple[list[Card], int, str]:
    """Cards from the top of the deck, what is left of it, and what is wrong with them, if anything."""
    try:
        row = [*map(cards.by_id.__getitem__, names)]
    except KeyError:
        return [], unseen, _draw_error(cards, names, unseen)
    drawn = sum([card.bit for card in row])  # with fewer bits than cards where a card is there twice
    if drawn & unseen != drawn or drawn.bit_count() != len(row):
        return [], unseen, _draw_error(cards, names, unseen)
    return row, unseen ^ drawn, ""


def _draw_error(cards: CardSet, names: tuple[str, ...], unseen: int) -> str:
    """Why these cards cannot have been drawn."""
    for name in names:  # pragma: no branch - asked only where something is wrong
        if name not in cards.by_id:
            return Phrase("the deck {deck} has no card {card}", card=name[:40], deck=cards.deck.id)
        bit = cards.by_id[name].bit
        if not bit & unseen:
            break
        unseen ^= bit
    return Phrase("{card} has already been dealt", card=name)


def _take(draft: Draft, by: int, move: Take) -> None:
    phase, bonus = draft.phase, draft.bonus
    if by != draft.seat or (phase is not NORMAL and phase is not FINAL):
        raise _turn_refusal(draft.position(), by, move)
    card = draft.cards.get(move.card)
    if card is None:
        raise errors.NotThere(card=move.card[:40])
    rest = _lift(draft, card)
    gained = _put(draft, card, move)
    draft.bonus = bonus - 1 + gained if bonus else gained
    if phase is NORMAL and len(rest) == 1:
        _use_up(draft, rest)
    if not draft.bonus:
        _pass_turn(draft)


def _lift(draft: Draft, card: Card) -> list[Card]:
    """Take *card* from its row or the pool, and return what is left there (rules 4)."""
    for row in draft.rows:
        if card is row[0] or card is row[-1]:
            row.remove(card)
            return row
    for number, row in enumerate(draft.rows or (draft.pool,), 1):
        if card in row:
            if draft.rows and not draft.bonus:
                raise errors.NotEnd(card=card.id, row=number)
            row.remove(card)
            return row
    raise errors.NotThere(card=card.id)


def _put(draft: Draft, card: Card, move: Take) -> int:
    """Put *card* on a shelf of the seat on turn (rules 5). Returns the bonus turns that this gives."""
    first = draft.seat * SHELVES
    if move.down:
        at = first + COLOURS.index(move.shelf or "")
        wrong = face_down_refusal(draft.shelves[at], move.place)
    elif move.shelf is not None and move.shelf != COLOURS[card.colour]:
        raise errors.WrongColour(card=card.id, colour=Phrase(move.shelf))
    else:
        at = first + card.colour
        wrong = placing_refusal(draft.shelves, card, move.place, draft.phase is FINAL, first)
    shelf = draft.shelves[at]
    if wrong is not None:
        raise _refusal(wrong, draft.position(), card, shelf, move)
    if card.side is None and not move.down:
        draft.shelves[at], bonus = add_toy(shelf, card, move.place)
        return bonus
    if shelf is None:  # an edge begins the shelf
        draft.shelves[at] = (), card, card.side, False
        return 0
    toys, edge, _, _ = shelf
    if edge is None:
        draft.shelves[at] = toys, card, move.place, move.down
        return 0
    _complete(draft, shelf, edge, card, move)  # the second edge completes the shelf (rules 6.1)
    draft.shelves[at] = None
    return 1


def _use_up(draft: Draft, rest: list[Card]) -> None:
    """One card is left of a row: a new row is dealt, or the final round begins."""
    if draft.unseen:  # rules 6.3
        draft.phase = REFILL
        draft.discard += rest
        rest.clear()
    else:  # rules 6.4: the pool is what was discarded, this card and the other rows
        rest += chain.from_iterable(row for row in draft.rows if row is not rest)
        draft.rows, draft.pool, draft.discard = [], draft.discard + rest, []
        draft.phase, draft.left = FINAL, draft.seats


def _complete(draft: Draft, shelf: Lying, edge: Card, card: Card, move: Take) -> None:
    """Collect a shelf with *edge* that *card* completes. What lies face down goes into the box."""
    kept = face_up(shelf)
    if shelf[3]:
        draft.box.append(edge)
    if move.down:
        draft.box.append(card)
    else:
        kept = (card, *kept) if move.place == LEFT else (*kept, card)
    draft.collections[draft.seat] += kept


def _pass_turn(draft: Draft) -> None:
    """The next seat is on turn, or the game is over (rules 6.5, 7)."""
    if draft.phase is FINAL:
        if not draft.left:
            draft.phase = OVER
            return
        draft.left -= 1
    draft.seat = (draft.seat + 1) % draft.seats


def _refusal(
    wrong: type[RuleViolation], position: Position, card: Card, lies: Lying | None, move: Take
) -> RuleViolation:
    shelf = None if lies is None else Shelf(*lies)
    if wrong is errors.FaceDown:
        return errors.FaceDown(card=card.id, why=_face_down_reason(shelf, position.seat, move))
    count = sum(each is not None for each in position.own(position.seat))
    return wrong(card=card.id, shelf=str(shelf or Shelf(())), toy=card.toy, seat=position.seat, count=count)


def _face_down_reason(shelf: Shelf | None, seat: int, move: Take) -> str:
    if shelf is None:
        return Phrase("seat {seat} has no {colour} shelf", seat=seat, colour=Phrase(str(move.shelf)))
    if not shelf.toys:
        return Phrase("there is no toy on {shelf}", shelf=shelf)
    if move.place == LEFT:
        return Phrase("{shelf} is closed on the left", shelf=shelf)
    return Phrase("{shelf} is closed on the right", shelf=shelf)


def _box(draft: Draft, move: Box) -> None:
    before, seat, name = draft.position(), draft.seat, move.card[:40]
    if draft.phase is FINAL:
        raise errors.WrongRemoval(
            card=name, why=Phrase("in the final round, a turn without a possible move is skipped instead")
        )
    own = before.own(seat)
    lies = [(colour, shelf, card) for colour, shelf in enumerate(own) if shelf for card in shelf.cards]
    colour, shelf, card = next((each for each in lies if each[2].id == move.card), (0, None, None))
    if shelf is None or card is None:
        raise errors.WrongRemoval(card=name, why=Phrase("it is not on any shelf of seat {seat}", seat=seat))
    if choices.can_take(before):
        raise errors.WrongRemoval(card=name, why=Phrase("seat {seat} can still take a card", seat=seat))
    rest = remove_card(shelf, card)
    if card not in choices.removable(before):
        why = Phrase("it would not help, but another card would")
        if rest is not None and not is_sound(rest):
            why = Phrase("the rules do not allow what would be left: {shelf}", shelf=rest)
        raise errors.WrongRemoval(card=name, why=why)
    draft.shelves[seat * SHELVES + colour] = rest
    draft.box.append(card)


def _skip(draft: Draft) -> None:
    before = draft.position()
    if choices.can_take(before):
        raise errors.WrongSkip(seat=draft.seat, why=Phrase("there is a card it can take"))
    if choices.removable(before):
        raise errors.WrongSkip(seat=draft.seat, why=Phrase("before the final round, a card goes in the box instead"))
    draft.bonus = max(0, draft.bonus - 1)
    if not draft.bonus:
        _pass_turn(draft)


_DUE_RULES = (errors.GameOver, errors.WrongRefill, errors.NotYourTurn)
_CARD_RULES = (errors.NotThere, errors.NotEnd)
_DOWN_RULES = (errors.FaceDown, errors.NoEdge)
_SHELF_RULES = (errors.WrongColour, errors.SecondShelf, errors.FinalStart, errors.NoShelf, errors.BeyondEdge)
_EDGE_RULES = (errors.EdgeSide, errors.EmptyComplete)
_TOY_RULES = (
    errors.DuplicateToy, errors.BlueMix, errors.FirstToy, errors.MinTwo, errors.ThreeShelves, errors.NoEdge,
    errors.MustEdge,
)  # fmt: skip
_CLAUSES: Mapping[type, Sequence[type[RuleViolation]]] = {
    Deal: (*_DUE_RULES, errors.WrongDeal),
    Refill: _DUE_RULES,
    Box: (*_DUE_RULES, errors.WrongRemoval),
    Skip: (*_DUE_RULES, errors.WrongSkip),
}


def clauses(move: Move) -> Sequence[type[RuleViolation]]:
    """The rules that a move is checked against, in order."""
    if not isinstance(move, Take):
        return _CLAUSES[type(move)]
    return (*_DUE_RULES, *_CARD_RULES, *(_DOWN_RULES if move.down else (*_SHELF_RULES, *_EDGE_RULES, *_TOY_RULES)))
