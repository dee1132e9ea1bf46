"""Scorings that clubs use: the points of games with limits and bonuses by place."""

from league.standings.scoring_rules import Scoring, check_scoring
from league.standings.table import Standings
from league.standings.tiebreaks.registry import check_chain
from league.standings.types import GameFigures, Outcome, TableResult
from tests.league.standings.facts import field, played

# docs/standings.md: a game costs at most 25, its winner gets 50 more and the second 5 more
LEAGUE = check_scoring(Scoring(by="points", least=-25, place_bonus=(50, 5), each_game=True))


def scores(scoring, tables, names):
    return {row.entrant: row.score for row in Standings(field(names), tables, scoring, ()).rows}


def evening(*games: tuple[int, ...], **more: object) -> TableResult:
    """A table of A, B and C with these games, each won by the most points."""
    points = tuple(map(sum, zip(*games, strict=True)))
    each = tuple(GameFigures(game, (game.index(max(game)),)) for game in games)
    wins = tuple(sum(seat in game.winners for game in each) for seat in range(3))
    return TableResult(
        1, 1, ("A", "B", "C"), Outcome.CONFIRMED, points, wins, (0,), len(games), **{"each": each, **more}
    )


def test_the_rummikub_league_caps_losses_and_pays_places_game_by_game():
    table = evening((70, -40, -30), (-12, 20, -8))

    found = scores(LEAGUE, [table], "ABC")

    # A: 70 + 50, -12; B: -25 + 0, 20 + 50; C: -25 + 5, -8 + 5
    assert found == {"A": 108, "B": 45, "C": -23}


def test_the_terms_of_a_game_by_game_score_add_up_by_kind():
    table = evening((70, -40, -30), (-12, 20, -8), (5, -40, 35))

    (figure, *_) = Standings(field("ABC"), [table], LEAGUE, ()).figures("B")

    assert [(term.what.text, term.value) for term in figure.terms] == [
        ("game points", -60),
        ("a game gives at least {least}", 30),
        ("bonus for places in games", 50),
    ]
    assert figure.value == 20


def test_a_seat_that_was_absent_from_a_game_has_no_place_in_it():
    games = (GameFigures((30, -10, -20), (0,)), GameFigures((0, 15, -15), (1,), frozenset({0})))
    table = evening((30, -10, -20), (0, 15, -15), each=games, absent=frozenset({0}), left=frozenset({0}))

    found = scores(LEAGUE, [table], "ABC")

    # A, who left at +80, has no more than the least of those who stayed; B: -10 + 5, 15 + 50; C: -20, -15 + 5
    assert found == {"A": -30, "B": 60, "C": -30}


def test_uma_is_shared_by_those_who_share_places():
    uma = check_scoring(Scoring(by="points", place_bonus=(15, 5, -5, -15)))

    assert scores(uma, [played(1, 1, "ABCD", [10, 2, -4, -8])], "ABCD") == {"A": 25, "B": 7, "C": -9, "D": -23}
    assert scores(uma, [played(1, 1, "ABCD", [6, 6, -4, -8])], "ABCD") == {"A": 16, "B": 16, "C": -9, "D": -23}


def test_a_bonus_by_place_can_be_added_to_games_won():
    scoring = check_scoring(Scoring(by="games", place_bonus=(1,)))

    assert scores(scoring, [played(1, 1, "ABC", [9, 1, -10], [2, 1, 0])], "ABC") == {"A": 3, "B": 1, "C": 0}


def test_where_fewest_points_win_a_limit_and_places_are_those_of_penalties():
    scoring = check_scoring(Scoring(by="points", fewest=True, least=-10, place_bonus=(3,), each_game=True))
    games = (GameFigures((4, 25), (0,)), GameFigures((7, 2), (1,)))
    table = TableResult(1, 1, ("A", "B"), Outcome.CONFIRMED, (11, 27), (1, 1), (0,), 2, each=games)

    assert scores(scoring, [table], "AB") == {"A": -8, "B": -9}


def ranked(scoring, chain, tables, names):
    return [(row.rank, row.entrant) for row in Standings(field(names), tables, scoring, check_chain(chain)).rows]


def test_catan_breaks_ties_by_the_share_of_the_points_at_the_table():
    tables = [played(1, 1, "ABC", [10, 8, 6]), played(1, 2, "DEF", [10, 4, 3])]
    catan = check_scoring(Scoring(by="matches"))

    # A and D won with 10 points each: A of 24, D of 17
    found = ranked(catan, ["points", "points_share"], tables, "ABCDEF")

    assert found == [(1, "D"), (2, "A"), (3, "B"), (4, "C"), (5, "E"), (6, "F")]


def test_places_are_counted_back_where_their_points_are_equal():
    scoring = check_scoring(Scoring(by="ranks", ranks={"4": (5, 3, 2, 1)}))
    tables = [
        played(1, 1, "ABCD", [9, 8, 7, 6]),
        played(2, 1, "BDAC", [9, 8, 7, 6]),
        played(3, 1, "CDBA", [9, 8, 7, 6]),
    ]

    # A and C: 5 + 2 + 1 each; B: 3 + 5 + 2; D: 1 + 3 + 3
    assert ranked(scoring, ["firsts", "seconds", "thirds"], tables, "ABCD") == [(1, "B"), (2, "A"), (2, "C"), (4, "D")]

    seconds = [played(1, 1, "ABCD", [9, 8, 7, 6]), played(2, 1, "DBCA", [9, 8, 7, 6])]
    # A and D: 5 + 1, with a first place each; B: 3 + 3, without one; C: 2 + 2
    assert ranked(scoring, ["firsts", "seconds", "thirds"], seconds, "ABCD") == [(1, "A"), (1, "D"), (3, "B"), (4, "C")]
