"""Checkpoints are signed with a key outside the database, and only while the log is intact."""

import stat
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.eventlog import sealer
from league.eventlog.errors import BadSigningKey, CheckpointRefused
from league.eventlog.hash_chain import microseconds
from league.eventlog.transparency import checkpoints, key_changes, signing, tree
from league.eventlog.transparency.checkpoints import SignedCheckpoint
from league.eventlog.transparency.heads import state
from league.eventlog.transparency.signing import SigningKey
from tests.league.sql import execute
from tests.league.toys import noted, write
from verify import heads, merkle
from verify.heads import Statement
from verify.signed_notes import Checkpoint, Note, PublicKey

pytestmark = pytest.mark.django_db

PUBLISHED = "c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"


def powerless():
    for table in ("event", "ledger", "tile", "checkpoint", "signing_key"):
        execute(f"ALTER TABLE eventlog.{table} DISABLE TRIGGER ALL")


def grow(stream, count):
    write(stream, *[noted(number) for number in range(count)])
    sealer.seal_all()


def roll_back(size):
    """The database as it was when *size* events were sealed."""
    powerless()
    execute("DELETE FROM eventlog.event USING eventlog.ledger WHERE position >= %s "
            "AND event.stream = ledger.stream AND event.seq = ledger.seq", [size])  # fmt: skip
    execute("DELETE FROM eventlog.ledger WHERE position >= %s", [size])
    execute("DELETE FROM eventlog.tile")
    execute("DELETE FROM eventlog.checkpoint WHERE size > %s", [size])
    execute("UPDATE eventlog.shard SET size = %s", [size])
    execute("DELETE FROM eventlog.tree")
    execute("ALTER TABLE eventlog.event ENABLE TRIGGER ALL")
    sealer.seal()


def test_a_checkpoint_contains_size_and_root_and_is_signed(files):
    grow("match-1", 3)

    signed = checkpoints.sign(*files)

    rows = execute("SELECT hash, blind, at FROM eventlog.event JOIN eventlog.ledger USING (stream, seq) ORDER BY seq")
    leaves = [merkle.event_leaf(bytes(hash_), bytes(blind)) for hash_, blind, _ in rows]
    stated = Statement(heads.root_of({"match-1": leaves[2]}), microseconds(rows[0][2]), microseconds(signed.at))
    root = merkle.root(merkle.tree_peaks(leaves))
    note = Note.read(signed.note)
    assert Checkpoint.read(note.text) == Checkpoint("example.org/club/log1", 3, root, stated.lines)
    assert note.signer(each.key for each in checkpoints.signing_keys()) == SigningKey.read(files[0].read_text()).public
    assert files[1].read_text() == signed.note
    assert checkpoints.newest() == signed


def test_key_and_copy_are_readable_by_their_owner_only(files):
    grow("match-1", 3)
    checkpoints.sign(*files)

    assert [stat.S_IMODE(path.stat().st_mode) for path in files] == [0o600, 0o600]


def test_a_key_reveals_nothing_of_its_secret_half():
    key = SigningKey.new("example.org/log1")

    assert key.seed.hex() not in repr(key)
    assert repr(key.seed) not in repr(key)
    assert SigningKey.read(key.secret) == key


def test_a_key_is_created_once(files):
    before = files[0].read_text()

    signing.make_key(files[0])

    assert files[0].read_text() == before


def test_without_a_key_nothing_is_signed(tmp_path):
    grow("match-1", 3)

    assert checkpoints.sign(tmp_path / "none", tmp_path / "witness") is None
    assert (checkpoints.newest(), checkpoints.size()) == (None, 3)


def test_an_empty_log_is_not_signed(files):
    assert checkpoints.sign(*files) is None


def test_a_checkpoint_may_be_of_the_tree_before_it_grew_while_it_was_made(files):
    """Between two of the signer's statements the sealer may commit: so did it on a busy evening."""
    grow("match-1", 3)
    size, peaks = tree.frontier(0)
    grow("match-2", 2)

    execute("SELECT eventlog.add_first_key(0::smallint, 'key')")
    add = "SELECT eventlog.add_checkpoint(0::smallint, %s, 1::smallint, %s, %s::bytea[], '', now())"
    execute(add, [size, merkle.root(peaks), peaks])

    assert [(each.size, each.root) for each in checkpoints.every()] == [(3, merkle.root(peaks))]


def test_nothing_is_signed_again_without_new_events(files):
    grow("match-1", 3)
    first = checkpoints.sign(*files)

    assert checkpoints.sign(*files) == first
    assert checkpoints.every() == [first]


def test_each_checkpoint_extends_the_last(files):
    for length in (3, 300, 1, 700):
        grow(f"match-{length}", length)
        checkpoints.sign(*files)

    assert [each.size for each in checkpoints.every()] == [3, 303, 304, 1004]
    assert [checkpoints.fault_of(each, checkpoints.signing_keys()) for each in checkpoints.every()] == [None] * 4


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is no signing key"),
        ("PRIVATE+KEY+a", "it is no signing key"),
        ("PRIVATE+KEY+a+00000000+!", "it is no base64"),
        ("PRIVATE+KEY+a+00000000+AAAA", "it is no Ed25519 key"),
        (
            "PRIVATE+KEY+Other+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz",
            "its number is that of another key",
        ),
    ],
)
def test_a_damaged_key_is_refused_with_its_file_name(files, text, why):
    files[0].write_text(text)

    with pytest.raises(BadSigningKey) as refusal:
        checkpoints.sign(*files)

    assert str(refusal.value) == f"The file {files[0]} cannot be used: {why}."


def test_the_published_example_key_of_signed_notes_can_be_read():
    key = SigningKey.read(f"PRIVATE+KEY+PeterNeumann+{PUBLISHED}\n")

    assert str(key.public) == "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    signature = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    assert str(key.signed(text)) == f"{text}\n— PeterNeumann {signature}\n"


def test_a_checkpoint_that_the_database_lost_is_signed_again_word_for_word(files):
    grow("match-1", 3)
    checkpoints.sign(*files)
    grow("match-2", 2)
    shown = checkpoints.sign(*files)
    execute("ALTER TABLE eventlog.checkpoint DISABLE TRIGGER ALL")
    execute("DELETE FROM eventlog.checkpoint WHERE size = 5")
    state(0, 3, since=0, stated=None)

    assert checkpoints.newest().size == 3
    assert checkpoints.sign(*files).note == shown.note


def test_a_database_that_was_rolled_back_is_refused(files):
    grow("match-1", 300)
    checkpoints.sign(*files)
    grow("match-2", 300)
    checkpoints.sign(*files)

    roll_back(300)

    with pytest.raises(CheckpointRefused, match="the database is behind checkpoint 600: it has 300 events"):
        checkpoints.sign(*files)


def test_a_database_that_was_rolled_back_and_grew_again_is_refused(files):
    grow("match-1", 300)
    grow("match-2", 3)
    checkpoints.sign(*files)

    roll_back(300)
    grow("match-3", 30)

    with pytest.raises(CheckpointRefused, match="the history in the database differs from checkpoint 303"):
        checkpoints.sign(*files)
    assert checkpoints.newest() is None


def test_a_database_that_forgot_its_keys_too_is_refused(files):
    grow("match-1", 300)
    checkpoints.sign(*files)
    roll_back(10)
    execute("DELETE FROM eventlog.signing_key")

    with pytest.raises(CheckpointRefused, match="the database is behind checkpoint 300: it has 10 events"):
        checkpoints.sign(*files)


def test_a_missing_copy_is_not_taken_from_the_database_without_being_asked(files):
    grow("match-1", 3)
    checkpoints.sign(*files)
    files[1].unlink()
    grow("match-2", 3)

    with pytest.raises(CheckpointRefused, match="the copy outside the database is missing"):
        checkpoints.sign(*files)
    key_changes.adopt(files[1])

    assert checkpoints.sign(*files).size == 6


def test_an_unsigned_copy_is_refused(files):
    grow("match-1", 3)
    checkpoints.sign(*files)
    files[1].write_text(files[1].read_text().replace("\n3\n", "\n2\n"))
    grow("match-2", 3)

    with pytest.raises(BadSigningKey, match=r"The signature of example.org/club/log1 \([0-9a-f]{8}\) is invalid"):
        checkpoints.sign(*files)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (
            "UPDATE eventlog.tile SET root = set_byte(root, 31, 255 - get_byte(root, 31))",
            "history in the database differs from checkpoint 300",
        ),
        ("UPDATE eventlog.tree SET frontier[1] = sha256('x')", "does not match the tiles"),
        ("UPDATE eventlog.checkpoint SET root = sha256('x')", "checkpoint 300: its note has a different size or root"),
        ("UPDATE eventlog.checkpoint SET frontier[1] = sha256('x')", "its frontier does not lead to its root"),
        ("UPDATE eventlog.checkpoint SET note = 'x'", "checkpoint 300: The note has no signatures"),
    ],
)
def test_a_changed_tree_or_checkpoint_is_not_signed_over(files, statement, why):
    grow("match-1", 300)
    checkpoints.sign(*files)
    grow("match-2", 3)
    powerless()
    execute(statement)

    with pytest.raises(CheckpointRefused, match=why):
        checkpoints.sign(*files)


def test_a_flipped_bit_before_signing_is_found(files):
    grow("match-1", 300)
    execute("UPDATE eventlog.tree SET frontier[2] = set_byte(frontier[2], 3, 255 - get_byte(frontier[2], 3))")

    with pytest.raises(CheckpointRefused, match="the frontier at size 300 does not match the tiles"):
        checkpoints.sign(*files)


def test_a_command_makes_the_first_key_and_never_replaces_one(tmp_path, settings):
    settings.CHECKPOINT_KEY_FILE = tmp_path / "made"
    printed = StringIO()

    for name in ("club log", "club+log", ""):
        with pytest.raises(CommandError, match="the name of a log has no spaces and no plus signs"):
            call_command("checkpoint", f"--make-key={name}")
    call_command("checkpoint", "--make-key=example.org/log1", stdout=printed)
    key = SigningKey.read(settings.CHECKPOINT_KEY_FILE.read_text())
    with pytest.raises(CommandError, match="there is a key already"):
        call_command("checkpoint", "--make-key=example.org/log1")

    assert (key.name, stat.S_IMODE(settings.CHECKPOINT_KEY_FILE.stat().st_mode)) == ("example.org/log1", 0o600)
    assert printed.getvalue() == f"Made {settings.CHECKPOINT_KEY_FILE}, which only its owner can read.\n"
    assert SigningKey.read(settings.CHECKPOINT_KEY_FILE.read_text()) == key


def test_the_old_key_names_the_new_one_and_old_checkpoints_stay_valid(files):
    grow("match-1", 3)
    old = checkpoints.sign(*files)
    before = SigningKey.read(files[0].read_text())

    made = key_changes.rotate(*files)
    grow("match-2", 2)
    new = checkpoints.sign(*files)

    known = checkpoints.signing_keys()
    assert SigningKey.read(files[0].read_text()).public == made.key == known[1].key
    statement = Note.read(made.statement)
    assert statement.signer([before.public]) == before.public
    assert statement.text == f"example.org/club/log1 key\n{made.key}\nfrom 3\n"
    assert Note.read(new.note).signer([made.key]) == made.key
    assert [checkpoints.fault_of(each, known) for each in (old, new)] == [None, None]


def test_a_key_signs_only_during_its_time(files):
    grow("match-1", 3)
    checkpoints.sign(*files)
    old = SigningKey.read(files[0].read_text())
    key_changes.rotate(*files)
    grow("match-2", 2)
    signed = checkpoints.sign(*files)
    forged = str(old.signed(Note.read(signed.note).text))

    fault = checkpoints.fault_of(
        SignedCheckpoint(signed.size, signed.log, signed.root, signed.frontier, forged, signed.at),
        checkpoints.signing_keys(),
    )

    assert fault == "its key did not sign at this size"


def test_an_interrupted_key_change_is_completed_by_the_next_signature(files):
    grow("match-1", 3)
    checkpoints.sign(*files)
    old = files[0].read_text()
    made = key_changes.rotate(*files)
    files[0].rename(checkpoints.next_to(files[0]))
    files[0].write_text(old)
    grow("match-2", 2)

    signed = checkpoints.sign(*files)

    assert Note.read(signed.note).signer([made.key]) == made.key
    assert SigningKey.read(files[0].read_text()).public == made.key


def test_an_unknown_key_does_not_sign(files, tmp_path):
    grow("match-1", 3)
    checkpoints.sign(*files)
    grow("match-2", 2)
    signing.make_key(tmp_path / "strange", "example.org/club/log1")

    with pytest.raises(CheckpointRefused, match="but the database knows"):
        checkpoints.sign(tmp_path / "strange", files[1])


def test_after_a_loss_a_new_log_starts_that_names_the_old_one(files):
    grow("match-1", 300)
    grow("match-2", 3)
    old = checkpoints.sign(*files).checkpoint
    roll_back(300)

    anew = key_changes.begin_anew(*files)
    grow("match-3", 5)
    following = checkpoints.sign(*files)

    assert anew.checkpoint.origin == following.checkpoint.origin == "example.org/club/log2"
    assert anew.statement.continues == f"example.org/club/log1 303 {old.root.hex()}"
    assert [(each.size, each.log) for each in checkpoints.every()] == [(300, 2), (305, 2)]
    assert [checkpoints.fault_of(each, checkpoints.signing_keys()) for each in checkpoints.every()] == [None, None]


def test_a_new_log_can_start_if_the_key_was_lost(files):
    grow("match-1", 3)
    checkpoints.sign(*files)
    files[0].unlink()

    anew = key_changes.begin_anew(*files)

    assert (anew.size, anew.log, checkpoints.signing_keys()[1].statement) == (3, 2, None)
    assert [each.log for each in checkpoints.every()] == [1, 2]


def test_public_keys_are_read_as_written(files):
    grow("match-1", 3)
    checkpoints.sign(*files)

    [(key,)] = execute("SELECT key FROM eventlog.signing_key")

    assert PublicKey.read(key) == checkpoints.signing_keys()[0].key
