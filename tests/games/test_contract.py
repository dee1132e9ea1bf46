"""The contract of all games, for every registered game and one plug-in.

What is promised, and how it is looked at, is in `contract`; `test_contract_bites` shows that each check can fail.
"""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import PUBLIC
from games.errors import Refused, RuleViolation
from tests.games import contract
from tests.games.folders import playthroughs, reached, readme, recorded_moves, refusals
from tests.games.playouts import play, table_for
from tests.games.plugged import ENGINES, name

pytestmark = pytest.mark.usefixtures("sixth_game")

seeds = st.integers(0, 2**32)
each_game = pytest.mark.parametrize("engine", ENGINES, ids=name)


def some_game(engine, data):
    """A random game with a random number of players."""
    return play(engine, data.draw(st.sampled_from(engine.meta.seats), "seats"), data.draw(seeds, "seed"))


@each_game
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_a_played_game_keeps_every_promise(engine, data):
    played = some_game(engine, data)

    contract.replay_equals_play(played)
    contract.text_round_trips(played)
    contract.pieces_are_conserved(played)
    contract.pictures_are_sound(played)
    contract.benches_are_sound(played)
    contract.results_are_sound(played)
    contract.the_result_form_gives_the_result(played)
    contract.choices_come_in_any_order(played)
    contract.moves_are_put_in_words(played)
    contract.the_table_knows_every_moment(played)
    contract.advice_can_be_followed(played)
    contract.nothing_is_hidden_in_the_end(played)


@pytest.mark.unwatched
@each_game
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_every_level_of_recording_gives_the_same_result(engine, data):
    seats = data.draw(st.sampled_from(engine.meta.seats), "seats")

    contract.every_level_records_the_same_result(engine, seats, data.draw(seeds, "seed"))


@each_game
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_exactly_the_legal_moves_are_accepted(engine, data):
    played = some_game(engine, data)

    contract.legal_moves_are_accepted(played)
    contract.choices_are_legal(played)
    contract.parts_lead_to_moves(played)
    contract.accepted_moves_are_legal(played, tries=60)
    contract.bad_moves_are_refused(played, tries=60)
    contract.many_moves_are_played_as_one_by_one(played, tries=20)


@each_game
def test_nothing_shown_reveals_hidden_cards(engine):
    for seats in sorted({engine.meta.seats[0], engine.meta.seats[-1]}):
        played = play(engine, seats, seed=7)
        others = [PUBLIC, *range(seats)] if seats > 1 else [PUBLIC]
        for viewer in others:
            worlds = contract.nothing_leaks(played, viewer, tries=40)

            assert contract.hides_something_from(played, viewer) == engine.meta.hidden
            assert (worlds > 0) == engine.meta.hidden


@each_game
def test_other_numbers_of_seats_are_refused(engine):
    for seats in (0, 1, engine.meta.seats[0] - 1, engine.meta.seats[-1] + 1, 99):
        if seats not in engine.meta.seats:
            with pytest.raises(Refused):
                engine.setup(table_for(engine, seats))


@each_game
def test_there_is_a_recorded_playthrough_for_every_way_the_game_can_end(engine):
    found = [replayed.games[-1].score.reason for replayed in playthroughs(engine)]

    assert set(found) == set(engine.meta.reasons)


@each_game
def test_there_is_a_record_for_every_refusal_and_the_readme_names_it(engine):
    declared = refusals(engine)

    codes = sorted(refusal.code for refusal in declared)

    assert reached(engine) == dict.fromkeys(codes, 0)
    assert [
        code for code in codes if not re.search(f"`({engine.meta.slug}.)?{code.split('.')[1]}`", readme(engine))
    ] == []
    assert [refusal.code for refusal in declared if not refusal.rule] == []
    assert [refusal.code for refusal in declared if not refusal.clause] == []


@each_game
def test_the_rules_listed_for_a_move_are_the_game_s_own_and_include_the_one_that_refuses_it(engine):
    declared, end = set(refusals(engine)), play(engine, engine.meta.seats[0], seed=7).end

    for before, seat, move in recorded_moves(engine):
        with pytest.raises(RuleViolation) as refused:
            engine.apply(end, seat, move)

        listed = engine.clauses(end, seat, move)
        assert {refused.type, *listed, *engine.clauses(before, seat, move)} <= declared
        assert refused.type in listed or not listed
