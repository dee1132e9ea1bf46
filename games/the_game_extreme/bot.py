"""A sensible player, who plans a turn ahead, knows only its own hand, and errs now and then, as people do.

It counts the cards that are still to come, from the draw pile or from a hand. A turn costs as much as those that it
passes over on the piles, own ones twice, while numbers that are laid already cost nothing. In the end, cards that no
pile takes any more cost much, those that only one pile takes something, and an order that is left visible for the next
player what such orders tend to cost.
"""

from operator import itemgetter

from games.chance import Chance
from games.the_game_extreme import rules
from games.the_game_extreme.cards import ALL, card_set, members
from games.the_game_extreme.moves import End, Fail, GiveUp, Move, Play, Violation
from games.the_game_extreme.orders import DRAW_ONE, NO_JUMP, ONE_PILE, SILENCE, STOP, THREE, Order
from games.the_game_extreme.position import Position
from games.the_game_extreme.turns import RestOfTurn, is_completable, rest_of_turn

_WIDTH = (6, 4, 2, 1)  # plays tried by depth
_CARD = 2  # the cost of a card that is passed over
_CHEAP = 1  # what a card beyond the minimum may cost
_LOST, _LOST_IN_HAND, _NARROW = 16, 24, 6  # a card that no pile takes any more, and one that only one pile takes
_TENDS = {SILENCE: 2, NO_JUMP: 10, ONE_PILE: 12, DRAW_ONE: 12}
_LEFT_VISIBLE = tuple(sum(cost for order, cost in _TENDS.items() if bits & order) for bits in range(128))
_SLIP = 400  # one move in so many breaks a visible silence
_RESIGN = 6  # one lost turn in so many is not played out


def suggest(position: Position, seat: int, chance: Chance) -> Move:
    """A move of *seat*. *chance* decides where the hand is unknown or people would differ."""
    if position.shown & SILENCE and chance.below(_SLIP) == 0:
        return Violation(Order.SILENCE)
    hand = position.hands[seat]
    if position.unknown[seat]:  # an open record: a hand that might be
        hand |= sum(1 << card for card in chance.shuffled(list(members(position.unseen)))[: position.unknown[seat]])
    turn = rest_of_turn(position, tuple(members(hand)))
    others = ALL & ~hand & ~sum(card_set(pile[1:]) for pile in position.piles)
    found = _best(turn, others, 0)
    if found is not None:
        return found[1] or End()
    plays = [play for _, play in sorted(turn.plays(), key=itemgetter(0))]
    for play in sorted(plays, key=lambda play: not turn.after(play).complete):
        if is_completable(turn.after(play)):
            return play
    return _lose_turn(position, turn, plays, chance)


def _lose_turn(position: Position, turn: RestOfTurn, plays: list[Play], chance: Chance) -> Move:
    """Play what can be played, a STOP last, and then report that the turn cannot be completed."""
    if position.played == 0 and chance.below(_RESIGN) == 0:
        return GiveUp()
    others = [play for play in plays if turn.options.orders[play.card] != STOP]
    if others:
        return others[0]
    if plays:
        return Play(plays[0].card, plays[0].pile, accept_loss=True)
    return Fail(rules.failure(position) or "min_cards")


def _passing_cost(turn: RestOfTurn, others: int, ahead: int, play: Play) -> int:
    """The cost of a play, negative for a jump back, which opens numbers again."""
    top = turn.tops[play.pile]
    between = (1 << max(play.card, top)) - (2 << min(play.card, top))
    cards = (between & others).bit_count() + 2 * (between & card_set(turn.hand)).bit_count()
    return _CARD * cards if ahead > 0 else -_CARD * cards


def _leaving_cost(turn: RestOfTurn, others: int) -> int:
    """What the piles and orders cost that a turn leaves behind."""
    hand = card_set(turn.hand)
    one, two, three, four = turn.tops
    taken = narrow = 0
    for cards in (-(2 << one), -(2 << two), (1 << three) - 1, (1 << four) - 1):
        narrow, taken = (narrow & ~cards) | (cards & ~taken), taken | cards
    lost = _LOST * (others & ~taken).bit_count() + _LOST_IN_HAND * (hand & ~taken).bit_count()
    return lost + _NARROW * ((hand | others) & narrow).bit_count() + _LEFT_VISIBLE[turn.shown]


def _best(turn: RestOfTurn, others: int, depth: int) -> tuple[int, Play | None] | None:
    """The least cost of completing the turn among the plays tried, and the first play. None if none completes it.

    *others*: the cards that are neither laid nor in the hand.
    """
    best: tuple[int, Play | None] | None = None
    if turn.complete:
        best = _leaving_cost(turn, others), None
    if depth == len(_WIDTH) or (turn.laid & THREE and turn.played >= 3):
        return best
    extra = _CHEAP if turn.played >= turn.least else 0
    plays = [(_passing_cost(turn, others, ahead, play), play) for ahead, play in turn.plays()]
    for cost, play in sorted(plays, key=itemgetter(0))[: _WIDTH[depth]]:
        if best is not None and cost - extra >= best[0]:
            break
        rest = _best(turn.after(play), others, depth + 1)
        if rest is not None and (best is None or rest[0] + cost - extra < best[0]):
            best = rest[0] + cost - extra, play
    return best
