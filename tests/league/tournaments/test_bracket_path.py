"""The path to a rank in a knockout."""

from league.standings.types import Outcome
from league.tournaments.domain.bracket.path import bracket_path
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.settings.model import Stage
from tests.builders.evenings_in_memory import Running, settings


def cup(*names: str, **stage: object) -> Running:
    return Running(settings(stages=(Stage("knockout", **stage),))).enter(*names).start()


def told(running: Running, entrant: str, upto: int | None = None) -> list[str]:
    """The steps of an entrant in English, with a star where an official decided."""
    found = bracket_path(running.now, running.results, running.now.stages[-1], entrant, upto)
    return [
        f"{step.name.text.format(**step.name.params)}: {step.what.text.format(**step.what.params)}{'*' * step.decided}"
        for step in found.steps
    ]


def place(running: Running, entrant: str) -> tuple[int, int, int]:
    found = bracket_path(running.now, running.results, running.now.stages[-1], entrant)
    return found.rank, found.further, found.level


def test_a_rank_is_explained_by_the_tables_won_and_lost_on_the_path():
    running = cup("a", "b", "c", "d", third_place=True)
    seed = dict(enumerate(running.now.seeding, 1))

    running.play()
    between = told(running, seed[4])
    running.play()

    assert between == [f"Semifinal 1: Lost to {seed[1]}.", "Third-place match: Not decided yet."]
    assert told(running, seed[1]) == [f"Semifinal 1: Won against {seed[4]}.", f"Final: Won against {seed[2]}."]
    assert told(running, seed[4]) == [
        f"Semifinal 1: Lost to {seed[1]}.",
        f"Third-place match: Won against {seed[3]}.",
    ]
    assert [place(running, seed[number]) for number in (1, 2, 4, 3)] == [(1, 0, 0), (2, 1, 0), (3, 2, 0), (4, 3, 0)]


def test_the_path_as_of_an_earlier_round_ends_there():
    running = cup("a", "b", "c", "d")
    first = running.now.seeding[0]

    running.play().play()

    assert told(running, first, upto=1)[1:] == ["Final: Not decided yet."]


def test_entrants_who_lost_in_the_same_round_share_their_rank():
    running = cup("a", "b", "c", "d")
    last = running.now.seeding[3]

    running.play().play()

    assert place(running, last) == (3, 2, 1)


def test_a_table_without_play_is_shown_as_such_to_both():
    running = cup("a", "b", "c", "d").draw().publish()
    table = running.last[0]

    running.forfeit(table, 1)

    came, absent = table.seats
    assert told(running, absent) == ["Semifinal 1: No-show."]
    assert told(running, came)[0] == "Semifinal 1: Advanced without playing: nobody else showed up."


def test_a_table_decided_by_an_official_says_so():
    running = cup("a", "b").draw().publish()
    table = running.last[0]
    running.report(table, 5, 5, outcome=Outcome.CONFIRMED)

    running.take(rounds.decide_tie(running.now, running.results, 1, 1, order=table.seats[::-1], reason="By lot."))

    assert told(running, table.seats[1]) == [f"Final: Won against {table.seats[0]}.*"]


def test_at_larger_tables_the_path_shows_the_rank_and_whether_the_entrant_advanced():
    running = Running(
        settings(stages=(Stage("knockout", advance=2),), sizes=(3, 4), preferred=4),
    )
    running.enter(*"abcdefgh").start()

    running.play()
    table = running.last[0]

    assert told(running, table.seats[1])[0] == "Round 1, table 1: Place 2 of 4: advanced."
    assert told(running, table.seats[2])[0] == "Round 1, table 1: Place 3 of 4."


def test_an_unneeded_second_grand_final_is_no_step():
    running = cup("a", "b", "c", "d", double=True)

    for _ in range(4):
        running.play_by_name()

    assert told(running, "a")[-1] == "Grand final: Won against b."
    assert "Grand final: Lost to a." in told(running, "b")


def test_stages_other_than_knockouts_have_no_path():
    running = Running().enter("a", "b").start()

    assert bracket_path(running.now, running.results, running.now.stages[0], "a") is None
