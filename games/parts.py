"""The parts of a move that happened at the table: questions that a person answers by touching what is in the picture.

What fell off a ship can't be listed as legal moves. A game says in `Engine.parts` what such a move consists of, pages
ask for one part after the other, and `Engine.compose` makes the move of the answers.

Example: *What do you load?* has the items of a supply, *What fell?* every item on the ship and the one just loaded, and
*What was caught?* what fell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.errors import FormError, Phrase

Answers: TypeAlias = Mapping[str, Sequence[str]]  # the chosen options by the key of their part


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One question. `ask` and `none`, the answer that chooses nothing, are messages.

    `options` are places of the picture, of which `least` to `most` are chosen. The others are keys of earlier parts:
    options of those in `among` may be chosen only if they were chosen there, what was chosen in `apart` may not, and
    the part is asked only if something was chosen in each of `after`.
    """

    key: str
    ask: str
    options: Sequence[str]
    least: int = 1
    most: int = 1
    none: str = ""
    among: Sequence[str] = ()
    apart: Sequence[str] = ()
    after: Sequence[str] = ()


def check_answers(parts: Sequence[Part], answers: Answers) -> None:
    """Raise `FormError` for the first part that is answered as it can't be."""
    earlier = {part.key: part for part in parts}
    for part in parts:
        given, ask = answers.get(part.key, ()), Phrase(part.ask)
        if not all(answers.get(key) for key in part.after):
            if given:
                raise FormError(what=Phrase("“{ask}” is not asked here.", ask=ask), culprit=part.key)
            continue
        bound = {option for key in part.among for option in earlier[key].options}
        free = {*part.options} - bound
        free |= {option for key in part.among for option in answers.get(key, ())} & {*part.options}
        free -= {option for key in part.apart for option in answers.get(key, ())}
        if strange := [option for option in given if option not in free]:
            what = Phrase("“{ask}” can’t be answered with {count} of what you chose.", ask=ask, count=len(strange))
            raise FormError(what=what, culprit=strange[0])
        if not part.least <= len(given) <= part.most:
            what = Phrase("“{ask}” needs an answer.", ask=ask)
            if given:
                what = Phrase("“{ask}” has too many answers: {count}.", ask=ask, count=len(given))
            raise FormError(what=what, culprit=part.key)
