"""Positions in the words of the rules: `at("37 5", A1=47)`."""

from games import decks
from games.engine import Level, Table
from games.the_game_extreme import ENGINE, cards
from games.the_game_extreme.orders import DECKS
from games.the_game_extreme.position import NOBODY, NOWHERE, Phase, Position
from tests.games import plies

DEFAULTS = {option.key: option.default for option in ENGINE.meta.options}


def table(seats=3, level=Level.FULL, **options):
    return Table(seats, level, {**DEFAULTS, **options}, decks.default_deck(DECKS))


def hand_of(names):
    return cards.card_set(map(int, names.split()))


def at(hand="", *, others=("2", "99"), stock=None, level=Level.FULL, mode="while_visible", unknown=None, **tops):
    """Seat 0 with *hand* begins a turn. Each named pile has one card, or a tuple of cards.

    The draw pile holds *stock* cards; where it is not said, all that are nowhere else. Cards left over are laid
    on A1, below its top.
    """
    options = ENGINE.setup(table(1 + len(others), level, one_pile_mode=mode)).options
    lies = {name: each if isinstance(each, tuple) else (each,) for name, each in tops.items()}
    hands = tuple(map(hand_of, (hand, *others)))
    unseen = cards.ALL - sum(hands) - cards.card_set(card for each in lies.values() for card in each)
    if stock is not None:
        spare = list(cards.members(unseen))[stock:]
        unseen = cards.card_set(list(cards.members(unseen))[:stock])
        lies["A1"] = (*spare, *lies.get("A1", ()))
    piles = tuple(bytes([start, *lies.get(name, ())]) for name, start in zip(cards.PILES, cards.STARTS, strict=True))
    shown = 0
    for each in piles:
        shown |= options.orders[each[-1]]
    unknown = unknown or (0,) * options.seats
    left = unseen.bit_count() - sum(unknown)
    return Position(
        options=options,
        phase=Phase.TURN,
        starter=0,
        seat=0,
        piles=piles,
        shown=shown,
        hands=hands,
        unknown=unknown,
        unseen=unseen,
        played=0,
        least=2 if left else 1,
        laid=0,
        focus=NOWHERE,
        stopped=NOBODY,
        due=0,
        reason=None,
    )


def after(position, *lines):
    """The position after lines such as `0 37>A1` and `* 12 44`."""
    return plies.after(ENGINE, position, lines)


def tops(position):
    return tuple(lies[-1] for lies in position.piles)


def hand(position, seat=0):
    return list(cards.members(position.hands[seat]))
