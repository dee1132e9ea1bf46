"""The arbiter page in a browser: on a phone, for every game, accessible."""

import pytest
from django.urls import reverse

from games.registry import engine, engines
from league.clubs.models import User
from league.matches.services import play as match_play
from tests.builders.clubs import founded
from tests.builders.played import Table
from tests.games.folders import folder
from tests.web.presses import axe_findings, violations
from tests.web.readers import sign_in
from tests.web.test_bench_in_browser import BUTTONS, SOON, heaps, tile
from tests.web.test_bench_pages import opened_table

PHONE = 400  # pixels


@pytest.mark.parametrize("game", engines())
def test_the_page_fits_a_phone_and_is_accessible_without_scripts(browser, committed_server, game):
    actor, club = founded()
    source = max(folder(engine(game)).glob("playthroughs/*.rec"), key=lambda path: path.stat().st_size)
    done = match_play.import_record(club_id=club, source=source.read_text(), actor=actor)
    context = browser.new_context(locale="ru-RU", viewport={"width": PHONE, "height": 800})
    sign_in(context, User.objects.get(), committed_server.url)
    page = context.new_page()
    page.set_default_timeout(30_000)
    address = committed_server.url + reverse("web:arbiter", args=[done.id, done.revision * 2 // 3])

    page.goto(f"{address}?start=after&line=0%20draw")

    assert page.locator("h2").first.inner_text() == "Что говорят правила"
    assert page.locator(".tried .verdict").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert axe_findings(page) == []
    context.close()


@pytest.mark.parametrize("game", engines())
def test_a_finished_match_and_every_tenth_step_of_its_replay_fit_a_phone(browser, committed_server, game):
    actor, club = founded()
    source = max(folder(engine(game)).glob("playthroughs/*.rec"), key=lambda path: path.stat().st_size)
    done = match_play.import_record(club_id=club, source=source.read_text(), actor=actor)
    context = browser.new_context(locale="ru-RU", viewport={"width": PHONE, "height": 800})
    page = context.new_page()
    page.set_default_timeout(30_000)
    address = committed_server.url + reverse("web:match", args=[done.id])
    steps = [f"{address}replay/?at={revision}" for revision in range(10, done.revision, 10)]
    wide = []

    for each in [address, *steps]:
        page.goto(each)
        width = page.evaluate("document.documentElement.scrollWidth")
        wide += [(each, width)] if width > PHONE else []

    assert page.locator(".position").count() == 1
    assert wide == []
    context.close()


def test_moves_are_tried_by_keyboard_alone_one_after_another_and_undone(clean_browser, web_server):
    table = opened_table()
    before = table.now.revision
    context = clean_browser.new_context(locale="en-GB", viewport={"width": PHONE, "height": 800})
    context.set_default_timeout(SOON)
    sign_in(context, User.objects.get(pk=table.actor.user), web_server.url)
    page = context.new_page()
    page.goto(web_server.url + reverse("web:try-moves", args=[table.id, before]) + "?start=after")
    page.evaluate("window.mark = true")

    for name in ("blue 8", "red 8", "black 8"):
        tile(page, name).press("Enter")
    page.get_by_role("button", name="New set").press("Enter")
    page.get_by_role("button", name="Try this move").press("Enter")
    page.get_by_role("alert").wait_for()
    refused = heaps(page)
    page.get_by_role("button", name=BUTTONS["draw"]).press("Enter")
    page.get_by_role("link", name="Undo the last tried move").wait_for()
    tried = page.locator(".step-list li").all_inner_texts()
    faults = violations(page, ("light", "dark"))
    stayed = page.evaluate("window.mark === true")
    page.get_by_role("link", name="Undo the last tried move").press("Enter")
    page.get_by_role("link", name="Undo the last tried move").wait_for(state="detached")

    assert refused == ["✓ group, 24. Add here"]
    assert tried == ["А: Draws a tile."]
    assert (faults, stayed, table.now.revision) == ([], True, before)
    assert page.locator(".now").inner_text() == "To move: А"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_moves_with_hidden_cards_are_tried_from_the_list_which_is_open(clean_browser, web_server):
    table = Table("the_game_extreme")
    context = clean_browser.new_context(locale="en-GB", viewport={"width": PHONE, "height": 800})
    context.set_default_timeout(SOON)
    sign_in(context, User.objects.get(pk=table.actor.user), web_server.url)
    page = context.new_page()

    page.goto(web_server.url + reverse("web:try-moves", args=[table.id, table.now.revision]) + "?start=after")
    page.locator(".chip").first.wait_for()
    legends = page.locator("legend").all_inner_texts()
    page.locator(".chip").first.click()
    page.get_by_role("button", name="Try this move").click()
    page.get_by_role("link", name="Undo the last tried move").wait_for()

    assert page.locator(".step-list li").count() == 1
    assert page.locator(".say").is_hidden()
    assert legends[0] == "Your move"  # and no keys of cards
