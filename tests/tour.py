"""The tour of docs/api.md: its commands, run as they are written, and what they are to print."""

import re
import subprocess

from tests.paths import ROOT
from tests.waiting import LONGEST

STEP = re.compile(r"```sh\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)
END = "-- end of a step --"
SERVED, LOCAL = (ROOT / "docs" / "api.md").read_text().split("## Without a server")
FIELD = re.search(r"^field\(\) .*\n", SERVED, re.MULTILINE)[0]  # a function that later parts use


def take_tour(text, folder, *, url="", before=""):
    """Run the commands of a part of the tour in *folder*. Returns outputs that differ, as printed and as expected."""
    steps = STEP.findall(text)
    script = before + "".join(f"{commands}\necho '{END}'\n" for commands, _ in steps)
    taken = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script.replace("http://127.0.0.1:8000", url, 1)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert taken.stderr == "", taken.stderr[-2000:]
    said = [part.removeprefix("\n") for part in taken.stdout.split(END)][:-1]
    return [(out, told) for out, (_, told) in zip(said, steps, strict=True) if not _is_as_told(out, told)]


def _is_as_told(said, told):
    """Whether an output matches the guide, where `…` stands for anything in a line."""
    pattern = re.escape(told).replace("…", "[^\n]+")
    return re.fullmatch(pattern, said if said.endswith("\n") or not said else f"{said}\n") is not None
