"""The match page: entering, confirming and contesting a result, and rulings."""

import pytest

from league.clubs import services as club_services
from league.clubs.models import Player, User
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from tests.builders.reported import Table
from tests.pages import parse
from tests.web.readers import Reader, errors, hidden, refusals

pytestmark = pytest.mark.django_db


CONFLICT = "Somebody else changed the match in the meantime. Review the current version and try again."


@pytest.fixture
def table(club):
    return Table(club, 4)


@pytest.fixture
def pages(table):
    """Readers of the match: an organiser, the players at seats 0 and 1, and somebody who is not signed in."""
    users = [User.objects.create_user(name) for name in ("anna", "boris")]
    for user, player in zip(users, table.players, strict=False):
        Player.objects.filter(id=player).update(user=user)
    organiser = User.objects.get(username="organiser")
    return [Reader(user, at=f"/matches/{table.id}/") for user in (organiser, *users, None)]


RACKS = [f"racks{seat}" for seat in range(4)]
FOUR = {"points0": 24, "points1": -5, "points2": -16, "points3": -3, "ended": "out"}


def play(page):
    for game in range(1, 5):
        page.done("", "report", game=f"1.{game}", **FOUR)


def outcome(table):
    return match_repository.load(table.id).state.outcome


def test_everybody_sees_the_forms_for_what_they_may_do(table, pages):
    organiser, anna, _, nobody = pages

    assert organiser.page().acts == ["report", "level", "forfeit", "void", "seats", "record"]
    assert anna.page().acts == ["report", "level"]
    assert nobody.page().acts == []
    assert nobody.page().link("Sign in to enter a result.") == f"/sign-in/?next=/matches/{table.id}/"


def test_a_player_enters_a_result_and_another_confirms_it(table, pages):
    _, anna, boris, _ = pages

    play(anna)
    unconfirmed = outcome(table)
    asked = boris.page()
    boris.done("", "confirm")

    assert (asked.acts[:2], asked.all("details", open="")) == (["confirm", "contest"], [])
    assert (unconfirmed, outcome(table)) == ("reported", "confirmed")
    assert "confirmed" in anna.page().texts("span")


def test_sums_and_lists_hold_a_result_in_the_first_answer_after_it_while_no_worker_runs(table, pages):
    _, anna, boris, _ = pages
    runner.catch_up_all()

    play(anna)
    boris.done("", "confirm")

    assert anna.page().table[-2:] == [["Points", "96", "−20", "−64", "−12"], ["Games won", "4", "0", "0", "0"]]
    assert anna.page(f"/clubs/{table.club}/").section("Matches").table[1][-1] == "confirmed"
    assert "Standings are being updated." in anna.text(f"/series/{table.series}/")
    runner.catch_up_all()
    assert "Standings are being updated." not in anna.text(f"/series/{table.series}/")


def test_the_next_game_without_a_result_is_proposed(table, pages):
    _, anna, _, _ = pages
    anna.done("", "report", game="1.1", **FOUR)

    assert anna.page().form("report").value("game") == "1.2"


def test_a_correction_starts_from_the_numbers_that_stand(table, pages):
    _, anna, _, _ = pages
    anna.done("", "report", game="1.1", **FOUR)

    link = anna.page().link("Correct 1.1")
    page = anna.page(link.removesuffix("#report"))
    form, opened = page.form("report"), [each["id"] for each in page.all("details", open="")]
    by_points = anna.page("?game=1.1&by=points").form("report")

    assert link == "?game=1.1#report"
    assert [form.value(name) for name in ("game", "ended", *RACKS)] == ["1.1", "out", "0", "5", "16", "3"]
    assert {name: by_points.value(name) for name in ("game", *FOUR)} == {"game": "1.1"} | {
        name: str(value) for name, value in FOUR.items()
    }
    assert opened == ["report"]
    anna.done("", "report", **dict(FOUR, game="1.1", points0=25, points1=-6), correction="A wrong digit.")
    assert anna.page().table[1] == ["1.1", "25 (won)", "−6", "−16", "−3"]


def test_no_form_is_open_once_the_result_is_confirmed(table, pages):
    organiser, anna, _, _ = pages
    before = [each["id"] for each in anna.page().all("details", open="")]
    play(organiser)

    after = organiser.page().all("details", open="")

    assert (before, outcome(table), after) == (["report"], "confirmed", [])


def test_the_winner_gains_what_is_left_on_the_racks(table, pages):
    _, anna, boris, _ = pages

    anna.done("", "report", game="1.1", ended="out", racks0="", racks1=5, racks2=16, racks3=3)
    boris.done("", "contest", reason="It was six.", game="1.1", ended="out", racks0=0, racks1=6, racks2=16, racks3=3)
    page = anna.page()

    assert page.table[1] == ["1.1", "24 (won)", "−5", "−16", "−3"]
    assert "Claimed result: 25 −6 −16 −3" in page.text
    assert page.addresses("by=points") == [
        f"/matches/{table.id}/?by=points{more}" for more in ("&game=1.2#report", "#contest")
    ]


@pytest.mark.parametrize("game", ["1.9", "", "x", "1.1.1"])
def test_an_unknown_game_in_the_address_changes_nothing(pages, game):
    _, anna, _, _ = pages

    assert anna.page(f"?game={game}").form("report").value("game") == "1.1"


def test_an_impossible_result_is_refused_and_the_form_keeps_its_input(table, pages):
    _, anna, _, _ = pages

    wrong = anna.send("", "report", game="1.1", **{**FOUR, "points0": 25})
    missing = anna.refused("", "report", game="1.1", **{**FOUR, "points2": ""})

    assert refusals(wrong) == ["The points 25 -5 -16 -3 add up to 1, not 0."]
    assert missing == ["This field is required."]
    assert parse(wrong).form("report").value("points0") == "25"


def test_a_contest_shows_both_results_until_an_official_settles_it(table, pages):
    organiser, anna, boris, _ = pages
    play(anna)

    other = {**FOUR, "points0": 26, "points1": -7}
    boris.done("", "contest", reason="Five <b>tiles</b>.", game="1.1", **other)

    assert outcome(table) == "contested"
    said = "Б objects. Five <b>tiles</b>. Claimed result: 26 −7 −16 −3"
    assert anna.page().texts("p", style="objection") == [said]
    organiser.done("", "settle", reason="Counted again.")
    assert outcome(table) == "confirmed"


def test_a_conflict_shows_the_current_match_and_the_form_can_be_sent_again(table, pages):
    _, anna, boris, _ = pages
    old = {**hidden(anna.page()), "game": "1.1", **FOUR}
    boris.done("", "report", game="1.2", **FOUR)

    answer = anna.post("", "report", old)
    again = anna.post("", "report", old | hidden(parse(answer), "revision"))

    assert refusals(answer) == [CONFLICT]
    assert again.status_code == 302
    assert match_repository.load(table.id).head.seq == 3


def test_a_button_pressed_twice_acts_once(table, pages):
    organiser, *_ = pages
    sent = {**hidden(organiser.page()), "seats": ["1", "2"], "reason": "Late.", "sure": "on"}

    answers = [organiser.post("", "forfeit", sent).status_code for _ in range(2)]

    assert (answers, match_repository.load(table.id).head.seq) == ([302, 302], 2)
    assert "Lost by forfeit: Б, В. Late." in organiser.page().section("Result").texts("p")
    organiser.done("", "reopen", reason="They came.")
    assert outcome(table) == "unplayed"


def test_an_official_removes_the_seat_of_a_missing_fourth_player(table, pages):
    organiser, *_ = pages
    a, b, _, d = map(str, table.players)

    organiser.done("", "seats", seat0=a, seat1=b, seat2="", seat3=d, reason="Late train.")

    assert match_repository.load(table.id).state.opened.seats == (a, b, d)
    assert table.standing.origins == (0, 1, 3)


def test_after_games_the_form_asks_whether_names_were_wrong_or_others_play(table, pages):
    organiser, *_ = pages
    a, b, c, d = map(str, table.players)
    seats = {"seat0": b, "seat1": a, "seat2": c, "seat3": d, "reason": "Rows swapped."}
    before = organiser.page().form("seats").fields
    organiser.done("", "report", game="1.1", **FOUR)

    shown = organiser.page()
    unanswered = organiser.refused("", "seats", **seats)
    changed = organiser.refused("", "seats", **seats, names="changed")
    organiser.done("", "seats", **seats, names="wrong")

    assert "names" not in before
    assert "Games played before the change: 1.1" in shown.text
    assert unanswered == ["This field is required."]
    assert [each.endswith("Only wrong names can be swapped.") for each in changed] == [True]
    assert match_repository.load(table.id).state.opened.seats == (b, a, c, d)


def test_changing_seats_too_late_restores_nobody(table, pages):
    organiser, *_ = pages
    _, b, c, d = map(str, table.players)
    late, other = (
        str(club_services.add_player(club_id=table.club, name=name, actor=table.official).pk)
        for name in ("Late", "Other")
    )
    seen = organiser.page().form("seats").fields
    organiser.done("", "seats", seat0=late, seat1=b, seat2=c, seat3=d, reason="Late train.")

    answer = organiser.post("", "seats", seen | {"seat1": other, "reason": "Another one."})
    done = organiser.post("", "seats", parse(answer).form("seats").fields)

    assert errors(answer) == [CONFLICT]
    assert (done.status_code, match_repository.load(table.id).state.opened.seats) == (302, (late, other, c, d))


def test_deciding_too_late_keeps_everything_ticked(table, pages):
    organiser, *_ = pages
    late = hidden(organiser.page())
    organiser.done("", "level", level="open table")

    answer = organiser.post("", "forfeit", {**late, "seats": ["1", "2"], "reason": "No-show."})

    assert parse(answer).form("forfeit").fields["seats"] == ["1", "2"]


def test_only_permitted_commands_are_carried_out(table, pages):
    _, anna, _, nobody = pages

    forbidden = anna.send("", "void", reason="I lost.")
    signed_out = nobody.post("", "void", {"reason": "I lost."})
    unknown = anna.send("", "win")
    only_read = anna.client.get(f"{anna.at}do/void/")

    assert (forbidden.status_code, unknown.status_code, only_read.status_code) == (403, 404, 405)
    assert signed_out.headers["Location"] == f"/sign-in/?next={nobody.at}"
    assert outcome(table) == "unplayed"


@pytest.mark.parametrize("field", ["revision", "game", "points0", "ended", "key"])
def test_requests_that_no_form_sends_are_refused(table, pages, field):
    _, anna, _, _ = pages

    assert anna.refused("", "report", **{"game": "1.1", **FOUR, field: "\x00’; DROP"}) != []
    assert match_repository.load(table.id).head.seq == 1
