"""Where things lie."""

from pathlib import Path

CASES = Path(__file__).parent / "cases"
