"""`python -m verify FILE`: check evidence of a match. Exit status: 0 right, 1 wrong, 2 not checkable."""

import argparse
import sys
from pathlib import Path

from verify.evidence_check import Verdict, check, check_consistency
from verify.evidence_file import BadFile, consistency, evidence
from verify.signed_notes import NoteFault, PublicKey


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m verify",
        description="Check evidence of a match, or that a log continues from an earlier checkpoint.",
        epilog="Exit status: 0 if everything is right, 1 if anything is wrong, 2 if it cannot be checked.",
    )
    parser.add_argument("file", metavar="FILE", help="evidence of a match, or a proof of consistency")
    parser.add_argument("--key", metavar="KEY", help="a public key of the log, or a file that holds it")
    parser.add_argument(
        "--consistency",
        nargs=2,
        metavar=("FIRST", "SECOND"),
        help="files with two checkpoints: check with the proof in FILE that the second log begins with the first",
    )
    given = parser.parse_args()
    try:
        verdict = _verdict(given)
    except (BadFile, NoteFault, OSError, UnicodeDecodeError) as error:
        print(f"{given.file}: it cannot be checked: {error}", file=sys.stderr)
        return 2
    for fault in verdict.faults:
        print(f"WRONG {fault}")
    if not verdict.faults:
        for line in verdict.found:
            print(line)
    for line in verdict.unchecked:
        print(f"NOT CHECKED {line}")
    print("wrong" if verdict.faults else "not fully checked" if verdict.unchecked else "right")
    return 1 if verdict.faults else 2 if verdict.unchecked else 0


def _verdict(given: argparse.Namespace) -> Verdict:
    key = _key(given.key) if given.key else None
    raw = Path(given.file).read_bytes()
    if given.consistency is None:
        return check(evidence(raw), key)
    first, second = (Path(each).read_text(encoding="utf-8") for each in given.consistency)
    return check_consistency(first, second, consistency(raw), key)


def _key(given: str) -> PublicKey:
    """The given key, or the one in the given file."""
    try:
        return PublicKey.read(given)
    except NoteFault:
        if not Path(given).is_file():
            raise
        return PublicKey.read(Path(given).read_text(encoding="utf-8").strip())


if __name__ == "__main__":
    sys.exit(main())
