"""Which settings can change while a tournament is running."""

import msgspec
import pytest

from league.tournaments.domain import lifecycle as tournament_lifecycle
from league.tournaments.domain.settings.changes import freeze_reasons
from league.tournaments.domain.settings.model import Stage
from league.tournaments.errors import BadSettings, NotDueYet
from tests.builders.evenings_in_memory import Running, settings


def changed(cup, **changes):
    stages = (msgspec.structs.replace(cup.now.settings.stages[0], **changes), *cup.now.settings.stages[1:])
    given = msgspec.structs.replace(cup.now.settings, stages=stages)
    return cup.take(tournament_lifecycle.change_settings(cup.now, cup.now.name, given, "It is late."))


def test_a_running_swiss_gets_one_round_more_or_fewer():
    cup = Running().enter(*"abcd").start().play().play()

    changed(cup, rounds=2)
    with pytest.raises(NotDueYet):
        cup.draw()
    changed(cup, rounds=3)

    assert cup.draw().now.rounds[-1].number == 3


def test_the_number_of_qualifiers_can_change_while_the_groups_play():
    stages = (Stage("round_robin", groups=2, qualify=2), Stage("knockout"))
    cup = Running(settings(stages=stages)).enter(*"abcdef").start()

    changed(cup, qualify=1)
    for _ in range(3):
        cup.play()

    assert [len(group) for group in cup.next_stage().now.qualified[0]] == [1, 1]
    with pytest.raises(BadSettings, match="qualification is already decided"):
        changed(cup, qualify=2)


@pytest.mark.parametrize(
    ("rules", "changes", "key"),
    [
        (Stage("swiss", rounds=3), {"format": "fixed"}, "stages.0.format"),
        (Stage("swiss", rounds=3), {"groups": 2}, "stages.0.groups"),
        (Stage("round_robin"), {"cycle": 2}, "stages.0.cycle"),
        (Stage("fixed", rounds=3), {"rounds": 4}, "stages.0.rounds"),
    ],
)
def test_settings_by_which_the_stage_is_played_cannot_change(rules, changes, key):
    cup = Running(settings(stages=(rules,))).enter(*"abcd").start()

    with pytest.raises(BadSettings) as refused:
        changed(cup, **changes)

    assert refused.value.params["key"] == key
    assert key in freeze_reasons(cup.now)


def test_a_stage_in_progress_cannot_be_removed():
    cup = Running(settings(stages=(Stage("swiss", rounds=1), Stage("knockout")))).enter(*"abcd").start().play()
    cup.next_stage()
    given = msgspec.structs.replace(cup.now.settings, stages=(Stage("swiss", rounds=1),))

    with pytest.raises(BadSettings, match=r"stages\.1: this stage has already begun"):
        tournament_lifecycle.change_settings(cup.now, "Cup", given, "It is late.")


def test_before_the_first_entry_nothing_is_fixed_and_after_it_the_team_size_is():
    cup = Running()

    before = dict(freeze_reasons(cup.now))

    assert before == {}
    assert list(freeze_reasons(cup.enter("a").now)) == ["team_size"]


def test_unchanged_settings_change_nothing():
    cup = Running().enter(*"abcd").start()

    assert tournament_lifecycle.change_settings(cup.now, cup.now.name, cup.now.settings, "No reason.") == []
