"""Push messages in a browser: asked for on *My account*, shown by the worker of the site. The service is not there."""

import json

import pytest

from league.clubs.models import User
from league.notices.models import Outlet
from league.notices.vapid import push_key
from tests.waiting import until
from tests.web.presses import violations
from tests.web.readers import sign_in

# A browser without the makers' services: it has a subscription as they would give it.
SUBSCRIBED = """
const keys = { p256dh: "%s", auth: "BTBZMqHH6r4Tts7J_aSIgg" };
const subscription = {
    toJSON: () => ({ endpoint: "https://push.example/1", keys }),
};
PushManager.prototype.subscribe = async () => subscription;
PushManager.prototype.getSubscription = async () => null;
Notification.requestPermission = async () => "granted";
"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, data }) => [title, body, data.url])"""
ON_HOME_SCREEN = """
const look = matchMedia;
window.matchMedia = (query) => (query === "(display-mode: standalone)" ? { matches: true } : look(query));
"""
WORKERS = "async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)"


@pytest.fixture
def keyed(settings):
    settings.PUBLIC_URL, settings.PUSH_KEY = "https://ludex.example", "1b" * 32


def test_a_browser_gets_push_messages_and_shows_them(keyed, committed_server, clean_browser):
    account = User.objects.create_user("anna")
    context = clean_browser.new_context(locale="en-GB", viewport={"width": 360, "height": 640})
    context.grant_permissions(["notifications"], origin=committed_server.url)
    sign_in(context, account, committed_server.url)
    page = context.new_page()
    page.add_init_script(SUBSCRIBED % push_key())
    page.goto(f"{committed_server.url}/account/notices/")

    page.get_by_role("button", name="Get push messages in this browser").click()
    page.get_by_text("This browser gets push messages from now on.").wait_for()
    protocol = context.new_cdp_session(page)
    registrations = []
    protocol.on("ServiceWorker.workerRegistrationUpdated", lambda sent: registrations.extend(sent["registrations"]))
    protocol.send("ServiceWorker.enable")
    until(lambda: page.wait_for_timeout(50) or registrations, "a worker of the site")
    protocol.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": committed_server.url,
            "registrationId": registrations[-1]["registrationId"],
            "data": json.dumps({"title": "Your seat: Rook", "body": "Table 2", "url": "/me/"}),
        },
    )
    until(lambda: page.evaluate(SHOWN), "a message that is shown")

    assert page.evaluate(SHOWN) == [["Your seat: Rook", "Table 2", "/me/"]]
    assert Outlet.objects.get().address == "https://push.example/1"
    assert page.locator("li.card").inner_text().startswith("push.example, since")
    page.reload()
    assert violations(page) == []

    context.set_offline(True)
    page.goto(f"{committed_server.url}/me/")
    without = (page.locator("h1").inner_text(), page.evaluate("getComputedStyle(document.body).display"), page.url)
    assert without[0] == "No network"
    assert violations(page) == []
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    page.get_by_role("heading", name="My tournaments").wait_for()

    page.locator("summary", has_text="your menu").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.wait_for()
    assert Outlet.objects.count() == 0


def test_a_page_on_the_home_screen_has_the_worker_of_the_site(committed_server, clean_browser):
    page = clean_browser.new_context(locale="en-GB").new_page()
    page.goto(f"{committed_server.url}/sign-in/")
    before = page.evaluate(WORKERS)
    page.add_init_script(ON_HOME_SCREEN)
    page.reload()
    until(lambda: page.evaluate(WORKERS), "a worker of the site")

    assert (before, page.evaluate(WORKERS)) == ([], [f"{committed_server.url}/"])
