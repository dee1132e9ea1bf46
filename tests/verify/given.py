"""Evidence from real services, by the names of its files in `samples/`."""

import json
from pathlib import Path

SAMPLES = {path.stem: path for path in sorted((Path(__file__).parent / "samples").glob("*.json"))}


def sample(name):
    """One evidence file, parsed."""
    return json.loads(SAMPLES[name].read_bytes())
