"""What a game works out for people who look at a position: legal moves and advice.

These are only a help. If a game fails at them, such as a plug-in with a fault, this is logged, and the page stays up.
It shows what was found so far, and does not call it complete.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from games.bench import Bench
from games.engine import CHANCE, Advice, Engine, Seat
from games.errors import FormError, Phrase, Refused, gettext_noop
from games.parts import Answers, Part, check_answers
from games.picture import place_words
from games.registry import AnyEngine

log = logging.getLogger("ludex.games")
NO_ADVICE = Advice(gettext_noop("The game could not work out advice for this position."))


class MoveList(NamedTuple):
    """Legal moves as text, and whether these are all."""

    moves: list[str]
    complete: bool


def legal_moves(rules: AnyEngine, position: Any, seat: Seat, most: int | None = None) -> MoveList:
    """Legal moves of *seat* at *position*, at most *most* of them if that is given."""
    found: list[str] = []
    try:
        found.extend(str(move) for move in islice(rules.legal(position, seat), None if most is None else most + 1))
    except Exception:
        log.exception("Legal moves of %s could not be worked out.", rules.meta.slug)
        return MoveList(found[:most], False)
    complete = rules.meta.enumerable and (most is None or (seat != CHANCE and len(found) <= most))
    return MoveList(found[:most], complete)


class Choice(NamedTuple):
    """A move to choose, in words. `path`: what is touched for it, in order, as places of the picture."""

    move: str
    message: str
    params: Mapping[str, object]
    path: Sequence[str]
    ends: bool  # the game


def parts(rules: AnyEngine, position: Any, seat: Seat) -> Sequence[Part]:
    """What *seat* is asked for a move that is none of its choices."""
    try:
        return rules.parts(position, seat)
    except Exception:
        log.exception("The parts of a move of %s could not be worked out.", rules.meta.slug)
        return ()


def composed_move(rules: AnyEngine, position: Any, seat: Seat, answers: Answers) -> Choice:
    """The move of *answers* to its parts. Raises `FormError`, `RuleViolation`."""
    check_answers(rules.parts(position, seat), answers)
    return _choice(rules, position, seat, rules.compose(position, seat, answers))


class LateMove(NamedTuple):
    """A move for an earlier position in words, and what it touches that is no longer there."""

    message: str
    params: Mapping[str, object]
    gone: Sequence[Phrase]


def meant_move(rules: AnyEngine, before: Any, after: Any, seat: Seat, text: str) -> LateMove | None:
    """The move written as *text* for the position *before*, which has become *after*. None if it is no move."""
    try:
        move = rules.parse(text)
        message, params = rules.describe(before, seat, move)
        touched = rules.path(before, seat, move)
        names = place_words(rules.picture(rules.view(before, seat)))
        there = {*rules.picture(rules.view(after, seat)).places()}
    except FormError:
        return None
    except Exception:
        log.exception("A late move of %s could not be put in words.", rules.meta.slug)
        return None
    return LateMove(message, params, [names[key] for key in touched if key not in there and key in names])


def choices(rules: AnyEngine, position: Any, seat: Seat) -> tuple[Sequence[Choice], bool]:
    """The moves that *seat* is offered at *position*, and whether there are no others but those in parts."""
    found: list[Choice] = []
    try:
        found.extend(_choices(rules, position, seat))
    except Exception:
        log.exception("The choices of %s could not be worked out.", rules.meta.slug)
        return found, False
    return found, rules.meta.enumerable or type(rules).parts is not Engine.parts


class Offer(NamedTuple):
    """The moves that a seat is offered, what it is asked for others, and how those are written instead, if they are."""

    choices: Sequence[Choice]
    parts: Sequence[Part]
    notation: str | None


NO_OFFER = Offer((), (), None)


def offer(rules: AnyEngine, position: Any, seat: Seat) -> Offer:
    """What *seat* can choose, answer and write at *position*. A dealer without choices or a keyboard writes."""
    found, complete = choices(rules, position, seat)
    writes = not complete or (seat == CHANCE and not found and rules.keyboard(position, seat) is None)
    notation = rules.deal_notation if seat == CHANCE else rules.notation
    return Offer(found, parts(rules, position, seat), notation if writes else None)


def _choices(rules: AnyEngine, position: Any, seat: Seat) -> Iterator[Choice]:
    for move in rules.choices(position, seat):
        yield _choice(rules, position, seat, move)


def _choice(rules: AnyEngine, position: Any, seat: Seat, move: Any) -> Choice:
    ends = rules.is_over(rules.apply(position, seat, move))
    message, params = rules.describe(position, seat, move)
    return Choice(str(move), message, params, rules.path(position, seat, move), ends)


class Rearrangement(NamedTuple):
    """What a seat has built, and the pieces that it has *taken* and lays *onto* a heap of its bench, if any."""

    work: str = ""
    taken: Sequence[str] = ()
    onto: str = ""


NOTHING_BUILT = Rearrangement()


def bench(rules: AnyEngine, position: Any, view: Any, seat: Seat, change: Rearrangement) -> Bench | None:
    """What *seat* has built after a *change*, if its move is built or typed. What cannot be read is put away.

    *view*: of the *position*, as its reader may see it.
    """
    try:
        if (keyboard := rules.keyboard(position, seat)) is not None:
            return keyboard.bench(
                keyboard.rearrange(change.work, change.taken, change.onto) if change.onto else change.work
            )
        return _bench(rules, view, seat, change)
    except Refused:
        return _bench(rules, view, seat, NOTHING_BUILT)
    except Exception:
        log.exception("The bench of %s could not be worked out.", rules.meta.slug)
        return None


def _bench(rules: AnyEngine, view: Any, seat: Seat, change: Rearrangement) -> Bench | None:
    found = rules.bench(view, seat, change.work)
    if found is None or not change.onto:
        return found
    return rules.bench(view, seat, rules.rearrange(view, seat, change.work, change.taken, change.onto))


def advice(rules: AnyEngine, position: Any, seat: Seat) -> Sequence[Advice]:
    """The game's advice for *seat* at *position*."""
    try:
        return rules.advise(position, seat)
    except Exception:
        log.exception("Advice of %s could not be worked out.", rules.meta.slug)
        return (NO_ADVICE,)
