"""Games played by touch: a browser for each seat, bots that choose, and pages that act."""

import sys

import pytest

from games.chance import Chance
from games.records.replay import replay
from league.matches.queries.detail import record
from tests.builders.played import SeatedTable
from tests.games.plugged import plugged_in
from tests.games.riff_raff.positions import answers_of
from tests.web.presses import axe_findings
from tests.web.readers import sign_in

SOON = 20_000  # milliseconds
DEALS = 9  # until one lasts longer than what is played before the phones see it


class Phones:
    """A match on a web server, and a phone for each seat at its play page."""

    def __init__(self, browser, server, game, seats=2, *, played=0, options=None, **more):
        self.browser, self.server = browser, server
        for _ in range(DEALS):
            self.table = SeatedTable(game, seats, options=options)
            if not self.table.play(played):
                break
        self.pages = [self.look(user, **more) for user in self.table.accounts]

    def look(self, user=None, **more):
        context = self.browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, **more)
        context.set_default_timeout(SOON)
        if user is not None:
            sign_in(context, user, self.server.url)
        page = context.new_page()
        page.goto(f"{self.server.url}/matches/{self.table.id}/play/")
        page.evaluate("window.mark = true")
        return page

    def suggestion(self):
        """A seat to move, what a bot suggests to it, and what is touched for that."""
        now = self.table.now
        seat = min(now.turn)
        move = now.rules.suggest(now.position, seat, Chance(b"taps", str(now.revision)))
        if now.rules.parts(now.position, seat):
            return seat, str(move), answers_of(now.position, seat, move)
        return seat, str(move), now.rules.path(now.position, seat, move)


def form_of(page, revision):
    """Wait until the page has the form of that revision."""
    page.locator(f"form.play input[name=revision][value='{revision}']").wait_for(state="attached")


def touch(page, *path):
    for place in path:
        button = page.locator(f'[data-place="{place}"]')
        if button.get_attribute("aria-pressed") != "true":  # the only way to go on is taken by itself
            button.click()


def chosen(page):
    return page.evaluate("document.querySelector('form.play input:checked')?.value ?? ''")


def send(page, move, path):
    """Make a move by touch. One that touches nothing has a button, or is among the other moves."""
    if page.locator("[data-part]").count():
        answer(page, path)
    elif not path and (button := page.locator(f'button[name=move][value="{move}"]')).count():
        button.click()
    elif not path:
        radio = page.locator(f'input[value="{move}"]')
        if not radio.is_visible():
            page.get_by_text("Other moves").first.click()
        radio.check()
        page.get_by_role("button", name="Send").click()
    else:
        touch(page, *path)
        if not chosen(page):  # several moves touch the same
            words = page.locator(f'input[value="{move}"]').evaluate("each => each.closest('label').textContent.trim()")
            page.locator(".which button", has_text=words).first.click()
        assert chosen(page) == move
        page.get_by_role("button", name="Send").click()


def answer(page, answers):
    """Answer the parts of a move one after the other, and send it once it is read back."""
    say = page.locator(".say")
    for key, places in answers.items():
        ask = page.locator(f"[data-part={key}]")
        if not say.inner_text().endswith(ask.locator("legend").text_content()):
            continue  # not asked
        touch(page, *places)
        if not places or ask.get_attribute("data-most") != "1":
            page.locator(".which button").click()
    page.locator("form.play:has([name=sure]) .btn.main:enabled").click()


def finish(phones):
    """Play to the end by page. Returns the number of moves."""
    moves = 0
    while not phones.table.now.over:
        seat, move, path = phones.suggestion()
        page, before = phones.pages[seat % len(phones.pages)], phones.table.now.revision
        form_of(page, before)
        send(page, move, path)
        made, asked = page.locator(f"main:not([data-feed$='after={before}'])"), page.locator("dialog form.question")
        made.or_(asked).first.wait_for()
        if asked.count():  # the game ends with this move
            asked.get_by_role("button", name="Send").click()
            made.wait_for()
        moves += 1
    return moves


def scores(table):
    """The scores of the replay of its record."""
    return [game.score for game in replay(record(table.id, table.actor)).games]


@pytest.mark.parametrize(
    ("game", "played"), [("the_game_extreme", 120), ("ralph", 48), ("toy_story_4", 68), ("riff_raff", 48)]
)
def test_the_rest_of_a_game_is_played_by_touch(clean_browser, web_server, thorough, game, played):
    phones = Phones(clean_browser, web_server, game, 4, played=0 if thorough else played)

    moves = finish(phones)

    assert moves
    assert scores(phones.table) == [*phones.table.now.scores.values()]
    for page in phones.pages:
        page.get_by_text("The match is over.", exact=True).wait_for()
        assert page.evaluate("window.mark === true") or page.locator("form.play").count() == 0


def test_what_may_be_touched_is_lit_step_by_step_by_keys_alone(clean_browser, web_server):
    phones = Phones(clean_browser, web_server, "the_game_extreme")
    (seat,) = phones.table.now.turn
    page = phones.pages[seat]
    form_of(page, phones.table.now.revision)
    hand = phones.table.now.rules.view(phones.table.now.position, seat)["cards"][seat]
    say, send_button = page.locator(".say"), page.get_by_role("button", name="Send")

    assert lit(page) == [f"hand:{seat}/{card}" for card in hand]
    assert (say.inner_text(), send_button.is_disabled()) == ("Touch a highlighted piece or place.", True)
    page.locator(f'[data-place="hand:{seat}/{hand[0]}"]').focus()
    page.keyboard.press("Enter")
    assert say.inner_text().startswith(f"{hand[0]}")
    places = ["piles/A1/", "piles/A2/", "piles/D1/", "piles/D2/"]
    assert lit(page) == [*places, *(f"hand:{seat}/{card}" for card in hand)]
    assert page.locator("[data-place][aria-pressed=true]").count() == 1
    page.locator('[data-place="piles/D1/"]').press(" ")
    assert (chosen(page), send_button.is_enabled()) == (f"{hand[0]}>D1", True)
    assert say.inner_text().startswith(f"Plays {hand[0]} on D1")
    assert axe_findings(page) == []
    page.get_by_role("button", name="Back", exact=True).press("Enter")
    assert (chosen(page), page.evaluate("document.activeElement.textContent")) == ("", "Back")
    page.locator('[data-place="piles/A1/"]').press(" ")
    send_button.press("Enter")
    page.get_by_role("button", name="End the turn").wait_for()
    page.wait_for_function("document.activeElement !== document.body")
    assert page.evaluate("window.mark === true")


def lit(page):
    return page.locator("[data-place]:enabled").evaluate_all("all => all.map(each => each.dataset.place)")


def test_a_game_that_nothing_knows_is_played_by_touch(clean_browser, committed_server):
    with plugged_in():
        phones = Phones(clean_browser, committed_server, "nim")

        moves = finish(phones)

        assert moves >= 3
        assert scores(phones.table) == [*phones.table.now.scores.values()]


def test_a_move_is_on_the_boards_of_others_at_once(clean_browser, web_server, capsys):
    phones = Phones(clean_browser, web_server, "ralph", 4)
    times = []
    for page in phones.pages:
        page.evaluate(WATCH)

    for _ in range(4):
        seat, move, path = phones.suggestion()
        form_of(phones.pages[seat], phones.table.now.revision)
        before = phones.table.now.revision
        phones.pages[seat].evaluate("window.sent = Date.now()")
        send(phones.pages[seat], move, path)
        for page in phones.pages:
            page.locator(f"main:not([data-feed$='after={before}'])").wait_for()
        others = [page.evaluate("window.seen") for at, page in enumerate(phones.pages) if at != seat]
        sent = phones.pages[seat].evaluate("window.sent")
        times += [seen - sent for seen in others]

    assert len(times) == 12
    with capsys.disabled():
        sys.stdout.write(f"\na move was on the boards of others after {sorted(times)} ms\n")


WATCH = """() => {
  document.addEventListener("live", () => { window.seen = Date.now(); });
  document.addEventListener("submit", () => { window.sent = Date.now(); }, true);
}"""
