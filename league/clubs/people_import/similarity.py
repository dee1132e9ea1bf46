"""Which names may be those of one person: in another order, abbreviated, or mistyped."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from games.errors import Phrase
from league.common.names import name_key

SHORTEST_WORD = 3  # letters by which two names are held together when the rest is an initial
SHORTEST_MISTYPED = 4  # letters: shorter words that differ are different words
MISTYPED = 0.8  # likeness of the words that differ: one letter wrong of five, two of ten


class NameIndex:
    """Names to look for others in. Only those that share a word, and a letter that begins another, are compared."""

    def __init__(self, names: Sequence[str]) -> None:
        self._words = [_words(name) for name in names]
        self._by_key: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, words in enumerate(self._words):
            for key in _keys(words):
                self._by_key[key].append(number)

    def to(self, name: str) -> Iterator[tuple[int, Phrase]]:
        """The numbers of names that may be the same person's as *name*, and why, in order."""
        words = _words(name)
        for number in sorted({number for key in _keys(words) for number in self._by_key.get(key, ())}):
            why = _likeness(words, self._words[number])
            if why is not None:
                yield number, why


def _keys(words: Sequence[str]) -> set[tuple[str, str]]:
    if len(words) == 1:
        return {("", words[0][:1])}
    return {(word, other[:1]) for place, word in enumerate(words) for other in (*words[:place], *words[place + 1 :])}


def _words(name: str) -> tuple[str, ...]:
    return tuple(sorted(re.findall(r"\w+", name_key(name)))) or (name_key(name),)


def _likeness(one: tuple[str, ...], other: tuple[str, ...]) -> Phrase | None:
    if one == other:
        return Phrase("the same name")
    shared = {*one} & {*other}
    if min(len(one), len(other)) > 1 and _abbreviates(one, other, shared):
        return Phrase("one name may be short for the other")
    rest, others_rest = (" ".join(word for word in words if word not in shared) for words in (one, other))
    if not (rest and others_rest) or (len(one) > 1) != (len(other) > 1):
        return None
    return Phrase("almost the same name") if _is_mistyped(rest, others_rest) else None


def _is_mistyped(one: str, other: str) -> bool:
    shorter = min(len(one), len(other))
    # the quickest bound, before anything is made
    if shorter < SHORTEST_MISTYPED or 2 * shorter < MISTYPED * (len(one) + len(other)):
        return False
    match = SequenceMatcher(a=one, b=other, autojunk=False)
    return match.quick_ratio() >= MISTYPED and match.ratio() >= MISTYPED


def _abbreviates(one: tuple[str, ...], other: tuple[str, ...], shared: set[str]) -> bool:
    """Whether the one with fewer words has a whole word of the other's, and others that begin, or are begun by, one."""
    few, many = sorted((one, other), key=len)
    left = [word for word in many if word not in shared]
    for word in (word for word in few if word not in shared):
        fits = next((each for each in left if each.startswith(word) or word.startswith(each)), None)
        if fits is None:
            return False
        left.remove(fits)
    return any(len(word) >= SHORTEST_WORD for word in shared)
