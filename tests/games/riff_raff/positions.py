"""Positions in the words of the rules: `at(cards="9 9 4 7", captain=2)`, `after(position, "2 captain 1")`."""

from games.riff_raff import ENGINE
from games.riff_raff.items import ITEMS, bag, names, size
from games.riff_raff.options import Options
from games.riff_raff.position import Phase, Position, start_position
from tests.games import plies

EVERY = " ".join(ITEMS)


def begun(seats=4, oldest=0, **flags) -> Position:
    return start_position(Options(seats, oldest, **flags))


def after(position: Position, *lines: str) -> Position:
    """The position after lines such as `0 7` and `* ship 5 rat`."""
    return plies.after(ENGINE, position, lines)


def shown(cards: str, *, oldest=0) -> Position:
    """Round 1 after the reveal of *cards* by seat."""
    row = cards.split()
    return after(begun(len(row), oldest), *(f"{seat} {card}" for seat, card in enumerate(row)))


def loading(area: int, supply: str, ship=None, *, seats=4, others=None, **flags) -> Position:
    """Round 1: seat 0 is to load on *area* with *supply*. *ship* has items by area, *others* have the rest."""
    options = Options(seats, **flags)
    lies = tuple(bag((ship or {}).get(place, "").split()) for place in range(1, 11))
    mine = bag(supply.split())
    rest = names(seats * options.sets * bag(ITEMS) - mine - sum(lies))
    theirs = [bag(rest[other :: seats - 1]) for other in range(seats - 1)] if others is None else map(bag, others)
    supplies, cards, none = (mine, *theirs), (area, *range(1, seats)), (0,) * seats
    return Position(options, Phase.LOAD, 1, 0, supplies, lies, 0, none, cards, tuple(range(seats)), None)


def supply_of(position: Position, seat: int = 0) -> str:
    return " ".join(names(position.supplies[seat]))


def area_of(position: Position, area: int) -> str:
    return " ".join(names(position.areas[area - 1]))


def in_game(position: Position) -> int:
    """The number of items anywhere."""
    return size(sum(position.supplies) + sum(position.areas) + position.out)


def answers_of(position: Position, seat: int, load) -> dict[str, list[str]]:
    """What *seat* answers to the parts of a load to make this one."""
    given: dict[str, list[str]] = {part.key: [] for part in ENGINE.parts(position, seat)}
    supply = [*next(part.options for part in ENGINE.parts(position, seat) if part.key == "first")]

    def take(options, start):
        options.remove(found := next(each for each in options if each.startswith(start)))
        return found

    given["first"].append(take(supply, f"supply:{seat}/{load.items[0]}#"))
    if load.announced == 2:
        given["second"].append(take(supply, f"supply:{seat}/{load.items[1]}#" if len(load.items) > 1 else "supply"))
    loaded = [*given["first"], *(given["second"] if len(load.items) > 1 else ())]
    cargo = [each for part in ENGINE.parts(position, seat) if part.key == "fell" for each in part.options]
    cargo = [*(each for each in cargo if each.startswith("ship")), *loaded]
    starts = [(f"ship/{item}@{area}#", f"supply:{seat}/{item}#") for item, area in load.fell]
    given["fell"] = [take(cargo, start) for start in starts]
    if load.announced == 2 and load.fell:
        given["by"] = given["second"] if load.then else given["first"]
    fell = [*given["fell"]]
    given["caught"] = [take(fell, (f"ship/{item}@", f"supply:{seat}/{item}#")) for item in load.caught]
    return given
