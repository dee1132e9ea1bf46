"""Season tables: what places give, what counts, who shares a rank."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seasons.domain.rules import SeasonRules, check_rules
from league.seasons.domain.table import EventResult, EventTerm, Placing, rank_players, season_table
from league.seasons.domain.tiebreaks import TIEBREAKS
from league.seasons.errors import BadSeason

POINTS = SeasonRules(points=(12, 10, 8, 6), tiebreaks=())


def event(name: str, *ranks: tuple[int, str], score: int = 0, finished: bool = True) -> EventResult:
    return EventResult(name, finished, tuple(Placing(rank, tuple(players), score) for rank, players in ranks))


def shown(rules, events, members=None):
    return [(row.rank, row.player, row.points) for row in season_table(rules, events, members)]


def test_ranks_give_the_points_of_the_table():
    events = [event("one", (1, "A"), (2, "B"), (3, "C")), event("two", (1, "B"), (2, "C"))]

    assert shown(POINTS, events) == [(1, "B", 22), (2, "C", 18), (3, "A", 12)]


def test_shared_ranks_get_the_average_points():
    events = [event("one", (1, "A"), (2, "B"), (2, "C"), (2, "D"))]

    assert shown(POINTS, events) == [(1, "A", 12), (2, "B", 8), (2, "C", 8), (2, "D", 8)]


def test_an_average_is_an_exact_number():
    rules = SeasonRules(points=(12, 10, 9), tiebreaks=())

    assert shown(rules, [event("one", (1, "A"), (1, "B"), (1, "C"))])[0] == (1, "A", "31/3")


def test_shared_ranks_get_the_best_points_if_the_rules_say_so():
    rules = SeasonRules(points=(12, 10), shared="best", tiebreaks=())

    assert shown(rules, [event("one", (1, "A"), (1, "B"), (3, "C"))]) == [(1, "A", 12), (1, "B", 12), (3, "C", 0)]


def test_ranks_beyond_the_table_get_what_the_rules_say():
    rules = SeasonRules(points=(5,), beyond="1/2", tiebreaks=())

    assert shown(rules, [event("one", (1, "A"), (2, "B"))]) == [(1, "A", 5), (2, "B", "1/2")]


def test_without_a_points_table_the_scores_of_the_events_count():
    events = [EventResult("one", True, (Placing(1, ("A",), 7), Placing(2, ("B",), -2)))]

    assert shown(SeasonRules(tiebreaks=()), events) == [(1, "A", 7), (2, "B", -2)]


def test_only_the_best_results_count_and_the_others_are_marked():
    rules = SeasonRules(points=(12, 10), best=1, tiebreaks=())
    events = [event("one", (1, "B"), (2, "A")), event("two", (1, "A"), (2, "B"))]

    [first, second] = season_table(rules, events)

    assert (first.rank, first.points, second.rank, second.points) == (1, 12, 1, 12)
    assert first.terms == (EventTerm("one", 2, 10, counted=False), EventTerm("two", 1, 12, counted=True))
    assert second.terms == (EventTerm("one", 1, 12, counted=True), EventTerm("two", 2, 10, counted=False))


def test_a_missed_event_is_dropped_first():
    rules = SeasonRules(points=(12, 10), drop=1, tiebreaks=())
    events = [event("one", (1, "A"), (2, "B")), event("two", (1, "B"))]

    rows = {row.player: row for row in season_table(rules, events)}

    assert rows["A"].points == rows["B"].points == 12
    assert rows["A"].terms[1] == EventTerm("two", None, 0, counted=False)


def test_one_event_counts_however_many_are_dropped():
    rules = SeasonRules(points=(12, 10), drop=3, tiebreaks=())

    assert shown(rules, [event("one", (1, "A"), (2, "B"))]) == [(1, "A", 12), (2, "B", 10)]


def test_a_team_result_counts_for_each_of_its_players():
    assert shown(POINTS, [event("one", (1, "AB"), (2, "CD"))]) == [
        (1, "A", 12),
        (1, "B", 12),
        (3, "C", 10),
        (3, "D", 10),
    ]


def test_a_player_in_two_entrants_gets_the_better_result_of_each():
    assert shown(POINTS, [event("one", (1, "AB"), (2, "BC"))]) == [(1, "A", 12), (1, "B", 12), (3, "C", 10)]


def test_in_a_division_ranks_count_among_members_and_each_has_a_row():
    events = [event("one", (1, "X"), (2, "A"), (3, "Y"), (4, "B"))]

    assert shown(POINTS, events, {"A", "B", "C"}) == [(1, "A", 12), (2, "B", 10), (3, "C", 0)]


def test_ties_are_broken_by_events_won_then_best_results_then_the_latest_event():
    events = [event("one", (1, "A"), (2, "B"), (3, "C")), event("two", (1, "B"), (2, "C"), (3, "A"))]
    rules = SeasonRules(points=(3, 3, 3), tiebreaks=("wins", "latest"))

    assert shown(rules, events) == [(1, "A", 6), (1, "B", 6), (3, "C", 6)]


def test_the_latest_event_breaks_ties():
    rules = SeasonRules(points=(3, 2, 1), tiebreaks=("latest",))
    events = [event("one", (1, "A"), (2, "B")), event("two", (1, "B"), (2, "A"))]

    assert shown(rules, events) == [(1, "B", 5), (2, "A", 5)]


def test_running_events_are_marked():
    [row] = season_table(POINTS, [event("one", (1, "A"), finished=False)])

    assert row.terms == (EventTerm("one", 1, 12, counted=True, finished=False),)


# Riff Raff by fewest points: the score of an event is negative.
FEWEST = [
    EventResult("one", True, (Placing(1, ("B",), -1), Placing(2, ("C",), -4), Placing(3, ("A",), -8))),
    EventResult("two", True, (Placing(1, ("C",), -2), Placing(2, ("B",), -4))),
    EventResult("three", True, (Placing(1, ("C",), -1), Placing(2, ("B",), -4))),
]


def test_a_player_who_came_once_and_was_last_is_behind_a_win_and_two_second_places():
    assert shown(SeasonRules(), FEWEST) == [(1, "C", -7), (2, "B", -9), (3, "A", -16)]


def test_a_missed_event_never_counts_before_a_played_one():
    rows = {row.player: row for row in season_table(SeasonRules(best=2), FEWEST)}

    assert rows["A"].terms == (
        EventTerm("one", 3, -8, counted=True),
        EventTerm("two", None, -4, counted=True),  # as much as the last of it
        EventTerm("three", None, -4, counted=False),
    )


def test_a_player_who_came_to_no_event_is_last():
    found = shown(SeasonRules(), FEWEST[:1], {"A", "B", "D"})

    assert found == [(1, "B", -1), (2, "A", -8), (3, "D", -8)]


def test_a_missed_event_can_be_worth_the_average_of_the_others():
    rules = SeasonRules(points=(12, 10, 8), missed_as="average", tiebreaks=())
    events = [event("one", (1, "A"), (2, "B")), event("two", (1, "B"), (2, "A")), event("three", (1, "B"))]

    assert shown(rules, events) == [(1, "B", 34), (2, "A", 33)]


def test_in_a_low_point_series_the_place_counts_and_a_missed_event_is_one_more_than_the_field():
    rules = check_rules(SeasonRules(low_points=True, missed_as="last", missed=1, drop=1))
    events = [
        event("one", (1, "A"), (2, "B"), (3, "C"), (3, "D")),
        event("two", (1, "C"), (2, "A")),
        event("three", (1, "B"), (2, "C"), (3, "A")),
    ]

    rows = season_table(rules, events)

    assert [(row.player, row.points) for row in rows] == [("B", 3), ("A", 3), ("C", 3), ("D", "13/2")]
    assert {row.player: [term.points for term in row.terms] for row in rows} == {
        "A": [1, 2, 3],
        "B": [2, 3, 1],
        "C": ["7/2", 1, 2],
        "D": ["7/2", 3, 4],
    }


def test_shared_places_are_rounded_up_where_the_rules_say_so():
    rules = SeasonRules(points=(12, 9), shared="rounded_up", tiebreaks=())

    assert shown(rules, [event("one", (1, "A"), (1, "B"))]) == [(1, "A", 11), (1, "B", 11)]


def test_attending_gives_points_besides():
    rules = SeasonRules(points=(3, 1), attendance="1/2", tiebreaks=())

    assert shown(rules, [event("one", (1, "A"), (2, "B"), (3, "C"))]) == [
        (1, "A", "7/2"),
        (2, "B", "3/2"),
        (3, "C", "1/2"),
    ]


def test_ties_are_broken_by_first_then_second_then_third_places():
    rules = SeasonRules(points=(3, 2, 1), tiebreaks=("places",))
    events = [event("one", (1, "A"), (2, "B"), (3, "C")), event("two", (1, "C"), (2, "B"), (3, "A"))]

    rows = season_table(rules, events)

    assert [(row.rank, row.player, row.points, row.values) for row in rows] == [
        (1, "A", 4, ((1, 0, 1),)),
        (1, "C", 4, ((1, 0, 1),)),
        (3, "B", 4, ((0, 2),)),
    ]


def test_ties_are_broken_by_counting_results_alone_or_by_all():
    events = [
        event("one", (1, "A"), (2, "B"), (3, "C")),
        event("two", (1, "B"), (2, "A"), (3, "C")),
        event("three", (1, "C"), (2, "A"), (3, "B")),
    ]
    rules = {"points": (3, 2, 1), "drop": 1}

    counting = shown(SeasonRules(tiebreaks=("best_counting",), **rules), events)
    everything = shown(SeasonRules(tiebreaks=("best",), **rules), events)

    assert [row[:2] for row in counting] == [(1, "A"), (1, "B"), (3, "C")]
    assert [row[:2] for row in everything] == [(1, "A"), (2, "B"), (3, "C")]


def test_a_season_that_was_closed_before_is_ranked_as_it_was_then():
    terms = {"A": [EventTerm("one", 2, -8, counted=True), EventTerm("two", None, 0, counted=True)]}
    rules = SeasonRules(best=1)

    (before,) = rank_players(rules, terms, missed_last=False)
    (today,) = rank_players(rules, terms)

    assert (before.points, today.points) == (0, -8)


@pytest.mark.parametrize(
    "impossible",
    [
        {"points": (12, 10), "missed": 1},
        {"points": (1, 2, 3), "beyond": 4, "low_points": True, "missed": 3},
        {"missed_as": "last", "missed": 1},
        {"missed_as": "last", "missed": -1, "low_points": True},
    ],
)
def test_a_missed_event_that_is_worth_more_than_playing_is_refused(impossible):
    with pytest.raises(BadSeason) as caught:
        check_rules(SeasonRules(**impossible))

    assert caught.value.params["key"] == "missed"


PLAYERS = "ABCDEF"


@st.composite
def seasons(draw):
    rules = SeasonRules(
        points=draw(st.sampled_from([(), (12, 10, 8), (5, "1/2")])),
        best=draw(st.none() | st.integers(1, 4)),
        drop=draw(st.integers(0, 3)),
        shared=draw(st.sampled_from(["average", "rounded_up", "best"])),
        low_points=draw(st.booleans()),
        missed_as=draw(st.sampled_from(["fixed", "average", "last"])),
        missed=draw(st.sampled_from([0, 0, -3, 2])),
        attendance=draw(st.sampled_from([0, 0, "1/2"])),
        tiebreaks=tuple(draw(st.permutations(list(TIEBREAKS)))[: draw(st.integers(0, 4))]),
    )
    events = []
    for number in range(draw(st.integers(0, 5))):
        there = draw(st.lists(st.sampled_from(PLAYERS), unique=True))
        placed = []
        for place, player in enumerate(there, 1):
            level = placed and draw(st.booleans())
            placed.append(Placing(placed[-1].rank if level else place, (player,), draw(st.integers(-9, 9))))
        events.append(EventResult(str(number), True, tuple(placed)))
    return rules, events


@given(seasons(), st.randoms(use_true_random=False))
def test_points_are_the_sum_of_what_counts_regardless_of_order_within_events(season, random):
    rules, events = season
    shuffled = [each._replace(placed=tuple(random.sample(each.placed, len(each.placed)))) for each in events]

    rows = season_table(rules, events)

    assert season_table(rules, shuffled) == rows
    for row in rows:
        counted = [term for term in row.terms if term.counted]
        assert sum(Fraction(term.points) for term in counted) == Fraction(row.points)
        sign = -1 if rules.low_points else 1
        best = [(term.place is not None, sign * Fraction(term.points)) for term in counted]
        others = [term for term in row.terms if not term.counted]
        assert all((term.place is not None, sign * Fraction(term.points)) <= min(best) for term in others)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)


@given(seasons())
def test_no_missed_event_is_worth_more_than_the_last_of_it_unless_it_is_an_average(season):
    rules, events = season
    sign = -1 if rules.low_points else 1

    rows = season_table(rules, events)

    for number, each in enumerate(events):
        here = [row.terms[number] for row in rows]
        played = [sign * Fraction(term.points) for term in here if term.place is not None]
        missed = [sign * Fraction(term.points) for term in here if term.place is None]
        if rules.missed_as == "fixed" and each.placed:
            assert all(points <= min(played) for points in missed)
    came = [any(term.place is not None for term in row.terms) for row in rows]
    assert came == sorted(came, reverse=True)
