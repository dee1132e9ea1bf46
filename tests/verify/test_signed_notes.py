"""Signed notes by the vectors of the format's first implementation, and checkpoints."""

import subprocess
import sys

import pytest

from verify.signed_notes import Checkpoint, NoEd25519, Note, NoteFault, PublicKey, digest

KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)  # fmt: skip
LINE = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
NOTE = f"{TEXT}\n{LINE}"
CHECKPOINT = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"


def test_a_published_note_is_verified():
    note = Note.read(NOTE)

    assert str(note) == NOTE
    assert note.text == TEXT
    assert note.signer([PublicKey.read(KEY)]) == PublicKey.read(KEY)


def test_signatures_by_unknown_keys_are_ignored():
    other = "— EnochRoot af0Ojw8kvcaKmzJhpFWPWPFrCM2eYv/JwBPMvEwzjM+WBe2SyRuWDjJTfLIaKzXMjKJZlZQbWWMEAAxG28JrBUFqTwA=\n"

    assert Note.read(f"{TEXT}\n{other}{LINE}").signer([PublicKey.read(KEY)]).name == "PeterNeumann"


def test_a_key_survives_reading_and_writing():
    assert str(PublicKey.read(KEY)) == KEY


def test_a_part_of_a_key_is_no_key():
    for start in range(len(KEY) + 1):
        for end in range(start + 1, len(KEY) + 1):
            if (start, end) != (0, len(KEY)):
                with pytest.raises(NoteFault):
                    PublicKey.read(KEY[start:end])


def test_a_key_with_any_changed_character_is_no_key():
    for place in range(len(KEY)):
        wrong = KEY[:place] + chr(ord(KEY[place]) + 1) + KEY[place + 1 :]
        with pytest.raises(NoteFault):
            PublicKey.read(wrong)


def test_keys_of_another_length_or_algorithm_are_refused():
    with pytest.raises(NoteFault, match="is not canonical base64"):
        PublicKey.read("PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==")
    with pytest.raises(NoteFault, match="is not an Ed25519 key"):
        PublicKey.read("PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")


def test_a_note_with_any_changed_character_is_refused():
    key = PublicKey.read(KEY)
    for place in range(len(NOTE)):
        with pytest.raises(NoteFault):
            Note.read(NOTE[:place] + chr(ord(NOTE[place]) ^ 1) + NOTE[place + 1 :]).signer([key])


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        TEXT,
        f"{TEXT}\n",
        f"{TEXT}{LINE}",
        NOTE[:-1],
        f"{NOTE}\n",
        f"{TEXT}\n\n",
        NOTE.replace("— ", "- "),
        NOTE.replace("problem is", "problem\x01is"),
        NOTE.replace("PeterNeumann ", "Peter+Neumann "),
        f"{TEXT}\n{LINE * 101}",
        f"{TEXT}\n— PeterNeumann AAAA\n",
    ],
)
def test_malformed_notes_are_refused(wrong):
    with pytest.raises(NoteFault):
        Note.read(wrong)


def test_a_checkpoint_survives_writing_and_reading():
    checkpoint = Checkpoint.read(CHECKPOINT)

    assert (checkpoint.origin, checkpoint.size, len(checkpoint.root)) == ("example.com/behind-the-sofa", 20852163, 32)
    assert checkpoint.text == CHECKPOINT
    assert checkpoint.digest == digest(CHECKPOINT) == "SUUF DMAS VX5C JLAU"


def test_additional_lines_of_a_checkpoint_are_kept():
    assert Checkpoint.read(f"{CHECKPOINT}more\nand more\n").more == ("more", "and more")


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        CHECKPOINT[:-1],
        CHECKPOINT.replace("20852163", "020852163"),
        CHECKPOINT.replace("20852163", "-1"),
        CHECKPOINT.replace("20852163", "²"),
        CHECKPOINT.replace("q2I=", "q2J="),
        CHECKPOINT.replace("CsUY", ""),
        "a\n1\n",
        f"{CHECKPOINT}\n",
    ],
)
def test_malformed_checkpoints_are_refused(wrong):
    with pytest.raises(NoteFault):
        Checkpoint.read(wrong)


def test_without_the_signature_package_the_error_names_it():
    program = f"""
import sys
sys.modules["cryptography.exceptions"] = None
from verify.signed_notes import Note, NoEd25519, PublicKey
try:
    Note.read({NOTE!r}).signer([PublicKey.read({KEY!r})])
except NoEd25519 as error:
    print(error)
"""

    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert (said.stdout, said.stderr) == (
        "Checking signatures needs the package “cryptography”: pip install cryptography\n",
        "",
    )


def test_without_the_signature_package_no_signature_counts(monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)

    with pytest.raises(NoEd25519):
        Note.read(NOTE).signer([PublicKey.read(KEY)])
