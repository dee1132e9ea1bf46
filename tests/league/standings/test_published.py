"""Standings against published tables of real tournaments."""

from fractions import Fraction

from league.standings.scoring_rules import Scoring
from league.standings.table import Standings
from league.standings.types import Entrant, Outcome, TableResult
from tests.league.standings.facts import pair

# Candidates Tournament, Zurich 1953: fifteen players, each pair met twice. Results by row against the players below it,
# "=" a draw, and the tie-break ("T/B", Sonneborn-Berger) from Mark Weeks, mark-weeks.com/chess/5254$cix.htm, which
# gives it for those who are level on points.
ZURICH = """
Smyslov     == =1 11 == == 11 =0 == == == == 1= 11 1=
Bronstein   11 1= == == =0 == 1= == == 01 1= == ==
Reshevsky   == == == == 10 == =1 =1 1= =1 11 1=
Keres       =1 == =1 == == 0= 11 1= =1 == 11
Petrosian   0= == == 00 == == 11 =1 1= 11
Najdorf     00 1= 1= =0 == == == 0= 11
Geller      =0 01 == 01 1= =1 01 ==
Kotov       10 1= 00 10 1= 0= 01
Taimanov    10 == == =0 0= 11
Averbakh    == == 0= 11 00
Boleslavsky =0 == =1 ==
Szabo       1= == 1=
Gligoric    =1 11
Euwe        1=
Stahlberg
"""


def test_zurich_1953_is_as_published_with_its_sonneborn_berger():
    rows = [line.split() for line in ZURICH.split("\n") if line]
    names = [row[0] for row in rows]
    results = {"1": "1-0", "0": "0-1", "=": "draw"}
    tables = [
        pair(cycle * 100 + white, black, names[white], names[black], results[games[cycle]])
        for white, row in enumerate(rows)
        for black, games in enumerate(row[1:], white + 1)
        for cycle in (0, 1)
    ]

    found = Standings(
        [Entrant(name, seed) for seed, name in enumerate(sorted(names), 1)],
        tables,
        Scoring(by="ranks", ranks={"2": (1, 0)}),
        ["sonneborn_berger"],
    ).rows

    assert [(row.entrant, row.score) for row in found] == [
        ("Smyslov", 18),
        ("Bronstein", 16),
        ("Reshevsky", 16),
        ("Keres", 16),
        ("Petrosian", 15),
        ("Najdorf", Fraction("14.5")),
        ("Geller", Fraction("14.5")),
        ("Kotov", 14),
        ("Taimanov", 14),
        ("Averbakh", Fraction("13.5")),
        ("Boleslavsky", Fraction("13.5")),
        ("Szabo", 13),
        ("Gligoric", Fraction("12.5")),
        ("Euwe", Fraction("11.5")),
        ("Stahlberg", 8),
    ]
    published = {
        "Bronstein": "224.00",
        "Reshevsky": "210.75",
        "Keres": "210.25",
        "Najdorf": "198.00",
        "Geller": "197.75",
        "Kotov": "198.75",
        "Taimanov": "191.75",
        "Averbakh": "194.00",
        "Boleslavsky": "185.75",
    }
    assert {row.entrant: row.values[0] for row in found if row.entrant in published} == {
        name: Fraction(value) for name, value in published.items()
    }


# Formula One 1988: sixteen races, 9-6-4-3-2-1 points, the best eleven results count. Places of Senna and Prost by race;
# the totals with and without dropped results are those of the season's table (Wikipedia, "1988 Formula One World
# Championship"; also forums.autosport.com/topic/61038).
SENNA = (0, 1, 0, 2, 1, 1, 2, 1, 1, 1, 1, 10, 6, 4, 1, 2)
PROST = (1, 2, 1, 1, 2, 2, 1, 0, 2, 2, 2, 0, 1, 1, 2, 1)


def test_formula_one_1988_goes_to_the_better_eleven_results():
    tables = []
    for race, places in enumerate(zip(SENNA, PROST, strict=True), 1):
        at = {place: name for place, name in zip(places, ("Senna", "Prost"), strict=True) if place}
        finish = [at.get(place, f"other {place}") for place in range(1, 11)]
        points = tuple(range(10, 0, -1))
        tables.append(TableResult(race, 1, tuple(finish), Outcome.CONFIRMED, points, (1, *[0] * 9), (0,), 1))
    scoring = {"by": "ranks", "ranks": {"10": (9, 6, 4, 3, 2, 1, 0)}, "order": "points"}
    drivers = [Entrant("Prost", 1), Entrant("Senna", 2)]

    counted = Standings(drivers, tables, Scoring(**scoring, best=11), ["match_wins"]).rows
    everything = Standings(drivers, tables, Scoring(**scoring), ["match_wins"]).rows

    assert [(row.entrant, row.score, row.values) for row in counted] == [("Senna", 90, (8,)), ("Prost", 87, (7,))]
    assert [(row.entrant, row.score, row.values) for row in everything] == [("Prost", 105, (7,)), ("Senna", 94, (8,))]
