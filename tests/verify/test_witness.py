"""A witness cosigns a log that grows, and never two histories of one log."""

import http.client
import threading
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from tests.verify.log import ORIGIN, SIGNER, Signer, root_of
from verify import merkle
from verify.signed_notes import Checkpoint, Note, NoteFault
from verify.witness.__main__ import main
from verify.witness.cosignatures import Cosigner, WitnessKey
from verify.witness.protocol import cosign, origin_hash, request_text
from verify.witness.server import FileMemory, serve

KEY = Cosigner("witness.example/w1", b"w" * 32)
NOW = 1_679_315_147
LEAVES = [merkle.leaf(b"%d" % number) for number in range(9)]
FORKED = [*LEAVES[:5], *(merkle.leaf(b"forged %d" % number) for number in range(9))]
LOGS = [SIGNER.public]


def note_of(leaves, signer=SIGNER, name=ORIGIN, more=("signed 2026-11-28T18:30:00.000000Z",)):
    return signer.sign(Checkpoint(name, len(leaves), root_of(leaves), more).text)


def request(old, leaves, **more):
    proof = [root_of(leaves[start:end]) for start, end in merkle.consistency_path(old, len(leaves))]
    return request_text(old, proof, note_of(leaves, **more)).encode()


@pytest.fixture
def memory(tmp_path):
    return FileMemory(tmp_path / "state.json")


def answer(memory, body, logs=LOGS):
    return cosign(body, logs, memory, KEY, NOW)


def test_a_log_that_grows_is_cosigned(memory):
    first = answer(memory, request(0, LEAVES[:3]))
    second = answer(memory, request(3, LEAVES[:7]))

    assert (first.status, second.status) == (200, 200)
    for leaves, given in ((LEAVES[:3], first), (LEAVES[:7], second)):
        note = Note.read(note_of(leaves) + given.body)
        assert KEY.public.time_of(note) == datetime.fromtimestamp(NOW, UTC)
        assert note.signer(LOGS) == SIGNER.public
    assert memory.notes() == {ORIGIN: note_of(LEAVES[:7]) + second.body}


def test_two_histories_for_two_readers_are_found(memory):
    """The same key signs one log for the club and another for a player. Only the first can get the cosignature."""
    answer(memory, request(0, LEAVES[:5]))
    shown = answer(memory, request(5, LEAVES[:7]))

    same_size, longer = answer(memory, request(7, FORKED[:7])), answer(memory, request(7, FORKED[:9]))
    from_the_common_part = answer(memory, request(5, FORKED[:9]))

    assert (shown.status, same_size.status, longer.status) == (200, 409, 422)
    assert same_size.body == "the log contradicts itself: this checkpoint differs from the one of the same size\n"
    assert longer.body == "the proof does not show that the log continues from the last checkpoint\n"
    assert from_the_common_part == (409, "7\n", "text/x.tlog.size")
    assert memory.notes()[ORIGIN].startswith(note_of(LEAVES[:7]))


def test_a_second_statement_about_the_same_events_gets_no_cosignature(memory):
    """The same key signs the same root twice, and in one of them the last events of some matches are left out."""
    honest, forged = (("heads " + sign * 43 + "=", "signed 2026-11-28T18:30:00.000000Z") for sign in "AE")
    shown = answer(memory, request(0, LEAVES[:5], more=honest))

    refused = answer(memory, request(5, LEAVES[:5], more=forged))
    again = answer(memory, request(5, LEAVES[:5], more=honest))
    grown = answer(memory, request(5, LEAVES[:7], more=honest))

    assert (shown.status, again.status, grown.status) == (200, 200, 200)
    assert refused == (
        409,
        "the log contradicts itself: this checkpoint differs from the one of the same size\n",
        "text/plain; charset=utf-8",
    )


@pytest.mark.parametrize(
    ("body", "logs", "status"),
    [
        (b"", LOGS, 400),
        (b"\xff", LOGS, 400),
        (b"old 01\n\n" + request(0, LEAVES)[7:], LOGS, 400),
        (request(0, LEAVES).replace(b"\xe2\x80\x94 ", b"- "), LOGS, 400),
        (request_text(10, [], note_of(LEAVES)).encode(), LOGS, 400),
        (request_text(0, [b"short"], note_of(LEAVES)).encode(), LOGS, 400),
        (request_text(0, [bytes(32)] * 64, note_of(LEAVES)).encode(), LOGS, 400),
        (request(0, LEAVES), [], 404),
        (request(0, LEAVES, name="example.org/other/log1"), LOGS, 404),
        (request(0, LEAVES, signer=Signer(ORIGIN, b"o" * 32)), LOGS, 403),
        (request(0, LEAVES).replace(b"signed 2026", b"signed 2027"), LOGS, 403),
        (request(3, LEAVES), LOGS, 409),
        (request_text(0, [bytes(32)], note_of(LEAVES)).encode(), LOGS, 422),
        (request_text(0, [], SIGNER.sign(Checkpoint(ORIGIN, 0, bytes(32)).text)).encode(), LOGS, 422),
    ],
)
def test_what_is_not_to_be_cosigned_gets_the_status_of_the_protocol(memory, body, logs, status):
    assert answer(memory, body, logs).status == status
    assert memory.notes() == {}


def test_the_same_checkpoint_may_be_cosigned_again(memory):
    bodies = [answer(memory, request(old, LEAVES)).body for old in (0, 9)]

    assert bodies[0] == bodies[1]


def test_each_shard_of_a_log_is_a_log_of_its_own(memory):
    name = f"{ORIGIN}/shard2"
    shard = Signer(name)

    done = answer(memory, request(0, LEAVES, signer=shard, name=name))

    assert done.status == 200
    assert list(memory.notes()) == [name]


def test_a_cosignature_is_written_as_the_specification_has_it():
    """https://c2sp.org/tlog-cosignature has a line whose time is 1679315147."""
    line = "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA=="  # noqa: E501
    theirs = Note.read(f"text\n\n{line}\n").signatures[0].signature
    ours = KEY.cosign("text\n", NOW)

    assert (len(ours.signature), ours.signature[:8]) == (len(theirs), theirs[:8])
    assert ours.number == sha256(b"witness.example/w1\n\4" + KEY.public.raw).digest()[:4]
    assert KEY.public.number == ours.number


@pytest.mark.parametrize("change", [0, 7, 8, 71])
def test_a_changed_cosignature_is_invalid(memory, change):
    made = KEY.cosign(Note.read(note_of(LEAVES)).text, NOW)
    raw = bytes(byte ^ (at == change) for at, byte in enumerate(made.signature))
    note = Note.read(note_of(LEAVES))

    with pytest.raises(NoteFault, match=r"The cosignature of witness\.example/w1"):
        KEY.public.time_of(Note(note.text, (*note.signatures, type(made)(made.name, made.number, raw))))
    assert KEY.public.time_of(note) is None


def test_keys_of_witnesses_are_read_as_written():
    assert WitnessKey.read(str(KEY.public)) == KEY.public
    assert Cosigner.read(KEY.secret) == KEY
    assert KEY.seed.hex() not in repr(KEY)
    with pytest.raises(NoteFault, match="is not a key of a witness"):
        WitnessKey.read(str(SIGNER.public))
    for text in ("", "PRIVATE+KEY+a", "PRIVATE+KEY+a+00+!", "PRIVATE+KEY+a+00+AAAA", KEY.secret.replace("w1", "w2")):
        with pytest.raises(ValueError, match=r"^it(s number)? is "):
            Cosigner.read(text)


def test_the_command_serves_what_logs_and_readers_ask_for(tmp_path, memory):
    server = serve(KEY, LOGS, memory, "127.0.0.1", 0)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    asked = [
        ("POST", "/add-checkpoint", request(0, LEAVES)),
        ("POST", "/add-checkpoint", request(3, LEAVES)),
        ("POST", "/other", b"x"),
        ("GET", f"/{origin_hash(ORIGIN)}/checkpoint", None),
        ("GET", f"/{origin_hash('other')}/checkpoint", None),
    ]
    found = []
    for method, path, body in asked:
        connection = http.client.HTTPConnection(*server.server_address)
        connection.request(method, path, body)
        got = connection.getresponse()
        found.append((got.status, got.headers["Content-Type"], got.read().decode()))
        connection.close()
    server.shutdown()
    server.server_close()

    line, note = found[0][2], found[3][2]
    assert [status for status, _, _ in found] == [200, 409, 404, 200, 404]
    assert found[1][1:] == ("text/x.tlog.size", "9\n")
    assert note == note_of(LEAVES) + line


def test_the_command_makes_its_key_and_prints_the_public_one(tmp_path, monkeypatch, capsys):
    words = ["witness", "--key", str(tmp_path / "key"), "--make-key", "example.org/witness"]
    monkeypatch.setattr("sys.argv", words)

    statuses = [main(), main()]

    printed = capsys.readouterr()
    assert statuses == [0, 2]
    assert printed.out == f"{Cosigner.read((tmp_path / 'key').read_text()).public}\n"
    assert "the witness cannot start" in printed.err
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
