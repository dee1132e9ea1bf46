import pytest

from league.seating.draw import assess, choose_byes, draw_round
from league.seating.types import Inputs, Seeker


def test_byes_go_to_those_with_the_fewest_then_the_lowest_score_then_the_last():
    a = Seeker(id="a", rank=1, score="5")
    b = Seeker(id="b", rank=2, score="3", sat_out=(1,))
    c = Seeker(id="c", rank=3, score="7/2")
    d = Seeker(id="d", rank=4, score="7/2")

    assert choose_byes([b, d, a, c], 1, round=3) == (d,)
    assert choose_byes([b, d, a, c], 2, round=3) == (c, d)
    assert choose_byes([b, d, a, c], 4, round=3) == (a, b, c, d)


def test_nobody_has_two_byes_in_a_row_while_others_are_available():
    tired = Seeker(id="tired", rank=1, score="9", sat_out=(1, 2))
    rested = Seeker(id="rested", rank=2, score="0", sat_out=(3,))

    assert choose_byes([tired, rested], 1, round=4) == (tired,)
    assert choose_byes([tired, rested], 2, round=4) == (tired, rested)


def test_a_win_without_play_counts_as_a_bye():
    # FIDE C.04.1: whoever won without play gets no bye while others have had neither
    won = Seeker(id="won", rank=3, score="0", unopposed=(1,))
    rested = Seeker(id="rested", rank=2, score="1", sat_out=(1,))
    neither = Seeker(id="neither", rank=1, score="9")

    assert choose_byes([won, rested, neither], 1, round=4) == (neither,)
    assert choose_byes([won, rested, neither], 1, round=2) == (neither,)
    assert choose_byes([won, rested], 1, round=4) == (won,)


@pytest.mark.parametrize("algorithm", ["swiss-pairs 2", "swiss-tables 2"])
def test_a_swiss_gives_the_bye_to_those_who_had_neither_a_bye_nor_a_win_without_play(algorithm):
    field = (
        Seeker(id="a", rank=1, score="1", unopposed=(1,)),
        Seeker(id="b", rank=2, score="1"),
        Seeker(id="c", rank=3, score="0", sat_out=(1,)),
    )

    draw = draw_round(Inputs(algorithm, 4, field, seed="5eed"))

    assert draw.out == ("b",)
    assert draw.complaints == ()


def test_a_bye_by_hand_for_a_player_who_won_without_play_is_a_complaint():
    field = (Seeker(id="a", rank=1), Seeker(id="b", rank=2), Seeker(id="c", rank=3, unopposed=(1,)))
    inputs = Inputs("swiss-tables 1", 4, field, seed="5eed")

    assert [each.text for each in assess(inputs, [["a", "b"]], ["c"]).complaints] == [
        "{who_id} has a bye after an earlier bye or a win without play, although others have had neither."
    ]
    assert assess(inputs, [["a", "c"]], ["b"]).complaints == ()
