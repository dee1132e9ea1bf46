from games.engine import Meta, Score
from games.records.series import totals

MOST_WINS = Meta(slug="x", name="X", rules="1", seats=range(2, 5))
FEWEST = Meta(slug="x", name="X", rules="1", seats=range(2, 5), fewest_wins=True)


def score(*points, winners):
    return Score(points, winners, "end")


def test_points_and_wins_are_added_up_by_round_and_in_total():
    games = [(1, 1), (1, 2), (2, 1), (2, 2)]
    scores = {
        (1, 1): score(5, -5, winners=(0,)),
        (1, 2): score(-2, 2, winners=(1,)),
        (2, 1): score(-1, 1, winners=(1,)),
        (2, 2): score(4, -4, winners=(0,)),
    }

    found = totals(MOST_WINS, 2, games, scores)

    assert found.rounds == {1: (3, -3), 2: (3, -3)}
    assert found.round_wins == {1: (1, 1), 2: (1, 1)}
    assert (found.points, found.wins, found.winners) == ((6, -6), (2, 2), (0,))


def test_games_won_count_before_points():
    games = [(1, 1), (1, 2), (1, 3)]
    scores = {
        (1, 1): score(100, -50, -50, winners=(0,)),
        (1, 2): score(-2, 1, 1, winners=(1,)),
        (1, 3): score(-2, 1, 1, winners=(1,)),
    }

    assert totals(MOST_WINS, 3, games, scores).winners == (1,)


def test_equal_wins_and_points_share_the_match():
    scores = {(1, 1): score(5, -5, winners=(0,)), (1, 2): score(-5, 5, winners=(1,))}

    assert totals(MOST_WINS, 2, [(1, 1), (1, 2)], scores).winners == (0, 1)


def test_fewest_points_are_best_if_the_game_says_so():
    scores = {(1, 1): score(3, 5, winners=(0,)), (1, 2): score(4, 1, winners=(1,))}

    assert totals(FEWEST, 2, [(1, 1), (1, 2)], scores).winners == (1,)


def test_a_shared_game_is_won_by_all_who_share_it():
    found = totals(MOST_WINS, 3, [(1, 1)], {(1, 1): score(8, 7, -15, winners=(0, 1))})

    assert (found.wins, found.winners) == ((1, 1, 0), (0,))


def test_nobody_wins_before_all_games_have_a_result():
    found = totals(MOST_WINS, 2, [(1, 1), (1, 2)], {(1, 1): score(5, -5, winners=(0,))})

    assert (found.points, found.wins, found.winners) == ((5, -5), (1, 0), ())


def test_nobody_wins_a_match_that_everybody_lost():
    assert totals(FEWEST, 2, [(1, 1)], {(1, 1): score(9, 9, winners=())}).winners == ()


def test_a_match_without_games_has_totals_of_zero():
    found = totals(MOST_WINS, 2, [(1, 1)], {})

    assert (found.rounds, found.points, found.wins, found.winners) == ({}, (0, 0), (0, 0), ())
