"""Pages of a club show its times in its zone, and speak its language to readers who ask for none."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from league.clubs.models import Club, DemoClub, User
from league.clubs.services import change_club
from league.tournaments.queries.rounds import table_links
from league.tournaments.services import clock
from league.tournaments.services import table_links as link_services
from tests.builders.clubs import founded
from tests.builders.evenings import started
from tests.pages import parse
from tests.web.readers import Reader
from web.templatetags.words import moment
from web.urls import urlpatterns

pytestmark = pytest.mark.django_db
NEW_YORK = "America/New_York"
OLD = datetime(2020, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def evening():
    """An evening of a club in Moscow."""
    made = started(4)
    change_club(club_id=made.club, zone="Europe/Moscow", actor=made.actor)
    return made


def settings_page(club):
    return f"/clubs/{club}/settings/"


def at_table(evening):
    """Every page that shows the clock of the round, and the match."""
    [table] = evening.now.rounds[0].tables[:1]
    link_services.open_links(tournament_id=evening.id, number=1, actor=evening.actor)
    link = table_links(evening.id, 1, evening.actor)[0]
    own = [f"/tournaments/{evening.id}/{part}" for part in ("", "rounds/1/", "screen/")]
    return [*own, f"/matches/{table.match}/", f"/t/{link.token}/"]


def test_the_clock_of_a_round_ends_by_the_clocks_of_the_club_everywhere(evening):
    evening.draw()
    evening.do(clock.start_clock, number=1, minutes=30)
    ends = evening.now.rounds[0].clock.ends

    times = [Reader().page(each).one("p", style="clock").one("time") for each in at_table(evening)]

    shown, utc = ends.astimezone(ZoneInfo("Europe/Moscow")), ends.astimezone(UTC)
    assert [(each.text, each["datetime"]) for each in times] == [(f"{shown:%H:%M}", utc.isoformat())] * 5
    assert [each["title"][-9:] for each in times] == [f"{utc:%H:%M} UTC"] * 5


def test_a_page_names_its_zone_once_and_a_kept_page_is_made_again_for_another_zone(evening):
    evening.draw()
    page = f"/tournaments/{evening.id}/standings/"

    first = Reader().page(page)
    change_club(club_id=evening.club, zone="Asia/Tokyo", actor=evening.actor)
    second = Reader().page(page)
    change_club(club_id=evening.club, zone="UTC", actor=evening.actor)
    third = Reader().page(page)

    feet = [each.texts("footer")[0] for each in (first, second, third)]
    assert ["Times are in Europe/Moscow" in feet[0], "Times are in Asia/Tokyo" in feet[1]] == [True, True]
    assert "Times are in" not in feet[2]
    assert [each.one("label", **{"for": "at"}).text for each in (first, second, third)] == [
        "Standings as of (Europe/Moscow)",
        "Standings as of (Asia/Tokyo)",
        "Standings as of (UTC)",
    ]


@pytest.mark.parametrize(
    ("zone", "at", "shown"),
    [
        (NEW_YORK, "2026-03-08T01:59:59", "8 Mar 2026, 01:59:59 EST"),
        (NEW_YORK, "2026-03-08T03:00", "8 Mar 2026, 03:00:00 EDT"),
        (NEW_YORK, "2026-03-08T06:59:59Z", "8 Mar 2026, 01:59:59 EST"),
        ("Asia/Almaty", "2026-03-08T03:00", "8 Mar 2026, 03:00:00 UTC+05"),
        ("UTC", "2026-03-08T02:30", "8 Mar 2026, 02:30:00 UTC"),
    ],
)
def test_a_time_that_is_typed_is_read_by_the_clocks_of_the_club(evening, zone, at, shown):
    change_club(club_id=evening.club, zone=zone, actor=evening.actor)
    evening.draw()

    page = Reader().page(f"/tournaments/{evening.id}/standings/?at={at}")

    assert page.headings[0] == f"Standings as of {shown}"
    assert page.one("input", id="at")["value"][:10] == "2026-03-08"


def test_a_time_that_clocks_skipped_is_refused_by_name(evening):
    change_club(club_id=evening.club, zone=NEW_YORK, actor=evening.actor)

    text = Reader().text(f"/tournaments/{evening.id}/standings/?at=2026-03-08T02:30", status=400)

    assert (
        "8 Mar 2026, 02:30:00 doesn’t exist in America/New_York, because the clocks went forward. Choose another time."
    ) in text


def test_of_a_time_that_clocks_showed_twice_the_page_asks_which(evening):
    change_club(club_id=evening.club, zone=NEW_YORK, actor=evening.actor)
    evening.draw()
    address = f"/tournaments/{evening.id}/standings/"

    asked = Reader().page(f"{address}?stage=0&at=2026-11-01T01:30", status=400)
    ways = [(words, link) for link, words in asked.links if "at=" in link]

    headings = [Reader().page(address + link).headings[0] for _, link in ways]

    assert (
        "1 Nov 2026, 01:30:00 happened twice in America/New_York, because the clocks went back. Which one do you mean?"
    ) in asked.text
    assert ways == [
        ("1 Nov 2026, 01:30:00 EDT (05:30 UTC)", "?stage=0&at=2026-11-01T05%3A30%3A00%2B00%3A00"),
        ("1 Nov 2026, 01:30:00 EST (06:30 UTC)", "?stage=0&at=2026-11-01T06%3A30%3A00%2B00%3A00"),
    ]
    assert asked.headings[0] == "Which time?"
    assert headings == ["Standings as of 1 Nov 2026, 01:30:00 EDT", "Standings as of 1 Nov 2026, 01:30:00 EST"]


def test_the_home_page_has_the_zone_that_all_clubs_share_and_other_pages_of_no_club_name_utc(evening):
    reader = Reader(User.objects.get(id=evening.actor.user))
    Reader().page(f"/tournaments/{evening.id}/")

    pages = [*(reader.page(each).texts("footer")[0] for each in ("/", "/me/", "/account/"))]
    DemoClub.objects.create(club_id=founded("demo")[1])
    with_demo = Reader().text("/")
    founded("another")

    assert moment(OLD) == '<time datetime="2020-01-01T12:00:00+00:00">1 Jan 2020, 12:00 UTC</time>'
    assert ["Times are in Europe/Moscow" in each for each in (*pages, with_demo)] == [True, True, False, True]
    assert "Times are in" not in Reader().text("/")


def heading(path, **headers):
    answer = Client(headers=headers).get(path)
    return parse(answer).headings[0], answer.headers["Content-Language"]


def test_readers_who_ask_for_no_language_get_that_of_the_club_and_papers_are_in_it(evening):
    evening.draw()
    change_club(club_id=evening.club, language="ru", actor=evening.actor)
    page, paper = (f"/tournaments/{evening.id}/{part}" for part in ("standings/", "screen/"))
    chosen = {"Cookie": "django_language=en"}

    assert [heading(page), heading(page, **{"Accept-Language": "de"})] == [("Таблица", "ru")] * 2
    assert [heading(page, **{"Accept-Language": "de,en"}), heading(page, **chosen)] == [("Standings", "en")] * 2
    assert [heading(paper), heading(paper, **{"Accept-Language": "en"})] == [("Тур 1", "ru")] * 2
    assert heading(paper, **chosen) == ("Round 1", "en")


def test_every_paper_is_named_as_one():
    printed = [each for each in urlpatterns if str(each.pattern).endswith("print/")]

    assert [each.name for each in printed if not each.name.endswith("-paper")] == []


def test_organisers_change_the_settings_of_a_club_on_a_page():
    organiser, club = founded()
    reader = Reader(User.objects.get(id=organiser.user))
    page = reader.page(settings_page(club))

    wrong = reader.client.post(settings_page(club), {"zone": "Europe/Moskva", "language": "ru"})
    saved = reader.client.post(settings_page(club), {"zone": "Europe/Moscow", "language": "ru"})
    again = reader.page(settings_page(club))
    reader.client.post(settings_page(club), {"zone": "", "language": ""})

    assert page.headings[0] == "Club settings"
    assert "data-guess" not in page.one("input", name="zone").element.attrib
    assert (wrong.status_code, parse(wrong).errors) == (
        422,
        ["Europe/Moskva isn’t a time zone. Use a name such as Europe/Berlin."],
    )
    assert (saved.status_code, saved.headers["Location"]) == (302, f"/clubs/{club}/")
    assert again.one("input", name="zone")["value"] == "Europe/Moscow"
    assert again.one("option", value="ru").element.attrib.keys() == {"value", "selected"}
    assert [*Club.objects.values_list("zone", "language")] == [("UTC", None)]
    assert Reader(User.objects.create_user("guest")).client.get(settings_page(club)).status_code == 403


def test_of_two_organisers_at_once_the_second_reads_what_the_first_has_saved():
    organiser, club = founded()
    reader = Reader(User.objects.get(id=organiser.user))
    sent = {each["name"]: each.get("value") for each in reader.page(settings_page(club)).all("input")}
    sent = {name: value for name, value in sent.items() if name.startswith(("initial-", "zone"))}
    change_club(club_id=club, zone="Asia/Tokyo", actor=organiser)

    answer = reader.client.post(settings_page(club), {**sent, "language": "ru"})
    shown = parse(answer)

    assert answer.status_code == 422
    assert shown.one("input", name="zone")["value"] == "Asia/Tokyo"
    assert shown.one("option", value="ru").element.attrib.keys() == {"value", "selected"}


def test_a_club_is_founded_with_its_zone_and_the_language_of_the_page():
    user = User.objects.create_user("anna")
    reader = Reader(user, language="ru")
    page = reader.page("/clubs/new/")

    answer = reader.client.post("/clubs/new/", {"name": "Ладья", "zone": NEW_YORK, "language": "ru"})
    plain = reader.client.post("/clubs/new/", {"name": "Rook"})

    assert page.one("option", value="ru").element.attrib.keys() == {"value", "selected"}
    assert page.one("input", name="zone")["value"] == "UTC"
    assert page.one("datalist").texts("option")[0] == "UTC"
    assert len(reader.client.get("/clubs/new/").content) < 30 * 1024
    assert [answer.status_code, plain.status_code] == [302, 302]
    assert [*Club.objects.order_by("created_at").values_list("name", "zone", "language")] == [
        ("Ладья", NEW_YORK, "ru"),
        ("Rook", "UTC", None),
    ]
