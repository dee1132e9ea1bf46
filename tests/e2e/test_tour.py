"""The tour of docs/api.md, word for word, and what only a real server shows."""

import os
import re
import shutil
import socket
import subprocess

import pytest

from tests.paths import ROOT
from tests.waiting import LONGEST

TOUR = (ROOT / "docs" / "api.md").read_text()
STEP = re.compile(r"```sh\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)
END = "-- end of a step --"
HUGE = 100 * 1024 * 1024  # bytes


def as_told(said, told):
    """Whether an output matches the guide, where `…` stands for anything in a line."""
    pattern = re.escape(told).replace("…", "[^\n]+")
    return re.fullmatch(pattern, said if said.endswith("\n") or not said else f"{said}\n") is not None


def test_the_tour_works_word_for_word_and_an_oversized_upload_is_refused_early(live_ludex, tmp_path):
    if shutil.which("curl") is None:
        tell = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        tell("No curl here, with which the tour is taken.")
    steps = STEP.findall(TOUR)
    script = "".join(f"{commands}\necho '{END}'\n" for commands, _ in steps)

    taken = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script.replace("http://127.0.0.1:8000", live_ludex.url, 1)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )

    assert taken.stderr == ""
    said = [part.removeprefix("\n") for part in taken.stdout.split(END)][:-1]
    wrong = [(out, told) for out, (_, told) in zip(said, steps, strict=True) if not as_told(out, told)]
    assert wrong == []
    assert flood(live_ludex.port).startswith(b"HTTP/1.1 413 ")


def flood(port):
    """The beginning of the response to an upload of 100 MB, most of which is not sent."""
    lines = ("POST /api/v1/records/ HTTP/1.1", "Host: localhost", "Content-Type: text/plain", f"Content-Length: {HUGE}")
    with socket.create_connection(("127.0.0.1", port), timeout=LONGEST) as connection:
        connection.sendall("\r\n".join((*lines, "", ";" * 65_536)).encode())
        return connection.recv(1000)
