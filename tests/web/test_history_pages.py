"""The history page of a tournament, and notes on other pages about manual changes."""

import pytest

from games.engine import Stated
from league.clubs.models import User
from league.common.actor import NOBODY
from league.eventlog.projections import runner
from league.history.authors import Author
from league.impact import services as impact_services
from league.matches import repository as match_repository
from league.tournaments.queries.rounds import round_detail
from league.tournaments.services import lifecycle as tournament_lifecycle
from league.tournaments.services import settings as tournament_settings
from tests.builders.evenings import named, started
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return started(4)


def organiser(evening):
    return Reader(User.objects.get(id=evening.actor.user))


def turn(evening, reason):
    """Turn the seats of the one table of the draft round."""
    (table,) = evening.now.rounds[-1].tables
    tournament_lifecycle.change_draft(
        tournament_id=evening.id,
        tables_of={0: [table.seats[::-1]]},
        out={},
        reason=reason,
        actor=evening.actor,
        expected=evening.revision,
    )


def test_the_tournament_page_links_to_its_history(evening):
    address = f"/tournaments/{evening.id}/"

    assert Reader().page(address).link("History") == f"{address}history/"
    assert "The tournament started. Entrants: 4." in Reader().page(f"{address}history/").lines


def test_an_annulled_round_stays_in_the_history_with_its_reason_and_results(evening):
    (table,) = evening.draw()
    evening.report(table)
    tournament_lifecycle.annul_round(tournament_id=evening.id, actor=evening.actor, reason="The <wrong> field.")

    page = Reader().page(f"/tournaments/{evening.id}/history/").lines

    taken = page.index("Round 1 was undone.")
    assert page[taken + 3 : taken + 6] == ["an organiser", "The <wrong> field.", "Table 1"]
    assert sum("Игрок" in line for line in page[taken : taken + 25]) == 4


def test_a_change_of_settings_shows_old_and_new_values(evening):
    tournament_settings.change(
        tournament_id=evening.id,
        actor=evening.actor,
        expected=evening.revision,
        settings={"capacity": 12},
        reason="Chairs.",
    )

    last = Reader().page(f"/tournaments/{evening.id}/history/").one("ol", style="history").all("li")[0]

    assert (last.one("s").text, last.one("strong").text) == ("–", "12")
    assert last.texts("p", style="said") == ["Chairs."]
    assert last.texts("li") == ["Capacity: – → 12"]


def test_organisers_see_the_account_of_an_author_and_authors_see_their_own_actions(evening):
    address = f"/tournaments/{evening.id}/history/"
    name = User.objects.get(id=evening.actor.user).username

    public, own = Reader().page(address), organiser(evening).page(address)
    assert set(public.one("ol", style="history").texts("bdi")) == {"an organiser"}
    assert name not in public.text
    assert set(own.one("ol", style="history").texts("bdi")) == {"you"}


def test_the_history_is_paginated(evening):
    for number in range(60):
        tournament_settings.change(
            tournament_id=evening.id,
            actor=evening.actor,
            expected=evening.revision,
            name=f"Осень {number}",
            reason="Again.",
        )

    first = Reader().page(f"/tournaments/{evening.id}/history/").lines
    second = Reader().page(f"/tournaments/{evening.id}/history/?page=2").lines

    assert first.count("The settings were changed.") == 50
    assert second.count("The settings were changed.") == 10
    assert "The tournament was created as a draft." in second


def test_a_round_says_that_its_draft_was_changed_by_hand_and_why(evening):
    tournament_lifecycle.draw_round(tournament_id=evening.id, actor=evening.actor)
    turn(evening, "They asked.")
    address = f"/tournaments/{evening.id}/rounds/1/"
    assert Reader().page(address, 404).headings[0] == "Something went wrong"
    assert "They asked." not in Reader().text(f"/tournaments/{evening.id}/history/")

    tournament_lifecycle.publish_round(tournament_id=evening.id, actor=evening.actor)

    for page in (Reader().page(address), Reader().page(f"/tournaments/{evening.id}/history/")):
        assert page.texts("p", style="said") == ["They asked."]
    assert "An organiser changed the draft of this round before it was published." in Reader().text(address)


def test_a_round_published_as_drawn_shows_no_note(evening):
    evening.draw()

    assert "Changed by hand" not in Reader().text(f"/tournaments/{evening.id}/rounds/1/")


def test_a_decided_tie_is_shown_beside_the_result():
    evening = started(4, slug="knock-out")
    level = evening.draw()[0]
    evening.report(level)  # each wins a game
    order = level.seats[::-1]
    tournament_lifecycle.decide_tie(
        tournament_id=evening.id, number=1, table=1, order=order, reason="Sudden death.", actor=evening.actor
    )

    runner.catch_up_all()

    round_, match = Reader().page(f"/tournaments/{evening.id}/rounds/1/"), Reader().page(f"/matches/{level.match}/")
    decision = round_detail(evening.id, 1, NOBODY).tables[0].decision

    for page in (round_, match):
        assert f"Tied. The order was decided: {', '.join(map(named, order))}." in page.texts("p")
        assert page.texts("p", style="said") == ["Sudden death."]
    assert (decision.order, decision.reason) == (list(order), "Sudden death.")
    assert decision.by == Author("organiser", None, you=False)


def test_match_and_round_pages_show_each_correction_with_the_previous_result(evening):
    (table,) = evening.draw()
    evening.report(table)
    impact_services.report_result(
        match_id=table.match,
        place=(1, 1),
        stated=Stated((-10, -10, -10, 30), "out"),
        expected=match_repository.load(table.match).head.seq,
        correction="The <sheet>.",
        actor=evening.actor,
    )

    for address in (f"/matches/{table.match}/", f"/tournaments/{evening.id}/rounds/1/", f"/tournaments/{evening.id}/"):
        section = Reader().page(address).section("Corrections and rulings")
        assert "Game 1.1: 30 : -10 : -10 : -10 → -10 : -10 : -10 : 30" in section.text
        assert section.texts("s") == ["30 : -10 : -10 : -10"]
        assert section.texts("p", style="said") == ["The <sheet>."]
        assert section.one("p", style="note").text.endswith(", an organiser")


def test_a_void_match_shows_its_previous_outcome_and_a_finding_shows_the_right_result(evening):
    (table,) = evening.draw()
    evening.report(table)
    expected = match_repository.load(table.match).head.seq
    impact_services.report_result(
        match_id=table.match,
        place=(1, 1),
        stated=Stated((-10, -10, -10, 30), "out"),
        expected=expected,
        correction="Too late.",
        actor=evening.actor,
        policy="report",
    )
    impact_services.void_match(match_id=table.match, reason="Fire.", expected=expected + 1, actor=evening.actor)

    page = Reader().page(f"/matches/{table.match}/")

    assert "Game 1.1: 30 : -10 : -10 : -10, should be -10 : -10 : -10 : 30" in page.text
    assert "Match: Confirmed → Void – doesn’t count" in page.text
    assert page.texts("s") == ["Confirmed"]
