"""The play page: every game played to its end through its form, what is refused, and what nobody else may see."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from games.chance import Chance
from games.engine import CHANCE
from games.records.replay import replay as replay_record
from league.clubs.models import User
from league.common.translation import translate
from league.matches import repository as match_repository
from league.matches.queries.detail import record
from tests.builders.played import SeatedTable
from tests.games.riff_raff.positions import answers_of
from tests.pages import parse
from tests.web.readers import Reader, errors, hidden

pytestmark = pytest.mark.usefixtures("committed_db")  # where commits count, so no page folds its match again

CONFLICT = "Another move was made in the meantime. Check the board before you send yours again."


def seated(table):
    """A reader of the play page for each seat."""
    return [Reader(user, at=f"/matches/{table.id}/play/") for user in table.accounts]


def spectator(table):
    return Reader(at=f"/matches/{table.id}/play/")


def offered(page):
    """The moves that the form lists."""
    form = page.form("move")
    return [each["value"] for each in form.all("input button", name="move")]


def entry(page, move):
    """What a seat sends to make a move: a listed one, or one that it writes, or answers to parts."""
    given = {"seat": page.form("move").value("seat")}
    if not isinstance(move, str):
        return {**given, **{f"part-{key}": places for key, places in move.items()}}
    return {**given, "move": move} if move in offered(page) else {**given, "line": move}


def send(reader, move, page=None):
    page = page or reader.page()
    return reader.send("", "move", page, **entry(page, move))


def suggestion(table, number=0):
    """A seat to move, and what the engine suggests to it."""
    now = table.now
    seat = min(now.turn)
    return seat, str(now.rules.suggest(now.position, seat, Chance(b"pages", f"{seat}:{number}")))


def play_most(table, left, few=6):
    """Play the first games, and the last one until its pool has *left* tiles or a rack has *few*."""
    seats = range(len(table.players))
    while table.now.place != table.now.places[-1] or (
        table.now.position.pool > left and min(map(table.now.position.held, seats)) > few
    ):
        table.play(1)


@pytest.mark.parametrize("game", ["ralph", "riff_raff", "rummikub", "the_game_extreme", "toy_story_4"])
def test_a_game_is_played_to_its_end_by_its_pages(game):
    table = SeatedTable(game)
    seats, moves = seated(table), 0
    if game == "rummikub":  # has two games of a hundred moves
        play_most(table, left=45)

    while not table.now.over:
        seat, move = suggestion(table, moves)
        loads = game == "riff_raff" and move.startswith("load")
        answer = send(seats[seat], answers_of(table.now.position, seat, table.now.rules.parse(move)) if loads else move)
        assert answer.status_code == 302, errors(answer)
        moves += 1

    scores = [result.score for result in replay_record(record(table.id, table.actor)).games]
    assert scores == [*table.now.scores.values()]
    page = spectator(table).page()
    assert page.one("h2", style="now").text == "The match is over."
    assert page.acts == []


def test_the_seat_to_move_has_a_form_and_everybody_sees_whose_turn_it_is():
    table = SeatedTable("the_game_extreme")
    seats = seated(table)
    (to_move,) = table.now.turn

    mine, other, public = seats[to_move].page(), seats[1 - to_move].page(), spectator(table).page()

    waiting = f"To move: {'АБ'[to_move]}"
    assert [page.one("h2", style="now").text for page in (mine, other, public)] == ["Your turn", waiting, waiting]
    assert [page.acts for page in (mine, other, public)] == [["move"], [], []]
    titles = [page.one("title").text for page in (mine, other)]
    assert titles == ["● Your turn · А – Б · The Game: Extreme · Ludex", "А – Б · The Game: Extreme · Ludex"]
    assert public.link("Sign in to play") == f"/sign-in/?next=/matches/{table.id}/play/"


def test_moves_are_listed_in_words_by_the_card_that_is_touched_first():
    table = SeatedTable("the_game_extreme")
    (to_move,) = table.now.turn

    form = seated(table)[to_move].page().form("move")

    hand = table.now.rules.view(table.now.position, to_move)["cards"][to_move]
    legends = [each.texts("legend")[0] for each in form.all("fieldset")]
    assert [int(re.match(r"\d+", legend)[0]) for legend in legends[:-1]] == hand
    assert legends[-1] == "Other moves"
    assert form.all("fieldset")[0].texts("label")[0].startswith(f"Plays {hand[0]} on A1")
    legal = {str(move) for move in table.now.rules.legal(table.now.position, to_move)}
    assert {each["value"] for each in form.all("input button", name="move")} == legal
    assert [each.text for each in form.all("button", name="move")] == ["End the turn and lose"]


def test_rummikub_offers_to_draw_and_never_which_sets_to_play():
    table = SeatedTable("rummikub")
    (to_move,) = table.now.turn

    page = seated(table)[to_move].page()

    form = page.form("move")
    assert [(each.get("value"), each.text) for each in form.all("button")] == [
        ("", "Send"),
        ("draw", "Draw a tile"),
        ("timeout", "Time is up"),
    ]
    assert [page.one("textarea", name="line")["form"], page.one("form", style="bench").texts("small")] == ["move", []]


def test_a_turn_with_a_time_limit_has_a_clock_that_counts_from_the_last_event():
    table = SeatedTable("rummikub", options={"time_limit": 45})
    began = match_repository.load(table.id).head.at

    page = spectator(table).page()

    (clock,) = page.all("p", style="clock")
    ends = datetime.fromtimestamp(int(clock["data-ends"]) / 1000, UTC)
    assert ends == (began + timedelta(seconds=45)).replace(microsecond=began.microsecond // 1000 * 1000)
    assert clock.text.startswith("Time for this turn:")
    assert "until" in clock.text
    for other in (SeatedTable("ralph"), SeatedTable("rummikub", dealing="table")):
        assert spectator(other).page().all("p", style="clock") == []


def test_a_move_in_parts_has_check_boxes_by_area_and_is_read_back():
    table = SeatedTable("riff_raff")
    seats = seated(table)
    cards = [str(10 - seat) for seat in range(2)]
    for seat, card in enumerate(cards):
        table.move(seat, card)
    table.move(0, "load rat")
    page = seats[1].page()

    form = page.form("move")
    legends = form.texts("legend")
    question = send_parts(seats[1], page, first=["supply:1/boat#1"], fell=["ship/rat@10#1"], caught=["ship/rat@10#1"])

    assert legends == ["What do you load?", "Did anything fall?", "What of it was caught?"]
    assert form.all("fieldset")[1].texts("b") == ["Yard 10", "Б"]
    assert "Loads onto area 9 (1 announced): boat. Caught: rat." in parse(question).text
    assert table.now.plies == 3
    assert seats[1].confirm(question).status_code == 302
    assert str(table.now.moves[-1][1]) == "load boat fell rat:10 caught rat"


def send_parts(reader, page, **answers):
    """Send answers, without the question that reads them back."""
    return reader.post("", "move", {**hidden(page), **entry(page, answers)})


def test_answers_that_make_no_move_stay_on_the_page():
    table = SeatedTable("riff_raff")
    seats = seated(table)
    for seat in range(2):
        table.move(seat, str(10 - seat))
    page = seats[0].page()

    answer = send_parts(seats[0], page, first=["supply:0/boat#1"], fell=["supply:0/rat#1"])

    assert errors(answer) == ["“Did anything fall?” can’t be answered with 1 of what you chose."]
    kept = [each["value"] for each in parse(answer).form("move").all("input", checked="")]
    assert kept == ["supply:0/boat#1", "supply:0/rat#1"]
    assert table.now.plies == 2


def test_a_broken_rule_is_shown_with_its_clause_and_what_was_entered_stays():
    table = SeatedTable("rummikub")
    (to_move,) = table.now.turn

    answer = send(seated(table)[to_move], "pass")

    page = parse(answer)
    assert answer.status_code == 422
    why = f"Seat {to_move + 1} must draw: the pool still has tiles (78)."
    clause = "Rules 5: A player who does not play draws one tile, or passes if the pool is empty."
    assert page.one("div", style="objection").text == f"{why} {clause}"
    assert page.link("Rules 5") == "/games/rummikub/rules/1/#pass_pool_left"
    assert len(spectator(table).page("/games/rummikub/rules/1/").all(id="pass_pool_left")) == 1
    assert page.one("textarea", name="line").text == "pass"
    assert table.now.plies == 1


def test_a_move_that_cannot_be_read_or_is_missing_or_doubled_is_refused():
    table = SeatedTable("rummikub")
    (to_move,) = table.now.turn
    reader = seated(table)[to_move]

    assert errors(send(reader, "lay r1")) == ["'lay r1' is not a move in Rummikub."]
    assert reader.refused("", "move", seat=to_move) == ["Choose a move, or write one."]
    assert reader.refused("", "move", seat=to_move, move="draw", line="play +r1,r2,r3") == [
        "You chose a move and wrote another one. Clear the one you don’t want."
    ]
    assert table.now.plies == 1


def in_words(table, seat, move):
    """A move as pages name it."""
    rules = table.now.rules
    message, params = rules.describe(table.now.position, seat, rules.parse(move))
    return translate(message, params)


def test_a_move_that_came_too_late_is_shown_in_words_with_what_is_gone():
    table = SeatedTable("the_game_extreme")
    (to_move,) = table.now.turn
    reader = seated(table)[to_move]
    old = reader.page()
    first = next(move for move in offered(old) if ">" in move and goes_on(table, to_move, move))
    other = f"{first.partition('>')[0]}>{'A2' if 'A1' in first else 'A1'}"
    words = in_words(table, to_move, other)
    table.move(to_move, first)

    page = parse(send(reader, other, old))

    assert f"You sent: {words} No longer there: {first.partition('>')[0]}" in page.text


def goes_on(table, seat, move):
    """Whether it is still this seat's turn after its move."""
    rules, position = table.now.rules, table.now.position
    return rules.turn(rules.apply(position, seat, rules.parse(move))) == {seat}


def test_a_form_from_before_another_move_is_refused_and_keeps_what_was_chosen():
    table = SeatedTable("the_game_extreme")
    (to_move,) = table.now.turn
    reader = seated(table)[to_move]
    old = reader.page()
    listed = [move for move in offered(old) if ">" in move]
    first = next(move for move in listed if goes_on(table, to_move, move))
    later = next(move for move in reversed(listed) if move.partition(">")[0] != first.partition(">")[0])
    words = in_words(table, to_move, later)
    table.move(to_move, first)
    moves = table.now.plies

    answer = send(reader, later, old)

    page = parse(answer)
    assert (answer.status_code, page.errors, table.now.plies) == (422, [CONFLICT], moves)
    kept = [each["value"] for each in page.form("move").all("input", name="move", checked="")]
    assert kept == [later] or f"You sent: {words}" in page.text
    assert page.form("move").value("revision") == str(table.now.revision)


def test_a_seat_that_is_no_longer_to_move_is_shown_what_it_sent():
    table = SeatedTable("toy_story_4")
    (to_move,) = table.now.turn
    reader = seated(table)[to_move]
    old = reader.page()
    other = offered(old)[-1]
    words = in_words(table, to_move, other)
    while to_move in table.now.turn:
        table.move(to_move, suggestion(table)[1])

    page = parse(send(reader, other, old))

    [alert] = page.alerts
    assert alert.startswith(f"{CONFLICT} You sent: {words}")
    assert page.acts == []


def test_seats_that_choose_at_once_never_refuse_each_other():
    for game in ("ralph", "riff_raff"):
        table = SeatedTable(game, 3)
        seats = seated(table)
        pages = [reader.page() for reader in seats]

        answers = [send(reader, offered(page)[0], page) for reader, page in zip(seats, pages, strict=True)]

        assert [answer.status_code for answer in answers] == [302] * 3
        assert table.now.plies >= 3


def test_a_form_that_is_sent_twice_makes_one_move():
    table = SeatedTable("rummikub")
    (to_move,) = table.now.turn
    reader = seated(table)[to_move]
    page = reader.page()

    answers = [send(reader, "draw", page) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert table.now.plies == 3  # the deal, the move, and the tile drawn


def test_the_next_position_is_there_in_the_first_answer_with_what_was_drawn():
    table = SeatedTable("rummikub")
    (to_move,) = table.now.turn
    reader = seated(table)[to_move]

    page = reader.page(send(reader, "draw").headers["Location"])

    assert page.one("h2", style="now").text == f"To move: {'АБ'[1 - to_move]}"
    assert len(page.all("i", style="is-new")) == 1
    assert page.section("Last moves").texts("li")[1].endswith("Draws a tile.")


def test_a_move_that_ends_the_game_is_asked_about_first():
    table = SeatedTable("the_game_extreme")
    (to_move,) = table.now.turn
    reader = seated(table)[to_move]
    page = reader.page()
    sent = {name: page.form("move").value(name) for name in ("revision", "key", "seat")} | {"move": "give_up"}

    question = reader.post("", "move", sent)

    assert "The game ends with this move." in parse(question).text
    assert not table.now.over
    assert reader.confirm(question).status_code == 302
    assert table.now.over


def test_only_seats_move_for_themselves_in_a_match_that_the_service_deals():
    table = SeatedTable("ralph")
    anna, boris = seated(table)
    organiser = Reader(User.objects.get(pk=table.actor.user), at=f"/matches/{table.id}/play/")
    page = anna.page()
    sent = {name: page.form("move").value(name) for name in ("revision", "key", "seat")} | {"move": offered(page)[0]}

    assert organiser.page().acts == []
    assert boris.post("", "move", sent).status_code == 403
    assert organiser.post("", "move", sent).status_code == 403
    assert spectator(table).post("", "move", sent).headers["Location"] == f"/sign-in/?next=/matches/{table.id}/play/"
    assert table.now.plies == 1


def test_officials_write_down_a_table_line_by_line():
    table = SeatedTable("riff_raff", dealing="table")
    organiser = Reader(User.objects.get(pk=table.actor.user), at=f"/matches/{table.id}/play/")

    links = [text for address, text in organiser.page().links if "seat=" in address]
    for seat, card in ((1, 3), (0, 7)):
        organiser.done("", "move", organiser.page(f"?seat={seat}"), seat=seat, move=card)

    assert links == ["Play for А", "Play for Б"]
    assert [(seat, str(move)) for seat, move in table.now.moves] == [(1, "3"), (0, "7")]


def test_a_match_with_results_only_is_no_table_to_play_at():
    table = SeatedTable("ralph", dealing="table", level="score")

    answer = spectator(table).client.get(f"/matches/{table.id}/play/")

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/matches/{table.id}/")


def test_the_match_leads_seats_to_play_and_others_to_watch():
    table = SeatedTable("the_game_extreme")
    seats = seated(table)
    (to_move,) = table.now.turn
    address = f"/matches/{table.id}/"

    pages = [reader.page(address) for reader in (seats[to_move], seats[1 - to_move], spectator(table))]

    links = [[each for each in page.all("a", style="btn") if each["href"] == f"{address}play/"] for page in pages]
    assert [[(each.text, "main" in each.classes) for each in found] for found in links] == [
        [("Play", True)], [("Play", False)], [("Watch", False)],
    ]  # fmt: skip


def test_seats_play_once_a_match_is_dealt_by_the_service():
    table = SeatedTable("ralph", dealing="table", level="score")
    anna, _ = seated(table)
    anna.done(f"/matches/{table.id}/", "level", level="full server")

    page = anna.page(anna.page(f"/matches/{table.id}/").link("Play"))

    assert page.acts == ["move"]


def worlds(game):
    """Two tables whose only difference is what seat 1 holds."""
    dealt = SeatedTable(game)
    head, first, second = str(dealt.now.moves[0][1]).split(" | ")
    number, known = len(second.split()), {*head.split(), *first.split(), *second.split()}
    deals, others = 0, []
    while len(others) < number:
        deal = str(dealt.now.rules.draw(dealt.now.rules.setup(dealt.now.table), Chance(b"other", str(deals))))
        others += [piece for piece in deal.split(" | ")[1].split() if piece not in {*known, *others}]
        deals += 1
    for hand in (second, " ".join(others[:number])):
        table = SeatedTable(game, dealing="table")
        table.move(CHANCE, " | ".join([head, first, hand]))
        yield table


def every_byte(reader, table):
    """The page as it is sent, without what differs between two matches whatever is played."""
    text = reader.client.get(reader.at).text
    text = re.sub(r'name="(key|csrfmiddlewaretoken)" value="\w+"', "", text.replace(table.id, ""))
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|player \d+|initials.*|\bP\d+\b", "", text)


@pytest.mark.parametrize("game", ["ralph", "rummikub", "the_game_extreme"])
def test_no_byte_of_a_page_depends_on_a_hand_that_its_reader_may_not_see(game):
    one, other = worlds(game)

    pages = [[every_byte(reader, table) for reader in (*seated(table), spectator(table))] for table in (one, other)]

    same = [before == after for before, after in zip(*pages, strict=True)]
    assert same == [True, False, True]


@pytest.mark.parametrize("game", ["ralph", "riff_raff"])
def test_no_byte_of_a_page_depends_on_a_card_that_is_chosen_face_down(game):
    table = SeatedTable(game)
    anna, boris = seated(table)
    before = table.now
    first, last = offered(boris.page())[0], offered(boris.page())[-1]
    send(boris, first)

    pages = [reader.client.get(reader.at).text for reader in (anna, spectator(table))]

    shown = [" ".join(re.findall(r"<main.*</main>", text, re.S)) for text in pages]
    assert first != last
    message, params = before.rules.describe(before.position, 1, before.rules.parse(first))
    assert [message.format(**params) in text for text in shown] == [game == "riff_raff", False]
    assert parse(pages[1]).section("Last moves").texts("li")[0] == "Б: Chooses a card."
