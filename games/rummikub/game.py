"""Rummikub as an engine: the methods that `games.engine` asks of every game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.chance import Chance
from games.engine import CHANCE, EVERYTHING, JSON, Advice, Engine, Level, Meta, Score, Seat, Stated, Table
from games.errors import Phrase, Refused, RuleViolation, gettext_noop
from games.picture import Picture
from games.rummikub import bot, errors, messages, moves, rules, scoring
from games.rummikub.bench import bench, keyboard, rearrange
from games.rummikub.moves import Deal, Drawn, DrawTile, Move, Pass, Reveal, Timeout
from games.rummikub.options import OPTIONS, Options
from games.rummikub.picture import picture
from games.rummikub.position import Phase, Position, undealt
from games.rummikub.solver import any_play, best_play
from games.rummikub.tiles import members, names, rack_value, row_text
from games.text_boards import TextBoard


class Rummikub(Engine[Position, Move]):
    """The Sabra rules, as in the README beside this file."""

    labels = messages.LABELS
    examples = messages.EXAMPLES
    result_form = scoring.RESULT_FORM
    notation = messages.NOTATION
    deal_notation = messages.DEAL_NOTATION
    builds = True
    familiar_length = 44  # most plays of one or two sets; longer ones rarely recur
    meta = Meta(
        slug="rummikub",
        name=gettext_noop("Rummikub"),
        rules="1",
        seats=range(2, 5),
        options=OPTIONS,
        reasons=scoring.REASONS,
        enumerable=False,
        zero_sum=True,
        hidden=True,
        neighbours=True,
    )

    def setup(self, table: Table) -> Position:
        self._seated(table)
        return undealt(Options.from_table(table))

    def _seated(self, table: Table) -> None:
        if table.seats not in self.meta.seats:
            raise errors.WrongSeatCount(why=Phrase("it is for two to four players, not {seats}", seats=table.seats))

    def games(self, table: Table) -> Sequence[tuple[int, int]]:
        """Rounds of as many games as there are seats (rules 2)."""
        self._seated(table)
        rounds = int(table.options["rounds"])
        return [(round_, game) for round_ in range(1, rounds + 1) for game in range(1, table.seats + 1)]

    def unknown_game(self, table: Table, round_: int, game: int) -> Refused:
        if round_ <= int(table.options["rounds"]):
            why = Phrase(
                "a round with {seats} seats has {seats} games, so there is no game {game}", seats=table.seats, game=game
            )
            return errors.WrongSeatCount(why=why)
        return super().unknown_game(table, round_, game)

    def turn(self, state: Position) -> frozenset[Seat]:
        if state.phase in (Phase.DEAL, Phase.DUE):
            return frozenset({CHANCE})
        if state.phase == Phase.TURN:
            return frozenset({state.seat})
        return frozenset(seat for seat, count in enumerate(state.unknown) if count)

    def is_over(self, state: Position) -> bool:
        return state.phase >= Phase.REVEAL

    def legal(self, state: Position, seat: Seat) -> Iterator[Move]:
        """The play with the most tiles, if there is one, and drawing or passing. For chance, each single draw."""
        if seat not in self.turn(state) or state.phase in (Phase.DEAL, Phase.REVEAL):
            return
        if seat == CHANCE:
            if state.due == 1:
                yield from (Drawn((tile,)) for tile in sorted(set(members(state.unseen))))
            return
        best = best_play(state.racks[seat], state.table, opened=state.opened[seat], options=state.options)
        if best is not None:
            yield best
        yield DrawTile() if state.pool else Pass()

    def choices(self, state: Position, seat: Seat) -> Iterator[Move]:
        """Drawing, passing, running out of time: which sets to play is for the seat to find.

        Who starts, where no racks are recorded.
        """
        if seat == CHANCE and state.phase == Phase.DEAL and state.options.level == Level.OPEN:
            yield from (Deal(starter, None) for starter in range(state.options.seats))
        if state.phase == Phase.TURN and seat in self.turn(state):
            yield DrawTile() if state.pool else Pass()
            yield Timeout()

    apply = staticmethod(rules.apply)
    play = staticmethod(rules.play)

    def turn_seconds(self, state: Position) -> int | None:
        """Rules 6."""
        return state.options.time_limit if state.phase == Phase.TURN else None

    def check_time(self, state: Position, move: Move, seconds: int) -> None:
        """Only plays have a time limit (rules 6)."""
        if isinstance(move, moves.Play) and seconds > state.options.time_limit:
            raise errors.TimeUp(seconds=seconds, limit=state.options.time_limit)

    def score(self, state: Position) -> Score | None:
        if state.phase != Phase.OVER or state.reason is None:
            return None
        values = [rack_value(rack) for rack in state.racks]
        return scoring.final_score(values, state.reason, winner=state.seat, starter=state.starter)

    def reason(self, state: Position) -> str | None:
        return state.reason

    def objection(self, state: Position, points: tuple[int, ...] | None) -> Refused | None:
        """Racks not yet shown in an open record, or points that do not add up to zero."""
        if state.phase == Phase.REVEAL and points is not None:
            seat = min(self.turn(state))
            return errors.WrongReveal(seat=seat, why=Phrase("it has not been shown yet, so the points are unknown"))
        if points is not None and sum(points) != 0:
            return scoring.balance_error(points)
        return None

    def judge(self, table: Table, stated: Stated) -> Score | None:
        return scoring.result_score(Options.from_table(table), stated)

    def view(self, state: Position, to: Seat) -> Mapping[str, JSON]:
        """Counts for everybody. Racks for their own seat, and for everybody after the game (rules 2, Information)."""
        over = self.is_over(state)
        racks: list[JSON] = [
            list(names(rack)) if (over or to in (seat, EVERYTHING)) and not state.unknown[seat] else None
            for seat, rack in enumerate(state.racks)
        ]
        return {
            "turn": state.seat if state.phase in (Phase.TURN, Phase.DUE) else None,
            "due": state.due,
            "starter": None if state.phase == Phase.DEAL else state.starter,
            "table": [each.text for each in state.table],
            "racks": [state.held(seat) for seat in range(state.options.seats)],
            "tiles": racks,
            "unknown": list(state.unknown),
            "pool": state.pool,
            "opened": list(state.opened),
            "idle": state.idle,
            "over": over,
            "reason": state.reason,
        }

    bench = staticmethod(bench)
    keyboard = staticmethod(keyboard)
    rearrange = staticmethod(rearrange)

    def picture(self, view: Mapping[str, Any]) -> Picture:
        return picture(view)

    def text_board(self, view: Mapping[str, Any]) -> TextBoard:
        return messages.text_board(view)

    parse = staticmethod(moves.parse)

    def draw(self, state: Position, chance: Chance) -> Move:
        """A deal, or the tiles that are due.

        Every seat is equally likely to draw the highest start tile, so the starter is drawn directly (rules 2). Tied
        start tiles and jokers are drawn again (10 A1).
        """
        pool = list(members(state.unseen))
        if state.phase == Phase.DUE:
            return Drawn(tuple(sorted(chance.shuffled(pool)[: state.due])))
        starter = chance.below(state.options.seats)
        mixed = chance.shuffled(pool)
        racks = (mixed[rules.HAND * seat :][: rules.HAND] for seat in range(state.options.seats))
        return Deal(starter, tuple(tuple(sorted(rack)) for rack in racks))

    def open_moves(self, moves: Sequence[tuple[Seat, Move]], state: Position) -> Sequence[tuple[Seat, Move]]:
        """Without racks and draws, and with the tiles left on the racks at the end (rules 3)."""
        seen = [(seat, Deal(move.starter, None) if isinstance(move, Deal) else move) for seat, move in moves]
        racks = enumerate(state.racks) if state.phase == Phase.OVER else ()
        left = [(seat, Reveal(tuple(members(rack)))) for seat, rack in racks if rack]
        return [(seat, move) for seat, move in [*seen, *left] if not isinstance(move, Drawn)]

    def suggest(self, state: Position, seat: Seat, chance: Chance) -> Move:
        return bot.suggest(state, seat, chance)

    def show(self, before: Position, by: Seat, move: Move, to: Seat, position: Position) -> str:
        """Racks and drawn tiles are hidden from others until the game is over."""
        if self.is_over(position) or to == EVERYTHING or isinstance(move, Reveal):
            return str(move)
        if isinstance(move, Drawn) and to != before.seat:
            return " ".join("?" * len(move.tiles))
        if isinstance(move, Deal) and move.racks is not None:
            racks = (row_text(rack) if seat == to else "?" for seat, rack in enumerate(move.racks))
            return " | ".join([f"deal {move.starter}", *racks])
        return str(move)

    def clauses(self, before: Position, by: Seat, move: Move) -> Sequence[type[RuleViolation]]:
        return rules.clauses(before, by, move)

    def advise(self, state: Position, seat: Seat) -> Sequence[Advice]:
        """Whether there is a play, and which plays the most tiles. Nothing if a tile of the rack is unknown."""
        if state.phase != Phase.TURN or seat != state.seat or state.unknown[seat]:
            return ()
        rack, opened = state.racks[seat], state.opened[seat]
        best = best_play(rack, state.table, opened=opened, options=state.options)
        if best is None:
            if opened:
                return (Advice(gettext_noop("No tile on the rack can be played.")),)
            return (Advice(gettext_noop("The rack has no initial meld of 30 points.")),)
        count = state.held(seat) - self.apply(state, seat, best).held(seat)
        if not opened:
            return (
                Advice(
                    gettext_noop("The rack has an initial meld. Most tiles that can be played: {count}."),
                    {"count": count},
                    best,
                ),
            )
        most = Advice(gettext_noop("Most tiles that can be played: {count}."), {"count": count}, best)
        some = any_play(rack, state.table, opened=opened, options=state.options)
        return (Advice(gettext_noop("A play is possible."), move=some), most)

    def pieces(self, state: Position) -> int:
        return rules.all_tiles(state)

    def describe(self, before: Position, by: Seat, move: Move) -> tuple[str, Mapping[str, object]]:
        return messages.describe(move)

    def describe_to(
        self, before: Position, by: Seat, move: Move, to: Seat, position: Position
    ) -> tuple[str, Mapping[str, object]]:
        if isinstance(move, Drawn) and self.show(before, by, move, to, position) != str(move):
            return messages.describe_draw(len(move.tiles))
        return messages.describe(move)
