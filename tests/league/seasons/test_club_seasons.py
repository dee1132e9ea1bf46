"""Seasons as clubs play them: by games, by average, by the first or the best ones (docs/leagues.md)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seasons.attached_events import tournament_result
from league.seasons.domain.league import Season
from league.seasons.domain.rules import SeasonRules, check_rules
from league.seasons.domain.table import EventResult, GamePoints, Placing, rank_players, season_table
from league.seasons.errors import BadSeason
from league.standings.scoring_rules import Scoring
from league.standings.types import GameFigures
from league.tournaments.domain.settings.model import Stage
from tests.builders.evenings_in_memory import Running, settings

BY_GAMES = {"unit": "games", "tiebreaks": ()}


def evening(name: str, **games: tuple[int, ...]) -> EventResult:
    """An event in which players have these scores from game to game, ranked by their sums."""
    order = sorted(games, key=lambda player: -sum(games[player]))
    placed = (Placing(rank, (player,), sum(games[player]), games[player]) for rank, player in enumerate(order, 1))
    return EventResult(name, True, tuple(placed))


ONE = evening("one", A=(70, -25, 60), B=(-20, 55, 10), C=(5,))
TWO = evening("two", A=(-25,), B=(80, 75))


def shown(rules: SeasonRules, *events: EventResult) -> list[tuple[int, str, object]]:
    return [(row.rank, row.player, row.points) for row in season_table(check_rules(rules), events)]


def test_all_games_of_a_season_count_one_by_one():
    assert shown(SeasonRules(**BY_GAMES), ONE, TWO) == [(1, "B", 200), (2, "A", 80), (3, "C", 5)]


def test_only_the_first_games_of_each_player_count():
    assert shown(SeasonRules(first=3, **BY_GAMES), ONE, TWO) == [(1, "A", 105), (2, "B", 45), (3, "C", 5)]


def test_only_the_best_games_of_each_player_count():
    rules = check_rules(SeasonRules(best=2, **BY_GAMES))

    rows = {row.player: row for row in season_table(rules, [ONE, TWO])}

    assert {player: row.points for player, row in rows.items()} == {"A": 130, "B": 155, "C": 5}
    assert rows["A"].terms[0].games == (GamePoints(70, True), GamePoints(-25, False), GamePoints(60, True))
    assert [(term.points, term.counted) for term in rows["A"].terms] == [(130, True), (-25, False)]
    assert [(term.place, term.games) for term in rows["C"].terms] == [(3, (GamePoints(5, True),)), (None, ())]


def test_the_worst_of_the_first_games_can_be_dropped():
    assert shown(SeasonRules(first=3, drop=1, **BY_GAMES), ONE, TWO) == [(1, "A", 130), (2, "B", 65), (3, "C", 5)]


def test_in_a_league_by_average_players_need_a_minimum_of_games():
    rules = SeasonRules(unit="games", average=True, minimum=2, tiebreaks=("played",))

    found = season_table(check_rules(rules), [ONE, TWO, evening("three", D=(90,))])

    assert [(row.rank, row.player, row.points, row.values) for row in found] == [
        (1, "B", 40, ((5,),)),
        (2, "A", 20, ((4,),)),
        (3, "D", 90, ((1,),)),
        (4, "C", 5, ((1,),)),
    ]


def test_an_average_over_events_leaves_out_missed_ones():
    rules = SeasonRules(average=True, minimum=2, tiebreaks=())

    found = shown(rules, ONE, TWO)

    assert found == [(1, "B", 100), (2, "A", 40), (3, "C", 5)]


def test_only_the_first_events_that_a_player_came_to_count():
    rules = SeasonRules(points=(3, 2, 1), first=1, tiebreaks=())

    assert shown(rules, ONE, TWO) == [(1, "A", 3), (2, "B", 2), (3, "C", 1)]


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"unit": "games", "points": (3, 2)}, "points"),
        ({"unit": "games", "low_points": True}, "low_points"),
        ({"unit": "games", "attendance": 1}, "attendance"),
        ({"unit": "games", "missed": -1}, "missed"),
        ({"average": True, "missed_as": "last"}, "missed_as"),
        ({"first": 0}, "first"),
        ({"minimum": -1}, "minimum"),
    ],
)
def test_what_does_not_go_with_games_or_averages_is_refused_by_name(rules, key):
    with pytest.raises(BadSeason) as refused:
        check_rules(SeasonRules(**rules))

    assert refused.value.params["key"] == key


GAMES = st.lists(st.integers(-50, 50), max_size=4).map(tuple)
RULES = st.builds(
    SeasonRules,
    unit=st.just("games"),
    first=st.none() | st.integers(1, 5),
    best=st.none() | st.integers(1, 5),
    drop=st.integers(0, 3),
    average=st.booleans(),
    minimum=st.integers(0, 4),
    tiebreaks=st.sampled_from([(), ("best", "latest"), ("places", "played")]),
)


@given(RULES, st.lists(st.dictionaries(st.sampled_from("ABCD"), GAMES, min_size=1), min_size=1, max_size=4))
def test_the_points_are_those_of_games_that_count_and_terms_alone_give_the_table(rules, events):
    rows = season_table(rules, [evening(str(number), **games) for number, games in enumerate(events)])

    for row in rows:
        played = [each for event in events for each in event.get(row.player, ())]
        counted = [game.points for term in row.terms for game in term.games if game.counted]
        kept = len(played) if rules.first is None else min(rules.first, len(played))
        kept = max(kept - rules.drop, min(kept, 1))
        assert len(counted) == (kept if rules.best is None else min(kept, rules.best))
        worth = Fraction(sum(counted), len(counted) if rules.average and counted else 1)
        assert Fraction(row.points) == worth
    assert rank_players(rules, {row.player: row.terms for row in rows}) == rows


def test_the_games_of_an_evening_are_its_tables_or_the_games_of_its_matches():
    scoring = Scoring(by="points", least=-25)
    stages = (Stage("swiss", rounds=2),)
    games = (GameFigures((40, -40), (0,)), GameFigures((-10, 10), (1,)))

    def found(scoring: Scoring) -> tuple[dict[str, tuple[object, ...]], tuple[str, ...]]:
        running = Running(settings(scoring=scoring, stages=stages, tiebreaks=())).enter("A", "B", "C").start()
        running.draw().publish()
        [table] = running.last
        running.report(table, 30, -30)
        running.results[table.match] = running.results[table.match]._replace(each=games)
        result = tournament_result("t", running.now, running.results, Season(1, "x", SeasonRules(**BY_GAMES)))
        return {each.players[0]: each.games for each in result.placed}, table.seats

    (by_table, seats), (by_game, again) = found(scoring), found(Scoring(by="points", least=-25, each_game=True))
    (bye,) = {"A", "B", "C"} - set(seats)

    assert seats == again
    assert by_table == {seats[0]: (30,), seats[1]: (-25,), bye: ()}
    assert by_game == {seats[0]: (40, -10), seats[1]: (-25, 10), bye: ()}
