"""Boards on pages: the picture of a position, with what the last step changed."""

from pathlib import Path

import pytest

from games.engine import EVERYTHING, PUBLIC
from games.errors import Phrase
from games.picture import Group, Hue, Layout, Picture, Piece, Zone
from games.records.reader import read
from games.records.replay import open_table, steps
from games.riff_raff.items import ITEMS
from tests.games.folders import folder
from tests.games.plugged import ENGINES, name, plugged_in
from tests.pages import parse
from web.templatetags.boards import board_html, symbols

LARGEST = 15 * 1024  # bytes of a step


def seat_name(seat):
    return f"Player {seat} <&>"


def drawn(picture, before=None):
    return parse(board_html(picture, before, seat_name))


def symbol_names(picture):
    return {name for _, _, piece in picture.pieces() for name in piece.symbol.split()}


def piece(key, **more):
    return Piece(key=key, alt=Phrase("{name}", name=key), **more)


def picture(*pieces, seat=None, turn=(), layout=Layout.ROW):
    group = Group(key="set", pieces=pieces, title=Phrase("Set"), note=Phrase("worth {count}", count=6))
    return Picture([Zone(key="table", seat=seat, groups=[group], layout=layout)], frozenset(turn))


def grid(*pieces):
    columns = {0: Phrase("{count}/4", count=2), 1: None}
    groups = [Group(key="set", title=Phrase("Set"), pieces=pieces)]
    return Picture([Zone(key="table", groups=groups, layout=Layout.GRID, columns=columns)])


@pytest.mark.parametrize("rules", ENGINES, ids=name)
@pytest.mark.parametrize("viewer", [PUBLIC, EVERYTHING])
def test_every_step_of_every_recorded_game_is_drawn(rules, viewer):
    drawings = rules.symbols()
    with plugged_in():
        for path in sorted(folder(rules).glob("playthroughs/*.rec")):
            record = read(path.read_text())
            engine, table = open_table(record)
            for game in record.games:
                before = None
                for _, position in steps(engine, table, game):
                    now = engine.picture(engine.view(position, viewer))
                    board = board_html(now, before, seat_name)
                    assert len(board.encode()) <= LARGEST
                    assert all(f'id="{name}"' in drawings for name in symbol_names(now))
                    assert board.count('"p is-back') >= sum(each.hidden for _, _, each in now.pieces())
                    before = now


def test_a_group_says_every_piece_and_what_happened_to_it():
    before = picture(piece("red 4"), piece("red 5"), piece("red 9"))
    after = picture(piece("red 4"), piece("red 5"), piece("red 6"))

    board = drawn(after, before)

    [group] = board.all("span", role="img")
    assert group["aria-label"] == "Set: red 4, red 5, red 6 (new), red 9 (gone)"
    assert [each["class"] for each in group.all("i")] == ["p", "p", "p is-new", "p is-gone"]
    assert board.texts("small") == ["worth 6"]


def test_hidden_pieces_are_backs_that_are_only_counted():
    board = drawn(picture(piece("#0", hidden=True), piece("#1", hidden=True)))

    [group] = board.all("span", role="img")
    assert group["aria-label"] == "Set: 2 × #0"
    assert [each["class"] for each in group.all("i")] == ["p is-back"] * 2


def test_a_piece_has_its_hue_face_and_sign():
    board = drawn(picture(piece("red 4", face="4", hue=Hue.RED, sign="!"), piece("joker", face="★", stands="7")))

    assert [(each["class"], each.texts("b"), each.texts("s")) for each in board.all("i")] == [
        ("p red", ["4"], ["!"]),
        ("p", ["★"], ["7"]),
    ]


def test_a_piece_has_its_drawings_and_its_caption_and_is_lifted():
    cards = piece("edge", symbol="edge-left toy-woody", lifted=True), piece("toy", caption="<Bo peep>")

    edge, toy = drawn(picture(*cards)).all("i")

    assert (edge["class"], [use["href"] for use in edge.all("use")]) == ("p is-lifted", ["#edge-left", "#toy-woody"])
    assert (toy["class"], toy.texts("em")) == ("p", ["<Bo peep>"])


def test_pieces_that_left_are_drawn_where_they_lay_and_lifted_no_more():
    before = picture(piece("a", face="a", lifted=True), *(piece(each, face=each) for each in "bcde"))
    after = picture(piece("c", face="c"), piece("f", face="f"))

    board = drawn(after, before)

    assert [(each.text, each["class"]) for each in board.all("i")] == [
        ("a", "p is-gone"),
        ("b", "p is-gone"),
        ("c", "p"),
        ("f", "p is-new"),
        ("d", "p is-gone"),
        ("e", "p is-gone"),
    ]


def test_a_seat_has_its_name_and_whether_it_is_to_move():
    board = drawn(picture(piece("a"), seat=1, turn=[1]))

    assert board.one("h3").text == "Player 1 <&> to move"


def test_pieces_in_one_column_of_a_grid_lie_on_each_other():
    before = grid(piece("a", column=0), piece("d", column=3), piece("c", column=2))
    after = grid(piece("a", column=0), piece("b", column=2), piece("c", column=2))

    board = drawn(after, before)

    stacks = board.all("span", style="stack")
    assert [[each["class"] for each in stack.all("i")] for stack in stacks] == [["p"], [], ["p"], ["p is-gone"]]
    assert board.texts("u") == ["+1"]
    words = "Set: column 1: a; column 3: b (new), c; column 4: d (gone)"
    assert board.one("span", role="img")["aria-label"] == words
    assert board.one("div", style="feet").texts("small") == ["2/4", "", "", ""]


def test_a_card_lies_over_one_that_left_its_column():
    before = grid(piece("a", column=0), piece("b", column=1))
    after = grid(piece("b", column=0))

    stacks = drawn(after, before).all("span", style="stack")

    assert [[each["class"] for each in stack.all("i")] for stack in stacks] == [["p is-gone", "p is-moved"], []]


def test_a_group_shows_its_hue_and_the_name_of_its_seat():
    group = Group(key="set", seat=1, hue=Hue.RED)

    board = drawn(Picture([Zone(key="table", groups=[group])]))

    assert board.one("bdi").text == "Player 1 <&>"
    assert board.one("i")["class"] == "hue red"


def test_equal_pieces_of_a_stock_lie_on_each_other_with_their_count():
    before = picture(piece("rat#1", column=6), piece("rat#2", column=6), piece("boat#1"), layout=Layout.STOCK)
    after = picture(*(piece(f"rat#{number}", column=6) for number in (1, 2, 3)), layout=Layout.STOCK)

    board = drawn(after, before)

    stacks = board.all("span", style="stack")
    assert [[each["class"] for each in stack.all("i")] for stack in stacks] == [["p is-gone"], ["p is-new"]]
    assert board.texts("u") == ["3"]
    assert board.one("span", role="img")["aria-label"] == "Set: rat#1, rat#2, rat#3 (new), boat#1 (gone)"


def test_a_title_that_a_step_has_changed_is_emphasised():
    before, after = (Picture([Zone(key="hand", title=Phrase("{n} won", n=n))]) for n in (1, 2))

    assert drawn(after, before).texts("mark") == ["2 won"]
    assert drawn(after, after).texts("mark") == []


def test_a_piece_that_left_a_group_that_is_no_more_is_still_drawn():
    after = Picture([Zone(key="table")])

    [group] = drawn(after, picture(piece("a"))).all("span", role="img")

    assert group["aria-label"] == "a (gone)"


def test_the_symbols_of_a_game_are_on_the_page_but_not_shown():
    drawings = parse(symbols("riff_raff"))

    names = [each["id"] for each in drawings.one("div", hidden="").all("symbol")]
    assert names == [*(f"item-{item}" for item in ITEMS), "hat"]
    assert symbols("the_game_extreme") == ""


def test_every_page_with_the_styles_of_boards_has_their_symbols():
    templates = {path.name: path.read_text() for path in Path("web/templates/web").rglob("*.html")}

    styled = {name for name, text in templates.items() if "web/game.css" in text or "web/table.css" in text}

    assert styled == {name for name, text in templates.items() if "|symbols" in text} != set()
