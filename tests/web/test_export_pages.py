"""Links to files: the export of a club, and a tournament as JSON and CSV."""

import pytest

from games.engine import Level
from league.clubs.models import User
from league.matches.services import play as match_play
from tests.builders.clubs import appoint, of_four
from tests.builders.evenings import started
from tests.pages import parse
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def test_a_tournament_links_to_its_standings_as_csv_and_json():
    evening = started(4)
    evening.draw()
    tournament = f"/tournaments/{evening.id}/"
    page, standings = Reader().page(tournament), Reader().page(f"{tournament}standings/")

    texts = ("Standings (CSV)", "Standings (JSON)", "Full tournament data (JSON)")
    answers = [Reader().client.get(page.link(text)) for text in texts]
    same = Reader().client.get(standings.link("JSON"))

    kinds = [(answer.status_code, answer.headers["Content-Type"].partition(";")[0]) for answer in answers]
    assert kinds == [(200, "text/csv"), (200, "application/json"), (200, "application/json")]
    assert same.json() == answers[1].json()
    assert answers[2].json()["id"] == evening.id


def test_standings_after_a_round_link_to_json_of_that_round():
    evening = started(4)
    evening.draw()

    link = Reader().page(f"/tournaments/{evening.id}/standings/?upto=1").link("JSON")

    assert Reader().client.get(link).json()["upto"] == 1


def club():
    """A club with four players, as a reader who organises it; its address, and who and what it is."""
    actor, club_id, players, _ = of_four()
    return Reader(User.objects.get(pk=actor.user)), f"/clubs/{club_id}/", (actor, club_id, players)


def test_organisers_save_their_club_on_its_page():
    organiser, address, _ = club()
    [ask] = organiser.page(address).addresses("/export/")
    links = organiser.page(ask).addresses("/export/file/")

    saved = [organiser.client.get(link) for link in links]

    assert [answer.headers["Content-Disposition"] for answer in saved] == ['attachment; filename="club.jsonl"'] * 2
    first = saved[0].content
    assert first.startswith(b'{"type":"club","format":1,')
    assert first == organiser.client.get(f"/api/v1{address}export/").content


def test_a_club_is_not_saved_with_the_secrets_of_a_running_match():
    organiser, address, (actor, club_id, players) = club()
    match_play.open_match(
        club_id=club_id,
        game="rummikub",
        level=Level.FULL,
        dealing="server",
        seats=players,
        actor=actor,
    )

    refused = organiser.client.get(f"{address}export/file/")
    without = organiser.client.get(f"{address}export/file/?running=leave_out")

    assert refused.status_code == 409
    assert parse(refused).addresses("/export/file/") == [f"{address}export/file/?running=leave_out"]
    assert without.status_code == 200


@pytest.mark.parametrize("role", [None, "scorekeeper", "arbiter"])
def test_only_organisers_can_save_a_club(role):
    _, address, (actor, club_id, _) = club()
    reader = Reader(User.objects.create_user("somebody"))
    if role is not None:
        appoint(club_id=club_id, username="somebody", role=role, actor=actor)

    assert reader.page(address).addresses("/export/") == []
    assert [reader.client.get(f"{address}export/{path}").status_code for path in ("", "file/")] == [403, 403]
    assert [Reader().client.get(f"{address}export/{path}").status_code for path in ("", "file/")] == [403, 403]
