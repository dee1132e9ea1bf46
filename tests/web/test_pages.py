"""The pages, as somebody who is not signed in sees them."""

import pytest

from league.eventlog.projections import runner
from league.matches.services import play as match_play
from tests.builders.reported import sample_table
from tests.paths import CASES

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(club):
    """A club with the sample table and an imported game: club id, series id, the two matches' ids."""
    actor, club_id, players, series = club
    by_results = sample_table(actor, club_id, players, series)
    source = (CASES / "rummikub-39-whole-game-3p-open-out.rec").read_bytes()
    by_moves = match_play.import_record(club_id=club_id, source=source, actor=actor).id
    runner.catch_up_all()
    return club_id, series, by_results, by_moves


def shown(client, address, status=200):
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_home_page_links_to_clubs_and_matches(client, played):
    club_id, _, by_results, _ = played

    page = shown(client, "/")

    assert f'href="/clubs/{club_id}/"' in page
    assert f'href="/matches/{by_results}/"' in page


def test_a_club_shows_its_series_matches_and_players(client, played):
    club_id, series, _, by_moves = played

    page = shown(client, f"/clubs/{club_id}/")

    assert all(part in page for part in ("Ладья", f"/series/{series}/", f"/matches/{by_moves}/", "<bdi>Б</bdi>"))


def test_a_match_shows_its_score_by_game_and_in_total(client, played):
    _, _, by_results, _ = played

    page = shown(client, f"/matches/{by_results}/")

    cells = [
        [cell.partition(">")[2].partition("<")[0] for cell in row.split("<td")[1:]] for row in page.split("<tr")[2:]
    ]
    assert cells == [
        ["24", "-5", "-16", "-3"],
        ["-6", "-11", "22", "-5"],
        ["-32", "-13", "-2", "47"],
        ["-10", "-25", "41", "-6"],
        ["-24", "-54", "45", "33"],
        ["1", "0", "2", "1"],
    ]


def test_the_standings_of_a_series_are_in_order(client, played):
    page = shown(client, f"/series/{played[1]}/")

    names = [part.partition("</bdi>")[0] for part in page.split('<th scope="row"><bdi>')[1:]]
    assert names == ["В", "Г", "А", "Б"]


def test_the_replay_shows_each_step_and_the_position_after_it(client, played):
    page = shown(client, f"/matches/{played[3]}/replay/?at=4")

    assert "<strong><bdi>Seat 0</bdi></strong>: Plays o5,r5,b5  r8,r9,J." in page
    assert "<span>o5,r5,b5</span> <span>r8,r9,J</span>" in page


@pytest.mark.parametrize("at", ["x", "-1", "²", "9" * 30])
def test_an_invalid_step_shows_the_last_one(client, played, at):
    assert 'aria-current="step"' in shown(client, f"/matches/{played[3]}/replay/?at={at}")


def test_unknown_pages_answer_404(client, played):
    nobody = "00000000-0000-0000-0000-000000000000"

    for address in (f"/matches/{nobody}/", f"/clubs/{nobody}/", "/nowhere/", f"/matches/{played[3]}/replay/?at=9999"):
        assert "Something went wrong" in shown(client, address, 404)


def test_names_are_shown_as_typed_and_never_as_markup(client, club):
    actor, club_id, *_ = club
    head = "ludex: 1\ngame: rummikub\nrules: 1\nlog: open\nseats: <script>alert(1)</script> | محمد\nrounds: 1\n\n"

    done = match_play.import_record(club_id=club_id, source=head + "== 1.1\n* deal 0\n", actor=actor)

    page = shown(client, f"/matches/{done.id}/")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>" not in page
