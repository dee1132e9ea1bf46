"""A load in parts, as it happens at the table: items, what fell, and what of that was caught (rules 5)."""

from collections.abc import Sequence

from games.errors import gettext_noop
from games.parts import Answers, Part
from games.picture import place
from games.riff_raff import picture, rules
from games.riff_raff.items import names
from games.riff_raff.moves import FallenItem, Load
from games.riff_raff.position import Phase, Position


def load_parts(position: Position, seat: int) -> Sequence[Part]:
    """The questions to a seat that loads now. None otherwise."""
    if position.phase != Phase.LOAD or seat != position.queue[0]:
        return ()
    supply = [place(f"supply:{seat}", piece=piece.key) for piece in picture.items(names(position.supplies[seat]))]
    cargo = [
        place("ship", piece=piece.key)
        for area in picture.SHIP
        for piece in picture.items(names(position.areas[area - 1]), f"@{area}")
    ]
    both, many = [*cargo, *supply], len(cargo) + 2
    parts = [Part(key="first", ask=gettext_noop("What do you load?"), options=supply)]
    loaded = ["first"]
    if rules.two_items_refusal(position, seat) is None:
        ask, none = gettext_noop("Do you announce a second item?"), gettext_noop("Only one item")
        parts.append(Part(key="second", ask=ask, none=none, options=supply, least=0, apart=loaded))
        loaded = ["first", "second"]
    ask, none = gettext_noop("Did anything fall?"), gettext_noop("It stood")
    parts.append(Part(key="fell", ask=ask, none=none, options=both, least=0, most=many, among=loaded))
    if len(loaded) > 1:
        ask = gettext_noop("Which item made it fall?")
        parts.append(Part(key="by", ask=ask, options=supply, among=loaded, after=("second", "fell")))
    ask, none = gettext_noop("What of it was caught?"), gettext_noop("Nothing was caught")
    caught = Part(key="caught", ask=ask, none=none, options=both, least=0, most=many, among=("fell",), after=("fell",))
    return [*parts, caught]


def compose_load(position: Position, seat: int, answers: Answers) -> Load:
    """The load of these answers. If the first of two items made something fall, the second was not placed."""
    first, second, by = answers["first"], answers.get("second", ()), answers.get("by", ())
    items = [*first, *second] if list(by) != list(first) else [*first]
    area = position.cards[seat]
    fell = tuple(_item_of(option, area) for option in answers.get("fell", ()))
    caught = tuple(_item_of(option, area).item for option in answers.get("caught", ()))
    loaded = tuple(_item_of(option, area).item for option in items)
    return Load(1 + len(second), loaded, fell, caught, then=len(items) == 2 and bool(fell))


def _item_of(option: str, loading: int) -> FallenItem:
    """The item of an option: `ship/rat@6#1` lies in area 6, `supply:0/rat#1` is being loaded."""
    key = option.partition("/")[2].partition("#")[0]
    item, _, area = key.partition("@")
    return FallenItem(item, int(area or loading))
