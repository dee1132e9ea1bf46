"""A new tournament on one page: format, name, a final table, people of the club, and names that are pasted."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from games.engine import Stated
from league.clubs import services as club_services
from league.clubs.models import Player, User
from league.impact import services as results
from league.matches import repository as match_repository
from league.tournaments.models import TournamentRow
from league.tournaments.repository import tournaments
from league.tournaments.services import lifecycle as tournament_lifecycle
from league.tournaments.services import settings
from tests.builders.clubs import founded
from tests.builders.evenings import Evening, named, names
from tests.pages import parse
from tests.web.presses import axe_findings
from tests.web.readers import Reader, errors, hidden, sign_in


@pytest.fixture
def club(db):
    """An organiser and the id of a club."""
    return founded()


def organiser(club):
    return Reader(User.objects.get(id=club[0].user), at=f"/clubs/{club[1]}/new-tournament/")


def create(club, game="rummikub", **sent):
    reader = organiser(club)
    key = hidden(reader.page(f"?game={game}"), "key")
    given = {"called": "Осень", "preset": "evening", "names": "", **key, **sent}
    return reader.client.post(f"{reader.at}?game={game}", given)


def made(answer):
    return tournaments.load(answer.headers["Location"].split("/")[2]).state


def test_names_that_are_pasted_are_entered_at_once(club):
    answer = create(club, names="\r\n".join(names(5)))

    assert answer.status_code == 302
    assert len(made(answer).entries) == 5
    assert sorted(Player.objects.values_list("name", flat=True)) == names(5)


def test_people_of_the_club_are_entered_by_a_tick(club):
    anna, boris, _ = [club_services.add_player(club_id=club[1], name=name, actor=club[0]).pk for name in "АБВ"]

    answer = create(club, known=[str(anna), str(boris)], names="Галя")

    entered = {Player.objects.get(id=entrant).name for entrant in made(answer).entries}
    assert entered == {"А", "Б", "Галя"}


def test_a_list_with_a_namesake_is_shown_before_anybody_is_entered(club):
    for note in ("старшая", "младшая"):
        club_services.add_player(club_id=club[1], name="Анна", note=note, actor=club[0])

    page = parse(create(club, names="Анна\nБорис"))

    assert "Nothing has been entered yet. Check the list and confirm it." in page.text
    assert all("/people/" in form["action"] for form in page.one("main").forms)
    assert Player.objects.count() == 2


def test_a_form_sent_twice_makes_one_tournament(club):
    reader = organiser(club)
    sent = {"called": "Осень", "preset": "evening", "names": "Анна", **hidden(reader.page(), "key")}

    first, second = [reader.client.post(f"{reader.at}?game=rummikub", sent) for _ in range(2)]

    assert first.headers["Location"].split("#")[0] == second.headers["Location"].split("#")[0]
    assert len(made(first).entries) == 1


@pytest.mark.parametrize(("preset", "size"), [("evening", 4), ("series", 4), ("swiss", 2), ("round-robin", 2)])
def test_a_tick_adds_a_final_table(club, preset, size):
    stages = made(create(club, preset=preset, final="on")).settings.stages

    assert [stage.format for stage in stages][1:] == ["knockout"]
    assert stages[0].qualify == size


@pytest.mark.parametrize("preset", ["cup", "open", "knock-out", "groups"])
def test_a_format_with_its_own_final_takes_no_other(club, preset):
    answer = create(club, preset=preset, final="on")

    assert answer.status_code == 422
    assert "This format has a final of its own, or none." in parse(answer).text


def test_the_best_four_of_an_evening_play_the_final(club):
    answer = create(club, final="on", names="\n".join(names(8)))
    evening = Evening(club[0], club[1], answer.headers["Location"].split("/")[2])
    evening.do(tournament_lifecycle.start)
    for _ in range(4):
        for shift, table in enumerate(evening.draw()):
            evening.report(table, shift)
    evening.next_stage()
    [final] = evening.draw()

    for place in match_repository.load(final.match).state.places:
        results.report_result(
            match_id=final.match,
            place=place,
            stated=Stated((30, -5, -10, -15), "out"),
            expected=match_repository.load(final.match).head.seq,
            actor=evening.actor,
        )
    evening.do(tournament_lifecycle.finish)

    page = Reader().page(f"/tournaments/{evening.id}/")
    assert len(final.seats) == 4
    assert [entrant for rank, entrant in evening.now.ranking if rank <= 4] == [*final.seats]
    assert page.one("ol", style="podium").texts("li") == [
        f"{rank} {named(entrant)} Score {score}"
        for rank, entrant, score in zip((1, 2, 3), final.seats, (4, 0, 0), strict=False)
    ]
    assert page.one("ol", style="ranking").texts("li") == [
        named(entrant) for rank, entrant in evening.now.ranking if rank > 3
    ]


def test_games_are_cards_with_a_drawing_and_the_number_of_players(club):
    cards = organiser(club).page("?game=riff_raff").all("button", style="choice")

    assert [each.texts("b") + each.texts("small") for each in cards] == [
        ["Ralph Breaks the Internet", "2–6 players"],
        ["Riff Raff", "2–4 players"],
        ["Rummikub", "2–4 players"],
        ["The Game: Extreme", "team of 1–5"],
        ["Toy Story 4", "2–4 players"],
    ]
    assert [len(each.all("svg")) for each in cards] == [1] * 5
    assert [each["value"] for each in cards if each.get("aria-current")] == ["riff_raff"]


def test_another_game_keeps_what_was_filled_in_and_creates_nothing(club):
    anna = str(club_services.add_player(club_id=club[1], name="Анна", actor=club[0]).pk)
    reader = organiser(club)
    called = reader.page("?game=rummikub").one("input", name="called")["value"]
    chosen = {"preset": "swiss", "final": "on", "known": [anna], "names": "Борис\r\nВера", "key": "k"}

    team = reader.client.post(f"{reader.at}?game=the_game_extreme", {"called": called, **chosen, "other_game": "x"})
    sent = parse(team).form("stack").fields
    back = reader.client.post(f"{reader.at}?game=ralph", {**sent, "called": "Осень", "other_game": "x"})

    assert (team.status_code, errors(team), back.status_code, errors(back)) == (200, [], 200, [])
    assert parse(team).headings[0] == "New tournament: The Game: Extreme"
    assert sent["called"] == [called.replace("Rummikub", "The Game: Extreme")]
    assert (sent["names"], sent["known"], sent["final"]) == (["Борис\r\nВера"], [anna], ["on"])
    filled = parse(back).form("stack").fields
    assert {name: filled[name] for name in ("called", "preset", "final", "known", "names", "key")} == {
        "called": ["Осень"],
        "preset": ["evening"],
        "final": ["on"],
        "known": [anna],
        "names": ["Борис\r\nВера"],
        "key": ["k"],
    }
    assert TournamentRow.objects.count() == 0


def test_the_page_offers_the_game_that_was_played_last(club):
    create(club, game="ralph", preset="evening")

    page = organiser(club).page()

    assert page.headings[0].startswith("New tournament: Ralph")


@pytest.mark.parametrize(("language", "called"), [("en", "Rummikub, 28 November"), ("ru", "Руммикуб, 28 ноября")])
def test_a_tournament_is_named_after_its_game_and_the_day_until_it_gets_another_name(
    club, monkeypatch, language, called
):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 28, 12, tzinfo=UTC))
    reader = Reader(User.objects.get(id=club[0].user), at=f"/clubs/{club[1]}/new-tournament/", language=language)

    assert reader.page("?game=rummikub").one("input", name="called")["value"] == called
    assert made(create(club, called="Осень")).name == "Осень"


def test_a_second_tournament_of_the_same_name_is_asked_about_while_no_worker_runs(club):
    first = create(club, called="Зима")
    settings.change(tournament_id=first.headers["Location"].split("/")[2], actor=club[0], expected=1, name="Осень")

    asked = create(club)
    other = create(club, called="Весна")
    second = organiser(club).confirm(asked)

    question = "This club already has a tournament called “Осень”. Create another one?"
    assert (asked.status_code, question in parse(asked).text) == (200, True)
    assert [made(each).name for each in (first, other, second)] == ["Осень", "Весна", "Осень"]
    assert first.headers["Location"] != second.headers["Location"]


def test_tournaments_of_another_club_that_mention_this_one_ask_nothing_and_hide_nothing(club):
    other = founded()
    create(club)
    for number in range(21):
        create(other, called=f"{club[1]} {number}")
    renamed = create(other, called=f"{club[1]} for ever").headers["Location"].split("/")[2]
    settings.change(tournament_id=renamed, actor=other[0], expected=1, name="Весна")

    free, asked = create(club, called="Весна"), create(club)

    assert (free.status_code, asked.status_code) == (302, 200)
    assert "This club already has a tournament called “Осень”." in parse(asked).text


def test_teams_have_no_final_and_no_single_people(club):
    club_services.add_player(club_id=club[1], name="Анна", actor=club[0])

    fields = {each.get("name") for each in organiser(club).page("?game=the_game_extreme").one("main").all("input")}

    assert fields.isdisjoint({"final", "known"})


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_is_accessible_and_fits(browser, committed_server, width, scheme):
    actor, club = founded()
    club_services.add_player(club_id=club, name="Наталья Константинопольская", actor=actor)
    context = browser.new_context(locale="ru-RU", viewport={"width": width, "height": 740}, color_scheme=scheme)
    sign_in(context, User.objects.get(id=actor.user), committed_server.url)
    page = context.new_page()
    page.set_default_timeout(60_000)

    page.goto(f"{committed_server.url}/clubs/{club}/")
    title, menu = (page.locator(f".title-line {part}").bounding_box() for part in ("h1", ".menu"))
    assert menu["y"] < title["y"] + title["height"]
    page.goto(f"{committed_server.url}/clubs/{club}/new-tournament/?game=rummikub")
    page.locator("[name=names]").fill("Анна")
    page.locator("[value=ralph]").press("Enter")
    page.wait_for_url("**/?game=ralph")
    assert page.evaluate("document.activeElement.value") == "ralph"
    assert page.locator("[name=names]").input_value() == "Анна"

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_findings(page) == []
    page.locator("[name=called]").press("Enter")
    page.wait_for_url("**/tournaments/*/#field")
    context.close()
