"""Rounds in which repeats are certain are announced before anybody draws them."""

import pytest

from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.settings.repeats import certain_repeats
from tests.builders.evenings_by_requests import Evening
from tests.builders.evenings_in_memory import Running, settings


@pytest.mark.parametrize(
    ("entrants", "rounds", "sizes", "first"),
    [
        (4, 5, (2,), 4),
        (4, 3, (2,), None),
        (5, 5, (2,), None),
        (5, 6, (2,), 6),
        (8, 3, (4,), 3),
        (9, 4, (3,), None),
        (9, 5, (3,), 5),
        (1, 5, (2,), None),
    ],
)
def test_the_first_round_with_a_certain_repeat_follows_from_the_pairs(entrants, rounds, sizes, first):
    stages = (Stage("swiss", rounds=rounds),)
    cup = Running(settings(stages=stages, sizes=sizes, preferred=sizes[0])).enter(*"abcdefghi"[:entrants])

    assert [each.round for each in certain_repeats(cup.now)] == ([first] if first else [])


def test_the_smallest_group_counts():
    cup = Running(settings(stages=(Stage("swiss", rounds=3, groups=2),))).enter(*"abcdefg")
    before = list(certain_repeats(cup.now))

    cup.start()

    assert before == list(certain_repeats(cup.now)) == []
    cup = Running(settings(stages=(Stage("swiss", rounds=4, groups=2),))).enter(*"abcdefgh").start()
    assert [(each.entrants, each.round) for each in certain_repeats(cup.now)] == [(4, 4)]


@pytest.mark.django_db
def test_saving_settings_announces_certain_repeats():
    evening = Evening("toy_story_4", "swiss")
    evening.enter("Anna", "Boris", "Clara", "Dan")
    revision = evening.now()["revision"]

    saved = evening.do("settings/", revision=revision, name="Winter")

    assert saved["repeats"] == evening.now()["repeats"] == [{"stage": 0, "entrants": 4, "round": 4}]
