import pytest

from deploy import processes
from tests.processes import python


@pytest.mark.parametrize("words", [[], ["postgres"], ["web", "worker"]])
def test_an_unknown_part_is_refused(words):
    asked = python("-m", "deploy.processes", *words)

    assert (asked.returncode, asked.stderr) == (1, "usage: python -m deploy.processes web|worker|beat\n")


@pytest.mark.parametrize("number", ["1", "2"])
def test_web_processes_add_up_their_metrics_in_an_empty_folder(tmp_path, monkeypatch, number):
    folder = tmp_path / "measurements"
    folder.mkdir()
    (folder / "counter_1.db").write_bytes(b"of the last start")
    monkeypatch.setenv("WEB_CONCURRENCY", number)
    monkeypatch.setenv("STATIC_ROOT", str(tmp_path))
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(folder))

    command = processes.web()

    assert command == [*processes.WEB, "--bind=127.0.0.1:8000"]
    assert list(folder.iterdir()) == []


def test_a_worker_takes_the_queues_that_are_named_and_refuses_what_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("CHECKPOINT_KEY_FILE", str(tmp_path / "key"))
    keyless = processes.worker()[-1]
    (tmp_path / "key").touch()
    able = processes.worker()[-1]
    monkeypatch.setenv("WORKER_QUEUES", "celery, webhooks")
    named = processes.worker()[-1]
    monkeypatch.setenv("WORKER_QUEUES", "celery,webhook")

    with pytest.raises(SystemExit, match="WORKER_QUEUES: 'webhook' is none of celery, webhooks, signing, housekeeping"):
        processes.worker()

    assert (keyless, able, named) == ("--exclude-queues=signing", "--without-mingle", "--queues=celery,webhooks")
