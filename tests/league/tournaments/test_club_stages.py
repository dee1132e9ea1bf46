"""Stages as clubs play them: semifinal tables by odd and even ranks, and first pairs across the halves."""

import pytest

from league.seating.knockout.bracket import build_bracket
from league.standings.scoring_rules import Scoring
from league.tournaments.domain.settings.model import Stage, validate_settings
from league.tournaments.domain.standings import final_ranking, standing_rows
from league.tournaments.errors import BadSettings
from tests.builders.evenings_in_memory import Running, settings

EIGHT = "ABCDEFGH"


def seated(running: Running) -> list[str]:
    return ["".join(table.seats) for table in running.last]


def semifinals(**spread: str) -> Running:
    """A Swiss of eight at tables of four, ranked in alphabetical order, and the stage of semifinal tables."""
    stages = (
        Stage("swiss", rounds=2, qualify=8),
        Stage("fixed", rounds=1, groups=2, qualify=2, **spread),
        Stage("fixed", rounds=1, carry=True),
    )
    given = settings(scoring=Scoring(by="points"), tiebreaks=("seeding",), stages=stages, sizes=(4,), preferred=4)
    running = Running(validate_settings(given, "rummikub")).enter(*EIGHT).start()
    for _ in range(2):
        running.draw().publish()
        for table in running.last:
            running.report(table, *(-EIGHT.index(entrant) for entrant in table.seats))
    return running.next_stage()


@pytest.mark.parametrize(("spread", "tables"), [({"spread": "in_turn"}, {"ACEG", "BDFH"}), ({}, {"ADEH", "BCFG"})])
def test_semifinal_tables_are_split_by_odd_and_even_ranks_or_evenly(spread, tables):
    running = semifinals(**spread).draw().publish()

    assert {"".join(sorted(table)) for table in seated(running)} == tables


def test_the_final_is_decided_by_the_points_of_both_stages():
    running = semifinals(spread="in_turn").draw().publish()
    points = {"A": 40, "C": 10, "E": -20, "G": -30, "D": 50, "F": 5, "B": -25, "H": -30}
    for table in running.last:
        running.report(table, *(points[entrant] for entrant in table.seats))
    running.next_stage().draw().publish()
    [table] = running.last
    final = {"A": 0, "C": 9, "D": -11, "F": 2}
    running.report(table, *(final[entrant] for entrant in table.seats))

    rows = standing_rows(running.now, running.results, running.now.stages[-1])

    assert [(row.rank, row.entrant, row.score) for row in rows] == [
        (1, "A", 40),
        (2, "D", 39),
        (3, "C", 19),
        (4, "F", 7),
    ]
    assert [entrant for _, entrant in final_ranking(running.now, running.results)] == list("ADCFEBGH")


def quarterfinals(first_wins: bool) -> Running:
    stages = (Stage("knockout", pairing="halves", seed_first=True),)
    running = Running(validate_settings(settings(stages=stages), "rummikub"))
    running.enter(*EIGHT).start()
    return running.play(first_wins=first_wins)


def test_the_upper_half_meets_the_lower_half_in_order_and_moves_first():
    running = quarterfinals(first_wins=True)
    seeds = running.now.seeding

    assert [table.seats for table in running.last] == [(seeds[at], seeds[at + 4]) for at in (0, 3, 1, 2)]


def test_the_better_seed_moves_first_at_every_table():
    running = quarterfinals(first_wins=False)
    seeds = running.now.seeding
    running.draw()

    # 5 beat 1 and 8 beat 4, 6 beat 2 and 7 beat 3
    assert [table.seats for table in running.last] == [(seeds[4], seeds[7]), (seeds[5], seeds[6])]

    running.draw(anew=True).publish()
    upper, lower = running.last
    running.report(upper, 1, 2).report(lower, 2, 1).draw()

    assert [table.seats for table in running.last] == [(seeds[5], seeds[7])]


@pytest.mark.parametrize(
    ("field", "pairs"),
    [
        (2, ["12"]),
        (3, ["23"]),
        (5, ["45"]),
        (6, ["46", "35"]),
        (8, ["15", "48", "26", "37"]),
    ],
)
def test_the_best_have_the_byes_where_halves_meet(field, pairs):
    bracket = build_bracket([str(number) for number in range(1, field + 1)], halves=True)

    first = [node for node in bracket.nodes if node.round == 1]
    assert ["".join(slot.of for slot in node.slots) for node in first] == pairs


@pytest.mark.parametrize(
    ("stage", "key"),
    [
        (Stage("swiss", rounds=1, spread="in_turn"), "stages.0.spread"),
        (Stage("swiss", rounds=1, pairing="halves"), "stages.0"),
        (Stage("round_robin", seed_first=True), "stages.0"),
    ],
)
def test_a_setting_of_another_format_is_refused(stage, key):
    with pytest.raises(BadSettings) as refused:
        validate_settings(settings(stages=(stage,)), "rummikub")

    assert refused.value.params["key"] == key


def test_teams_with_tables_of_their_own_play_no_round_robin():
    cup = settings(stages=(Stage("round_robin"),), sizes=(1,), preferred=1, team_size=3)

    with pytest.raises(BadSettings) as refused:
        validate_settings(cup, "the_game_extreme")

    assert refused.value.params["key"] == "stages.0.format"


def test_tables_of_more_than_two_are_not_paired():
    cup = settings(stages=(Stage("knockout", advance=2, pairing="halves"),), sizes=(4,), preferred=4)

    with pytest.raises(BadSettings) as refused:
        validate_settings(cup, "rummikub")

    assert refused.value.params["key"] == "stages.0.pairing"
