"""Corrections and rulings for readers: what, by whom, why, and the previous result."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from games.engine import Stated
from league.clubs.models import Player, User
from league.clubs.sessions import actor
from league.common.actor import NOBODY
from league.impact import services as results
from league.matches import repository as match_repository
from league.matches.domain.corrections import GameFigures
from league.matches.queries.corrections import DecisionAuthor, GameCorrection, OutcomeChange, list_decisions
from league.matches.queries.detail import match_detail
from league.tournaments.queries import rounds
from league.tournaments.services import entries
from tests.builders.clubs import appoint, of_four
from tests.builders.evenings import started
from tests.builders.reported import Table

pytestmark = pytest.mark.django_db

BY = DecisionAuthor("organiser", None, False, None)


@pytest.fixture
def table():
    table = Table(of_four(), tournament_id=None)
    table.play()
    return table


def test_a_correction_has_game_old_and_new_result_author_time_and_reason(table):
    table.report(8, -8, correction="A tile was counted twice.")

    (found,) = list_decisions(table.id, NOBODY)

    at = match_repository.load(table.id).head.at
    assert (found.at, found.decision, found.reason, found.by) == (at, "correct", "A tile was counted twice.", BY)
    old, new = (GameFigures(points, (0,), "out") for points in ((5, -5), (8, -8)))
    assert found.games == [GameCorrection(1, 1, old, new, "5 : -5", "8 : -8")]
    assert found.outcome == OutcomeChange("confirmed", "confirmed")


def test_the_match_detail_contains_its_corrections(table):
    table.report(8, -8, correction="A tile was counted twice.")

    assert match_detail(table.id, NOBODY).corrections == list_decisions(table.id, NOBODY)
    assert [each.reason for each in match_detail(table.id, NOBODY).corrections] == ["A tile was counted twice."]


def test_a_seat_that_corrects_its_own_report_is_named():
    table = Table(of_four(), tournament_id=None)
    table.play(actor=table.seats[1])

    table.report(8, -8, actor=table.seats[1], correction="A slip.")

    (found,) = list_decisions(table.id, NOBODY)
    assert found.by == DecisionAuthor("player", "Б", False, 1)


def test_organisers_see_the_account_and_officials_see_that_it_was_them(table):
    appoint(
        club_id=table.club, username=User.objects.create_user("judge").username, role="arbiter", actor=table.official
    )
    judge = actor(User.objects.get(username="judge").pk)
    table.do(results.void_match, judge, reason="Fire.")

    shown = [list_decisions(table.id, reader)[0].by for reader in (NOBODY, judge, table.official)]

    assert shown == [
        DecisionAuthor("arbiter", None, False, None),
        DecisionAuthor("arbiter", None, True, None),
        DecisionAuthor("arbiter", "judge", False, None),
    ]
    assert list_decisions(table.id, NOBODY)[0].outcome == OutcomeChange("confirmed", "void")


def test_erased_people_are_pseudonyms():
    table = Table(of_four(), tournament_id=None)
    table.play(actor=table.seats[1])
    table.report(8, -8, actor=table.seats[1], correction="A slip.")
    Player.objects.filter(id=table.players[1]).update(mark="AB12", name="", user=None)

    (found,) = list_decisions(table.id, table.official)

    assert found.by.name == "Former player AB12"


def test_a_withdrawal_shows_that_the_player_withdrew():
    evening = started(2, slug="knock-out")
    (table,) = evening.draw()
    anna = User.objects.create_user("anna")
    Player.objects.filter(id=table.seats[0]).update(user=anna)

    entries.withdraw(tournament_id=evening.id, entrant=table.seats[0], actor=actor(anna.pk), reason="The last tram.")

    (found,) = list_decisions(table.match, evening.actor)
    assert (found.decision, found.reason) == ("forfeit", "The last tram.")
    assert (found.by.role, found.by.name) == ("player", Player.objects.get(id=table.seats[0]).name)


def test_corrections_of_a_tournament_name_their_tables_and_skip_matches_without_any():
    evening = started(8)
    tables = evening.draw()
    for each in tables:
        evening.report(each)
    corrected = tables[1].match
    results.report_result(
        match_id=corrected,
        place=(1, 2),
        stated=Stated((-10, -10, -10, 30), "out"),
        expected=match_repository.load(corrected).head.seq,
        correction="The sheet.",
        actor=evening.actor,
    )

    with CaptureQueriesContext(connection) as queries:
        found = rounds.list_decisions(evening.id, NOBODY)

    assert [(each.round, each.table, each.match, each.reason) for each in found] == [(1, 2, corrected, "The sheet.")]
    assert rounds.list_decisions(evening.id, NOBODY, 1) == found
    assert rounds.list_decisions(evening.id, NOBODY, 2) == []
    (read,) = (query["sql"] for query in queries if "<> ALL" in query["sql"])
    assert read.count("match-") == 1


def test_the_reason_for_a_corrected_end_is_in_the_readers_language(table):
    table.do(results.report_result, place=(1, 1), stated=Stated((5, -5), "stuck"), correction="Nobody went out.")

    shown = {}
    for language in ("en", "ru"):
        with override(language):
            (found,) = list_decisions(table.id, NOBODY)
            shown[language] = found.games[0].old_text

    assert shown["en"] == "5 : -5 (a rack is empty)"
    assert shown["ru"].startswith("5 : -5 (")
    assert shown["ru"] != shown["en"]
