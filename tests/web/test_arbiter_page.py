"""The page of an arbiter: a move, the verdict on it, who saw what, and lines that are tried."""

import re

import pytest
from django.urls import reverse

from games.registry import engines
from league.clubs import services as club_services
from league.clubs.models import User
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from tests.builders.clubs import founded
from tests.builders.disputes import Dispute
from tests.games.records.texts import DEAL, JOKER
from web.templatetags.verdicts import chapter, markdown, numbers

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    """An organiser's account and actor, and the club."""
    actor, club = founded("organiser")
    return User.objects.get(), actor, club


def imported(club):
    _, actor, club_id = club
    return match_play.import_record(club_id=club_id, source=JOKER, actor=actor)


def shown(client, match_id, revision, status=200, **query):
    answer = client.get(reverse("web:arbiter", args=[match_id, revision]), query)
    assert answer.status_code == status
    return answer.content.decode()


def part(page, start, end="</section>"):
    return page.partition(start)[2].partition(end)[0]


def test_a_move_is_shown_with_its_verdict_and_clauses_in_both_languages(client, club):
    done = imported(club)
    client.force_login(club[0])

    page = shown(client, done.id, 5)

    rules = part(page, "<h2>What the rules say</h2>")
    assert "<strong><bdi>Seat 1</bdi></strong>: Plays r1,r2,r3  b11,k11,o11." in page
    assert "Legal under the rules." in rules
    assert '/games/rummikub/rules/1/#rule-4">Rules 4</a>: A set has at least three tiles.' in rules
    assert '<span class="note" lang="ru">В комбинации не меньше трёх фишек.</span>' in rules


def test_a_house_rule_that_would_have_refused_the_move_is_shown(client, club):
    done = imported(club)
    client.force_login(club[0])

    rules = part(shown(client, done.id, 6), "<h2>What the rules say</h2>")

    name = "Freeing a joker from a group of three takes both missing colours"
    assert f"<h3>Under another ruling: {name} – yes</h3>" in rules
    assert "At this table, the joker in r10,b10,J is freed only by tiles of both missing colours." in rules


def test_the_page_is_in_russian_with_english_beside_it(client, club):
    done = imported(club)
    client.force_login(club[0])
    client.cookies["django_language"] = "ru"

    page = shown(client, done.id, 5, line="0 play +r5,r6", start="after")

    assert "Что говорят правила" in page
    assert ">Правила, 4</a>: В комбинации не меньше трёх фишек." in page
    assert '<p class="note" lang="en">r5,r6 is too short: a set has at least three tiles.</p>' in page


def test_positions_are_side_by_side_and_changes_are_marked(client, club):
    done = imported(club)
    client.force_login(club[0])

    page = shown(client, done.id, 5)

    before, after = part(page, "<h3>Before</h3>"), part(page, "<h3>After</h3>")
    assert "changed" not in before
    assert '<div class="changed"><dt>table</dt>' in after
    assert "<div><dt>tiles in the pool</dt>" in after


def test_a_line_is_tried_and_stays_in_the_address(client, club):
    done = imported(club)
    client.force_login(club[0])
    line = "1 draw\n0 play -J,r5,r6 -r1,r2,r3 +r4,r5,r6 +r1,r2,r3,J\n1 draw"

    page = shown(client, done.id, 6, line=line, start="after")

    tried = part(page, '<div class="tried">')
    assert "<strong><bdi>Seat 1</bdi></strong>: Draws a tile." in tried
    assert "must go into a new set" in tried
    assert '#rule-5">Rules 5, c</a>:' in tried
    assert "Moves not tried: 1" in tried
    assert f'class="move">{line}</textarea>' in page
    assert '<input type="radio" name="start" value="after" checked>' in page


def test_a_house_rule_that_would_accept_the_tried_move_is_shown(client, club):
    done = imported(club)
    client.force_login(club[0])

    page = shown(client, done.id, 4, line="1 play -r10,b10,J +r10,b10,J,k10 +b11,k11,o11", start="after")

    tried = part(page, '<div class="tried">')
    assert "Under another ruling: Using the table in the turn of the initial meld – yes" in tried
    assert "It would be legal." in tried


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("0 draw\nreason: out", "Line 2: &#x27;reason: out&#x27; is not a move."),
        ("0 draw\n" * 101, "A line can have at most 100 moves."),
        ("0 draw ;" + "x" * 2000, "A line can have at most 2000 characters."),
    ],
)
def test_an_invalid_line_is_reported(client, club, line, why):
    done = imported(club)
    client.force_login(club[0])

    assert why in shown(client, done.id, 5, line=line)


def test_input_is_shown_as_typed_and_never_as_markup(client, club):
    done = imported(club)
    client.force_login(club[0])

    page = shown(client, done.id, 5, line="0 <script>alert(1)</script>", seat='"><b>')

    assert "<script>" not in page
    assert "<b>" not in page


def test_the_page_shows_the_analysis_of_the_solver(client, club):
    account, actor, club_id = club
    opened = match_play.open_match(club_id=club_id, game="rummikub", seats=[None, None], dealing="table", actor=actor)
    match_play.play_moves(
        match_id=opened.id, plies=[MoveRequest(-1, DEAL), MoveRequest(0, "draw")], expected=opened.revision, actor=actor
    )
    client.force_login(account)

    page = shown(client, opened.id, 4)

    assert "The rack has an initial meld. Most tiles that can be played: 12." in part(page, "<h2>Analysis for")


def test_an_official_with_a_seat_sees_only_their_own_view(client, club):
    account, actor, club_id = club
    player = club_services.add_player(club_id=club_id, name="Анна", actor=actor)
    player.user = account
    player.save()
    opened = match_play.open_match(
        club_id=club_id, game="rummikub", seats=[player.pk, None], dealing="table", actor=actor
    )
    match_play.play_moves(match_id=opened.id, plies=[MoveRequest(-1, DEAL)], expected=opened.revision, actor=actor)
    client.force_login(account)

    page = shown(client, opened.id, 3, seat="1")

    assert "Actual position" not in page
    assert "<span>r1</span>" not in page


def test_no_line_is_offered_before_a_game_starts(client, club):
    done = imported(club)
    client.force_login(club[0])

    page = shown(client, done.id, 1)

    assert "No game was in progress at revision" in page
    assert "<textarea" not in page


def test_while_a_match_lasts_only_officials_can_open_the_page_and_its_links(client, club):
    done = imported(club)
    address = reverse("web:arbiter", args=[done.id, done.revision])

    assert "Something went wrong" in shown(client, done.id, 5, status=403)
    assert address not in client.get(f"/matches/{done.id}/").content.decode()
    client.force_login(club[0])
    assert address in client.get(f"/matches/{done.id}/").content.decode()
    assert address in client.get(f"/matches/{done.id}/replay/").content.decode()


def test_an_unknown_match_or_step_is_not_found(client, club):
    done = imported(club)
    client.force_login(club[0])

    for revision in (0, done.revision + 1, 10**30):
        shown(client, done.id, revision, status=404)


def test_players_are_named_beside_the_numbers_used_in_notation(client):
    dispute = Dispute()
    dispute.play(4)
    client.force_login(dispute.users["arbiter"])

    page = shown(client, dispute.id, 5)

    before = part(page, "<h3>Before</h3>")
    assert re.search(r"<dt>to move</dt><dd><span><bdi>(Anna</bdi> \(0\)|Boris</bdi> \(1\))</span></dd>", before)
    assert '<dd><dl class="seats"><div><dt><bdi>Anna</bdi> (0)</dt><dd>14</dd></div>' in before
    assert "Seats: 0 <bdi>Anna</bdi>, 1 <bdi>Boris</bdi>." in page


@pytest.mark.parametrize(("typed", "there"), [("4", 4), ("0", 1), ("99", None), ("x", None), ("", None)])
def test_a_step_is_opened_by_its_number(client, club, typed, there):
    done = imported(club)
    client.force_login(club[0])

    answer = client.get(reverse("web:arbiter-at", args=[done.id]), {"revision": typed})

    assert answer["Location"] == reverse("web:arbiter", args=[done.id, there or done.revision])


def test_readers_without_access_reach_no_step_by_its_number(client):
    dispute = Dispute()

    answer = client.get(reverse("web:arbiter-at", args=[dispute.id]), {"revision": "1"}, follow=True)

    assert answer.status_code == 403


@pytest.mark.parametrize("game", engines())
def test_the_rules_of_a_game_are_shown_chapter_by_chapter(client, game):
    [rules] = engines()[game]

    page = client.get(reverse("web:rulebook", args=[game, rules])).content.decode()

    assert [f'id="rule-{number}"' in page for number in range(1, 10)] == [True] * 9
    assert "<table>" in page
    assert not any(sign in page for sign in ("|---", "**", "\n- "))


def test_markdown_in_rules_produces_no_typed_html_and_no_links():
    assert markdown("a <b>*c*</b> [d](javascript:e)") == "<p>a &lt;b&gt;<em>c</em>&lt;/b&gt; [d](javascript:e)</p>\n"


@pytest.mark.parametrize("path", ["rummikub/rules/99", "chess/rules/1"])
def test_unknown_rules_are_not_found(client, path):
    assert client.get(f"/games/{path}/").status_code == 404


@pytest.mark.parametrize(
    ("rule", "said", "link"),
    [
        ("4 Sets, run and joker (§Sets, §Joker ¶1)", "4", "#rule-4"),
        ("5 Turn, 6 Clock (§Turn ¶3, §Time)", "5, 6", "#rule-5"),
        ("10 Rulings, A7", "10, A7", "#rule-10"),
        ("5.12 Placing (§Put, face down)", "5.12", "#rule-5"),
        ("6 Clock, b (§Broken)", "6, b", "#rule-6"),
        ("7 End of a game (§Turn ¶4)", "7", "#rule-7"),
        ("of the house", "", ""),
    ],
)
def test_a_clause_is_named_with_its_numbers_in_every_language(rule, said, link):
    assert (numbers(rule), chapter(rule)) == (said, link)
