"""Verification in the browser, on a page of the service or the same page as a file."""

import json
import subprocess
import sys
from hashlib import sha256

import pytest

from league.common.read_models import as_json
from league.eventlog.projections import runner
from league.eventlog.transparency import checkpoints
from league.integrity.checkpoints import rotate
from league.integrity.evidence import evidence
from tests.builders.played import Table, signed, signs
from tests.paths import ROOT
from tests.web.presses import axe_findings
from tests.web.readers import Reader


@pytest.fixture
def good(committed_server, tmp_path, monkeypatch):
    """The evidence of a short match, signed by the second key of the log."""
    signs(tmp_path, monkeypatch)
    other = Table("rummikub")
    table = Table("the_game_extreme", names="гдежз")
    other.play(2)
    table.play(2)
    signed()
    rotate()
    table.move(min(table.now.turn), "give_up")
    runner.catch_up_all()
    signed()
    return as_json(evidence(table.id))


def choose(page, given):
    """Give the page a file, and wait for its verdict: the verdict, and what it lists."""
    raw = given if isinstance(given, bytes) else json.dumps(given, ensure_ascii=False).encode()
    page.get_by_label("Evidence file:").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": raw}
    )
    page.locator("#verdict .verdict").wait_for()
    verdict = page.locator("#verdict .verdict").inner_text()
    lines = page.locator("#verdict li").all_inner_texts()
    page.reload()
    return verdict, lines


def changed(given, at, /, **columns):
    events = [dict(event) for event in given["events"]]
    events[at] |= columns
    return {**given, "events": events}


def test_good_evidence_is_right_and_the_page_is_accessible(page, committed_server, good):
    page.goto(f"{committed_server.url}/verify/")

    verdict, lines = choose(page, good)

    assert verdict == "Everything checked is correct."
    assert len(lines) == 4
    assert lines[0].startswith(
        f"Match {good['match']}: {len(good['events'])} events, linked without a gap, the last at "
    )
    assert checkpoints.newest().checkpoint.digest in lines[1]
    assert lines[2].startswith("Signed by example.org/club/log1+")
    assert lines[3] == "The revealed seed matches the one sealed before the deal."
    assert axe_findings(page) == []


def test_evidence_is_invalid_under_the_key_of_another_log(page, committed_server, good):
    in_shard = Table("the_game_extreme", names="гдежз", shard=2)
    assert in_shard.play()
    signed()
    in_shard = as_json(evidence(in_shard.id))
    old, new = (str(key.key) for key in checkpoints.signing_keys())
    stranger = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    page.goto(f"{committed_server.url}/verify/")
    told = []

    for key in (old, new, stranger):
        for each in (good, in_shard):
            page.get_by_label("Public key of the log").fill(key)
            told.append(choose(page, each)[0])

    right, wrong = "Everything checked is correct.", "This evidence is invalid."
    assert in_shard["keys"][-1]["key"].startswith("example.org/club/log1/shard2+")
    assert told == [right, wrong, right, right, wrong, wrong]


def test_changed_evidence_is_wrong(page, committed_server, good):
    flipped = sha256(b"x").hexdigest()
    payload = good["events"][2]["payload"]
    wrong = {
        "payload": changed(good, 2, payload=payload.replace("1", "2")),
        "seq": changed(good, 2, seq=9),
        "shard": changed(good, 2, shard=1),
        "kind": changed(good, 2, kind="game.opened"),
        "schema": changed(good, 2, schema=2),
        "private_commit": changed(good, 2, private_commit=flipped),
        "actor": changed(good, 2, actor=None),
        "command_id": changed(good, 2, command_id=good["events"][-1]["command_id"]),
        "at": changed(good, 2, at=good["events"][2]["at"].replace("20", "19", 1)),
        "hash": changed(good, 2, hash=flipped),
        "position": changed(good, 2, position=good["events"][2]["position"] + 1),
        "last event": {**good, "events": good["events"][:-1]},
        "first event": {**good, "events": good["events"][1:]},
        "swapped": {**good, "events": [good["events"][1], good["events"][0], *good["events"][2:]]},
        "proof": {**good, "proof": [flipped, *good["proof"][1:]]},
        "shorter proof": {**good, "proof": good["proof"][:-1]},
        "longer proof": {**good, "proof": [*good["proof"], flipped]},
        "root": {**good, "checkpoint": good["checkpoint"].replace("\n", "\n1", 1)},
        "signature": {**good, "checkpoint": good["checkpoint"].replace("example.org", "example.com")},
        "seed": {**good, "seeds": [flipped]},
        "key": {**good, "keys": good["keys"][:1]},
        "statement": {**good, "keys": [good["keys"][0], {**good["keys"][1], "first": 1}]},
        "match": {**good, "match": good["events"][-1]["command_id"]},
    }
    page.goto(f"{committed_server.url}/verify/")

    told = {name: choose(page, given) for name, given in wrong.items()}

    assert {name: verdict for name, (verdict, _) in told.items()} == dict.fromkeys(wrong, "This evidence is invalid.")
    assert "event 3: The hash doesn’t match the event’s fields, so something in it was changed." in told["payload"][1]
    assert (
        "event 3, hash: The hash doesn’t match the event’s fields, so something in it was changed." in told["hash"][1]
    )
    assert "event 3, seq: The event number is wrong." in told["seq"][1]
    assert told["proof"][1] == ["proof: The events aren’t in the signed log."]


def test_an_unreadable_file_is_not_called_wrong_just_as_on_the_command_line(page, committed_server, good, tmp_path):
    whole = json.dumps(good).encode()
    unread = {
        "truncated": whole[: len(whole) // 2],
        "no json": b"{",
        "no object": b"[]",
        "member": {**good, "more": 1},
        "hash": changed(good, 2, hash="x"),
        "proof": {**good, "proof": ["x"]},
        "seed": {**good, "seeds": ["x"]},
        "key": {**good, "keys": [{**good["keys"][0], "key": "x"}]},
    }
    page.goto(f"{committed_server.url}/verify/")

    told = {name: choose(page, given) for name, given in unread.items()}
    statuses = {name: verified(tmp_path / "match.json", given) for name, given in unread.items()}

    assert {name: verdict for name, (verdict, _) in told.items()} == dict.fromkeys(
        unread, "This file can’t be checked."
    )
    assert statuses == dict.fromkeys(unread, (2, True))
    assert told["truncated"][1] == ["The file isn’t valid JSON."]
    assert told["member"][1] == ["The file isn’t in the evidence format: file.more."]


def verified(path, given):
    """The exit status of the command, and whether it says that the file cannot be checked."""
    path.write_bytes(given if isinstance(given, bytes) else json.dumps(given).encode())
    command = [sys.executable, "-m", "verify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return done.returncode, "it cannot be checked" in done.stderr


def test_the_page_works_as_a_file_without_any_service(page, committed_server, good, tmp_path):
    page.goto(f"{committed_server.url}/verify/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save this page as a single file").click()
    download.value.save_as(tmp_path / "verify.html")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)

    page.goto((tmp_path / "verify.html").as_uri())
    right, _ = choose(page, good)
    wrong, _ = choose(page, changed(good, 1, shard=1))

    assert (right, wrong) == ("Everything checked is correct.", "This evidence is invalid.")
    assert {url.partition(":")[0] for url in asked} <= {"file", "blob"}


KEPT_OTHERWISE = """() => Object.entries(localStorage).filter(([key]) => key.startsWith("ludex-checkpoint:"))
  .forEach(([key, value]) => localStorage.setItem(key, value.replace(/"root":".{8}/, '"root":"00000000')))"""


def test_checkpoints_have_a_page(page, committed_server, good):
    page.goto(f"{committed_server.url}/checkpoints/")

    assert page.locator("code.digest").inner_text() == checkpoints.newest().checkpoint.digest
    assert page.locator("#note").inner_text() == checkpoints.newest().note
    assert len(page.locator("tbody tr").all()) == len(checkpoints.every())
    assert axe_findings(page) == []

    said = page.locator("#keep [role=status]")
    page.get_by_role("button", name="Keep this checkpoint on this device").click()
    told = [said.inner_text()]
    table = Table("rummikub")
    table.play(1)
    signed()
    for forged in (False, True):
        if forged:
            page.evaluate(KEPT_OTHERWISE)
        page.reload()
        page.locator("#keep [role=status]:not(:empty)").wait_for()
        told.append(said.inner_text())

    assert told[0].startswith("This device keeps the latest checkpoint, since ")
    assert told[1].startswith("The log still starts with the checkpoint that you kept on ")
    assert told[2].startswith("The log doesn’t continue the checkpoint that you kept on ")
    assert page.locator("#keep pre").inner_text().startswith("example.org/club/log1\n")
    assert page.get_by_role("button", name="Keep this checkpoint on this device").is_hidden()
    assert axe_findings(page) == []


def test_before_the_first_checkpoint_the_page_says_so(page, committed_server):
    page.goto(f"{committed_server.url}/checkpoints/")

    assert "No checkpoint has been signed here yet." in page.locator("main").inner_text()


def test_after_its_end_a_match_says_that_its_deals_were_checked(page, committed_server, good):
    for path in (f"/matches/{good['match']}/", f"/matches/{good['match']}/replay/"):
        page.goto(f"{committed_server.url}{path}")

        said = page.locator(".fair").inner_text()

        assert said.startswith("Seed revealed: every deal was checked and matches the sealed seed.")
        assert page.get_by_role("link", name="Match evidence", exact=True).get_attribute("href") == (
            f"/api/v1/matches/{good['match']}/evidence/"
        )


@pytest.mark.django_db
def test_the_verification_page_exists_in_russian():
    served, kept = (Reader(language="ru").page(f"/verify/{file}") for file in ("", "ludex-verify.html"))

    assert served.headings[0] == kept.headings[0] == "Проверка доказательств матча"
    assert [script.get("src") for script in kept.all("script")] == ["", ""]  # texts and code
