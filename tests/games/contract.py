"""What every game promises, as checks of a played game. Each raises AssertionError with the broken promise.

The checks know no game. All that a game hides is in the text of its moves, so another world that a viewer cannot tell
from this one is the same record with hidden words exchanged, as long as the rules accept it.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from operator import length_hint
from typing import Any, NamedTuple

from games.bench import NEW
from games.chance import Chance
from games.engine import CHANCE, EVERYTHING, PUBLIC, Level, Seat
from games.errors import FormError, Phrase, Refused, RuleViolation
from games.parts import check_answers
from games.picture import Change, Picture, Zone, changes
from games.records.reader import read
from games.records.record import serialize
from games.records.replay import replay
from games.records.simulate import simulate_match
from games.records.variations import Line, public_line, try_move
from games.registry import AnyEngine
from tests.games.playouts import WORD, Played, key, mutated, table_for, words_of

MANY = 3000  # legal moves of one position, more are not looked at
ENOUGH = 3  # other worlds of one position


def replay_equals_play(played: Played) -> None:
    """A record of the game replays to the same positions and result, and is written back unchanged."""
    source = played.record

    found = replay(source)

    assert (found.games[0].state, found.games[0].moves) == (played.end, len(played.plies))
    assert found.games[0].score == played.engine.score(played.end)
    assert serialize(read(source)) == source
    for at, position in played.positions(4):
        if at:
            assert replay(source, at=at).games[0].state == position


def every_level_records_the_same_result(engine: AnyEngine, seats: int, seed: int) -> None:
    """The full record, the open record and the result alone give the same result."""
    results = []
    for level in Level:
        table = replace(table_for(engine, seats), level=level)
        source = simulate_match(engine, table, key(seed), table.options)
        assert serialize(read(source)) == source
        results.append([game.score for game in replay(source).games])
    assert results[0] == results[1] == results[2]


def text_round_trips(played: Played) -> None:
    """Reading a move's text gives that move, whether played or only legal."""
    parse = played.engine.parse
    for _, _, move in played.plies:
        assert parse(str(move)) == move
    for _, position in played.positions(6):
        for seat in played.engine.turn(position):
            for move in islice(played.engine.legal(position, seat), MANY):
                assert parse(str(move)) == move


def many_moves_are_played_as_one_by_one(played: Played, tries: int) -> None:
    """From any position `play` leads where `apply` leads, and stops at the first refused move."""
    engine, words = played.engine, words_of(played)
    moves = [(seat, move) for _, seat, move in played.plies]
    for at, position in played.positions(6):
        assert engine.play(position, iter(moves[at:])) == played.end
        assert engine.play(played.plies[0][0], moves[:at]) == position
        chance = Chance(b"many", str(at))
        for _ in range(tries):
            there = at + chance.below(len(moves) - at + 1)
            seat, near = chance.pick(moves[there : there + 1] or moves)
            by = chance.pick([seat, seat, CHANCE, *range(played.table.seats + 1)])
            wrong = _parsed(played, mutated(chance.pick([str(near), *played.texts]), words, chance))
            if wrong is not None:
                others = [*moves[at:there], (by, wrong), *moves[there:]]
                one_by_one = _played(others, partial(_in_turn, played, position))
                assert _played(others, partial(engine.play, position)) == one_by_one


def legal_moves_are_accepted(played: Played) -> None:
    """`legal` yields something for a seat to move, nothing twice, and nothing that `apply` refuses."""
    engine = played.engine
    for _, position in played.positions(10):
        for seat in (CHANCE, *range(played.table.seats)):
            moves = list(islice(engine.legal(position, seat), MANY))
            for move in moves:
                engine.apply(position, seat, move)
            assert len({str(move) for move in moves}) == len(moves)
            assert moves or seat == CHANCE or seat not in engine.turn(position)


def choices_are_legal(played: Played) -> None:
    """What pages list for a seat is accepted: every legal move where all are listed. Paths are in its picture.

    A time limit is at least a second.
    """
    engine = played.engine
    for _, position in played.positions(10):
        assert (engine.turn_seconds(position) or 1) >= 1
        for seat in range(played.table.seats):
            moves = list(islice(engine.choices(position, seat), MANY))
            places = {*engine.picture(engine.view(position, seat)).places()} if moves else set()
            for move in moves:
                engine.apply(position, seat, move)
                assert {*engine.path(position, seat, move)} <= places, f"{move} touches what is not there"
            if engine.meta.enumerable:
                assert moves == list(islice(engine.legal(position, seat), MANY))


def parts_lead_to_moves(played: Played) -> None:
    """What is asked for a move is in the picture, builds on earlier parts, and its shortest answers make a move."""
    engine = played.engine
    for _, position in played.positions(10):
        for seat in engine.turn(position) - {CHANCE}:
            parts = engine.parts(position, seat)
            places = {*engine.picture(engine.view(position, seat)).places()} if parts else set()
            earlier: set[str] = set()
            for part in parts:
                assert {*part.options} <= places, f"{part.key} has options that are not there"
                assert {*part.among, *part.apart, *part.after} <= earlier, f"{part.key} builds on later parts"
                earlier.add(part.key)
            if parts:
                answers = {part.key: part.options[: part.least] if not part.after else () for part in parts}
                check_answers(parts, answers)
                engine.apply(position, seat, engine.compose(position, seat, answers))


def accepted_moves_are_legal(played: Played, tries: int) -> None:
    """If a game lists all legal moves, other moves are accepted only if they have the effect of a listed one."""
    engine, words = played.engine, words_of(played)
    if not engine.meta.enumerable:
        return
    for at, position in played.positions(8):
        for seat in engine.turn(position) - {CHANCE}:
            moves = list(engine.legal(position, seat))
            listed, results = set(moves), {engine.apply(position, seat, move) for move in moves}
            chance = Chance(b"mutation", f"{at}:{seat}")
            sources = [*map(str, moves), *played.texts]
            for _ in range(tries):
                move = _parsed(played, mutated(chance.pick(sources), words, chance))
                if move is None or move in listed:
                    continue
                after = _after(played, position, seat, move)
                assert isinstance(after, Refused) or after in results, f"{seat} {move} is accepted but not listed"


def bad_moves_are_refused(played: Played, tries: int) -> None:
    """An invalid move is refused with code, text and rule, and nothing else ever happens."""
    words, slug = words_of(played), played.engine.meta.slug
    for at, position in played.positions(8):
        chance = Chance(b"bad", str(at))
        for _ in range(tries):
            text = mutated(chance.pick(played.texts), words, chance)
            seat = chance.pick([CHANCE, *range(played.table.seats + 1)])
            move = _parsed(played, text)
            if move is None:
                continue
            refusal = _after(played, position, seat, move)
            if isinstance(refusal, Refused):
                assert refusal.message
                if isinstance(refusal, RuleViolation):
                    assert refusal.code.startswith(f"{slug}.")
                    assert refusal.rule
                    checked = played.engine.clauses(position, seat, move)
                    assert not checked or type(refusal) in checked, f"{refusal.code}: {seat} {move}"
    for seat in (CHANCE, *range(played.table.seats)):
        for _, _, move in (*played.plies[:3], *played.plies[-3:]):
            assert isinstance(_after(played, played.end, seat, move), RuleViolation), f"{move} after the end"


def pictures_are_sound(played: Played) -> None:
    """At every step each viewer has a picture of named pieces with unique keys, and changes lead to the next one."""
    engine, seats = played.engine, range(played.table.seats)
    assert engine.emblem().startswith("<svg ") or not engine.emblem()
    drawn = {*re.findall(r'<symbol id="([^"]+)"', engine.symbols())}
    for viewer in (*seats, PUBLIC, EVERYTHING):
        before = Picture()
        for _, position in played.positions(12):
            picture = engine.picture(engine.view(position, viewer))
            assert picture.turn <= {*seats}
            assert len({zone.key for zone in picture.zones}) == len(picture.zones)
            assert {zone.seat for zone in picture.zones} <= {None, *seats}
            for zone in picture.zones:
                pieces = [piece for group in zone.groups for piece in group.pieces]
                assert len({piece.key for piece in pieces}) == len(pieces), f"a key is there twice in {zone.key}"
                assert len({group.key for group in zone.groups}) == len(zone.groups)
                assert {symbol for piece in pieces for symbol in piece.symbol.split()} <= drawn
                assert all(piece.alt and isinstance(piece.alt, Phrase) for piece in pieces)
                assert not any(piece.hidden and (piece.face or piece.sign or piece.stands) for piece in pieces)
            _leads_to(before, picture)
            before = picture


def benches_are_sound(played: Played) -> None:
    """A seat that has built nothing has no move to send, and its bench shows the pieces of the zones it stands for."""
    engine = played.engine
    for _, position in played.positions(10):
        for seat in engine.turn(position):
            view = engine.view(position, seat if seat >= 0 else EVERYTHING)
            zones = {
                zone.key: {piece.key for group in zone.groups for piece in group.pieces}
                for zone in engine.picture(view).zones
            }
            keyboard = engine.keyboard(position, seat)
            assert keyboard is None or keyboard.bench("").move == ""
            bench = engine.bench(view, seat, engine.rearrange(view, seat, "", [], NEW))
            if bench is not None:
                lying = {piece.key for heap in bench.table for piece in heap.pieces}
                assert (bench.work.strip("|"), bench.move, bench.lost, bench.loose) == ("", "", [], [])
                assert lying == zones.get(bench.table_zone, set())
                assert bench.keys or {stock.piece.key for stock in bench.own} == zones[bench.own_zone]


def _leads_to(before: Picture, after: Picture) -> None:
    """What `changes` marks is the difference of the pictures, where copies count."""
    found = changes(before, after)
    had = {zone.key: _kinds(zone) for zone in before.zones}
    for zone in after.zones:
        new = [key for key, change in found[zone.key].marks.items() if change == Change.NEW]
        gone = [piece.key for pieces in found[zone.key].gone.values() for piece in pieces]
        assert Counter(map(_kind, new)) == _kinds(zone) - had.get(zone.key, Counter())
        assert Counter(map(_kind, gone)) == had.get(zone.key, Counter()) - _kinds(zone)


def _kinds(zone: Zone) -> Counter[str]:
    return Counter(_kind(piece.key) for group in zone.groups for piece in group.pieces)


def _kind(key: str) -> str:
    return key.partition("#")[0]


def pieces_are_conserved(played: Played) -> None:
    """No piece appears, vanishes or is duplicated."""
    positions = [*(before for before, _, _ in played.plies), played.end]

    assert len({played.engine.pieces(position) for position in positions} - {None}) <= 1


def the_table_knows_every_moment(played: Played) -> None:
    """At every moment, what the whole table knows is itself a valid game with the same visible table."""
    engine, table = played.engine, played.table
    for at, position in played.positions(12):
        moves = [(by, move) for _, by, move in played.plies[:at]]
        line = public_line(engine, table, moves, position)
        assert line.table.level == Level.OPEN
        assert len(line.moves) <= len(moves) + table.seats
        exact = Line.of(engine, table, moves)
        assert exact.state == position
        if not engine.is_over(position) and at:
            before, by, move = played.plies[at - 1]
            if engine.show(before, by, move, PUBLIC, position) == str(move):
                led = public_line(engine, table, moves[:-1], before)
                assert try_move(led, by, str(move)).refusal is None


def advice_can_be_followed(played: Played) -> None:
    """Suggested moves are accepted, and seats with unknown hands get no advice."""
    engine = played.engine
    for at, position in played.positions(8):
        for seat in range(played.table.seats):
            for advice in engine.advise(position, seat):
                assert advice.message.format(**advice.params)
                if advice.move is not None:
                    engine.apply(position, seat, advice.move)
        if engine.meta.hidden and not engine.is_over(position):
            moves = [(by, move) for _, by, move in played.plies[:at]]
            line = public_line(engine, played.table, moves, position)
            assert all(not engine.advise(line.state, seat) for seat in range(played.table.seats))


def results_are_sound(played: Played) -> None:
    """A result comes exactly at the end, no loser did better than a winner, and zero sums add up."""
    meta, score, seats = played.engine.meta, played.engine.score(played.end), range(played.table.seats)
    assert all(
        played.engine.score(before) is None and not played.engine.is_over(before) for before, _, _ in played.plies
    )
    assert score is not None
    assert played.engine.is_over(played.end)
    assert score.reason in meta.reasons
    assert len(score.points) == len(seats)
    losers = [seat for seat in seats if seat not in score.winners]
    assert sorted([*score.winners, *losers]) == list(seats)
    if meta.team:
        assert len(set(score.points)) == 1
        assert not score.winners or not losers
    else:
        worth = [-points if meta.fewest_wins else points for points in score.points]
        assert min(worth[seat] for seat in score.winners) >= max((worth[seat] for seat in losers), default=min(worth))
    if meta.zero_sum:
        assert sum(score.points) == 0


def the_result_form_gives_the_result(played: Played) -> None:
    """What a table enters of the game, as it is read back from the result, is judged to be that result."""
    engine, score, form = played.engine, played.engine.score(played.end), played.engine.result_form
    assert score is not None
    numbers = form.numbers(score.points, score.reason, {})
    if numbers is None:
        return
    table = replace(played.table, level=Level.SCORE)
    assert len(numbers) == (1 if form.whole else played.table.seats)
    assert form.ending(numbers) in (None, *engine.meta.reasons)
    assert engine.judge(table, form.stated(numbers, reason=score.reason)) == score


def choices_come_in_any_order(played: Played) -> None:
    """If several seats are to move, the order in which they act does not matter."""
    engine = played.engine
    for at, position in played.positions(20):
        seats = sorted(engine.turn(position))
        if len(seats) > 1:
            moves = [(seat, engine.suggest(position, seat, Chance(b"any", f"{at}:{seat}"))) for seat in seats]
            assert _in_turn(played, position, moves) == _in_turn(played, position, moves[::-1])


def moves_are_put_in_words(played: Played) -> None:
    """Every move has a description with its parameters, and views can be written as JSON and drawn in text."""
    engine = played.engine
    for before, by, move in played.plies:
        message, params = engine.describe(before, by, move)
        assert message != "{move}"
        assert message.format(**params)
    for _, position in played.positions(8):
        for viewer in (*range(played.table.seats), PUBLIC, EVERYTHING):
            view = engine.view(position, viewer)
            board = engine.text_board(json.loads(json.dumps(view)))
            assert board.keys <= view.keys()
            assert all(line.isprintable() and line.strip() for line in board.lines)


def nothing_is_hidden_in_the_end(played: Played) -> None:
    """When the game is over, everybody sees everything."""
    engine = played.engine
    for viewer in (*range(played.table.seats), PUBLIC):
        assert _seen(engine.view(played.end, viewer)) == _seen(engine.view(played.end, EVERYTHING))
        for before, by, move in played.plies:
            assert engine.show(before, by, move, viewer, played.end) == str(move)


def hides_something_from(played: Played, viewer: Seat) -> bool:
    """Whether anything was hidden from *viewer* at the time."""
    return bool(hidden_at(played, viewer, most=1))


def hidden_at(played: Played, viewer: Seat, most: int) -> list[int]:
    """Up to *most* evenly spread numbers of moves after which the last move is hidden from *viewer*."""
    positions = [*(before for before, _, _ in played.plies[1:]), played.end]
    found = [
        at
        for at, ((before, by, move), position) in enumerate(zip(played.plies, positions, strict=True), 1)
        if played.engine.show(before, by, move, viewer, position) != str(move)
    ]
    return found[:: -(-len(found) // most)] if found else []


def nothing_leaks(played: Played, viewer: Seat, tries: int) -> int:
    """Check that *viewer* sees the same in every world they cannot distinguish. Returns how many were found.

    Compared are views, who is on turn, moves shown and told, and, for a seat, its legal moves, what a sensible player
    does there, and what it is answered to whatever it tries.
    """
    worlds = 0
    for at in hidden_at(played, viewer, most=6):
        here = World.of(played, at)
        mine = here.known(played, viewer)
        for other in islice(other_worlds(played, here, viewer, tries), ENOUGH):
            worlds += 1
            theirs = other.known(played, viewer)
            assert mine == theirs, f"{viewer} can tell by {[k for k in mine if mine[k] != theirs[k]]} after {at} moves"
    return worlds


class World(NamedTuple):
    """A game so far: the position before each move, who made it, and the current position."""

    plies: list[tuple[Any, Seat, Any]]
    now: Any

    @classmethod
    def of(cls, played: Played, at: int) -> "World":
        plies = list(played.plies[:at])
        return cls(plies, played.plies[at][0] if at < len(played.plies) else played.end)

    def shown(self, played: Played, viewer: Seat) -> list[str]:
        return [played.engine.show(before, by, move, viewer, self.now) for before, by, move in self.plies]

    def known(self, played: Played, viewer: Seat) -> dict[str, Any]:
        engine, position = played.engine, self.now
        found = {
            "view": _seen(engine.view(position, viewer)),
            "turn": engine.turn(position),
            "over": engine.is_over(position),
            "shown": self.shown(played, viewer),
            "told": [engine.describe_to(before, by, move, viewer, position) for before, by, move in self.plies],
        }
        if not engine.is_over(position):
            moves = [(by, move) for _, by, move in self.plies]
            found["table"] = public_line(engine, played.table, moves, position)  # judges what arbiters try
        if viewer >= 0:
            found["legal"] = [str(move) for move in islice(engine.legal(position, viewer), MANY)]
            found["answers"] = [_answer(played, position, viewer, text) for text in played.texts]
            if viewer in engine.turn(position):
                found["suggested"] = str(engine.suggest(position, viewer, Chance(b"leak", "1")))
        return found


def other_worlds(played: Played, here: World, viewer: Seat, tries: int) -> Iterator[World]:
    """Worlds that differ in what *viewer* may not know, as found at random in so many *tries*."""
    shown = here.shown(played, viewer)
    hidden = [place for place, (_, _, move) in enumerate(here.plies) if str(move) != shown[place]]
    if not hidden:
        return
    words, chance = words_of(played), Chance(b"worlds", f"{len(here.plies)}:{viewer}")
    for _ in range(tries):
        place = chance.pick(hidden)
        before, by, move = here.plies[place]
        one = chance.pick(WORD.findall(str(move)) or words)
        kin = [str(legal) for legal in islice(played.engine.legal(before, by), MANY)] if by >= 0 else []
        other = chance.pick(kin) if kin and chance.below(2) else chance.pick(words)
        exchange = {one: other, other: one}
        plies, position = [], played.engine.setup(played.table)
        for at, (_, seat, old) in enumerate(here.plies):
            text = str(old)
            if at in hidden:
                text = WORD.sub(lambda word: exchange.get(word.group(), word.group()), text)  # noqa: B023 - used at once
            new = _parsed(played, text)
            after = None if new is None else _after(played, position, seat, new)
            if new is None or isinstance(after, Refused):
                break
            plies.append((position, seat, new))
            position = after
        else:
            there = World(plies, position)
            theirs = there.shown(played, viewer)
            if position != here.now and all(theirs[at] == shown[at] for at in hidden):
                yield there


def _seen(view: Any) -> str:
    return json.dumps(view, sort_keys=True)


def _parsed(played: Played, text: str) -> Any:
    """The move, or None if the text is not a move."""
    try:
        return played.engine.parse(text)
    except FormError:
        return None


def _after(played: Played, position: Any, seat: Seat, move: Any) -> Any:
    """The position after the move, or its refusal."""
    try:
        return played.engine.apply(position, seat, move)
    except Refused as refusal:
        return refusal


def _answer(played: Played, position: Any, seat: Seat, text: str) -> str:
    after = _after(played, position, seat, played.engine.parse(text))
    return f"{after.code}: {after.message}" if isinstance(after, Refused) else "accepted"


def _played(moves: Sequence[tuple[Seat, Any]], play: Callable[[Iterator[tuple[Seat, Any]]], Any]) -> Any:
    """The position after *moves*, or the first refusal and how many moves were left."""
    waiting = iter(moves)
    try:
        return play(waiting)
    except Refused as refusal:
        return type(refusal), refusal.params, refusal.message, length_hint(waiting)


def _in_turn(played: Played, position: Any, moves: Iterable[tuple[Seat, Any]]) -> Any:
    for seat, move in moves:
        position = played.engine.apply(position, seat, move)
    return position
