"""The arbiter page: a move, its verdict, who saw what, and trying lines."""

from dataclasses import replace

import pytest
from django.urls import reverse

from games.registry import engine
from league.appeals import services as appeal_services
from league.clubs import services as club_services
from league.clubs.models import User
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from tests.builders.clubs import founded
from tests.builders.disputes import Dispute
from tests.games.folders import folder
from tests.games.records.texts import DEAL, JOKER
from tests.pages import Form, parse
from tests.web.readers import Reader
from web.templatetags.verdicts import markdown, numbers

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    """An organiser's account and actor, and the club."""
    actor, club = founded("organiser")
    return User.objects.get(), actor, club


@pytest.fixture
def done(club):
    """An imported match of the club."""
    _, actor, club_id = club
    return match_play.import_record(club_id=club_id, source=JOKER, actor=actor)


def shown(user, match_id, revision, status=200, language="en", **query):
    """The arbiter's view of a step as somebody sees it."""
    address = reverse("web:arbiter", args=[match_id, revision], query=query)
    return Reader(user, language=language).page(address, status)


def test_a_move_is_shown_with_its_verdict_and_clauses_in_both_languages(club, done):
    page = shown(club[0], done.id, 5)

    rules = page.section("What the rules say")
    assert page.one("p", style="now").text == "1.1 Seat 2: Plays r1,r2,r3 b11,k11,o11."
    assert rules.texts("strong")[0] == "Legal under the rules."
    [clause] = [each for each in rules.all("li") if "A set has at least three tiles." in each.text]
    assert clause.addresses() == ["/games/rummikub/rules/1/#set_short"]
    assert clause.lines[1:] == [": A set has at least three tiles.", "В комбинации не меньше трёх фишек."]
    assert [note["lang"] for note in clause.all(style="note")] == ["ru"]


def test_the_table_is_drawn_before_and_after_the_move_with_what_it_changed(club, done):
    page = shown(club[0], done.id, 5)

    before, after = (page.section(side).one("section", style="felt") for side in ("Before", "After"))
    assert len(after.all("i")) == len(before.all("i")) + 6
    assert len(after.all("i", style="is-new")) == 6
    assert before.all("i", style="is-new") == []


def test_a_house_rule_that_would_have_refused_the_move_is_shown(club, done):
    rules = shown(club[0], done.id, 6).section("What the rules say")

    name = "Freeing a joker from a group of three takes both missing colours"
    assert f"With another house rule: {name} – yes" in rules.headings
    assert "At this table, the joker in r10,b10,J is freed only by tiles of both missing colours." in rules.text


def test_the_page_is_in_russian_with_english_beside_it(club, done):
    page = shown(club[0], done.id, 5, language="ru")
    line = shown(club[0], done.id, 5, language="ru", line="0 play +r5,r6", start="after")

    rules, tried = page.section("Что говорят правила"), line.one("div", style="tried")
    assert line.section("Что говорят правила").lines[2:] == ["Пункты, по которым ход проверен: 7, 2, 5, 4, 6"]
    assert "Правила, 4: В комбинации не меньше трёх фишек." in rules.text
    said = ["r5,r6 is too short: a set has at least three tiles."]
    assert tried.one("div", style="verdict").texts("p", style="note", lang="en") == said


def test_positions_as_text_are_side_by_side_and_changes_are_marked(club, done):
    address = shown(club[0], done.id, 5).link("As text")

    page = Reader(club[0]).page(reverse("web:arbiter", args=[done.id, 5]) + address)

    before, after = page.section("Before"), page.section("After")
    assert before.all(style="changed") == []
    changed = [name for each in after.all("div", style="changed") for name in each.texts("dt")]
    assert "table" in changed
    assert "tiles in the pool" in set(after.texts("dt")) - set(changed)


def test_a_line_is_tried_and_stays_in_the_address(club, done):
    line = "1 draw\n0 play -J,r5,r6 -r1,r2,r3 +r4,r5,r6 +r1,r2,r3,J\n1 draw"

    page = shown(club[0], done.id, 6, line=line, start="after")

    tried = page.one("div", style="tried")
    assert "Seat 2: Draws a tile." in tried.texts("p")
    assert "must go into a new set" in tried.text
    assert tried.link("Rules 5, c").endswith("#joker_not_new_set")
    assert "Moves not tried: 1" in tried.texts("p")
    form = Form(page.one("section", id="line").one("form").element)
    assert (form.value("line"), form.value("start")) == (line, "after")


def test_a_house_rule_that_would_accept_the_tried_move_is_shown(club, done):
    page = shown(club[0], done.id, 4, line="1 play -r10,b10,J +r10,b10,J,k10 +b11,k11,o11", start="after")

    tried = page.one("div", style="tried")
    assert "With another house rule: Using the table in the turn of the initial meld – yes" in tried.headings
    assert "It would be legal." in tried.texts("p")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("0 draw\nreason: out", "Line 2: 'reason: out' is not a move."),
        ("0 draw\n" * 101, "A line can have at most 100 moves."),
        ("0 draw ;" + "x" * 2000, "A line can have at most 2000 characters."),
    ],
)
def test_an_invalid_line_is_reported(club, done, line, why):
    assert shown(club[0], done.id, 5, line=line).alerts == [why]


def test_input_is_shown_as_typed_and_never_as_markup(club, done):
    page = shown(club[0], done.id, 5, line="0 <script>alert(1)</script>", seat='"><marquee>')

    assert page.one("textarea").text == "0 <script>alert(1)</script>"
    assert page.one("main").all("script marquee") == []


def test_the_page_shows_the_analysis_of_the_solver(club):
    account, actor, club_id = club
    opened = match_play.open_match(club_id=club_id, game="rummikub", seats=[None, None], dealing="table", actor=actor)
    match_play.play_moves(
        match_id=opened.id, plies=[MoveRequest(-1, DEAL), MoveRequest(0, "draw")], expected=opened.revision, actor=actor
    )

    page = shown(account, opened.id, 4)

    advice = page.section("Analysis for Seat 1").texts("li")
    assert any("The rack has an initial meld. Most tiles that can be played: 12." in each for each in advice)


def test_an_official_with_a_seat_sees_only_their_own_view(club):
    account, actor, club_id = club
    player = club_services.add_player(club_id=club_id, name="Анна", actor=actor)
    player.user = account
    player.save()
    opened = match_play.open_match(
        club_id=club_id, game="rummikub", seats=[player.pk, None], dealing="table", actor=actor
    )
    scribe = replace(actor, user=User.objects.create_user("scribe").pk)
    match_play.play_moves(match_id=opened.id, plies=[MoveRequest(-1, DEAL)], expected=opened.revision, actor=scribe)

    page = shown(account, opened.id, 3, seat="1")

    assert "Actual position" not in page.text
    assert "r1" not in page.texts("span")


def test_no_line_is_offered_before_a_game_starts(club, done):
    page = shown(club[0], done.id, 1)

    assert "No game was in progress at revision" in page.text
    assert page.all("textarea") == []


def test_while_a_match_lasts_only_officials_can_open_the_page_and_its_links(club, done):
    address = reverse("web:arbiter", args=[done.id, done.revision])
    official = Reader(club[0])

    assert shown(None, done.id, 5, status=403).headings == ["Something went wrong"]
    assert address not in Reader().page(f"/matches/{done.id}/").addresses()
    assert official.page(f"/matches/{done.id}/").link("View its moves as an arbiter") == address
    assert official.page(f"/matches/{done.id}/replay/").link("View this step as an arbiter") == address


def test_an_unknown_match_or_step_is_not_found(club, done):
    for revision in (0, done.revision + 1, 10**30):
        assert shown(club[0], done.id, revision, status=404).headings == ["Something went wrong"]


def test_players_are_named_beside_the_numbers_used_in_notation():
    dispute = Dispute()
    dispute.play(4)

    page = shown(dispute.users["arbiter"], dispute.id, 5, text="1")

    before = page.section("Before")
    assert before.described("to move").text in ("Anna (1)", "Boris (2)")
    assert before.all("dl", style="seats")[0].texts("dt dd")[:2] == ["Anna (1)", "14"]
    assert "Records count seats from 0: 0 Anna, 1 Boris." in page.text


@pytest.mark.parametrize(("typed", "there"), [("4", 4), ("0", 1), ("99", None), ("x", None), ("", None)])
def test_a_step_is_opened_by_its_number(club, done, typed, there):
    answer = Reader(club[0]).client.get(reverse("web:arbiter-at", args=[done.id]), {"revision": typed})

    assert answer["Location"] == reverse("web:arbiter", args=[done.id, there or done.revision])


def test_readers_without_access_reach_no_step_by_its_number(client):
    dispute = Dispute()

    answer = client.get(reverse("web:arbiter-at", args=[dispute.id]), {"revision": "1"}, follow=True)

    assert (answer.status_code, parse(answer).headings) == (403, ["Something went wrong"])


def test_markdown_in_rules_produces_no_typed_html_and_no_links():
    assert markdown("a <b>*c*</b> [d](javascript:e)") == "<p>a &lt;b&gt;<em>c</em>&lt;/b&gt; [d](javascript:e)</p>\n"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("4 Sets, run and joker (§Sets, §Joker ¶1)", "4"),
        ("5 Turn, 6 Clock (§Turn ¶3, §Time)", "5, 6"),
        ("10 Rulings, A7", "10, A7"),
        ("5.12 Placing (§Put, face down)", "5.12"),
        ("6 Clock, b (§Broken)", "6, b"),
        ("7 End of a game (§Turn ¶4)", "7"),
        ("of the house", ""),
    ],
)
def test_a_clause_is_named_with_its_numbers_in_every_language(rule, said):
    assert numbers(rule) == said


def test_every_page_with_boards_has_the_symbols_of_the_game(club):
    user, actor, club_id = club
    source = (folder(engine("riff_raff")) / "playthroughs" / "four-players-empty.rec").read_text()
    done = match_play.import_record(club_id=club_id, source=source, actor=actor)
    appealed = appeal_services.file_appeal(
        match_id=done.id, statement="Упала крыса.", revision=10, actor=actor, expected=done.revision
    )
    addresses = [
        reverse("web:arbiter", args=[done.id, 10]),
        reverse("web:replay", args=[done.id]),
        reverse("web:embed-board", args=[done.id]),
        reverse("web:appeal", args=[done.id, appealed.events[0].appeal]),
    ]

    pages = [Reader(user).page(address) for address in addresses]

    assert [len(page.all("symbol")) for page in pages] == [9] * 4
    assert [page.all("div", style="board") != [] for page in pages] == [True] * 4
