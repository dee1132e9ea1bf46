"""The table page: results by a link, without an account, as the word of one seat."""

import re

import pytest

from league.clubs.models import Player, User
from league.errors import NotAllowed
from league.matches import repository as match_repository
from league.matches.services import setup as match_setup
from league.tournaments.errors import TableLinkSpent
from league.tournaments.queries.rounds import table_links
from league.tournaments.services import entries
from league.tournaments.services import table_links as services
from tests.builders.evenings import started
from tests.pages import parse
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db
OUT = {"winner": "0", "n-1": "5", "n-2": "10", "n-3": "3"}


class Table:
    """The only table of a round with its link, and people with and without accounts."""

    def __init__(self, count=4):
        self.evening = started(count)
        self.table = self.evening.draw()[0]
        self.match = self.table.match
        services.open_links(tournament_id=self.evening.id, number=1, actor=self.evening.actor)
        self.page = Reader(at=self.address())

    def address(self):
        (found,) = [each for each in table_links(self.evening.id, 1, self.evening.actor) if each.match == self.match]
        return f"/t/{found.token}/"

    @property
    def state(self):
        return match_repository.load(self.match).state

    @property
    def points(self):
        return {place: score.points for place, score in self.state.scores.items()}

    def enter(self, game="1.1", was="", **fields):
        sent = {"game": game, "was": was, **{name.replace("_", "-"): value for name, value in fields.items()}}
        return self.page.client.post(self.page.at, sent)

    def enter_all(self):
        for place in self.state.places:
            assert self.enter(f"{place[0]}.{place[1]}", **OUT).status_code == 302

    def player(self, seat):
        """A reader with the account of a seat."""
        user = User.objects.create_user(f"player{seat}")
        Player.objects.filter(id=self.state.opened.seats[seat]).update(user=user)
        return Reader(user, at=f"/matches/{self.match}/")


@pytest.fixture
def table():
    return Table()


def test_a_table_enters_its_games_one_after_the_other(table):
    first = table.page.page()
    saved = table.enter(**OUT)
    second = parse(table.page.client.get(saved.headers["Location"]))

    assert "Who went out?" in first.text
    assert saved.headers["Location"] == f"{table.page.at}?saved=1.1"
    assert table.points == {(1, 1): (18, -5, -10, -3)}
    assert "Game 1.1 is saved. Won by Игрок" in second.text
    assert second.one("input", name="game")["value"] == "1.2"


def test_what_the_link_enters_waits_for_somebody_else(table):
    table.enter_all()
    sheet = table.page.page()
    own = table.page.client.post(table.page.at, {"confirm": "1", "revision": str(table.state.revision)})
    reported = table.state.outcome

    table.player(2).done("", "confirm")

    assert "All games are entered" in sheet.text
    assert own.status_code == 422
    assert (reported, table.state.outcome) == ("reported", "confirmed")
    assert "The result is confirmed" in table.page.text()
    assert table.enter("1.2", was="18 -5 -10 -3 out", **{**OUT, "n-1": "6"}).status_code == 422


def test_the_link_confirms_what_a_seat_reported(table):
    anna = table.player(0)
    for place in table.state.places:
        anna.done("", "report", game=f"{place[0]}.{place[1]}", ended="out", racks0=0, racks1=5, racks2=10, racks3=3)

    page = table.page.page()
    sent = {each["name"]: each["value"] for each in page.all("input", type="hidden") if each.get("name")}
    answer = table.page.client.post(table.page.at, sent)

    assert "Is this right?" in page.text
    assert answer.status_code == 302
    assert table.state.outcome == "confirmed"


def test_a_table_corrects_its_own_number_for_a_reason(table):
    table.enter(**OUT)
    page = table.page.page("?game=1.1")

    answer = table.enter(was=page.one("input", name="was")["value"], correction="Misread", **{**OUT, "n-1": "6"})
    decisions = Reader().page(f"/matches/{table.match}/").section("Corrections and rulings").text

    assert answer.status_code == 302
    assert table.points == {(1, 1): (19, -6, -10, -3)}
    assert "the table’s link" in decisions
    assert "Misread" in decisions


def test_a_table_that_types_what_somebody_else_entered_differently_sees_both_first(table):
    before = table.page.page()
    anna = table.player(0)
    anna.done("", "report", game="1.1", ended="out", racks0=0, racks1=7, racks2=10, racks3=3)

    answer = table.enter(was=before.one("input", name="was")["value"], **OUT)
    page = parse(answer)
    kept = [page.one("input", name=f"n-{seat}")["value"] for seat in range(1, 4)]
    again = table.enter(was=page.one("input", name="was")["value"], **OUT)

    assert answer.status_code == 422
    assert "entered 20 −7 −10 −3." in page.text
    assert kept == ["5", "10", "3"]
    assert again.status_code == 302
    assert table.state.outcome == "contested"
    assert "The table’s link objects." in Reader().text(f"/matches/{table.match}/")


def test_sending_the_same_twice_saves_it_once(table):
    table.enter(**OUT)
    revision = table.state.revision

    again = table.enter(**OUT)

    assert again.status_code == 302
    assert table.state.revision == revision


def test_an_entry_with_its_key_is_answered_as_the_first_time_whatever_stands_by_then(table):
    first = table.enter(key="k", **OUT)
    page = table.page.page("?game=1.1")
    table.enter(was=page.one("input", name="was")["value"], correction="Misread", **{**OUT, "n-1": "6"})
    revision = table.state.revision

    again = table.enter(key="k", **OUT)
    other = table.enter(key="another", **OUT)

    assert (first.status_code, again.status_code, other.status_code) == (302, 302, 422)
    assert table.state.revision == revision


def test_a_page_that_keeps_its_entries_hears_in_json_what_became_of_one(table):
    def send(**fields):
        answer = table.page.client.post(
            table.page.at, {"game": "1.1", **fields}, headers={"Accept": "application/json"}
        )
        return answer.status_code, answer.json()

    refused = send(was="", key="1", winner="0", **{"n-1": "5"})
    saved = send(was="", key="2", **OUT)
    conflict = send(was="", key="3", **{**OUT, "n-1": "6"})
    nowhere = send(was="", key="4", **{**OUT, "game": "9.9"})
    actor, ids = table.evening.actor, {"tournament_id": table.evening.id, "number": 1, "match_id": table.match}
    services.close_link(actor=actor, **ids)

    assert (refused[0], refused[1]["text"]) == (422, "Enter a number for every seat but the winner’s.")
    assert saved == (200, {"state": "saved", "was": "18 -5 -10 -3 out"})
    assert (conflict[0], conflict[1]["state"], conflict[1]["was"]) == (409, "conflict", "18 -5 -10 -3 out")
    assert [(each["theirs"], each["yours"]) for each in conflict[1]["versions"]] == [
        ("0", "0"),
        ("5", "6"),
        ("10", "10"),
        ("3", "3"),
    ]
    assert (nowhere[0], nowhere[1]["text"]) == (422, "This match has no such game.")
    assert send(was="", key="5", **OUT)[0] == 422


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"winner": "0", "n-1": "5"}, "Enter a number for every seat but the winner’s."),
        ({**OUT, "n-1": "five"}, "five is not a whole number."),
        ({**OUT, "n-1": "0"}, "empty racks: 2"),
    ],
)
def test_what_is_no_result_is_refused_and_kept(table, fields, why):
    answer = table.enter(**fields)

    assert answer.status_code == 422
    assert why in parse(answer).text
    assert table.points == {}


def test_a_link_ends_when_it_is_closed_replaced_or_forged(table):
    old, forged = table.page.at, table.page.at.replace("/t/", "/t/A", 1)
    actor, ids = table.evening.actor, {"tournament_id": table.evening.id, "number": 1, "match_id": table.match}

    services.replace_link(actor=actor, **ids)
    new = table.address()
    answers = [Reader().client.get(each).status_code for each in (old, forged, new)]
    services.close_link(actor=actor, **ids)

    assert answers == [410, 410, 200]
    assert Reader().client.get(new).status_code == 410
    assert Reader().client.post(new, {"game": "1.1", "was": "", **OUT}).status_code == 410
    assert table.points == {}


def test_a_link_ends_with_its_round(table):
    table.evening.report(table.table)
    during = Reader().client.get(table.page.at).status_code

    table.evening.draw()

    assert during == 200
    assert Reader().client.get(table.page.at).status_code == 410


def test_a_link_ends_when_somebody_leaves_the_table(table):
    table.enter(**OUT)
    entries.withdraw(tournament_id=table.evening.id, entrant=table.table.seats[3], actor=table.evening.actor)

    assert Reader().client.get(table.page.at).status_code == 410


def test_a_link_shows_no_more_than_the_public_page(table):
    words = set(re.findall(r"Игрок \d", table.page.text()))
    public = set(re.findall(r"Игрок \d", Reader().text(f"/tournaments/{table.evening.id}/rounds/1/")))

    assert words == public


def test_the_log_names_the_link(table):
    table.enter(**OUT)

    kinds = [event["kind"] for event in Reader().client.get(f"/api/v1/matches/{table.match}/events/").json()]
    line = Reader().client.get(f"/api/v1/matches/{table.match}/").json()["results"][0]

    assert kinds == ["match.opened", "link.opened", "result.reported"]
    assert (line["by_link"], line["official"], line["confirmed_by"]) == (True, False, [])


def test_officials_open_print_and_close_links(table):
    organiser = Reader(User.objects.get(id=table.evening.actor.user))
    address = f"/tournaments/{table.evening.id}/rounds/1/links/"
    services.close_link(tournament_id=table.evening.id, number=1, match_id=table.match, actor=table.evening.actor)

    empty = organiser.page(address)
    organiser.client.post(address)
    page, paper = organiser.page(address), organiser.page(f"{address}print/")
    opened = table.address()
    organiser.client.post(address, {"match": table.match, "close": "1"})

    assert "Open a link for 1 table" in empty.text
    assert page.link("Open the page of table 1") == f"http://testserver{opened}"
    assert len(paper.all("svg", style="segno")) == 1
    assert table.state.summary.link is None
    assert Reader(User.objects.create_user("stranger")).client.get(address).status_code == 403
    assert organiser.page(f"/tournaments/{table.evening.id}/rounds/1/").link("Table cards with QR codes") == address


def test_a_stuck_game_with_a_number_missing_is_no_win(table):
    answer = table.enter(winner="nobody", n_0="4", n_1="5", n_2="10")

    assert answer.status_code == 422
    assert table.points == {}


def test_a_stuck_game_with_an_empty_rack_is_no_win_and_the_answer_stays(table):
    answer = table.enter(winner="nobody", n_0="0", n_1="5", n_2="10", n_3="3")

    assert answer.status_code == 422
    assert table.points == {}
    [nobody] = [each for each in parse(answer).all("input", type="radio") if each["value"] == "nobody"]
    assert "checked" in nobody.element.attrib


def test_the_reason_of_a_correction_has_the_length_of_all_reasons(table):
    table.enter(**OUT)

    table.enter("1.1", was="18 -5 -10 -3 out", correction="x" * 5000, **{**OUT, "n-1": "6"})

    assert table.points == {(1, 1): (19, -6, -10, -3)}
    assert "x" * 1000 in Reader().text(f"/matches/{table.match}/")
    assert "x" * 1001 not in Reader().text(f"/matches/{table.match}/")


def test_a_link_ends_when_the_moves_of_its_match_are_recorded(table):
    head = match_repository.load(table.match).head
    match_setup.choose_level(match_id=table.match, level="open", expected=head.seq, actor=table.evening.actor)

    table.page.page(status=410)


def test_a_link_does_nothing_but_enter_results(table):
    visitor = services.enter_by_link(table.page.at.split("/")[2])

    with pytest.raises(NotAllowed):
        match_setup.choose_level(
            match_id=table.match,
            level="open",
            expected=match_repository.load(table.match).head.seq,
            actor=visitor.actor,
        )


def test_no_link_is_opened_for_an_earlier_round(table):
    services.close_link(tournament_id=table.evening.id, number=1, match_id=table.match, actor=table.evening.actor)
    table.evening.report(table.table)
    table.evening.draw()

    with pytest.raises(TableLinkSpent):
        services.open_links(tournament_id=table.evening.id, number=1, actor=table.evening.actor)

    assert [each.takes_one for each in table_links(table.evening.id, 1, table.evening.actor)] == [False]
