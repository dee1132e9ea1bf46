"""Whether it may pay to stay away from a round, rather than to play in it and come last."""

from collections.abc import Iterator, Sequence

from games.errors import Phrase
from league.common.exact import exact
from league.standings.errors import BadScoring
from league.standings.reachable.table_bounds import Remaining, played_range, union
from league.standings.scoring_rules import LOST, STAYED_AWAY, Scoring


def require_no_better_than_first(scoring: Scoring, sizes: Sequence[int]) -> None:
    """Raise `BadScoring` if a round without play is worth more than the first at any table of these *sizes* can get.

    A worth between that of the last and of the first can be meant, such as half a point for a round missed.
    """
    best = union(played_range(size, scoring, Remaining(sizes=tuple(sizes))) for size in sizes).high
    for name in STAYED_AWAY:
        rule = getattr(scoring, name)
        is_alone = rule is not None and getattr(scoring, f"{name}_as") != "last"
        if is_alone and best is not None and exact(rule.score) > best:
            raise BadScoring(
                key=f"{name}.score", why=Phrase("missing a round must not be worth more than winning in it")
            )


def absence_gains(scoring: Scoring, ahead: Remaining) -> Iterator[str]:
    """Those of `forfeit`, `late`, `left` and `missed` that may be worth more than coming last at a table.

    A round that does not count is worth 0, and an average may be more than the last got.
    """
    worst = union(played_range(size, scoring, ahead) for size in ahead.sizes).low
    for name in STAYED_AWAY:
        worth = getattr(scoring, f"{name}_as")
        score = exact((getattr(scoring, name) or LOST).score)
        if worth == "average" or (worth == "fixed" and (worst is None or score > worst)):
            yield name
