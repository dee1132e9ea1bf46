"""An operator hears of failures by a webhook, by mail, or not at all, and then the command says so."""

import json

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from tests.receivers import Receiver

TEXT = "ludex-audit.service has failed on club.example"


@pytest.fixture
def hook():
    receiver = Receiver(status=200)
    yield receiver
    receiver.close()


def test_a_failure_is_reported_to_a_webhook_and_by_mail(hook, settings):
    settings.ALERT_URL, settings.ALERT_MAIL = hook.url, "operator@club.example"

    call_command("alert", TEXT)

    assert [json.loads(body) for _, body in hook.got] == [{"text": TEXT}]
    assert [(each.subject, each.body, each.to) for each in mail.outbox] == [
        (f"Ludex: {TEXT}", TEXT, ["operator@club.example"])
    ]


def test_mail_is_sent_even_if_the_webhook_fails_and_its_address_stays_secret(hook, settings):
    hook.status = 500
    settings.ALERT_URL, settings.ALERT_MAIL = hook.url, "operator@club.example"

    with pytest.raises(CommandError) as refused:
        call_command("alert", TEXT)

    assert str(refused.value) == "ALERT_URL did not take it: 500."
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/", "no address"])
def test_a_webhook_that_cannot_be_reached_is_a_failure(settings, url):
    settings.ALERT_URL, settings.ALERT_MAIL = url, ""

    with pytest.raises(CommandError, match="ALERT_URL did not take it: "):
        call_command("alert", TEXT)


def test_without_an_address_nobody_hears_of_it_and_the_command_says_so(settings):
    settings.ALERT_URL = settings.ALERT_MAIL = ""

    with pytest.raises(CommandError, match="Neither ALERT_URL nor ALERT_MAIL is set"):
        call_command("alert", TEXT)
