"""The organiser's grid of a round: every number on one page, saved by one button, and conflicts shown row by row."""

import pytest

from games.engine import Stated
from league.clubs.models import Membership, User
from league.impact import services as results
from league.matches import repository as match_repository
from tests.builders.evenings import started
from tests.builders.teams import Teams
from tests.pages import parse
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    made = started(8)
    made.draw()
    return made


@pytest.fixture
def organiser(evening):
    return Reader(User.objects.get(id=evening.actor.user), at=f"/tournaments/{evening.id}/rounds/1/results/")


def typed(page, **more):
    """The fields of the form as they are on the page, with some of them changed."""
    named = page.all("input")
    found = {each["name"]: each.get("value", "") for each in named if each.get("name", "")[:1] in ("t", "c")}
    return {**found, **{name.replace("_", "-"): value for name, value in more.items()}}


def sheet(evening, table):
    match = evening.now.rounds[-1].tables[table - 1].match
    return {place: score.points for place, score in match_repository.load(match).state.scores.items()}


def test_all_changed_rows_are_saved_at_once_and_the_winner_gains_the_sum(evening, organiser):
    sent = typed(organiser.page(), t1_1_1_1="5", t1_1_1_2="10", t1_1_1_3="3", t2_1_2_0="7", t2_1_2_1="0")
    sent |= {"t2-1-2-2": "9", "t2-1-2-3": "30"}

    answer = organiser.client.post(organiser.at, sent)
    page = organiser.page()

    assert answer.status_code == 302
    assert sheet(evening, 1) == {(1, 1): (18, -5, -10, -3)}
    assert sheet(evening, 2) == {(1, 2): (-7, 46, -9, -30)}
    assert "2 results saved." in page.text
    assert [typed(page)[f"t1-1-1-{seat}"] for seat in range(4)] == ["0", "5", "10", "3"]


def test_a_number_is_changed_where_it_stands_for_a_reason(evening, organiser):
    organiser.client.post(organiser.at, typed(organiser.page(), t1_1_1_1="5", t1_1_1_2="10", t1_1_1_3="3"))

    without = organiser.client.post(organiser.at, typed(organiser.page(), t1_1_1_1="6"))
    changed = organiser.client.post(organiser.at, typed(organiser.page(), t1_1_1_1="6", correction="A wrong digit."))

    assert without.status_code == 422
    assert "reason" in parse(without).text
    assert changed.status_code == 302
    assert sheet(evening, 1) == {(1, 1): (19, -6, -10, -3)}


def test_of_two_who_type_the_second_sees_both_results_and_nothing_else_is_lost(evening, organiser):
    before = organiser.page()
    match = evening.now.rounds[-1].tables[0].match
    results.report_result(
        match_id=match,
        place=(1, 1),
        stated=Stated((-4, 12, -4, -4), "out"),
        expected=match_repository.load(match).head.seq,
        actor=evening.actor,
    )

    sent = typed(before, t1_1_1_1="5", t1_1_1_2="10", t1_1_1_3="3", t1_1_2_0="1", t1_1_2_1="2", t1_1_2_2="4")
    answer = organiser.client.post(organiser.at, sent)
    page = parse(answer)

    assert answer.status_code == 422
    assert sheet(evening, 1) == {(1, 1): (-4, 12, -4, -4), (1, 2): (-1, -2, -4, 7)}
    assert "1 result saved. 1 row was not saved. It is marked." in page.text
    assert "the result became −4 12 −4 −4, by an official" in page.text
    again = organiser.client.post(organiser.at, typed(page, correction="Read from the sheet."))
    assert again.status_code == 302
    assert sheet(evening, 1)[(1, 1)] == (18, -5, -10, -3)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"t1_1_1_1": "5"}, "Enter a number for every seat but the winner’s."),
        ({"t1_1_1_1": "5", "t1_1_1_2": "x", "t1_1_1_3": "3"}, "x is not a whole number."),
        ({"t1_1_1_1": "0", "t1_1_1_2": "4", "t1_1_1_3": "3"}, "empty racks: 2"),
        ({"t1_1_1_1": "700", "t1_1_1_2": "400", "t1_1_1_3": "3"}, "all tiles together are worth only 788"),
    ],
)
def test_a_row_that_is_no_result_is_marked_and_keeps_what_was_typed(evening, organiser, fields, why):
    answer = organiser.client.post(organiser.at, typed(organiser.page(), **fields))
    page = parse(answer)

    assert answer.status_code == 422
    assert why in page.text
    assert {name: typed(page)[name.replace("_", "-")] for name in fields} == fields
    assert sheet(evening, 1) == {}


def test_sending_the_same_twice_saves_it_once(evening, organiser):
    sent = typed(organiser.page(), t1_1_1_1="5", t1_1_1_2="10", t1_1_1_3="3")
    organiser.client.post(organiser.at, sent)
    match = evening.now.rounds[-1].tables[0].match
    revision = match_repository.load(match).head.seq

    again = organiser.client.post(organiser.at, sent)

    assert again.status_code == 302
    assert match_repository.load(match).head.seq == revision


def test_a_row_with_its_key_is_answered_as_the_first_time_whatever_stands_by_then(evening, organiser):
    sent = typed(organiser.page(), t1_1_1_1="5", t1_1_1_2="10", t1_1_1_3="3", key="k")
    row = {name: value for name, value in sent.items() if name.startswith("t1-1-1-") or name == "key"}
    json = {"headers": {"Accept": "application/json"}}
    first = organiser.client.post(organiser.at, row, **json).json()
    changed = typed(organiser.page(), t1_1_1_1="6", correction="A wrong digit.")
    organiser.client.post(organiser.at, changed)

    again = organiser.client.post(organiser.at, row, **json)
    other = organiser.client.post(organiser.at, {**row, "key": "another"}, **json)

    assert first == {"state": "saved", "was": "18 -5 -10 -3 out~0,5,10,3||"}
    assert (again.status_code, again.json()) == (200, {"state": "saved", "was": ""})
    assert (other.status_code, other.json()["was"]) == (409, "19 -6 -10 -3 out~0,6,10,3||")
    assert [each["theirs"] for each in other.json()["versions"]] == ["0", "6", "10", "3"]
    assert sheet(evening, 1) == {(1, 1): (19, -6, -10, -3)}


def test_the_grid_is_for_officials(evening, organiser):
    stranger = Reader(User.objects.create_user("stranger"), at=organiser.at)
    scorekeeper = User.objects.create_user("scorekeeper")
    Membership.objects.create(user=scorekeeper, club_id=evening.club, role="scorekeeper")

    stranger.page(status=403)
    assert Reader().client.get(organiser.at).headers["Location"] == f"/sign-in/?next={organiser.at}"
    assert "Table 1" in Reader(scorekeeper, at=organiser.at).text()
    assert organiser.page(f"/tournaments/{evening.id}/rounds/1/").link("Enter results") == organiser.at


def test_a_team_enters_its_cards_left_and_how_it_lost():
    teams = Teams("the_game_extreme", "challenge", 2)
    evening = teams.evening
    organiser = Reader(User.objects.get(id=evening.actor.user), at=f"/tournaments/{evening.id}/rounds/1/results/")

    without = organiser.client.post(organiser.at, typed(organiser.page(), t1_1_1_0="7"))
    lost = organiser.client.post(organiser.at, typed(organiser.page(), t1_1_1_0="7", t1_1_1_reason="min_cards"))

    assert "Choose how the game ended." in parse(without).text
    assert (without.status_code, lost.status_code) == (422, 302)
    assert sheet(evening, 1) == {(1, 1): (7, 7)}


def test_cards_have_to_add_up():
    evening = started(3, game="ralph")
    evening.draw()
    organiser = Reader(User.objects.get(id=evening.actor.user), at=f"/tournaments/{evening.id}/rounds/1/results/")
    won = {"t1_1_1_0": "10", "t1_1_1_1": "12", "t1_1_1_2": "10", "t1_1_1_rest0": "5"}

    wrong = organiser.client.post(organiser.at, typed(organiser.page(), **won))
    right = organiser.client.post(organiser.at, typed(organiser.page(), **won, t1_1_1_rest1="1"))

    assert "All numbers of a game add up to 38." in parse(wrong).text
    assert "add up to 37, but 38 were played" in parse(wrong).text
    assert right.status_code == 302
    assert sheet(evening, 1) == {(1, 1): (10, 12, 10)}
    assert [typed(organiser.page())[f"t1-1-1-rest{at}"] for at in range(2)] == ["5", "1"]
