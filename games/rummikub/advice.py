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
            return (Advice(gettext_noop("No tile on the rack can be played.")),)
        return (Advice(gettext_noop("The rack has no initial meld of 30 points.")),)
    count = state.held(seat) - apply(state, seat, best).held(seat)
    if not opened:
        return (
            Advice(
                gettext_noop("The rack has an initial meld. Most tiles that can be played: {count}."),
                {"count": count},
                best,
            ),
        )
    most = Advice(gettext_noop("Most tiles that can be played: {count}."), {"count": count}, best)
    some = any_play(rack, state.table, opened=opened, options=state.options)
    return (Advice(gettext_noop("A play is possible."), move=some), most)
