"""The sizes of tables: the preferred one, and as few others as the field allows."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from games.errors import Phrase
from league.seating.errors import BadSizes, FieldImpossible

LARGEST = 12


def fit_tables(players: int, allowed: Sequence[int], preferred: int) -> tuple[tuple[int, ...], int]:
    """The sizes of the tables and the number of byes, as few as the allowed sizes make possible.

    Tables of the preferred size come first. As few tables as possible have another size. If several choices remain,
    sizes nearest to the preferred one win, then the fewest players at them.

    Raises `FieldImpossible` if *players* are too few for any table, `BadSizes` if no field could have these sizes.
    """
    choice = _check_sizes(allowed, preferred)
    for out in range(players):
        if sizes := _fit_exactly(players - out, choice, preferred):
            return sizes, out
    if players:
        enough = Phrase("{more} would be enough", more=choice[0])
        raise FieldImpossible(players=players, sizes=number_list(choice), advice=enough)
    return (), 0


def number_list(numbers: Sequence[int]) -> str:
    """Numbers as in `3, 4`."""
    return ", ".join(map(str, numbers))


def _check_sizes(allowed: Sequence[int], preferred: int) -> tuple[int, ...]:
    choice = tuple(sorted(set(allowed)))
    if not choice or choice[0] < 1 or choice[-1] > LARGEST:
        why = Phrase("a table has 1 to {most} seats", most=LARGEST)
        raise BadSizes(sizes=number_list(choice), why=why)
    if preferred not in choice:
        raise BadSizes(
            sizes=number_list(choice), why=Phrase("the preferred size {size} is not among them", size=preferred)
        )
    return choice


@lru_cache(maxsize=4096)
def _fit_exactly(players: int, allowed: tuple[int, ...], preferred: int) -> tuple[int, ...] | None:
    """The sizes of the tables for all *players*, or None if the allowed sizes don't add up to them.

    Among as many tables as the preferred size, some always have sizes that add up to a multiple of it, and preferred
    tables could replace them. So it is enough to look at fewer odd tables than that.
    """
    others = [size for size in allowed if size != preferred]
    for count in range(preferred if others else 1):
        fitting = [
            odd
            for odd in combinations_with_replacement(others, count)
            if (rest := players - sum(odd)) >= 0 and rest % preferred == 0
        ]
        if fitting:
            odd = min(fitting, key=lambda odd: (sum((size - preferred) ** 2 for size in odd), sum(odd), odd))
            return (preferred,) * ((players - sum(odd)) // preferred) + tuple(sorted(odd, reverse=True))
    return None
