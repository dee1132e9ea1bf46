"""The data folder of an installation: who may use it now, the key that it keeps, and where its pages are."""

import base64
import contextlib
import fcntl
import hashlib
import hmac
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class DataFolderInUse(Exception):
    """Another process works on this data folder."""


def data_folder() -> Path:
    """The folder that LUDEX_VAR names, else `var` beside the code."""
    return Path(os.environ.get("LUDEX_VAR") or ROOT / "var").resolve()


@contextlib.contextmanager
def only_user(folder: Path) -> Iterator[bool]:
    """Hold *folder* for this process alone; yields whether the last holder was killed. Raises `DataFolderInUse`."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("a+") as lock:
        lock.seek(0)
        holder = lock.read().strip()
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataFolderInUse(f"Ludex is already running on {folder} (process {holder}).") from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        try:
            yield bool(holder)
        finally:
            lock.truncate(0)


def secret_key(folder: Path) -> str:
    """The key kept in *folder*, made at the first call. Only its owner can read it."""
    return _keep(folder / "secret_key", secrets.token_urlsafe(64))


def push_key(folder: Path) -> str:
    """The key that signs push messages, kept in *folder* like the other one."""
    return _keep(folder / "push_key", secrets.token_hex(32))


def _keep(kept: Path, fresh: str) -> str:
    if not kept.exists():
        draft = kept.with_name(f"{kept.name}.new")
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        draft.write_text(fresh)
        draft.rename(kept)
    return kept.read_text()


def setup_code(key: str) -> str:
    """The code for setting up this installation, such as `K7QM-2XWD-PVA4`.

    It follows from the secret key, so every process and machine of the installation knows it without keeping it.
    """
    digest = hmac.digest(key.encode(), b"ludex set-up code", hashlib.sha256)
    letters = base64.b32encode(digest).decode()
    return "-".join(letters[start : start + 4] for start in (0, 4, 8))


def keep_address(folder: Path, address: str) -> None:
    (folder / "address").write_text(address)


def address(folder: Path) -> str | None:
    """The address of the service on *folder* when it ran last. None if it never ran."""
    kept = folder / "address"
    return kept.read_text() if kept.exists() else None
