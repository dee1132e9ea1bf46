"""Toy Story 4 as an engine: the methods that `games.engine` asks of every game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.bench import Keyboard, Stock, seat_keys
from games.chance import Chance
from games.engine import CHANCE, EVERYTHING, JSON, Engine, Meta, Score, Seat, Stated, Table
from games.errors import Phrase, RuleViolation, gettext_noop
from games.picture import Picture
from games.text_boards import TextBoard
from games.toy_story_4 import bot, choices, messages, moves, rules, scoring
from games.toy_story_4.cards import COLOURS, MIN_TWO_TOYS, THREE_SHELVES, face, ids
from games.toy_story_4.manifest import DECKS
from games.toy_story_4.moves import Deal, Move, Refill
from games.toy_story_4.options import FEWEST, MOST, OPTIONS, Options, check_seats
from games.toy_story_4.picture import draw_card, path, picture
from games.toy_story_4.position import Phase, Position, undealt
from games.toy_story_4.shelves import face_up


class ToyStory4(Engine[Position, Move]):
    """The rules in the README beside this file."""

    decks = DECKS
    labels = messages.LABELS
    examples = messages.EXAMPLES
    result_form = scoring.RESULT_FORM
    familiar_length = 40  # every take, even with the longest ids
    meta = Meta(
        slug="toy_story_4",
        name=gettext_noop("Toy Story 4"),
        rules="1",
        seats=range(FEWEST, MOST + 1),
        options=OPTIONS,
        reasons=(scoring.END,),
    )

    def setup(self, table: Table) -> Position:
        return undealt(Options.from_table(table))

    def games(self, table: Table) -> Sequence[tuple[int, int]]:
        check_seats(table)
        return super().games(table)

    def turn(self, state: Position) -> frozenset[Seat]:
        if state.phase in (Phase.DEAL, Phase.REFILL):
            return frozenset({CHANCE})
        return frozenset() if state.phase == Phase.OVER else frozenset({state.seat})

    def legal(self, state: Position, seat: Seat) -> Iterator[Move]:
        """Every move of a seat, but none of chance, which may deal any cards of the deck."""
        return choices.legal(state) if seat >= 0 and seat in self.turn(state) else iter(())

    def keyboard(self, state: Position, seat: Seat) -> Keyboard | None:
        """The cards of a new row, or who starts and the first rows, as the deck gave them."""
        if seat != CHANCE or state.phase not in (Phase.DEAL, Phase.REFILL):
            return None
        cards = list(state.options.cards.members(state.unseen))
        faces = {card.id: face(card) for card in cards}
        keys = [Stock(name=card.id, piece=draw_card(card.id, faces)) for card in cards]
        if state.phase == Phase.REFILL:
            return Keyboard(keys=keys, move="refill {0}", slots=[(Phrase("the new row"), rules.ROW)], look="middle")
        rows = [(Phrase("row {number}", number=row + 1), rules.ROW) for row in range(rules.ROWS)]
        starters = seat_keys(state.options.seats, "0")
        slots = [(Phrase("who starts"), 1), *rows]
        return Keyboard(keys=[*starters, *keys], move="deal {0} | {1} | {2} | {3}", slots=slots, look="middle")

    def path(self, before: Position, by: Seat, move: Move) -> tuple[str, ...]:
        return path(before, by, move)

    apply = staticmethod(rules.apply)
    play = staticmethod(rules.play)

    def score(self, state: Position) -> Score | None:
        if state.phase != Phase.OVER:
            return None
        return scoring.final_score(tuple(scoring.seat_points(state, seat) for seat in range(state.options.seats)))

    def reason(self, state: Position) -> str | None:
        return scoring.END if state.phase == Phase.OVER else None

    def judge(self, table: Table, stated: Stated) -> Score | None:
        return scoring.result_score(Options.from_table(table), stated)

    def view(self, state: Position, to: Seat) -> Mapping[str, JSON]:
        """All face-up cards, and the number of the others.

        A collection is face down. Its owner may look through it, and so may others once the game is over (rules 2).
        """
        over = state.phase == Phase.OVER
        acts = state.phase in (Phase.NORMAL, Phase.FINAL)
        seats = range(state.options.seats)
        return {
            "turn": state.seat if acts else None,
            "phase": state.phase.name.lower(),
            "kind": ("bonus" if state.bonus else "normal") if acts else None,
            "bonus": state.bonus,
            "starter": None if state.phase == Phase.DEAL else state.starter,
            "rows": [ids(row) for row in state.rows],
            "pool": ids(state.pool),
            "deck": state.unseen.bit_count(),
            "discard": ids(state.discard),
            "shelves": [self._shelves(state, seat) for seat in seats],
            "collections": [len(cards) for cards in state.collections],
            "collected": [
                ids(cards) if over or to in (seat, EVERYTHING) else None for seat, cards in enumerate(state.collections)
            ],
            "box": len(state.box),
            "turns_left": state.left,
            "over": over,
            "points": [scoring.seat_points(state, seat) for seat in seats] if over else None,
            "manifest": state.options.cards.deck.id,
            "faces": self._faces(state),
        }

    @staticmethod
    def _shelves(state: Position, seat: Seat) -> JSON:
        """The cards on each shelf of *seat*, by colour."""
        return {
            colour: list(shelf.names) if shelf else [] for colour, shelf in zip(COLOURS, state.own(seat), strict=True)
        }

    @staticmethod
    def _faces(state: Position) -> JSON:
        """What is printed on the face-up cards."""
        rows = [*state.rows, state.pool, state.discard]
        rows += [face_up(shelf) for shelf in state.shelves if shelf is not None]
        return {card.id: face(card) for row in rows for card in row}

    def picture(self, view: Mapping[str, Any]) -> Picture:
        return picture(view)

    def text_board(self, view: Mapping[str, Any]) -> TextBoard:
        return messages.text_board(view)

    parse = staticmethod(moves.parse)

    def draw(self, state: Position, chance: Chance) -> Move:
        """A new row, or the deal, in which any seat may have seen the films last.

        If no card at an end can start a shelf, nobody has a move, so the cards are shuffled again (rules 12, A13).
        """
        pool = list(state.options.cards.members(state.unseen))
        size = rules.ROW
        if state.phase == Phase.REFILL:
            return Refill(tuple(card.id for card in chance.shuffled(pool)[:size]))
        starter = chance.below(state.options.seats)
        while True:
            mixed = chance.shuffled(pool)
            rows = [mixed[size * row :][:size] for row in range(rules.ROWS)]
            if any(card.special not in (MIN_TWO_TOYS, THREE_SHELVES) for row in rows for card in (row[0], row[-1])):
                return Deal(starter, tuple(tuple(card.id for card in row) for row in rows))

    def suggest(self, state: Position, seat: Seat, chance: Chance) -> Move:
        return bot.suggest(state, chance)

    def clauses(self, before: Position, by: Seat, move: Move) -> Sequence[type[RuleViolation]]:
        return rules.clauses(move)

    def pieces(self, state: Position) -> int:
        """Each card as often as it is anywhere, as a sum of sets."""
        shelves = (shelf.cards for shelf in state.shelves if shelf is not None)
        lying = (*state.rows, state.discard, state.pool, *shelves, *state.collections, state.box)
        return state.unseen + sum(card.bit for row in lying for card in row)

    def describe(self, before: Position, by: Seat, move: Move) -> tuple[str, Mapping[str, object]]:
        return messages.describe(before, move)
