"""`python -m verify.witness`: make the key of a witness, print it, and serve."""

import argparse
import os
import sys
from pathlib import Path

from verify.signed_notes import PublicKey
from verify.witness.cosignatures import Cosigner
from verify.witness.server import FileMemory, serve


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m verify.witness", description="Cosign checkpoints of logs that grow."
    )
    parser.add_argument("--key", required=True, type=Path, help="the file of the witness's key")
    parser.add_argument("--make-key", metavar="NAME", help="make the key under this name, such as example.org/witness")
    parser.add_argument("--state", type=Path, help="the file that keeps the last checkpoint of each log")
    parser.add_argument("--log", action="append", default=[], metavar="KEY", help="the public key of a log to witness")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
    parser.add_argument("--port", type=int, default=8080, help="the port to listen at")
    given = parser.parse_args()
    try:
        if given.make_key:
            _make_key(given.key, given.make_key)
        key = Cosigner.read(given.key.read_text(encoding="ascii"))
        logs = [PublicKey.read(each) for each in given.log]
    except (OSError, ValueError) as error:
        print(f"{given.key}: the witness cannot start: {error}", file=sys.stderr)
        return 2
    print(key.public, flush=True)
    if given.state is None or not logs:
        return 0
    serve(key, logs, FileMemory(given.state), given.host, given.port).serve_forever()
    return 0


def _make_key(path: Path, name: str) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(Cosigner.new(name).secret)


if __name__ == "__main__":
    sys.exit(main())
