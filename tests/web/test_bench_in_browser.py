"""The work area with scripts: built by taps, drags and keys, judged as the server does, kept when others move."""

import json
import random

import pytest

from games.errors import Phrase
from games.records.replay import replay as replay_record
from games.rummikub import bench as rummikub_bench
from games.rummikub.bench import join, next_reading
from games.rummikub.sets import judge
from games.rummikub.tiles import NAMES, TILE
from league.clubs.sessions import actor
from league.matches.queries.detail import record
from league.matches.services import seat_links
from tests.builders.played import SeatedTable, Table
from tests.waiting import until
from tests.web.presses import violations
from tests.web.readers import sign_in
from tests.web.test_bench_pages import opened_table
from tests.web.test_play_pages import play_most, suggestion

SOON = 20_000  # milliseconds; at once on a machine that has nothing else to do
MOVES = 12  # at most of a game on phones, most of which is played before
BUTTONS = {"draw": "Draw a tile", "pass": "Pass", "timeout": "Time is up"}
JUDGE = """async ([address, words, hands]) => {
  const rules = (await import(address)).makeRules(words);
  const show = (heap) => [heap.name, heap.value, heap.stands, heap.verdict];
  return hands.map(([row, tiles]) => {
    const heap = rules.join(row, tiles);
    return [show(heap), show(rules.next(heap))];
  });
}"""


def look(browser, server, table, user=None, **more):
    context = browser.new_context(**{"locale": "en-GB", "viewport": {"width": 390, "height": 844}, **more})
    context.set_default_timeout(SOON)
    if user is not None:
        sign_in(context, user, server.url)
    page = context.new_page()
    page.goto(f"{server.url}/matches/{table.id}/play/")
    page.evaluate("window.mark = true")
    return page


@pytest.fixture
def at_table(clean_browser, web_server):
    """The page of seat 0, which has not made its initial meld, at a table with two sets."""
    table = opened_table()
    users = table.accounts
    return table, lambda seat=0, **more: look(clean_browser, web_server, table, users[seat], **more)


def tile(page, name, zone="own"):
    where = {"own": "[data-rack]", "work": "[data-bench] .work"}[zone]
    return page.locator(where).get_by_role("button", name=name, exact=True).first


def heaps(page):
    """What lies in the work area, with its verdicts."""
    page.locator("[data-bench] .work").wait_for()
    return page.locator("[data-bench] .caption").all_text_contents()


def new_set(page, *names):
    for name in names:
        tile(page, name).click()
    page.get_by_role("button", name="New set").click()


def sent_work(page):
    return page.locator("form.bench-form [name=work]").input_value()


def test_sets_are_judged_in_the_browser_as_on_the_server(clean_browser, web_server):
    chance = random.Random(7)
    names = [*NAMES, "J", "J", "J", "J"]
    hands = []
    for _ in range(600):
        tiles = chance.sample(names, chance.randint(1, 5))
        if chance.random() < 0.7:  # nearer to sets
            low, colour = chance.randint(1, 11), chance.choice("brko")
            run = [f"{colour}{low + step}" for step in range(3)]
            group = [f"{each}{low}" for each in "brko"]
            tiles = chance.sample([*chance.choice([run, group]), *tiles[:2]], chance.randint(2, 4))
        hands.append((tiles[:1], tiles[1:]))
    hands = [(row, tiles) for row, tiles in hands if (row + tiles).count("J") < 3]
    page = clean_browser.new_page()
    page.goto(f"{web_server.url}/verify/")

    found = page.evaluate(JUDGE, [f"{web_server.url}/static/web/rummikub.js", rummikub_bench.WORDS, hands])

    def show(each):
        heap = rummikub_bench._heap(each)
        return [heap.name, each.value, heap.stands, str(Phrase(str(heap.verdict)) if heap.verdict else "")]

    made = [join([TILE[name] for name in row], [TILE[name] for name in tiles]) for row, tiles in hands]
    assert json.loads(json.dumps(found)) == [[show(each), show(next_reading(each))] for each in made]
    assert 40 < sum(judge(heap[0][0]).error is None for heap in found) < 500


def test_tiles_are_tapped_into_sets_judged_at_once_undone_and_sent(at_table):
    table, open_page = at_table
    page = open_page()

    new_set(page, "blue 8", "red 8")
    short = heaps(page), page.locator(".goal").first.inner_text()
    tile(page, "black 8").click()
    page.get_by_role("button", name="1 more").click()
    new_set(page, "blue 9", "blue 10")
    tile(page, "joker").click()
    page.get_by_role("button", name="1 more").click()
    whole = heaps(page), page.locator("[data-rack] .goal").inner_text(), sent_work(page)
    page.get_by_role("button", name="Undo").click()
    undone = heaps(page)
    page.get_by_role("button", name="All back").click()
    empty = heaps(page), sent_work(page), page.locator("[data-rack] .tile").count()
    page.get_by_role("button", name="Undo").click()
    tile(page, "joker").click()
    page.get_by_role("button", name="1 more").click()
    page.get_by_role("button", name="Send").click()
    page.get_by_role("button", name="Send").wait_for(state="detached")

    assert short == (["1 more. Add here"], "opening 0 of 30")
    assert whole[1:] == ("opening 54 of 30", "+b8,r8,k8 +b9,b10,J")
    assert whole[0] == ["✓ group, 24. Add here", "✓ run, 30. Add here"]
    assert undone == ["✓ group, 24. Add here", "1 more. Add here"]
    assert empty == ([], "", 14)
    assert str(table.now.moves[-1][1]) == "play +b8,r8,k8 +b9,b10,J"
    assert page.evaluate("window.mark === true")
    assert page.evaluate("document.activeElement.className") == "now"


def test_a_set_of_the_table_is_taken_and_what_is_refused_stays_with_its_clause(at_table):
    table, open_page = at_table
    page = open_page(viewport={"width": 1280, "height": 800})

    tile(page, "blue 3").click()
    page.get_by_role("button", name="blue 4, blue 5, blue 6, blue 7").click()
    page.get_by_role("button", name="Send").click()

    page.get_by_text("so it may not use b4,b5,b6,b7 on the table").wait_for()
    page.get_by_text("Rules 5: Tiles on the table may not be used in the turn of the initial meld.").wait_for()
    assert heaps(page) == ["✓ run, 25. Add here"]
    tile(page, "blue 4", "work").click()
    page.get_by_role("button", name="To the rack").click()
    page.get_by_text("Tiles of the table stay on the table.").wait_for()
    tile(page, "blue 3", "work").click()
    page.get_by_role("button", name="To the rack").click()
    assert sent_work(page) == ""
    assert page.locator("[data-rack] .tile").count() == 14
    assert table.now.plies == 2


def test_tiles_are_dragged_too(at_table):
    _, open_page = at_table
    page = open_page()

    def drag(source, target):
        one, other = source.bounding_box(), target.bounding_box()
        page.mouse.move(one["x"] + 8, one["y"] + 8)
        page.mouse.down()
        page.mouse.move(one["x"] + 20, one["y"] + 20)
        page.mouse.move(other["x"] + 8, other["y"] + 8, steps=4)
        page.mouse.up()

    tile(page, "blue 8").wait_for()
    drag(tile(page, "blue 8"), page.get_by_role("button", name="New set"))
    drag(tile(page, "red 8"), page.locator("[data-bench] .caption"))
    both = sent_work(page)
    drag(tile(page, "red 8", "work"), page.locator("[data-rack] [data-drop]"))

    assert (both, sent_work(page)) == ("+b8,r8", "+b8")
    assert page.locator("[aria-pressed=true].tile").count() == 0


def test_a_phone_of_two_seats_shows_no_rack_after_a_move_until_it_is_asked_for(clean_browser, web_server):
    table = Table("rummikub", accounts=[None, None])
    page, official = look(clean_browser, web_server, table), actor(table.actor.user)
    for seat in (0, 1):
        token = seat_links.open_seat_link(match_id=table.id, seat=seat, actor=official)
        page.goto(f"{web_server.url}/seat/{token}/")
        page.get_by_role("button", name="Play on this phone").click()
        page.locator("h2.now").wait_for()
    seat = min(table.now.turn)
    name, other = "АБ"[seat], "БА"[seat]
    racks = [page.locator("[data-rack] .tile").count()]

    page.get_by_role("link", name=f"I am {name}: show my hand").click()
    page.locator("[data-rack] .tile").first.click()
    page.get_by_role("button", name="New set").click()
    built = heaps(page)
    racks.append(page.locator("[data-rack] .tile").count())
    page.evaluate("window.mark = true")
    page.get_by_role("button", name=BUTTONS["draw"]).click()
    page.get_by_role("dialog").get_by_role("button", name="Send").click()  # what was built is put back
    page.locator("h2.now", has_text=f"To move: {other}").wait_for()
    racks.append(page.locator("[data-rack], [data-bench], form.play").count())

    assert (len(built), racks) == (1, [0, 13, 0])
    assert page.evaluate("window.mark === true")  # no page was loaded, and nothing of the old one is left
    assert page.locator(".p:not(.is-back)").count() == 0
    assert page.evaluate("location.search") == ""


def test_a_turn_is_played_by_keyboard_alone_and_the_focus_is_never_lost(at_table):
    table, open_page = at_table
    page = open_page(color_scheme="dark")
    page.locator("[data-rack] .tile").first.wait_for()
    lost = []

    def tab_to(name):
        for _ in range(80):
            page.keyboard.press("Tab")
            label = page.evaluate("document.activeElement.innerText || document.activeElement.ariaLabel || ''")
            if " ".join(label.split()).endswith(name):
                return
        raise AssertionError(name)

    def press():
        page.keyboard.press("Enter")
        lost.append(page.evaluate("document.activeElement === document.body"))

    for names in (("blue 8", "red 8", "black 8"), ("blue 9", "blue 10", "joker")):
        for name in names:
            tab_to(name)
            press()
        tab_to("New set")
        press()
    tab_to("Send")
    press()
    page.get_by_role("button", name="Send").wait_for(state="detached")

    assert str(table.now.moves[-1][1]) == "play +b8,r8,k8 +b9,b10,J"
    assert lost == [False] * len(lost)
    assert page.evaluate("document.activeElement === document.body") is False


def test_work_areas_are_accessible_and_no_wider_than_a_phone(at_table):
    _, open_page = at_table
    faults, wide = [], []
    for locale, new in (("en-GB", "New set"), ("ru-RU", "Новая комбинация")):
        page = open_page(locale=locale)
        page.locator("[data-rack] .tile").nth(1).click()
        page.locator("[data-rack] .tile").nth(3).click()
        page.locator("[data-rack] .tile").nth(5).click()
        page.get_by_role("button", name=new).click()
        page.locator(".lying").first.click()
        page.locator("[data-rack] .tile").nth(1).click()
        faults += violations(page)
        for width in (320, 360, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            wide.append(page.evaluate("document.documentElement.scrollWidth") - width)
        page.context.close()

    assert (faults, wide) == ([], [0] * 8)


def test_what_is_built_outlives_moves_of_others(at_table):
    table, open_page = at_table
    page = open_page()
    new_set(page, "blue 8", "red 8")

    table.move(0, "draw")
    table.move(-1, "b11")
    table.move(1, "play +r1,r2,r3")
    page.get_by_text("Plays r1,r2,r3.").wait_for()
    kept = heaps(page), sent_work(page)
    table.move(0, "draw")
    table.move(-1, "b12")
    table.move(1, "draw")
    table.move(-1, "b13")
    page.get_by_text("Tiles drawn").nth(1).wait_for()
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Another move was made in the meantime").wait_for()

    assert kept == (["1 more. Add here"], "+b8,r8")
    assert (heaps(page), sent_work(page)) == kept
    page.get_by_role("button", name="red 1, red 2, red 3").wait_for()


def tap_play(page, play):
    """Tap a play as records write it: lift the sets taken off, and make new ones of their tiles and the rack’s."""
    words = play.split()[1:]
    lying = page.locator(".lying").evaluate_all("all => all.map(each => [each.dataset.name, each.dataset.drop])")
    lifted = []
    for key in [judge(each[1:]).key for each in words if each[0] == "-"]:
        name, box = next(each for each in lying if judge(each[0]).key == key)
        lying.remove([name, box])
        page.locator(f".lying[data-drop='{box}']").click()
        lifted.append(box)
    sources = [*(f".heap[data-drop='{box}']" for box in lifted), "[data-rack]"]
    for each in (each[1:] for each in words if each[0] == "+"):
        for name in each.rpartition(":")[2].split(","):
            free = [page.locator(f"{source} .tile[data-name='{name}'][aria-pressed=false]") for source in sources]
            next(found for found in free if found.count()).first.click()
        page.get_by_role("button", name="New set").click()
        turn_jokers(page, each)
    return sent_work(page)


def turn_jokers(page, wanted):
    """Put the joker of the set that was made last at its next place until the set is the one that is wanted."""
    for _ in range(12):
        made = sent_work(page).rpartition("+")[2]
        if "J" not in made or judge(made).key == judge(wanted).key:
            return
        heap = page.locator("[data-bench] .heap:not(.lying)").last
        heap.locator(".tile[data-name=J]").first.click()
        heap.locator(".caption").click()
    raise AssertionError(f"{made} is not {wanted}")


def ends(table, seat, move):
    """Whether a game ends with the move, which is asked about first."""
    rules = table.now.rules
    return rules.is_over(rules.apply(table.now.position, seat, rules.parse(move)))


def test_a_match_of_four_is_played_to_its_end_on_four_phones(clean_browser, web_server, thorough):
    table = SeatedTable("rummikub", 4)
    users = table.accounts
    if not thorough:
        play_most(table, left=10, few=3)
    pages = [look(clean_browser, web_server, table, user) for user in users]
    moves = 0

    while not table.now.over and (thorough or moves < MOVES):
        seat, move = suggestion(table, moves)
        page, asked = pages[seat], move in BUTTONS and ends(table, seat, move)
        before = table.now.revision
        page.locator(f"form.bench-form [name=revision][value='{before}']").wait_for(state="attached")
        page.locator("[data-rack] .tile").first.wait_for()
        if move in BUTTONS:
            page.get_by_role("button", name=BUTTONS[move]).click()
        elif move.startswith("play "):
            tap_play(page, move)
            page.get_by_role("button", name="Send").click()
        else:  # the bot runs out of time now and then
            page.get_by_text("Write the move as text").click()
            page.get_by_label("Your move").fill(move)
            page.get_by_role("button", name="Send").click()
        if asked:
            page.get_by_role("dialog").get_by_role("button", name="Send").click()
        until(lambda: table.now.revision > before, "made")  # noqa: B023 - called at once
        moves += 1
    table.play()  # what is left, if it is much

    scores = [result.score for result in replay_record(record(table.id, table.actor)).games]
    assert scores == [*table.now.scores.values()]
    for page in pages:
        page.locator("h2.now", has_text="The match is over.").wait_for()
        assert page.evaluate("window.mark === true")
