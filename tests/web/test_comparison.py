"""As reported beside as contested, on the arbiter page and on an appeal, and steps and appeals on paper."""

import pytest
from django.urls import reverse

from games.engine import Stated
from league.appeals import services as appeal_services
from league.clubs.models import User
from league.impact import services as results
from league.matches import repository as match_repository
from league.matches.services import play as match_play
from tests.builders.clubs import founded
from tests.builders.disputes import Dispute
from tests.builders.reported import Table
from tests.games.records.texts import JOKER
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db

SAID = "Белая ворона взяла две фишки."


@pytest.fixture
def done():
    """An imported match of a club: its organiser, and the id."""
    actor, club = founded()
    match = match_play.import_record(club_id=club, source=JOKER, actor=actor).id
    return User.objects.get(id=actor.user), match


def sides(page):
    """The steps of both sides, and the sets with a frame on each."""
    found = [each for each in page.one("div", style="compared").all("section") if each.all("ol")]
    steps = [side.texts("li") for side in found]
    framed = [
        [image.get("aria-label") for image in side.all(role="img") if image.get("aria-label").startswith("differs: ")]
        for side in found
    ]
    return steps, framed


def test_a_line_stands_beside_what_was_reported_with_the_first_difference(done):
    user, match = done
    line = "1 play +r1,r2,r3 +o11,k11,b11\n0 draw"

    page = Reader(user).page(reverse("web:arbiter", args=[match, 5], query={"line": line, "start": "before"}))

    steps, framed = sides(page)
    assert steps == [
        [
            "5 Seat 2: Plays r1,r2,r3 b11,k11,o11.",
            "6 Seat 1: Plays r5 r6 k10 and rearranges r10,b10,J into r10,b10,k10 J,r5,r6. first difference",
        ],
        ["5 Seat 2: Plays r1,r2,r3 o11,k11,b11.", "6 Seat 1: Draws a tile. first difference"],
    ]
    assert framed == [
        [
            "differs: joker as red 4, red 5, red 6",
            "differs: blue 10, red 10, black 10",
            "differs: 8 × hidden tile",
        ],
        ["differs: blue 10, red 10, joker as 10", "differs: 12 × hidden tile"],
    ]


def test_a_refused_move_is_the_difference_at_the_position_before_it(done):
    user, match = done

    page = Reader(user).page(
        reverse("web:arbiter", args=[match, 5], query={"line": "1 play +r1,r2,r4", "start": "before"})
    )

    (_, [step]), (_, framed) = sides(page)
    assert step == "5 Seat 2: play +r1,r2,r4 (refused) first difference"
    assert framed == ["differs: 14 × hidden tile"]


def test_the_same_moves_have_no_difference(done):
    user, match = done

    page = Reader(user).page(
        reverse("web:arbiter", args=[match, 5], query={"line": "1 play +b11,k11,o11 +r1,r2,r3", "start": "before"})
    )

    assert sides(page)[1] == [[], []]
    assert "Both are the same so far." in page.texts("p")


def test_a_line_after_the_last_step_has_nothing_beside_it(done):
    user, match = done

    page = Reader(user).page(reverse("web:arbiter", args=[match, 6], query={"line": "1 draw", "start": "after"}))

    assert page.all("div", style="compared") == []
    assert page.all("div", style="tried") != []


class TestAppeal:
    @pytest.fixture
    def dispute(self):
        match_repository.forget()
        dispute = Dispute()
        dispute.play(2)
        return dispute

    def path(self, dispute, **more):
        return f"/matches/{dispute.id}/appeals/{dispute.file(statement=SAID, **more)}/"

    def test_officials_put_the_moves_that_should_have_been_beside_the_contested_one(self, dispute):
        path = self.path(dispute, revision=4)
        arbiter = Reader(dispute.users["arbiter"])

        (seat,) = [move.seat for move in dispute.now.games[-1].moves if move.revision == 4]

        page = arbiter.page(f"{path}?line={seat}+play+%2Br1,r2,r3")
        wrong = arbiter.page(f"{path}?line=x")

        (reported, contested), _ = sides(page)
        assert [step.endswith("first difference") for step in (*reported, *contested)] == [True, True]
        assert wrong.alerts == ["Line 1: 'x' is not a key, a heading or a move."]
        assert arbiter.page(path).all("div", style="compared") == []
        assert "As reported, as contested" not in Reader(dispute.users["anna"]).page(path).headings

    def test_an_appeal_is_printed_with_its_board_and_its_ruling(self, dispute):
        path = self.path(dispute, revision=4)
        arbiter = Reader(dispute.users["arbiter"])
        paper = arbiter.page(path).link("Print")

        before = arbiter.page(paper)
        dispute.take(path.split("/")[4])
        dispute.rule(appeal=path.split("/")[4])
        after = arbiter.page(paper)

        assert len(before.all("div", style="board")) == 1
        assert before.one("blockquote").text == SAID
        assert "Ruling" not in before.headings
        assert after.headings[-1] == "Ruling"
        assert "Так решено." in after.text
        assert SAID not in Reader().page(paper).text

    def test_an_appeal_against_a_contested_result_shows_both_versions(self, club):
        table = Table(club, 2)
        table.report(5, -5, actor=table.seats[0])
        table.do(
            results.contest_result,
            table.seats[1],
            reason="Наоборот.",
            claims=[((1, 1), Stated((-5, 5), "out"))],
        )
        table.do(appeal_services.file_appeal, table.seats[1], statement=SAID)
        appeal = next(iter(match_repository.load(table.id).state.disputes.appeals))

        page = Reader().page(f"/matches/{table.id}/appeals/{appeal}/")

        assert page.table[1:] == [["А", "won 5", "−5"], ["Б", "−5", "won 5"]]


def test_a_step_is_printed_as_its_viewer_may_see_it(done):
    user, match = done
    reader = Reader(user)
    paper = reader.page(f"/matches/{match}/replay/?at=5").link("Print")

    page = reader.page(paper)

    assert page.headings[0] == "Rummikub, 1.1: step 5 of 6"
    assert "Seat 2: Plays r1,r2,r3 b11,k11,o11." in page.texts("p", style="now")
    assert [image.get("aria-label") for image in page.one("section", style="z-sets").all(role="img")] == [
        "red 1 (new), red 2 (new), red 3 (new)",
        "blue 10, red 10, joker as 10",
        "blue 11 (new), black 11 (new), orange 11 (new)",
    ]
    assert page.text.count("new here in this step") == 1
