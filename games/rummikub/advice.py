"""What the solver says of a rack that is known: whether there is a play, and which lays the most tiles."""

from collections.abc import Sequence

from games.engine import Advice
from games.errors import gettext_noop
from games.rummikub.position import Phase, Position
from games.rummikub.rules import apply
from games.rummikub.solver import any_play, best_play


def advise(state: Position, seat: int) -> Sequence[Advice]:
    """Nothing for a seat that is not on turn, or of whose rack a tile is unknown."""
    if state.phase != Phase.TURN or seat != state.seat or state.unknown[seat]:
        return ()
    rack, opened = state.racks[seat], state.opened[seat]
    best = best_play(rack, state.table, opened=opened, options=state.options)
    if best is None:
        if opened:
            return (Advice(gettext_noop("No tile of the rack can be laid.")),)
        return (Advice(gettext_noop("No opening of 30 points is on the rack.")),)
    count = state.held(seat) - apply(state, seat, best).held(seat)
    if not opened:
        return (Advice(gettext_noop("The rack opens; tiles laid at most: {count}."), {"count": count}, best),)
    most = Advice(gettext_noop("Tiles that can be laid at most: {count}."), {"count": count}, best)
    some = any_play(rack, state.table, opened=opened, options=state.options)
    return (Advice(gettext_noop("There is a play."), move=some), most)
