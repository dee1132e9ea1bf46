"""What a corrected result changes in a tournament: worked examples, and redrawn rounds that match the preview."""

import msgspec
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st

from league.impact.domain.policy import apply_plan
from league.impact.domain.rows import Change, RowFigures
from league.impact.domain.tournament import TournamentChanges, tournament_changes
from league.standings.types import Outcome
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.events import QualificationFrozen, RankingUpdated, RoundAnnulled, StageAnnulled
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.tournament import Table, evolve
from tests.builders.evenings_in_memory import Running, settings

GROUPS = (Stage("round_robin", groups=2, qualify=2), Stage("knockout", third_place=True))


def begun(tables: list[tuple[str, ...]], *out: str, rounds_: int = 5) -> Running:
    """A Swiss, of which the first round is published with these tables."""
    field = sorted([*out, *(entrant for table in tables for entrant in table)])
    cup = Running(settings(stages=(Stage("swiss", rounds=rounds_),))).enter(*field).start()
    (drawn,) = rounds.draw(cup.now, {}, f"{len(cup.facts):04x}")
    (changed,) = rounds.change(evolve(cup.now, drawn), {}, {0: tables}, {0: out})
    return cup.take([msgspec.structs.replace(drawn, parts=changed.parts)]).publish()


def swiss() -> Running:
    """Six in five rounds: three are played, the smaller letter winning, and the fourth is published."""
    cup = begun([("f", "c"), ("e", "b"), ("a", "d")])
    cup.report_by_name().play_by_name().play_by_name().draw().publish()
    assert [[table.seats for table in round_.tables] for round_ in cup.now.rounds] == [
        [("f", "c"), ("e", "b"), ("a", "d")],
        [("c", "b"), ("a", "f"), ("d", "e")],
        [("b", "a"), ("c", "d"), ("f", "e")],
        [("b", "a"), ("e", "c"), ("d", "f")],
    ]
    return cup


def groups() -> Running:
    """Two groups of three, of which c and d, and a and b, are the best two; all is played but the knock-out."""
    cup = Running(settings(stages=GROUPS)).enter(*"abcdef").start()
    cup.play_by_name().play_by_name().play_by_name()
    assert cup.now.rounds[0].tables[0].seats == ("e", "d")
    return cup


def turned(cup: Running, table: Table, policy: str = "keep", **more: object) -> TournamentChanges:
    """What it changes if the other one has won."""
    assert table.match is not None
    return tournament_changes(cup.now, cup.results, {table.match: cup.turned(table)}, policy, **more)


def moved(change: Change) -> tuple[object, ...]:
    before, after = change.before, change.after
    return change.id, before and (before.rank, *before.figures), after and (after.rank, *after.figures)


def test_a_result_from_three_rounds_ago_changes_every_rank_and_tie_break_that_depends_on_it():
    cup = swiss()

    found = turned(cup, cup.now.rounds[0].tables[2])

    assert [(each.stage, each.group) for each in found.tables] == [(0, 0)]
    assert [moved(row) for row in found.tables[0].rows] == [
        ("b", (2, "2", "6"), (1, "2", "5")),
        ("d", (4, "1", "6"), (1, "2", "5")),
        ("a", (1, "3", "3"), (3, "2", "4")),
        ("c", (3, "2", "3"), (3, "2", "4")),
        ("e", (5, "1", "3"), (5, "1", "4")),
        ("f", (6, "0", "6"), (6, "0", "5")),
    ]
    assert found.qualifiers == ()
    assert found.ranking == ()


def test_later_rounds_that_would_be_drawn_differently_are_listed_table_by_table():
    cup = swiss()

    found = turned(cup, cup.now.rounds[0].tables[2])

    assert [(each.round, [table.seats for table in each.gone], each.instead) for each in found.draws] == [
        (2, [("a", "f"), ("d", "e")], ((0, ("a", "e")), (0, ("d", "f")))),
        (3, [("b", "a"), ("c", "d")], ((0, ("b", "d")), (0, ("c", "a")))),
        (4, [("b", "a"), ("e", "c"), ("d", "f")], ((0, ("a", "c")), (0, ("d", "b")), (0, ("e", "f")))),
    ]


def test_recomputing_annuls_the_unplayed_round_and_keeps_the_played_ones():
    cup = swiss()

    plan = turned(cup, cup.now.rounds[0].tables[2], "recompute", reason="Typing error").plan

    assert plan.events == (RoundAnnulled(4, "Typing error"),)
    assert plan.matches == cup.now.rounds[3].matches
    assert plan.rounds_left == (2, 3)


def test_a_round_in_play_is_kept():
    cup = swiss()

    plan = turned(cup, cup.now.rounds[0].tables[2], "recompute", begun={cup.last[0].match}).plan

    assert plan.events == ()
    assert plan.rounds_left == (2, 3, 4)


def test_a_round_that_the_correction_does_not_affect_is_kept():
    cup = swiss()

    found = turned(cup, cup.now.rounds[0].tables[0], "recompute")

    assert [each.round for each in found.draws] == [2, 3]
    assert found.plan.events == ()
    assert found.tournament == cup.now


def test_an_affected_draft_is_annulled_too():
    cup = swiss()
    cup.take(rounds.annul(cup.now, "once more")).draw()

    found = turned(cup, cup.now.rounds[0].tables[2], "recompute")

    assert [(each.round, each.published) for each in found.draws] == [(2, True), (3, True), (4, False)]
    assert [event.round for event in found.plan.events] == [4]


def test_repeating_the_same_result_changes_nothing():
    cup = swiss()
    table = cup.now.rounds[0].tables[2]

    found = tournament_changes(cup.now, cup.results, {table.match: cup.results[table.match]}, "recompute")

    assert not found.any
    assert found.plan == ((), (), (), ())


def test_a_bye_in_an_annulled_round_no_longer_counts():
    cup = begun([("c", "b"), ("e", "d")], "a").report_by_name().draw().publish()
    assert cup.now.rounds[1].byes == [(0, "c")]
    table = next(table for table in cup.now.rounds[0].tables if "c" in table.seats)

    kept, recomputed = turned(cup, table, "keep"), turned(cup, table, "recompute")

    assert moved(kept.tables[0].rows[0]) == ("c", (3, "0", "1"), (1, "1", "1"))
    assert recomputed.plan.annulled == (2,)
    assert moved(recomputed.tables[0].rows[0]) == ("c", (3, "0", "1"), (1, "1", "0"))


def test_a_coming_qualification_lists_who_would_come_in_and_who_would_drop_out():
    cup = groups()

    (change,) = turned(cup, cup.now.rounds[0].tables[0]).qualifiers

    assert (change.stage, change.group, change.frozen) == (0, 0, False)
    assert (change.come, change.fall) == (("e",), ("d",))


def test_a_frozen_qualification_is_flagged_and_annulled_while_its_stage_is_unplayed():
    cup = groups().next_stage().draw().publish()

    found = turned(cup, cup.now.rounds[0].tables[0], "recompute", reason="Typing error")

    assert [(each.frozen, each.come, each.fall) for each in found.qualifiers] == [(True, ("e",), ("d",))]
    assert found.plan.events == (RoundAnnulled(4, "Typing error"), StageAnnulled(1, "Typing error"))
    assert found.tournament.qualified == {}


def test_a_qualification_whose_stage_is_being_played_is_kept_and_listed():
    cup = groups().next_stage().play_by_name()

    found = turned(cup, cup.now.rounds[0].tables[0], "recompute")

    assert found.plan == ((), (), (), (0,))
    assert found.tournament.qualified == {0: (("c", "d"), ("a", "b"))}


def test_a_qualification_without_a_stage_yet_is_decided_again():
    cup = groups()
    cup.take([QualificationFrozen(0, (("c", "d"), ("a", "b")))])

    plan = turned(cup, cup.now.rounds[0].tables[0], "recompute", reason="Typing error").plan

    assert plan.events == (QualificationFrozen(0, (("c", "e"), ("a", "b")), "Typing error"),)
    assert plan.stages_left == ()


def test_a_knock_out_lists_which_of_its_next_tables_others_would_play():
    cup = groups().next_stage().play_by_name().draw().publish()
    assert [table.seats for table in cup.now.rounds[3].tables] == [("c", "b"), ("a", "d")]

    found = turned(cup, cup.now.rounds[3].tables[0], "recompute")

    assert [(each.round, [table.seats for table in each.gone], each.instead) for each in found.draws] == [
        (5, [("c", "d"), ("b", "a")], ((0, ("b", "d")), (0, ("c", "a"))))
    ]
    assert found.plan.annulled == (5,)


def test_a_knock_out_table_that_would_end_in_a_tie_is_listed():
    cup = groups().next_stage().play_by_name()
    table = cup.last[0]
    level = cup.results[table.match]._replace(points=(1, 1), wins=(0, 0), winners=())

    found = tournament_changes(cup.now, cup.results, {table.match: level}, "keep")

    assert found.level == ((4, 1),)


def test_an_annulled_result_leaves_the_match_unplayed():
    cup = swiss()
    table = cup.now.rounds[0].tables[2]
    unplayed = cup.results[table.match]._replace(outcome=Outcome.UNPLAYED, points=(), wins=(), winners=(), games=0)

    found = tournament_changes(cup.now, cup.results, {table.match: unplayed}, "keep")

    assert next(row for row in found.tables[0].rows if row.id == "a").after == RowFigures(3, ("2", "2"))


def test_a_round_drawn_from_an_annulled_result_is_annulled_too():
    cup = swiss()
    table = cup.now.rounds[2].tables[0]
    unplayed = cup.results[table.match]._replace(outcome=Outcome.UNPLAYED, points=(), wins=(), winners=(), games=0)

    found = tournament_changes(cup.now, cup.results, {table.match: unplayed}, "recompute", reason="Play on")

    assert [(each.round, each.impossible, len(each.gone)) for each in found.draws] == [
        (4, "tournament.results_missing", 3)
    ]
    assert found.plan.events == (RoundAnnulled(4, "Play on"),)


def test_keep_keeps_the_final_ranking_and_recompute_records_a_new_one():
    cup = begun([("b", "c"), ("d", "a")], rounds_=3).report_by_name().play_by_name().play_by_name().finish()
    table = next(table for table in cup.now.rounds[0].tables if "b" in table.seats)
    assert cup.now.ranking == ((1, "a"), (2, "b"), (3, "c"), (4, "d"))

    kept = turned(cup, table, "keep")
    recomputed = turned(cup, table, "recompute", reason="Typing error")

    assert (kept.ranking, kept.outdated) == ((), True)
    ranking = ((1, "a"), (2, "c"), (3, "b"), (4, "d"))
    assert recomputed.plan == ((RankingUpdated(ranking, "Typing error"),), (), (2,), ())
    assert (recomputed.tournament.ranking, recomputed.outdated) == (ranking, False)
    assert [moved(row) for row in recomputed.ranking] == [("c", (3,), (2,)), ("b", (2,), (3,))]


@how(max_examples=40, deadline=None)
@given(
    count=st.integers(4, 9),
    played=st.integers(1, 4),
    winners=st.lists(st.booleans(), min_size=16, max_size=16),
    which=st.integers(0, 40),
)
def test_an_annulled_round_is_redrawn_as_the_preview_shows(count, played, winners, which):
    cup = Running(settings(stages=(Stage("swiss", rounds=5),))).enter(*"abcdefghi"[:count]).start()
    for _ in range(min(played, count - 2)):
        cup.draw().publish()
        for table in cup.last:
            cup.report(table, *((1, 0) if winners[table.number] else (0, 1)))
        winners = winners[1:] + winners[:1]
    cup.draw().publish()
    tables = [table for round_ in cup.now.rounds[:-1] for table in round_.tables]
    table = tables[which % len(tables)]
    seed = cup.now.rounds[-1].parts[0].inputs.seed[:-2]

    found = turned(cup, table, "recompute")

    told = next((each for each in found.draws if each.round == len(cup.now.rounds)), None)
    again = apply_plan(cup.now, found.plan)._replace(rounds=cup.now.rounds[:-1])
    (fact,) = rounds.draw(again, found.results, seed)
    now, then = {each.seats for each in cup.last}, {each.seats for each in fact.parts[0].draw.tables}
    assert (then - now) == ({seats for _, seats in told.instead} if told else set())
    assert (now - then) == ({each.seats for each in told.gone} if told else set())
    assert found.plan.annulled == (() if told is None else (told.round,))
