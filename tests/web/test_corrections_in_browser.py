"""Choosing a game in a browser fills the form with what stands of it."""

from league.clubs.models import User
from tests.builders.evenings import started


def test_choosing_a_game_fills_the_racks_that_stand(page, committed_server):
    evening = started(4)
    [table] = evening.draw()
    evening.report(table)
    user = User.objects.get(id=evening.actor.user)
    user.set_password("a long enough password")
    user.save()
    page.goto(f"{committed_server.url}/sign-in/?next=/matches/{table.match}/")
    page.get_by_label("Username").fill(user.username)
    page.get_by_label("Password").fill("a long enough password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    form = page.locator("#report")
    form.evaluate("fold => fold.open = true")

    def racks():
        return [form.locator(f"[name=racks{seat}]").input_value() for seat in range(4)]

    form.locator("[name=game]").select_option("1.2")
    second = racks()
    form.locator("[name=game]").select_option("1.3")

    assert (second, racks()) == (["10", "0", "10", "10"], ["10", "10", "0", "10"])
