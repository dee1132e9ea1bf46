"""The site as an icon on a phone: its manifest, its icons, and where it leads."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from league.clubs.models import Player, User
from league.eventlog.projections import runner
from tests.builders.evenings import started
from tests.pages import parse

pytestmark = pytest.mark.django_db
INK = (20, 81, 61)


def test_the_manifest_has_icons_of_the_sizes_it_says_and_every_page_names_it():
    answer = Client().get("/manifest.webmanifest")
    said = answer.json()
    pngs, drawn = {}, []
    for icon in said["icons"]:
        path = Path(finders.find(icon["src"].removeprefix("/static/")))
        if path.suffix == ".png":
            with Image.open(path) as image:
                pngs[icon["sizes"], icon["purpose"]] = "{}x{}".format(*image.size)
                shown = image.convert("RGBA")
            drawn.append((shown.getpixel((0, 0))[3], shown.getpixel((shown.width // 2, shown.height // 2))[:3]))

    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (said["start_url"], said["scope"], said["display"], said["lang"]) == ("/my-table/", "/", "standalone", "en")
    assert pngs == {
        ("192x192", "any"): "192x192",
        ("512x512", "any"): "512x512",
        ("512x512", "maskable"): "512x512",
    }
    # A mask cuts the corners off, so only that icon has colour there.
    assert [alpha for alpha, _ in drawn] == [0, 0, 255]
    assert all(max(abs(a - b) for a, b in zip(middle, INK, strict=True)) <= 2 for _, middle in drawn)
    assert said["icons"][-1] == {
        "src": "/static/web/ludex.svg",
        "sizes": "any",
        "type": "image/svg+xml",
        "purpose": "any",
    }
    assert '<link rel="manifest" href="/manifest.webmanifest">' in Client().get("/sign-in/").text


def test_the_icon_leads_to_the_table_of_its_reader():
    evening = started(4)
    anna = User.objects.create_user("anna")
    Player.objects.filter(pk=next(iter(evening.now.entries))).update(user=anna)
    browser = Client()
    signed_out = browser.get("/my-table/").headers["Location"]
    browser.force_login(anna)
    before = browser.get("/my-table/").headers["Location"]
    [table] = evening.draw()
    runner.catch_up_all()

    assert (signed_out, before) == ("/sign-in/?next=/my-table/", "/me/")
    assert browser.get("/my-table/").headers["Location"] == f"/matches/{table.match}/pad/"


def test_the_page_for_times_without_a_network_is_the_same_for_everybody():
    page = parse(Client().get("/offline/"))

    assert page.headings == ["No network"]
    assert page.link("Try again") == "/my-table/"
