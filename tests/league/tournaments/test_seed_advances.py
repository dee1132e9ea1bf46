"""Ties in a knockout in which the better seed advances."""

import pytest

from league.standings.types import Outcome
from league.tournaments.domain.bracket.path import bracket_path
from league.tournaments.domain.bracket.preview import knockout_preview
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.results import node_results
from league.tournaments.domain.settings.model import Stage, validate_settings
from league.tournaments.domain.standings import standing_rows
from league.tournaments.errors import BadSettings, EntrantRefused, TiedTables
from tests.builders.evenings_in_memory import Running, settings


def cup(names="abcd", given=(2,), **stage):
    """A knockout under way, with its entrants by seed, best first."""
    knockout = Stage("knockout", **{"seed_advances": True, **stage})
    running = Running(settings(stages=(knockout,), sizes=given, preferred=max(given))).enter(*names).start()
    return running, running.now.seeding


def tie(running):
    """Publish a round in which all tables end in ties."""
    running.draw().publish()
    for table in running.last:
        running.report(table, *[0] * len(table.seats))
    return running


def steps(running, entrant):
    found = bracket_path(running.now, running.results, running.now.stages[-1], entrant)
    return [str(step.what.text.format(**step.what.params)) for step in found.steps]


def test_the_better_seed_advances_whatever_its_seat():
    running, (first, second, third, fourth) = cup()

    tie(running)
    tie(running)

    assert {frozenset(table.seats) for table in running.now.rounds[0].tables} == {
        frozenset({first, fourth}),
        frozenset({second, third}),
    }
    assert set(running.last[0].seats) == {first, second}
    ranks = {row.entrant: row.rank for row in standing_rows(running.now, running.results, running.now.stages[0])}
    assert [ranks[each] for each in (first, second, third, fourth)] == [1, 2, 3, 3]
    assert node_results(running.now, running.results)[1] == []


def test_without_the_setting_an_official_decides():
    running, _ = cup(seed_advances=False)

    tie(running)

    with pytest.raises(TiedTables):
        running.draw()


def test_the_path_and_the_bracket_say_that_the_seeding_decided():
    running, (first, _, _, fourth) = cup()

    tie(running).play()

    assert steps(running, first)[0] == f"Tied with {fourth}, and first as the better seed."
    assert steps(running, fourth) == [f"Tied with {first}, who was the better seed."]
    shown = knockout_preview(running.now, running.results).rounds
    assert [[str(table.note) if table.note else None for table in each.tables] for each in shown] == [
        ["Ended in a tie. The better seed advanced."] * 2,
        [None],
    ]


def test_at_larger_tables_the_best_seeds_of_a_tie_at_the_cut_advance():
    running, seeding = cup("abcdef", (3,), advance=1)
    running.draw().publish()
    for table in running.last:
        best = sorted(table.seats, key=seeding.index)
        running.report(table, *[0 if each == best[0] else 5 for each in table.seats])

    running.draw()

    through = {
        min(table.seats, key=lambda each: (each == min(table.seats, key=seeding.index), seeding.index(each)))
        for table in running.now.rounds[0].tables
    }
    assert {each for table in running.last for each in table.seats} == through
    text = "Place 1 of 3, after a tie that the seeding decided: advanced."
    assert all(text in steps(running, each) for each in through)


def test_a_match_that_nobody_could_play_is_no_tie():
    running, (first, *_, fourth) = cup()
    running.draw().publish()
    for table in running.last:
        seats = (table.seats.index(first),) if first in table.seats else ()
        if seats:
            running.forfeit(table, *seats)
        else:
            running.report(table, 0, 0, outcome=Outcome.CONFIRMED)

    running.draw()

    assert fourth in running.last[0].seats
    assert steps(running, fourth)[0] == "Advanced without playing: nobody else showed up."


def test_there_is_nothing_to_decide_for_an_official():
    running, _ = cup()
    tie(running)

    with pytest.raises(EntrantRefused):
        rounds.decide_tie(running.now, running.results, 1, 1, order=running.last[0].seats, reason="Lot.")


def test_only_a_knockout_has_the_setting():
    with pytest.raises(BadSettings):
        validate_settings(settings(stages=(Stage("swiss", seed_advances=True),)), "rummikub")
