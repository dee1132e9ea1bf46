from league.seating.draw import choose_byes
from league.seating.types import Seeker


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
