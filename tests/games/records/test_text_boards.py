"""Positions drawn in text, of every game after some moves of a playthrough that comes with it."""

import pytest

from games.engine import EVERYTHING, PUBLIC
from games.records.replay import replay
from games.records.report import draw_position, last_position
from games.registry import engine
from games.text_boards import WIDTH, broken_lines, seat_line, seats_to_act
from tests.games.folders import folder

BOARDS = {
    ("rummikub", "stuck", 18): """
  [b4 k4 o4]  [r5 r6 r7]  [k10 b10 r10 o10]
  pool: 57
> seat 0, 17 tiles, no initial meld: b2 b3 b13 | r2 r4 r4 r5 r6 r8 | k1 k1 k3 k7 | o1 o2 o6 o9
  seat 1, 13 tiles: b5 b7 b8 b11 | r3 r7 | k4 k5 | o1 o5 o10 o13 o13
  seat 2, 9 tiles: b3 b4 b6 b9 | r12 | k3 k8 | o6 o8
""",
    ("the_game_extreme", "three-players-min-cards", 18): """
  A1 up [ 19 ]   A2 up [ 1  ]   D1 down [83* ]   D2 down [100 ]
  draw pile: 72, cards left: 88
> seat 0, 4 cards: 51 61 70 94*
  seat 1, 6 cards: 36 45* 52* 58 60 77
  seat 2, 6 cards: 13* 43 59* 88 93 95
""",
    ("riff_raff", "three-players-rounds-shared", 18): """
  yard 10 |
  yard  9 |
  yard  8 |
  yard  7 |
  yard  6 |
  yard  5 |
  hull  4 |
  hull  3 | bottle
  hull  2 | barrel
  hull  1 |
> seat 0, card –, hand 1 3 4 6 7 8 9, 5 items: boat bottle sailor plank chest
> seat 1, card –, hand 1 2 4 6 7 8 10, 8 items: boat barrel bottle crate sailor plank rat chest
> seat 2, card –, hand 2 3 5 7 8 9 10, 7 items: boat barrel crate crate plank rat chest
""",
    ("ralph", "three-players-shared", 18): """
  K |   K3   J6
  Y | Y1+Y9 J10
> seat 0, 8 cards, chosen –, won 0: ?
  seat 1, 7 cards, chosen R9, won 9: ?
> seat 2, 8 cards, chosen –, won 0: ?
""",
    ("toy_story_4", "two-players-nobody-skips", 18): """
  row 1: G-t09-1(1) G-ER-2(1) Y-t10-1(2) G-EL-4(3) Y-t06-2(4) Y-t09-2(1)
  row 2: –
  row 3: B-EL-2(1) G-woody-1(2) G-t07-2(3) B-t08-3(5) Y-ER-2(1) G-EL-1(1)
  deck: 54, discarded: G-t06-2(4) Y-t07-1(3) G-jessie-2(1), in the box: 3
  seat 0, 4 collected: B-woody-2 B-ER-3 Y-t04-1 Y-ER-4
        blue | B-EL-3(2) B-jessie-3(1)
  seat 1, 2 collected: G-EL-3 G-t04-1
      yellow | Y-ER-3(2)
        blue | B-t08-2(5) B-t10-2(2) B-t09-3(1)
""",
}


@pytest.mark.parametrize(("game", "name", "moves"), BOARDS, ids=[game for game, *_ in BOARDS])
def test_a_position_is_drawn_as_a_board_and_the_rest_in_words(game, name, moves):
    found = replay((folder(engine(game)) / "playthroughs" / f"{name}.rec").read_bytes(), at=moves)

    lines = draw_position(found.engine, last_position(found))

    board = BOARDS[game, name, moves].strip("\n").splitlines()
    assert lines[: len(board)] == board
    assert all(": " in line for line in lines[len(board) :])
    assert "over: no" in lines


def test_a_board_for_a_viewer_shows_no_more_than_the_view():
    rules = engine("rummikub")
    state = last_position(replay((folder(rules) / "playthroughs" / "stuck.rec").read_bytes(), at=18))

    everybody = rules.text_board(rules.view(state, PUBLIC)).lines
    second = rules.text_board(rules.view(state, 1)).lines

    assert everybody[-3:] == (
        "> seat 0, 17 tiles, no initial meld: ?",
        "  seat 1, 13 tiles: ?",
        "  seat 2, 9 tiles: ?",
    )
    assert second[-2] == rules.text_board(rules.view(state, EVERYTHING)).lines[-2]


def test_many_sets_are_broken_into_lines_that_fit():
    lines = broken_lines(["[b1 b2 b3]"] * 30)

    assert " ".join(lines).split() == ["[b1", "b2", "b3]"] * 30
    assert max(map(len, lines)) <= WIDTH
    assert broken_lines([]) == []


def test_a_seat_line_marks_who_is_to_act_and_hides_what_is_unknown():
    assert seat_line(1, seats_to_act(1), "3 cards", [4, 5]) == "> seat 1, 3 cards: 4 5"
    assert seat_line(0, seats_to_act([1, 2]), "no cards", []) == "  seat 0, no cards: –"
    assert seat_line(2, seats_to_act(None), "3 cards", None) == "  seat 2, 3 cards: ?"
