"""Brute force over single tiles, written from the rules alone (section 5): slow but easy to trust.

Every tile is a thing of its own: `(colour, number, where it was, which)`, where it was being the number of its set on
the table or "rack"; a joker has neither colour nor number. All ways to divide the tiles into sets are tried.
"""

from collections import Counter
from itertools import combinations, product

from games.rummikub.tiles import JOKER, members

RACK = "rack"


def most_tiles(rack, table, *, both_colours=False, free=True):
    """The most rack tiles that a player who has opened can lay, 0 without a legal play."""
    return max((laid for laid, _ in turns(rack, table, both_colours=both_colours, free=free)), default=0)


def opening_tiles(rack, table):
    """The most rack tiles of an opening turn, with the table if there is one (rules 10, A3)."""
    return max((laid for laid, sets in turns(rack, table, free=False) if _own_points(sets) >= 30), default=0)


def _own_points(sets):
    own = [places for _, places in sets if all(thing[2] == RACK for _, thing in places)]
    return sum(number + 1 for places in own for number, _ in places)


def turns(rack, table, *, both_colours=False, free=True):
    """Every legal end of the turn: how many rack tiles it lays, and its sets."""
    things = [(*_face(tile), source, copy) for source, each in enumerate(table) for copy, tile in enumerate(each.tiles)]
    things += [(*_face(tile), RACK, copy) for copy, tile in enumerate(members(rack))]
    things.sort(key=lambda thing: (thing[0] is None, thing[2] == RACK))
    for sets in _divide(things):
        laid = sum(thing[2] == RACK for _, places in sets for _, thing in places)
        if laid and _jokers_may(sets, table, both_colours, free):
            yield laid, sets


def _face(tile):
    return (None, None) if tile == JOKER else divmod(tile, 13)


def _divide(things):
    if not things:
        yield []
        return
    first, *rest = things
    if first[2] == RACK:
        yield from _divide(rest)
    for kind, places in _sets_with(first, rest):
        used = {thing for _, thing in places}
        for others in _divide([thing for thing in rest if thing not in used]):
            yield [(kind, places), *others]


def _sets_with(first, rest):
    """Sets of *first* and others: the kind and, for a run, the number of each tile."""
    colour, number, _, _ = first
    if colour is None:
        return
    jokers = [thing for thing in rest if thing[0] is None]
    for size in (2, 3):
        mates = [thing for thing in rest if thing[1] == number and thing[0] != colour] + jokers
        for chosen in combinations(mates, size):
            colours = [thing[0] for thing in chosen if thing[0] is not None]
            if len(set(colours)) == len(colours):
                yield ("group", number), [(number, thing) for thing in (first, *chosen)]
    for low in range(number + 1):
        for high in range(max(number, low + 2), 13):
            options = [
                [first] if at == number else [t for t in rest if t[:2] == (colour, at)] + jokers
                for at in range(low, high + 1)
            ]
            for chosen in product(*options):
                if len(set(chosen)) == len(chosen):
                    yield ("run", colour), list(zip(range(low, high + 1), chosen, strict=True))


def _jokers_may(sets, table, both_colours, free):
    """Whether every joker of the table is in a set, kept or freed according to the rules."""
    position = {thing: (kind, at, places) for kind, places in sets for at, thing in places}
    was = {}
    for source, each in enumerate(table):
        stands = list(each.stands)
        for copy, tile in enumerate(each.tiles):
            if tile == JOKER:
                meant = stands.pop(0)
                was[None, None, source, copy] = (
                    (("run", meant // 13), meant % 13) if each.kind == "run" else (("group", meant - 1), meant - 1)
                )
    if not set(was) <= set(position):
        return False
    if not _same_lie_still(sets, table):
        return False
    freed = []
    for joker, (kind, meant) in was.items():
        there, at, places = position[joker]
        beside = any(thing[0] is not None and thing[2] == joker[2] for _, thing in places)
        if not (there == kind and at == meant and beside):
            freed.append(joker)
    if freed and not free:
        return False
    old = [
        {(*_face(tile), source, copy) for copy, tile in enumerate(each.tiles)} - set(freed)
        for source, each in enumerate(table)
    ]
    for joker in freed:
        _, _, places = position[joker]
        new = {thing for _, thing in places}
        if not any(thing[2] == RACK for thing in new) or any(rest <= new for rest in old):
            return False
        if both_colours and not _both_colours(sets, table[joker[2]], joker[2]):
            return False
    return True


def _same_lie_still(sets, table):
    """Whether a set that exists before and after has the same tiles, not other copies."""
    after = Counter(_written(kind, [thing for _, thing in places]) for kind, places in sets)
    untouched = Counter()
    for kind, places in sets:
        sources = {thing[2] for _, thing in places}
        if len(sources) == 1 and RACK not in sources and len(places) == len(table[min(sources)].tiles):
            written = _written(kind, [thing for _, thing in places])
            before = table[min(sources)]
            untouched[written] += written == _written((before.kind, None), list(map(_face, before.tiles)))
    before = Counter(_written((each.kind, None), list(map(_face, each.tiles))) for each in table)
    return all(untouched[written] >= min(count, after[written]) for written, count in before.items())


def _written(kind, things):
    """A set in record notation: a run in order, a group in any order."""
    faces = [thing[:2] for thing in things]
    return kind[0], tuple(faces if kind[0] == "run" else sorted(faces, key=str))


def _both_colours(sets, was, source):
    """Rules 10, A7: two tiles that a joker made a group of three stay together only with both missing colours."""
    naturals = {(*_face(tile), source, copy) for copy, tile in enumerate(was.tiles) if tile != JOKER}
    if was.kind != "group" or len(was.tiles) != 3 or len(naturals) != 2:
        return True
    for _, places in sets:
        inside = {thing for _, thing in places}
        if naturals <= inside and len({thing[0] for thing in inside} - {None}) < 4:
            return False
    return True
