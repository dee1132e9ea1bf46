import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Level, Table
from games.records.reader import read
from games.records.record import RecordError, serialize
from games.records.replay import KnownMoves, examine, replay, steps
from games.records.replay import settings as options_of
from games.records.simulate import simulate_match
from games.registry import engine
from games.riff_raff.moves import Card
from tests.games.records.texts import error, text


def match(game="rummikub", *, seats=2, level=Level.FULL, seed="a"):
    rules = engine(game)
    return simulate_match(rules, Table(seats, level, options_of(rules, {})), seed.encode(), {})


SHORT = text("* deal 0", "0 play +r10,k10,o10 @12 ; quick", "1 draw", log="open", seats="Анна | Dan")
WHOLE = match(level=Level.OPEN)


def test_totals_are_those_of_the_games_with_a_result():
    source = text(
        "points: 5 -5", "reason: out", "== 1.2", "== 2.1", "points: -3 3", "reason: stuck", log="score", rounds="2"
    )

    found = replay(source)

    assert (found.totals.points, found.totals.wins, found.totals.winners) == ((2, -2), (1, 1), ())
    assert found.totals.rounds == {1: (5, -5), 2: (-3, 3)}


def test_a_replay_can_stop_after_any_move_of_the_match():
    whole = [(ply, state) for game in replay(WHOLE).games for ply, state in stepped(WHOLE, game.round, game.game)]

    for count in random.Random(1).sample(range(1, len(whole) + 1), 20):
        found = replay(WHOLE, at=count)
        assert (sum(game.moves for game in found.games), found.games[-1].state) == (count, whole[count - 1][1])


def stepped(source, round_, game):
    record = read(source)
    found = replay(record)
    (one,) = [each for each in record.games if (each.round, each.game) == (round_, game)]
    return steps(found.engine, found.table, one)


def test_nothing_after_the_last_requested_move_is_read():
    source = text("* deal 0", "0 draw", "0 draw", "what is this", log="open")

    assert replay(source, at=2).games[0].moves == 2
    with pytest.raises(RecordError):
        replay(source, at=3)


def test_moves_before_an_error_can_be_examined():
    source = text("* deal 0", "0 draw", "1 draw", "1 draw", log="open")

    found = examine(source)

    assert (found.error.line, found.games[0].moves, found.games[0].state.pool) == (11, 3, 76)


def test_games_before_an_error_keep_their_results():
    source = text("points: 5 -5", "reason: out", "== 1.2", "points: 5 -4", "reason: out", log="score")

    found = examine(source)

    assert ([game.score and game.score.points for game in found.games], found.error.line) == ([(5, -5), None], 11)


def test_an_unknown_game_is_refused_after_the_games_before_it():
    source = text("== 1.1", "* deal 0", "1 draw", "== 3.1", log="open", rounds="2")

    assert error(source).line == 10


@given(st.integers(0, len(WHOLE.encode()) - 1))
def test_a_record_cut_at_any_byte_is_read_up_to_there_or_refused_in_its_last_line(cut):
    source = WHOLE.encode()[:cut]

    found = fault_or_none(source)

    if found is not None:
        assert found.line in (max(1, source.count(b"\n")), source.count(b"\n") + 1)


def fault_or_none(source):
    try:
        replay(source)
    except RecordError as found:
        return found
    return None


TEXTS = [SHORT, WHOLE, match(seed="b")]


WORDS = [
    *b"\x00 \t \r \x0b \xff \xc3\x28 \xed\xa0\x80 \xe2\x80\xa8 \xc2\xa0 \xef\xbb\xbf".split(b" "),
    *b"; @ @9 @99999 @-1 = == == 1.2 * 0 1 9 99 - + ! , : | . ? J J,J,J b1 b14 r0 run: group:".split(b" "),
    *b"play draw pass timeout broken reveal deal points: reason: racks:".split(b" "),
    b"\n",
    b"\n\n",
    b" ",
    b"  ",
    "я".encode(),
    "٣".encode(),
    b"9" * 30,
]


@st.composite
def damaged(draw):
    """A good record with bytes changed, taken out, put in, doubled or mixed with those of another."""
    source = bytearray(draw(st.sampled_from(TEXTS)).encode())
    other = draw(st.sampled_from(TEXTS)).encode()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, min(len(source) - 1, 700))))
        length = draw(st.integers(0, 12))
        match draw(st.sampled_from(["change", "remove", "insert", "double", "mix", "line"])):
            case "change":
                source[at : at + 1] = draw(st.sampled_from(WORDS))
            case "remove":
                del source[at : at + length]
            case "insert":
                source[at:at] = draw(st.binary(max_size=8) | st.sampled_from(WORDS))
            case "double":
                source[at:at] = source[at : at + length]
            case "mix":
                start = draw(st.integers(0, len(other) - 1))
                source[at:at] = other[start : start + length]
            case "line":
                lines = bytes(source).split(b"\n")
                lines.insert(draw(st.integers(0, len(lines))), draw(st.sampled_from(other.split(b"\n"))))
                source = bytearray(b"\n".join(lines))
    return bytes(source)


@settings(max_examples=300, deadline=None)
@given(damaged())
def test_a_damaged_record_gives_a_result_or_an_error_with_line_and_code(source):
    found = fault_or_none(source)

    if found is not None:
        assert 1 <= found.line <= source.count(b"\n") + 1
        assert found.column is None or found.column >= 1
        assert found.cause.code.partition(".")[0] in ("record", "rummikub")
        assert found.cause.message


@pytest.mark.parametrize("source", TEXTS)
def test_a_serialized_record_replays_to_the_same_result(source):
    again = serialize(read(source))

    assert again == source
    assert [game.state for game in replay(again).games] == [game.state for game in replay(source).games]


def test_a_replay_remembers_some_thousands_of_lines():
    lines = KnownMoves(engine("riff_raff"))

    read_again = [lines[f"3 {number}"] for number in (*range(30_000), 7)]

    assert read_again[-1] == (3, Card(7))
    assert len(lines) <= 20_000


def test_rare_lines_are_not_remembered():
    lines = KnownMoves(engine("rummikub"))

    lines["0 play -b4,b5,b6,b7 -r1,r2,r3 +b4,b5,b6,b7,b8 +r1,r2,r3,r4"], lines["0 draw"]

    assert list(lines) == ["0 draw"]


def test_a_table_is_the_same_whatever_came_in_between():
    def table_of(games, seats, level="full"):
        return replay(f"ludex: 1\ngame: ralph\nrules: 1\nlog: {level}\nseats: {seats}\ngames: {games}\n").table

    first = table_of(1, 2)
    for games in range(1, 101):
        for seats in range(2, 7):
            for level in Level:
                other = table_of(games, seats, level)
                assert (other.options["games"], other.seats, other.level) == (games, seats, level)

    assert table_of(1, 2) == first


def test_a_wrong_head_is_refused_every_time():
    heads = [text(rounds="0"), text(game="chess"), text(rules="9"), text(seats="9"), text(colour="red")]

    found = [[(wrong.line, wrong.cause.code) for wrong in map(error, heads)] for _ in range(2)]

    assert found[0] == found[1]
    assert found[0] == [
        (6, "record.syntax"),
        (2, "record.unknown_game"),
        (3, "record.version"),
        (5, "rummikub.players"),
        (7, "record.unknown_key"),
    ]
