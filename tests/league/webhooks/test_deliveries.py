"""Messages to webhooks: written once per event, sent until they arrive or a day has passed."""

from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks import Webhook as Verifier

from league.clubs.sessions import get_actor
from league.common.actor import Actor
from league.errors import NotAllowed, Unknown
from league.eventlog.projections import runner
from league.matches.services import play as match_play
from league.webhooks import deliveries
from league.webhooks import services as webhook_services
from league.webhooks.deliveries import MOST_FAILURES, PATIENCE, Outcome
from league.webhooks.errors import BadWebhook, TooManyWebhooks
from league.webhooks.models import Delivery, Webhook
from league.webhooks.signature import signed_headers
from tests.builders.clubs import founded
from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db

GOOD, BAD = Outcome(answer=204), Outcome(fault="no_answer")


@pytest.fixture
def club():
    """An organiser and a club."""
    return founded("organiser")


def subscribed(actor, club, *kinds, url="https://club.example/"):
    return webhook_services.subscribe(club_id=club, url=url, kinds=kinds or ("match.opened",), actor=actor)


def opened(actor, club):
    done = match_play.open_match(club_id=club, game="rummikub", seats=[None, None], level="score", actor=actor)
    runner.catch_up_all()
    return done.id


def later(webhook, **change):
    """As if time had passed."""
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None, taken_until=None)
    Delivery.objects.filter(webhook=webhook).update(due_at=datetime.now(UTC), **change)


def test_each_requested_event_is_one_message_however_often_it_is_processed(club):
    actor, club = club
    webhook = subscribed(actor, club)
    other = subscribed(actor, club, "match.ended")
    match = opened(actor, club)

    runner.rebuild("webhooks")
    runner.catch_up_all()

    (row,) = webhook.deliveries.all()
    at = row.created_at.isoformat().replace("+00:00", "Z")
    assert row.body == (
        f'{{"type":"match.opened","timestamp":"{at}","data":{{"club":"{club}","match":"{match}","revision":1}}}}'
    )
    assert list(other.deliveries.all()) == []


def test_earlier_events_and_those_of_other_clubs_are_not_sent(club):
    actor, club = club
    opened(actor, club)
    webhook = subscribed(actor, club)
    opened(*founded(name="Rook"))

    assert list(webhook.deliveries.all()) == []


def test_events_that_nobody_requested_cause_no_messages(club):
    actor, club = club
    webhook = subscribed(actor, club, "match.ended", "match.voided")

    opened(actor, club)

    assert list(webhook.deliveries.all()) == []


def test_nothing_about_a_draft_is_sent():
    evening = Evening(preset="swiss")
    actor = get_actor("organiser")
    webhook = subscribed(actor, evening.club, "entrant.entered", "tournament.registration_opened", "round.published")
    evening.enter("Анна", "Boris")
    runner.catch_up_all()
    drafted = webhook.deliveries.count()

    evening.do("registration/")
    evening.enter("Clara", "Dan")
    evening.do("start/")
    evening.do("rounds/")
    runner.catch_up_all()
    drawn = sorted(webhook.deliveries.values_list("kind", flat=True))
    evening.do("rounds/1/publication/")
    runner.catch_up_all()
    published = webhook.deliveries.filter(kind="round.published").count()

    entered = ["entrant.entered", "entrant.entered", "tournament.registration_opened"]
    assert (drafted, drawn, published) == (0, entered, 1)


def test_a_webhook_is_claimed_by_one_worker_and_freed_after_a_minute(club):
    actor, club = club
    webhook = subscribed(actor, club)
    opened(actor, club)

    first, second = deliveries.take(), deliveries.take()
    later(webhook)
    third = deliveries.take()

    assert (len(first), second) == (1, ())
    assert third == first


def test_a_delivered_message_is_not_sent_again(club):
    actor, club = club
    webhook = subscribed(actor, club)
    opened(actor, club)

    (message,) = deliveries.take()
    deliveries.note(message, GOOD)
    later(webhook)

    assert deliveries.take() == ()
    assert webhook.deliveries.get().status == "delivered"


def test_a_failing_receiver_waits_longer_each_time_and_delays_no_others(club):
    actor, club = club
    dead, living = subscribed(actor, club), subscribed(actor, club, url="https://other.example/")
    opened(actor, club)

    pauses = []
    for _ in range(4):
        (message,) = deliveries.take()
        assert message.url == dead.url
        before = datetime.now(UTC)
        deliveries.note(message, BAD)
        dead.refresh_from_db()
        pauses.append(round((dead.rests_until - before).total_seconds()))
        later(dead)
    Webhook.objects.filter(pk=dead.pk).update(rests_until=datetime.now(UTC) + timedelta(minutes=1))
    (message,) = deliveries.take()

    assert pauses == [5, 10, 20, 40]
    assert message.url == living.url


def test_a_message_is_dropped_after_a_day(club):
    actor, club = club
    webhook = subscribed(actor, club)
    opened(actor, club)
    later(webhook, created_at=datetime.now(UTC) - PATIENCE)

    (message,) = deliveries.take()
    deliveries.note(message, BAD)

    row = webhook.deliveries.get()
    assert (row.status, row.attempts, row.fault) == ("failed", 1, "no_answer")


def test_after_many_failures_a_webhook_is_disabled_until_a_ping_arrives(club):
    actor, club = club
    webhook = subscribed(actor, club)
    opened(actor, club)

    for _ in range(MOST_FAILURES):
        (message,) = deliveries.take()
        deliveries.note(message, BAD)
        later(webhook)
    webhook.refresh_from_db()
    disabled = webhook.disabled_at is not None
    opened(actor, club)
    webhook_services.ping(club_id=club, webhook_id=webhook.pk, actor=actor)
    (ping,) = deliveries.take()
    deliveries.note(ping, GOOD)
    webhook.refresh_from_db()

    assert (disabled, webhook.disabled_at, webhook.failures) == (True, None, 0)
    assert sorted(webhook.deliveries.values_list("kind", "status", "fault")) == [
        ("match.opened", "failed", "disabled"),
        ("webhook.ping", "delivered", ""),
    ]


def test_a_receiver_that_is_gone_is_disabled_at_once(club):
    actor, club = club
    webhook = subscribed(actor, club)
    opened(actor, club)

    (message,) = deliveries.take()
    deliveries.note(message, Outcome(answer=410))

    webhook.refresh_from_db()
    assert webhook.disabled_at is not None


def test_only_organisers_register_webhooks_and_addresses_are_checked(club):
    actor, club = club

    with pytest.raises(NotAllowed):
        subscribed(Actor(actor.user), club)
    with pytest.raises(BadWebhook):
        subscribed(actor, club, url="https://127.0.0.1/")
    for _ in range(10):
        subscribed(actor, club)
    with pytest.raises(TooManyWebhooks):
        subscribed(actor, club)


def test_a_changed_webhook_sends_what_waits_to_its_new_address(club):
    actor, club = club
    webhook = subscribed(actor, club)
    opened(actor, club)

    webhook_services.change(
        club_id=club, webhook_id=webhook.pk, url="https://new.example/", kinds=["match.ended"], actor=actor
    )
    opened(actor, club)

    [message] = deliveries.take()
    assert message.url == "https://new.example/"
    assert Webhook.objects.get().kinds == ["match.ended"]
    with pytest.raises(BadWebhook):
        webhook_services.change(club_id=club, webhook_id=webhook.pk, url="http://10.0.0.1/", actor=actor)
    with pytest.raises(NotAllowed):
        webhook_services.change(club_id=club, webhook_id=webhook.pk, kinds=["match.ended"], actor=Actor())


def test_after_a_change_both_secrets_sign_for_a_day(club):
    actor, club = club
    webhook = subscribed(actor, club)
    opened(actor, club)
    old = webhook.secret

    new = webhook_services.rotate_secret(club_id=club, webhook_id=webhook.pk, actor=actor).secret
    [message] = deliveries.take()
    headers = signed_headers(message, datetime.now(UTC))
    later(webhook)
    Webhook.objects.update(previous_until=datetime.now(UTC))
    [after] = deliveries.take()

    for secret in (old, new):
        Verifier(secret).verify(message.body, headers)
    assert old != new
    assert after.secrets == [new]


def test_a_second_change_within_a_day_keeps_the_secret_that_the_receiver_has(club):
    actor, club = club
    webhook = subscribed(actor, club)
    opened(actor, club)

    secrets = [
        webhook_services.rotate_secret(club_id=club, webhook_id=webhook.pk, actor=actor).secret for _ in range(2)
    ]
    [message] = deliveries.take()

    assert message.secrets == [secrets[1], webhook.secret]


def test_a_message_is_sent_again_with_its_id_whatever_became_of_it(club):
    actor, club = club
    webhook = subscribed(actor, club)
    opened(actor, club)
    [first] = deliveries.take()
    deliveries.note(first, Outcome(answer=410))
    assert Webhook.objects.get().disabled_at is not None

    webhook_services.redeliver(club_id=club, webhook_id=webhook.pk, delivery_id=first.delivery, actor=actor)
    later(webhook)
    [again] = deliveries.take()
    deliveries.note(again, GOOD)

    assert (again.id, again.body) == (first.id, first.body)
    assert (Webhook.objects.get().disabled_at, Delivery.objects.get().status) == (None, "delivered")
    with pytest.raises(Unknown):
        webhook_services.redeliver(club_id=club, webhook_id=webhook.pk, delivery_id=webhook.pk, actor=actor)
