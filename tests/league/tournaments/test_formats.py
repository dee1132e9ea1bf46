"""Every preset of every game is played to its end."""

from collections import Counter

import pytest

from games.registry import engines
from league.errors import LeagueError
from league.standings.scoring_rules import Scoring
from league.tournaments.domain import entries, stages
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.draw.verify import differences
from league.tournaments.domain.settings.model import Stage, validate_settings
from league.tournaments.domain.settings.presets import presets
from league.tournaments.domain.standings import outlook, standing_rows
from league.tournaments.errors import (
    BadSeating,
    BadSettings,
    DraftOutdated,
    EntrantRefused,
    EntryClosed,
    GroupsTooSmall,
    NoStage,
    NotDueYet,
    TiedTables,
    TooFewEntrants,
)
from tests.builders.evenings_in_memory import Running, settings

PRESETS = [(game, preset) for game in engines() for preset in presets(game)]


def played(cup: Running, most: int = 40) -> Running:
    """All rounds of all stages, as far as there are any."""
    for _ in range(most):
        try:
            cup.play()
        except LeagueError:
            try:
                cup.next_stage()
            except LeagueError:
                return cup
    return cup


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[f"{game}-{preset.slug}" for game, preset in PRESETS])
def test_every_preset_is_played_to_a_full_ranking(game, preset):
    cup = Running(preset.settings, game).enter(*[f"p{number:02}" for number in range(13)]).start()

    played(cup, most=12 if preset.slug == "open" else 40).finish()

    assert sorted(entrant for _, entrant in cup.now.ranking) == [f"p{number:02}" for number in range(13)]
    assert cup.now.ranking[0][0] == 1
    for round_ in cup.now.rounds:
        assert differences(cup.now.stages[round_.stage], round_) == []


def test_a_finish_is_refused_before_the_last_stage_and_while_the_knockout_is_undecided():
    stage = (Stage("round_robin", groups=2, qualify=2), Stage("knockout"))
    cup = Running(settings(stages=stage)).enter(*"abcdef").start().play().play()

    with pytest.raises(NotDueYet, match="only 2 of 3 rounds are published"):
        cup.finish()
    cup.play()
    with pytest.raises(NotDueYet, match="stage 2 is still to come"):
        cup.finish()
    cup.next_stage().play()
    with pytest.raises(NotDueYet, match="the knockout is not decided yet"):
        cup.finish()
    cup.play().finish()

    assert cup.now.phase == "finished"


def test_in_a_round_robin_everybody_meets_everybody_once():
    cup = played(Running(settings(stages=(Stage("round_robin"),))).enter(*"abcde").start())

    met = sorted("".join(sorted(table.seats)) for round_ in cup.now.rounds for table in round_.tables)

    assert met == ["ab", "ac", "ad", "ae", "bc", "bd", "be", "cd", "ce", "de"]
    assert [len(round_.byes) for round_ in cup.now.rounds] == [1] * 5


def test_nobody_enters_a_round_robin_that_has_started():
    cup = Running(settings(stages=(Stage("round_robin"),))).enter(*"abcd").start().play()

    with pytest.raises(EntryClosed, match="the field for this stage is final"):
        cup.enter("late")


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_the_top_two_of_each_group_advance_and_first_meet_another_group(count):
    stage = (Stage("round_robin", groups=count, qualify=2), Stage("knockout"))
    cup = Running(settings(stages=stage)).enter(*[f"p{number:02}" for number in range(count * 3)]).start()
    while cup.now.stage.number == 0:
        try:
            cup.play()
        except NotDueYet:
            cup.next_stage()

    groups = cup.now.stages[0].groups
    cup.draw().publish()

    assert [len(group) for group in cup.now.qualified[0]] == [2] * count
    for table in cup.last:
        assert not any(set(table.seats) <= set(group) for group in groups)


@pytest.mark.parametrize("players", range(4, 8))
def test_two_groups_and_a_knockout_suit_four_to_seven(players):
    [preset] = [each for each in presets("rummikub") if each.slug == "two-groups"]
    cup = Running(preset.settings).enter(*"abcdefg"[:players]).start()

    while len(cup.now.rounds) < max(len(plan.rounds) for plan in cup.now.stages[0].plans):
        cup.play_by_name()
    cup.next_stage().play_by_name().play_by_name().finish()

    assert [len(group) for group in cup.now.qualified[0]] == [2, 2]
    assert cup.now.ranking[0] == (1, "a")
    assert len(cup.now.ranking) == players


def test_a_correction_after_the_freeze_does_not_change_who_qualified():
    stage = (Stage("round_robin", groups=2, qualify=1), Stage("knockout"))
    cup = Running(settings(stages=stage)).enter(*"abcd").start().play()
    first = cup.last[0]
    cup.next_stage()
    frozen = cup.now.qualified[0]

    cup.report(first, 1, 2)

    assert cup.now.qualified[0] == frozen
    assert standing_rows(cup.now, cup.results, cup.now.stages[0], first.group)[0].entrant not in frozen[first.group]


def test_a_stage_started_too_early_is_undone():
    stage = (Stage("swiss", rounds=2), Stage("knockout"))
    cup = Running(settings(stages=stage)).enter(*"abcd").start().play()
    with pytest.raises(NotDueYet, match="only 1 of 2 rounds are published"):
        cup.next_stage()
    cup.next_stage(early=True)

    cup.take(stages.annul(cup.now, "one more round"))

    assert cup.now.stage.number == 0
    assert cup.play().now.rounds[-1].stage == 0


def test_a_tied_knockout_table_is_decided_before_the_next_round():
    cup = Running(settings(stages=(Stage("knockout"),))).enter(*"abcd").start().draw().publish()
    one, other = cup.last
    cup.report(one, 2, 2).report(other, 2, 1)
    with pytest.raises(TiedTables, match=r"1\.1"):
        cup.draw()

    cup.take(rounds.decide_tie(cup.now, cup.results, 1, 1, order=one.seats[::-1], reason="sudden death"))

    assert cup.draw().last[0].seats == (one.seats[1], other.seats[0])


def test_withdrawing_between_draw_and_publication_of_a_knockout_gives_a_walkover():
    cup = Running(settings(stages=(Stage("knockout"),))).enter(*"abcd").start().draw()
    gone, opponent = cup.last[0].seats
    cup.take(entries.withdraw(cup.now, gone))
    with pytest.raises(DraftOutdated, match=gone):
        cup.publish()

    cup.play().play()

    assert opponent in cup.last[0].seats


@pytest.mark.parametrize(("count", "groups"), [(5, 2), (9, 2), (9, 4), (10, 4)])
def test_groups_of_unequal_size_are_played_to_their_last_rounds(count, groups):
    stage = (Stage("round_robin", groups=groups, qualify=1), Stage("knockout"))
    cup = Running(settings(stages=stage)).enter(*[f"p{number}" for number in range(count)]).start()
    largest = max(map(len, cup.now.stage.groups))

    for _ in range(largest - 1 + largest % 2):
        cup.play()

    met = [table.seats for round_ in cup.now.rounds for table in round_.tables]
    assert len(met) == sum(len(group) * (len(group) - 1) // 2 for group in cup.now.stage.groups)
    assert cup.next_stage().now.stage.number == 1


def test_a_decision_stands_once_the_next_round_is_drawn_from_it():
    cup = Running(settings(stages=(Stage("knockout"),))).enter(*"abcd").start().draw().publish()
    one, other = cup.last
    cup.report(one, 2, 2).report(other, 2, 1)
    cup.take(rounds.decide_tie(cup.now, cup.results, 1, 1, order=one.seats, reason="sudden death")).draw()

    with pytest.raises(EntrantRefused, match="the next round has already been drawn from this decision"):
        rounds.decide_tie(cup.now, cup.results, 1, 1, order=one.seats[::-1], reason="other")


def test_nobody_advances_from_the_last_stage():
    cup = Running(settings(stages=(Stage("swiss", rounds=1),))).enter("a", "b").start().play()

    with pytest.raises(NoStage):
        stages.freeze(cup.now, cup.results)


def test_a_draft_does_not_survive_the_finish():
    cup = Running().enter("a", "b").start().play().draw()

    cup.finish(abandon=True)

    assert [round_.number for round_ in cup.now.rounds] == [1]


def test_a_late_entrant_gets_a_seat_in_the_remaining_rounds_of_a_series():
    cup = Running(settings(stages=(Stage("fixed", rounds=3),), sizes=(3, 4), preferred=4)).enter(*"abcdefg").start()
    cup.play().enter("h").play()

    assert sorted(entrant for table in cup.last for entrant in table.seats) == list("abcdefgh")
    assert [len(table.seats) for table in cup.last] == [4, 4]


def test_a_draft_is_changed_by_hand_and_compared():
    cup = Running().enter(*"abcd").start().play().draw()
    machine = cup.now.draft.parts[0].draw
    first = [table.seats for table in cup.now.rounds[0].tables]

    cup.take(rounds.change(cup.now, cup.results, {0: first}, {}, "they asked for it"))

    assert [table.seats for table in cup.last] == first
    assert cup.now.draft.parts[0].draw.figures["repeats"] == 2
    assert cup.now.draft.drawn[0].draw == machine


@pytest.mark.parametrize(
    ("tables", "culprit"),
    [
        ([("a", "b"), ("c", "c")], "c"),
        ([("a", "b")], "c"),
        ([("a", "b"), ("c", "stranger")], "stranger"),
        ([("a", "b", "c", "d", "a")], "a"),
    ],
)
def test_an_impossible_change_by_hand_names_the_culprit(tables, culprit):
    cup = Running().enter(*"abcd").start().draw()

    with pytest.raises(BadSeating, match=culprit):
        rounds.change(cup.now, cup.results, {0: tables}, {})


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"stages": ()}, "stages"),
        ({"sizes": (3,), "preferred": 4}, "preferred"),
        ({"sizes": (9,), "preferred": 9}, "sizes"),
        ({"capacity": 0}, "capacity"),
        ({"dealing": "server"}, "dealing"),
        ({"stages": (Stage("fixed"),)}, "stages.0.rounds"),
        ({"stages": (Stage("knockout"), Stage("swiss"))}, "stages.0.format"),
        ({"stages": (Stage("swiss", qualify=4),)}, "stages.0.qualify"),
        ({"stages": (Stage("swiss", carry=True),)}, "stages.0.carry"),
        ({"stages": (Stage("knockout", groups=2),)}, "stages.0.groups"),
        ({"stages": (Stage("swiss", double=True),)}, "stages.0"),
        ({"stages": (Stage("knockout", advance=2),)}, "stages.0.advance"),
        ({"apart": (("a", "a"),)}, "apart"),
    ],
)
def test_impossible_settings_are_refused_by_name(changed, key):
    with pytest.raises(BadSettings) as refused:
        validate_settings(settings(**changed), "rummikub")

    assert refused.value.params["key"] == key


def test_groups_in_which_somebody_would_have_no_opponent_are_refused_at_the_start():
    stages_ = (Stage("round_robin", groups=4, qualify=1), Stage("knockout"))
    cup = Running(settings(stages=stages_)).enter(*"abcdefg")

    with pytest.raises(GroupsTooSmall, match="A field of 7 cannot be split into 4 groups: at least 8 are needed\\."):
        cup.start()
    cup.enter("h").start()

    assert [len(group) for group in cup.now.stage.groups] == [2, 2, 2, 2]


def test_on_an_open_evening_nobody_sits_at_two_tables():
    given = settings(stages=(Stage("open"),), sizes=(2, 3), preferred=2)
    cup = Running(given).enter(*"abc").start().draw()
    cup.take(rounds.start_table(cup.now, cup.results, ["a", "b"], "m1"))

    with pytest.raises(EntrantRefused, match="b: the entrant is still playing at table 1"):
        rounds.start_table(cup.now, cup.results, ["c", "b"], "m2")
    cup.report(cup.last[0], 2, 1)
    cup.take(rounds.start_table(cup.now, cup.results, ["c", "b"], "m2"))

    assert [table.seats for table in cup.last] == [("a", "b"), ("c", "b")]


def test_teams_of_a_co_operative_game_have_a_table_each():
    with pytest.raises(BadSettings, match="in this game each team has its own table, so the size is 1"):
        validate_settings(settings(scoring=Scoring(by="team")), "the_game_extreme")


def test_those_who_came_to_an_unplayed_table_are_tied():
    given = settings(stages=(Stage("knockout"),), sizes=(2, 3), preferred=3)
    cup = Running(given).enter(*"abc").start().draw().publish()
    cup.forfeit(cup.last[0], 1)
    absent = cup.last[0].seats[1]

    with pytest.raises(TiedTables, match=r"These knockout tables ended in a tie\. Decide who advances: 1\.1\."):
        cup.draw()
    there = [entrant for entrant in cup.last[0].seats if entrant != absent]
    cup.take(rounds.decide_tie(cup.now, cup.results, 1, 1, order=there, reason="by lot")).finish()

    assert [row.entrant for row in standing_rows(cup.now, cup.results, cup.now.stage)] == [*there, absent]


def test_a_draft_of_a_finished_stage_cannot_be_published():
    stages_ = (Stage("round_robin", groups=2, qualify=2), Stage("knockout"))
    cup = Running(settings(stages=stages_)).enter(*"abcd").start().draw().next_stage(early=True)

    with pytest.raises(DraftOutdated, match="a, b, c, d"):
        cup.publish()
    cup.draw(anew=True).publish()

    assert [round_.stage for round_ in cup.now.rounds] == [1]


def test_groups_with_a_single_remaining_entrant_have_nobody_to_draw():
    stages_ = (Stage("round_robin", groups=2, qualify=1), Stage("knockout"))
    cup = Running(settings(stages=stages_)).enter(*"abcd").start()
    cup.take(entries.withdraw(cup.now, "a")).take(entries.withdraw(cup.now, "b"))

    with pytest.raises(TooFewEntrants):
        cup.draw()
    cup.next_stage(early=True).draw().publish()

    assert [sorted(table.seats) for table in cup.last] == [["c", "d"]]


def test_in_a_field_of_hundreds_the_reachable_ranks_are_known():
    cup = Running(settings(stages=(Stage("swiss", rounds=3),))).enter(*[f"p{number}" for number in range(320)])
    cup.start().play().play()

    rows, possible = outlook(cup.now, cup.results, cup.now.stage)

    assert Counter(row.score for row in rows) == {2: 80, 1: 160, 0: 80}
    ranks = {row.score: (possible[row.entrant].best, possible[row.entrant].worst) for row in rows}
    assert ranks == {2: (1, 240), 1: (1, 320), 0: (81, 320)}


def test_once_a_knockout_is_abandoned_its_ranks_are_the_only_possible_ones():
    cup = Running(settings(stages=(Stage("knockout"),))).enter(*"abcd").start().draw().publish()
    winner, loser = cup.last[0].seats
    cup.report(cup.last[0], 2, 1)
    before = outlook(cup.now, cup.results, cup.now.stage).possible
    cup.finish(abandon=True)

    rows, after = outlook(cup.now, cup.results, cup.now.stage)

    assert {entrant: (may.best, may.worst) for entrant, may in before.items()} == {
        winner: (1, 2),
        loser: (2, 3),
        **dict.fromkeys(cup.last[1].seats, (1, 4)),
    }
    assert {row.entrant: (row.rank, row.rank) for row in rows} == {
        entrant: (may.best, may.worst) for entrant, may in after.items()
    }
