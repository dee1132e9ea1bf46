"""Webhooks from the whole service with its real broker and worker, to receivers that may be away."""

from contextlib import closing

import psycopg
import pytest

from tests.e2e.client import Scorekeeper
from tests.receivers import Receiver


def subscribed(keeper, url):
    return keeper.request("POST", f"/clubs/{keeper.club}/webhooks/", {"url": url, "kinds": ["match.opened"]})


def let_a_minute_pass(live):
    """Wait until another worker may claim the webhooks of a killed one."""
    with psycopg.connect(live.database_url) as connection:
        connection.execute("UPDATE league_webhook SET taken_until = taken_until - interval '1 minute'")


@pytest.mark.environment(WEBHOOKS_TO_LOOPBACK="true")
def test_webhook_messages_arrive_at_least_once_with_one_id_whichever_part_is_down(live_ludex, receiver):
    keeper = Scorekeeper(live_ludex.url)
    webhook = subscribed(keeper, receiver.url)
    deliveries = f"/clubs/{keeper.club}/webhooks/{webhook['id']}/deliveries/"

    receiver.waits.clear()  # the worker is killed while it waits for an answer
    first = keeper.open(2)["id"]
    live_ludex.until(lambda: len(receiver.got) == 1, "sending")
    live_ludex.kill("worker")
    receiver.waits.set()
    let_a_minute_pass(live_ludex)
    live_ludex.until(lambda: len(receiver.got) == 2, "sending again")
    live_ludex.until(lambda: keeper.get(deliveries)[0]["status"] == "delivered", "done")

    port = receiver.port
    receiver.close()  # and the receiver is away for a while
    second = keeper.open(2)["id"]
    live_ludex.until(lambda: keeper.get(deliveries)[0]["fault"] == "no_answer", "failing")
    with closing(Receiver(port=port)) as back:
        live_ludex.until(lambda: keeper.get(deliveries)[0]["status"] == "delivered", "delivered")
        late = back.verified(webhook["secret"])

    early = receiver.verified(webhook["secret"])
    assert early[0] == early[1]
    assert [content["data"] for _, content in (early[0], *late)] == [
        {"club": keeper.club, "match": match, "revision": 1} for match in (first, second)
    ]
    assert len({id_ for id_, _ in (*early, *late)}) == 2
