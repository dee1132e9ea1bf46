"""The table of Ralph as a picture: a row for each character on one grid, the cards of the round, and hands."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.errors import Phrase, count_phrase
from games.picture import Group, Hue, Layout, Picture, Piece, Zone, hidden_pieces, place
from games.ralph.cards import CHARACTERS, SUIT
from games.ralph.cards import card as card_of
from games.ralph.cards import name as card_name
from games.ralph.messages import LABELS
from games.ralph.moves import LEFT, Adopt, As, At, Choose, Close, Move
from games.ralph.position import Position
from games.text_boards import seats_to_act

HIDDEN = "?"
_HUES = {"R": Hue.RED, "V": Hue.VIOLET, "K": Hue.BLUE, "Y": Hue.ORANGE, "J": Hue.BLACK}
_BLOCK = 3  # columns that come and go together, so that the grid seldom shifts


def picture(view: Mapping[str, Any]) -> Picture:
    """What a viewer sees. Hands and choices that the viewer may not know are drawn as backs."""
    hands = [_hand(seat, view) for seat in range(len(view["hands"]))]
    zones = [_round(view), _table(view), *_burned(view["burned_cards"]), *hands]
    return Picture(zones, frozenset(seats_to_act(view["turn"])))


def path(before: Position, by: int, move: Move) -> tuple[str, ...]:
    """What is touched: a card, the row of a joker, or the card that moves into the hole from one side."""
    match move:
        case Choose():
            return (place(f"hand:{by}", piece=card_name(move.card)),)
        case As():
            return (place("table", group=SUIT[move.character]),)
        case At() | Adopt():
            return (place("table", piece=card_name(move.card)),)
        case Close():
            row, gap = before.hole
            beside = before.rows[row][2][gap - 1 if move.side == LEFT else gap + 1]
            return (place("table", piece=card_name(beside[-1])),)
    return ()


def _round(view: Mapping[str, Any]) -> Zone:
    """The cards of this round, or of the last one until somebody chooses. Its key differs from round to round."""
    before = view["last"] is not None and not any(view["chosen"])
    cards: Sequence[str | None] = view["last"] if before else view["chosen"]
    number = view["round"] - (before and not view["over"])
    order = [*range(len(cards))]
    if all(card and card != HIDDEN for card in cards):
        order.sort(key=lambda seat: -card_of(cards[seat] or ""))  # as they are resolved (rules 4.2)
    waiting = [each["seat"] for each in view["queue"]]
    return Zone(
        key=f"round:{number}",
        title=Phrase("Cards of round {round}", round=number),
        groups=[_choice(seat, cards[seat], waiting) for seat in order],
    )


def _choice(seat: int, card: str | None, waiting: Sequence[int]) -> Group:
    pieces = []
    if card == HIDDEN:
        pieces = [Piece(key=f"seat:{seat}", alt=Phrase("hidden card"), hidden=True)]
    elif card:
        pieces = [draw_card(card, key=f"seat:{seat}")]
    note = None
    if waiting:
        note = Phrase("placed") if seat not in waiting else Phrase("now") if seat == waiting[0] else Phrase("waits")
    return Group(key=f"seat:{seat}", seat=seat, pieces=pieces, note=note)


def _table(view: Mapping[str, Any]) -> Zone:
    """A row for each character, even without cards, so that rows keep their places, then the rows of jokers alone."""
    first: int = view["first_column"]
    rows = {_row_key(row): row["stacks"] for row in view["layout"]}
    jokers = [key for key in rows if key not in tuple(CHARACTERS)]
    depth = Counter(first + stack["column"] for stacks in rows.values() for stack in stacks)
    last = max(depth, default=first)
    columns = range(first // _BLOCK * _BLOCK, (last // _BLOCK + 1) * _BLOCK)
    return Zone(
        key="table",
        layout=Layout.GRID,
        title=count_phrase("{count} card on the table", "{count} cards on the table", view["on_table"]),
        groups=[_row(key, rows.get(key, ()), first) for key in (*CHARACTERS, *jokers)],
        columns={column: Phrase("{count}/4", count=depth[column]) if depth[column] else None for column in columns},
        note=_asked(view["asked"]),
    )


def _row_key(row: Mapping[str, Any]) -> str:
    """The owner of a row, or its leftmost joker at the bottom."""
    return row["owner"] or f"J:{row['stacks'][0]['cards'][0]}"


def _row(key: str, stacks: Sequence[Mapping[str, Any]], first: int) -> Group:
    character = key in tuple(CHARACTERS)
    return Group(
        key=key,
        title=Phrase(LABELS.codes[key]) if character else Phrase("Jokers only"),
        hue=_HUES[key[0]],
        pieces=[draw_card(card, column=first + stack["column"]) for stack in stacks for card in stack["cards"]],
        note=Phrase("{count} of 4", count=len(stacks)) if stacks else Phrase("no row"),
    )


def _asked(asked: Mapping[str, Any] | None) -> Phrase | None:
    return Phrase("Needed now: {what}", what=Phrase(LABELS.codes[asked["choice"]])) if asked else None


def _burned(cards: Sequence[str]) -> Sequence[Zone]:
    pieces = [draw_card(card) for card in cards]
    return [Zone(key="burned", title=Phrase("Burned jokers"), groups=[Group(key="all", pieces=pieces)])] * bool(cards)


def _hand(seat: int, view: Mapping[str, Any]) -> Zone:
    cards: Sequence[str] | None = view["cards"][seat]
    if cards is None:
        pieces = hidden_pieces(view["hands"][seat], Phrase("hidden card"))
    else:
        pieces = [draw_card(card) for card in cards]
    won = count_phrase("{count} card won", "{count} cards won", view["won"][seat])
    return Zone(key=f"hand:{seat}", seat=seat, title=won, groups=[Group(key="hand", pieces=pieces)])


def draw_card(name: str, *, key: str = "", column: int = 0) -> Piece:
    suit, number = name[0], name[1:]
    owner = Phrase(LABELS.codes[suit]) if suit in LABELS.codes else Phrase("joker")
    return Piece(
        key=key or name,
        face=number,
        hue=_HUES[suit],
        sign="" if suit in LABELS.codes else "★",
        alt=Phrase("{name} {number}", name=owner, number=number),
        column=column,
    )
