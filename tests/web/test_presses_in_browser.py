"""What people do at a tournament, with presses and loads counted, on a phone."""

import pytest

from league.clubs.models import Player, User
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.tournaments.repository import tournaments
from tests.builders.evenings import started
from tests.web.presses import SOON, Presses
from tests.web.readers import people, sign_in

PHONE = {"width": 390, "height": 664}


class Evening:
    """An evening of eight with a round published, its organiser, and the player in seat 1 of table 1."""

    def __init__(self, browser, server):
        match_repository.forget()
        tournaments.forget()
        self.browser, self.server, self.evening = browser, server, started(8)
        self.table, _ = self.evening.draw()
        self.organiser = User.objects.get(id=self.evening.actor.user)
        self.player = User.objects.create_user("anna")
        Player.objects.filter(id=self.table.seats[1]).update(user=self.player)
        runner.catch_up_all()
        self.tournament, self.match = f"/tournaments/{self.evening.id}/", f"/matches/{self.table.match}/"

    def at(self, path, user):
        """Somebody signed in at a path, who has pressed nothing yet."""
        context = self.browser.new_context(locale="en-GB", viewport=PHONE)
        context.set_default_timeout(SOON)
        sign_in(context, user, self.server.url)
        person = Presses(context.new_page())
        person.page.goto(self.server.url + path)
        person.count()
        return person

    def name(self, seat):
        return Player.objects.get(id=self.table.seats[seat]).name

    @property
    def points(self):
        match_repository.forget()
        scores = match_repository.load(self.table.match).state.scores
        return {place: score.points for place, score in scores.items()}

    @property
    def outcome(self):
        match_repository.forget()
        return match_repository.load(self.table.match).state.outcome


@pytest.fixture
def evening(clean_browser, committed_server):
    return Evening(clean_browser, committed_server)


def in_view(locator):
    """Whether all of it is on the screen before its reader scrolls."""
    box = locator.bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]


def test_a_latecomer_is_entered_by_two_presses_and_no_load(evening):
    person = evening.at(people(evening.tournament), evening.organiser)

    person.fill("Or a new player’s name:", "Late Guest")
    person.press("Enter a player")
    person.page.locator("#people").get_by_text("Late Guest").wait_for()

    assert person.count() == (2, 0)
    assert person.page.get_by_label("Or a new player’s name:").input_value() == ""


def test_somebody_drops_out_by_three_presses_and_no_load_after_a_question(evening):
    person = evening.at(people(evening.tournament), evening.organiser)
    leaving = evening.name(2)
    form = person.page.locator("form[action$='/do/withdraw/']")

    form.get_by_label("Entrant").select_option(leaving)
    person.press_on(form.get_by_role("button"))
    dialog = person.page.get_by_role("dialog", name="Withdraw an entrant")
    asked = dialog.locator("p").inner_text()
    person.press_on(dialog.get_by_role("button"))
    person.page.locator(".gone").get_by_text(leaving).wait_for()

    assert person.count() == (2, 0)  # and one to choose who
    assert asked == f"{leaving} leaves table 1 now. The others play on."
    assert dialog.count() == 0


def test_a_question_that_is_not_answered_changes_nothing(evening):
    person = evening.at(people(evening.tournament), evening.organiser)
    form = person.page.locator("form[action$='/do/withdraw/']")
    form.get_by_label("Entrant").select_option(evening.name(2))

    person.press_on(form.get_by_role("button"))
    person.page.get_by_role("link", name="Leave everything as it is").click()
    person.press_on(form.get_by_role("button"))
    person.page.get_by_role("dialog").wait_for()
    person.page.keyboard.press("Escape")
    person.page.get_by_role("dialog").wait_for(state="detached")

    assert person.page.get_by_role("dialog").count() == 0
    assert form.get_by_label("Entrant").locator("option:checked").inner_text() == evening.name(2)
    assert form.get_by_role("button").evaluate("each => each === document.activeElement")
    assert [entry.status for entry in evening.evening.now.entries.values()] == ["active"] * 8


def test_a_player_sees_the_own_seat_at_once_and_is_at_the_table_by_one_press(evening):
    person = evening.at("/", evening.player)
    seat = person.page.get_by_text("Table 1, seat 2")
    seen = in_view(seat)

    person.press("Go to your match", role="link")
    person.page.get_by_role("heading", name="Table 1").wait_for()

    assert seen
    assert person.count() == (1, 1)


def test_a_player_confirms_by_one_press_without_scrolling_or_loading(evening):
    evening.evening.report(evening.table)
    person = evening.at(evening.match, evening.player)
    button = person.page.get_by_role("button", name="Confirm")
    seen = in_view(button)

    person.press_on(button)
    person.page.get_by_text("confirmed by").first.wait_for()

    assert (seen, person.count()) == (True, (1, 0))


def test_a_player_contests_a_result_by_three_presses(evening):
    evening.evening.report(evening.table)
    person = evening.at(evening.match, evening.player)

    person.press_on(person.page.locator("summary", has_text="Contest"))
    person.fill("Reason:", "It was 12.")
    person.press_on(person.page.locator("form[action$='/contest/']").get_by_role("button"))
    person.page.get_by_text("It was 12.").first.wait_for()

    assert person.count()[0] <= 3
    assert evening.outcome == "contested"


def test_a_player_appeals_by_three_presses_and_one_load(evening):
    evening.evening.report(evening.table)
    person = evening.at(evening.match, evening.player)

    person.press("Appeals and rulings", role="link")
    person.fill("What happened:", "It was 12.")
    person.press("File an appeal")
    person.page.get_by_text("waiting for an official").wait_for()

    assert person.count() == (3, 1)


def test_a_wrong_digit_is_mended_by_six_presses_and_one_load_with_what_it_changes(evening):
    evening.evening.report(evening.table)
    person = evening.at(evening.match, evening.organiser)
    form = person.page.locator("form[action$='/report/']")

    person.press("Correct 1.1", role="link")
    form.locator("[name=racks1]").fill("12")
    form.locator("[name=correction]").fill("A wrong digit.")
    person.press_on(form.get_by_role("button", name="Preview the changes"))
    dialog = person.page.get_by_role("dialog", name="Preview of the changes")
    dialog.locator("ins").first.wait_for()
    shown = dialog.locator("ins").all_inner_texts()
    person.press_on(dialog.locator(".btn.main"))
    person.page.locator(".score.won", has_text="32").wait_for()

    assert person.count() == (3, 1)  # and two to type the digit and why
    assert shown == ["2", "0", "2", "1/2", "2", "1/2", "4", "-2", "0"]  # points, places and tie-breaks as they become
    assert evening.points[1, 1] == (32, -12, -10, -10)


def test_a_wrong_digit_is_mended_on_the_grid_by_three_presses_and_no_load(evening):
    evening.evening.report(evening.table)
    person = evening.at(f"{evening.tournament}rounds/1/results/", evening.organiser)

    person.page.locator("[name='t1-1-1-1']").fill("12")
    person.fill("Reason, if you change a result", "A wrong digit.")
    person.press("Save")
    person.page.get_by_text("sent ✓").wait_for()

    assert person.count() == (2, 0)  # and one to type the digit
    assert evening.points[1, 1] == (32, -12, -10, -10)


def test_the_seats_are_on_paper_by_one_press(evening):
    person = evening.at(evening.tournament, evening.organiser)

    person.press("Print", role="link")
    person.page.get_by_role("button", name="Print").wait_for()

    assert person.count() == (1, 1)


def test_a_table_is_entered_on_one_players_phone_and_confirmed_on_anothers(evening):
    """Seventeen presses at most, besides the digits: who went out, and Next after each rack."""
    second = User.objects.create_user("boris")
    Player.objects.filter(id=evening.table.seats[2]).update(user=second)
    anna, boris = (evening.at(f"{evening.match}pad/", user) for user in (evening.player, second))
    pad, high = anna.page.locator(".pad"), []

    for game in range(4):
        anna.page.get_by_text("Who went out?", exact=True).wait_for()
        anna.press_on(anna.page.locator(".prow").nth(game))
        for number in ("5", "10", "3"):
            for digit in number:
                pad.locator(f"[data-key='{digit}']").click()
            high.append(in_view(pad))
            anna.press_on(pad.locator(".go"))
        if game < 3:
            anna.page.locator(f"input[name=game][value='1.{game + 2}']").wait_for(state="attached")
    anna.page.get_by_role("heading", name="All games are entered").wait_for()
    right = boris.page.get_by_role("button", name="Yes, this is right")
    right.wait_for()
    seen = in_view(right), in_view(boris.page.get_by_text("Not right"))
    boris.press_on(right)
    boris.page.get_by_role("heading", name="The result is confirmed").wait_for()
    anna.page.get_by_role("heading", name="The result is confirmed").wait_for()

    assert (high, anna.count()) == ([True] * 12, (16, 0))
    assert (seen, boris.count()[0]) == ((True, True), 1)
    assert evening.outcome == "confirmed"
    assert evening.points[1, 4] == (-5, -10, -3, 18)
