"""What the games of the house call the parts of their positions, looked at in every recorded game."""

from collections.abc import Mapping

import pytest

from games.engine import EVERYTHING
from games.record import read
from games.registry import engines
from games.replay import opened, steps
from tests.games.folders import folder

each_game = pytest.mark.parametrize("slug", engines())


def keys(value):
    """The keys of a view and of what is in it."""
    if isinstance(value, Mapping):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list | tuple) else set()


def recorded_keys(engine):
    found = set()
    for path in folder(engine).glob("playthroughs/*.rec"):
        record = read(path.read_bytes())
        rules, table = opened(record)
        for game in record.games:
            for _, state in steps(rules, table, game):
                found |= keys(rules.view(state, EVERYTHING))
    return found


@each_game
def test_every_key_of_a_position_has_a_label(slug):
    (engine,) = engines()[slug].values()

    names = {key for key in recorded_keys(engine) if key.islower() or "_" in key}

    assert sorted(names - set(engine.labels.keys)) == []


@each_game
def test_every_reason_for_an_end_has_a_label(slug):
    (engine,) = engines()[slug].values()

    assert set(engine.labels.reasons) == set(engine.meta.reasons)
