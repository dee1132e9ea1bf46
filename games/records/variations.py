"""Lines of play: a game as it went or might go, as a value, so that moves can be tried without being made.

A line is known exactly, or as the whole table knows it. What is tried on the second depends on nothing that the table
does not know: it is judged as an open record would be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine import PUBLIC, Level, Seat, Setting, Table
from games.errors import Refused, RuleViolation
from games.registry import AnyEngine


class Line(NamedTuple):
    """Moves of one game in order, and the position after them."""

    rules: AnyEngine
    table: Table
    moves: tuple[tuple[Seat, Any], ...]
    state: Any

    @classmethod
    def of(cls, rules: AnyEngine, table: Table, moves: Sequence[tuple[Seat, Any]]) -> "Line":
        """The line of *moves*. Raises `Refused` at the first that the rules forbid."""
        line = cls(rules, table, (), rules.setup(table))
        for seat, move in moves:
            line = line.after(seat, move)
        return line

    def after(self, seat: Seat, move: Any) -> "Line":
        """The line with one move more. Raises `Refused` if the rules forbid it."""
        return self._replace(moves=(*self.moves, (seat, move)), state=self.rules.apply(self.state, seat, move))


class Attempt(NamedTuple):
    """A move that was tried: its refusal, or the line after it. `move` is None if the text is not a move.

    `checked` are the rules that it was checked against, as far as the game lists them.
    """

    seat: Seat
    text: str
    move: Any
    refusal: Refused | None
    checked: Sequence[type[RuleViolation]]
    after: Line | None

    @property
    def verdict(self) -> str | None:
        """None for a legal move, else the code of its refusal."""
        return None if self.refusal is None else self.refusal.code


class OtherRuling(NamedTuple):
    """A move judged under another ruling of the table."""

    option: str
    value: Setting
    tried: Attempt


def public_line(rules: AnyEngine, table: Table, moves: Sequence[tuple[Seat, Any]], position: Any) -> Line:
    """The line of *moves*, which lead to *position*, as the whole table knows it at its end.

    Hands are unknown, and what somebody chose in secret is not chosen yet.
    """
    open_table = replace(table, level=Level.OPEN)
    told = moves if table.level == Level.OPEN else rules.open_moves(moves, position)
    line = Line.of(rules, open_table, told)
    public = [(seat, move) for before, seat, move in _steps(line) if _is_public(line, before, seat, move)]
    return line if len(public) == len(line.moves) else Line.of(rules, open_table, public)


def _steps(line: Line) -> Iterator[tuple[Any, Seat, Any]]:
    state = line.rules.setup(line.table)
    for seat, move in line.moves:
        yield state, seat, move
        state = line.rules.apply(state, seat, move)


def _is_public(line: Line, before: Any, seat: Seat, move: Any) -> bool:
    return line.rules.show(before, seat, move, PUBLIC, line.state) == str(move)


def try_move(line: Line, seat: Seat, text: str, seconds: int | None = None) -> Attempt:
    """Try the move *text*, which took *seconds*. A refusal is returned, not raised."""
    rules = line.rules
    try:
        move = rules.parse(text)
    except Refused as refusal:
        return Attempt(seat, text, None, refusal, (), None)
    checked = tuple(rules.clauses(line.state, seat, move))
    try:
        after = line.after(seat, move)
        if seconds is not None:
            rules.check_time(line.state, move, seconds)
    except Refused as refusal:
        return Attempt(seat, text, move, refusal, checked, None)
    return Attempt(seat, text, move, None, checked, after)


def other_rulings(line: Line, as_ruled: Attempt, seconds: int | None = None) -> list[OtherRuling]:
    """Every other ruling under which the same move on the same line meets another verdict, or leads elsewhere.

    Rulings under which the game would not have come so far are left out.
    """
    found = []
    for option in line.rules.meta.options:
        for value in option.rulings:
            if value == line.table.options[option.key]:
                continue
            other = _line_under(line, {option.key: value})
            if other is None:
                continue
            judged = try_move(other, as_ruled.seat, as_ruled.text, seconds)
            if judged.verdict != as_ruled.verdict or _leads_elsewhere((line, as_ruled), (other, judged)):
                found.append(OtherRuling(option.key, value, judged))
    return found


def _line_under(line: Line, options: Mapping[str, Setting]) -> Line | None:
    """The line under other *options*, if all its moves are legal under them."""
    table = replace(line.table, options=MappingProxyType({**line.table.options, **options}))
    try:
        return Line.of(line.rules, table, line.moves)
    except Refused:
        return None


def _leads_elsewhere(one: tuple[Line, Attempt], other: tuple[Line, Attempt]) -> bool:
    """Whether everybody sees the same before the move, and something else after it."""
    (before, first), (there, second) = one, other
    if first.after is None or second.after is None or _public_view(before) != _public_view(there):
        return False
    return _public_view(first.after) != _public_view(second.after)


def _public_view(line: Line) -> Mapping[str, object]:
    return line.rules.view(line.state, PUBLIC)
