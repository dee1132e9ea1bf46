"""News that are written while their outlets go."""

import secrets
import threading
import uuid
from contextlib import closing
from datetime import UTC, datetime

from django.db import connection, transaction

from league.clubs.models import User
from league.notices import services
from league.notices.models import Notice, Outlet
from league.notices.projection import wanted_outlets
from tests.league.notices.test_push import Browser
from tests.receivers import Receiver


def test_a_browser_that_is_removed_while_news_are_written_stops_nobody(committed_db, settings):
    settings.WEBHOOKS_TO_LOOPBACK, settings.PUBLIC_URL = True, "https://ludex.example"
    settings.PUSH_KEY = secrets.token_hex(32)
    account = User.objects.create_user("anna")
    with closing(Receiver()) as receiver:
        services.add_device(account_id=account.pk, **Browser(receiver).subscription)
    removed = threading.Event()

    def remove():
        services.remove_outlets(account_id=account.pk, way="push")
        removed.set()
        connection.close()

    with transaction.atomic():
        [outlet] = wanted_outlets([str(account.pk)], "seat")
        thread = threading.Thread(target=remove)
        thread.start()
        waited = not removed.wait(0.2)
        Notice.objects.create(id=uuid.uuid4(), outlet=outlet, kind="seat", at=datetime.now(UTC))
    thread.join()

    assert waited
    assert (Outlet.objects.count(), Notice.objects.count()) == (0, 0)
