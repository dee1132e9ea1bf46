"""Evidence from real services, by the names of its files in `samples/`."""

import json
from pathlib import Path

from verify.signed_notes import PublicKey

SAMPLES = {path.stem: path for path in sorted((Path(__file__).parent / "samples").glob("*.json"))}


def sample(name):
    """One evidence file, parsed."""
    return json.loads(SAMPLES[name].read_bytes())


def signer(given):
    """The last key in a file, to be trusted."""
    return PublicKey.read(given["keys"][-1]["key"]) if given["keys"] else None
