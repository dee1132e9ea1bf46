"""The pages for anonymous readers."""

import pytest

from league.eventlog.projections import runner
from league.matches.services import play as match_play
from tests.builders.reported import sample_table
from tests.paths import CASES
from tests.web.readers import Reader

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


def test_the_home_page_links_to_clubs_and_matches(played):
    club_id, _, by_results, _ = played

    page = Reader().page("/")

    assert page.link("Ладья") == f"/clubs/{club_id}/"
    assert f"/matches/{by_results}/" in page.addresses()


def test_a_club_shows_its_series_matches_and_players(played):
    club_id, series, _, by_moves = played

    page = Reader().page(f"/clubs/{club_id}/")

    assert page.headings[0] == "Ладья"
    assert {f"/series/{series}/", f"/matches/{by_moves}/"} <= set(page.addresses())
    assert page.section("Players").texts("li") == ["А", "Б", "В", "Г"]


def test_a_match_shows_its_score_by_game_and_in_total(played):
    _, _, by_results, _ = played

    assert Reader().page(f"/matches/{by_results}/").table == [
        ["Round and game", "А", "Б", "В", "Г"],
        ["1.1", "24 (won)", "−5", "−16", "−3"],
        ["1.2", "−6", "−11", "22 (won)", "−5"],
        ["1.3", "−32", "−13", "−2", "47 (won)"],
        ["1.4", "−10", "−25", "41 (won)", "−6"],
        ["Points", "−24", "−54", "45", "33"],
        ["Games won", "1", "0", "2", "1"],
    ]


def test_the_standings_of_a_series_are_in_order(played):
    page = Reader().page(f"/series/{played[1]}/")

    assert [row[1] for row in page.tables[0][1:]] == ["В", "Г", "А", "Б"]


def test_the_replay_shows_each_step_and_the_position_after_it(played):
    page = Reader().page(f"/matches/{played[3]}/replay/?at=4")

    assert page.one("p", style="now").text == "1.1 Seat 1: Plays o5,r5,b5 r8,r9,J."
    [position] = page.all("section div", style="position")
    assert position.described("table").texts("span") == ["o5,r5,b5", "r8,r9,J"]


@pytest.mark.parametrize("at", ["x", "-1", "²", "9" * 30])
def test_an_invalid_step_shows_the_last_one(played, at):
    steps = Reader().page(f"/matches/{played[3]}/replay/?at={at}").one("ol", style="step-list").all("li")

    assert [step.get("aria-current") for step in steps[-2:]] == ["", "step"]


def test_unknown_pages_answer_404(played):
    nobody = "00000000-0000-0000-0000-000000000000"

    for address in (f"/matches/{nobody}/", f"/clubs/{nobody}/", "/nowhere/", f"/matches/{played[3]}/replay/?at=9999"):
        assert Reader().page(address, 404).headings == ["Something went wrong"]


def test_names_are_shown_as_typed_and_never_as_markup(club):
    actor, club_id, *_ = club
    head = "ludex: 1\ngame: rummikub\nrules: 1\nlog: open\nseats: <script>alert(1)</script> | محمد\nrounds: 1\n\n"

    done = match_play.import_record(club_id=club_id, source=head + "== 1.1\n* deal 0\n", actor=actor)

    page = Reader().page(f"/matches/{done.id}/")
    assert page.table[0] == ["Round and game", "<script>alert(1)</script>", "محمد"]
    assert page.one("main").all("script") == []
