"""Labels of positions, checked in every recorded game."""

from collections.abc import Mapping
from functools import cache

import pytest

from games.engine import EVERYTHING, OneOf
from games.records.reader import read
from games.records.replay import open_table, steps
from games.registry import engines
from tests.games.folders import folder

each_game = pytest.mark.parametrize("slug", engines())


def keys(value):
    """The keys of a view and of what is in it."""
    if isinstance(value, Mapping):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list | tuple) else set()


@cache
def recorded_views(engine):
    """Every position of the recorded games, as who sees all sees it, with its table."""
    found = []
    for path in folder(engine).glob("playthroughs/*.rec"):
        record = read(path.read_bytes())
        rules, table = open_table(record)
        found += [
            (table, rules.view(state, EVERYTHING)) for game in record.games for _, state in steps(rules, table, game)
        ]
    return found


def recorded_keys(engine):
    return set().union(*(keys(view) for _, view in recorded_views(engine)))


def several(value):
    """A seat, none, or many, as a list of them."""
    return value if isinstance(value, list | tuple) else [] if value is None else [value]


@each_game
def test_every_key_of_a_position_has_a_label(slug):
    (engine,) = engines()[slug].values()

    names = {key for key in recorded_keys(engine) if key.islower() or "_" in key}

    assert sorted(names - set(engine.labels.keys)) == []


@each_game
def test_lists_by_seat_have_an_entry_for_each_seat(slug):
    (engine,) = engines()[slug].values()
    labels = engine.labels

    found = [(table, view) for table, view in recorded_views(engine)]

    wide = [view[key] for table, view in found for key in labels.by_seat if view[key] is not None]
    assert {len(value) for value in wide} <= {table.seats for table, _ in found}
    assert all(len(view[key] or range(table.seats)) == table.seats for table, view in found for key in labels.by_seat)
    named = [
        (table.seats, each) for table, view in found for key in labels.seats & set(view) for each in several(view[key])
    ]
    assert named
    assert all(0 <= seat < seats for seats, seat in named)


@each_game
def test_every_option_with_rulings_has_labels(slug):
    (engine,) = engines()[slug].values()
    switches = [option for option in engine.meta.options if option.rulings]

    words = [value for option in switches for value in option.rulings if not isinstance(value, bool)]
    words += [value for option in engine.meta.options if isinstance(option.read, OneOf) for value in option.read.values]

    assert set(engine.labels.options) == {option.key for option in switches}
    assert [word for word in words if word not in engine.labels.codes] == []


@each_game
def test_every_reason_for_an_end_has_a_label(slug):
    (engine,) = engines()[slug].values()

    assert set(engine.labels.reasons) == set(engine.meta.reasons)
