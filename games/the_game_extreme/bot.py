"""A sensible player, who plans a turn ahead, knows only its own hand, and errs now and then, as people do.

A turn costs as much as the numbers it skips on the piles. An order that is left visible for the next player costs what
such orders tend to cost.
"""

from operator import itemgetter

from games.chance import Chance
from games.the_game_extreme import rules
from games.the_game_extreme.cards import members
from games.the_game_extreme.moves import End, Fail, GiveUp, Move, Play, Violation
from games.the_game_extreme.orders import DRAW_ONE, NO_JUMP, ONE_PILE, SILENCE, STOP, THREE, Order
from games.the_game_extreme.position import Position
from games.the_game_extreme.turns import RestOfTurn, is_completable, rest_of_turn

_WIDTH = (7, 5, 4, 3)  # plays tried by depth
_CHEAP = 4  # numbers that a card beyond the minimum may skip
_TENDS = {SILENCE: 1, NO_JUMP: 5, ONE_PILE: 6, DRAW_ONE: 6}
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
    found = _best(turn, 0)
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


def _best(turn: RestOfTurn, depth: int) -> tuple[int, Play | None] | None:
    """The least cost of completing the turn among the plays tried, and the first play. None if none completes it."""
    best: tuple[int, Play | None] | None = None
    if turn.complete:
        best = _LEFT_VISIBLE[turn.shown], None
    if depth == len(_WIDTH) or (turn.laid & THREE and turn.played >= 3):
        return best
    extra = _CHEAP if turn.played >= turn.least else 0
    for cost, play in sorted(turn.plays(), key=itemgetter(0))[: _WIDTH[depth]]:
        if best is not None and cost - extra >= best[0]:
            break
        rest = _best(turn.after(play), depth + 1)
        if rest is not None and (best is None or rest[0] + cost - extra < best[0]):
            best = rest[0] + cost - extra, play
    return best
