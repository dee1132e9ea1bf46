"""The preview page of corrections and rulings, and what pages show afterwards."""

from uuid import UUID

import pytest

from league.clubs.models import Player, User
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun, names
from tests.builders.evenings_in_memory import settings
from tests.pages import parse
from tests.web.readers import Reader, errors, hidden, refusals

pytestmark = pytest.mark.django_db


class Cup:
    """Six in a Swiss of pairs: two rounds are played, the third is published; pages of its organiser and a player."""

    def __init__(self):
        self.evening = begun(given=settings())
        self.players = self.evening.join(*names(6))
        tournament_lifecycle.start(tournament_id=self.evening.id, actor=self.evening.actor)
        for number in range(2):
            for table in self.evening.draw():
                self.evening.report(table, number)
        self.evening.draw()
        self.organiser = Reader(User.objects.get(pk=self.evening.actor.user))
        self.tournament = f"/tournaments/{self.evening.id}/"
        self.match = f"/matches/{self.evening.now.rounds[0].matches[0]}/"

    def player(self):
        user = User.objects.create_user("anna")
        seated = match_repository.load(self.match.split("/")[2]).state.opened.seats[0]
        Player.objects.filter(id=UUID(seated)).update(user=user)
        return Reader(user)

    def tried(self, act, reader=None, **fields):
        """What the page answers to the form of an act."""
        reader = reader or self.organiser
        sent = hidden(reader.page(self.match))
        return reader.client.post(f"{self.match}effects/{act}/", {**sent, **fields})

    def confirmed(self, page, **chosen):
        """The form of the page sent as it is."""
        form = next(form for form in page.forms if form.act)
        return self.organiser.post(self.match, form.act, {**form.fields, **chosen})


@pytest.fixture
def cup():
    return Cup()


def shown(answer):
    assert answer.status_code == 200, answer.text
    return parse(answer)


def test_officials_preview_what_a_ruling_would_change(cup):
    page = shown(cup.tried("void", reason="The wrong table"))

    assert page.headings[0] == "Preview of the changes"
    assert "Nothing has been changed yet." in page.text
    assert [each.text.isdigit() for each in page.all("del ins")][:2] == [True, True]
    assert "It would have been drawn differently." in page.text
    assert match_repository.load(cup.match.split("/")[2]).state.sheet.ruling is None


def test_a_decision_confirmed_with_a_policy_is_carried_out_and_shown_on_both_pages(cup):
    page = shown(cup.tried("void", reason="The wrong table"))
    assert "Recomputing undoes these rounds so that they can be redrawn: 3." in page.text

    answer = cup.confirmed(page, policy="recompute")

    assert answer.status_code == 302, errors(answer)
    assert [round_.number for round_ in cup.evening.now.rounds] == [1, 2]
    for page in (cup.organiser.page(cup.match), Reader().page(cup.tournament)):
        assert "Void (later steps recomputed)" in page.text
        assert [each.text for each in page.all("p", style="said")] == ["The wrong table"]


def test_a_ruling_can_be_previewed(cup):
    given = hidden(cup.organiser.page(f"{cup.match}appeals/"))
    sent = {**given, "kind": "void", "reason": "The wrong table", "policy": "recompute", "game": "1.1"}

    looked = shown(cup.organiser.client.post(f"{cup.match}appeals/effects/", sent))
    assert [form.fields["policy"] for form in looked.forms if "policy" in form.fields] == [["recompute"]]
    answer = cup.organiser.client.post(f"{cup.match}appeals/do/rule/", sent | {"sure": "on"})

    assert answer.status_code == 302, errors(answer)
    assert [round_.number for round_ in cup.evening.now.rounds] == [1, 2]
    page = cup.organiser.page(cup.match)
    assert "Void (later steps recomputed)" in page.text
    assert [each.text for each in page.all("p", style="said")] == ["The wrong table"]


def test_a_form_sent_twice_is_carried_out_once(cup):
    page = shown(cup.tried("void", reason="The wrong table"))

    answers = [cup.confirmed(page, policy="keep").status_code for _ in range(2)]

    assert answers == [302, 302]
    assert cup.organiser.page(cup.match).texts("strong").count("Void") == 1


def test_report_only_leaves_the_result_and_is_shown(cup):
    before = match_repository.load(cup.match.split("/")[2]).state.sheet

    cup.confirmed(shown(cup.tried("forfeit", seats=["0"], reason="Had left")), policy="report")

    assert match_repository.load(cup.match.split("/")[2]).state.sheet == before
    page = cup.organiser.page(cup.match)
    assert "Forfeit (recorded only)" in page.text
    assert [each.text for each in page.all("p", style="said")] == ["Had left"]


def test_the_preview_says_plainly_that_nothing_changes(cup):
    page = shown(cup.tried("settle", reason="The sheet says so"))

    assert "The ranking doesn’t change." in page.lines
    assert "No ratings change." in page.text


def test_the_page_is_in_russian_for_russian_readers(cup):
    cup.organiser.client.cookies["django_language"] = "ru"

    page = shown(cup.tried("void", reason="Не тот стол"))

    assert page.headings[0] == "Что изменится"
    assert "При пересчёте отменяются эти туры, и их жеребьёвка проводится заново: 3." in page.text


def test_the_form_says_why_the_ruling_would_be_refused(cup):
    answer = cup.tried("report", game="1.1", ended="out", points0=-10, points1=10)

    assert refusals(answer) == ["Game 1.1 already has a result. A correction needs a reason."]


def test_players_cannot_preview_decisions(cup):
    player = cup.player()

    page = player.page(cup.match)
    answer = cup.tried("report", reader=player, game="1.1", ended="out", points0=-10, points1=10, correction="No")

    assert "Preview the changes" not in page.texts("button")
    assert answer.status_code == 403
    assert cup.organiser.client.post(f"{cup.match}effects/confirm/").status_code == 404
    assert Reader().client.post(f"{cup.match}effects/void/").status_code == 302


def test_a_kept_final_ranking_says_that_the_results_give_a_different_one(cup):
    for table in cup.evening.now.rounds[2].tables:
        cup.evening.report(table, 0)
    tournament_lifecycle.finish(tournament_id=cup.evening.id, actor=cup.evening.actor)
    note = "although results now give a different one"
    assert note not in Reader().text(cup.tournament)

    page = shown(cup.tried("void", reason="The wrong table"))
    assert "Recomputing records a new final ranking." in page.text
    cup.confirmed(page, policy="keep")

    assert note in Reader().text(cup.tournament)


def test_a_page_with_many_differences_lists_every_player_once(cup):
    runner.catch_up_all()

    page = shown(cup.tried("void", reason="The wrong table"))

    players = [row[0] for row in page.tables[0][1:]]
    assert len(players) == len(set(players)) > 1
    assert "All clubs" in page.text
