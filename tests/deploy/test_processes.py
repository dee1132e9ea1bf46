import pytest

from deploy import processes
from tests.processes import python


@pytest.mark.parametrize("words", [[], ["postgres"], ["web", "worker"]])
def test_an_unknown_part_is_refused(words):
    asked = python("-m", "deploy.processes", *words)

    assert (asked.returncode, asked.stderr) == (1, "usage: python -m deploy.processes web|worker|beat\n")


def test_several_web_processes_add_up_their_metrics_in_an_empty_folder(tmp_path, monkeypatch):
    folder = tmp_path / "measurements"
    folder.mkdir()
    (folder / "counter_1.db").write_bytes(b"of the last start")
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    monkeypatch.setenv("STATIC_ROOT", str(tmp_path))
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(folder))

    command = processes.web()

    assert command == [*processes.WEB, "--bind=127.0.0.1:8000"]
    assert list(folder.iterdir()) == []
