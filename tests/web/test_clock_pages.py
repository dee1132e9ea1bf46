"""The round clock on pages: who sees and runs it, from where, and what they read without scripts."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from league.clubs.models import User
from league.tournaments.domain.events import ClockStarted
from league.tournaments.queries.rounds import table_links
from league.tournaments.repository import tournaments
from league.tournaments.services import clock, lifecycle
from league.tournaments.services import settings as settings_service
from league.tournaments.services import table_links as link_services
from tests.builders.evenings import started
from tests.pages import parse
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    made = started(4)
    made.draw()
    return made


def address(evening, part=""):
    return f"/tournaments/{evening.id}/{part}"


def organiser(evening, part=""):
    return Reader(User.objects.get(id=evening.actor.user), address(evening, part))


def places(evening):
    """Every page that shows the clock of the round."""
    (match,) = evening.now.rounds[0].matches
    link_services.open_links(tournament_id=evening.id, number=1, actor=evening.actor)
    (link,) = table_links(evening.id, 1, evening.actor)
    own = [address(evening), address(evening, "rounds/1/"), address(evening, "screen/")]
    return [*own, f"/matches/{match}/", f"/t/{link.token}/"]


def shown(page):
    """The text of the clock on a page, without what is hidden, or None."""
    found = [each for each in page.all("p", style="clock") if "hidden" not in each.element.attrib]
    hidden = [each.text for part in found for each in part.all("small", hidden="")]
    return found[0].text.removesuffix("".join(hidden)).strip() if found else None


def start(evening, **how):
    evening.do(clock.start_clock, number=1, **how)


def run_out(evening):
    """Let the clock have ended five minutes ago."""
    end = datetime.now(UTC) - timedelta(minutes=5)
    tournaments.append(tournaments.load(evening.id), [ClockStarted(1, 45, end)], actor=evening.actor)


def test_without_a_clock_no_page_shows_one(evening):
    assert [shown(Reader().page(each)) for each in places(evening)] == [None] * 5


def test_without_scripts_every_page_says_until_when_the_round_is_played(evening):
    start(evening, minutes=45)
    ends = evening.now.rounds[0].clock.ends

    texts = [shown(Reader().page(each)) for each in places(evening)]

    assert texts == [f"Round clock: until {ends:%H:%M} UTC"] * 5


def test_a_paused_clock_says_what_is_left(evening):
    start(evening, minutes=45)
    evening.do(clock.pause_clock, number=1)

    texts = [shown(Reader().page(each)) for each in places(evening)]

    assert {re.sub(r"4[45]:\d\d", "45:00", text) for text in texts} == {"Round clock: 45:00 left, paused"}


def test_when_time_is_up_every_page_says_so(evening):
    run_out(evening)

    texts = [shown(Reader().page(each)) for each in places(evening)]

    assert texts == ["Round clock: Time is up"] * 5


def test_a_clock_reads_in_russian(evening):
    run_out(evening)

    assert shown(Reader(language="ru").page(address(evening))) == "Таймер тура: Время вышло"


def test_a_match_that_is_over_and_a_tournament_that_is_over_show_no_clock(evening):
    start(evening, minutes=45)
    table = evening.now.rounds[0].tables[0]
    evening.report(table)
    match = shown(Reader().page(f"/matches/{table.match}/"))

    evening.do(lifecycle.finish, abandon=True)

    assert match is None
    assert [shown(Reader().page(address(evening, part))) for part in ("", "rounds/1/", "screen/")] == [None] * 3


def test_organisers_start_a_clock_by_two_presses_with_a_usual_length(evening):
    reader = organiser(evening)
    page = reader.page()

    assert page.all("button", name="minutes")[0].text == "30 min"
    assert reader.done("", "clock-start", page, round="1", back="now", minutes="45") == address(evening)
    assert evening.now.rounds[0].clock.ends - datetime.now(UTC) > timedelta(minutes=44)


def test_the_length_of_the_settings_takes_one_press(evening):
    evening.do(settings_service.change, settings={"round_minutes": 50}, reason="The bus.", expected=evening.revision)

    buttons = [each.text for each in organiser(evening).page().all("button", name="minutes")]

    assert buttons[0] == "Start the round clock (50 min)"


def test_the_page_after_publishing_offers_the_clock():
    evening = started(4)
    evening.do(lifecycle.draw_round)
    reader = organiser(evening)

    page = reader.page(reader.done("", "publish"))

    assert "Start the round clock" in [each.text for each in page.all("summary")]


@pytest.mark.parametrize(("where", "back"), [("now", ""), ("round", "rounds/1/")])
def test_every_command_leads_back_to_where_it_came_from(evening, where, back):
    reader, sent = organiser(evening), {"round": "1", "back": where}

    led = [
        reader.done("", act, **sent, **more)
        for act, more in (
            ("clock-start", {"minutes": "45"}),
            ("clock-pause", {}),
            ("clock-extend", {"minutes": "-5"}),
            ("clock-resume", {}),
            ("clock-clear", {}),
        )
    ]

    assert led == [address(evening, back)] * 5
    assert evening.now.rounds[0].clock is None


def test_the_round_page_runs_the_clock_of_its_own_round(evening):
    evening.report(evening.now.rounds[0].tables[0])
    evening.draw()

    organiser(evening, "rounds/1/").page()
    page = organiser(evening).page(address(evening, "rounds/1/"))
    rounds = {field["value"] for field in page.all("input", name="round")}

    assert rounds == {"1"}


def test_a_press_that_comes_too_late_is_refused_by_name(evening):
    start(evening, minutes=45)
    reader = organiser(evening)
    seen = reader.page()
    evening.do(clock.pause_clock, number=1)

    refused = parse(reader.send("", "clock-pause", seen, round="1", back="now"))

    assert "Pause the round clock" in refused.text
    assert "The clock of round 1 is already paused." in refused.text


def test_two_who_add_minutes_at_once_do_not_add_them_twice(evening):
    start(evening, minutes=45)
    one, other = organiser(evening), organiser(evening)
    first, second = one.page(), other.page()
    one.done("", "clock-extend", first, round="1", back="now", minutes="5")

    conflict = other.send("", "clock-extend", second, round="1", back="now", minutes="5")

    assert conflict.status_code == 422
    assert "Somebody else changed the tournament in the meantime." in parse(conflict).text
    assert evening.now.rounds[0].clock.ends - datetime.now(UTC) < timedelta(minutes=51)


def test_a_clock_is_removed_after_a_question(evening):
    start(evening, minutes=45)
    reader = organiser(evening)
    page = reader.page()
    answer = reader.post("", "clock-clear", {"round": "1", "back": "now", **fields(page)})

    assert "the time that is left is lost" in parse(answer).text
    assert evening.now.rounds[0].clock is not None
    assert reader.confirm(answer).status_code == 302
    assert evening.now.rounds[0].clock is None


def fields(page):
    return {name: page.all("input", name=name)[0]["value"] for name in ("key", "revision")}


def test_only_organisers_have_buttons_for_it(evening):
    start(evening, minutes=45)

    assert {act for act in Reader().page(address(evening)).acts if act.startswith("clock")} == set()
    assert {"clock-pause", "clock-extend", "clock-clear"} <= organiser(evening).acts()


def test_a_shared_page_has_the_time_of_its_sending_and_is_never_answered_unchanged(evening):
    start(evening, minutes=45)
    reader = Client(headers={"Accept-Language": "en"})

    sent = [reader.get(address(evening)) for _ in range(2)]

    times = [int(parse(each).one("p", style="clock")["data-now"]) for each in sent]
    assert 0 <= times[1] - times[0] < 60_000
    assert times[1] != times[0]
    assert ["ETag" in each.headers for each in sent] == [False, False]


def test_the_settings_page_has_the_usual_length(evening):
    assert organiser(evening).page(address(evening, "settings/")).one("input", name="round_minutes").get("value") == ""
