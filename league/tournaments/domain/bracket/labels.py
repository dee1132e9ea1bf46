"""Places and tables in words, for slots whose entrants are not known yet."""

from games.errors import Phrase
from league.seating.knockout.layout import Node


def place_label(place: int, where: Phrase) -> Phrase:
    """Like "Second of group 1"; *place* is from 1."""
    match place:
        case 1:
            return Phrase("First of {where}", where=where)
        case 2:
            return Phrase("Second of {where}", where=where)
        case 3:
            return Phrase("Third of {where}", where=where)
        case _:
            return Phrase("Place {place} of {where}", place=place, where=where)


def group_label(group: int) -> Phrase:
    """A group, which is counted from 0, as pages number it."""
    return Phrase("group {number}", number=group + 1)


def node_label(node: Node) -> Phrase:
    """What a table of a knock-out is called."""
    return Phrase(node.label.text, **node.label.params)
