"""An arbiter tries moves by touching the board, one after another. These tests do it without scripts."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.urls import reverse

from games.registry import engine
from league.clubs.models import Membership, User
from league.matches import repository as match_repository
from league.matches.services import play as match_play
from tests.builders.clubs import founded
from tests.games.folders import folder
from tests.games.records.texts import JOKER
from tests.games.riff_raff.positions import answers_of
from tests.pages import parse
from tests.web.readers import Reader, errors
from tests.web.test_bench_pages import heaps, press
from tests.web.test_play_pages import every_byte, worlds

pytestmark = pytest.mark.django_db

MOST_HTML = 30_000  # bytes


class Trial:
    """A finished match whose organiser tries moves from before a step on."""

    def __init__(self, source, language="en"):
        actor, club = founded()
        self.id = match_play.import_record(club_id=club, source=source, actor=actor).id
        self.user, self.language = User.objects.get(), language

    def reader(self, revision):
        return Reader(self.user, at=reverse("web:try-moves", args=[self.id, revision]), language=self.language)

    @property
    def now(self):
        return match_repository.load(self.id).state

    def before(self, move):
        """The position before a move of the first game."""
        rules, table = self.now.rules, self.now.table
        earlier = [each for each in self.now.games[0].moves if each.revision < move.revision]
        return rules.play(rules.setup(table), ((each.seat, rules.parse(each.text)) for each in earlier))


def longest(game):
    return max(folder(engine(game)).glob("playthroughs/*.rec"), key=lambda path: path.stat().st_size).read_text()


def query(line, seat=None, start="before"):
    return "?" + urlencode({"start": start, "line": "\n".join(line), **({} if seat is None else {"seat": seat})})


def move_form(page):
    return page.form("bench-form" if page.all("form", style="bench-form") else "play")


def attempt(reader, page, **given):
    """Send the form for a move with what a person enters. A move in parts is read back first."""
    form = move_form(page)
    return reader.confirm(reader.client.post(reader.at + form["action"], {**form.fields, **given}))


def line_of(answer):
    """The line in the address that an answer leads to."""
    assert answer.status_code == 302, errors(answer)
    return parse_qs(urlsplit(answer.headers["Location"]).query)["line"][0].split("\n")


def enter(trial, reader, move, page):
    """Make a move of the record with what the page offers for it."""
    rules, text = trial.now.rules, move.text
    listed = [each["value"] for each in move_form(page).all("input button", name="move")]
    if text in listed:
        return attempt(reader, page, move=text)
    if rules.meta.slug == "riff_raff" and text.startswith("load"):
        answers = answers_of(trial.before(move), move.seat, rules.parse(text))
        return attempt(reader, page, **{f"part-{key}": places for key, places in answers.items()})
    if page.all("form", style="bench") and not text.startswith("play "):
        for piece in re.sub(r"^(deal|refill|reveal)|\|", " ", text).split():
            page = press(reader, page, [piece], "0")
        return attempt(reader, page)
    return attempt(reader, page, line=text)


@pytest.mark.parametrize("game", ["ralph", "riff_raff", "rummikub", "the_game_extreme", "toy_story_4"])
def test_moves_of_every_game_are_tried_one_after_another(game):
    trial = Trial(longest(game), language="ru")
    moves = trial.now.games[0].moves
    first = next(at for at, move in enumerate(moves) if at >= len(moves) * 3 // 4 and move.seat >= 0)
    reader, before = trial.reader(moves[first].revision), trial.now.revision
    line, weights = [], []

    for move in moves[first : first + 4]:
        answer = reader.client.get(reader.at + query(line, move.seat))
        weights.append(len(answer.content))
        line = line_of(enter(trial, reader, move, parse(answer)))

    told = [f"{'*' if move.seat < 0 else move.seat} {move.text}" for move in moves[first : first + 4]]
    last = reader.page(query(line))
    arbiter = reader.at.removesuffix("try/")
    weights += [len(reader.client.get(arbiter + given).content) for given in ("", query(line))]
    assert line == told
    assert len(last.section("Что попробовано").one("ol").all("li")) == 4
    assert max(weights) <= MOST_HTML
    assert trial.now.revision == before


def test_the_last_tried_move_is_undone_and_the_line_leads_to_its_verdicts():
    trial = Trial(JOKER)
    reader = trial.reader(6)
    line = line_of(attempt(reader, reader.page(), move="draw"))

    page = reader.page(query(line))

    assert line == ["0 draw"]
    assert page.one("h2", style="now").text == "To move: Seat 2"
    assert page.section("Tried so far").one("ol").texts("li") == ["Seat 1: Draws a tile."]
    assert page.link("Undo the last tried move") == "?start=before&line="
    assert reader.page("?start=before&line=").one("div", style="title-line").links == []
    verdicts = page.link("Verdicts, and the line beside what was reported")
    assert verdicts == f"/matches/{trial.id}/arbiter/6/?start=before&line=0+draw#line"
    tried = Reader(trial.user).page(verdicts).one("div", style="tried")
    assert tried.one("ol", style="lines").texts("strong")[0] == "Seat 1"


def test_sets_are_built_in_the_work_area_at_the_tried_position():
    trial = Trial(JOKER)
    reader = trial.reader(6)

    page = press(reader, reader.page(query([], 0)), ["r5", "r6", "b10,r10,J/2"], "new")
    page = press(reader, page, ["k10"], "b10,r10")
    answer = attempt(reader, page)

    assert heaps(page, "work") == [("b10,r10,k10", "✓ group, 30"), ("r5,r6,J", "✓ run, 18")]
    assert line_of(answer) == ["0 play -b10,r10,J +b10,r10,k10 +r5,r6,J"]


def test_a_refused_move_stays_as_it_was_built_with_its_clause_and_is_no_part_of_the_line():
    trial = Trial(JOKER)
    reader = trial.reader(6)
    page = press(reader, reader.page(query([], 0)), ["r5", "r6"], "new")

    answer = attempt(reader, page)

    refused = parse(answer)
    why = "r5,r6 is too short: a set has at least three tiles."
    assert (answer.status_code, errors(answer)) == (422, [why])
    assert refused.link("Rules 4") == "/games/rummikub/rules/1/#set_short"
    assert heaps(refused, "work") == [("r5,r6", "1 more")]
    shown = reader.page(query(["0 play +r5,r6", "1 draw"]))
    assert (shown.alerts, shown.section("Tried so far").all("ol")) == ([why], [])
    assert shown.link("Undo the last tried move") == "?start=before&line="


@pytest.mark.parametrize(
    ("line", "sent", "status"),
    [
        (["reason: out"], None, 302),
        (["0 draw ;" + "x" * 2_000], None, 302),
        ([], {"move": "draw", "seat": 99}, 422),
        ([], {"move": "draw\nreason: out"}, 422),
        ([], {"move": "lay"}, 422),
    ],
)
def test_what_is_no_move_is_never_tried(line, sent, status):
    trial = Trial(JOKER)
    reader = trial.reader(6)

    if sent is None:
        answer = reader.client.get(reader.at + query(line))
        assert answer.headers["Location"].startswith(f"/matches/{trial.id}/arbiter/6/?start=before&line=")
    else:
        answer = attempt(reader, reader.page(query(line)), **sent)
        assert len(errors(answer)) == 1

    assert answer.status_code == status


def test_before_the_first_game_the_page_leads_back_to_the_arbiters():
    trial = Trial(JOKER)

    answer = trial.reader(1).client.get(trial.reader(1).at)

    assert answer.headers["Location"] == f"/matches/{trial.id}/arbiter/1/?start=before&line=#line"


@pytest.mark.parametrize("game", ["ralph", "rummikub", "the_game_extreme"])
def test_no_byte_depends_on_a_hand_that_an_arbiter_with_a_seat_may_not_see(game):
    pages = []
    for table in worlds(game):
        arbiter = table.accounts[0]
        Membership.objects.create(club_id=table.club, user=arbiter, role="arbiter")
        address = reverse("web:try-moves", args=[table.id, table.now.revision])
        pages.append(every_byte(Reader(arbiter, at=f"{address}?start=after"), table).replace(arbiter.username, ""))

    assert pages[0] == pages[1]
    assert len(parse(pages[0]).all("form", method="post")) >= 2


def test_while_a_match_lasts_only_officials_try_moves():
    table = next(worlds("the_game_extreme"))
    address = reverse("web:try-moves", args=[table.id, table.now.revision])

    assert Reader().page(address, 403).headings == ["Something went wrong"]
