"""The work area without scripts: sets are built step by step, each step a page, and sent as one move."""

from urllib.parse import urlencode

import pytest

from games.records.replay import replay as replay_record
from games.rummikub.sets import judge
from league.matches.queries.detail import record
from tests.builders.played import SeatedTable
from tests.pages import parse
from tests.web.readers import Reader, errors
from tests.web.test_play_pages import play_most, seated, suggestion

pytestmark = pytest.mark.django_db
MOVES = 16  # at most of a game, most of which is played before


def bench(page):
    return page.form("bench")


def press(reader, page, taken, onto):
    """Tick pieces, each of which the page must have, and press a button."""
    form = bench(page)
    ticks = [each["value"] for each in form.all("input", name="take") if "disabled" not in each.element.attrib]
    for each in taken:
        ticks.remove(each)
    assert onto in [each["value"] for each in form.all("button", name="onto")]
    sent = [(name, value) for name, value in form.sent if name != "take"]
    query = urlencode([*sent, *(("take", each) for each in taken), ("onto", onto)])
    return reader.page(f"?{query}")


def heaps(page, zone):
    """The heaps of a zone with their verdicts."""
    return [
        (each["data-heap"], " ".join(each.texts("small")))
        for part in bench(page).all(**{"data-zone": zone})
        for each in part.all(style="heap")
    ]


def build(reader, play):
    """Build a play as records write it: dissolve the sets taken off, and put the new ones together."""
    page = reader.page()
    words = play.split()[1:]
    for key in [judge(each[1:]).key for each in words if each[0] == "-"]:
        name = next(name for name, _ in heaps(page, "table") if judge(name).key == key)
        page = press(reader, page, [f"{name}/{at}" for at in range(len(judge(name).tiles))], "back")
    for each in (each[1:].rpartition(":")[2] for each in words if each[0] == "+"):
        page = press(reader, page, each.split(","), "new")
    return page


def send(reader, page, **more):
    sent = dict(page.form("move").sent)
    return reader.post("", "move", {**sent, **more})


def test_a_game_is_played_to_its_end_by_ticks_and_buttons(thorough):
    table = SeatedTable("rummikub")
    seats, moves = seated(table), 0
    if not thorough:
        play_most(table, left=20, few=4)

    while not table.now.over and (thorough or moves < MOVES):
        seat, move = suggestion(table, moves)
        page = build(seats[seat], move) if move.startswith("play ") else seats[seat].page()
        sent = send(seats[seat], page, move="" if move.startswith("play ") else move)
        answer = seats[seat].confirm(sent)  # a move that ends a game is asked about
        assert answer.status_code == 302, errors(answer)
        moves += 1
    table.play()  # what is left, if it is much

    scores = [result.score for result in replay_record(record(table.id, table.actor)).games]
    assert scores == [*table.now.scores.values()]
    assert moves > 3


def opened_table():
    """A table where seat 1 has made its initial meld, and seat 0 holds tiles that fit. Seat 0 is to move."""
    table = SeatedTable("rummikub", dealing="table")
    mine = "b3 b8 b9 b10 r8 k8 o1 o2 o3 o4 o5 o6 o7 J"
    other = "b4 b5 b6 b7 r10 k10 o10 r1 r2 r3 r4 r5 r6 k1"
    table.move(-1, f"deal 1 | {mine} | {other}")
    table.move(1, "play +b4,b5,b6,b7 +r10,k10,o10")
    return table


def test_what_is_built_is_judged_counted_and_kept_from_step_to_step():
    table = opened_table()
    reader = seated(table)[0]

    start = reader.page()
    short = press(reader, start, ["b8", "r8"], "new")
    enough = press(reader, press(reader, short, ["k8"], "b8,r8"), ["b9", "b10"], "new")
    ready = press(reader, enough, ["J"], "b9,b10")
    undone = press(reader, ready, ["b8,r8,k8/2"], "back")

    assert heaps(start, "table") == [("b4,b5,b6,b7", ""), ("r10,k10,o10", "")]
    assert heaps(short, "work") == [("b8,r8", "1 more")]
    assert heaps(enough, "work") == [("b8,r8,k8", "✓ group, 24"), ("b9,b10", "1 more")]
    assert heaps(ready, "work") == [("b8,r8,k8", "✓ group, 24"), ("b9,b10,J", "✓ run, 30")]
    goals = [bench(page).one(style="goal").text for page in (start, short, enough, ready, undone)]
    assert goals == [f"opening {points} of 30" for points in (0, 0, 24, 54, 30)]
    assert undone.form("move").value("work") == "+b8,r8 +b9,b10,J"
    assert start.link("All back") == undone.link("All back") == "?seat=0"
    assert "Your rack" in start.texts("legend")


def test_what_the_rules_refuse_stays_as_it_was_built_with_the_clause():
    table = opened_table()
    reader = seated(table)[0]
    page = press(reader, reader.page(), ["b3"], "b4,b5,b6,b7")

    answer = send(reader, page)

    refused = parse(answer)
    why = "Seat 1 has not made its initial meld, so it may not use b4,b5,b6,b7 on the table."
    clause = "Rules 5: Tiles on the table may not be used in the turn of the initial meld."
    assert (answer.status_code, refused.one("div", style="objection").text) == (422, f"{why} {clause}")
    assert heaps(refused, "work") == [("b3,b4,b5,b6,b7", "✓ run, 25")]
    assert refused.form("move").value("work") == "-b4,b5,b6,b7 +b3,b4,b5,b6,b7"


def test_another_move_leaves_the_work_area_and_names_what_is_gone():
    table = opened_table()
    reader = seated(table)[0]
    table.move(0, "play +b8,b9,b10 +r8,k8,J")
    table.move(1, "draw")
    table.move(-1, "b12")
    page = press(reader, reader.page(), ["b3"], "b4,b5,b6,b7")
    table.move(0, "draw")
    table.move(-1, "b11")
    table.move(1, "draw")
    table.move(-1, "b1")

    answer = send(reader, page)

    now = parse(answer)
    assert answer.status_code == 422
    assert heaps(now, "work") == [("b3,b4,b5,b6,b7", "✓ run, 25")]
    assert now.form("move").value("revision") == str(table.now.revision)
    gone = Reader(at=reader.at)
    gone.client = reader.client
    lost = gone.page("?" + urlencode({"seat": 0, "work": "-r1,r2,r3 +b3,r1,r2,r3"}))
    assert lost.alerts == ["No longer on the table: red 1, red 2, red 3"]


def test_drawing_with_something_built_is_asked_about_first():
    table = opened_table()
    reader = seated(table)[0]
    page = press(reader, reader.page(), ["b8", "r8"], "new")

    question = send(reader, page, move="draw")

    assert "What you built is put back." in parse(question).text
    assert reader.confirm(question).status_code == 302
    assert str(table.now.moves[-1][1]) == "draw"


def test_nonsense_in_the_address_is_an_empty_work_area():
    table = opened_table()
    reader = seated(table)[0]

    for work in ("+", "lay r1", "+zz", "+" + "r1," * 900, "-b1,b2"):
        page = reader.page("?" + urlencode({"work": work, "take": "b99", "onto": "new"}))

        assert heaps(page, "work") == []


def test_a_move_as_text_and_a_work_area_are_not_sent_together():
    table = opened_table()
    reader = seated(table)[0]
    page = press(reader, reader.page(), ["b8", "r8"], "new")

    answer = send(reader, page, line="draw")

    assert errors(answer) == ["You chose a move and wrote another one. Clear the one you don’t want."]


def test_nobody_else_has_a_work_area_and_no_byte_of_one():
    table = opened_table()
    work = urlencode({"work": "+b3,b8", "seat": 0})

    pages = [Reader(at=f"/matches/{table.id}/play/").page(f"?{work}"), seated(table)[1].page(f"?{work}")]

    assert [page.all("form", style="bench") for page in pages] == [[], []]
