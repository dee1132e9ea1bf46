"""Ratings keep the order of finish, ignore the order within a day, and are recomputed only where necessary."""

import math
import random
from datetime import date, timedelta
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull, PlackettLuce

from league.ratings.domain.model import NEW, FinishOrder, Rating, finish, rate_day, rerate_days

PLAYERS = "abcdefgh"


def every_finish(seats):
    """Every order of finish of so many seats, ties included, as ranks."""
    return sorted(
        {tuple(1 + sum(b < a for b in worth) for a in worth) for worth in product(range(seats), repeat=seats)}
    )


def order_of(mus, ranks):
    """Whether a better rank has the greater mean and an equal rank the same."""
    pairs = combinations(zip(ranks, mus, strict=True), 2)
    return all(
        (a < b and mu > other) or (a > b and mu < other) or (a == b and math.isclose(mu, other, abs_tol=1e-9))
        for (a, mu), (b, other) in pairs
    )


def finishes(players=PLAYERS):
    """Orders of finish of two to six of the players, with ties."""

    def ranked(worth):
        some = dict(worth)
        return FinishOrder(
            tuple(sorted(some)), tuple(1 + sum(b > some[a] for b in some.values()) for a in sorted(some))
        )

    worths = st.tuples(st.sampled_from(players), st.integers(0, 4))
    return st.lists(worths, min_size=2, max_size=6, unique_by=lambda each: each[0]).map(ranked)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_equal_players_are_rated_in_the_order_of_finish_ties_included(seats):
    players = tuple(PLAYERS[:seats])

    lost = [
        ranks
        for ranks in every_finish(seats)
        if not order_of([each.mu for each in rate_day({}, [FinishOrder(players, ranks)]).values()], ranks)
    ]

    assert lost == []


def test_the_default_model_of_openskill_breaks_the_order_under_ties():
    ranks, model = [1, 1, 1, 1, 5, 6], PlackettLuce()

    mus = [rating.mu for (rating,) in model.rate([[model.rating()] for _ in ranks], ranks)]

    assert mus[4] > mus[0]  # fifth, and rated above those who shared the first place


@settings(deadline=None)
@given(finishes(), st.lists(st.tuples(st.floats(-20, 60), st.floats(0.5, 9)), min_size=8, max_size=8))
def test_a_single_match_of_a_day_is_rated_exactly_as_by_openskill(match, numbers):
    before = {player: Rating(*each, 3) for player, each in zip(PLAYERS, numbers, strict=True)}
    model = BradleyTerryFull()
    teams = [[model.rating(before[player].mu, before[player].sigma)] for player in match.players]

    after = rate_day(before, [match])

    theirs = [(rating.mu, rating.sigma, 4) for (rating,) in model.rate(teams, list(match.ranks))]
    assert [tuple(after[player]) for player in match.players] == theirs


def test_the_figures_of_a_first_match_of_four():
    after = rate_day({}, [FinishOrder(("a", "b", "c", "d"), (1, 2, 2, 4))])

    assert {player: (round(each.mu, 4), round(each.sigma, 4), each.matches) for player, each in after.items()} == {
        "a": (32.9062, 7.5016, 1),
        "b": (25.0, 7.5016, 1),
        "c": (25.0, 7.5016, 1),
        "d": (17.0938, 7.5016, 1),
    }


@given(st.lists(finishes(), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_a_days_matches_changes_no_bit(matches, chance):
    before = rate_day({}, matches[:1])
    shuffled = chance.sample(matches, len(matches))

    assert rate_day(before, shuffled) == rate_day(before, matches)


@settings(deadline=None)
@given(st.lists(finishes(), min_size=1, max_size=8), st.sets(st.sampled_from(PLAYERS)))
def test_players_rated_alone_get_the_same_as_with_everybody(matches, whom):
    everybody = rate_day({}, matches)

    some = rate_day({}, [match for match in matches if whom & set(match.players)], whom)

    assert some == {player: rating for player, rating in everybody.items() if player in whom}


def test_matches_of_one_day_count_for_more_than_each_and_less_than_their_sum():
    match = FinishOrder(("a", "b"), (1, 2))
    one, three = rate_day({}, [match]), rate_day({}, [match] * 3)

    assert NEW.mu < one["a"].mu < three["a"].mu < NEW.mu + 3 * (one["a"].mu - NEW.mu)
    assert three["a"].sigma < one["a"].sigma < NEW.sigma
    assert three["a"].matches == 3


def test_the_matches_of_one_day_add_up_as_precision():
    match = FinishOrder(("a", "b"), (1, 2))
    came = 1 / (NEW.sigma**2 + (25 / 300) ** 2)
    one = rate_day({}, [match])["a"]
    precision = came + 2 * (1 / one.sigma**2 - came)
    mean = (NEW.mu * came + 2 * (one.mu / one.sigma**2 - NEW.mu * came)) / precision

    both = rate_day({}, [match, match])["a"]

    assert math.isclose(both.sigma, precision**-0.5, abs_tol=1e-12)
    assert math.isclose(both.mu, mean, abs_tol=1e-12)


def test_a_new_player_is_ranked_by_zero():
    assert NEW == (25.0, 25 / 3, 0)
    assert NEW.ordinal == 0


def test_most_games_won_come_first_then_points_and_ties_are_shared():
    order = finish(["d", "c", "b", "a"], wins=[0, 2, 1, 1], points=[90, -5, 7, 7])

    assert order == FinishOrder(("a", "b", "c", "d"), (2, 2, 1, 4))


def test_where_the_fewest_points_win_they_come_first():
    assert finish(["b", "a"], wins=[0, 0], points=[3, 9], fewest_wins=True) == FinishOrder(("a", "b"), (2, 1))


def test_a_seat_without_a_known_player_is_ignored():
    assert finish(["b", None, "a"], wins=[0, 1, 0], points=[1, 9, 2]) == FinishOrder(("a", "b"), (1, 2))
    assert finish([None, "a"], wins=[0, 1], points=[1, 9]) is None


class Book:
    """Matches by day and the ratings worked out from them, day by day, only where they have to be."""

    def __init__(self):
        self.days, self.rows = {}, {}

    def rated_anew(self):
        """The rows, from nothing and by the plain rule."""
        now, rows = {}, {}
        for day in sorted(self.days):
            after = rate_day(now, self.days[day])
            now |= after
            rows |= {(day, player): rating for player, rating in after.items()}
        return rows

    def change(self, changes):
        """Add (`new`) or take away (`old`) matches: (day, old, new) each."""
        changed = {}
        for day, old, new in changes:
            matches = self.days.setdefault(day, [])
            for match in filter(None, (old, new)):
                changed.setdefault(day, set()).update(match.players)
            if old:
                matches.remove(old)
            if new:
                matches.append(new)
        self.work_out(changed)

    def by_day(self):
        known = {}
        for (day, player), rating in self.rows.items():
            known.setdefault(day, {})[player] = rating
        return known

    def work_out(self, changed):
        first, before = min(changed), {}
        for (day, player), rating in sorted(self.rows.items()):
            if day < first:
                before[player] = rating
        known = {day: row for day, row in self.by_day().items() if day >= first}
        days = {day: matches for day, matches in self.days.items() if day >= first}
        for day, row in rerate_days(before, known, days, changed).items():
            for player, rating in row.items():
                assert self.rows.pop((day, player), None) != rating  # what does not change is not written
                if rating is not None:
                    self.rows[day, player] = rating


@st.composite
def histories(draw):
    """Batches of changes to the matches of nine days: new ones, corrected ones, and such that no longer count."""
    standing, batches = [], []
    for _ in range(draw(st.integers(1, 6))):
        batch = []
        for _ in range(draw(st.integers(1, 4))):
            if standing and draw(st.booleans()):
                day, old = standing.pop(draw(st.integers(0, len(standing) - 1)))
                new = draw(st.none() | finishes())
            else:
                day, old, new = date(2026, 2, 1) + timedelta(draw(st.integers(0, 8))), None, draw(finishes())
            batch.append((day, old, new))
            if new:
                standing.append((day, new))
        batches.append(batch)
    return batches


@given(histories())
def test_an_incremental_update_equals_a_full_rating(batches):
    book = Book()

    for batch in batches:
        book.change(batch)
        assert book.rows == book.rated_anew()


def test_a_correction_leaves_players_it_cannot_reach():
    book, first, chance = Book(), date(2026, 2, 1), random.Random(4)
    for day, pair in product([first + timedelta(number) for number in range(4)], ("ab", "cd", "ef", "gh")):
        book.change([(day, None, FinishOrder(tuple(pair), tuple(chance.sample([1, 2], 2))))])
    before = dict(book.rows)

    book.change([(first, book.days[first][0], FinishOrder(("a", "b"), (1, 1)))])

    assert {player for (day, player), rating in book.rows.items() if before[day, player] != rating} == {"a", "b"}


def test_a_correction_that_keeps_the_order_of_finish_changes_nothing():
    book, match = Book(), FinishOrder(("a", "b"), (1, 2))
    for number in range(3):
        book.change([(date(2026, 2, 1 + number), None, match)])

    assert rerate_days({}, book.by_day(), book.days, {date(2026, 2, 1): {"a", "b"}}) == {}
