"""The view of a knockout: known entrants, and descriptions of unknown ones."""

import pytest

from league.standings.types import Outcome
from league.tournaments.domain import entries, stages
from league.tournaments.domain.bracket.preview import knockout_preview
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.settings.model import Stage
from tests.builders.evenings_in_memory import Running, settings

TABLES = {"sizes": (3, 4), "preferred": 4}


def cup(count: int = 4, given: dict | None = None, **stage: object) -> Running:
    """Entrants are called by letters in the order of their seeds."""
    running = Running(settings(stages=(Stage("knockout", **stage),), **(given or {})))
    names = "abcdefghijklmnop"[:count]
    running.enter(*names)
    return running.take(entries.give_seeds(running.now, {name: seed for seed, name in enumerate(names, 1)})).start()


def fed(*before: Stage, count: int = 8, **stage: object) -> Running:
    """Entrants by letters in the order of their seeds, in a knock-out behind other stages."""
    running = Running(settings(stages=(*before, Stage("knockout", **stage))))
    names = "abcdefghijklmnop"[:count]
    running.enter(*names)
    return running.take(entries.give_seeds(running.now, {name: seed for seed, name in enumerate(names, 1)}))


def slot(each) -> str:
    who = each.entrant or str(each.origin)
    if each.candidates:
        who += f" ({'/'.join(each.candidates)})"
    if each.state in ("left", "nobody"):
        who += f" {each.state}"
    return who + "*" * (each.place == 1) + f"→{each.to}" * (each.to is not None)


def looked_at(running: Running) -> dict[str, list[str]]:
    """By round its tables: name, state unless it is open, and who plays there; a star for the first of the table."""
    return {
        str(each.title): [
            f"{table.name}{f' [{table.state}]' if table.state != 'open' else ''}: {', '.join(map(slot, table.slots))}"
            for table in each.tables
        ]
        for each in knockout_preview(running.now, running.results).rounds
    }


def known_tables(running: Running) -> dict[str, list[str]]:
    """By table who plays there, where that is known and not published yet."""
    shown = [table for each in knockout_preview(running.now, running.results).rounds for table in each.tables]
    return {table.id: [each.entrant for each in table.slots] for table in shown if table.state == "known"}


def notes(running: Running) -> list[str]:
    return [str(each) for each in knockout_preview(running.now, running.results).notes]


def test_unknown_entrants_are_described_with_their_candidates():
    running = cup(4, third_place=True)

    assert looked_at(running) == {
        "Semifinals": ["Semifinal 1 [known]: a, d", "Semifinal 2 [known]: b, c"],
        "Final": [
            "Final: Winner of Semifinal 1 (a/d), Winner of Semifinal 2 (b/c)",
            "Third-place match: Loser of Semifinal 1 (a/d), Loser of Semifinal 2 (b/c)",
        ],
    }


def test_played_tables_show_their_result_and_where_everybody_advanced_to():
    running = cup(4, third_place=True).draw().publish()
    running.report(running.last[0], 7, 3)

    first, second = knockout_preview(running.now, running.results).rounds[0].tables

    assert looked_at(running) == {
        "Semifinals": ["Semifinal 1 [played]: a*→final, d→third", "Semifinal 2 [published]: b, c"],
        "Final": [
            "Final: a, Winner of Semifinal 2 (b/c)",
            "Third-place match: d, Loser of Semifinal 2 (b/c)",
        ],
    }
    assert [(each.points, each.wins) for each in first.slots] == [(7, 1), (3, 0)]
    assert (first.round, first.table, first.match) == (1, 1, running.last[0].match)
    assert [each.points for each in second.slots] == [None, None]
    assert [str(each.what) for each in second.onward] == [
        "Winner advances to Final",
        "Loser goes to Third-place match",
    ]


def test_byes_are_beside_the_table_to_which_they_lead():
    running = cup(5)

    assert looked_at(running) == {
        "Quarterfinals": [
            "Bye [bye]: a→w2.1, Bye",
            "Quarterfinal 1 [known]: d, e",
            "Bye [bye]: b→w2.2, Bye",
            "Bye [bye]: c→w2.2, Bye",
        ],
        "Semifinals": ["Semifinal 1: a, Winner of Quarterfinal 1 (d/e)", "Semifinal 2 [known]: b, c"],
        "Final": ["Final: Winner of Semifinal 1, Winner of Semifinal 2 (b/c)"],
    }


def test_first_time_losers_drop_to_the_losers_bracket_with_byes_there_too():
    running = cup(5, double=True)
    losers = "Loser of Winners’ bracket, round 2, table 2 (b/c), Loser of Winners’ bracket, round 1, table 1 (d/e)"

    assert looked_at(running) == {
        "Winners’ bracket, round 1": [
            "Bye [bye]: a→w2.1, Bye",
            "Winners’ bracket, round 1, table 1 [known]: d, e",
            "Bye [bye]: b→w2.2, Bye",
            "Bye [bye]: c→w2.2, Bye",
        ],
        "Winners’ bracket, round 2": [
            "Winners’ bracket, round 2, table 1: a, Winner of Winners’ bracket, round 1, table 1 (d/e)",
            "Winners’ bracket, round 2, table 2 [known]: b, c",
        ],
        "Winners’ bracket, round 3": [
            (
                "Winners’ bracket, round 3, table 1: Winner of Winners’ bracket, round 2, table 1, Winner of "
                "Winners’ bracket, round 2, table 2 (b/c)"
            )
        ],
        "Losers’ bracket, round 1": [
            f"Losers’ bracket, round 1, table 1: {losers}",
            "Bye [bye]: Loser of Winners’ bracket, round 2, table 1→l2.1, Bye",
        ],
        "Losers’ bracket, round 2": [
            (
                "Losers’ bracket, round 2, table 1: Winner of Losers’ bracket, round 1, table 1, Loser of "
                "Winners’ bracket, round 2, table 1"
            )
        ],
        "Losers’ bracket, round 3": [
            (
                "Losers’ bracket, round 3, table 1: Loser of Winners’ bracket, round 3, table 1, Winner of "
                "Losers’ bracket, round 2, table 1"
            )
        ],
        "Grand final": [
            "Grand final: Winner of Winners’ bracket, round 3, table 1, Winner of Losers’ bracket, round 3, table 1"
        ],
        "Second grand final": ["Second grand final: Winner of Grand final, Loser of Grand final"],
    }


@pytest.mark.parametrize(
    ("first_wins", "second"),
    [
        (True, "Second grand final [needless]: {0}, Loser of Grand final nobody"),
        (False, "Second grand final [known]: {1}, {0}"),
    ],
)
def test_the_second_grand_final_is_needed_only_if_the_losers_bracket_finalist_won_the_first(first_wins, second):
    running = cup(3, double=True)
    before = knockout_preview(running.now, running.results).rounds[-1].tables[0].note

    while "Grand final" not in str(running.now.rounds[-1:]):
        running.play(first_wins=first_wins)
    final = running.last[0].seats

    assert str(before) == "Only if the finalist who has already lost once wins the grand final."
    assert looked_at(running)["Second grand final"] == [second.format(*final)]


def test_at_larger_tables_the_advancing_ranks_are_shown():
    running = cup(8, TABLES, advance=2).draw().publish()
    running.report(running.last[0], 4, 3, 2, 1)

    table, other = running.last

    one, two, three, four = table.seats
    in_other = f"in Round 1, table 2 ({'/'.join(other.seats)})"
    assert looked_at(running) == {
        "Round 1": [
            f"Round 1, table 1 [played]: {one}*→final, {two}→final, {three}, {four}",
            f"Round 1, table 2 [published]: {', '.join(other.seats)}",
        ],
        "Final": [f"Final: {one}, First {in_other}, {two}, Second {in_other}"],
    }


def test_larger_tables_have_byes_too():
    running = cup(5, TABLES, advance=3)
    places = [f"{place} in Round 1, table 1 (b/c/d/e)" for place in ("First", "Second", "Third")]

    assert looked_at(running) == {
        "Round 1": ["Round 1, table 1 [known]: b, c, d, e", "Bye [bye]: a→final, Bye"],
        "Final": [f"Final: a, {', '.join(places)}"],
    }


def test_a_tied_table_stays_open_until_somebody_decides_it():
    running = cup(2).draw().publish()
    table = running.last[0]
    running.report(table, 5, 5)

    level = looked_at(running)
    running.take(rounds.decide_tie(running.now, running.results, 1, 1, order=table.seats[::-1], reason="By lot."))

    [final] = knockout_preview(running.now, running.results).rounds[0].tables
    assert level == {"Final": ["Final [level]: a, b"]}
    assert (final.state, final.decided, [each.place for each in final.slots]) == ("played", True, [2, 1])


def test_a_withdrawal_is_a_walkover_and_a_no_show_is_named():
    running = cup(4)
    running.take(entries.withdraw(running.now, "d"))
    running.draw().publish()
    running.forfeit(running.last[0], 0)

    semifinal = knockout_preview(running.now, running.results).rounds[0].tables[1]

    assert looked_at(running) == {
        "Semifinals": ["Semifinal 1 [walkover]: a→final, d left", "Semifinal 2 [played]: b, c*→final"],
        "Final": ["Final [known]: a, c"],
    }
    assert [each.absent for each in semifinal.slots] == [True, False]


def test_if_nobody_came_nobody_advances():
    running = cup(4).draw().publish()
    running.forfeit(running.last[0], 0, 1)

    assert looked_at(running)["Final"] == ["Final: Winner of Semifinal 1 nobody, Winner of Semifinal 2 (b/c)"]


def test_a_table_shows_its_published_entrants_whatever_was_corrected_since():
    running = cup(4).play().draw().publish()
    semifinal = running.now.rounds[0].tables[0]

    running.results[semifinal.match] = running.turned(semifinal)

    assert looked_at(running) == {
        "Semifinals": ["Semifinal 1 [played]: a→final, d*", "Semifinal 2 [played]: b*→final, c"],
        "Final": ["Final [published]: a, b"],
    }


def test_a_void_match_shows_no_points():
    running = cup(2).draw().publish()
    running.report(running.last[0], 5, 3, outcome=Outcome.VOID)

    [final] = knockout_preview(running.now, running.results).rounds[0].tables

    assert (final.outcome, [each.points for each in final.slots]) == (Outcome.VOID, [None, None])


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("count", range(2, 12))
def test_the_known_tables_are_those_drawn_next(count, double):
    running = cup(count, double=double)
    foreseen, drawn = [], []

    while known := known_tables(running):
        foreseen.append(known)
        running.play(first_wins=len(running.now.rounds) % 3 != 1)
        drawn.append({table.node: list(table.seats) for table in running.last})

    assert foreseen == drawn
    assert running.finish().now.phase == "finished"


def test_a_draft_changes_nothing():
    running = cup(4)
    before = knockout_preview(running.now, running.results)

    running.draw()
    tables = [table.seats[::-1] for table in running.last]
    running.take(rounds.change(running.now, running.results, {0: tables}, {}))

    assert running.now.draft is not None
    assert knockout_preview(running.now, running.results) == before


def test_before_the_groups_end_the_places_that_will_meet_are_shown():
    running = fed(Stage("round_robin", groups=2, qualify=2), third_place=True)
    expected = {
        "Semifinals": [
            "Semifinal 1: First in group 1, Second in group 2",
            "Semifinal 2: First in group 2, Second in group 1",
        ],
        "Final": [
            "Final: Winner of Semifinal 1, Winner of Semifinal 2",
            "Third-place match: Loser of Semifinal 1, Loser of Semifinal 2",
        ],
    }

    drafted, running = looked_at(running), running.start()

    assert drafted == looked_at(running) == expected
    assert notes(running) == [
        (
            "This assumes that at least 2 are left in each group when stage 1 ends. Otherwise the bracket "
            "will be different."
        )
    ]


def test_mates_of_four_groups_meet_in_the_final_at_the_earliest():
    running = fed(Stage("round_robin", groups=4, qualify=2), count=16)

    assert looked_at(running)["Quarterfinals"] == [
        "Quarterfinal 1: First in group 1, Second in group 2",
        "Quarterfinal 2: First in group 4, Second in group 3",
        "Quarterfinal 3: First in group 2, Second in group 1",
        "Quarterfinal 4: First in group 3, Second in group 4",
    ]


@pytest.mark.parametrize("groups", [2, 3, 4, 5])
@pytest.mark.parametrize("qualify", [1, 2, 3])
def test_the_announced_places_are_those_that_meet_when_the_knockout_starts(groups, qualify):
    running = fed(Stage("round_robin", groups=groups, qualify=qualify), count=16).start()
    foreseen = [
        [[each.origin for each in table.slots] for table in round_.tables]
        for round_ in knockout_preview(running.now, running.results).rounds
    ]
    while running.now.stage and len(running.now.published) < max(len(plan.rounds) for plan in running.now.stage.plans):
        running.play_by_name()

    running.next_stage()

    begun = knockout_preview(running.now, running.results)
    assert begun.begun
    assert [[[each.origin for each in table.slots] for table in round_.tables] for round_ in begun.rounds] == foreseen


def test_smaller_groups_are_previewed_from_the_current_state():
    running = fed(Stage("round_robin", groups=2, qualify=2), count=4).start()

    running.take(entries.withdraw(running.now, "a"))

    assert looked_at(running) == {
        "Semifinals": ["Bye [bye]: First in group 1→final, Bye", "Semifinal 1: First in group 2, Second in group 2"],
        "Final": ["Final: First in group 1, Winner of Semifinal 1"],
    }


def test_once_qualification_is_final_the_names_are_shown():
    running = fed(Stage("round_robin", qualify=2), count=3).start()
    while len(running.now.published) < 3:
        running.play_by_name()

    running.take(stages.freeze(running.now, running.results))

    assert looked_at(running) == {"Final": ["Final [known]: a, b"]}
    assert notes(running) == ["Qualification is final. The knockout hasn’t started."]


@pytest.mark.parametrize(
    ("running", "said"),
    [
        (
            fed(Stage("swiss", rounds=3)),
            "Everyone still in advances from stage 1. The pairings depend on how many that is.",
        ),
        (fed(Stage("round_robin", groups=64, qualify=5)), "A bracket this large is shown once play in it has begun."),
        (fed(), "The bracket is drawn up from the seeding when the tournament starts."),
        (
            fed(Stage("swiss", rounds=1, qualify=2)).start().finish(abandon=True),
            "The tournament ended before the knockout started.",
        ),
    ],
)
def test_pairings_that_are_not_fixed_in_advance_are_explained(running, said):
    assert looked_at(running) == {}
    assert notes(running) == [said]


def test_without_a_knockout_there_is_no_preview():
    running = Running(settings())

    assert knockout_preview(running.now, running.results) is None
