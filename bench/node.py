"""The peers that run under node."""

import subprocess
from pathlib import Path

BOARDGAME = "boardgame.io@0.50.2"


def boardgame_modules(given: Path | str | None, folder: str) -> Path:
    """The folder *given*, which has boardgame.io; without one, it is fetched into *folder*."""
    if given:
        return Path(given).resolve()
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", BOARDGAME], cwd=folder, check=True)
    return Path(folder) / "node_modules"
