"""The first page of an installation without accounts: a club, a demo club, an export, and who may do that."""

from datetime import timedelta
from io import BytesIO, StringIO
from threading import Barrier, Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from deploy.data_folder import setup_code
from league.club_data.demo import demo_state, make_demo
from league.club_data.export import export_club
from league.clubs.models import Club, DemoClub, Membership, User
from tests.builders.club_files import evening_with_a_past, forget_everything
from tests.pages import parse

HERE = {"SERVER_NAME": "localhost"}
PASSWORD = "Стол у окна 7"
SENT = {"club": "Tuesday Tiles", "username": "anna", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def here(db, settings):
    """A browser on the machine that runs the service."""
    settings.SETUP_FROM_LOOPBACK = True
    settings.ALLOWED_HOSTS = ["*"]
    return Client(**HERE)


def heading(client, path="/", **more):
    return parse(client.get(path, **more)).headings[0]


def test_the_first_page_makes_a_club_and_its_organiser_who_is_signed_in(here):
    asked = heading(here)
    size = len(here.get("/").content)
    answer = here.post("/set-up/", {**SENT, "zone": "Europe/Moscow", "language": "en"})
    club = Club.objects.get()

    assert (asked, answer.headers["Location"]) == ("Set up your club", f"/clubs/{club.pk}/")
    assert size < 30 * 1024
    assert (club.zone, club.language) == ("Europe/Moscow", "en")
    assert (club.name, [*Membership.objects.values_list("user__username", "club", "role")]) == (
        "Tuesday Tiles",
        [("anna", club.pk, "organiser")],
    )
    assert heading(here) == "Hello, anna"
    assert Client(**HERE).get("/set-up/").headers["Location"] == "/"
    assert heading(Client(**HERE)) == "Ludex"


@pytest.mark.parametrize(
    "wrong",
    [
        {"club": ""},
        {"club": "a|b"},
        {"username": "a b"},
        {"password2": "other"},
        {"password1": "short"},
        {"zone": "Moskva"},
    ],
)
def test_what_is_refused_leaves_neither_account_nor_club(here, wrong):
    answer = here.post("/set-up/", {**SENT, **wrong})

    assert answer.status_code == 422
    assert (User.objects.count(), Club.objects.count()) == (0, 0)


def test_whoever_is_second_reads_so_and_the_same_form_sent_twice_signs_in(here):
    here.post("/set-up/", SENT)
    other, again = Client(**HERE), Client(**HERE)

    refused = other.post("/set-up/", {**SENT, "username": "boris"})
    same = again.post("/set-up/", SENT)

    assert (refused.status_code, parse(refused).headings[0]) == (409, "Already set up")
    assert (same.headers["Location"], heading(again)) == ("/", "Hello, anna")
    assert [*User.objects.values_list("username", flat=True)] == ["anna"]


def test_of_two_people_who_set_up_at_once_one_succeeds(committed_db, settings):
    settings.SETUP_FROM_LOOPBACK = True
    settings.ALLOWED_HOSTS = ["*"]
    answers, together = [], Barrier(2)

    def press(name):
        client = Client(**HERE)
        together.wait()
        answers.append(client.post("/set-up/", {**SENT, "username": name}).status_code)
        connection.close()

    people = [Thread(target=press, args=(name,)) for name in ("anna", "boris")]
    for person in people:
        person.start()
    for person in people:
        person.join()

    assert sorted(answers) == [302, 409]
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    "traces",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
        {"HTTP_CF_CONNECTING_IP": "127.0.0.1"},
        {"SERVER_PROTOCOL": "HTTP/1.0"},
        {"SERVER_NAME": "ludex.example"},
    ],
    ids=str,
)
def test_whatever_may_come_from_another_machine_is_asked_for_the_code(here, traces):
    browser = Client(**{**HERE, **traces})

    assert heading(browser) == "Set up Ludex"
    assert [browser.post(path, SENT).status_code for path in ("/set-up/", "/set-up/import/", "/set-up/demo/")] == [
        422,
        422,
        422,
    ]
    assert (User.objects.count(), DemoClub.objects.count()) == (0, 0)


def test_a_web_server_that_ludex_run_has_not_started_always_asks_for_the_code(here, settings):
    settings.SETUP_FROM_LOOPBACK = False

    assert heading(here) == "Set up Ludex"


@pytest.mark.parametrize("change", [{"NUM_PROXIES": 1}, None], ids=["proxies", "https"])
def test_a_server_that_is_set_up_for_proxies_asks_for_the_code(here, settings, change):
    if change:
        settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, **change}
        assert heading(here) == "Set up Ludex"
    else:
        settings.SECURE_SSL_REDIRECT = True
        assert heading(here, secure=True) == "Set up Ludex"


def test_the_code_opens_the_page_for_one_browser_in_any_spelling(here, settings):
    away = Client(**{**HERE, "REMOTE_ADDR": "192.0.2.7"})
    wrong = away.post("/set-up/", {"code": "AAAA-AAAA-AAAA"})
    right = away.post("/set-up/", {"code": settings.SETUP_CODE.lower().replace("-", " ")})

    assert (wrong.status_code, parse(wrong).one("ul", style="errorlist").text) == (
        422,
        "This isn’t the code of this installation.",
    )
    assert (right.headers["Location"], heading(away)) == ("/set-up/", "Set up your club")
    assert heading(Client(**{**HERE, "REMOTE_ADDR": "192.0.2.8"})) == "Set up Ludex"


def test_codes_cannot_be_guessed_in_a_row(here):
    away = Client(**{**HERE, "REMOTE_ADDR": "192.0.2.7"})

    answers = [away.post("/set-up/", {"code": str(number)}).status_code for number in range(31)]

    assert answers == [422] * 30 + [429]


def test_the_code_follows_from_the_key_and_a_command_prints_it_while_it_is_good_for_something(here, settings):
    printed = StringIO()
    call_command("setup_code", stdout=printed)
    here.post("/set-up/", SENT)

    assert printed.getvalue() == settings.SETUP_CODE + "\n" == setup_code(settings.SECRET_KEY) + "\n"
    assert setup_code("one") != setup_code("another")
    with pytest.raises(CommandError, match="has been set up"):
        call_command("setup_code")


def test_until_then_new_accounts_and_clubs_begin_on_the_first_page(here):
    assert here.get("/sign-up/").headers["Location"] == "/set-up/"
    assert here.post("/sign-up/", SENT).headers["Location"] == "/set-up/"


def test_an_exported_club_is_imported_with_its_organiser(here):
    club = evening_with_a_past().club
    raw = export_club(club_id=club).raw
    User.objects.all().delete()
    forget_everything()
    sent = {name: value for name, value in SENT.items() if name != "club"}

    refused = here.post("/set-up/import/", {**sent, "file": BytesIO(raw[:-9])})
    answer = here.post("/set-up/import/", {**sent, "file": BytesIO(raw)})

    assert (refused.status_code, answer.headers["Location"]) == (422, f"/clubs/{club}/")
    assert [*Membership.objects.values_list("user__username", "club", "role")] == [("anna", club, "organiser")]


def test_the_demo_club_is_made_once_and_leaves_the_first_page_open(here, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=False) as sent:
        here.post("/set-up/demo/")
        waiting = here.get("/set-up/demo/")
        here.post("/set-up/demo/")
    parts = [part.done for part in make_demo()]
    assert [*make_demo()] == []
    ready = parse(here.get("/set-up/demo/"))
    entered = here.post("/set-up/demo/enter/")
    club = Club.objects.get()

    assert (len(sent), waiting.headers["Refresh"], parts) == (2, "2", [*range(1, 14)])
    assert ready.link("Look around as a visitor") == f"/clubs/{club.pk}/"
    assert entered.headers["Location"] == f"/clubs/{club.pk}/"
    assert parse(here.get(f"/clubs/{club.pk}/")).one("p", style="meta").text == "demo Nothing here is real."
    assert here.get("/clubs/new/").headers["Location"] == "/set-up/"
    assert parse(here.get("/")).link("Set up your club") == "/set-up/"

    here.post("/set-up/", SENT)

    assert (heading(here), Club.objects.count()) == ("Hello, anna", 2)
    assert [here.post(path).status_code for path in ("/set-up/demo/", "/set-up/demo/enter/")] == [409, 409]


def test_a_demo_club_whose_worker_died_is_continued_and_not_made_again(here):
    first = make_demo()
    next(first)
    DemoClub.objects.update(run="01890000-0000-7000-8000-000000000000")  # another run than the one that died
    running = (demo_state().done, demo_state().stalled, [*make_demo()])
    DemoClub.objects.update(seen=timezone.now() - timedelta(minutes=3))
    stalled = demo_state().stalled

    second = [part.done for part in make_demo()]

    assert running == (1, False, [])
    assert (stalled, second[0], second[-1], Club.objects.count()) == (True, 2, 13, 1)
    assert [*first] == []


def test_a_demo_club_does_not_take_the_account_of_somebody_else(db):
    User.objects.create_user("demo")

    with pytest.raises(CommandError, match="The username demo is already taken"):
        call_command("demo", stdout=StringIO())

    assert (demo_state().stalled, Club.objects.count()) == (True, 0)
