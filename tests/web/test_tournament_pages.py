"""Whole tournaments of every kind, run on pages only."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.registry import engines
from league.clubs.models import Player
from league.eventlog.projections import runner
from league.tournaments.models import TournamentRow
from tests.builders.evenings import names
from tests.builders.evenings_by_pages import (
    check_everybody_in,
    created,
    imported,
    level,
    matches_of,
    missing,
    ranking,
    report,
    run_to_the_end,
)
from tests.pages import parse
from tests.sheets import sheet_rows
from tests.web.readers import Reader, hidden

pytestmark = pytest.mark.django_db


def test_the_club_page_leads_to_a_new_tournament_of_every_game(organiser):
    club, *_ = organiser.page("/").addresses("/clubs/")
    (new,) = organiser.page(club).addresses("/new-tournament/")

    games = organiser.page(new).all("button", style="choice")

    assert [game["formaction"] for game in games] == [f"?game={game}" for game in engines()]


def test_a_whole_evening_is_run_on_pages_alone(organiser):
    tournament = created(organiser)
    page = imported(organiser, tournament, "\n".join(names(7)))
    assert [row[2] for row in page.table[1:]] == ["new player"] * 7
    check_everybody_in(organiser, tournament)
    assert "Next step" in organiser.page(tournament).headings
    organiser.done(tournament, "start")

    for number in range(1, 5):
        round_ = organiser.done(tournament, "draw")
        assert round_ == f"{tournament}rounds/{number}/"
        organiser.done(tournament, "publish")
        assert organiser.page(tournament).one("section", style="next").link("Enter results") == f"{round_}results/"
        assert [text.startswith("Enter the result") for _, text in organiser.page(round_).links].count(True) == 2
        for match in matches_of(organiser, round_):
            report(organiser, match)
    corrected = next(each for each in matches_of(organiser, round_) if organiser.page(each).all("input", name="racks3"))
    organiser.done(
        corrected,
        "report",
        game="1.1",
        ended="out",
        correction="Counted again.",
        **{f"points{seat}": points for seat, points in enumerate((-10, 30, -10, -10))},
    )
    organiser.done(tournament, "finish")

    page = organiser.page(tournament)
    assert "Rummikub finished" in page.texts("p")
    assert "Next step" not in page.headings
    assert sorted(ranking(organiser, tournament)) == list(names(7))
    players = organiser.page(f"{tournament}standings/").all("table")[0].addresses("/entrants/")
    assert len(players) == 7
    assert "Round 1, table" in organiser.text(players[0])
    shown = organiser.page(f"{tournament}standings/")
    for table in ("Standings", "Crosstable"):
        text = organiser.client.get(shown.link(f"{table} (CSV)")).text
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
        assert len(rows) == 8
        for kind in ("XLSX", "ODS"):
            found = sheet_rows(organiser.client.get(shown.link(f"{table} ({kind})")).content)
            assert [row[rows[0].index("name")] for row in found] == [row[rows[0].index("name")] for row in rows]


def test_pasted_names_keep_their_line_numbers_and_headings_are_recognised(organiser):
    tournament = created(organiser)

    plain = parse(organiser.client.post(f"{tournament}people/", {"names": "Анна\n\nБорис"}))
    headed = parse(organiser.client.post(f"{tournament}people/", {"names": "Имя\nАнна"}))

    assert [row[:2] for row in plain.table[1:]] == [["1", "Анна"], ["3", "Борис"]]
    assert "The first line was read as headings:" not in plain.text
    assert [row[:2] for row in headed.table[1:]] == [["2", "Анна"]]
    assert "The first line was read as headings: Имя" in headed.texts("p")


def test_names_pasted_again_are_recognised_and_nobody_enters_twice(organiser):
    tournament = created(organiser)
    imported(organiser, tournament, "Анна\nБорис")

    page = imported(organiser, tournament, "Анна\nБорис\nВера")

    assert [row[2] for row in page.table[1:]] == ["club player: Анна", "club player: Борис", "new player"]
    assert Player.objects.count() == 3
    assert organiser.page(f"{tournament}entrants/").texts("button", name="here") == ["Анна", "Борис", "Вера"]


def test_an_unclear_encoding_of_a_list_is_chosen_by_its_samples(organiser):
    tournament = created(organiser)
    file = SimpleUploadedFile("list.csv", "É. Dupont\nAnna".encode("cp1252"))

    asked = parse(organiser.client.post(f"{tournament}people/", {"file": file}))
    sent = {**hidden(asked, "list"), "encoding": "cp1252"}
    page = parse(organiser.client.post(f"{tournament}people/", sent))
    done = organiser.client.post(f"{tournament}people/", hidden(page, "key", "content", "list", "encoding"))

    assert [each["value"] for each in asked.all("input", type="radio")] == ["cp1252", "cp1251"]
    assert [row[1] for row in page.table[1:]] == ["É. Dupont", "Anna"]
    assert done.status_code == 302
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Anna", "É. Dupont"]


def test_an_unreadable_list_says_why_and_enters_nobody(organiser):
    tournament = created(organiser)

    empty = organiser.client.post(f"{tournament}people/", {"names": " "})
    forged = organiser.client.post(f"{tournament}people/", {"list": "bmFtZQ0KQQ==", "content": "0", "key": "k"})
    garbage = organiser.client.post(f"{tournament}people/", {"list": "\x00"})

    assert [answer.status_code for answer in (empty, forged, garbage)] == [422, 422, 422]
    assert parse(empty).alerts == ["Paste names or choose a file."]
    assert Player.objects.count() == 0


def test_qualification_is_decided_early_and_a_stage_started_too_soon_is_undone(organiser):
    tournament = created(organiser, "groups")
    imported(organiser, tournament, "\n".join(names(8)))
    organiser.done(tournament, "start")

    order = level(organiser.page(tournament))
    organiser.done(tournament, "freeze", early="on", reason="The hall closes.", **order)
    organiser.done(tournament, "stage", early="on")
    begun = organiser.acts(tournament)
    organiser.done(tournament, "takebackstage", reason="It stays open after all.")

    assert begun - organiser.acts(tournament) >= {"takebackstage"}


@pytest.mark.parametrize(
    ("game", "preset"),
    [("rummikub", "knock-out"), ("rummikub", "groups"), ("rummikub", "open"), ("the_game_extreme", "challenge")],
)
def test_every_format_can_be_created_and_has_its_page(organiser, game, preset):
    tournament = created(organiser, preset, game)

    assert organiser.page(tournament).headings[0] == "Осень"
    runner.catch_up_all()
    assert TournamentRow.objects.get().game == game


@pytest.mark.parametrize(
    ("preset", "players", "rounds"),
    [
        ("knock-out", 8, 3),
        ("groups", 8, 4),
        ("two-groups", 4, 3),
        ("round-robin", 6, 5),
        ("cup", 8, 2),
    ],
)
def test_the_large_button_leads_from_the_start_to_the_final_ranking(organiser, preset, players, rounds):
    tournament = created(organiser, preset)
    imported(organiser, tournament, "\n".join(names(players)))

    run_to_the_end(organiser, tournament)

    assert sorted(ranking(organiser, tournament)) == list(names(players))
    assert len(set(organiser.page(tournament).addresses("/rounds/"))) == rounds


def test_an_open_evening_is_played_table_by_table(organiser):
    tournament = created(organiser, "open")
    imported(organiser, tournament, "\n".join(names(3)))
    organiser.done(tournament, "start")
    organiser.done(tournament, "draw")
    there = [entrant for entrant, _ in organiser.page(tournament).form("table").options("seat0") if entrant]

    organiser.done(tournament, "table", **{f"seat{seat}": entrant for seat, entrant in enumerate(there)})
    [match] = missing(organiser.page(tournament))
    report(organiser, match)
    organiser.done(tournament, "finish")

    assert sorted(ranking(organiser, tournament)) == list(names(3))


@pytest.mark.parametrize(("preset", "size"), [("challenge", 4), ("challenge-3", 3)])
def test_teams_are_entered_as_a_list_and_play_a_challenge(organiser, preset, size):
    tournament = created(organiser, preset, "the_game_extreme")
    rows = ["name;team", *(f"Игрок {number};Команда {number % 2}" for number in range(2 * size))]

    imported(organiser, tournament, "\n".join(rows))
    organiser.done(tournament, "start")
    round_ = organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")

    assert "Команда 0" in organiser.text(round_)
    assert len(matches_of(organiser, round_)) == 2


def test_a_tournament_that_people_have_entered_is_called_off_and_reopened(organiser):
    tournament = created(organiser)
    organiser.done(tournament, "register")
    assert "call-off" in organiser.acts(tournament)

    organiser.done(tournament, "call-off", sure="on")

    assert organiser.acts(tournament) == {"reopen"}
    assert Reader().page(tournament)
    organiser.done(tournament, "reopen", reason="after all")
    assert "call-off" in organiser.acts(tournament)


def test_a_draft_is_discarded_on_its_page_and_restored(organiser):
    tournament = created(organiser)
    assert organiser.refused(tournament, "discard") == ["This field is required."]
    organiser.done(tournament, "discard", sure="on")
    runner.catch_up_all()

    assert "This draft was discarded. Only the club’s officials can see it." in organiser.text(tournament)
    assert organiser.acts(tournament) == {"resume"}
    Reader().text(tournament, status=404)
    organiser.done(tournament, "resume", reason="after all")
    assert "discard" in organiser.acts(tournament)
