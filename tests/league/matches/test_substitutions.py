"""The entrant for whom a seat plays, after substitutions."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.matches.domain.events import SeatsChanged
from league.matches.domain.seats import substitutions
from tests.builders.match_events import opened


def origins(first, *changes):
    """What every seat plays for after (seats, absent) of each change, written one letter a player, `-` for nobody."""
    now = substitutions.start(msgspec.structs.replace(opened(seats=len(first)), seats=players(first)))
    for seats, absent in changes:
        now = substitutions.change_seats(now, SeatsChanged(players(seats), "Late train.", players(absent)))
    return now.origins


def players(text):
    return tuple(None if each == "-" else each for each in text)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([], (0, 1, 2)),
        ([("cab", "")], (2, 0, 1)),  # other seats
        ([("eba", "c")], (2, 1, 0)),  # a seat is taken by whoever came, and the others sit otherwise
        ([("ebc", "")], (0, 1, 2)),  # a substitute
        ([("ebc", ""), ("eac", "")], (0, 1, 2)),  # who was replaced comes back, for somebody else
        ([("ebc", ""), ("abc", "")], (0, 1, 2)),  # and for himself
        ([("ac", "b")], (0, 2)),  # somebody does not come
        ([("ac", "b"), ("ab", "")], (0, 2)),  # and then plays for another one
        ([("ac", "b"), ("ab", "c")], (0, 1)),  # or comes after all, and another one does not
        ([("ac", "b"), ("bac", "")], (1, 0, 2)),  # or comes after all
        ([("a", "bc"), ("acb", "")], (0, 2, 1)),
        ([("a", "bc"), ("aef", "")], (0, 1, 2)),
        ([("a--", ""), ("abc", "")], (0, 1, 2)),
        ([("abcd", "")], (0, 1, 2, None)),  # one too many
        ([("abcd", ""), ("dbc", "a")], (0, 1, 2)),
    ],
)
def test_a_substitute_plays_for_the_entrant_whose_seat_it_was(changes, expected):
    assert origins("abc", *changes) == expected


@given(st.data())
def test_no_two_seats_play_for_the_same_entrant_and_remaining_players_keep_theirs(data):
    now = substitutions.start(msgspec.structs.replace(opened(seats=3), seats=("a", "b", "c")))
    for _ in range(data.draw(st.integers(1, 6))):
        seats = data.draw(st.lists(st.sampled_from([*"abcdef", None]), min_size=1, max_size=4))
        known = [player for player in seats if player is not None]
        if len(set(known)) < len(known):
            continue
        left = sorted(set(filter(None, now.players)) - set(known))
        before, absent = now, data.draw(st.sampled_from([(), tuple(left)]))

        now = substitutions.change_seats(before, SeatsChanged(tuple(seats), "Late train.", absent))

        taken = [origin for origin in now.origins if origin is not None]
        assert len(set(taken)) == len(taken) == min(len(seats), 3)
        was = dict(zip(before.players, before.origins, strict=True))
        now_for = dict(zip(now.players, now.origins, strict=True))
        stayed = [player for player in known if was.get(player) is not None]
        assert [now_for[player] for player in stayed] == [was[player] for player in stayed]


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from("abcdef")), max_size=8))
def test_successive_substitutes_take_the_place_of_their_predecessor(changes):
    now = substitutions.start(msgspec.structs.replace(opened(seats=3), seats=("a", "b", "c")))

    for seat, player in changes:
        if player not in now.players:
            seats = tuple(player if each == seat else other for each, other in enumerate(now.players))
            now = substitutions.change_seats(now, SeatsChanged(seats, "Late train."))

    assert now.origins == (0, 1, 2)
