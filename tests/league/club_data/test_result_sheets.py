"""Results of a tournament from CSV, XLSX and ODS files."""

import pytest

from league.club_data.result_sheets.service import fill_in_file, import_results, preview_results
from league.clubs.errors import FileDiffers
from league.common.actor import NOBODY
from league.common.errors import BadFile, CellRefused, ReasonNeeded
from league.common.sheets import Sheet, sheet_file
from league.common.sheets.reader import read_rows
from league.errors import NotAllowed
from league.matches.queries.detail import match_detail
from tests.builders.evenings import named, started

pytestmark = pytest.mark.django_db
HEADING = ("Тур", "Стол", "Партия", "Игрок", "Очки", "Окончание")


@pytest.fixture
def evening():
    return started(4)


def sheet(table, *, games=range(1, 5), winner=0, ended="out", heading=HEADING):
    """A sheet that has one seat win each of these games of the table."""
    seats = [named(seat) for seat in table.seats]
    rows = [
        (1, 1, game, name, 30 if seat == winner else -10, ended) for game in games for seat, name in enumerate(seats)
    ]
    return Sheet("results", heading, rows)


def taken(evening, raw, **more):
    content = preview_results(tournament_id=evening.id, raw=raw, actor=evening.actor).content
    return import_results(tournament_id=evening.id, raw=raw, content=content, actor=evening.actor, **more)


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_a_sheet_is_shown_and_then_taken(evening, kind):
    [table] = evening.draw()
    raw = sheet_file(sheet(table), kind).content

    shown = preview_results(tournament_id=evening.id, raw=raw, actor=evening.actor)

    assert shown.faults == []
    assert [(game.row, game.game, game.points, game.state) for game in shown.games] == [
        (2 + 4 * game, f"1.{game + 1}", (30, -10, -10, -10), "new") for game in range(4)
    ]
    assert shown.games[0].names == [named(seat) for seat in table.seats]
    assert match_detail(table.match, evening.actor).results == []
    done = taken(evening, raw)
    assert (done.reported, done.same) == (4, 0)
    assert [line.points for line in match_detail(table.match, evening.actor).results] == [(30, -10, -10, -10)] * 4
    again = taken(evening, raw)
    assert (again.reported, again.same) == (0, 4)


def test_tiles_left_are_taken_as_the_game_counts_them(evening):
    [table] = evening.draw()
    left = (0, 5, 16, 3)
    rows = [(1, 1, "1.1", named(seat), tiles) for seat, tiles in zip(table.seats, left, strict=True)]
    raw = sheet_file(Sheet("r", ("round", "table", "game", "player", "tiles"), rows), "xlsx").content

    taken(evening, raw)

    [line] = match_detail(table.match, evening.actor).results
    assert (line.points, line.reason) == ((24, -5, -16, -3), "out")


def test_a_result_is_changed_with_a_reason_only(evening):
    [table] = evening.draw()
    taken(evening, sheet_file(sheet(table, games=[1, 2]), "csv").content)
    raw = sheet_file(sheet(table, games=[2, 3], winner=1), "csv").content

    shown = preview_results(tournament_id=evening.id, raw=raw, actor=evening.actor)
    with pytest.raises(ReasonNeeded):
        taken(evening, raw)
    done = taken(evening, raw, correction="Counted again.")

    assert [game.state for game in shown.games] == ["changed", "new"]
    assert (done.reported, done.same) == (2, 0)
    lines = match_detail(table.match, evening.actor).results
    assert [line.points.index(30) for line in lines] == [0, 1, 1]


def test_what_changed_after_the_preview_has_to_be_looked_at_again(evening):
    [table] = evening.draw()
    raw = sheet_file(sheet(table), "ods").content
    content = preview_results(tournament_id=evening.id, raw=raw, actor=evening.actor).content
    evening.report(table)

    with pytest.raises(FileDiffers):
        import_results(tournament_id=evening.id, raw=raw, content=content, actor=evening.actor)


def test_faults_name_sheet_row_and_column_and_nothing_is_taken(evening):
    [table] = evening.draw()
    good = sheet(table)
    names = [named(seat) for seat in table.seats]
    rows = [
        *good.rows[:4],
        (1, 1, 2, names[0], "x", "out"),
        (1, 2, 1, names[0], 30, "out"),
        (1, 1, 9, names[0], 30, "out"),
        (7, 1, 1, names[0], 30, "out"),
        (1, 1, 3, "Nobody", 30, "out"),
        *((1, 1, 4, name, 10, "out") for name in names),
        (1, 1, 2, "", 30, "out"),
    ]
    raw = sheet_file(good._replace(rows=rows), "xlsx").content

    shown = preview_results(tournament_id=evening.id, raw=raw, actor=evening.actor)

    assert shown.faults == [
        "Sheet results, row 6, column E: 'x' is not a whole number.",
        "Sheet results, row 7, column B: round 1 has no table 2.",
        "Sheet results, row 8, column C: name one of the games 1.1, 1.2, 1.3, 1.4.",
        "Sheet results, row 9, column A. There is no tournament round 7.",
        "Sheet results, row 10, column D: 'Nobody' has no seat at this table.",
        "Sheet results, row 11, column E. The points 10 10 10 10 add up to 40, not 0.",
        "Sheet results, row 15, column D: it is empty.",
    ]
    with pytest.raises(CellRefused, match="Sheet results, row 6, column E: 'x' is not a whole number"):
        taken(evening, raw)
    assert match_detail(table.match, evening.actor).results == []


def test_a_game_needs_a_row_of_every_player_and_only_one(evening):
    [table] = evening.draw()
    good = sheet(table, games=[1])
    raw = sheet_file(good._replace(rows=[*good.rows[:3], good.rows[0]]), "csv").content
    short = sheet_file(good._replace(rows=good.rows[:2]), "csv").content

    found = [preview_results(tournament_id=evening.id, raw=each, actor=evening.actor).faults for each in (raw, short)]

    missing = ", ".join(named(seat) for seat in table.seats[2:])
    assert found == [
        ["Sheet CSV, row 5, column D: this player is already in row 2."],
        [f"Sheet CSV, row 2, column B: there is no row for {missing}."],
    ]


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_a_sheet_to_fill_in_has_what_stands_and_comes_back(evening, kind):
    [table] = evening.draw()
    taken(evening, sheet_file(sheet(table, games=[1]), "csv").content)

    raw = fill_in_file(evening.id, 1, f"results.{kind}", evening.actor).content

    rows = [row.cells for row in read_rows(raw)]
    assert rows[0] == ("round", "table", "game", "player", "tiles", "ended")
    assert [row[:4] for row in rows[1:]] == [
        ("1", "1", f"1.{game}", named(seat)) for game in range(1, 5) for seat in table.seats
    ]
    assert [row[4] for row in rows[1:5]] == ["0", "10", "10", "10"]
    assert (taken(evening, raw).reported, taken(evening, raw).same) == (0, 1)


def test_a_sheet_without_any_result_says_so(evening):
    evening.draw()
    raw = fill_in_file(evening.id, 1, "results.xlsx", evening.actor).content

    with pytest.raises(BadFile, match="it has no results"):
        taken(evening, raw)


def test_a_sheet_needs_its_columns(evening):
    evening.draw()

    with pytest.raises(CellRefused, match="Sheet CSV, row 1, column A: there is no column table, player"):
        preview_results(tournament_id=evening.id, raw=b"round;points\n1;3\n", actor=evening.actor)


def test_officials_alone_enter_results(evening):
    with pytest.raises(NotAllowed):
        preview_results(tournament_id=evening.id, raw=b"", actor=NOBODY)
