"""The Game: Extreme as an engine: the methods that `games.engine` asks of every game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.chance import Chance
from games.engine import CHANCE, EVERYTHING, JSON, Engine, Level, Meta, Score, Seat, Stated, Table
from games.errors import Phrase, RuleViolation, gettext_noop
from games.picture import Picture, place
from games.text_boards import TextBoard
from games.the_game_extreme import bot, errors, messages, moves, rules, scoring, turns
from games.the_game_extreme.cards import PILES, card_set, cards_text, members
from games.the_game_extreme.moves import FAILURES, Deal, Drawn, End, Fail, GiveUp, Move, Play, Violation
from games.the_game_extreme.options import OPTIONS, Options
from games.the_game_extreme.orders import DECKS, Order, order_names
from games.the_game_extreme.picture import picture
from games.the_game_extreme.position import NOWHERE, Phase, Position, cards_held, cards_left, draw_pile, undealt


class TheGameExtreme(Engine[Position, Move]):
    """The rules in the README beside this file. All seats are one team."""

    decks = DECKS
    labels = messages.LABELS
    examples = messages.EXAMPLES
    result_form = scoring.RESULT_FORM
    meta = Meta(
        slug="the_game_extreme",
        name=gettext_noop("The Game: Extreme"),
        rules="1",
        seats=range(1, 6),
        options=OPTIONS,
        reasons=scoring.REASONS,
        team=True,
        fewest_wins=True,
        hidden=True,
    )

    def setup(self, table: Table) -> Position:
        self.games(table)
        return undealt(Options.from_table(table))

    def games(self, table: Table) -> Sequence[tuple[int, int]]:
        if table.seats not in self.meta.seats:
            raise errors.WrongSeatCount(why=Phrase("it is for one to five players, not {seats}", seats=table.seats))
        return super().games(table)

    def turn(self, state: Position) -> frozenset[Seat]:
        """The seat that has to play. Meanwhile, every seat can report a broken order or give up."""
        if state.phase == Phase.TURN:
            return frozenset({state.seat})
        return frozenset() if state.phase == Phase.OVER else frozenset({CHANCE})

    def legal(self, state: Position, seat: Seat) -> Iterator[Move]:
        """All moves of a seat, with violations without notes. For chance, each card if only one is due."""
        if seat == CHANCE and state.phase == Phase.DUE and state.due == 1:
            yield from (Drawn((card,)) for card in members(state.unseen))
        if state.phase != Phase.TURN or not 0 <= seat < state.options.seats:
            return
        if seat == state.seat:
            for card in rules.possible_cards(state, seat):
                for pile in range(len(PILES)):
                    if rules.is_playable(state, card, pile):
                        yield self._accepting(state, Play(card, pile))
            yield End(accept_loss=rules.failure(state) is not None)
            yield from map(Fail, FAILURES)
        yield from map(Violation, rules.violable_orders(state))
        yield GiveUp()

    def choices(self, state: Position, seat: Seat) -> Iterator[Move]:
        """Every legal move, and who starts, where no hands are recorded."""
        if seat == CHANCE and state.phase == Phase.DEAL and state.options.level == Level.OPEN:
            yield from (Deal(starter, None) for starter in range(state.options.seats))
        yield from self.legal(state, seat)

    @staticmethod
    def _accepting(state: Position, play: Play) -> Play:
        """The play as it is accepted, with a `!` if it is a STOP that loses."""
        if not state.options.orders[play.card] & Order.STOP:
            return play
        try:
            rules.apply(state, state.seat, play)
        except errors.WouldLose:
            return Play(play.card, play.pile, accept_loss=True)
        return play

    def path(self, before: Position, by: Seat, move: Move) -> tuple[str, ...]:
        """The card, then the pile."""
        if not isinstance(move, Play):
            return ()
        return place(f"hand:{by}", piece=str(move.card)), place("piles", group=PILES[move.pile])

    apply = staticmethod(rules.apply)
    play = staticmethod(rules.play)

    def score(self, state: Position) -> Score | None:
        return scoring.final_score(state)

    def judge(self, table: Table, stated: Stated) -> Score | None:
        return scoring.result_score(table.seats, stated)

    def view(self, state: Position, to: Seat) -> Mapping[str, JSON]:
        """The table and counts for everybody. Hands for their own seat, and for everybody after the game (rules 2)."""
        over, options = state.phase == Phase.OVER, state.options
        seats = range(options.seats)
        cards: list[JSON] = [
            list(members(state.hands[seat])) if (over or to in (seat, EVERYTHING)) and not state.unknown[seat] else None
            for seat in seats
        ]
        left = cards_left(state)
        return {
            "turn": state.seat if state.phase in (Phase.TURN, Phase.DUE) else None,
            "due": state.due,
            "starter": None if state.phase == Phase.DEAL else state.starter,
            "piles": {name: list(lies) for name, lies in zip(PILES, state.piles, strict=True)},
            "tops": {name: lies[-1] for name, lies in zip(PILES, state.piles, strict=True)},
            "orders": {name.lower(): list(each) for name, each in options.deck.content["orders"].items()},
            "visible": list(order_names(state.shown)),
            "laid": list(order_names(state.laid)),
            "played": state.played,
            "min": state.least,
            "focus": None if state.focus == NOWHERE else PILES[state.focus],
            "hands": [cards_held(state, seat) for seat in seats],
            "hand_size": options.hand,
            "cards": cards,
            "unknown": list(state.unknown),
            "draw_pile": draw_pile(state),
            "cards_left": left,
            "deck": options.deck.reference,
            "over": over,
            "won": state.reason == rules.WON,
            "reason": state.reason,
            "praised": over and left <= scoring.PRAISED,
            "doubtful": self._doubtful(state) if over else None,
        }

    @staticmethod
    def _doubtful(state: Position) -> bool | None:
        """Whether a turn that was reported as failed could have been completed. None if that is unknown."""
        if state.reason not in FAILURES or state.unknown[state.seat]:
            return None
        return turns.is_completable(turns.rest_of_turn(state, tuple(members(state.hands[state.seat]))))

    def picture(self, view: Mapping[str, Any]) -> Picture:
        return picture(view)

    def text_board(self, view: Mapping[str, Any]) -> TextBoard:
        return messages.text_board(view)

    parse = staticmethod(moves.parse)

    def draw(self, state: Position, chance: Chance) -> Move:
        """A deal, or the cards that are due. Players agree on who starts, but here chance decides (rules 10, A11)."""
        options = state.options
        pool = list(members(state.unseen))
        if state.phase == Phase.DUE:
            return Drawn(tuple(sorted(pool.pop(chance.below(len(pool))) for _ in range(state.due))))
        starter = chance.below(options.seats)
        if options.level == Level.OPEN:
            return Deal(starter, None)
        mixed = chance.shuffled(pool)
        hands = (mixed[options.hand * seat :][: options.hand] for seat in range(options.seats))
        return Deal(starter, tuple(tuple(sorted(hand)) for hand in hands))

    def suggest(self, state: Position, seat: Seat, chance: Chance) -> Move:
        return bot.suggest(state, seat, chance)

    def open_moves(self, moves: Sequence[tuple[Seat, Move]], state: Position) -> Sequence[tuple[Seat, Move]]:
        """Without hands and draws. Nothing is shown at the end, since only the number of cards left counts."""
        seen = [(seat, Deal(move.starter, None) if isinstance(move, Deal) else move) for seat, move in moves]
        return [(seat, move) for seat, move in seen if not isinstance(move, Drawn)]

    def show(self, before: Position, by: Seat, move: Move, to: Seat, position: Position) -> str:
        """Hands and drawn cards are hidden from others until the game is over."""
        if position.phase == Phase.OVER or to == EVERYTHING:
            return str(move)
        if isinstance(move, Drawn) and to != before.seat:
            return " ".join("?" * len(move.cards))
        if isinstance(move, Deal) and move.hands is not None:
            hands = (cards_text(hand) if seat == to else "?" for seat, hand in enumerate(move.hands))
            return " | ".join([f"deal {move.starter}", *hands])
        return str(move)

    def clauses(self, before: Position, by: Seat, move: Move) -> Sequence[type[RuleViolation]]:
        return rules.clauses(move)

    def pieces(self, state: Position) -> int | None:
        """Each card as often as it is anywhere, as a sum of sets."""
        laid = [card_set(pile[1:]) for pile in state.piles]
        return None if any(state.unknown) else sum((state.unseen, *state.hands, *laid))

    def describe(self, before: Position, by: Seat, move: Move) -> tuple[str, Mapping[str, object]]:
        return messages.describe(before, move)

    def describe_to(
        self, before: Position, by: Seat, move: Move, to: Seat, position: Position
    ) -> tuple[str, Mapping[str, object]]:
        if isinstance(move, Drawn) and self.show(before, by, move, to, position) != str(move):
            return messages.describe_draw(len(move.cards))
        return messages.describe(before, move)
