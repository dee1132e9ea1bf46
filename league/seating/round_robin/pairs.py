"""Round robins of pairs: everybody meets everybody by Berger's tables."""

from collections.abc import Sequence

Rounds = list[list[list[str]]]  # ids by seat, by table, by round


def berger(ids: Sequence[str], cycles: int = 1) -> tuple[Rounds, list[list[str]]]:
    """All rounds of a round robin of pairs, and who sits out in each, by Berger's tables (FIDE Handbook C.05, Annex 1).

    The ids are the tables' numbers 1, 2, 3 …; seat 0 is the first one of a pair. Whoever has no opponent in an odd
    field sits out. Each further cycle turns the seats of the one before it.
    """
    nobody = len(ids)
    rounds: Rounds = []
    outs: list[list[str]] = []
    for cycle in range(cycles):
        for pairs in _berger(len(ids)):
            seated = [pair if cycle % 2 == 0 else pair[::-1] for pair in pairs]
            rounds.append([[ids[one], ids[other]] for one, other in seated if nobody not in (one, other)])
            outs.append([ids[min(pair)] for pair in seated if nobody in pair])
    return rounds, outs


def _berger(players: int) -> list[list[tuple[int, int]]]:
    """Pairs by round, numbered from 0. In an odd field the number after the last one means a bye.

    The last number stays, the others go round it; from round to round they move on by half the field, which turns first
    moves as often as can be.
    """
    size = players + players % 2
    last, others = size - 1, size - 1
    rounds: list[list[tuple[int, int]]] = []
    for number in range(others if size > 1 else 0):
        turned = (number * (size // 2)) % others
        top = (turned, last) if number % 2 == 0 else (last, turned)
        rest = [((turned + step) % others, (turned - step) % others) for step in range(1, size // 2)]
        rounds.append([top, *rest])
    return rounds
