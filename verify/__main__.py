"""`python -m verify FILE`: check evidence of a match. Exit status: 0 right, 1 wrong, 2 not proved or not readable."""

import argparse
import sys
from pathlib import Path

from verify.evidence_check import Verdict, check, check_consistency
from verify.evidence_file import BadFile, consistency, evidence, signing_keys
from verify.signed_notes import NoteFault, PublicKey
from verify.witness.verdict import add_witnesses, read_witness_key


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m verify",
        description="Check evidence of a match, or that a log continues from an earlier checkpoint.",
        epilog="Exit status: 0 if everything is right, 1 if anything is wrong, 2 if anything is not proved or the file "
        "cannot be read.",
    )
    parser.add_argument("file", metavar="FILE", help="evidence of a match, or a proof of consistency")
    parser.add_argument("--key", metavar="KEY", help="a public key of the log, or a file that holds it")
    parser.add_argument(
        "--keys", metavar="KEYS", help="a file with the keys that the log lists, if they changed after FILE was made"
    )
    parser.add_argument(
        "--consistency",
        nargs=2,
        metavar=("FIRST", "SECOND"),
        help="files with two checkpoints: check with the proof in FILE that the second log begins with the first",
    )
    parser.add_argument(
        "--witness",
        action="append",
        default=[],
        metavar="KEY",
        help="a public key of a witness that must have cosigned the checkpoint, or a file that holds it",
    )
    given = parser.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # for terminals without Unicode
    try:
        verdict = _verdict(given)
    except (BadFile, NoteFault, OSError, UnicodeDecodeError) as error:
        print(f"{given.file}: it cannot be checked: {error}", file=sys.stderr)
        return 2
    except Exception as error:  # a fault of this program is no fault of the match
        print(f"{given.file}: it cannot be checked: the verifier failed ({type(error).__name__})", file=sys.stderr)
        return 2
    for line in (f"WRONG {fault}" for fault in verdict.faults) if verdict.faults else verdict.found:
        print(_plain(line))
    for line in verdict.unproved:
        print(_plain(f"NOT PROVED {line}"))
    print(("right", "wrong", "not proved")[verdict.status])
    return verdict.status


def _plain(line: str) -> str:
    """A line without signs that could change what a terminal shows around it."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)


def _verdict(given: argparse.Namespace) -> Verdict:
    key = _key(given.key) if given.key else None
    raw, witnesses = Path(given.file).read_bytes(), [read_witness_key(each) for each in given.witness]
    if given.consistency is None:
        known = signing_keys(Path(given.keys).read_bytes()) if given.keys else []
        match = evidence(raw)
        return add_witnesses(check(match, key, known), match.checkpoint, witnesses)
    first, second = (Path(each).read_text(encoding="utf-8") for each in given.consistency)
    return add_witnesses(check_consistency(first, second, consistency(raw), key), second, witnesses)


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
