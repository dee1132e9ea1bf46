"""The page of a match: entering, confirming, contesting a result, and what officials do."""

import re

import pytest
from django.test import Client

from league.clubs import services as club_services
from league.clubs.models import Player, User
from league.matches import repository as match_repository
from tests.builders.evenings_by_pages import act_sent
from tests.builders.reported import Table
from tests.web.readers import errors, hidden

pytestmark = pytest.mark.django_db


class Page:
    """The page of a match as somebody sees it and fills it in."""

    def __init__(self, table, user=None):
        self.address = f"/matches/{table.id}/"
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def text(self):
        answer = self.client.get(self.address)
        assert answer.status_code == 200
        return answer.content.decode()

    def acts(self):
        return re.findall(r'action="/matches/[^/]+/do/(\w+)/"', self.text())

    def hidden(self):
        return hidden(self.text())

    def send(self, act, **fields):
        return self.client.post(f"{self.address}do/{act}/", {**self.hidden(), **fields})

    def refused(self, act, **fields):
        """Why it was refused, as the page says it."""
        answer = self.send(act, **fields)
        assert answer.status_code == 422
        return errors(answer)


@pytest.fixture
def table(club):
    return Table(club, 4)


@pytest.fixture
def pages(table):
    """The page for an organiser, the players at seats 0 and 1, and somebody who is not signed in."""
    users = [User.objects.create_user(name) for name in ("anna", "boris")]
    for user, player in zip(users, table.players, strict=False):
        Player.objects.filter(id=player).update(user=user)
    organiser = User.objects.get(username="organiser")
    return [Page(table, user) for user in (organiser, *users, None)]


FOUR = {"points0": 24, "points1": -5, "points2": -16, "points3": -3, "ended": "out"}


def play(page):
    for game in range(1, 5):
        assert page.send("report", game=f"1.{game}", **FOUR).status_code == 302


def outcome(table):
    return match_repository.load(table.id).state.outcome


def test_everybody_sees_the_forms_for_what_they_may_do(table, pages):
    organiser, anna, _, nobody = pages

    assert organiser.acts() == ["report", "level", "forfeit", "void", "seats"]
    assert anna.acts() == ["report", "level"]
    assert nobody.acts() == []
    assert "Sign in to enter a result." in nobody.text()


def test_a_player_enters_a_result_and_another_confirms_it(table, pages):
    _, anna, boris, _ = pages

    play(anna)
    unconfirmed = outcome(table)
    first = re.search(r"<details open>\s*<summary>([^<]+)", boris.text())[1]
    boris.send("confirm")

    assert first == "Confirm the result"
    assert (unconfirmed, outcome(table)) == ("reported", "confirmed")
    assert "Confirmed." in anna.text()


def test_the_next_game_without_a_result_is_proposed(table, pages):
    _, anna, _, _ = pages
    anna.send("report", game="1.1", **FOUR)

    assert '<option value="1.2" selected>1.2</option>' in anna.text()


def test_an_impossible_result_is_refused_and_the_form_keeps_its_input(table, pages):
    _, anna, _, _ = pages

    said = anna.refused("report", game="1.1", **{**FOUR, "points0": 25})
    missing = anna.refused("report", game="1.1", **{**FOUR, "points2": ""})

    assert said == ["The points 25 -5 -16 -3 add up to 1, not 0."]
    assert missing == ["This field is required."]
    kept = anna.send("report", game="1.1", **{**FOUR, "points0": 25}).content.decode()
    assert 'name="points0" value="25"' in kept


def test_a_contest_shows_both_results_until_an_official_settles_it(table, pages):
    organiser, anna, boris, _ = pages
    play(anna)

    other = {**FOUR, "points0": 26, "points1": -7}
    boris.send("contest", reason="Five <b>tiles</b>.", game="1.1", **other)

    page = anna.text()
    assert outcome(table) == "contested"
    assert "Five &lt;b&gt;tiles&lt;/b&gt;." in page
    assert "Claimed result: 26 -7 -16 -3" in page
    organiser.send("settle", reason="Counted again.")
    assert outcome(table) == "confirmed"


def test_a_conflict_shows_the_current_match_and_the_form_can_be_sent_again(table, pages):
    _, anna, boris, _ = pages
    old = anna.hidden()
    boris.send("report", game="1.2", **FOUR)

    answer = anna.client.post(f"{anna.address}do/report/", {**old, "game": "1.1", **FOUR})

    text = answer.content.decode()
    assert (
        answer.status_code,
        "Somebody else changed the match in the meantime. Review the current version and try again." in text,
    ) == (422, True)
    revision = re.search(r'name="revision" value="(\d+)"', text)[1]
    again = anna.client.post(f"{anna.address}do/report/", {**old, "revision": revision, "game": "1.1", **FOUR})
    assert again.status_code == 302


def test_a_button_pressed_twice_acts_once(table, pages):
    organiser, *_ = pages
    sent = {**organiser.hidden(), "seats": ["1", "2"], "reason": "Late."}

    answers = [organiser.client.post(f"{organiser.address}do/forfeit/", sent).status_code for _ in range(2)]

    assert (answers, match_repository.load(table.id).head.seq) == ([302, 302], 2)
    page = organiser.text()
    assert all(part in page for part in ("Lost by forfeit:", "Late.", "<bdi>Б</bdi>, <bdi>В</bdi>"))
    organiser.send("reopen", reason="They came.")
    assert outcome(table) == "unplayed"


def test_an_official_removes_the_seat_of_a_missing_fourth_player(table, pages):
    organiser, *_ = pages
    a, b, _, d = map(str, table.players)

    organiser.send("seats", seat0=a, seat1=b, seat2="", seat3=d, reason="Late train.")

    assert match_repository.load(table.id).state.opened.seats == (a, b, d)
    assert table.standing.origins == (0, 1, 3)


def test_changing_seats_too_late_restores_nobody(table, pages):
    organiser, *_ = pages
    a, b, c, d = map(str, table.players)
    late, other = (
        str(club_services.add_player(club_id=table.club, name=name, actor=table.official).pk)
        for name in ("Late", "Other")
    )
    seen = organiser.hidden() | {
        f"{kind}seat{seat}": player for kind in ("", "initial-") for seat, player in enumerate((a, b, c, d))
    }
    organiser.send("seats", seat0=late, seat1=b, seat2=c, seat3=d, reason="Late train.")

    answer = organiser.client.post(f"{organiser.address}do/seats/", seen | {"seat1": other, "reason": "Another one."})
    shown = act_sent(answer.content.decode(), "seats")
    done = organiser.client.post(f"{organiser.address}do/seats/", shown)

    assert errors(answer) == [
        "Somebody else changed the match in the meantime. Review the current version and try again."
    ]
    assert (done.status_code, match_repository.load(table.id).state.opened.seats) == (302, (late, other, c, d))


def test_deciding_too_late_keeps_everything_ticked(table, pages):
    organiser, *_ = pages
    late = organiser.hidden()
    organiser.send("level", level="full server")

    answer = organiser.client.post(
        f"{organiser.address}do/forfeit/", {**late, "seats": ["1", "2"], "reason": "No-show."}
    )

    assert re.findall(r'value="(\d)"[^>]* checked', answer.content.decode()) == ["1", "2"]


def test_the_level_of_recording_can_be_changed(table, pages):
    _, anna, _, _ = pages

    anna.send("level", level="full server")

    assert match_repository.load(table.id).state.opened.dealing == "server"


def test_only_permitted_commands_are_carried_out(table, pages):
    _, anna, _, nobody = pages

    forbidden = anna.client.post(f"{anna.address}do/void/", {**anna.hidden(), "reason": "I lost."})
    signed_out = nobody.client.post(f"{nobody.address}do/void/", {"reason": "I lost."})
    unknown = anna.client.post(f"{anna.address}do/win/", anna.hidden())
    only_read = anna.client.get(f"{anna.address}do/void/")

    assert (forbidden.status_code, unknown.status_code, only_read.status_code) == (403, 404, 405)
    assert signed_out.headers["Location"] == f"/sign-in/?next={nobody.address}"
    assert outcome(table) == "unplayed"


@pytest.mark.parametrize("field", ["revision", "game", "points0", "ended", "key"])
def test_requests_that_no_form_sends_are_refused(table, pages, field):
    _, anna, _, _ = pages
    sent = {**anna.hidden(), "game": "1.1", **FOUR, field: "\x00’; DROP"}

    assert anna.client.post(f"{anna.address}do/report/", sent).status_code == 422
