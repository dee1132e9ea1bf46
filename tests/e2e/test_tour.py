"""The tour of docs/api.md, word for word, and what only a real server shows."""

import os
import shutil
import socket

import pytest

from tests.tour import SERVED, take_tour
from tests.waiting import LONGEST

HUGE = 100 * 1024 * 1024  # bytes


def test_the_tour_works_word_for_word_and_an_oversized_upload_is_refused_early(live_ludex, tmp_path):
    if shutil.which("curl") is None:
        tell = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        tell("No curl here, with which the tour is taken.")

    assert take_tour(SERVED, tmp_path, url=live_ludex.url) == []
    assert flood(live_ludex.port).startswith(b"HTTP/1.1 413 ")


def flood(port):
    """The beginning of the response to an upload of 100 MB, most of which is not sent."""
    lines = ("POST /api/v1/records/ HTTP/1.1", "Host: localhost", "Content-Type: text/plain", f"Content-Length: {HUGE}")
    with socket.create_connection(("127.0.0.1", port), timeout=LONGEST) as connection:
        connection.sendall("\r\n".join((*lines, "", ";" * 65_536)).encode())
        return connection.recv(1000)
