"""The worker asks witnesses to cosign checkpoints and keeps what they answer. This installation is a witness too."""

import logging
import threading
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from deploy.observability.status import duration, look
from deploy.settings import _log_key, _witness
from league.common.read_models import as_json
from league.eventlog.transparency import checkpoints
from league.integrity import checkpoint_views
from league.integrity.evidence import evidence
from league.integrity.witnesses import witness_delays
from tasks.witnesses import collect
from tests.builders.played import Table, signed, signs
from tests.league.sql import execute
from tests.verify.log import ORIGIN, SIGNER, root_of, written
from tests.verify.test_witness import FORKED, KEY, LEAVES, request
from verify.evidence_check import check
from verify.evidence_file import evidence as read
from verify.merkle import consistency_path
from verify.signed_notes import Checkpoint, Note
from verify.witness.cosignatures import WitnessKey
from verify.witness.protocol import origin_hash, request_text
from verify.witness.server import FileMemory, serve

pytestmark = pytest.mark.django_db

COSIGNED = "SELECT size, witness FROM eventlog.cosignature ORDER BY size"


@pytest.fixture
def played(tmp_path, monkeypatch):
    """A match with a signed checkpoint."""
    signs(tmp_path, monkeypatch)
    table = Table("the_game_extreme", names="гдежз")
    table.play(1)
    signed()
    return table


@pytest.fixture
def witness(played, tmp_path, settings):
    """A witness of the log that runs as a program of its own; its memory."""
    memory = FileMemory(tmp_path / "state.json")
    log = checkpoints.signing_keys()[0].key
    server = serve(KEY, [log], memory, "127.0.0.1", 0)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    settings.WEBHOOKS_TO_LOOPBACK = True
    settings.WITNESSES = ((f"http://127.0.0.1:{server.server_address[1]}", str(KEY.public)),)
    yield memory
    server.shutdown()
    server.server_close()


def test_checkpoints_are_cosigned_as_the_log_grows(played, witness):
    sizes = [checkpoints.newest().size]
    collect()
    collect()
    played.move(min(played.now.turn), "give_up")
    signed()
    sizes.append(checkpoints.newest().size)
    collect()

    shown = checkpoint_views.newest_checkpoint()
    assert execute(COSIGNED) == [(size, str(KEY.public)) for size in sizes]
    assert [(each.witness, each.key) for each in shown.witnesses] == [("witness.example/w1", str(KEY.public))]
    assert datetime.now(UTC) - shown.witnesses[0].at < timedelta(minutes=5)
    assert shown.note == witness.notes()[ORIGIN]
    assert shown.note.startswith(checkpoints.newest().note)


def test_evidence_has_the_cosignatures_and_stays_right(played, witness):
    played.move(min(played.now.turn), "give_up")
    signed()
    collect()

    found = read(written(as_json(evidence(played.id))))

    assert KEY.public.time_of(Note.read(found.checkpoint)) is not None
    assert check(found, checkpoints.signing_keys()[0].key).faults == ()


def test_a_witness_that_knows_more_than_this_database_is_asked_again(played, witness):
    collect()
    execute("ALTER TABLE eventlog.cosignature DISABLE TRIGGER ALL")
    execute("DELETE FROM eventlog.cosignature")
    played.move(min(played.now.turn), "give_up")
    signed()

    collect()

    assert execute(COSIGNED) == [(checkpoints.newest().size, str(KEY.public))]


def test_a_second_history_is_not_cosigned(played, witness, caplog):
    """The witness has seen another log under the same key."""
    key = checkpoints.signing_keys()[0].key
    size = checkpoints.newest().size
    other = [f"{n}".encode().ljust(32) for n in range(size)]
    with witness.hold(key.name) as held:
        held.keep(SIGNER.sign(Checkpoint(key.name, size, root_of(other)).text))

    with caplog.at_level(logging.ERROR, "ludex.witnesses"):
        collect()

    assert execute(COSIGNED) == []
    assert "409 the log contradicts itself: this checkpoint differs from the one of the same size" in caplog.text


def test_a_witness_that_owes_a_cosignature_is_a_problem_for_the_operator(played, witness):
    execute("ALTER TABLE eventlog.checkpoint DISABLE TRIGGER ALL")
    execute("UPDATE eventlog.checkpoint SET at = at - interval '700 s'")

    owed = witness_delays()
    before = [problem for problem in look(None).problems if "witness" in problem]
    collect()

    assert (owed.keys(), 700 <= owed["witness.example/w1"] < 900) == ({"witness.example/w1"}, True)
    since = duration(owed["witness.example/w1"])
    assert before == [f"the witness witness.example/w1 has not cosigned for {since}: the worker's log says why"]
    assert (witness_delays(), look(None).witnesses) == ({"witness.example/w1": 0.0}, {"witness.example/w1": 0.0})


def test_a_witness_that_does_not_answer_keeps_nobody_from_signing(played, settings, caplog):
    settings.WITNESSES = (("https://127.0.0.1/", str(KEY.public)), ("http://witness.example", str(KEY.public)))

    with caplog.at_level(logging.WARNING, "ludex.witnesses"):
        collect()

    assert execute(COSIGNED) == []
    assert [record.getMessage() for record in caplog.records] == [
        "The witness https://127.0.0.1/ did not answer: bad_address",
        "The witness http://witness.example did not answer: bad_address",
    ]


def test_an_answer_without_the_cosignature_of_the_witness_is_not_kept(played, witness, settings, caplog):
    other = WitnessKey("witness.example/w2", KEY.public.raw)
    settings.WITNESSES = ((settings.WITNESSES[0][0], str(other)),)

    with caplog.at_level(logging.ERROR, "ludex.witnesses"):
        collect()

    assert execute(COSIGNED) == []
    assert "The answer has no cosignature of witness.example/w2." in caplog.text


def test_this_installation_cosigns_logs_that_it_knows(client, settings, tmp_path):
    settings.WITNESS_KEY_FILE = tmp_path / "witness_key"
    settings.WITNESS_LOGS = (str(SIGNER.public),)
    kept = f"/witness/{origin_hash(ORIGIN)}/checkpoint"

    def ask(body):
        answer = client.post("/witness/add-checkpoint", body, content_type="text/plain")
        return answer.status_code, answer.headers["Content-Type"], answer.content.decode()

    without_key = ask(request(0, LEAVES[:3]))
    call_command("witness", "--make-key=club.example/witness", stdout=StringIO())
    before, first, second = client.get(kept), ask(request(0, LEAVES[:3])), ask(request(3, LEAVES[:7]))
    forked, stale = ask(request(7, FORKED[:9])), ask(request(3, LEAVES))
    printed = StringIO()
    call_command("witness", stdout=printed)

    key = WitnessKey.read(printed.getvalue().splitlines()[0])
    note = Note.read(client.get(kept).content.decode())
    assert without_key[0] == 404
    assert (before.status_code, first[0], second[0], forked[0]) == (404, 200, 200, 422)
    assert stale == (409, "text/x.tlog.size", "7\n")
    assert key.time_of(note) is not None
    assert note.signer([SIGNER.public]) == SIGNER.public
    assert Checkpoint.read(note.text).size == 7
    assert printed.getvalue().splitlines()[1].startswith(f"{ORIGIN}: 7 events, digest ")
    assert ask(b"x" * 100_001)[0] == 413


def test_two_installations_show_each_other_a_second_history(client, settings, tmp_path):
    """A reader who was shown the forged history compares it with the witness's checkpoint."""
    settings.WITNESS_KEY_FILE = tmp_path / "witness_key"
    settings.WITNESS_LOGS = (str(SIGNER.public),)
    call_command("witness", "--make-key=club.example/witness", stdout=StringIO())
    client.post("/witness/add-checkpoint", request(0, LEAVES[:7]), content_type="text/plain")

    shown = Checkpoint.read(Note.read(client.get(f"/witness/{origin_hash(ORIGIN)}/checkpoint").content.decode()).text)
    mine = root_of(FORKED[:9])
    proof = [root_of(FORKED[start:end]) for start, end in consistency_path(shown.size, 9)]
    note = SIGNER.sign(Checkpoint(ORIGIN, 9, mine).text)

    refused = client.post("/witness/add-checkpoint", request_text(7, proof, note), content_type="text/plain")
    assert (shown.root == root_of(FORKED[:7]), refused.status_code) == (False, 422)


def test_a_key_is_made_once_and_under_a_valid_name(settings, tmp_path):
    settings.WITNESS_KEY_FILE = tmp_path / "witness_key"
    with pytest.raises(CommandError, match="There is no key"):
        call_command("witness")
    with pytest.raises(CommandError, match="no spaces and no plus signs"):
        call_command("witness", "--make-key=a b")
    call_command("witness", "--make-key=club.example/witness", stdout=StringIO())

    with pytest.raises(CommandError, match="there is a key already"):
        call_command("witness", "--make-key=club.example/witness")


def test_settings_name_what_does_not_fit():
    key, log = str(KEY.public), str(SIGNER.public)

    assert _witness(f"https://a.example/w {key}") == ("https://a.example/w", key)
    assert _log_key(log) == log
    for read_setting, text in ((_witness, key), (_witness, f"https://a.example {log}"), (_log_key, key)):
        with pytest.raises(ImproperlyConfigured, match=r"^WITNESS"):
            read_setting(text)
