"""Results without moves (rules 9), and a recorded game for every way in which it can end."""

from pathlib import Path

import pytest

import games.the_game_extreme
from games.engine import Level, Score, Stated
from games.errors import FormError, ResultDiffers
from games.records.reader import read
from games.records.record import RecordError
from games.records.replay import open_table, replay
from games.the_game_extreme import ENGINE
from tests.games.the_game_extreme.positions import table

PLAYTHROUGHS = sorted((Path(games.the_game_extreme.__file__).parent / "playthroughs").glob("*.rec"))
HEAD = "ludex: 1\ngame: the_game_extreme\nrules: 1\nlog: score\nseats: 3\n\n"


def judged(points=None, reason=None, **extra):
    return ENGINE.judge(table(3, Level.SCORE), Stated(points, reason, extra))


@pytest.mark.parametrize(
    ("left", "reason"),
    [(1, "min_cards"), (98, "gave_up"), (0, "skull"), (0, "three"), (0, "order"), (41, "skull"), (13, "order")],
)
def test_a_lost_game_has_no_winner_and_the_cards_left_are_everybodys_points(left, reason):
    assert judged((left,) * 3, reason) == Score((left,) * 3, (), reason)


def test_a_won_game_is_won_by_all():
    assert judged((0, 0, 0), "won") == Score((0, 0, 0), (0, 1, 2), "won")


@pytest.mark.parametrize("left", ["13", "13 13 13"])
def test_the_cards_left_may_be_stated_instead_of_points(left):
    assert judged(None, "min_cards", left=left) == Score((13, 13, 13), (), "min_cards")


@pytest.mark.parametrize(("points", "reason"), [(None, "won"), ((5, 5, 5), None), (None, None)])
def test_a_result_needs_points_and_a_reason(points, reason):
    assert judged(points, reason) is None


@pytest.mark.parametrize(
    ("points", "reason", "extra", "why"),
    [
        ((1, 1, 1), "won", {}, "a won game has no cards left, not 1"),
        ((0, 0, 0), "min_cards", {}, "a game lost by min_cards leaves at least one card"),
        ((0, 0, 0), "gave_up", {}, "a game lost by gave_up leaves at least one card"),
        ((99, 99, 99), "skull", {}, "there cannot be 99 cards left of 98"),
        ((-1, -1, -1), "skull", {}, "there cannot be -1 cards left of 98"),
        ((98, 98, 98), "min_cards", {}, "a game lost by min_cards has at least one card on a pile"),
        (None, "skull", {"left": "98"}, "a game lost by skull has at least one card on a pile"),
        ((98, 98, 98), "order", {}, "a game lost by order has at least one card on a pile"),
        ((98, 98, 98), "three", {}, "a game lost by three has at least one card on a pile"),
        ((98, 98, 98), "won", {}, "a won game has no cards left, not 98"),
        ((5, 5, 6), "skull", {}, "the cards left belong to the whole team, so every seat must have the same number"),
        ((5, 5, 5), "skull", {"left": "6"}, "points and left give different numbers of cards"),
        (None, "skull", {"left": "5 5 6"}, "points and left give different numbers of cards"),
    ],
)
def test_an_impossible_result_is_refused(points, reason, extra, why):
    with pytest.raises(ResultDiffers) as refused:
        judged(points, reason, **extra)

    assert refused.value.message == f"The stated result is wrong: {why}."


def test_two_players_cannot_have_lost_with_every_card_left():
    with pytest.raises(RecordError, match="at least one card on a pile"):
        replay(HEAD.replace("seats: 3", "seats: 2") + "== 1.1\npoints: 98 98\nreason: min_cards\n")


@pytest.mark.parametrize(
    "extra", [{"left": "few"}, {"left": "5 5"}, {"left": "-1"}, {"racks": "1 2 3"}, {"rounds": "4"}]
)
def test_wrong_numbers_of_cards_left_are_refused(extra):
    with pytest.raises(FormError):
        judged((5, 5, 5), "skull", **extra)


def test_a_record_of_results_gives_totals_with_the_fewest_cards_best():
    lines = ["games: 2", "", "== 1.1", "points: 0 0 0", "reason: won", "", "== 1.2", "left: 7", "reason: order", ""]

    found = replay(HEAD.rstrip() + "\n" + "\n".join(lines))

    assert (found.totals.points, found.totals.wins, found.totals.winners) == ((7, 7, 7), (1, 1, 1), (0, 1, 2))


def test_there_is_a_playthrough_for_every_way_to_end():
    ends = {replay(path.read_bytes()).games[-1].score.reason for path in PLAYTHROUGHS}

    assert ends == set(ENGINE.meta.reasons)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_replays_to_the_result_it_states(path):
    found = replay(path.read_bytes())

    (game,) = found.games
    assert (found.error, game.moves, game.score is not None) == (
        None,
        len(read(path.read_bytes()).games[0].plies),
        True,
    )


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_is_written_with_the_hash_of_its_deck(path):
    record = read(path.read_bytes())
    _, seated = open_table(record)

    assert record.head["deck"].value == seated.deck.reference


def test_an_open_record_of_a_game_ends_as_the_full_one():
    full, open_ = (replay(path.read_bytes()) for path in PLAYTHROUGHS if "three-players-min-cards" in path.stem)

    assert full.games[0].score == open_.games[0].score
