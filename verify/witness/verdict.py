"""What witnesses add to a verdict: whether they saw the log of a checkpoint grow."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from verify.evidence_check import Verdict
from verify.replay import Fault
from verify.signed_notes import NoEd25519, Note, NoteFault
from verify.witness.cosignatures import WitnessKey


def read_witness_key(given: str) -> WitnessKey:
    """The given key, or the one in the given file. Raises `NoteFault`, `OSError`."""
    try:
        return WitnessKey.read(given)
    except NoteFault:
        if not Path(given).is_file():
            raise
        return WitnessKey.read(Path(given).read_text(encoding="utf-8").strip())


def add_witnesses(verdict: Verdict, checkpoint: str, witnesses: Sequence[WitnessKey]) -> Verdict:
    """The verdict, with what each of these witnesses says of the checkpoint's note.

    A witness whose cosignature is missing leaves unproved that others see the same log. A false one is wrong.
    """
    for key in witnesses:
        try:
            at = key.time_of(Note.read(checkpoint))
        except NoteFault as fault:
            verdict = replace(verdict, faults=(*verdict.faults, Fault(str(fault).rstrip("."), column="checkpoint")))
            continue
        except NoEd25519 as missing:
            verdict = replace(verdict, unproved=(*verdict.unproved, f"the cosignature of {key.name}: {missing}"))
            continue
        if at is None:
            text = f"that others see the same log: {key.name} has not cosigned this checkpoint"
            verdict = replace(verdict, unproved=(*verdict.unproved, text))
        else:
            text = f"cosigned by {key.name} at {at:%Y-%m-%dT%H:%M:%SZ}, which has seen no other history of the log"
            verdict = replace(verdict, found=(*verdict.found, text))
    return verdict
