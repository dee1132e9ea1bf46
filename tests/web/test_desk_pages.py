"""The arbiter desk: what waits for officials, both versions side by side, and rulings with what they change."""

import pytest

from games.engine import Stated
from league.appeals import cases
from league.appeals import services as appeal_services
from league.appeals.cases import count_cases, list_cases
from league.clubs.models import Membership, Player, User
from league.clubs.sessions import actor
from league.eventlog.projections import runner
from league.impact import services as impact_services
from league.matches import repository as match_repository
from league.standings.types import Outcome
from tests.builders.evenings import started
from tests.pages import parse
from tests.web.readers import Reader, errors

pytestmark = pytest.mark.django_db
WHY = "My rack was 16, not 61."
CLAIM = (-10, 35, -15, -10)


class Contest:
    """An evening of four whose first table has a result that its first seat contests in the second game."""

    def __init__(self, *claims):
        self.evening = started(4)
        [self.table] = self.evening.draw()
        self.evening.report(self.table)
        self.match, self.seats = self.table.match, {}
        self.organiser = User.objects.get(id=self.evening.actor.user)
        self.players = match_repository.load(self.match).state.opened.seats
        for seat, points in enumerate(claims):
            self.contest(seat, points)
        runner.catch_up_all()

    def contest(self, seat, points, game=2):
        user = self.seats[seat] = User.objects.create_user(f"player {User.objects.count()}")
        Player.objects.filter(id=self.players[seat]).update(user=user)
        impact_services.contest_result(
            match_id=self.match,
            reason=WHY,
            claims=[((1, game), Stated(points, "out"))] if points else [],
            expected=self.now.head.seq,
            actor=actor(user.pk),
        )

    def appoint(self, name, role):
        user = User.objects.create_user(name)
        Membership.objects.create(club_id=self.evening.club, user=user, role=role)
        return user

    @property
    def now(self):
        return match_repository.load(self.match)

    @property
    def address(self):
        return f"/clubs/{self.evening.club}/appeals/"

    def reader(self, user=None, **more):
        return Reader(user or self.organiser, **more)

    def decide(self, reader, choice, **sent):
        form = reader.page(self.address).form("decide")
        fields = {"choice": choice, "revision": form.value("revision"), "key": form.value("key"), **sent}
        return reader.client.post(form["action"], fields)


@pytest.fixture
def contest():
    match_repository.forget()
    return Contest(CLAIM)


def test_both_versions_stand_side_by_side_and_what_differs_is_marked(contest):
    page = contest.reader().page(contest.address)

    rows = [row.texts("td") for row in page.one("table", style="versions").one("tbody").all("tr")]
    assert rows == [["−10", "−10"], ["won 30", "won 35"], ["−10", "−15"], ["−10", "−10"]]
    assert len(page.all("span", style="differs")) == 2
    assert WHY in page.one("blockquote").text
    assert page.headings[:3] == ["Arbiter desk", "Round 1, table 1", "Game 1.2"]


def test_each_choice_shows_what_it_will_change_before_it_is_made(contest):
    page = contest.reader().page(contest.address)

    keep, accept = [each.text for each in page.all("div", style="outcome")]
    assert "Contested – doesn’t count until settled, 0 : 0 : 0 : 0 → Confirmed, 0 : 0 : 0 : 0" in keep
    assert "0 : 0 : 0 : 0 → Confirmed, 0 : 5 : -5 : 0" in accept
    assert all("Ranking" in each and "Ratings" in each for each in (keep, accept))


@pytest.mark.parametrize(("choice", "points"), [("keep", (0, 0, 0, 0)), ("1.2-1", (0, 5, -5, 0))])
def test_a_ruling_decides_at_once_and_leaves_nothing_to_decide(contest, choice, points):
    reader = contest.reader()

    answer = contest.decide(reader, choice, why="slip", reason="Seen on paper")

    assert answer.headers["Location"] == contest.address, errors(answer)
    page = reader.page(contest.address)
    assert "Nothing is waiting for a decision." in page.text
    assert "To decide" not in page.one("header", style="head").text
    state = contest.now.state
    assert (state.outcome, state.summary.totals().points) == (Outcome.CONFIRMED, points)
    assert "Typing slip: Seen on paper" in reader.text(f"/matches/{contest.match}/")


def test_a_ruling_needs_a_reason_and_keeps_what_was_chosen(contest):
    answer = contest.decide(contest.reader(), "1.2-1")

    page = parse(answer)
    assert (answer.status_code, "Choose a reason, or enter one." in page.text) == (422, True)
    assert [each["value"] for each in page.all("input", name="choice") if "checked" in each.element.attrib] == ["1.2-1"]
    assert contest.now.state.outcome == Outcome.CONTESTED


def test_a_ruling_on_what_has_changed_meanwhile_is_not_given(contest):
    reader = contest.reader()
    form = reader.page(contest.address).form("decide")
    sent = {"choice": "keep", "why": "slip", "revision": form.value("revision"), "key": form.value("key")}
    contest.contest(1, (-20, 40, -10, -10))

    answer = reader.client.post(form["action"], sent)

    assert answer.status_code == 422
    assert "Somebody else changed the match in the meantime." in parse(answer).text
    assert contest.now.state.outcome == Outcome.CONTESTED


def test_two_claims_are_two_choices_and_an_objection_without_one_is_none():
    contest = Contest(CLAIM, (-20, 40, -10, -10), None)

    page = contest.reader().page(contest.address)

    assert [each["value"] for each in page.all("input", name="choice")][:3] == ["keep", "1.2-1", "1.2-2"]
    assert "no other result claimed" in page.text


def test_an_official_with_a_seat_at_the_table_can_only_keep_the_result(contest):
    Player.objects.filter(id=contest.players[3]).update(user=contest.organiser)

    page = contest.reader().page(contest.address)

    assert [each["value"] for each in page.all("input", name="choice")] == ["keep"]
    assert "You have a seat at this table, so you can only keep the result." in page.text


def test_a_scorekeeper_settles_and_leaves_later_rounds_to_others(contest):
    scorekeeper = contest.reader(contest.appoint("clara", "scorekeeper"))

    answer = contest.decide(scorekeeper, "keep", why="rule")

    assert answer.status_code == 302, errors(answer)
    assert contest.now.state.outcome == Outcome.CONFIRMED


def test_officials_see_the_count_on_every_page_and_others_see_none(contest):
    stranger = contest.reader(User.objects.create_user("stranger"))
    addresses = ["/", f"/clubs/{contest.evening.club}/", f"/tournaments/{contest.evening.id}/standings/", "/me/"]

    for address in addresses:
        head = contest.reader().page(address).one("header", style="head")
        assert "To decide: 1" in head.text
        assert contest.address in head.addresses()
        for other in (stranger, Reader()):
            page = other.client.get(address, follow=True)
            assert "To decide" not in page.text


def test_the_count_is_one_query_by_an_index_while_nothing_waits(contest, django_assert_num_queries):
    contest.decide(contest.reader(), "keep", why="rule")
    runner.catch_up_all()

    with django_assert_num_queries(1):
        assert count_cases(contest.evening.actor) == {}


def test_officials_of_two_clubs_choose_the_club(contest):
    other = Contest(CLAIM)
    Membership.objects.create(club_id=other.evening.club, user=contest.organiser, role="arbiter")

    head = contest.reader().page("/").one("header", style="head")

    assert "To decide: 2" in head.text
    assert {contest.address, other.address} <= set(head.addresses())


def test_cases_of_another_tournament_are_left_out(contest):
    own, none = contest.evening.id, "0199f7c0-0000-7000-8000-000000000001"

    def shown(tournament):
        return len(contest.reader().page(f"{contest.address}?tournament={tournament}").all("input", name="choice"))

    assert (shown(own), shown(none)) == (2, 0)


def test_the_desk_is_for_officials_of_this_club_alone(contest):
    player = contest.reader(contest.seats[0])

    assert player.page(contest.address, 403).headings == ["Something went wrong"]
    answer = player.client.post(f"{contest.address}{contest.match}/do/decide/", {"choice": "keep", "why": "slip"})
    assert answer.status_code in (403, 422)
    assert contest.now.state.outcome == Outcome.CONTESTED


def test_the_oldest_case_stands_first(contest):
    appeal_services.file_appeal(
        match_id=contest.match, statement="Нет.", expected=contest.now.head.seq, actor=contest.evening.actor
    )
    runner.catch_up_all()

    found = list_cases(contest.evening.actor, club=contest.evening.club)

    assert [each.is_appeal for each in found] == [False, True]
    assert [each.since for each in found] == sorted(each.since for each in found)


def test_the_desk_is_in_russian_too(contest):
    page = contest.reader(language="ru").page(contest.address)

    assert page.headings[0] == "Стол судьи"
    assert "Ждут решения: 1" in page.one("header", style="head").text


def test_a_long_list_leaves_out_what_was_settled_since_its_rows_were_written(monkeypatch):
    contest = Contest(CLAIM)
    monkeypatch.setattr(cases, "MOST_CHECKED", 0)
    impact_services.settle_result(
        match_id=contest.match, reason="Seen.", expected=contest.now.head.seq, actor=contest.evening.actor
    )

    assert list_cases(contest.evening.actor, club=contest.evening.club) == []


def test_who_decides_what_somebody_else_has_just_decided_is_told(contest):
    reader = contest.reader()
    form = reader.page(contest.address).form("decide")
    sent = {"choice": "keep", "revision": form.value("revision"), "key": form.value("key"), "why": "slip"}
    impact_services.settle_result(
        match_id=contest.match, reason="Seen.", expected=contest.now.head.seq, actor=contest.evening.actor
    )

    answer = reader.client.post(form["action"], sent)

    assert answer.status_code == 422
    assert "Somebody has already decided this." in parse(answer).text
