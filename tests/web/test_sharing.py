"""Public pages are made once for everybody who reads the same language, and never for anybody who is signed in."""

import gzip

import pytest
from django.core.cache import cache
from django.template.base import Template
from django.test import Client
from django.test.utils import instrumented_test_render

from league.clubs.models import Player, User
from tests.builders.evenings import begun, started
from tests.pages import parse
from web import sharing

pytestmark = pytest.mark.django_db
PARTS = ["", "rounds/1/", "standings/", "standings/?upto=1", "screen/"]


@pytest.fixture(autouse=True)
def _told_of_templates(monkeypatch):
    """An answer knows which templates were rendered for it."""
    monkeypatch.setattr(Template, "_render", instrumented_test_render)


@pytest.fixture
def evening():
    made = started(4)
    made.draw()
    return made


def ask(evening, part="", client=None, **headers):
    client = client or Client(headers={"Accept-Language": "en"})
    return client.get(f"/tournaments/{evening.id}/{part}", headers=headers)


def is_made(answer):
    """Whether the page was rendered for this answer."""
    return bool(answer.templates)


def organiser(evening):
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(User.objects.get(id=evening.actor.user))
    return client


def forget_process():
    sharing._pages.clear()


@pytest.mark.parametrize("part", PARTS)
def test_the_second_reader_gets_the_page_of_the_first(evening, part):
    first, second = ask(evening, part), ask(evening, part)

    assert [is_made(first), is_made(second)] == [True, False]
    assert parse(first).text == parse(second).text
    assert second.headers["Cache-Control"] == "private, no-cache"
    assert second.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("part", PARTS)
def test_a_reader_who_has_the_page_gets_no_page(evening, part):
    reader = Client(headers={"Accept-Language": "en"})
    first = ask(evening, part, reader)

    again = ask(evening, part, reader, if_none_match=first.headers["ETag"])

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]


def test_another_process_takes_the_page_from_the_shared_cache(evening):
    first = ask(evening)
    forget_process()
    second = ask(evening)
    forget_process()
    cache.clear()
    third = ask(evening)

    assert [is_made(each) for each in (first, second, third)] == [True, False, True]


@pytest.mark.parametrize("part", ["", "rounds/1/", "standings/"])
def test_a_result_makes_a_new_page(evening, part):
    before = ask(evening, part)

    evening.report(evening.now.rounds[0].tables[0])
    after = ask(evening, part, if_none_match=before.headers["ETag"])

    assert (after.status_code, is_made(after)) == (200, True)
    assert parse(before).text != parse(after).text


def test_a_name_that_was_changed_or_erased_is_on_no_page(evening):
    before = ask(evening, "standings/")

    player = Player.objects.get(name="Игрок 1")
    player.name = "Вера"
    player.save()
    after = ask(evening, "standings/")

    assert "Игрок 1" in parse(before).text
    assert "Игрок 1" not in parse(after).text
    assert "Вера" in parse(after).text


def test_readers_of_another_language_get_their_own_page(evening):
    english = ask(evening)
    russian = ask(evening, client=Client(headers={"Accept-Language": "ru"}))

    assert is_made(russian)
    assert "Participants" in parse(english).text
    assert "Participants" not in parse(russian).text
    assert {"Cookie", "Accept-Language"} <= {each.strip() for each in english.headers["Vary"].split(",")}


def test_pages_of_people_who_are_signed_in_are_neither_shared_nor_answered_from_shared_ones(evening):
    own = ask(evening, client=organiser(evening))
    public = ask(evening)
    again = ask(evening, client=organiser(evening))

    assert [is_made(each) for each in (own, public, again)] == [True] * 3
    assert "ETag" not in own.headers
    assert "Next step" in parse(own).text
    assert "Next step" not in parse(public).text
    assert "Next step" in parse(again).text


def test_a_draft_is_never_shared():
    evening = begun()
    evening.join("Анна")

    own = ask(evening, client=organiser(evening))
    public = ask(evening)

    assert (own.status_code, public.status_code) == (200, 404)
    assert "ETag" not in public.headers


def test_a_reader_for_whom_a_message_waits_gets_their_own_page(evening):
    reader = Client(headers={"Accept-Language": "en"})
    reader.cookies["messages"] = "something that waits"

    assert "ETag" not in ask(evening, client=reader).headers


@pytest.mark.parametrize("part", ["?x=1", "standings/?upto=1&x=1", "standings/?upto=1000000", "screen/?plain=1"])
def test_addresses_with_other_parameters_fill_no_cache(evening, part):
    assert "ETag" not in ask(evening, part).headers


def test_readers_of_a_shared_page_get_the_same_bytes_and_no_cookie_and_can_choose_their_language(evening):
    readers = [Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"}) for _ in range(2)]

    pages = [ask(evening, client=reader, accept_encoding="gzip") for reader in readers]
    answer = readers[1].post("/language/", {"language": "ru", "next": "/"})

    assert pages[0].headers["ETag"] == pages[1].headers["ETag"]
    assert [each.headers["Content-Encoding"] for each in pages] == ["gzip", "gzip"]
    assert pages[0].content == pages[1].content
    assert gzip.decompress(pages[0].content) == ask(evening).content
    assert [len(each.cookies) for each in pages] == [0, 0]
    assert (answer.status_code, answer.cookies["django_language"].value) == (302, "ru")


def test_a_page_with_a_form_that_needs_a_token_is_not_kept(evening, monkeypatch):
    monkeypatch.setattr(sharing, "TOKEN", b"<main")  # which every page has

    pages = [ask(evening), ask(evening)]

    assert [is_made(each) for each in pages] == [True, True]
    assert ["ETag" in each.headers for each in pages] == [False, False]


def test_a_reader_who_has_the_page_costs_five_statements(evening, django_assert_max_num_queries):
    reader = Client(headers={"Accept-Language": "en"})
    first = ask(evening, client=reader)

    with django_assert_max_num_queries(5):
        again = ask(evening, client=reader, if_none_match=first.headers["ETag"])

    assert again.status_code == 304


def test_a_page_is_kept_by_what_it_says_of_late_rows(evening, monkeypatch, settings):
    settings.LATE_ROWS = 5
    monkeypatch.setattr(sharing, "LOOK", -1.0)
    ages = iter([0, 70, 0, 70])
    monkeypatch.setattr(sharing, "rows_age", lambda: next(ages))

    fresh, late, fresh_again, late_again = [ask(evening) for _ in range(4)]

    assert ["seconds old" in parse(each).text for each in (fresh, late, fresh_again, late_again)] == [
        False,
        True,
        False,
        True,
    ]
    assert [is_made(each) for each in (fresh, late, fresh_again, late_again)] == [True, True, False, False]


def test_papers_and_frames_say_how_late_rows_are(evening, monkeypatch, settings):
    settings.LATE_ROWS = 5
    monkeypatch.setattr(sharing, "LOOK", -1.0)
    monkeypatch.setattr(sharing, "rows_age", lambda: 70)
    addresses = [f"/tournaments/{evening.id}/standings/print/", f"/embed/tournaments/{evening.id}/standings/"]

    found = [parse(Client(headers={"Accept-Language": "en"}).get(address)).text for address in addresses]

    assert ["may be 70 seconds old" in each for each in found] == [True, True]
