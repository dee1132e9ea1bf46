"""What rounds without play are worth where that follows from what was played."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from games.errors import gettext_noop
from league.common.exact import ratio
from league.standings.scoring import Figures, Item, ItemKind, add_figures, last_figures
from league.standings.scoring_rules import Scoring, WorthAs


def worths(scoring: Scoring) -> Mapping[ItemKind, WorthAs]:
    """What rounds without play are worth, by how they were missed, where it is not fixed."""
    chosen: dict[ItemKind, WorthAs] = {
        ItemKind.FORFEIT: scoring.forfeit_as,
        ItemKind.DOUBLE_FORFEIT: scoring.forfeit_as,
        ItemKind.LATE: scoring.late_as,
        ItemKind.LEFT: scoring.left_as,
        ItemKind.MISSED: scoring.missed_as,
        ItemKind.ZERO_BYE: scoring.missed_as,
    }
    return {how: worth for how, worth in chosen.items() if worth != "fixed"}


def settle_worths(sheets: Iterable[Sequence[Item]], scoring: Scoring) -> None:
    """Let rounds without play count as the average of the entrant's played rounds, or as the last of the round.

    *sheets* are the items of each entrant. Their own numbers are added to what the last got. In place of an average,
    they count where an entrant has played nothing, and alone where nobody has played in the round. Forfeits at a table
    that was played are already settled there.
    """
    chosen = worths(scoring)
    if not chosen:
        return
    sheets = list(sheets)
    played: dict[int, list[Item]] = defaultdict(list)
    for item in (item for sheet in sheets for item in sheet if item.how == ItemKind.PLAYED):
        played[item.round].append(item)
    for sheet in sheets:
        own = [item for item in sheet if item.how == ItemKind.PLAYED]
        for item in sheet:
            match chosen.get(item.how):
                case "average" if own:
                    _replace_by_average(item, own)
                case "last" if (there := played[item.round]) and not _is_settled(item, there):
                    add_figures(item, last_figures(there, scoring), gettext_noop("as the last of the round"))


def _is_settled(item: Item, played: Iterable[Item]) -> bool:
    return item.how == ItemKind.FORFEIT and any(other.table == item.table for other in played)


def _replace_by_average(item: Item, own: Sequence[Item]) -> None:
    """Put the average of the entrant's *own* played rounds in the place of the item's numbers."""
    average = Figures(*(ratio(sum(getattr(each, name) for each in own), len(own)) for name in Figures._fields))
    item.parts, item.score, item.points, item.wins = (item.parts[0]._replace(value=0),), 0, 0, 0
    add_figures(item, average, gettext_noop("average of the rounds played: {count}"), count=len(own))
