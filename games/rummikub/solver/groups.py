"""Groups of one number: which tiles of the four colours make whole groups.

A *take* is the number of natural tiles of each colour that go into groups, as four digits to base 3 (blue first).
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

COLOURS = range(4)
Takes = tuple[tuple[int, tuple[int, ...]], ...]  # first two digits -> last two digits


class Group(NamedTuple):
    """The colours of its natural tiles, and its jokers: kept ones by their place in `kept`, free ones as None."""

    colours: tuple[int, ...]
    jokers: tuple[int | None, ...] = ()


class Home(NamedTuple):
    """The origin of a joker that stays in a group of this number: its set, and the set's other colours as bits."""

    source: int
    colours: int


def digits(take: int) -> tuple[int, int, int, int]:
    return take // 27, take // 9 % 3, take // 3 % 3, take % 3


@lru_cache(maxsize=1_024)
def divisions(
    jokers: int, kept: tuple[Home, ...] = (), lacking: frozenset[tuple[int, ...]] = frozenset()
) -> dict[int, tuple[Group, ...]]:
    """Each take that *jokers* free jokers and the *kept* ones complete, with the groups that it makes.

    None of the natural groups *lacking* (by their colours) is among them. Free jokers are third tiles of groups here.
    As a fourth tile, a joker is spare and gets a place later.
    """
    found: dict[int, tuple[Group, ...]] = {}
    plain = [Group(colours) for colours in _colours(3, 4) if colours not in lacking]
    free = [Group(colours, (None,) * (3 - len(colours))) for colours in _colours(2, 1)]
    for stay in _groups_for_kept(kept, jokers):
        left = jokers - sum(group.jokers.count(None) for group in stay)
        for count in range(left + 1):
            for fill in combinations_with_replacement(free, count):
                if sum(len(group.jokers) for group in fill) != left:
                    continue
                for more in range(3):
                    for rest in combinations_with_replacement(plain, more):
                        groups = (*stay, *fill, *rest)
                        take = _take(groups)
                        if take is not None:
                            found.setdefault(take, groups)
    return found


def _colours(*sizes: int) -> list[tuple[int, ...]]:
    return [colours for size in sizes for colours in combinations(COLOURS, size)]


def _take(groups: tuple[Group, ...]) -> int | None:
    """The natural tiles of the groups. None if a colour is needed more than twice."""
    take = 0
    for colour in COLOURS:
        count = sum(colour in group.colours for group in groups)
        if count > 2:
            return None
        take = 3 * take + count
    return take


def _groups_for_kept(kept: tuple[Home, ...], jokers: int) -> Iterator[tuple[Group, ...]]:
    """Groups for the kept jokers, each with a natural tile of its old set (rules 5, kept)."""
    choices = [[Group(colours, (joker,)) for colours in _colours(2, 3)] for joker in range(len(kept))]
    if jokers and len(kept) == 1:
        choices[0] += [Group(colours, (0, None)) for colours in _colours(1)]
    for groups in product(*choices):
        if _are_at_home(kept, groups):
            yield groups
    if len(kept) == 2:
        for colours in _colours(1, 2):
            both = Group(colours, (0, 1))
            if _are_at_home(kept, (both, both)):
                yield (both,)


def _are_at_home(kept: tuple[Home, ...], groups: tuple[Group, ...]) -> bool:
    """Whether each joker can have a tile of its old set beside it. A tile is in one group and from one set."""
    options = [[c for c in group.colours if home.colours >> c & 1] for home, group in zip(kept, groups, strict=True)]
    for witnesses in product(*options):
        if len(kept) < 2 or witnesses[0] != witnesses[1]:
            return True
        shared = groups[0] is groups[1]
        if shared == (kept[0].source == kept[1].source):
            return True
    return False


@lru_cache(maxsize=1_024)
def takes(
    jokers: int, kept: tuple[Home, ...] = (), lacking: frozenset[tuple[int, ...]] = frozenset()
) -> frozenset[int]:
    return frozenset(divisions(jokers, kept, lacking))


@lru_cache(maxsize=1_024)
def arrange(found: frozenset[int]) -> Takes:
    """Takes for the search, by their first two digits."""
    return tuple(
        (first, tuple(take % 9 for take in sorted(found) if take // 9 == first))
        for first in sorted({take // 9 for take in found})
    )
