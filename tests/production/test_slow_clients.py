"""Slow and silent clients keep nobody waiting, directly and behind Caddy and nginx as they are shipped.

nginx is tried where it is installed.
"""

import contextlib
import os
import re
import select
import shutil
import socket
import subprocess
import urllib.request

import pytest

from deploy.web_worker import HEAD_SECONDS, LONGEST_BODY, MOST_ARRIVALS, SLOWEST, Arrival
from tests.paths import ROOT
from tests.processes import free_port
from tests.waiting import LONGEST, until
from tests.web_servers import WebServer

THREADS = 8
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
SLOW = {
    "nothing": b"",
    "half a head": GET,
    "half a body": POST + b"username=",
    "half of a second request": GET + b"\r\n" + GET,
}


@pytest.fixture(scope="module")
def server():
    server = WebServer({})
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module", params=["caddy", "nginx"])
def proxy(request, server, tmp_path_factory):
    """The address of a proxy with the configuration that is shipped, in front of the web server."""
    folder, port = tmp_path_factory.mktemp(request.param), free_port()
    process = {"caddy": caddy, "nginx": nginx}[request.param](folder, port, server)
    url = f"http://127.0.0.1:{port}"
    until(lambda: answers(url), "open", process=process)
    yield url
    process.terminate()
    process.wait(LONGEST)


def caddy(folder, port, server):
    text = (ROOT / "deploy/container/Caddyfile").read_text().replace("web:8000", f"127.0.0.1:{server.port}")
    (folder / "Caddyfile").write_text(text.replace("servers {", "admin off\n\tservers {", 1))
    places = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "SITE": f"http://127.0.0.1:{port}"}
    words = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    return subprocess.Popen(words, env={**os.environ, **places}, stderr=subprocess.DEVNULL)


def nginx(folder, port, server):
    """nginx without TLS: it is the timeouts and the forwarding that are tried."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        tell = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        tell("Debian's package `nginx-light` is needed.")
    text = (ROOT / "deploy/systemd/nginx.conf").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    text = re.sub(r"\n *ssl_certificate.*", "", text).replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    plain = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};").replace(" ludex.example.org;", " _;")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    (folder / "nginx.conf").write_text(f"events {{}}\nhttp {{\naccess_log off;\n{places}{plain}}}\n")
    directives = f"daemon off; pid {folder}/pid; error_log {folder}/error.log;"
    return subprocess.Popen([program, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "e", "-g", directives])


def answers(url):
    try:
        return answer(url) == 200
    except OSError:
        return False


@contextlib.contextmanager
def clients(port, count, sent):
    """So many connections that have sent this and no more."""
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(count)]
        for each in opened:
            each.sendall(sent)
        yield opened


def answer(url):
    with urllib.request.urlopen(f"{url}/sign-in/", timeout=LONGEST) as found:
        return found.status


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_others_are_answered_while_slow_clients_are_connected(server, sent):
    with clients(server.port, 2 * THREADS, sent) as slow:
        statuses = [answer(server.url) for _ in range(3)]
        unanswered = 2 * THREADS - len(select.select(slow, [], [], 0)[0])

    assert statuses == [200] * 3
    if sent in (b"", GET):
        assert unanswered == 2 * THREADS


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_behind_the_proxy_others_are_answered_too(proxy, sent):
    with clients(int(proxy.rpartition(":")[2]), 2 * THREADS, sent):
        assert [answer(proxy) for _ in range(3)] == [200] * 3


def test_more_silent_clients_than_are_kept_leave_room_for_others(server):
    with clients(server.port, MOST_ARRIVALS + 100, b""):
        assert answer(server.url) == 200


def test_who_is_too_slow_is_told_so(server):
    with clients(server.port, 1, GET) as [slow]:
        slow.settimeout(LONGEST)
        assert slow.recv(1024).startswith(b"HTTP/1.1 408 ")


def test_a_body_that_arrives_in_parts_is_read_whole(server):
    with clients(server.port, 1, POST) as [client]:
        client.settimeout(LONGEST)
        for _ in range(10):
            client.sendall(b"x" * 100)
        assert client.recv(1024).startswith(b"HTTP/1.1 403 ")  # it lacks the token against forged forms


def test_a_body_that_waits_for_permission_gets_it(server):
    with clients(server.port, 1, POST.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")) as [client]:
        client.settimeout(LONGEST)
        assert client.recv(1024) == b"HTTP/1.1 100 Continue\r\n\r\n"


@pytest.mark.parametrize(
    ("more", "whole"),
    [
        (b"\r\n", True),
        (b"Content-Length: 0\r\n\r\n", True),
        (b"content-length:5\r\n\r\n1234", False),
        (b"CONTENT-LENGTH: 5 \r\n\r\n12345", True),
        (b"Content-Length: %s5\r\n\r\n1234" % (b"0" * 30), False),
        (b"Content-Length: %s\r\n\r\n" % (b"9" * 5_000), True),
        (b"Transfer-Encoding: chunked\r\n\r\n", True),
        (b"Content-Length: 99999999999\r\n\r\n", True),
        (b"X: " + b"y" * 70_000, True),
    ],
)
def test_a_request_is_handed_over_once_all_of_it_is_here(more, whole):
    arrival = Arrival(0.0)

    for byte in GET + more:
        arrival.take(bytes([byte]), 1.0)

    assert arrival.is_whole == whole


def test_the_time_for_a_body_depends_on_its_length():
    arrival = Arrival(0.0)
    arrival.take(GET + b"Content-Length: %d\r\n\r\n" % LONGEST_BODY, 5.0)

    assert arrival.deadline == 5.0 + HEAD_SECONDS + LONGEST_BODY / SLOWEST
