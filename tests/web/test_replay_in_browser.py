"""A replay in a browser: steps without loading pages."""

import pytest

from games.engine import Level, Table
from games.records.replay import resolve_deck, settings
from games.records.simulate import simulate_match
from games.registry import engine
from league.matches.services import play as match_play
from tests.builders.clubs import founded


@pytest.fixture
def replay(page, committed_server):
    """The page of step 4 of two games of The Game: Extreme, and the addresses that it loads from now on."""
    actor, club = founded()
    rules = engine("the_game_extreme")
    chosen = {**settings(rules, {}), "games": 2}
    source = simulate_match(rules, resolve_deck(rules, Table(2, Level.FULL, chosen)), b"replay", {"games": 2})
    done = match_play.import_record(club_id=club, source=source, actor=actor)
    page.goto(f"{committed_server.url}/matches/{done.id}/replay/?at=4")
    page.locator("[data-do=play]").wait_for()
    page.loads = []
    page.on("request", lambda request: page.loads.append(request.url) if request.is_navigation_request() else None)
    page.last = done.revision
    return page


def at(page, step):
    page.locator(f".frame[data-at='{step}']").wait_for()


def after(page, act):
    """Do it, and wait for another step."""
    shown = page.locator(".frame").get_attribute("data-at")
    act()
    page.locator(f".frame:not([data-at='{shown}'])").wait_for()


def test_keys_and_links_step_through_a_match_without_loading_pages(replay):
    sent = []
    replay.on("response", lambda answer: sent.append(answer.body()))

    for _ in range(3):
        after(replay, lambda: replay.keyboard.press("ArrowRight"))
    after(replay, replay.get_by_role("link", name="Next").click)

    assert replay.loads == []
    assert replay.evaluate("document.activeElement.rel") == "next"
    assert replay.evaluate("location.search") == f"?at={replay.locator('.frame').get_attribute('data-at')}"
    assert replay.locator(".step-list [aria-current=step] a").get_attribute("href") == replay.evaluate(
        "location.search"
    )
    assert sum(map(len, sent)) < 300 * 1024

    replay.keyboard.press("End")
    at(replay, replay.last)
    replay.keyboard.press("Home")
    at(replay, 1)
    assert replay.loads == []


def test_games_are_reached_by_keys_and_bring_their_own_list(replay):
    replay.keyboard.press("ArrowDown")
    replay.get_by_role("heading", name="Steps of game 1.2").wait_for()

    start = int(replay.locator(".frame").get_attribute("data-at"))
    assert replay.locator(".step-list li").first.get_attribute("value") == str(start)
    assert replay.loads == []


def test_a_draw_is_shown_with_the_move_that_it_answers(replay):
    joined = replay.locator(".step-list li", has_text="Cards drawn").first
    revision = int(joined.get_attribute("value"))
    replay.evaluate(f"document.querySelector('.step-list a[href=\"?at={revision - 2}\"]').click()")
    at(replay, revision - 2)

    replay.keyboard.press("ArrowRight")

    at(replay, revision)
    words = replay.locator(".now").inner_text()
    assert "Ends the turn." in words
    assert "Cards drawn" in words
    assert replay.locator(".zone.wood .p.is-new").count() > 0


def test_a_replay_plays_by_itself_until_a_key_is_pressed(replay):
    after(replay, lambda: replay.keyboard.press(" "))
    assert replay.locator("[data-do=play]").get_attribute("aria-pressed") == "true"

    replay.keyboard.press("ArrowLeft")

    assert replay.locator("[data-do=play]").get_attribute("aria-pressed") == "false"


def test_the_table_turns_by_a_seat(replay):
    names = replay.locator(".zone.wood h3 bdi")
    before = names.all_inner_texts()

    replay.get_by_role("button", name="Turn the table").click()

    assert names.all_inner_texts() == [*before[1:], before[0]]


def test_a_finished_match_is_shown_as_a_seat_knew_it(replay):
    replay.get_by_label("As seen by").select_option("0")

    replay.wait_for_url("**seat=0")
    assert replay.locator(".zone.wood").nth(0).locator(".is-back").count() == 0
    backs = replay.locator(".zone.wood").nth(1).locator(".is-back").count()
    assert backs == replay.locator(".zone.wood").nth(1).locator(".p").count()
