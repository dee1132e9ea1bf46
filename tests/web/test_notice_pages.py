"""The pages where people choose their news, confirm an address and end its mail."""

from contextlib import closing

import pytest
from django.core.cache import cache
from django.test import Client

from league.clubs.models import User
from league.notices.models import NoticeChoice, Outlet
from league.notices.services import switch_token
from tasks.notices import send_mail
from tests.mailboxes import Mailbox
from tests.pages import parse
from tests.web.readers import Reader, refusals

pytestmark = pytest.mark.django_db


@pytest.fixture
def mailbox(settings):
    cache.clear()
    with closing(Mailbox()) as mailbox:
        mailbox.use(settings)
        yield mailbox


@pytest.fixture
def anna():
    return Reader(User.objects.create_user("anna"))


def test_an_address_is_confirmed_by_a_press_not_by_a_program_that_only_looks(anna, mailbox):
    sent = anna.client.post("/account/notices/address/", {"address": "anna@mail.example"}, follow=True)
    send_mail()
    link = mailbox.link("/account/notices/confirm/")
    phone = Client()
    looked = phone.get(link)
    before = Outlet.objects.get().confirmed_at
    pressed = phone.post(link)

    assert "A mail is on its way to anna@mail.example." in sent.text
    assert "waits until you open the link that was sent there" in sent.text
    assert (parse(looked).headings, before) == (["Confirm your e-mail address"], None)
    assert pressed.status_code == 302
    assert "anna@mail.example – confirmed" in parse(anna.client.get("/account/notices/")).text
    assert phone.get(link).status_code == 200
    assert "no longer valid" in parse(phone.get("/account/notices/confirm/forged/")).text


def test_kinds_and_language_are_chosen_and_the_address_deleted(anna, mailbox):
    anna.client.post("/account/notices/address/", {"address": "anna@mail.example"})
    saved = anna.client.post("/account/notices/", {"mail": ["ruling", "seat"], "language": "ru"})
    wrong = anna.client.post("/account/notices/", {"mail": ["weather"], "language": "ru"})
    bad = anna.client.post("/account/notices/address/", {"address": "anna"})
    anna.client.post("/account/notices/address/removal/")

    choice = NoticeChoice.objects.get()
    assert (saved.status_code, wrong.status_code) == (302, 422)
    assert (choice.mail, choice.language) == (["seat", "ruling"], "ru")
    assert refusals(bad) == ["“anna” isn’t an e-mail address."]
    assert Outlet.objects.count() == 0


def test_a_mail_program_switches_mail_off_by_one_press_without_a_cookie(anna, mailbox):
    anna.client.post("/account/notices/address/", {"address": "anna@mail.example"})
    outlet = Outlet.objects.get()
    link = f"/account/notices/off/{switch_token(outlet)}/"
    program = Client(enforce_csrf_checks=True)
    asked = parse(program.get(link))
    kept = NoticeChoice.objects.get().mail

    done = program.post(link, {"List-Unsubscribe": "One-Click"})

    assert (asked.headings, kept != []) == (["Get no more mail"], True)
    assert "Nothing more is sent to anna@mail.example." in parse(done).text
    assert NoticeChoice.objects.get().mail == []
    Outlet.objects.all().delete()
    assert "Nothing more is sent to this address." in parse(program.get(link)).text
    assert program.get(f"{link[:-4]}xyz/").status_code == 422


def test_without_a_mail_server_the_page_says_so_and_strangers_sign_in(anna):
    page = parse(anna.client.get("/account/notices/"))

    assert "This installation doesn’t send e-mail." in page.text
    assert "E-mail address" in page.headings
    assert Client().get("/account/notices/").headers["Location"] == "/sign-in/?next=/account/notices/"
