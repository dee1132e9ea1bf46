"""Disks small enough to be filled: tmpfs, which root may mount."""

import errno
import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

CHUNK = 65_536  # bytes


class Disk:
    """A disk at `folder` that is full between `fill` and `empty`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Fill the disk to the last byte."""
        with self._ballast.open("ab", buffering=0) as ballast:
            for size in (CHUNK, 4096, 1):
                try:
                    while ballast.write(bytes(size)):
                        pass
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def empty(self) -> None:
        """Free what `fill` used."""
        self._ballast.unlink()


@contextmanager
def disk(megabytes: int):
    """A disk of this size. Without permission to mount, the test is skipped, or fails under CI."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-"))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "ludex", str(folder)],
        capture_output=True,
        text=True,
    )
    if mounted.returncode:
        folder.rmdir()
        tell = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        tell(f"A disk that can be filled is a tmpfs, and mounting it needs root: {mounted.stderr.strip()}")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()
