"""The comparisons of the rehearsal find differences."""

import json

import pytest

from tests.e2e.rehearsal import paths
from tests.e2e.rehearsal.paths import Row

PAGE = """
<table><thead><tr><th>Place</th><th>Name</th><th>Score</th><th>Points</th><th>Buchholz</th><th>Played</th></tr></thead>
<tbody><tr><td>1</td><th><bdi>Anna &amp; Co</bdi> – withdrawn</th><td><a href="/tournaments/t/entrants/a/">5/2</a></td>
<td>−12</td><td><span title="7/3">2.33</span></td><td>2</td></tr></tbody></table>
<table><tbody><tr><td>9</td><td><a href="/tournaments/t/entrants/b/">9</a></td></tr></tbody></table>
"""
ROWS = [Row(1, "a", "2", ("-10", "0")), Row(2, "b", "1", ("10", "0"))]


def exported(*events):
    return b"".join(
        json.dumps({"type": "event", "stream": stream, "kind": kind, "payload": json.dumps(payload)}).encode() + b"\n"
        for stream, kind, payload in events
    )


def reported(game, points, winners):
    return {"round": 1, "game": game, "points": points, "winners": winners}


def test_the_first_table_of_a_page_is_read():
    assert paths.rows_of_page(PAGE, "t") == [Row(1, "a", "5/2", ("-12", "7/3"))]


def test_the_last_result_of_each_game_counts_for_the_current_players():
    raw = exported(
        ("match-1", "match.opened", {"seats": ["x", "a", "b"]}),
        ("match-1", "seats.changed", {"seats": ["a", "b"]}),
        ("match-1", "result.reported", reported(1, [-5, 5], [1])),
        ("match-1", "result.reported", reported(1, [5, -5], [0])),
        ("match-1", "result.reported", reported(2, [-1, 1], [1])),
        ("match-2", "match.opened", {"seats": ["a", "b"]}),
        ("match-2", "result.reported", reported(1, [100, -100], [0])),
        ("match-2", "match.voided", {"reason": "drawn anew"}),
    )

    assert paths.sums_of_export(raw) == {"a": (1, 4), "b": (1, -4)}


@pytest.mark.parametrize(
    ("sums", "agrees"),
    [
        ({"a": (2, -10), "b": (1, 10)}, True),
        ({"a": (2, -10), "b": (1, 11)}, False),
        ({"a": (1, -10), "b": (1, 10)}, False),
        ({"a": (2, -10), "b": (1, 10), "c": (0, 0)}, False),
    ],
)
def test_only_equal_sums_agree(sums, agrees):
    assert paths.agrees(ROWS, sums, "abc") is agrees


def test_rows_in_another_order_than_their_sums_do_not_agree():
    assert not paths.agrees(ROWS[::-1], {"a": (2, -10), "b": (1, 10)}, "ab")


def test_who_never_came_is_behind_somebody_without_a_win_and_with_fewer_points():
    rows = [paths.Row(1, "a", "0", ("-80",)), paths.Row(2, "b", "0", ("-30",))]
    sums = {"a": (0, -80), "b": (0, -30)}

    assert (paths.agrees(rows, sums, "a"), paths.agrees(rows, sums, "ab")) == (True, False)
