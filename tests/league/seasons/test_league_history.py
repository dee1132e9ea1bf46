"""The history of a league: reasons, previous values, and nothing about drafts."""

import msgspec
import pytest

from league.clubs.models import User
from league.clubs.sessions import actor
from league.common.actor import NOBODY
from league.history.authors import Author
from league.seasons import history as season_history
from league.seasons import services as season_services
from league.seasons.domain.rules import SeasonRules
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.clubs import appoint
from tests.builders.evenings import preset
from tests.builders.season_clubs import POINTS, SeasonClub
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def told(club, reader=NOBODY):
    """What a reader is told, the oldest first."""
    lines = season_history.history(club.league, reader)
    return lines.serialize(lines.rows)[::-1]


@pytest.fixture
def club():
    return SeasonClub()


def test_every_rule_of_a_season_has_a_name():
    assert set(season_history.RULES) == set(SeasonRules.__struct_fields__)


def test_a_change_of_rules_shows_old_and_new_values_author_and_reason(club):
    rules = msgspec.structs.replace(POINTS, drop=1, shared="best")
    club.do(season_services.change_season, number=1, name="2026", rules=rules, reason="As voted.")

    last = told(club)[-1]

    assert (last.text, last.reason, last.season) == ("Season 2026 was changed.", "As voted.", 1)
    assert last.by == Author("organiser", None, False)
    assert [(each.title, each.old_text, each.new_text) for each in last.changes] == [
        ("Points for shared places", "the average of those places", "the points of the best place"),
        ("Worst results dropped", "0", "1"),
    ]
    assert told(club, club.actor)[-1].by == Author("organiser", "organiser", True)


def test_only_officials_see_a_tournament_in_preparation(club):
    settings = preset("rummikub", "evening")
    hidden = tournament_lifecycle.create(
        club_id=club.id, name="Secret", game="rummikub", settings=settings, actor=club.actor
    ).id
    club.do(season_services.attach, number=1, tournament_id=hidden)
    club.do(season_services.detach, number=1, tournament_id=hidden, reason="Too early.")
    keeper = User.objects.create_user("keeper")
    appoint(club_id=club.id, username="keeper", role="scorekeeper", actor=club.actor)

    public, official = told(club), told(club, actor(keeper.pk))

    assert "Secret" not in str(public)
    assert hidden not in str(public)
    assert [each.text for each in official[-2:]] == [
        "Secret counts towards season 2026.",
        "Secret no longer counts towards season 2026.",
    ]
    assert official[-1].reason == "Too early."

    tournament_lifecycle.open_registration(tournament_id=hidden, actor=club.actor)

    assert [each.reason for each in told(club)[-2:]] == [None, "Too early."]


def test_the_history_page_shows_why_a_season_was_reopened(club):
    club.do(season_services.close, number=1)
    club.do(season_services.reopen, number=1, reason="A <typo>.")

    address = Reader().page(f"/leagues/{club.league}/").link("History")
    page = Reader().page(address)

    assert address == f"/leagues/{club.league}/history/"
    assert "Season 2026 was reopened." in page.lines
    assert "A <typo>." in page.texts("p", style="said")
