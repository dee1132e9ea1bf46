"""Rounds in which nobody meets anybody twice: at tables from finite fields and by turning a round, in pairs by Berger.

A field of q elements seats size groups of q players at q tables, for q rounds. In round r, player x of group g sits at
table x - g r (g and r read as elements). Two players of different groups g, h meet when x - y = (g - h) r, which is so
in exactly one round. Two of the same group never meet. So players missing from one group never make two gaps at one
table, and if the groups themselves fill tables, there are further rounds.

Example: three tables of three, so q = 3. Group 0 is 0 1 2, group 1 is 3 4 5, group 2 is 6 7 8. In round 0 the tables
are 0 3 6, 1 4 7, 2 5 8. In round 1 the groups move on by 0, 1 and 2 places: 0 4 8, 1 5 6, 2 3 7. In round 2: 0 5 7,
1 3 8, 2 4 6. In a fourth round each group sits together.

Some numbers of tables, for which there is no field or only one with too few rounds, have a round that can be turned:
players stand in circles of `modulus`, the last few beside them, and from round to round everybody in a circle moves on
by one place. The rounds of `TURNED` were found by search; no difference of places occurs twice in them, so nobody meets
twice, and those beside the circles never meet.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

Rounds = list[list[list[int]]]  # players by table by round
Pairings = list[list[list[str]]]  # ids by seat, by table, by round

TURNED: dict[tuple[int, int], list[tuple[int, list[list[int]]]]] = {  # by tables and size: modulus and round
    (5, 3): [(7, [[4, 6, 9], [0, 13, 14], [1, 5, 12], [2, 3, 11], [7, 8, 10]])],
    (6, 3): [(7, [[7, 9, 10], [3, 8, 14], [4, 12, 15], [0, 1, 5], [2, 11, 16], [6, 13, 17]])],
    (6, 4): [
        (7, [[3, 8, 14, 23], [0, 10, 19, 22], [7, 15, 17, 18], [1, 2, 6, 16], [4, 13, 20, 21], [5, 9, 11, 12]]),
    ],
    (7, 4): [
        (9, [
            [0, 8, 15, 26], [4, 16, 19, 27], [2, 10, 12, 13], [17, 21, 22, 25],
            [6, 11, 18, 20], [5, 9, 14, 24], [1, 3, 7, 23],
        ]),
        (8, [
            [4, 10, 18, 26], [6, 11, 23, 25], [1, 2, 7, 17], [0, 15, 20, 24],
            [12, 19, 21, 22], [3, 13, 16, 27], [5, 8, 9, 14],
        ]),
    ],
    (6, 5): [
        (6, [
            [5, 20, 21, 24, 28], [6, 7, 14, 18, 22], [9, 13, 15, 26, 27],
            [2, 3, 8, 10, 29], [1, 11, 16, 19, 25], [0, 4, 12, 17, 23],
        ]),
    ],
}  # fmt: skip

# The longest known: nearly Kirkman triple systems of 18 and 24, a Kirkman triple system of 21, and resolvable designs
# of 36 and 40 in fours. Some are several rounds that are turned one after another, in which no difference occurs twice.
LONGEST: dict[tuple[int, int], tuple[int, list[list[list[int]]]]] = {  # by tables and size: modulus and rounds
    (6, 3): (4, [
        [[17, 0, 11], [16, 4, 8], [15, 7, 3], [14, 10, 13], [12, 5, 2], [9, 6, 1]],
        [[17, 12, 6], [16, 15, 2], [14, 5, 3], [13, 11, 8], [10, 1, 0], [9, 7, 4]],
    ]),
    (7, 3): (5, [
        [[20, 2, 19], [18, 4, 7], [17, 1, 12], [16, 13, 6], [15, 11, 8], [14, 5, 10], [9, 3, 0]],
        [[20, 9, 10], [19, 16, 1], [18, 17, 11], [15, 6, 7], [14, 12, 2], [13, 0, 4], [8, 3, 5]],
    ]),
    (8, 3): (11, [
        [[23, 9, 20], [22, 13, 5], [21, 3, 18], [19, 6, 2], [17, 7, 8], [16, 15, 11], [14, 12, 0], [10, 1, 4]],
    ]),
    (9, 4): (11, [
        [
            [35, 10, 25, 21], [34, 1, 17, 23], [33, 31, 0, 12], [32, 29, 22, 4], [30, 6, 7, 14],
            [28, 16, 26, 15], [27, 20, 13, 18], [24, 5, 8, 3], [19, 9, 2, 11],
        ],
    ]),
    (10, 4): (13, [
        [
            [39, 26, 0, 13], [38, 16, 23, 27], [36, 22, 17, 29], [30, 14, 25, 35], [37, 8, 28, 5],
            [33, 11, 32, 2], [34, 7, 31, 6], [24, 10, 15, 3], [20, 4, 19, 9], [21, 12, 18, 1],
        ],
    ]),
}  # fmt: skip

# Half the tables of each round. At the other half, capital letters and small ones change places. Nobody ever meets the
# player with the same letter. That 32 players can have ten rounds was found by A. Aguado (A 10 days solution to the
# social golfer problem, 2004). These are listed by the Wolfram Demonstrations Project (Social Golfer Problem).
MIRRORED: dict[tuple[int, int], tuple[str, ...]] = {  # by tables and size
    (8, 4): (
        "ABCD EFGH IJKL MNOP",
        "AEIm BcgH DFKp jLNo",
        "Aflo Bhkm DGiN CeJP",
        "AciL BdjK FgoP EhMn",
        "AgKN BElP DHIo Cfjm",
        "AhJp BFin cDmO eGKl",
        "AdeF BGJo chlN iKmP",
        "AbnP DglM ceko fHiJ",
        "AGjM BeIO DhLP cfKn",
        "AHkO BfLM Dejn cGIP",
    ),
}


def design_rounds(tables: int, size: int, players: int, *, longest: bool = False, mirrored: bool = False) -> Rounds:
    """Rounds at so many *tables* of *size*, with gaps where *players* do not fill them. Empty if no design fits.

    Players are numbered by group. Missing ones are the last of the last group. *longest* and *mirrored*: of `LONGEST`
    and `MIRRORED` where they fit.
    """
    seats = tables * size
    if mirrored and seats - 2 <= players <= seats and (halves := MIRRORED.get((tables, size))):
        return [_mirror(half, players) for half in halves]
    if longest and (known := LONGEST.get((tables, size))):
        modulus, firsts = known
        if seats - seats % modulus <= players <= seats:
            circled = seats // modulus * modulus
            return [round_ for first in firsts for round_ in _turn(first, modulus, circled, players)]
    for modulus, first in TURNED.get((tables, size), ()):
        if seats - seats % modulus <= players <= seats:
            return _turn(first, modulus, seats // modulus * modulus, players)
    if size < 2 or tables < size or _prime_power(tables) is None or not tables * (size - 1) < players <= seats:
        return []
    made = [*_crossing(tables, size), *(_inside(tables, size) if players == seats else ())]
    return [[[player for player in table if player < players] for table in round_] for round_ in made]


def _inside(tables: int, size: int) -> Rounds:
    """Further rounds of a full field, in which only players of the same group meet, if groups fill whole tables."""
    if tables % size:
        return []
    within = design_rounds(tables // size, size, tables) or [_blocks(tables, size)]
    return [
        [[group * tables + player for player in table] for group in range(size) for table in round_]
        for round_ in within
    ]


def _crossing(tables: int, size: int) -> Iterator[list[list[int]]]:
    for turn in range(tables):
        moved = [_multiply(group, turn, tables) for group in range(size)]
        yield [[group * tables + _add(table, moved[group], tables) for group in range(size)] for table in range(tables)]


def _turn(first: list[list[int]], modulus: int, circled: int, players: int) -> Rounds:
    """The rounds that follow from the first. Players from number *circled* on are outside the circles."""
    return [
        [
            [player - player % modulus + (player + turn) % modulus if player < circled else player for player in table]
            for table in ([player for player in table if player < players] for table in first)
        ]
        for turn in range(modulus)
    ]


def _mirror(half: str, players: int) -> list[list[int]]:
    """A round from half of its tables. Players with the same letter are numbered one after the other."""
    rows = [[2 * (ord(letter.upper()) - ord("A")) + letter.islower() for letter in table] for table in half.split()]
    rows += [[player ^ 1 for player in table] for table in rows]
    return [[player for player in table if player < players] for table in rows]


def _blocks(players: int, size: int) -> list[list[int]]:
    return [list(range(start, start + size)) for start in range(0, players, size)]


@lru_cache
def _prime_power(order: int) -> tuple[int, int] | None:
    """The prime and the exponent whose power *order* is, or None."""
    prime = next((divisor for divisor in range(2, order + 1) if order % divisor == 0), None)
    exponent = 0
    while prime and order % prime == 0:
        order //= prime
        exponent += 1
    return (prime, exponent) if prime and order == 1 else None


def _digits(element: int, order: int) -> list[int]:
    """An element as a polynomial over the prime: the coefficients, the constant first."""
    prime, exponent = _prime_power(order) or (order, 1)
    return [element // prime**place % prime for place in range(exponent)]


def _element(digits: list[int], prime: int) -> int:
    return sum(digit * prime**place for place, digit in enumerate(digits))


def _add(one: int, two: int, order: int) -> int:
    prime, _ = _prime_power(order) or (order, 1)
    return _element([(a + b) % prime for a, b in zip(_digits(one, order), _digits(two, order), strict=True)], prime)


def _multiply(one: int, two: int, order: int) -> int:
    prime, exponent = _prime_power(order) or (order, 1)
    return _element(_product(_digits(one, order), _digits(two, order), _modulus(order), prime, exponent), prime)


def _product(one: list[int], two: list[int], modulus: list[int], prime: int, exponent: int) -> list[int]:
    """The product of two polynomials, taken modulo x ** exponent - modulus."""
    long = [0] * (2 * exponent - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            long[i + j] += a * b
    for place in range(2 * exponent - 2, exponent - 1, -1):
        for at, coefficient in enumerate(modulus):
            long[place - exponent + at] += long[place] * coefficient
    return [digit % prime for digit in long[:exponent]]


@lru_cache
def _modulus(order: int) -> list[int]:
    """The value of x ** exponent: the first choice for which the powers of x are all elements but 0."""
    prime, exponent = _prime_power(order) or (order, 1)
    if exponent == 1:
        return [0]
    one, x = [1] + [0] * (exponent - 1), [0, 1] + [0] * (exponent - 2)
    for choice in range(1, order):
        modulus = _digits(choice, order)
        power, steps = x, 1
        while power != one and any(power) and steps < order:
            power, steps = _product(power, x, modulus, prime, exponent), steps + 1
        if steps == order - 1:
            return modulus
    raise AssertionError("every finite field has a primitive polynomial")


def berger(ids: Sequence[str], cycles: int = 1) -> tuple[Pairings, list[list[str]]]:
    """All rounds of a round robin of pairs, and the byes of each, by Berger's tables (FIDE Handbook C.05, Annex 1).

    The ids are the tables' numbers 1, 2, 3 …, and seat 0 is the first of a pair. In an odd field one has a bye. Each
    further cycle turns the seats of the one before it.
    """
    nobody = len(ids)
    rounds: Pairings = []
    outs: list[list[str]] = []
    for cycle in range(cycles):
        for pairs in _berger(len(ids)):
            seated = [pair if cycle % 2 == 0 else pair[::-1] for pair in pairs]
            rounds.append([[ids[one], ids[other]] for one, other in seated if nobody not in (one, other)])
            outs.append([ids[min(pair)] for pair in seated if nobody in pair])
    return rounds, outs


def _berger(players: int) -> list[list[tuple[int, int]]]:
    """Pairs by round, numbered from 0. In an odd field, the number after the last player means a bye.

    The last number stays, and the others circle it. From round to round they move by half the field, so that first
    moves alternate as often as possible.
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
