"""News by e-mail, in a mailbox of a real mail server: an evening's, in several languages, once, and never too many."""

import re
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO, StringIO, TextIOWrapper
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.core.management import call_command

from league.agenda.models import AgendaEntry
from league.club_data import erasure
from league.clubs.models import Club, User
from league.clubs.sessions import get_actor
from league.eventlog.projections import runner
from league.notices import deliveries, services
from league.notices.deliveries import Outcome
from league.notices.errors import BadMailAddress, NoMail, NoticeLinkSpent, TooManyQuestions, UnknownNotice
from league.notices.kinds import KINDS
from league.notices.models import Notice, Outlet
from league.notices.reminders import write_reminders
from league.tournaments.services import schedule
from tasks.notices import send_mail
from tests.api.clients import API, joined, signed_up
from tests.builders.clubs import add_member, founded
from tests.builders.evenings_by_requests import Evening
from tests.mailboxes import Mailbox

pytestmark = pytest.mark.django_db


@pytest.fixture
def mailbox(settings):
    cache.clear()
    with closing(Mailbox()) as mailbox:
        mailbox.use(settings)
        yield mailbox


def confirmed(username, mailbox, language="en", kinds=KINDS):
    """Enter and confirm an address of an account, by the link that was sent to it."""
    account = User.objects.get(username=username)
    services.choose(account_id=account.pk, language=language, mail=kinds, push=())
    services.ask_for_address(account_id=account.pk, address=f"{username}@mail.example")
    send_mail()
    services.confirm_address(mailbox.link("/account/notices/confirm/").rstrip("/").rpartition("/")[2])
    mailbox.letters.clear()
    rested()


def rested():
    """As if the pause after a message were over."""
    Outlet.objects.update(rests_until=None, taken_until=None)


def post():
    """Let the worker catch up and send mail."""
    runner.catch_up_all()
    send_mail()


@pytest.fixture
def evening(mailbox):
    """An evening of two in New York: Anna reads English and Boris Russian."""
    evening = Evening(preset="swiss")
    Club.objects.filter(pk=evening.club).update(zone="America/New_York", name="Rook")
    evening.anna, evening.boris = signed_up("anna"), signed_up("boris")
    evening.do("registration/")
    for name, client in (("Anna", evening.anna), ("Борис", evening.boris)):
        evening.do("entries/", player=joined(evening.organiser, evening.club, name, client))
    confirmed("anna", mailbox)
    confirmed("boris", mailbox, language="ru")
    evening.do("start/")
    return evening


def report(evening, client):
    """Report every game of the only table of round 1 as won by its first seat; return the address of its match."""
    [table] = evening.tables(1)
    address = f"{API}/matches/{table['match']}/"
    for game in (1, 2):
        revision = client.get(address).json()["revision"]
        sent = {"revision": revision, "game": game, "points": [20, -20], "reason": "out"}
        answer = client.post(f"{address}result/", sent, format="json")
        assert answer.status_code == 201, answer.content
    return address


def send(client, address, path, **sent):
    revision = client.get(address).json()["revision"]
    answer = client.post(f"{address}{path}/", {"revision": revision, **sent}, format="json")
    assert answer.status_code == 201, answer.content


def subjects(mailbox):
    return [(letter["To"].partition("@")[0], letter["Subject"].strip()) for letter in mailbox.letters]


def test_an_evening_in_a_mailbox(evening, mailbox):
    evening.draw()
    post()
    rested()
    address = report(evening, evening.anna)
    post()
    rested()
    send(evening.boris, address, "contest", reason="15")
    post()
    rested()
    send(evening.organiser, address, "settlement", reason="Counted again.")
    post()

    assert subjects(mailbox) == [
        ("anna", "Your seat: Осень"),
        ("boris", "Ваше место за столом: Осень"),
        ("boris", "Результат ждёт вашего подтверждения: Осень"),
        ("anna", "A result was contested: Осень"),
        ("anna", "An official has ruled: Осень"),
        ("boris", "Судья принял решение: Осень"),
    ]
    seat = [each["name"] for each in evening.anna.get(address).json()["seats"]].index("Anna") + 1
    assert re.sub(r"off/\S+", "off/…", mailbox.text(0)) == (
        "Your seat: Осень\n"
        f"Round 1, table 1, seat {seat}. Also at the table: Борис.\n"
        "Rook\n"
        f"https://ludex.example{address.removeprefix(API)}\n"
        "\n-- \n"
        "Choose what you get: https://ludex.example/account/notices/\n"
        "Get no more mail: https://ludex.example/account/notices/off/…\n"
    )
    assert f"\nRook, {in_new_york(Notice.objects.get(kind='contested').at)}\n" in mailbox.text(3)


def test_a_seat_is_told_with_the_time_and_place_of_its_round(evening, mailbox):
    starts = datetime(2027, 3, 2, 0, 30, tzinfo=UTC)
    about = {"number": 1, "starts": starts, "until": None}
    schedule.schedule(tournament_id=evening.id, actor=get_actor("organiser"), starts=starts, place="Café")
    schedule.schedule_round(tournament_id=evening.id, actor=get_actor("organiser"), **about)
    evening.draw()
    post()

    assert "Also at the table: Борис. It begins on 1 Mar 2027, 19:30. Café\nRook\n" in mailbox.text(0)


def in_new_york(at):
    local = at.astimezone(ZoneInfo("America/New_York"))
    return f"{local.day} {local:%b %Y, %H:%M:%S %Z}"


def test_mail_says_how_it_is_switched_off(evening, mailbox):
    evening.draw()
    post()

    letter = mailbox.letters[0]
    off = mailbox.link("/account/notices/off/", 0)
    assert letter["List-Unsubscribe"].strip() == f"<https://ludex.example{off}>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["Auto-Submitted"] == "auto-generated"

    assert services.switch_off(off.rstrip("/").rpartition("/")[2]) == "anna@mail.example"
    rested()
    send(evening.boris, report(evening, evening.anna), "contest", reason="15")
    post()
    assert "anna" not in [to for to, _ in subjects(mailbox)[2:]]


def test_news_that_come_together_are_one_mail_and_nobody_gets_more_than_six_an_hour(evening, mailbox):
    evening.draw()
    send(evening.boris, report(evening, evening.anna), "contest", reason="15")
    post()
    together = subjects(mailbox)
    outlet = Outlet.objects.get(address="anna@mail.example")
    first = datetime.now(UTC) - timedelta(minutes=50)
    Outlet.objects.filter(pk=outlet.pk).update(rests_until=None, sent=[first, *[first + timedelta(minutes=1)] * 4])
    seat = Notice.objects.filter(outlet=outlet).first()
    Notice.objects.filter(pk=seat.pk).update(status="pending", batch=None)

    send_mail()
    outlet.refresh_from_db()

    # Boris has contested what waited for his confirmation, so that isn't news any more.
    assert together == [("anna", "2 pieces of news"), ("boris", "Ваше место за столом: Осень")]
    assert outlet.rests_until == first + timedelta(hours=1)


def test_news_are_kept_while_no_mail_server_answers_and_dropped_when_they_are_old(evening, mailbox):
    evening.draw()
    mailbox.close()
    post()
    taken = Notice.objects.filter(status="pending").count()
    again = deliveries.take("mail")
    rested()
    Notice.objects.update(at=datetime.now(UTC) - timedelta(hours=3))

    assert (taken, again.outlet.address) == (2, "boris@mail.example")
    assert deliveries.take("mail") is None
    assert set(Notice.objects.exclude(kind="address").values_list("status", flat=True)) == {"dropped"}


def test_a_worker_that_was_killed_sends_the_same_message_again(evening):
    evening.draw()
    runner.catch_up_all()

    killed = deliveries.take("mail")
    others = [deliveries.take("mail"), deliveries.take("mail")]
    rested()
    again = deliveries.take("mail")
    deliveries.note(again, Outcome.SENT)
    rested()
    runner.rebuild("notices")

    assert (again.id, again.notices) == (killed.id, killed.notices)
    assert (others[0].outlet, others[1]) != (killed.outlet, killed)
    assert deliveries.take("mail").outlet != again.outlet
    assert Notice.objects.exclude(kind="address").count() == 2


def test_what_happened_long_ago_is_not_sent_after_an_outage(evening, monkeypatch):
    monkeypatch.setattr("league.notices.kinds.MAX_AGE", timedelta(0))
    monkeypatch.setattr("league.notices.kinds._SHORTER", {})
    evening.draw()
    runner.catch_up_all()

    assert Notice.objects.exclude(kind="address").count() == 0


@pytest.mark.parametrize(
    ("answer", "refused"),
    [("550 5.1.1 No such user", True), ("550 5.7.1 Relaying denied", False), ("452 4.2.2 Mailbox full", False)],
)
def test_an_address_that_does_not_exist_is_left_alone_and_no_other(evening, mailbox, answer, refused):
    mailbox.recipient = answer
    evening.draw()
    post()

    outlet = Outlet.objects.get(address="anna@mail.example")
    mailbox.recipient = "250 OK"
    rested()
    post()

    assert outlet.refused_at is not None if refused else outlet.refused_at is None
    assert ("anna" in [to for to, _ in subjects(mailbox)]) is not refused


def test_the_operator_reports_returned_mail(evening, mailbox, monkeypatch):
    returned = (
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\n"
        b"Sorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
        b"Final-Recipient: rfc822; Anna@mail.example\nAction: failed\nStatus: 5.1.1\n\n"
        b"Final-Recipient: rfc822; boris@mail.example\nAction: delayed\nStatus: 4.2.2\n\n--b--\n"
    )
    said = StringIO()
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(returned)))

    call_command("bounced", "-", stdout=said)
    evening.draw()
    post()

    assert said.getvalue() == "Anna@mail.example: 1 account\n"
    assert [to for to, _ in subjects(mailbox)] == ["boris"]


def test_a_place_from_the_waiting_list_is_news(mailbox):
    evening = Evening(preset="swiss", capacity=1)
    anna = signed_up("anna")
    evening.do("registration/")
    [first] = evening.enter("Clara")
    evening.do("entries/", player=joined(evening.organiser, evening.club, "Anna", anna))
    confirmed("anna", mailbox)
    evening.do(f"entries/{first}/withdrawal/", reason="Ill.")
    post()

    assert subjects(mailbox) == [("anna", "You have a place: Осень")]
    assert "You moved up from the waiting list of Осень." in mailbox.text()


def test_everybody_who_is_expected_is_reminded_once_on_the_day_before(evening, mailbox):
    day = datetime.now(ZoneInfo("America/New_York")) + timedelta(days=5)
    starts = day.replace(hour=19, minute=30, second=0, microsecond=0)
    evening.do("dates/", starts=f"{starts:%Y-%m-%dT%H:%M}", place="Town hall")
    runner.catch_up_all()
    for before in (timedelta(hours=44), timedelta(hours=34), timedelta(hours=8)):
        write_reminders(starts - before)
    written = list(Notice.objects.filter(kind="tomorrow").values_list("at", flat=True))
    early = starts - timedelta(hours=30)
    write_reminders(early)
    Notice.objects.filter(kind="tomorrow").update(at=early)
    send_mail()

    assert written == []
    assert subjects(mailbox) == [("anna", "Tomorrow: Осень"), ("boris", "Завтра: Осень")]
    assert f"\nIt begins on {starts.day} {starts:%b %Y, %H:%M}. Town hall\n" in mailbox.text(0)
    rested()
    evening.do("dates/", starts=f"{starts + timedelta(days=1):%Y-%m-%dT%H:%M}")
    runner.catch_up_all()
    Notice.objects.filter(kind="tomorrow").update(status="pending", batch=None)
    send_mail()
    assert len(mailbox.letters) == 2


def test_an_evening_of_a_league_comes_once_though_its_tournament_begins_with_it(evening, mailbox):
    starts = (datetime.now(UTC) + timedelta(days=5)).replace(hour=18, minute=0, second=0, microsecond=0)
    [player] = get_actor("anna").players
    about = {"club": evening.club, "source": evening.id, "name": "Rook League", "starts_at": starts, "place": ""}
    about |= {"sequence": 1, "cancelled": False, "public": True, "players": [player], "changed_at": starts}
    AgendaEntry.objects.create(key="evening-1", kind="evening", league=evening.id, **about)
    AgendaEntry.objects.create(key="evening-2", kind="evening", league=evening.id, **about)

    write_reminders(starts - timedelta(hours=20))
    send_mail()
    AgendaEntry.objects.update(cancelled=True)
    rested()
    Notice.objects.filter(kind="tomorrow").update(status="pending", batch=None)
    send_mail()

    assert subjects(mailbox) == [("anna", "Tomorrow: Rook League")]
    assert f"https://ludex.example/leagues/{evening.id}/" in mailbox.text()


def test_a_seat_of_a_round_that_was_undone_is_no_news(evening, mailbox):
    evening.draw()
    runner.catch_up_all()
    evening.do("rounds/1/annulment/", reason="Wrong field.")
    send_mail()

    assert mailbox.letters == []


def test_judges_hear_of_contested_results_and_appeals_unless_they_are_their_own(evening, mailbox):
    confirmed("organiser", mailbox, kinds=["contested", "appeal"])
    evening.draw()
    address = report(evening, evening.anna)
    send(evening.boris, address, "contest", reason="15")
    send(evening.boris, address, "appeals", statement="Count again.")
    post()

    [letter] = [each for each in mailbox.letters if each["To"].startswith("organiser")]
    assert letter["Subject"] == "2 pieces of news"
    assert "Count again" not in letter.get_content()
    assert re.search(r"^Round 1, table 1\. At the table: (Anna, Борис|Борис, Anna)\.\r?$", letter.get_content(), re.M)


def test_erasing_a_person_deletes_the_address_unless_the_account_has_a_place_elsewhere(evening):
    evening.draw()
    runner.catch_up_all()
    anna, boris = (get_actor(name) for name in ("anna", "boris"))
    organiser, club = founded(name="Bishop")
    [player], [other] = anna.players, boris.players
    add_member(club_id=club, name="Boris", username="boris", actor=organiser)

    erasure.erase_player(player_id=UUID(player), actor=anna)
    erasure.erase_player(player_id=UUID(other), actor=boris)

    assert list(Outlet.objects.values_list("address", flat=True)) == ["boris@mail.example"]
    assert list(Notice.objects.values_list("kind", flat=True)) == ["address"]


def test_addresses_are_checked_and_asked_about_three_times_a_day(mailbox, settings):
    account = User.objects.create_user("anna")
    ask = partial(services.ask_for_address, account_id=account.pk)
    for _ in range(3):
        ask(address="anna@mail.example")

    for address, error in (
        ("anna@mail.example", TooManyQuestions),
        ("anna@", BadMailAddress),
        ("ü@e.org", BadMailAddress),
    ):
        with pytest.raises(error):
            ask(address=address)
    with pytest.raises(UnknownNotice):
        services.choose(account_id=account.pk, language="en", mail=["weather"], push=[])
    with pytest.raises(NoticeLinkSpent):
        services.confirm_address("forged")
    settings.NOTICES_BY_MAIL = False
    with pytest.raises(NoMail):
        ask(address="other@mail.example")


def test_nothing_is_sent_to_an_address_that_nobody_confirmed(evening, mailbox):
    Outlet.objects.update(confirmed_at=None)
    evening.draw()
    post()
    Outlet.objects.update(made_at=datetime.now(UTC) - timedelta(days=2))
    deliveries.forget_old()

    assert mailbox.letters == []
    assert Outlet.objects.count() == 0
