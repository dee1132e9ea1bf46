"""A scribe writes down on the play page what a table plays, line by line."""

import re

import pytest

from games.chance import Chance
from games.registry import engine
from league.clubs.models import User
from league.integrity.audit import audit
from league.matches.queries.detail import record
from tests.builders.played import Table
from tests.games.playouts import play
from tests.games.riff_raff.positions import answers_of
from tests.pages import parse
from tests.web.readers import Reader, errors
from tests.web.test_bench_pages import bench, build, heaps, press
from tests.web.test_play_pages import entry, offered

pytestmark = pytest.mark.usefixtures("committed_db")  # where commits count, so no page folds its match again


def scribe(game, seats=2, level="open"):
    """A table, and the reader of its play page who writes it down."""
    table = Table(game, seats, dealing="table", level=level, accounts=[None] * seats)
    user = User.objects.get(pk=table.actor.user)
    return table, Reader(user, at=f"/matches/{table.id}/play/")


def open_lines(game, seats=2, seed=7):
    """The lines of one game as the table sees it, and its result."""
    rules = engine(game)
    played = play(rules, seats, seed=seed)
    moves = rules.open_moves([(seat, move) for _, seat, move in played.plies], played.end)
    return [(seat, str(move)) for seat, move in moves], rules.score(played.end)


def write(reader, seat, move, answers=None):
    """Write one line with what the page offers for it. Returns the answer, and the question that was asked, if any.

    *answers*: to its parts, if it has parts.
    """
    page = reader.page(f"?seat={seat}")
    given = {"seat": seat, "move": move}
    if answers is not None:
        given = entry(page, answers)
    elif move not in offered(page):
        given = {"seat": seat}
        if move.startswith("play "):
            page = build(reader, move)
        elif page.all("form", style="bench") and not move.startswith(
            ("timeout", "broken")
        ):  # a bot is too slow at times
            for piece in re.sub(r"^(deal|refill|reveal)|\|", " ", move).split():
                page = press(reader, page, [piece], "0")
        else:
            given["line"] = move
    asked = reader.post("", "move", {**dict(page.form("move").sent), **given})
    if asked.status_code != 200:
        assert asked.status_code == 302, (move, errors(asked))
        return asked, ""
    return reader.confirm(asked), parse(asked).text


@pytest.mark.parametrize("game", ["ralph", "riff_raff", "rummikub", "the_game_extreme", "toy_story_4"])
def test_a_game_is_written_down_to_its_end_by_choices_work_area_and_keyboard(game):
    table, reader = scribe(game)
    lines, score = open_lines(game)
    asked = []

    for seat, move in lines:
        now = table.now
        loads = game == "riff_raff" and move.startswith("load")
        answers = answers_of(now.position, seat, now.rules.parse(move)) if loads else None
        question = write(reader, seat, move, answers)[1]
        asked.append("" if loads and not table.now.over else question)

    found = table.now.scores[1, 1]
    assert (found, len(lines)) == (score, len(table.now.games[0].moves))
    points = ", ".join(f"{name} {str(each).replace('-', '−')}" for name, each in zip("АБ", score.points, strict=True))
    assert f"The result: {points}." in [text for text in asked if text][-1]
    assert len([text for text in asked if text]) <= 2
    assert "log: open" in record(table.id, table.actor)


def test_the_last_line_is_taken_back_after_a_question_and_play_goes_on():
    table, reader = scribe("rummikub")
    write(reader, -1, "deal 1")
    write(reader, 1, "play +b10,r10,k10")
    before = table.now.position
    write(reader, 0, "draw")

    asked = reader.post("", "withdraw", dict(reader.page().form("withdraw").sent))
    done = reader.confirm(asked)
    page = reader.page()

    text = "This line is undone, and play continues from the position before it: А: Draws a tile."
    assert text in parse(asked).text
    assert (done.status_code, table.now.position, table.now.plies) == (302, before, 2)
    assert page.one("h2", style="now").text == "To move: А"
    assert page.section("Last moves").texts("li")[0] == "The last line is undone."
    write(reader, 0, "play +k11,k12,k13")
    assert [each.text for each in table.now.games[0].moves] == ["deal 1", "play +b10,r10,k10", "play +k11,k12,k13"]
    assert audit().findings == ()


def test_the_end_of_a_game_is_taken_back_with_its_result_until_the_match_is_over():
    table, reader = scribe("toy_story_4")
    lines, _ = open_lines("toy_story_4")
    for seat, move in lines[:3]:
        table.move(seat, move)

    for left in (2, 1, 0):
        reader.done("", "withdraw")
        assert table.now.plies == left

    page = reader.page()
    assert page.acts == ["move"]
    for seat, move in lines:
        table.move(seat, move)
    assert table.now.over
    assert reader.page().acts == []


def test_nobody_else_takes_a_line_back_and_no_dealt_match_has_one():
    table, reader = scribe("rummikub")
    write(reader, -1, "deal 1")
    stranger = Reader(User.objects.create_user("stranger"), at=reader.at)
    sent = dict(reader.page().form("withdraw").sent)

    refused = stranger.post("", "withdraw", sent)
    dealt = Table("rummikub")
    organiser = Reader(User.objects.get(pk=dealt.actor.user), at=f"/matches/{dealt.id}/play/")

    assert (refused.status_code, stranger.page().acts, table.now.plies) == (422, [], 1)
    assert "withdraw" not in organiser.page().acts


def test_a_keyboard_shows_what_is_left_and_takes_no_more_than_is_due():
    table, reader = scribe("toy_story_4")
    page = reader.page("?seat=-1")
    cards = [each["value"] for each in bench(page).all("input", name="take")]

    page = press(reader, page, ["1", *cards[2:5], "0"], "1")
    more = press(reader, page, cards[5:30], "3")
    back = press(reader, more, ["1/0", "0/0"], "back")

    assert heaps(page, "work")[:2] == [("0", "who starts: 1 of 1"), ("1", "row 1: 3 of 6")]
    assert [verdict for _, verdict in heaps(more, "work")] == [
        "who starts: 1 of 1", "row 1: 6 of 6", "row 2: 6 of 6", "row 3: 6 of 6",
    ]  # fmt: skip
    assert [verdict for _, verdict in heaps(back, "work")][:2] == ["who starts: 0 of 1", "row 1: 5 of 6"]
    assert errors(reader.post("", "move", dict(page.form("move").sent))) == ["Choose a move."]
    assert table.now.plies == 0


@pytest.mark.parametrize("game", ["ralph", "the_game_extreme"])
def test_a_dealer_without_choices_or_keyboard_writes_what_is_dealt(game):
    table, reader = scribe(game, level="full")
    deal = str(table.now.rules.draw(table.now.position, Chance(b"scribe", "deal")))
    help_text = reader.page().one("span", id="move_line_helptext").text

    write(reader, -1, deal)

    assert help_text.startswith("Write ")
    assert help_text.endswith("Records count seats from 0: 0 А, 1 Б.")
    assert [(move.seat, move.text) for move in table.now.games[0].moves] == [(-1, deal)]
