"""Records of the game: the head, results without moves, and a playthrough for every way in which a game can end."""

from pathlib import Path

import pytest

import games.toy_story_4
from games.records.reader import read
from games.records.record import RecordError, serialize
from games.records.replay import open_table, replay, steps
from games.toy_story_4.moves import Box, Skip
from games.toy_story_4.position import Phase

PLAYTHROUGHS = Path(games.toy_story_4.__file__).parent / "playthroughs"
HEAD = "ludex: 1\ngame: toy_story_4\nrules: 1\nlog: {log}\nseats: {seats}\n{more}\n"


def record(body, *, log="score", seats=3, more=""):
    return HEAD.format(log=log, seats=seats, more=more) + body


def fault_of(text):
    with pytest.raises(RecordError) as found:
        replay(text)
    return found.value.line, found.value.cause.code, str(found.value.cause)


def walked(name):
    """Every move of a playthrough with the positions around it, and its score."""
    source = read((PLAYTHROUGHS / f"{name}.rec").read_bytes())
    rules, table = open_table(source)
    before, walk = rules.setup(table), []
    for ply, position in steps(rules, table, source.games[0]):
        walk.append((before, rules.parse(ply.move), position))
        before = position
    return walk, rules.score(before)


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.rec")), ids=lambda path: path.stem)
def test_a_playthrough_replays_to_its_result_and_is_written_back(path):
    source = path.read_text()

    found = replay(source)

    assert found.games[0].score.reason == "end"
    assert serialize(read(source)) == source


def test_an_impossible_bonus_turn_of_the_final_round_is_skipped():
    walk, score = walked("two-players-a-bonus-turn-is-skipped")

    skipped = [before.bonus for before, move, _ in walk if isinstance(move, Skip)]
    assert (skipped, score.winners) == ([1], (1,))


def test_a_blocking_card_is_boxed_before_the_final_round():
    walk, _ = walked("three-players-a-card-goes-into-the-box")

    boxed = [(before.phase, position.seat == before.seat) for before, move, position in walk if isinstance(move, Box)]
    assert boxed == [(Phase.NORMAL, True)]


def test_players_share_a_victory():
    _, score = walked("four-players-share-the-victory")

    assert (score.points, score.winners) == ((28, 24, 28, 24), (0, 2))


def test_the_final_round_begins_with_the_due_bonus_turns():
    walk, _ = walked("three-players-the-final-round-begins-with-bonus-turns")

    begins = next((before, position) for before, _, position in walk if before.phase < position.phase == Phase.FINAL)
    assert (begins[1].seat, begins[1].bonus, begins[1].left) == (begins[0].seat, 1, 3)


def test_every_seat_has_one_more_turn():
    walk, score = walked("two-players-nobody-skips")

    turns = [before.seat for before, _, _ in walk if before.phase == Phase.FINAL and not before.bonus]
    assert (turns, score.points) == ([0, 1], (52, 54))


def test_an_open_record_has_the_same_moves_as_a_full_one():
    source = (PLAYTHROUGHS / "two-players-nobody-skips.rec").read_text()

    found = replay(source.replace("log: full", "log: open"))

    assert found.games == replay(source).games


@pytest.mark.parametrize("more", ["", "deck: toy4-house-1\n"])
def test_the_bundled_deck_is_the_default(more):
    found = replay(record("points: 40 40 12\nreason: end\n", more=more))

    assert found.table.deck.id == "toy4-house-1"


def test_the_most_points_win_and_ties_share():
    (game,) = replay(record("points: 40 40 12\nreason: end\n")).games

    assert (game.score.points, game.score.winners, game.score.reason) == ((40, 40, 12), (0, 1), "end")


def test_a_result_needs_no_reason_because_there_is_only_one():
    (game,) = replay(record("points: 1 0 0\n")).games

    assert (game.score.winners, game.score.reason) == ((0,), "end")


def test_a_stated_result_without_points_has_no_score():
    assert replay(record("reason: end\n")).games[0].score is None


def test_a_match_of_several_games_adds_up():
    found = replay(record("== 1.1\npoints: 40 30 12\n\n== 1.2\npoints: 10 30 12\n", more="games: 2\n"))

    assert (found.totals.points, found.totals.wins, found.totals.winners) == ((50, 60, 24), (1, 1, 0), (1,))


def test_one_player_may_win_all_points_of_the_deck():
    (game,) = replay(record("points: 195 0 0\n")).games

    assert game.score.winners == (0,)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (
            "points: 40 -1 12\n",
            (7, "record.result", "The stated result is wrong: seat 1 has -1 points, but no card is worth less than 0."),
        ),
        (
            "points: 100 90 6\n",
            (
                7,
                "record.result",
                "The stated result is wrong: the total of 196 points exceeds the 195 in the deck toy4-house-1.",
            ),
        ),
        (
            "reason: out\npoints: 1 2 3\n",
            (7, "record.result", "The stated result is wrong: reason: 'out' is not one of end."),
        ),
        (
            "points: 1 2 3\nleft: 4\n",
            (7, "record.syntax", "left: a Toy Story 4 result has only points and a reason."),
        ),
        ("points: 1 2\n", (7, "record.syntax", "points: 2 numbers for 3 seats.")),
    ],
)
def test_an_impossible_result_is_refused(body, error):
    assert fault_of(record(body)) == error


def test_a_stated_result_must_follow_from_the_moves():
    source = (PLAYTHROUGHS / "two-players-nobody-skips.rec").read_text()

    line, code, text = fault_of(source.replace("points: 52 54", "points: 52 55"))

    assert (line, code) == (source[: source.index("points:")].count("\n") + 1, "record.result")
    assert text == "The stated result is wrong: points: '52 55' is stated, but the moves give 52 54."


@pytest.mark.parametrize(
    ("seats", "more", "text"),
    [
        (1, "", "seats: Toy Story 4 is for 2 to 4 players, not 1."),
        (5, "", "seats: Toy Story 4 is for 2 to 4 players, not 5."),
        (3, "most_seats: 2\n", "seats: Toy Story 4 is for 2 to 2 players, not 3."),
    ],
)
def test_too_few_and_too_many_players_are_refused(seats, more, text):
    assert fault_of(record("", seats=seats, more=more)) == (5, "record.syntax", text)


def test_five_may_play_if_the_option_is_set():
    assert replay(record("points: 1 2 3 4 5\n", seats=5, more="most_seats: 5\n")).games[0].score.winners == (4,)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("deck: toy4-house-2\n", "toy_story_4.manifest"),
        ("deck: toy4-house-1 sha256:00\n", "toy_story_4.manifest"),
        ("deck: two words\n", "record.syntax"),
        ("decks: toy4-house-1\n", "record.unknown_key"),
        ("games: 0\n", "record.syntax"),
        ("most_seats: 6\n", "record.syntax"),
    ],
)
def test_a_wrong_option_is_refused_at_its_line(more, code):
    assert fault_of(record("", more=more))[:2] == (6, code)
