"""Ralph as an engine: the methods that `games.engine` asks of every game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.bench import Keyboard, Stock
from games.chance import Chance
from games.engine import CHANCE, EVERYTHING, JSON, Engine, Level, Meta, Score, Seat, Stated, Table
from games.errors import Phrase, RuleViolation, gettext_noop
from games.picture import Picture
from games.ralph import bot, layout, messages, moves, rules, scoring
from games.ralph.cards import JOKER, NOBODY, SUIT, bag, members, name, names, sort_by_suit
from games.ralph.manifest import DECKS
from games.ralph.moves import Choose, Deal, Move
from games.ralph.options import HAND, OPTIONS, SEATS, Options
from games.ralph.picture import draw_card, path, picture
from games.ralph.position import Phase, Position, undealt
from games.text_boards import TextBoard

HIDDEN = "?"
_ASKED = {Phase.AS: "as", Phase.AT: "at", Phase.ADOPT: "adopt", Phase.CLOSE: "close"}


class Ralph(Engine[Position, Move]):
    """The rules in the README beside this file, number 1."""

    decks = DECKS
    labels = messages.LABELS
    examples = messages.EXAMPLES
    deal_notation = messages.DEAL_NOTATION
    result_form = scoring.RESULT_FORM
    meta = Meta(
        slug="ralph",
        name=gettext_noop("Ralph Breaks the Internet"),
        rules="1",
        seats=SEATS,
        options=OPTIONS,
        reasons=scoring.REASONS,
        hidden=True,
        neighbours=True,
    )

    def setup(self, table: Table) -> Position:
        return undealt(Options.from_table(table))

    def turn(self, state: Position) -> frozenset[Seat]:
        if state.phase == Phase.CHOOSE:
            return frozenset(seat for seat, card in enumerate(state.chosen) if not card)
        if state.phase == Phase.DEAL:
            return frozenset({CHANCE})
        return frozenset() if state.phase == Phase.OVER else frozenset({state.acting})

    def legal(self, state: Position, seat: Seat) -> Iterator[Move]:
        """All moves of a seat, but no deals. If its hand is unknown, every card that it may still hold."""
        if seat == CHANCE or seat not in self.turn(state):
            return
        if state.phase == Phase.CHOOSE:
            yield from map(Choose, sort_by_suit(self._hand(state, seat)))
        else:
            yield from rules.answers(state)

    def keyboard(self, state: Position, seat: Seat) -> Keyboard | None:
        """The cards that are turned up at the start of an open record, up to the second character (rules 2.5)."""
        if seat != CHANCE or state.phase != Phase.DEAL or state.options.level == Level.FULL:
            return None
        cards = [
            Stock(name=name(card), piece=draw_card(name(card)), free=card & 7 == JOKER)
            for card in sort_by_suit(state.options.cards)
        ]
        return Keyboard(keys=cards, move="deal {0}", slots=[(Phrase("turned up"), rules.TURNED)], look="table")

    @staticmethod
    def _hand(state: Position, seat: Seat) -> int:
        """The set of cards that are in a hand, or may be if it is unknown."""
        hand = state.hand(seat)
        return state.options.cards & ~state.seen & ~bag(state.chosen) if hand is None else hand

    def path(self, before: Position, by: Seat, move: Move) -> tuple[str, ...]:
        return path(before, by, move)

    apply = staticmethod(rules.apply)
    play = staticmethod(rules.play)

    def score(self, state: Position) -> Score | None:
        if state.phase != Phase.OVER:
            return None
        return scoring.final_score([cards.bit_count() for cards in state.won])

    def reason(self, state: Position) -> str | None:
        return scoring.END if state.phase == Phase.OVER else None

    def judge(self, table: Table, stated: Stated) -> Score | None:
        return scoring.result_score(Options.from_table(table), stated)

    def view(self, state: Position, to: Seat) -> Mapping[str, JSON]:
        """The table for everybody. Hands and unrevealed cards for their own seat (rules 2, What is hidden)."""
        over, seats = state.phase == Phase.OVER, range(state.options.seats)
        asked = _ASKED.get(state.phase)
        return {
            "round": state.round,
            "turn": None if state.phase == Phase.DEAL else sorted(self.turn(state)),
            "hands": [state.held(seat) for seat in seats],
            "cards": [self._shown_hand(state, seat, to) for seat in seats],
            "chosen": [self._shown_choice(state, seat, to) for seat in seats],
            "queue": [{"seat": state.chosen.index(card), "card": name(card)} for card in state.queue],
            "asked": asked and {"seat": state.acting, "choice": asked, "options": self._asked_options(state)},
            "last": names(state.last) or None,
            "layout": self._layout(state),
            "first_column": min(layout.columns(state.rows), default=0),
            "rows": len(state.rows),
            "on_table": sum(1 for _ in layout.all_cards(state.rows)),
            "won": [cards.bit_count() for cards in state.won],
            "piles": [names(sort_by_suit(cards)) for cards in state.won] if over else None,
            "burned": state.burned.bit_count(),
            "burned_cards": names(sort_by_suit(state.burned)),
            "over": over,
            "reason": scoring.END if over else None,
        }

    @staticmethod
    def _shown_hand(state: Position, seat: Seat, to: Seat) -> JSON:
        hand = state.hand(seat)
        known = to in (seat, EVERYTHING) or state.phase == Phase.OVER
        return names(sort_by_suit(hand)) if hand is not None and known else None

    @staticmethod
    def _shown_choice(state: Position, seat: Seat, to: Seat) -> JSON:
        card = state.chosen[seat]
        if not card:
            return None
        return name(card) if state.queue or to in (seat, EVERYTHING) else HIDDEN

    @staticmethod
    def _asked_options(state: Position) -> list[JSON]:
        return [str(answer).split()[1] for answer in rules.answers(state)]

    @staticmethod
    def _layout(state: Position) -> list[JSON]:
        """The rows from left to right. Columns count from the leftmost on the table, which is `first_column`."""
        first = min(layout.columns(state.rows), default=0)
        return [
            {
                "owner": SUIT[owner] if owner != NOBODY else None,
                "stacks": [
                    {"column": column, "cards": names(stack)}
                    for column, stack in enumerate(stacks, start - first)
                    if stack
                ],
            }
            for owner, start, stacks in state.rows
        ]

    def picture(self, view: Mapping[str, Any]) -> Picture:
        return picture(view)

    def text_board(self, view: Mapping[str, Any]) -> TextBoard:
        return messages.text_board(view)

    parse = staticmethod(moves.parse)  # type: ignore[assignment] # a look-up, whose argument has no name

    def draw(self, state: Position, chance: Chance) -> Move:
        """The deal: hands first, then cards turned up until two are characters (rules 2.5).

        Jokers go back, and the rest is shuffled. If fewer than two characters are left, everything is dealt again.
        """
        seats = state.options.seats
        while True:
            deck = chance.shuffled(list(members(state.options.cards)))
            rest = deck[HAND * seats :]
            if sum(card & 7 != JOKER for card in rest) >= rules.TURNED:
                break
        turned: list[int] = []
        while sum(card & 7 != JOKER for card in turned) < rules.TURNED:
            turned.append(rest.pop(chance.below(len(rest))))
            if turned[-1] & 7 == JOKER:
                rest.append(turned[-1])
        hands = tuple(tuple(sort_by_suit(bag(deck[HAND * seat :][:HAND]))) for seat in range(seats))
        return Deal(tuple(turned), hands if state.options.level == Level.FULL else None)

    def suggest(self, state: Position, seat: Seat, chance: Chance) -> Move:
        return bot.suggest(state, seat, self.legal(state, seat), chance)

    def open_moves(self, moves: Sequence[tuple[Seat, Move]], state: Position) -> Sequence[tuple[Seat, Move]]:
        """Without the hands."""
        return [(seat, Deal(move.turned, None) if isinstance(move, Deal) else move) for seat, move in moves]

    def show(self, before: Position, by: Seat, move: Move, to: Seat, position: Position) -> str:
        """Hands are hidden from others until the game is over, chosen cards until everybody has chosen."""
        if to == EVERYTHING or position.phase == Phase.OVER:
            return str(move)
        if isinstance(move, Deal) and move.hands is not None:
            hands = (" ".join(names(hand)) if seat == to else HIDDEN for seat, hand in enumerate(move.hands))
            return " | ".join([" ".join(["deal", *names(move.turned)]), *hands])
        if isinstance(move, Choose) and to != by and position.phase == Phase.CHOOSE and position.round == before.round:
            return HIDDEN
        return str(move)

    def clauses(self, before: Position, by: Seat, move: Move) -> Sequence[type[RuleViolation]]:
        return rules.clauses(move)

    def pieces(self, state: Position) -> int | None:
        """The cards that were dealt, as a sum of sets. The rest of the deck is not in the game."""
        if state.dealt is None:
            return None
        hands = (state.dealt[seat] & ~state.seen & ~(1 << card) for seat, card in enumerate(state.chosen))
        return sum((*hands, *state.won, bag(layout.all_cards(state.rows)), state.burned, bag(state.waiting)))

    def describe(self, before: Position, by: Seat, move: Move) -> tuple[str, Mapping[str, object]]:
        return messages.describe(move)

    def describe_to(
        self, before: Position, by: Seat, move: Move, to: Seat, position: Position
    ) -> tuple[str, Mapping[str, object]]:
        if isinstance(move, Choose) and self.show(before, by, move, to, position) == HIDDEN:
            return messages.CHOICE, {}
        return messages.describe(move)
