"""What processes take of the processor: that depends far less on other work of the machine than time by the clock."""

import os
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def spent(pid: int) -> float:
    """Seconds of the processor that this process took, with all below it, living or ended."""
    numbers = {int(entry.name): stat for entry in Path("/proc").iterdir() if (stat := _stat(entry))}
    below = {pid}
    while more := {each for each, stat in numbers.items() if int(stat[1]) in below and each not in below}:
        below |= more
    return sum(int(ticks) for each in below if each in numbers for ticks in numbers[each][11:15]) / TICK


def _stat(entry: Path) -> list[str] | None:
    """The fields behind the name of the program: state, parent and so on."""
    if not entry.name.isdigit():
        return None
    try:
        return (entry / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None  # it ended
