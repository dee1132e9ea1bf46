"""Bounds of what a table, or a round without play, may give."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from league.common.exact import Exact, exact, plain
from league.standings.scoring_rules import Scoring, Unplayed, WorthAs


class Remaining(NamedTuple):
    """What remains to be played, besides the tables without a result. None: there is no bound."""

    rounds: int = 0  # that are not drawn yet
    sizes: tuple[int, ...] = (2,)  # that tables may have
    points: tuple[int, int] | None = None  # the fewest and the most game points for one entrant at a table
    games: int | None = None  # the most games that one entrant can win at a table


class Range(NamedTuple):
    """The lowest and the highest value. None: there is no bound."""

    low: Exact | None
    high: Exact | None


def union(ranges: Iterable[Range]) -> Range:
    """The range that covers all *ranges*. Without any, it is zero."""
    found = list(ranges) or [Range(0, 0)]
    lows = [each.low for each in found]
    highs = [each.high for each in found]
    low = None if None in lows else min(each for each in lows if each is not None)
    high = None if None in highs else max(each for each in highs if each is not None)
    return Range(low, high)


def rule_range(rule: Unplayed | None) -> Iterator[Range]:
    """What a round without play gives by a *rule* of fixed worth. Nothing without a rule."""
    if rule is not None:
        yield Range(exact(rule.score), exact(rule.score))


def absence_range(rule: Unplayed | None, worth: WorthAs, played: Range) -> Iterator[Range]:
    """What a round without play gives by its *rule* and *worth*, where played rounds give what is in *played*."""
    for fixed in rule_range(rule):
        yield fixed
        if worth == "average":
            yield played
        elif worth == "last" and fixed.low is not None:
            low, high = played
            yield Range(
                None if low is None else plain(low + fixed.low), None if high is None else plain(high + fixed.low)
            )


def played_range(size: int, scoring: Scoring, ahead: Remaining) -> Range:
    """What a played table of *size* can give."""
    if scoring.each_game:
        return _games_range(scoring, ahead.games)
    low, high = _base_range(size, scoring, ahead)
    if scoring.most is not None:
        most = exact(scoring.most)
        low, high = low if low is None else min(low, most), most if high is None else min(high, most)
    if scoring.least is not None:
        least = exact(scoring.least)
        low, high = least if low is None else max(low, least), high if high is None else max(high, least)
    low, high = _add_bonus(low, high, exact(scoring.game_bonus), ahead.games)
    low, high = _add_bonus(low, high, exact(scoring.table_bonus), 1)
    return Range(*_add_place_bonus(low, high, scoring))


def _games_range(scoring: Scoring, games: int | None) -> Range:
    """What a table can give if each of its games counts by itself; fewer may be played."""
    if games is None:
        return Range(None, None)
    least, most = [None if each is None else exact(each) for each in (scoring.least, scoring.most)]
    low, high = _add_place_bonus(*_add_bonus(least, most, exact(scoring.game_bonus), 1), scoring)
    return Range(
        None if low is None else plain(min(games * low, 0)), None if high is None else plain(max(games * high, 0))
    )


def _add_place_bonus(low: Exact | None, high: Exact | None, scoring: Scoring) -> tuple[Exact | None, Exact | None]:
    given = [0, *(exact(number) for number in scoring.place_bonus)]
    return None if low is None else plain(low + min(given)), None if high is None else plain(high + max(given))


def _base_range(size: int, scoring: Scoring, ahead: Remaining) -> tuple[Exact | None, Exact | None]:
    match scoring.by:
        case "ranks":
            places = [*scoring.places(size), *([] if scoring.draw is None else [exact(scoring.draw)])]
            return min(places), max(places)
        case "points" if ahead.points is None:
            return None, None
        case "points" if ahead.points is not None:
            fewest, most = ahead.points
            return (-most, -fewest) if scoring.fewest else (fewest, most)
        case "games":
            return 0, ahead.games
        case _:
            return 0, 1


def _add_bonus(
    low: Exact | None, high: Exact | None, bonus: Exact, most: int | None
) -> tuple[Exact | None, Exact | None]:
    """The range if the bonus is awarded up to *most* times."""
    if not bonus:
        return low, high
    if most is None:
        return (low, None) if bonus > 0 else (None, high)
    given = plain(bonus * most)
    if given > 0:
        return low, None if high is None else plain(high + given)
    return None if low is None else plain(low + given), high
