"""The eight types of items, and bags of them.

A *bag* is one whole number, with eight bits for the count of each type (at most 127). Items of a type are
interchangeable, so bags are added and subtracted like numbers.
"""

from collections.abc import Iterable

from games.errors import FormError, Phrase, gettext_noop, phrase_list

ITEMS = (
    gettext_noop("boat"),
    gettext_noop("barrel"),
    gettext_noop("bottle"),
    gettext_noop("crate"),
    gettext_noop("sailor"),
    gettext_noop("plank"),
    gettext_noop("rat"),
    gettext_noop("chest"),
)
BITS = {name: 8 * place for place, name in enumerate(ITEMS)}  # where in a bag the count of a type begins
UNIT = {name: 1 << bits for name, bits in BITS.items()}
SET = sum(UNIT.values())  # one of each
MAX_ITEMS = 4 * len(ITEMS)  # items in the box
_TOPS = 0x80 * SET


def bag(items: Iterable[str]) -> int:
    """The bag of at most `MAX_ITEMS` *items*."""
    return sum(map(UNIT.__getitem__, items))


def contains(whole: int, part: int) -> bool:
    """Whether the bag *whole* has all that *part* has."""
    return ((whole | _TOPS) - part) & _TOPS == _TOPS


def size(items: int) -> int:
    return sum(items.to_bytes(len(ITEMS), "little"))


def names(items: int) -> tuple[str, ...]:
    """The items of a bag, type by type."""
    counts = items.to_bytes(len(ITEMS), "little")
    return tuple(name for name, count in zip(ITEMS, counts, strict=True) for _ in range(count))


def items_phrase(items: int) -> Phrase:
    """The items of a bag that is not empty, as a refusal names them."""
    return phrase_list(map(Phrase, names(items)))


def missing_items(whole: int, part: int) -> int:
    """The items of the bag *part* that are not in *whole*."""
    counts = zip(ITEMS, whole.to_bytes(len(ITEMS), "little"), part.to_bytes(len(ITEMS), "little"), strict=True)
    return sum(UNIT[name] * max(0, less - have) for name, have, less in counts)


def item(word: str) -> str:
    """The type called *word*. Raises `FormError` for any other word."""
    if word not in UNIT:
        what = Phrase("{item} is not an item. The items are {known}.", item=repr(word), known=", ".join(ITEMS))
        raise FormError(what=what, culprit=word)
    return word
