"""What is certain only as long as nobody enters any more, and the order of figures."""

import pytest

from league.tournaments.domain.settings.model import Stage
from league.tournaments.queries.rounds import round_detail
from league.tournaments.queries.standings import standings
from league.tournaments.repository import tournaments
from tests.builders.cups import Cup
from tests.builders.evenings_in_memory import settings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("form", "before", "after"), [("swiss", True, True), ("round_robin", True, False)])
def test_a_stage_is_open_while_strangers_may_enter(form, before, after):
    cup = Cup(given=settings(stages=(Stage(form, rounds=None, qualify=2), Stage("knockout"))))

    (group,) = standings(cup.evening.id, cup.evening.actor).groups
    cup.draw()
    (later,) = standings(cup.evening.id, cup.evening.actor).groups

    assert (group.open, later.open) == (before, after)


def test_the_figures_of_a_round_have_the_same_order_after_a_restart():
    cup = Cup()
    cup.draw()

    (before,) = round_detail(cup.evening.id, 1, cup.evening.actor).figures
    tournaments.forget()
    (after,) = round_detail(cup.evening.id, 1, cup.evening.actor).figures

    assert list(before.figures) == list(after.figures)
    assert list(before.drawn) == list(after.drawn)
