"""Positions in the words of the rules: in `at("R@0: 3 5/6 9", "V@1: 7 J8")` 6 covers 5, and J8 is a joker."""

from games.engine import Level, Table
from games.ralph import ENGINE, cards, layout
from games.ralph.layout import NO_HOLE, Row
from games.ralph.options import Options
from games.ralph.position import Phase, Position
from tests.games import plies


def table(seats=2, level=Level.FULL, **options) -> Table:
    defaults = {option.key: option.default for option in ENGINE.meta.options}
    return Table(seats, level, {**defaults, **options})


def row_of(text: str) -> Row:
    """A row from `R@0: 3 5/6 9`, or `R@0: 3 . 9` with a gap. Numbers without a letter have that of the row."""
    head, _, stacks = text.partition(":")
    suit, _, first = head.partition("@")
    cells = [
        [cards.card(each if each[0] in "RVKYJ" else suit + each) for each in stack.split("/") if each != "."]
        for stack in stacks.split()
    ]
    (row,) = layout.freeze([layout.row(int(first), cells)])
    return row


def at(*rows: str, seats=1, round_=1, hands=None, level=Level.FULL, simplified=False, close_empty_columns=False):
    """A round that begins with these rows. By default a single seat plays and its hand is unknown."""
    chosen = {"variant": "simplified" if simplified else "standard", "close_empty_columns": close_empty_columns}
    options = Options.from_table(table(2, level, **chosen))._replace(seats=seats)
    lies = tuple(map(row_of, rows))
    held = hands and tuple(cards.bag(map(cards.card, hand.split())) for hand in hands)
    return Position(
        options=options,
        phase=Phase.CHOOSE,
        round=round_,
        dealt=held,
        seen=cards.bag(layout.all_cards(lies)),
        chosen=(0,) * seats,
        queue=(),
        hole=NO_HOLE,
        rows=lies,
        won=(0,) * seats,
        burned=0,
        last=(),
    )


def after(position: Position, *lines: str) -> Position:
    """The position after lines such as `0 R12` and `0 close left`."""
    return plies.after(ENGINE, position, lines)


def dealt(*lines: str, seats=2, level=Level.OPEN, **options) -> Position:
    """A game after its deal."""
    return after(ENGINE.setup(table(seats, level, **options)), *lines)


def rows_of(position: Position) -> list[str]:
    """The rows as written for `at`. A row of only jokers is called J."""
    shown = []
    for owner, first, cells in position.rows:
        suit = cards.SUIT[owner]
        stacks = ["/".join(_short(card, suit) for card in stack) for stack in cells]
        shown.append(f"{suit}@{first}: {' '.join(stacks)}")
    return shown


def _short(card: int, suit: str) -> str:
    name = cards.name(card)
    return name[1:] if name[0] == suit and suit != "J" else name


def won(position: Position, seat=0) -> list[str]:
    return cards.names(cards.sort_by_suit(position.won[seat]))
