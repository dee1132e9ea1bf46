"""Standings against published tables of real tournaments."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from league.standings.scoring_rules import Scoring, Unplayed, pairs_preset
from league.standings.table import Standings
from league.standings.types import Entrant, Outcome, TableResult
from tests.league.standings.facts import bye, pair

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


# The Swiss of five rounds in FIDE's "Exercises in Tie-Breaking" (M. Held, arbiters.fide.com/news/9119): opponents and
# results by player and round; "f" and "F" a loss and a win by forfeit, "h" a bye that was asked for and gives half a
# point, "b" one that gives a point, "-" not there.
EXERCISES = """
1   9+ 13= 2= 15+ 4=
2   10+ 7+ 1= 16+ 3=
3   11= 6+ 8+ 4= 2=
4   12+ h 13+ 3= 1=
5   13- 15- 11+ 7= 10+
6   14- 3- b 10+ 8+
7   15+ 2- 16- 5= 11-
8   16= 14+ 3- 13+ 6-
9   1- 10- h 11f b
10  2- 9+ 15- 6- 5-
11  3= 16- 5- 9F 7+
12  4- b 14F - -
13  5+ 1= 4- 8- 14-
14  6+ 8- 12f - 13+
15  7- 5+ 10+ 1- 16-
16  8= 11+ 7+ 2- 15+
"""


def exercise_tables():
    found = {}
    for row in filter(None, EXERCISES.split("\n")):
        name, *rounds = row.split()
        for round_, what in enumerate(rounds, 1):
            if what == "b":
                found[round_, name] = bye(round_, 50 + int(name), name)
            elif what not in "h-":
                one = min(name, what[:-1], key=int)
                result = {"+": "1-0", "-": "0-1", "=": "draw", "f": "-+", "F": "+-"}[what[-1]]
                table = pair(round_, int(one), name, what[:-1], result)
                assert one == name or outcome(found[round_, one], name) == outcome(table, name)
                found.setdefault((round_, one), table)
    return list(found.values())


def outcome(table, name):
    seat = table.entrants.index(name)
    return seat in table.absent, seat in table.winners, len(table.winners)


@pytest.mark.parametrize(
    ("year", "buchholz", "sonneborn_berger"),
    [("2024", "15", "9.75"), ("2026", "14", "9.25")],  # the bye is against 3 1/2, or as against five draws
)
def test_the_exercise_of_fide_with_an_opponent_who_left_is_as_published(year, buchholz, sonneborn_berger):
    scoring = replace(pairs_preset().scoring, fide=year, missed=Unplayed(score="1/2", share="1/2"))
    entrants = [Entrant(str(number), number, until=3 if number == 12 else None) for number in range(1, 17)]

    found = Standings(entrants, exercise_tables(), scoring, ["buchholz", "buchholz_cut1", "sonneborn_berger"])

    fourth = next(row for row in found.rows if row.entrant == "4")
    assert fourth.score == Fraction("3.5")
    assert fourth.values == (Fraction(buchholz), Fraction("11.5"), Fraction(sonneborn_berger))
    terms = [(term.what.text, term.value) for term in found.figures("4")[1].terms]
    assert terms[0] == ("score of {opponent_id}, with draws after leaving", 3)  # 2, and two rounds not played
