"""The history of a tournament as a page, and what its other pages say of what was done by hand."""

import re

import pytest

from games.engine import Stated
from league.clubs.models import User
from league.common.actor import NOBODY
from league.eventlog.projections import runner
from league.history.authors import Author
from league.impact import services as impact_services
from league.matches import repository as match_repository
from league.tournaments import repository as tournament_repository
from league.tournaments.queries.rounds import round_detail
from league.tournaments.services import lifecycle as tournament_lifecycle
from league.tournaments.services import settings as tournament_settings
from tests.builders.evenings import started
from tests.web.readers import Reader, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return started(4)


def revision(evening):
    return tournament_repository.tournaments.load(evening.id).head.seq


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
        expected=revision(evening),
    )


def test_the_tournament_page_links_to_its_history(evening):
    address = f"/tournaments/{evening.id}/"

    assert f'href="{address}history/"' in Reader().text(address)
    assert "The tournament started. Entrants: 4." in Reader().text(f"{address}history/")


def test_an_annulled_round_stays_in_the_history_with_its_reason_and_results(evening):
    (table,) = evening.draw()
    evening.report(table)
    tournament_lifecycle.annul_round(tournament_id=evening.id, actor=evening.actor, reason="The <wrong> field.")

    page = text_of(Reader().client.get(f"/tournaments/{evening.id}/history/"))

    taken = page.index("Round 1 was undone.")
    assert page[taken + 3 : taken + 6] == ["an organiser", "The <wrong> field.", "Table 1"]
    assert sum("Игрок" in line for line in page[taken : taken + 25]) == 4


def test_a_change_of_settings_shows_old_and_new_values(evening):
    tournament_settings.change(
        tournament_id=evening.id,
        actor=evening.actor,
        expected=revision(evening),
        settings={"capacity": 12},
        reason="Chairs.",
    )

    page = Reader().text(f"/tournaments/{evening.id}/history/")

    assert "Capacity: <s><bdi>–</bdi></s> → <strong><bdi>12</bdi></strong>" in page
    assert "Chairs." in page


def test_organisers_see_the_account_of_an_author_and_authors_see_their_own_actions(evening):
    address = f"/tournaments/{evening.id}/history/"
    name = User.objects.get(id=evening.actor.user).username

    assert "<bdi>an organiser</bdi>" in Reader().text(address)
    assert name not in Reader().text(address)
    assert "<bdi>you</bdi>" in organiser(evening).text(address)


def test_the_history_is_paginated(evening):
    for number in range(60):
        tournament_settings.change(
            tournament_id=evening.id,
            actor=evening.actor,
            expected=revision(evening),
            name=f"Осень {number}",
            reason="Again.",
        )

    first = Reader().text(f"/tournaments/{evening.id}/history/")
    second = Reader().text(f"/tournaments/{evening.id}/history/?page=2")

    assert first.count("The settings were changed.") == 50
    assert second.count("The settings were changed.") == 10
    assert "The tournament was created as a draft." in second


def test_a_round_says_that_its_draft_was_changed_by_hand_and_why(evening):
    tournament_lifecycle.draw_round(tournament_id=evening.id, actor=evening.actor)
    turn(evening, "They asked.")
    address = f"/tournaments/{evening.id}/rounds/1/"
    Reader().text(address, 404)
    assert "They asked." not in Reader().text(f"/tournaments/{evening.id}/history/")

    tournament_lifecycle.publish_round(tournament_id=evening.id, actor=evening.actor)

    for page in (Reader().text(address), Reader().text(f"/tournaments/{evening.id}/history/")):
        assert "They asked." in page
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

    page = Reader().text(f"/tournaments/{evening.id}/rounds/1/")
    decision = round_detail(evening.id, 1, NOBODY).tables[0].decision

    assert re.search(r"Tied. The order was decided: Игрок \d, Игрок \d\.", page)
    assert "Sudden death." in page
    match = Reader().text(f"/matches/{level.match}/")
    assert "Tied. The order was decided: " in match
    assert "Sudden death." in match
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
        page = Reader().text(address)
        assert "Game 1.1: <s>30 : -10 : -10 : -10</s> → <strong>-10 : -10 : -10 : 30</strong>" in page
        assert "The &lt;sheet&gt;." in page
        assert "<bdi>an organiser</bdi>" in page


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

    page = Reader().text(f"/matches/{table.match}/")

    assert "Game 1.1: 30 : -10 : -10 : -10, should be -10 : -10 : -10 : 30" in page
    assert "Match: <s>Confirmed</s> → <strong>Void – doesn’t count</strong>" in page
