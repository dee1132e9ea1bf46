"""Trying lines: every recorded refusal is reproduced, and house rules that change a verdict are found."""

import pytest

from games.engine import PUBLIC
from games.errors import RuleViolation
from games.records.reader import read, read_moves
from games.records.record import RecordError
from games.records.replay import open_table, replay
from games.records.variations import Line, other_rulings, public_line, try_move
from tests.games.folders import folder
from tests.games.plugged import ENGINES, name

pytestmark = pytest.mark.usefixtures("sixth_game")

each_game = pytest.mark.parametrize("rules", ENGINES, ids=name)
RUMMIKUB = "ludex: 1\ngame: rummikub\nrules: 1\nlog: open\nseats: 2\n{options}\n== 1.1\n{moves}\n"


def line_of(source):
    """The line of the moves of a record's first game."""
    record = read(source)
    rules, table = open_table(record)
    return Line.of(rules, table, [(ply.seat, rules.parse(ply.move)) for ply in record.games[0].plies])


def last_move_tried(path):
    """The verdict on the refused move of a record, or None if the refused line is not a move."""
    record = read(path.read_text())
    with pytest.raises(RecordError) as error:
        replay(record)
    plies = [(game, at, ply) for game in record.games for at, ply in enumerate(game.plies)]
    refused = next(((game, at, ply) for game, at, ply in plies if ply.line == error.value.line), None)
    if refused is None:
        return None
    game, at, ply = refused
    rules, table = open_table(record)
    line = Line.of(rules, table, [(each.seat, rules.parse(each.move)) for each in game.plies[:at]])
    return try_move(line, ply.seat, ply.move, ply.seconds)


@each_game
def test_every_recorded_refusal_is_found_by_trying_its_move(rules):
    of_results = {"players", "manifest", "score_sum", "round"}  # no move is refused by them
    found = {path.stem: last_move_tried(path) for path in sorted(folder(rules).glob("refusals/*.rec"))}

    judged = {stem: each for stem, each in found.items() if each is not None}

    assert found.keys() - judged.keys() <= of_results
    assert {stem: each.verdict for stem, each in judged.items()} == {
        stem: f"{rules.meta.slug}.{stem}" for stem in judged
    }
    assert [stem for stem, each in judged.items() if not (isinstance(each.refusal, RuleViolation))] == []
    assert [stem for stem, each in judged.items() if each.checked and type(each.refusal) not in each.checked] == []


def test_a_text_that_is_no_move_is_judged_too():
    line = line_of(RUMMIKUB.format(options="", moves="* deal 0"))

    judged = try_move(line, 0, "play r5")

    assert (judged.verdict, judged.move, judged.after) == ("record.syntax", None, None)


def test_a_move_that_took_too_long_is_refused_with_its_clause():
    line = line_of(RUMMIKUB.format(options="time_limit: 30\n", moves="* deal 0"))

    judged = try_move(line, 0, "play +r10,b10,k10", seconds=31)

    assert judged.verdict == "rummikub.time"
    assert try_move(line, 0, "play +r10,b10,k10", seconds=30).verdict is None


def test_a_house_rule_that_would_refuse_a_legal_move_is_named():
    moves = "* deal 0\n0 play +r10,b10,J\n1 play +r1,r2,r3 +b11,k11,o11"
    line = line_of(RUMMIKUB.format(options="", moves=moves))
    judged = try_move(line, 0, "play -r10,b10,J +r10,b10,k10 +J,r5,r6")

    found = [(other.option, other.value, other.tried.verdict) for other in other_rulings(line, judged)]

    assert judged.verdict is None
    assert found == [("joker_triplet_needs_both", True, "rummikub.joker_triplet")]


def test_a_house_rule_that_would_accept_a_refused_move_is_named():
    moves = "* deal 0\n0 play +r10,b10,k10\n1 draw\n0 draw"
    line = line_of(RUMMIKUB.format(options="", moves=moves))
    judged = try_move(line, 1, "play -r10,b10,k10 +r10,b10,k10,o10 +b11,k11,o11")

    found = [(other.option, other.value, other.tried.verdict) for other in other_rulings(line, judged)]

    assert judged.verdict == "rummikub.opening_touches_table"
    assert found == [("same_turn_after_opening", True, None)]


def test_a_house_rule_that_forbids_an_earlier_move_is_left_out():
    moves = "* deal 0\n0 play +r10,b10,J\n1 play +r1,r2,r3 +b11,k11,o11\n0 play -r10,b10,J +r10,b10,k10 +J,r5,r6"
    line = line_of(RUMMIKUB.format(options="", moves=moves))

    found = other_rulings(line, try_move(line, 1, "draw"))

    assert found == []


def test_a_house_rule_with_another_effect_is_named():
    source = "ludex: 1\ngame: riff_raff\nrules: 1\nlog: full\nseats: 3\n\n0 9\n1 8\n2 7\n"
    line = line_of(source)
    judged = try_move(line, 0, "load rat fell rat caught rat")

    found = [(other.option, other.value, other.tried.verdict) for other in other_rulings(line, judged)]

    assert judged.verdict is None
    assert found == [("own_piece_catch", "returns", None)]


def test_the_table_does_not_know_a_secret_choice():
    source = "ludex: 1\ngame: riff_raff\nrules: 1\nlog: full\nseats: 3\n\n0 9\n1 8\n"
    line = line_of(source)

    known = public_line(line.rules, line.table, line.moves, line.state)

    assert (known.moves, known.rules.turn(known.state)) == ((), {0, 1, 2})


def test_the_table_does_not_know_the_tiles_on_a_rack():
    hands = "r10 b10 k10 o1 o2 o3 o4 o5 o6 o7 o8 o9 b1 b2 | r1 r2 r3 r4 r5 r6 r7 r8 r9 k1 k2 k3 k4 k5"
    source = f"ludex: 1\ngame: rummikub\nrules: 1\nlog: full\nseats: 2\n\n== 1.1\n* deal 0 | {hands}\n"
    line = line_of(source)

    known = public_line(line.rules, line.table, line.moves, line.state)

    assert try_move(line, 0, "play +r11,b11,k11").verdict == "rummikub.not_on_rack"
    assert try_move(known, 0, "play +r11,b11,k11").verdict is None
    assert known.rules.view(known.state, PUBLIC)["tiles"] == [None, None]


def test_moves_are_read_from_lines_in_record_notation():
    found = read_moves("0 draw\n* b7 ; luck\n\n1 play +r1,r2,r3 @20\n")

    assert [(ply.seat, ply.move, ply.seconds) for ply in found] == [
        (0, "draw", None),
        (-1, "b7", None),
        (1, "play +r1,r2,r3", 20),
    ]


@pytest.mark.parametrize("text", ["0 draw\nreason: out", "0 draw\n== 1.2", "0 draw\nnothing", "0 draw\n0"])
def test_a_line_that_is_no_move_is_named(text):
    with pytest.raises(RecordError) as error:
        read_moves(text)

    assert error.value.line == 2
