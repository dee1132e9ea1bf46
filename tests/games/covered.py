"""Run the tests of the games with every line and branch of `games` watched, and report what none of them runs.

    ./ludex python -m tests.games.covered

Exit status 1 if a test fails, or if a line or branch is neither run nor excused by `pragma: no cover - reason` or
`pragma: no branch - reason` (test_package.py refuses those without a reason).
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "COVERAGE_FILE": str(Path(folder) / "coverage"),
            "CI": "true",  # so that hypothesis draws the same examples each time
        }

        def coverage(*words: str) -> int:
            return subprocess.run([sys.executable, "-m", "coverage", *words], cwd=ROOT, env=environment).returncode

        tests = coverage(
            "run", "--branch", "--source=games", "-m", "pytest", "tests/games", "-q", "-p", "no:cacheprovider"
        )
        return tests or coverage("report", "--show-missing", "--skip-covered", "--fail-under=100")


if __name__ == "__main__":
    sys.exit(main())
