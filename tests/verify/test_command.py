"""`python -m verify FILE`, as somebody who got a file runs it."""

import json
import re
import runpy
import subprocess
import sys

import pytest

from tests.paths import ROOT
from tests.verify.given import SAMPLES, sample, signer
from tests.verify.log import SIGNER, Signer, consistency_of, in_log, linked, written
from verify.__main__ import main
from verify.evidence_check import NO_KEY
from verify.signed_notes import Note
from verify.witness.cosignatures import Cosigner

WITNESS = Cosigner("witness.example/w1", b"w" * 32)
OTHER = Signer("example.org/other/log1", b"o" * 32)


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command; its status, the lines it prints, and what it says of errors."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["verify", *map(str, words)])
        status = main()
        said = capsys.readouterr()
        return status, said.out.splitlines(), said.err

    return run


@pytest.fixture
def file(tmp_path):
    """Write a file; where it is."""

    def file(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return file


@pytest.mark.parametrize("name", SAMPLES)
def test_right_evidence_is_reported_with_its_findings(run, file, name):
    status, lines, errors = run(file("match.json", written(in_log(sample(name)))), "--key", SIGNER.public)

    assert (status, lines[-1], errors) == (0, "right", "")
    assert lines[0].startswith("match ")


def test_evidence_without_a_key_is_neither_right_nor_wrong(run):
    status, lines, errors = run(SAMPLES["dealt"])

    assert (status, lines[-2:], errors) == (2, [f"NOT PROVED {NO_KEY}", "not proved"], "")


def test_what_somebody_wrote_cannot_change_what_a_terminal_shows(run, file):
    given = sample("score")
    settled = given["events"][-1]
    settled["payload"] = json.dumps({"reason": "\x1b[2J\u202eright\nright"})

    _, lines, _ = run(file("match.json", written(in_log({**given, "events": linked(given["events"])}))))

    assert r"settled by an official: \x1b[2J\u202eright\nright" in "".join(lines)


def test_wrong_evidence_is_reported_error_by_error(run, file):
    given = in_log(sample("dealt"))
    given["events"][2]["payload"] += " "

    status, lines, _ = run(file("match.json", written(given)))

    assert (status, lines[-1]) == (1, "wrong")
    assert [line.partition(" ")[0] for line in lines[:-1]] == ["WRONG", "NOT"]


def test_evidence_that_cannot_be_checked_is_neither_right_nor_wrong(run, file):
    status, lines, errors = run(file("match.json", b"[]"))

    assert (status, lines) == (2, [])
    assert errors.endswith("match.json: it cannot be checked: the file is not an object\n")


def test_a_missing_file_cannot_be_checked(run, tmp_path):
    status, _, errors = run(tmp_path / "none.json")

    assert status == 2
    assert "it cannot be checked: [Errno 2]" in errors


def test_without_the_signature_package_the_rest_is_checked(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)

    status, lines, _ = run(SAMPLES["headed"])

    assert (status, lines[-1]) == (2, "not proved")
    assert lines[-3].startswith("NOT PROVED the signature: ")


def test_a_key_can_be_text_or_a_file(run, file):
    evidence = file("match.json", written(in_log(sample("dealt"))))
    key = file("log.pub", f"{SIGNER.public}\n")

    for given in (SIGNER.public, key):
        status, lines, _ = run(evidence, "--key", given)
        assert (status, lines[2]) == (0, "signed by the given key")
    assert run(evidence, "--key", OTHER.public)[0] == 1
    assert run(evidence, "--key", "no key")[::2] == (
        2,
        f"{evidence}: it cannot be checked: 'no key' is not a public key of the form name+number+key.\n",
    )


def test_a_witness_must_have_cosigned_the_checkpoint_if_it_is_asked_for(run, file):
    good = in_log(sample("dealt"))
    line = str(WITNESS.cosign(Note.read(good["checkpoint"]).text, 1_700_000_000))
    key = file("witness.pub", f"{WITNESS.public}\n")
    told = {}
    for name, note in (
        ("without", good["checkpoint"]),
        ("cosigned", good["checkpoint"] + line),
        ("of another", good["checkpoint"] + str(WITNESS.cosign("another\n", 1_700_000_000))),
    ):
        path = file("match.json", written({**good, "checkpoint": note}))
        status, lines, _ = run(path, "--key", SIGNER.public, "--witness", key)
        told[name] = status, [each for each in lines if "cosign" in each]

    assert told == {
        "without": (
            2,
            ["NOT PROVED that others see the same log: witness.example/w1 has not cosigned this checkpoint"],
        ),
        "cosigned": (
            0,
            ["cosigned by witness.example/w1 at 2023-11-14T22:13:20Z, which has seen no other history of the log"],
        ),
        "of another": (
            1,
            [f"WRONG checkpoint: The cosignature of witness.example/w1 ({WITNESS.public.number.hex()}) is invalid"],
        ),
    }


def test_a_file_from_before_a_change_of_keys_is_checked_with_the_keys_of_today(run, file):
    evidence = file("match.json", written(in_log(sample("dealt"))))
    second = SIGNER.next(1000, countersign=True)
    keys = file("keys.json", written([each.as_json() for each in (SIGNER, second)]))
    others = file("others.json", written([OTHER.as_json()]))

    alone, with_keys = (run(evidence, "--key", second.public, *more) for more in ((), ("--keys", keys)))
    strange = run(evidence, "--key", OTHER.public, "--keys", others)

    assert (alone[0], alone[1][0]) == (
        1,
        f"WRONG checkpoint: The key {second.public} did not sign this and does not vouch for the key that did",
    )
    assert (with_keys[0], with_keys[1][2]) == (0, f"signed by {SIGNER.public}, for which the given key vouches")
    assert strange[1][0] == f"WRONG checkpoint: The key {SIGNER.public} is not in the list of keys"


@pytest.mark.parametrize(
    "raw", [b"[" * 1_000_000, b"\xff\x00", b"{}", b"", b'{"format":' + b"9" * 100_000 + b"}", b"[" + b"[]," * 3_000_000]
)
def test_a_hostile_file_ends_the_program_without_a_traceback(tmp_path, raw):
    (tmp_path / "match.json").write_bytes(raw)
    limited = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)); "
    limited += "sys.argv = ['verify', sys.argv[1]]; runpy.run_module('verify', run_name='__main__')"

    done = subprocess.run(
        [sys.executable, "-c", limited, str(tmp_path / "match.json")], capture_output=True, text=True, cwd=ROOT
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r".*match\.json: it cannot be checked: [^\n]+\n", done.stderr)


def test_a_fault_of_the_verifier_is_no_fault_of_the_match(run, monkeypatch):
    monkeypatch.setattr("verify.__main__.check", lambda *given: 1 / 0)

    status, lines, errors = run(SAMPLES["dealt"])

    assert (status, lines) == (2, [])
    assert errors.endswith(": it cannot be checked: the verifier failed (ZeroDivisionError)\n")


def test_consistency_is_checked_with_two_checkpoints_and_a_proof(run, file):
    first, second, proof = consistency_of(3, 7)
    words = (
        file("proof.json", written(proof)),
        "--consistency",
        file("first.txt", first),
        file("second.txt", second),
        "--key",
        SIGNER.public,
    )

    status, lines, _ = run(*words)

    assert (status, lines[-1]) == (0, "right")
    assert lines[0].startswith("the first: example.org/club/log1, 3 events, digest ")


def test_signatures_of_checkpoints_need_the_signature_package_too(run, file, monkeypatch):
    first, second, proof = consistency_of(3, 7)
    files = file("proof.json", written(proof)), file("first.txt", first), file("second.txt", second)
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)

    status, lines, _ = run(files[0], "--consistency", *files[1:], "--key", SIGNER.public)

    assert (status, lines[-1]) == (2, "not proved")


def test_the_exit_status_is_that_of_the_check(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["verify", str(SAMPLES["headed"]), "--key", str(signer(sample("headed")))])
    monkeypatch.delitem(sys.modules, "verify.__main__")

    with pytest.raises(SystemExit, match="0"):
        runpy.run_module("verify", run_name="__main__")
