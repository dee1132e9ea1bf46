"""Verification in the browser, on a page of the service or the same page as a file."""

import json
import re
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
from tests.verify import merkle_vectors
from tests.verify.given import sample
from tests.verify.log import SIGNER, Fact, Raw, evidence_of
from tests.verify.mutations import bases
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


RIGHT = "Everything that this page checks is correct."
UNPROVED = "Nothing is wrong, but not everything is proved."


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

    assert verdict == RIGHT
    linked, point, signed_by, people, outcome, deals, unchecked = lines
    assert linked.startswith(f"Match {good['match']}: {len(good['events'])} events, linked without a gap, the last at ")
    assert checkpoints.newest().checkpoint.digest in point
    assert signed_by == f"Signed by {checkpoints.signing_keys()[-1].key}, a key of this service."
    players = ", ".join(json.loads(good["events"][0]["payload"])["seats"])
    assert people.startswith(f"Game the_game_extreme, players by seat: {players}. Results: 1.1: ")
    assert outcome == "Outcome: confirmed."
    assert deals == "The revealed seed matches the one sealed before the deal."
    assert unchecked.startswith("Not checked here: whether moves and results follow the rules of the game, who won")
    assert axe_findings(page) == []
    assert inclusion_outcomes(page) == {name: vector.right for name, vector in merkle_vectors.INCLUSION.items()}
    assert growth_outcomes(page) == {name: vector.right for name, vector in merkle_vectors.CONSISTENCY.items()}


def growth_outcomes(page):
    """Which proofs of growth the code of the page of checkpoints finds right: the vectors of another implementation."""
    code = (ROOT / "web" / "static" / "web" / "keep.js").read_text(encoding="utf-8")
    functions = code[code.index("const unhex") : code.index("/**\n * What was signed")]
    given = {
        name: [vector.first, vector.second, vector.first_root.hex(), vector.second_root.hex(), as_hex(vector.proof)]
        for name, vector in merkle_vectors.CONSISTENCY.items()
        if vector.second < 2**53
    }
    found = page.evaluate(
        """async (given) => {
            const found = {};
            for (const [name, [first, second, root, other, proof]] of Object.entries(given)) {
                const hashes = proof.map(unhex);
                const made = await roots(first, 0, second, unhex(root), hashes).catch(() => null);
                found[name] = made !== null && !hashes.length && hex(made[0]) === root && hex(made[1]) === other;
            }
            return found;
        }""".replace("=> {", "=> {" + functions, 1),
        given,
    )
    return {name: found.get(name, False) for name in merkle_vectors.CONSISTENCY}


def as_hex(hashes):
    return [hash_.hex() for hash_ in hashes]


def inclusion_outcomes(page):
    """Which proofs of inclusion the page finds right: the vectors of another implementation."""
    given = {
        name: [
            str(vector.index),
            str(vector.size),
            list(vector.leaf),
            list(vector.root),
            [list(hash_) for hash_ in vector.left_to_right],
        ]
        for name, vector in merkle_vectors.INCLUSION.items()
    }
    return page.evaluate(
        """async (given) => {
            const found = {};
            for (const [name, [index, size, leaf, root, proof]] of Object.entries(given)) {
                const leaves = new Map([[Number(index), Uint8Array.from(leaf)]]);
                try {
                    whole(Number(index), "index");
                    whole(Number(size), "size");
                    const made = await rootByCover(leaves, Number(size), proof.map((each) => Uint8Array.from(each)));
                    found[name] = same(made, Uint8Array.from(root));
                } catch (error) {
                    if (!(error instanceof Wrong)) throw error;
                    found[name] = false;
                }
            }
            return found;
        }""",
        given,
    )


def test_the_page_reads_matches_of_every_game_and_level(page, committed_server):
    page.goto(f"{committed_server.url}/verify/")

    told = {name: judge(page, given, SIGNER.public) for name, given in bases().items()}
    forged = {name: judge(page, forge(given), SIGNER.public) for name, given in bases().items()}

    assert told == dict.fromkeys(bases(), ("right", [], []))
    assert forged == dict.fromkeys(bases(), ("wrong", ["record"], []))
    assert {name: deals(page, bases()[name]) for name in ("dealt", "score")} == {"dealt": "sealed", "score": "undealt"}
    assert judge(page, bases()["dealt"], None) == ("partly", [], ["keyless"])
    assert {name: judge(page, given, SIGNER.public) for name, (given, _) in lies().items()} == {
        name: verdict for name, (_, verdict) in lies().items()
    }


def lies():
    """Files of a log that signs events which no service writes, with the verdict on each."""
    ruling = Fact("ruling.given", {"ruling": "x", "kind": "void", "reason": "", "by": "y"})
    adjusted = Fact("score.adjusted", {"round": 1, "game": 1, "points": [0, 0], "winners": [], "ruling": "x"})
    return {
        "nonsense": (with_fact("score", Raw("nonsense")), ("wrong", ["payload"], [])),
        "a member twice": (with_fact("score", Raw('{"seat":0,"seat":1}')), ("wrong", ["payload"], [])),
        "a seat too many": (with_fact("score", {"seat": 2}), ("wrong", ["payload"], [])),
        "an unknown member": (with_fact("score", {"by": 2}), ("partly", [], ["version"])),
        "an unknown kind": (with_fact("score", {}, "result.blessed"), ("partly", [], ["version"])),
        "a ruling without effect": (with_fact("score", ruling.payload, ruling.kind), ("wrong", ["ruling"], [])),
        "no ruling": (with_fact("score", adjusted.payload, adjusted.kind), ("wrong", ["payload"], [])),
        "no seed": (without("dealt", "seed.revealed", seeds=[]), ("partly", [], ["hidden"])),
        "no end": (without("dealt", "match.ended"), ("wrong", ["endless"], [])),
        "no deck": ({**bases()["deck"], "deck": {**bases()["deck"]["deck"], "suits": {}}}, ("wrong", ["deck"], [])),
    }


def facts_of(name):
    return [Fact(event["kind"], Raw(event["payload"])) for event in sample(name)["events"]]


def with_fact(name, payload, kind="result.confirmed"):
    return evidence_of([*facts_of(name), Fact(kind, payload)], sample(name)["record"], seeds=sample(name)["seeds"])


def without(name, kind, seeds=None):
    facts = [fact for fact in facts_of(name) if fact.kind != kind]
    return evidence_of(facts, sample(name)["record"], seeds=sample(name)["seeds"] if seeds is None else seeds)


def forge(given):
    """The file with one more point in its record."""
    changed = re.sub(
        r"(?m)^points: (-?\d+)", lambda found: f"points: {int(found.group(1)) + 1}", given["record"], count=1
    )
    return {**given, "record": changed}


def judge(page, given, key):
    """The page's verdict on a file: its state, the codes of faults, and of what is not proved."""
    return tuple(
        page.evaluate(
            """async ([text, key]) => {
                const members = JSON.parse(document.getElementById("members").textContent);
                const { faults, unchecked, unread } = await check(text, key, [], members);
                const state = unread ? "unread" : faults.length ? "wrong" : unchecked.length ? "partly" : "right";
                return [state, faults.map((each) => each.code), unchecked.map(([code]) => code)];
            }""",
            [json.dumps(given, ensure_ascii=False), str(key or "")],
        )
    )


def deals(page, given):
    """The code of what the page says about the deals of a file, which is the last thing."""
    return page.evaluate(
        """async ([text, key]) => {
            const members = JSON.parse(document.getElementById("members").textContent);
            return (await check(text, key, [], members)).found.at(-1)[0];
        }""",
        [json.dumps(given, ensure_ascii=False), str(SIGNER.public)],
    )


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

    right, wrong = RIGHT, "This evidence is invalid."
    page.get_by_label("Public key of the log").fill("")
    assert choose(page, in_shard)[0] == right  # by a key of this service
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
        "record": {**good, "record": good["record"].replace("give_up", "fail min_cards")},
        "points": {**good, "record": re.sub(r"points: \d+", "points: 500", good["record"])},
        "option": {**good, "record": good["record"].replace("games: 1\n", "games: 2\n")},
        "deck": {**good, "deck": {"game": "the_game_extreme", "manifest_id": "tge-house-1", "cards": []}},
        "head": {**good, "head": {**good["head"], "path": [flipped, *good["head"]["path"][1:]]}},
    }
    page.goto(f"{committed_server.url}/verify/")

    told = {name: choose(page, given) for name, given in wrong.items()}

    assert {name: verdict for name, (verdict, _) in told.items()} == dict.fromkeys(wrong, "This evidence is invalid.")
    assert "event 3: The hash doesn’t match the event’s fields, so something in it was changed." in told["payload"][1]
    assert (
        "event 3, hash: The hash doesn’t match the event’s fields, so something in it was changed." in told["hash"][1]
    )
    assert "event 3, seq: The event number is wrong." in told["seq"][1]
    assert told["proof"][1][0] == "proof: The events aren’t in the signed log."
    assert told["points"][1][0] == "record: This isn’t the record that the events give."
    assert told["deck"][1][0] == "deck: This isn’t the deck that the match was played with."


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
        "twice": whole.replace(b'"deck"', b'"deck": null, "deck"', 1),
        "fraction": whole.replace(b'"seq": 2', b'"seq": 2.0', 1),
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
    assert told["twice"][1] == ["The same member appears twice in the file: deck."]


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
    unproved, lines = choose(page, good)
    page.get_by_label("Public key of the log").fill(str(checkpoints.signing_keys()[0].key))
    right, _ = choose(page, good)
    wrong, _ = choose(page, changed(good, 1, shard=1))

    assert (unproved, right, wrong) == (UNPROVED, RIGHT, "This evidence is invalid.")
    assert any("No key of the service is known here." in line for line in lines)
    assert {url.partition(":")[0] for url in asked} <= {"file", "blob"}


KEPT_OTHERWISE = """([start, other]) => Object.entries(localStorage)
  .filter(([key]) => key.startsWith("ludex-checkpoint:"))
  .forEach(([key, value]) => localStorage.setItem(key, value.replace(new RegExp(`${start}.{8}`), start + other)))"""


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
            page.evaluate(KEPT_OTHERWISE, ['"root":"', "00000000"])
        page.reload()
        page.locator("#keep [role=status]:not(:empty)").wait_for()
        told.append(said.inner_text())

    assert told[0].startswith("This device keeps the latest checkpoint, since ")
    assert told[1].startswith("The log still starts with the checkpoint that you kept on ")
    assert told[2].startswith("The log doesn’t continue the checkpoint that you kept on ")
    assert page.locator("#keep pre").inner_text().startswith("example.org/club/log1\n")
    assert page.get_by_role("button", name="Keep this checkpoint on this device").is_hidden()
    assert axe_findings(page) == []

    page.evaluate("() => localStorage.clear()")
    page.reload()
    page.get_by_role("button", name="Keep this checkpoint on this device").click()
    page.evaluate(KEPT_OTHERWISE, ["heads ", "AAAAAAAA"])  # the same events under another statement
    page.reload()
    page.locator("#keep [role=status]:not(:empty)").wait_for()
    assert said.inner_text().startswith("The log doesn’t continue the checkpoint that you kept on ")


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
    assert [script.get("src") for script in kept.all("script")] == ["", "", ""]  # texts, members and code
