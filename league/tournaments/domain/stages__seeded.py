"""How those who go on from the groups of a stage are seeded into the next one: by group and place alone."""

from collections.abc import Sequence


def seed_qualifiers(groups: Sequence[Sequence[str]]) -> list[str]:
    """Who goes on, seeded: the first of every group, then the second of every group, and so on.

    Each such row is turned so far that as few as can be meet somebody of their own group at once, seed 1 meeting the
    last seed, seed 2 the last but one. Who they are plays no part, so the same holds of places not yet decided.
    """
    rows: list[list[tuple[int, str]]] = []
    for place in range(max(map(len, groups), default=0)):
        row = [(number, group[place]) for number, group in enumerate(groups) if place < len(group)]
        turned = [row[turn:] + row[:turn] for turn in range(len(row))]
        rest = sum(len(group) for group in groups) - sum(map(len, rows)) - len(row)
        rows.append(min(turned, key=lambda each: _clashes([*_flatten(rows), *each], rest)))
    return [entrant for _, entrant in _flatten(rows)]


def _flatten(rows: Sequence[Sequence[tuple[int, str]]]) -> list[tuple[int, str]]:
    return [each for row in rows for each in row]


def _clashes(seeded: Sequence[tuple[int, str]], rest: int) -> int:
    """How many of those seeded so far meet their own group in the first round of a bracket for them and the *rest*."""
    size = 1 << max(len(seeded) + rest - 1, 0).bit_length()
    pairs = ((place, size - 1 - place) for place in range(len(seeded)))
    return sum(seeded[one][0] == seeded[other][0] for one, other in pairs if one < other < len(seeded))
