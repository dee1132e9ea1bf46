"""Where results must be confirmed, a draw without them counts only those that are, for a reason that stays."""

import pytest

from league.common.errors import ReasonNeeded
from league.standings.types import Outcome
from league.tournaments.domain.events import RoundDrawn
from league.tournaments.domain.settings.model import Stage
from league.tournaments.errors import NotDueYet
from tests.builders.evenings_in_memory import Running, settings


def reported(**changed):
    """Four entrants after a first round whose second table is reported and not confirmed."""
    running = Running(settings(confirm=True, **changed)).enter(*"abcd").start().draw().publish()
    first, second = running.last
    return running.report(first, 2, 1).report(second, 2, 1, outcome=Outcome.REPORTED)


def drawn_from(running):
    event = running.facts[-1]
    assert isinstance(event, RoundDrawn)
    (part,) = event.parts
    assert part.inputs is not None
    return {seeker.id: seeker.score for seeker in part.inputs.seekers}


def test_a_draw_with_unconfirmed_results_needs_a_reason():
    with pytest.raises(ReasonNeeded):
        reported().draw(unfinished=True)


def test_unconfirmed_results_do_not_count_in_a_draw():
    running = reported()

    running.draw(unfinished=True, reason="The last bus.")

    scores = drawn_from(running)
    assert [scores[entrant] for entrant in running.now.rounds[0].tables[1].seats] == ["0", "0"]
    assert sorted(scores.values()) == ["0", "0", "0", "1"]
    assert (running.facts[-1].missing, running.facts[-1].reason) == (("1.2",), "The last bus.")


def test_without_missing_results_no_reason_is_kept():
    running = Running(settings()).enter(*"abcd").start().play_by_name()

    running.draw(unfinished=True, reason="Why not.")

    assert (running.facts[-1].missing, running.facts[-1].reason) == ((), "")


def test_no_final_is_drawn_from_two_reported_semifinals():
    running = Running(settings(confirm=True, stages=(Stage("knockout"),))).enter(*"abcd").start().draw().publish()
    for table in running.last:
        running.report(table, 2, 1, outcome=Outcome.REPORTED)

    with pytest.raises(NotDueYet, match="no further knockout tables are known yet"):
        running.draw(unfinished=True, reason="The last bus.")
