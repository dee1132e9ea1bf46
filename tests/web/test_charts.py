"""Charts: what their lines, steps of colour and sentences say."""

from datetime import date
from types import SimpleNamespace

import pytest

from league.common.actor import NOBODY
from league.eventlog.projections import runner
from league.ratings.queries import RatingOnDay
from league.standings.scoring_rules import Scoring
from league.tournaments.domain.settings.model import Settings, Stage
from league.tournaments.queries import race as tournament_race
from league.tournaments.queries import standings as tournament_standings
from league.tournaments.services import entries
from tests.builders.evenings import named, pairs, started
from tests.builders.rated import play
from tests.web.readers import Reader
from web.templatetags import charts

pytestmark = pytest.mark.django_db


def play_rounds(evening, count):
    for shift in range(count):
        for table in evening.draw():
            evening.report(table, shift)


def test_a_race_has_the_places_of_the_standings_after_each_round():
    evening = started(7)
    play_rounds(evening, 3)

    [found] = tournament_race.charts(evening.id, NOBODY).races

    assert found.rounds == [1, 2, 3]
    for number in found.rounds:
        rows = tournament_standings.standings(evening.id, NOBODY, upto=number).groups[0].rows
        places = {each.entrant: each.places[number - 1] for each in found.runners}
        assert [(places[row.entrant].rank, places[row.entrant].row, places[row.entrant].score) for row in rows] == [
            (row.rank, place, row.score) for place, row in enumerate(rows)
        ]


def test_the_line_of_a_late_entrant_begins_late():
    evening = started(4)
    play_rounds(evening, 1)
    [late] = evening.join("Поздняя")
    play_rounds(evening, 2)

    [found] = tournament_race.charts(evening.id, NOBODY).races

    runner = next(each for each in found.runners if each.entrant == late)
    assert runner.places[0] is None
    assert charts.line(runner).startswith("1,")


def test_the_crosstable_of_a_late_entrant_has_rounds_without_a_cell():
    evening = started(4)
    play_rounds(evening, 1)
    evening.join("Поздняя")
    play_rounds(evening, 1)

    page = Reader().page(f"/tournaments/{evening.id}/standings/")

    late, *others = sorted(page.all("table", style="heat")[0].all("tr")[1:], key=lambda row: "Поздняя" not in row.text)
    assert late.all("td")[1].get("class") == ""
    assert {row.all("td")[1]["class"] for row in others} <= {f"h{step}" for step in range(7)}


def test_players_have_met_where_both_of_them_played():
    evening = started(4)
    play_rounds(evening, 2)
    [table] = evening.draw()
    absent = table.seats[0]
    evening.do(entries.withdraw, entrant=absent)

    rows = tournament_race.charts(evening.id, NOBODY).meetings.rows

    assert {row.name: sorted(row.times) for row in rows} == {named(each): [0, 2, 2, 2] for each in table.seats}


def test_a_large_field_has_no_table_with_a_cell_for_each_two(monkeypatch):
    monkeypatch.setattr(tournament_race, "MOST_MET", 3)
    evening = started(4)
    play_rounds(evening, 2)

    page = Reader().page(f"/tournaments/{evening.id}/charts/")

    assert page.headings[1:] == ["Places by round"]


def test_each_group_has_its_race_and_a_knockout_has_none():
    evening = started(4, given=pairs(Stage("round_robin", groups=2, qualify=1), Stage("knockout")))
    play_rounds(evening, 1)
    groups = tournament_race.charts(evening.id, NOBODY).races

    evening.next_stage()
    last = tournament_race.charts(evening.id, NOBODY).races

    assert ([(each.group, len(each.runners)) for each in groups], last) == ([(0, 2), (1, 2)], [])


def test_the_page_tells_in_words_and_numbers_what_it_draws():
    evening = started(4, given=Settings(scoring=Scoring(by="points"), tiebreaks=(), stages=(Stage("swiss"),)))
    play_rounds(evening, 2)

    page = Reader().page(f"/tournaments/{evening.id}/charts/")

    assert page.headings[1:] == ["Places by round", "Who met whom"]
    assert "after round 2" in page.text
    assert "No pair has met more than once." in page.text
    assert len(page.all("polyline")) == 4


def test_standings_lead_to_charts_once_there_are_two_rounds():
    evening = started(4)
    address = f"/tournaments/{evening.id}/charts/"
    play_rounds(evening, 1)
    before = Reader().page(f"/tournaments/{evening.id}/standings/")
    play_rounds(evening, 1)

    after = Reader().page(f"/tournaments/{evening.id}/standings/")

    assert (before.addresses(address), after.addresses(address)) == ([], [address])


def race_of(*ranks):
    """A race of runners A, B, C… with these ranks after each round."""
    runners = [
        tournament_race.Runner(name, name, [rank and tournament_race.Place(rank, rank - 1, "0") for rank in own])
        for name, own in zip("ABCDE", ranks, strict=False)
    ]
    return tournament_race.Race(0, [*range(1, len(ranks[0]) + 1)], runners)


@pytest.mark.parametrize(
    ("ranks", "sentence"),
    [
        (([1, 1], [2, 2]), "A leads after round 2."),
        (([3, 1], [1, 2], [2, 3]), "A leads after round 2. A gained most in round 2: from place 3 to place 1."),
        (
            ([1, 1], [2, 1], [3, 3]),
            "Tied for the lead after round 2: A, B. B gained most in round 2: from place 2 to place 1.",
        ),
        (([1, 1], [3, 2], [4, 3], [2, 4]), "A leads after round 2."),
        (([1, 1], [None, 2]), "A leads after round 2."),
    ],
)
def test_a_race_has_a_sentence(ranks, sentence):
    assert charts.race_sentence(race_of(*ranks)) == sentence


def test_pairs_that_met_most_are_counted():
    rows = [
        tournament_race.MeetingRow(name, times)
        for name, times in (("A", [0, 3, 1]), ("B", [3, 0, 3]), ("C", [1, 3, 0]))
    ]

    said = charts.meetings_sentence(tournament_race.Meetings(rows))

    assert said == "Most meetings of one pair: 3. Pairs that met this often: 2."


@pytest.mark.parametrize(
    ("value", "ends", "step"),
    [
        (-30, (-30, 30), "h0"),
        (0, (-30, 30), "h3"),
        (30, (-30, 30), "h6"),
        (2, (9, 2), "h6"),
        (5, (5, 5), "h3"),
        (None, (0, 1), ""),
    ],
)
def test_the_best_has_the_strongest_colour(value, ends, step):
    assert charts.heat(value, ends) == step


def test_a_curve_goes_through_the_days_at_their_distance():
    days = [RatingOnDay(date(2026, 3, day), mu, 5.0) for day, mu in ((1, 25.0), (3, 35.0), (11, 30.0))]

    drawn = charts.curve(days)

    assert drawn.mean == "0.0,75.0 20.0,25.0 100.0,50.0"
    assert drawn.band == "0.0,50.0 20.0,0.0 100.0,25.0 100.0,75.0 20.0,50.0 0.0,100.0"
    assert [(line.y, line.label) for line in drawn.grid] == [
        (100.0, "20"),
        (75.0, "25"),
        (50.0, "30"),
        (25.0, "35"),
        (0.0, "40"),
    ]
    assert [dot.x for dot in drawn.dots] == [0.0, 20.0, 100.0]


def test_a_rating_is_drawn_and_its_dots_lead_to_its_days(club):
    _, club_id, players, _ = club
    for day in range(3):
        play(players, (20, 5, -5, -20), club=club_id, day=day)
    runner.catch_up_all()

    page = Reader().page(f"/ratings/rummikub/{players[0]}/")

    dots = page.addresses("#day-")
    assert len(dots) == 3
    assert all(page.all("tr", id=dot[1:]) for dot in dots)
    assert len(page.all("polyline")) == 1


def test_the_totals_of_a_match_end_at_the_rows_of_their_names():
    results = [SimpleNamespace(points=points) for points in ((30, -10, -20), (-40, 20, 20), (0, 5, -5))]

    assert charts.totals_lines(results) == [
        (1, "0,1.8 1,2.4 2,1.2 3,0.9 4,0.5", 15),
        (2, "0,1.8 1,3.0 2,1.8 3,2.1 4,1.5", -5),
        (0, "0,1.8 1,0.0 2,2.4 3,2.4 4,2.5", -10),
    ]


def test_totals_that_never_differ_are_drawn_too():
    lines = charts.totals_lines([SimpleNamespace(points=(0, 0))] * 3)

    assert [line.points for line in lines] == ["0,0.0 1,0.0 2,0.0 3,0.0 4,0.5", "0,0.0 1,0.0 2,0.0 3,0.0 4,1.5"]
