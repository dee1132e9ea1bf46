"""What the embedded web server sends: static files for good and compressed, pages compressed."""

import gzip
import urllib.request

import pytest

from deploy.static_files import gather_static_files, minify_styles, put_together
from tests.pages import parse
from tests.paths import ROOT
from tests.web_servers import WebServer

YEAR = 365 * 24 * 3600  # seconds
PAGE = "/sign-in/"  # needs no database


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A web server that has gathered its static files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDEX_VAR", str(tmp_path_factory.mktemp("var")))
        patch.setenv("DJANGO_SETTINGS_MODULE", "deploy.settings")
        patch.setenv("SECRET_KEY", "unused")
        patch.setenv("DATABASE_URL", "postgresql:///unused")
        server = WebServer({"STATIC_ROOT": str(gather_static_files())})
        server.start()
        yield server
        server.kill()


def fetched(server, address, encoding=""):
    """Headers and body of an answer to a browser that reads this encoding."""
    request = urllib.request.Request(f"{server.url}{address}", headers={"Accept-Encoding": encoding})
    with urllib.request.urlopen(request) as answer:
        return answer.headers, answer.read()


def styles(server):
    """The address of the style sheet of a page."""
    _, body = fetched(server, PAGE)
    [link] = parse(body.decode()).all("link", rel="stylesheet")
    return link["href"]


def test_a_static_file_is_compressed_and_kept_for_good_under_the_name_of_its_content(server):
    address = styles(server)

    headers, body = fetched(server, address, "gzip")
    _, plain = fetched(server, address)

    assert gzip.decompress(body) == plain == put_together(ROOT / "web/static/web/ludex.css").encode()
    kept = dict(each.strip().partition("=")[::2] for each in headers["Cache-Control"].split(","))
    assert int(kept["max-age"]) >= YEAR
    assert "immutable" in kept


def test_style_sheets_are_put_together_without_what_means_nothing(tmp_path):
    (tmp_path / "core.css").write_text("@layer a, b;\n/* all pages */\na { color : red; }\n")
    (tmp_path / "page.css").write_text('/* a page */\n@import "core.css";\n.b > i { margin: 0 1px; }\n')

    assert put_together(tmp_path / "page.css") == "@layer a,b;a{color : red}.b>i{margin:0 1px}"


@pytest.mark.parametrize(
    ("given", "small"),
    [
        ('q::before { content: "a,  b; /" ; }', 'q::before{content:"a,  b; /"}'),
        ("a { width: calc(1px + 2 * 3px); }", "a{width:calc(1px + 2 * 3px)}"),
        ("@media (min-width: 40rem) and (width > 1px) {\n  .a .b:hover, .c { top: 0; }\n}",
         "@media (min-width:40rem) and (width>1px){.a .b:hover,.c{top:0}}"),
        ("p :is(a, b) { }", "p :is(a,b){}"),
        ('a[href="x > y"] { top: 0; }', 'a[href="x > y"]{top:0}'),
    ],
)  # fmt: skip
def test_white_space_that_means_something_stays(given, small):
    assert minify_styles(given) == small


def test_every_static_file_of_the_pages_and_of_the_api_documentation_is_found(server):
    addresses = (PAGE, "/games/rummikub/rules/1/", "/api/v1/docs/")
    pages = [parse(fetched(server, address)[1].decode()) for address in addresses]
    named = [part.get("src") or part.get("href") for page in pages for part in page.all("script link")]

    files = {address for address in named if address.startswith("/static/")}
    assert len({address for address in files if fetched(server, address)[1]}) >= 5


def test_the_library_of_live_pages_is_served_as_it_was_published(server):
    [notice] = parse(fetched(server, PAGE)[1].decode()).all(id="live")

    _, body = fetched(server, notice["data-library"])

    assert body == (ROOT / "web/static/web/vendor/idiomorph-0.8.0.min.js").read_bytes()


def test_pages_are_compressed_for_browsers_that_can_read_them_so(server):
    packed_headers, packed = fetched(server, PAGE, "gzip")
    headers, plain = fetched(server, PAGE)

    assert (packed_headers["Content-Encoding"], headers["Content-Encoding"]) == ("gzip", None)
    assert len(packed) < len(plain)
    assert parse(gzip.decompress(packed).decode()).headings == parse(plain.decode()).headings == ["Sign in"]


def test_a_folder_is_filled_once_and_that_of_another_version_is_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDEX_VAR", str(tmp_path))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "deploy.settings")
    (tmp_path / "static" / "0123456789abcdef").mkdir(parents=True)

    first = gather_static_files()
    manifest = (first / "staticfiles.json").stat()
    again = gather_static_files()

    assert (again, (again / "staticfiles.json").stat()) == (first, manifest)
    assert list((tmp_path / "static").iterdir()) == [first]
