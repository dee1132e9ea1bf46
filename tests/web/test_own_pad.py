"""The table page of a signed-in player: their own match on the same keypad, as the word of their seat."""

import pytest

from league.clubs.models import Player, User
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from tests.builders.reported import Table as Reported
from tests.pages import parse
from tests.web.readers import Reader, hidden
from tests.web.test_table_page import OUT, Table

pytestmark = pytest.mark.django_db
SAVED = {"winner": "1", "n-0": "5", "n-2": "10", "n-3": "3"}


class Seat:
    """A player at the table, on the page with the keypad."""

    def __init__(self, table, seat):
        self.reader, self.pad = table.player(seat), f"/matches/{table.match}/pad/"

    def page(self, query=""):
        return self.reader.page(f"{self.pad}{query}")

    def send(self, **fields):
        return self.reader.client.post(self.pad, fields)

    def enter(self, game="1.1", was="", **fields):
        return self.send(game=game, was=was, **(fields or OUT))

    def press(self, name, **fields):
        """Press one of the buttons below the sheet, on the page as it is now."""
        return self.send(**{name: "1", **hidden(self.page()), **fields})


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def seats(table):
    return [Seat(table, 0), Seat(table, 1)]


def whys(page):
    """The kinds of reasons that a page asks for."""
    return [
        each["data-why"] for each in page.all("fieldset") if each.get("data-why") and each.get("hidden", None) is None
    ]


def enter_all(table, seat):
    for place in table.state.places:
        assert seat.enter(f"{place[0]}.{place[1]}").status_code == 302


def test_a_player_enters_every_game_and_another_says_that_they_are_right(table, seats):
    anna, boris = seats

    enter_all(table, anna)
    own, asked = anna.page(), boris.page()
    answer = boris.press("confirm")

    assert own.headings[1] == "All games are entered"
    assert own.all("button", style="main") == []
    assert asked.headings[1] == "Is this right?"
    assert f"Entered by {asked.tables[0][0][1]}." in asked.text
    assert answer.headers["Location"] == boris.pad
    assert table.state.outcome == "confirmed"
    assert anna.page().headings[1] == "The result is confirmed"


def test_the_answer_after_a_game_has_its_winner_its_sums_and_what_others_entered(table, seats):
    anna, boris = seats

    saved = anna.enter(**SAVED)
    page = parse(anna.reader.client.get(saved.headers["Location"]))
    read = boris.page()

    assert saved.headers["Location"] == f"{anna.pad}?saved=1.1"
    assert page.texts("span", style="run") == read.texts("span", style="run") == ["−5", "+18", "−10", "−3"]
    winner = page.texts("span", style="name")[1]
    assert page.one("p", style="notice").text == f"Game 1.1 is saved. Won by {winner} (18)."
    assert read.one("p", style="notice").text.startswith("Game 1.1: −5 18 −10 −3, entered by Игрок")
    assert read.one("input", name="game")["value"] == "1.2"


def test_two_who_type_the_same_agree(table, seats):
    anna, boris = seats

    answers = [seat.enter().status_code for seat in (anna, boris)]

    assert answers == [302, 302]
    assert table.state.sheet.line((1, 1)).voices == (0, 1)


def test_two_who_type_different_numbers_are_two_versions_once_the_second_has_seen_the_first(table, seats):
    anna, boris = seats
    enter_all(table, anna)
    other = {**OUT, "n-1": "6"}

    refused = boris.enter(**other)
    words = [each["value"] for each in parse(refused).one("fieldset", **{"data-why": "foreign"}).all("input")]
    again = boris.enter(was="18 -5 -10 -3 out", correction=words[0], **other)
    page = anna.page()

    assert refused.status_code == 422
    assert "entered 18 −5 −10 −3. Save again only if yours is right" in parse(refused).text
    assert again.status_code == 302
    assert (table.state.outcome, page.headings[1]) == ("contested", "The result is contested")
    assert page.one("p", style="objection").text.startswith("1.1: Игрок")
    assert page.one("p", style="objection").text.endswith(" objects. A number is wrong Claimed result: 19 −6 −10 −3")
    assert words == ["A number is wrong", "Somebody else won", "The rules say otherwise"]
    assert [whys(reader.page("?game=1.1")) for reader in seats] == [["own"], ["foreign"]]


def test_a_player_says_what_is_wrong_in_words(table, seats):
    anna, boris = seats
    enter_all(table, anna)
    sent = {"contest": "1", "reason": "We played three games.", **hidden(boris.page())}

    answers = [boris.send(**sent).status_code for _ in range(2)]

    own = boris.page()
    assert answers == [302, 302]
    assert table.state.outcome == "contested"
    assert (own.headings[1], own.texts("button")[0]) == ("The result is contested", "Take your objection back")
    assert anna.page().text.count("We played three games.") == 4
    assert match_repository.load(table.match).head.seq == int(sent["revision"]) + 1
    boris.press("confirm")
    assert table.state.outcome == "confirmed"


def test_an_answer_to_another_result_than_the_one_that_was_shown_does_nothing(table, seats):
    anna, boris = seats
    enter_all(table, anna)
    shown = hidden(boris.page())
    anna.enter(was="18 -5 -10 -3 out", correction="Misread", **SAVED)

    answer = boris.send(confirm="1", **shown)

    assert answer.status_code == 422
    assert "The result has changed. Look at it again." in parse(answer).text
    assert table.state.outcome == "reported"


def test_what_is_no_result_is_refused_by_name(table, seats):
    answer = seats[0].enter(**{**OUT, "n-1": "five"})

    assert answer.status_code == 422
    assert parse(answer).one("p", style="bad").text == "five is not a whole number."
    assert table.points == {}


def test_a_button_pressed_twice_enters_a_game_once(table, seats):
    sent = {"game": "1.1", "was": "", "key": "k", **OUT}

    answers = [seats[0].send(**sent).status_code for _ in range(2)]

    assert answers == [302, 302]
    assert match_repository.load(table.match).head.seq == 3


def test_the_page_is_for_the_table_and_officials(table, seats):
    stranger = Reader(User.objects.create_user("stranger"))
    organiser = Reader(User.objects.get(id=table.evening.actor.user))
    address = seats[0].pad

    assert Reader().client.get(address).headers["Location"] == f"/sign-in/?next={address}"
    assert stranger.client.get(address).headers["Location"] == f"/matches/{table.match}/"
    answer = stranger.client.post(address, {"game": "1.1", "was": "", **OUT})
    assert "you are neither a club official nor one of the players" in parse(answer).text
    assert organiser.page(address).headings[0] == "Table 1 round 1"
    assert table.points == {}


def test_a_player_is_led_to_the_keypad_until_the_result_is_confirmed(table, seats):
    anna, boris = seats
    runner.catch_up_all()
    pages = (f"/tournaments/{table.evening.id}/", f"/tournaments/{table.evening.id}/rounds/1/")

    def leads():
        return [{*anna.reader.page(page).addresses(f"/matches/{table.match}/")} for page in pages]

    before, first = leads(), anna.reader.page("/").link("Go to your match")
    button = anna.reader.page(f"/matches/{table.match}/").link("Enter it on a keypad")
    enter_all(table, anna)
    boris.press("confirm")
    runner.catch_up_all()

    assert (before, first, button) == ([{anna.pad}] * 2, anna.pad, anna.pad)
    assert leads() == [{f"/matches/{table.match}/"}] * 2
    assert anna.reader.page(f"/matches/{table.match}/").addresses("/pad/") == []


def test_a_match_outside_a_tournament_has_the_keypad_too(club):
    match = Reported(club, 4)
    user = User.objects.create_user("anna")
    Player.objects.filter(id=match.players[0]).update(user=user)
    address = f"/matches/{match.id}/pad/"

    page = Reader(user).page(address)
    answer = Reader(user).client.post(address, {"game": "1.1", "was": "", **OUT})

    assert page.headings[0] == "Rummikub"
    assert page.one("main")["data-feed"] == f"/api/v1/matches/{match.id}/feed/?after=1"
    assert "All tables" not in page.text
    assert answer.headers["Location"] == f"{address}?saved=1.1"
