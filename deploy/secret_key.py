"""The key that signs sessions, for an installation that was given none."""

import os
import secrets
from pathlib import Path


def secret_key(folder: Path) -> str:
    """Read the key kept in *folder*; make it at the first call. Only its owner can read it."""
    kept = folder / "secret_key"
    if not kept.exists():
        draft = kept.with_name(f"secret_key.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        draft.rename(kept)
    return kept.read_text()
