"""One phone writes down a game of Rummikub as the table sees it: keys, sets, an undone line, and the end."""

from dataclasses import replace

from league.clubs.models import User
from tests.builders.played import Table
from tests.web.presses import violations
from tests.web.test_bench_in_browser import look

HUES = {"b": "blue", "r": "red", "k": "black", "o": "orange"}


def type_set(page, *tiles):
    for tile in tiles:
        page.locator(f".hue.{HUES[tile[0]]}").click()
        page.locator(f".keyboard [data-name={tile}]").click()


def test_a_game_is_written_down_with_keys_to_its_result(clean_browser, web_server):
    table = Table("rummikub", dealing="table", level="open")
    user = User.objects.get(pk=table.actor.user)
    table.actor = replace(table.actor, players=frozenset())
    page = look(clean_browser, web_server, table, user)

    page.get_by_role("button", name="Racks are dealt. Seat 2 starts.").click()
    page.get_by_text("To move: Б").first.wait_for()
    page.get_by_role("button", name="Draw a tile").click()
    page.get_by_text("To move: А").first.wait_for()
    page.get_by_role("button", name="Undo the last line").click()
    page.get_by_text("This line is undone, and play continues from the position before it: Б: Draws a tile.").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Undo the last line").click()
    page.get_by_text("To move: Б").first.wait_for()
    for row in (("r10", "r11", "r12"), ("b10", "b11", "b12"), ("k10", "k11", "k12"), ("o1", "o2", "o3", "o4", "o5")):
        page.get_by_role("button", name="New set").click()
        type_set(page, *row)
    faults = violations(page)
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Game 1.1 ends: a rack is empty. What is left is shown next.").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    page.locator(".keyboard").wait_for()
    type_set(page, *(f"b{number}" for number in range(1, 10)), *(f"k{number}" for number in range(1, 6)))
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Game 1.1 ends: a rack is empty. The result: А −60, Б 60.").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    page.get_by_text("Game 1.2").first.wait_for()

    played = [move.text for move in table.now.games[0].moves]
    assert faults == []
    assert played == [
        "deal 1",
        "play +r10,r11,r12 +b10,b11,b12 +k10,k11,k12 +o1,o2,o3,o4,o5",
        "reveal b1 b2 b3 b4 b5 b6 b7 b8 b9 k1 k2 k3 k4 k5",
    ]
    assert table.now.scores[1, 1].points == (-60, 60)
