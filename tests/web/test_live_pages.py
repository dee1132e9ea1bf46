"""Pages say which feed they follow, from what they show, and the vendored library is the one that was published."""

import base64
import hashlib
import re
from datetime import UTC, datetime, timedelta

import pytest

from tests.builders.evenings import started
from tests.paths import ROOT
from tests.web.readers import Reader

STATIC = ROOT / "web" / "static" / "web"
SHA256 = "77c6fc4b685c022977307998b35c3a9e2fbeb76f3d59d3c68984752831e35d91"  # npm js-sha256 1.0.0, its .min.mjs
PUBLISHED = "4cbd535caf7663a51eda9bce6595371c384fc430d54b8d414e29a61167f19f96"  # npm idiomorph 0.8.0, its .min.js


def main(address):
    (found,) = Reader().page(address).all("main")
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["", "rounds/1/", "standings/", "screen/"])
def test_pages_of_a_tournament_follow_its_feed_from_the_revision_that_they_show(part):
    evening = started(4)
    evening.draw()

    found = main(f"/tournaments/{evening.id}/{part}")

    assert found["data-feed"] == f"/api/v1/tournaments/{evening.id}/feed/?after={evening.revision}"
    assert timedelta(0) < datetime.now(UTC) - datetime.fromisoformat(found["data-since"]) < timedelta(minutes=1)


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["", "appeals/"])
def test_pages_of_a_match_follow_its_feed(part):
    evening = started(4)
    (table,) = evening.draw()

    found = main(f"/matches/{table.match}/{part}")

    assert re.fullmatch(rf"/api/v1/matches/{table.match}/feed/\?after=[1-9]\d*", found["data-feed"])
    assert "data-since" not in found.element.attrib


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["standings/?at=2026-01-01", "screen/?plain=1", "history/"])
def test_pages_that_do_not_change_or_reload_themselves_follow_nothing(part):
    evening = started(4)

    assert "data-feed" not in main(f"/tournaments/{evening.id}/{part}").element.attrib


@pytest.mark.django_db
def test_the_big_screen_reloads_itself_only_if_it_is_asked_to():
    address = f"/tournaments/{started(4).id}/screen/"
    client = Reader().client

    assert "Refresh" not in client.get(address).headers
    assert client.get(f"{address}?plain=1").headers["Refresh"] == "30"


@pytest.mark.django_db
def test_the_page_names_the_library_as_static_files_are_named():
    (notice,) = Reader().page("/").all(id="live")

    assert notice["data-library"] == "/static/web/vendor/idiomorph-0.8.0.min.js"


def test_the_vendored_libraries_are_those_that_were_published_and_that_browsers_check():
    idiomorph, sha256 = sorted((STATIC / "vendor").glob("*.js"))
    digest = hashlib.sha256(idiomorph.read_bytes())

    script = (STATIC / "live.js").read_text(encoding="utf-8")

    assert (digest.hexdigest(), hashlib.sha256(sha256.read_bytes()).hexdigest()) == (PUBLISHED, SHA256)
    assert f'"sha256-{base64.b64encode(digest.digest()).decode()}"' in script
