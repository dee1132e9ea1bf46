"""Riff Raff as an engine: the methods that `games.engine` asks of every game.

Records with `log: full` and `log: open` are the same, since only cards are hidden, until the reveal.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from games.chance import Chance
from games.engine import EVERYTHING, JSON, Engine, Meta, Score, Seat, Stated, Table
from games.errors import RuleViolation, gettext_noop
from games.parts import Answers, Part
from games.picture import Picture
from games.riff_raff import bot, messages, moves, rules, scoring
from games.riff_raff.items import UNIT, names, size
from games.riff_raff.moves import Captain, Card, Load, Move, Order
from games.riff_raff.options import OPTIONS, SEATS, Options
from games.riff_raff.parts import compose_load, load_parts
from games.riff_raff.picture import path, picture
from games.riff_raff.position import Phase, Position, equals, highest, start_position
from games.text_boards import TextBoard

_ASKED = {Phase.CHOOSE: "card", Phase.CAPTAIN: "captain", Phase.ORDER: "order", Phase.LOAD: "load", Phase.OVER: None}


class RiffRaff(Engine[Position, Move]):
    """Rules number 1, as in the README beside this file."""

    labels = messages.LABELS
    examples = messages.EXAMPLES
    result_form = scoring.RESULT_FORM
    notation = messages.NOTATION
    familiar_length = 40  # loads of one or two items, with what fell
    meta = Meta(
        slug="riff_raff",
        name=gettext_noop("Riff Raff"),
        rules="1",
        seats=SEATS,
        options=OPTIONS,
        reasons=scoring.REASONS,
        enumerable=False,
        fewest_wins=True,
        hidden=True,
    )

    def setup(self, table: Table) -> Position:
        return start_position(Options.from_table(table))

    def turn(self, state: Position) -> frozenset[Seat]:
        if state.phase == Phase.CHOOSE:
            return frozenset(seat for seat, card in enumerate(state.cards) if not card)
        if state.phase in (Phase.CAPTAIN, Phase.ORDER):
            return frozenset({state.captain})
        return frozenset(state.queue[:1]) if state.phase == Phase.LOAD else frozenset()

    def legal(self, state: Position, seat: Seat) -> Iterator[Move]:
        """Every card, captain and order, and every load from which nothing falls."""
        if seat not in self.turn(state):
            return
        if state.phase == Phase.CHOOSE:
            yield from (Card(card) for card in rules.CARDS if not state.has_played(seat, card))
        elif state.phase == Phase.CAPTAIN:
            yield from map(Captain, highest(state.cards))
        elif state.phase == Phase.ORDER:
            yield from map(Order, permutations(equals(state.cards, state.captain)))
        else:
            yield from self._loads(state, seat)

    @staticmethod
    def _loads(state: Position, seat: Seat) -> Iterator[Load]:
        supply = state.supplies[seat]
        kinds = tuple(dict.fromkeys(names(supply)))
        yield from (Load(1, (item,)) for item in kinds)
        if rules.two_items_refusal(state, seat) is None:
            for first in kinds:
                yield from (Load(2, (first, second)) for second in dict.fromkeys(names(supply - UNIT[first])))

    def choices(self, state: Position, seat: Seat) -> Iterator[Move]:
        """Everything but loads, which are asked for in parts."""
        return iter(()) if state.phase == Phase.LOAD else self.legal(state, seat)

    def parts(self, state: Position, seat: Seat) -> Sequence[Part]:
        return load_parts(state, seat)

    def compose(self, state: Position, seat: Seat, answers: Answers) -> Move:
        return compose_load(state, seat, answers)

    def path(self, before: Position, by: Seat, move: Move) -> tuple[str, ...]:
        return path(before, by, move)

    apply = staticmethod(rules.apply)
    play = staticmethod(rules.play)

    def score(self, state: Position) -> Score | None:
        return None if state.reason is None else scoring.final_score(state.left, state.reason)

    def reason(self, state: Position) -> str | None:
        return state.reason

    def judge(self, table: Table, stated: Stated) -> Score | None:
        return scoring.result_score(Options.from_table(table), stated)

    def view(self, state: Position, to: Seat) -> Mapping[str, JSON]:
        """Everything but the cards that others have chosen and not yet shown (rules 2)."""
        choosing, loading = state.phase == Phase.CHOOSE, state.phase == Phase.LOAD
        cards: list[JSON] = [
            card if card and (not choosing or to in (seat, EVERYTHING)) else None
            for seat, card in enumerate(state.cards)
        ]
        seat = min(self.turn(state), default=None)
        return {
            "asked": _ASKED[state.phase],
            "turn": sorted(self.turn(state)),
            "round": state.round,
            "rounds": state.options.rounds,
            "captain": state.captain,
            "left": list(state.left),
            "supplies": [list(names(items)) for items in state.supplies],
            "ship": sum(map(size, state.areas)),
            "areas": {str(area): list(names(items)) for area, items in enumerate(state.areas, 1)},
            "out": size(state.out),
            "lost": list(names(state.out)),
            "hands": [
                [card for card in rules.CARDS if not state.has_played(each, card)]
                for each in range(state.options.seats)
            ],
            "chosen": [card > 0 for card in state.cards],
            "cards": cards,
            "among": list(highest(state.cards)) if state.phase == Phase.CAPTAIN else [],
            "equals": list(equals(state.cards, state.captain)) if state.phase == Phase.ORDER else [],
            "queue": list(state.queue),
            "area": state.cards[state.queue[0]] if loading else None,
            "two": loading and seat is not None and rules.two_items_refusal(state, seat) is None,
            "over": state.phase == Phase.OVER,
            "reason": state.reason,
        }

    def picture(self, view: Mapping[str, Any]) -> Picture:
        return picture(view)

    def text_board(self, view: Mapping[str, Any]) -> TextBoard:
        return messages.text_board(view)

    parse = staticmethod(moves.parse)

    def draw(self, state: Position, chance: Chance) -> Move:
        """Sliding cargo, which may happen between turns."""
        return bot.slid_cargo(state, chance)

    def suggest(self, state: Position, seat: Seat, chance: Chance) -> Move:
        return bot.suggest(state, seat, chance)

    def show(self, before: Position, by: Seat, move: Move, to: Seat, position: Position) -> str:
        """A chosen card is hidden from others until everybody has chosen in that round."""
        hidden = isinstance(move, Card) and position.phase == Phase.CHOOSE and position.round == before.round
        return "?" if hidden and to not in (by, EVERYTHING) else str(move)

    def clauses(self, before: Position, by: Seat, move: Move) -> Sequence[type[RuleViolation]]:
        return rules.clauses(move)

    def pieces(self, state: Position) -> int:
        return sum(state.supplies) + sum(state.areas) + state.out

    def describe(self, before: Position, by: Seat, move: Move) -> tuple[str, Mapping[str, object]]:
        return messages.describe(move, before.cards[by] if by >= 0 else 0)

    def describe_to(
        self, before: Position, by: Seat, move: Move, to: Seat, position: Position
    ) -> tuple[str, Mapping[str, object]]:
        if self.show(before, by, move, to, position) != str(move):
            return messages.CHOICE, {}
        return self.describe(before, by, move)
