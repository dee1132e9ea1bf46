"""Where things lie."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
CASES = Path(__file__).parent / "cases"
