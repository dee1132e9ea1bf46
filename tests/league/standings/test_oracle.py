"""Tie-breaks of pairs against tiebreak-core, an implementation of FIDE's C.07 of both rule years.

It knows no direct encounter again among those whom one left behind in a group that has not met completely, so it gets
the tie-break as often as there are players. It takes a forfeit for a meeting without result, where FIDE's own checker
takes it for a missing one, so for this tie-break it gets forfeits without an opponent.
"""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from tiebreak_core import GameRecord, PlayerTiebreakData, calculate_all_strict, rank_standings_strict

from league.standings import scoring_rules as presets
from league.standings.scoring_rules import Scoring
from league.standings.table import Standings
from league.standings.types import Entrant, Outcome
from tests.league.standings.facts import bye, pair

SHARED = ["buchholz", "buchholz_cut1", "buchholz_cut2", "median_buchholz", "sonneborn_berger"]
CHESS = presets.pairs_preset().scoring
RESULTS = st.sampled_from(["1-0", "0-1", "draw", "1-0", "0-1", "draw", "+-", "-+", "--"])
WORTHS = st.sampled_from(["half", "half", "zero", "full"])
PLAYED = st.sampled_from(["1-0", "0-1", "draw"])


@st.composite
def swiss(draw):
    """Entrants, tables, rounds: byes, some in advance, forfeits, and some who miss rounds, enter late or leave."""
    names = [str(number) for number in range(1, draw(st.integers(3, 9)) + 1)]
    tables = []
    rounds = draw(st.integers(1, 6))
    stays = {
        name: (draw(st.sampled_from([1, 1, 1, 2, 3])), draw(st.sampled_from([None, None, None, 1, 2, 4])))
        for name in names
    }
    round_ = 1
    for _ in range(rounds):
        here = draw(st.permutations([name for name in names if stays[name][0] <= round_ <= (stays[name][1] or round_)]))
        gone = draw(st.integers(0, len(here) // 2))
        away, here = here[:gone], here[gone:]
        tables += [
            bye(round_, 50 + place, each, draw(WORTHS)) for place, each in enumerate(away) if draw(st.booleans())
        ]
        pairs = zip(here[::2], here[1::2], strict=False)
        tables += [pair(round_, table, one, other, draw(RESULTS)) for table, (one, other) in enumerate(pairs, 1)]
        if len(here) % 2:
            tables.append(bye(round_, 90, here[-1]))
        round_ += bool(here)  # without anybody there is no round
    entrants = [Entrant(name, int(name), *stays[name]) for name in names]
    return entrants, tables, sorted({table.round for table in tables}) or [1]


@st.composite
def round_robin(draw):
    names = [str(number) for number in range(1, draw(st.integers(2, 7)) + 1)]
    met = list(combinations(names, 2))
    tables = [pair(round_, 1, one, other, draw(RESULTS)) for round_, (one, other) in enumerate(met, 1)]
    return [Entrant(name, int(name)) for name in names], tables, range(1, len(met) + 1)


def oracle(entrants, tables, rounds, *, missed=True):
    games = {entrant.id: {} for entrant in entrants}
    for table in tables:
        for seat, entrant in enumerate(table.entrants):
            if table.bye in ("half", "zero"):
                kind, score, opponent = "requested_bye", 0.5 if table.bye == "half" else 0.0, -1
            elif table.outcome == Outcome.BYE:
                kind, score, opponent = "pairing_bye", 1.0, -1
            else:
                opponent = int(table.entrants[1 - seat])
                if table.outcome != Outcome.FORFEIT:
                    kind = "played"
                    score = (1.0 if len(table.winners) == 1 else 0.5) if seat in table.winners else 0.0
                elif seat in table.absent:
                    kind, score = "forfeit_loss", 0.0
                else:
                    kind, score = "forfeit_win", 1.0
            games[entrant][table.round] = GameRecord(opponent, 0, score, "white", table.round, kind)
    if missed:
        for of_one in games.values():
            for round_ in rounds:
                of_one.setdefault(round_, GameRecord(-1, 0, 0.0, "white", round_, "requested_bye"))
    return {
        int(name): PlayerTiebreakData(int(name), 0, sum(game.score for game in of_one.values()), list(of_one.values()))
        for name, of_one in games.items()
    }


def those_who_came(entrants, tables):
    """All but those who came to no table. With us they are behind all others, and not in the oracle."""
    left = {entrant.id for entrant in entrants if entrant.until is not None}
    return {
        entrant
        for table in tables
        for seat, entrant in enumerate(table.entrants)
        if seat not in table.absent and table.bye != "zero" and not (table.bye == "half" and entrant in left)
    }


@pytest.mark.parametrize("year", ["2024", "2026"])
@given(drawn=swiss(), forfeits_met=st.booleans())
def test_swiss_systems_have_the_fide_tie_breaks_of_both_years(year, drawn, forfeits_met):
    entrants, tables, rounds = drawn
    players = oracle(entrants, tables, rounds)
    scoring = replace(CHESS, fide=year, forfeits_met=forfeits_met and year == "2026")
    more = {"forfeits_as_played": True} if scoring.forfeits_met else {}

    found = Standings(entrants, tables, scoring, SHARED).rows

    for row in found:
        theirs = calculate_all_strict(
            players[int(row.entrant)], players, SHARED, total_rounds=len(rounds), ruleset=f"fide-{year}", **more
        )
        assert row.score == Fraction(players[int(row.entrant)].points)
        assert list(row.values) == [Fraction(theirs[name]) for name in SHARED]


@given(swiss())
def test_tables_won_are_the_games_won_at_the_board(drawn):
    entrants, tables, rounds = drawn
    players = oracle(entrants, tables, rounds)

    for row in Standings(entrants, tables, CHESS, ["match_wins"]).rows:
        theirs = calculate_all_strict(
            players[int(row.entrant)], players, ["won"], total_rounds=len(rounds), ruleset="fide-2026"
        )
        assert row.values[0] == theirs["won"]


@pytest.mark.parametrize("year", ["2024", "2026"])
@given(drawn=round_robin())
def test_round_robins_count_forfeits_as_games_and_repeat_direct_encounter(year, drawn):
    entrants, tables, rounds = drawn
    players = oracle(entrants, tables, rounds, missed=False)
    scoring = Scoring(by="ranks", bye=CHESS.bye, walkover=CHESS.walkover, forfeits_met=True, fide=year)
    more = {"total_rounds": len(rounds), "ruleset": f"fide-{year}"}
    if year == "2026":
        more["mode"] = "round_robin"
    else:  # it has no round robins of that year, so it gets forfeits as games that were played
        for game in (game for player in players.values() for game in player.games):
            game.kind = "played"

    found = Standings(entrants, tables, scoring, SHARED).rows
    order = Standings(entrants, tables, scoring, ["direct_encounter", "seeding"]).rows

    for row in found:
        theirs = calculate_all_strict(players[int(row.entrant)], players, SHARED, **more)
        assert list(row.values) == [Fraction(theirs[name]) for name in SHARED]
    assume(those_who_came(entrants, tables).issuperset(entrant.id for entrant in entrants))
    by_oracle = rank_standings_strict(players, ["direct_encounter"], **more)
    assert [int(row.entrant) for row in order] == [player.player_id for player in by_oracle.players]


@given(swiss())
def test_the_progressive_score_is_that_of_fide(drawn):
    entrants, tables, rounds = drawn
    players = oracle(entrants, tables, rounds)

    for row in Standings(entrants, tables, CHESS, ["progressive"]).rows:
        theirs = calculate_all_strict(
            players[int(row.entrant)], players, ["progressive"], total_rounds=len(rounds), ruleset="fide-2026"
        )
        assert row.values[0] == Fraction(theirs["progressive"])


@given(round_robin())
def test_koya_counts_points_against_those_with_half_of_the_points(drawn):
    entrants, tables, rounds = drawn
    players = oracle(entrants, tables, rounds, missed=False)
    more = {"total_rounds": len(entrants) - 1, "ruleset": "fide-2026", "mode": "round_robin"}
    scoring = replace(CHESS, forfeits_met=True, stand_in=False, missed=None)

    for row in Standings(entrants, tables, scoring, ["koya"]).rows:
        theirs = calculate_all_strict(players[int(row.entrant)], players, ["koya"], **more)
        assert row.values[0] == Fraction(theirs["koya"])


@given(swiss())
def test_direct_encounter_is_repeated_among_those_who_are_still_tied(drawn):
    entrants, tables, rounds = drawn
    came = those_who_came(entrants, tables)
    entrants = [entrant for entrant in entrants if entrant.id in came]
    assume(came and came.issuperset(entrant for table in tables for entrant in table.entrants))
    players = oracle(entrants, tables, rounds)
    for player in players.values():
        for game in player.games:
            game.opponent_id = -1 if "forfeit" in game.kind else game.opponent_id

    order = Standings(entrants, tables, CHESS, ["direct_encounter", "seeding"]).rows

    again = ["direct_encounter"] * len(entrants)
    theirs = rank_standings_strict(players, again, total_rounds=len(rounds), ruleset="fide-2026")
    assert [int(row.entrant) for row in order] == [player.player_id for player in theirs.players]
