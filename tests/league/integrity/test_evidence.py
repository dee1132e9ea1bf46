"""Evidence from the service is valid for every game, and available only after the end."""

import json
import os

import pytest
from django.conf import settings

from games.chance import Chance, seat_commitment
from games.registry import engines
from league.common.read_models import as_json
from league.errors import Unknown
from league.eventlog.errors import NothingSigned, NotSignedYet
from league.eventlog.transparency import checkpoints, key_changes
from league.impact import services as results
from league.integrity.checkpoints import rotate
from league.integrity.errors import EvidenceNotYet
from league.integrity.evidence import deal_is_fair, evidence
from league.matches import repository as match_repository
from league.matches.errors import NoSeed
from league.matches.queries.detail import fairness
from league.matches.services import seat_seeds
from league.matches.services import setup as match_setup
from tests.builders.disputes import Dispute
from tests.builders.played import SeatedTable, Table, signed, signs
from tests.processes import python
from verify.evidence_check import check
from verify.evidence_file import evidence as read
from verify.signed_notes import PublicKey

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _signing(tmp_path, monkeypatch):
    signs(tmp_path, monkeypatch)


def made(table):
    """The evidence of a match as a file."""
    signed()
    return json.dumps(as_json(evidence(table.id)), ensure_ascii=False).encode()


def checked(raw):
    """The verdict on a file, with the log's newest key from elsewhere."""
    return check(read(raw), checkpoints.signing_keys()[-1].key)


def verify(path, *options, blocked=""):
    """Run the verifier by itself."""
    program = f"import sys; sys.modules.update(dict.fromkeys({blocked.split()!r}))\n"
    program += "import runpy; sys.argv = ['verify', *sys.argv[1:]]; runpy.run_module('verify', run_name='__main__')"
    environment = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return python("-c", program, path, *options, environment={**environment, "PYTHONIOENCODING": "utf-8"})


@pytest.mark.parametrize("game", sorted(set(engines()) & {"rummikub", "ralph", "the_game_extreme", "toy_story_4"}))
def test_a_match_dealt_by_the_service_is_valid_in_every_part(game):
    table = Table(game)
    assert table.play()

    verdict = checked(made(table))

    assert (verdict.faults, verdict.unproved) == ((), ())
    count = len(json.loads(made(table))["events"])
    assert verdict.found[0].startswith(f"match {table.id}: {count} events, linked and in the log, the last of 20")
    assert verdict.found[-1].endswith("chance moves follow from the sealed seed")


def test_the_verifier_names_seats_that_were_left_out():
    table = Table("ralph", 3, dealing="joint")
    own = {seat: bytes([seat]) * 32 for seat in range(2)}
    for seat, seed in own.items():
        commitment = seat_commitment(table.now.opened.seed_hash, seat, seed)
        seat_seeds.commit_seat_seed(match_id=table.id, seat=seat, commitment=commitment, actor=table.actor)
    seat_seeds.omit_seat_seeds(match_id=table.id, seats=[2], actor=table.actor)
    for seat, seed in own.items():
        seat_seeds.reveal_seat_seed(match_id=table.id, seat=seat, seed=seed, actor=table.actor)
    assert table.play()

    verdict = checked(made(table))

    assert (verdict.faults, verdict.unproved) == ((), ())
    together, dealt = verdict.found[-2:]
    assert (
        together == "the deal is drawn from the sealed seed and seeds of the seats: 0, 1; without seat 2, as it decided"
    )
    assert dealt.endswith("chance moves follow from the sealed seed")
    assert fairness(table.id).fair


def test_a_deal_that_was_typed_after_one_of_the_service_has_no_seed_to_check():
    table = SeatedTable("ralph")
    match_setup.choose_level(
        match_id=table.id, level="full", dealing="table", expected=table.now.revision, actor=table.actor
    )
    table.dealing = "table"
    while not table.now.over:
        now = table.now
        seat, chance = min(now.turn), Chance(b"typed", f"{now.revision}")
        made_move = now.rules.draw(now.position, chance) if seat < 0 else now.rules.suggest(now.position, seat, chance)
        table.move(seat, str(made_move))

    verdict = checked(made(table))

    assert (verdict.faults, verdict.unproved) == ((), ())
    assert verdict.found[-1] == (
        "deals: made at the table, so there is no seed to check; of deals before that, "
        "1 of 1 chance moves follow from revealed seeds"
    )
    assert deal_is_fair(table.id) is None
    with pytest.raises(NoSeed):
        fairness(table.id)


def test_a_deal_that_was_put_away_and_the_next_one_follow_from_their_own_seeds():
    table = Table("ralph")
    match_setup.change_seats(
        match_id=table.id,
        players=table.players[::-1],
        reason="Wrong chairs.",
        expected=table.now.revision,
        actor=table.actor,
    )
    assert table.play()
    given = json.loads(made(table))
    deals = sum(json.loads(each["payload"]).get("seat") == -1 for each in given["events"])

    verdict = checked(json.dumps(given).encode())

    assert (verdict.faults, verdict.unproved, len(given["seeds"])) == ((), (), 2)
    assert verdict.found[-1] == f"deals: all {deals} chance moves follow from the sealed seed"


def test_a_match_dealt_at_a_table_is_valid_too():
    table = Table("riff_raff", dealing="table", level="open")
    while not table.now.over:
        now = table.now
        seat = min(now.turn)
        table.move(seat, str(next(iter(now.rules.legal(now.position, seat)))))

    verdict = checked(made(table))

    assert (verdict.faults, verdict.unproved) == ((), ())
    assert verdict.found[-1] == "deals: made at the table, so there is no seed to check"


def test_the_verifier_needs_only_the_rules_of_games(tmp_path):
    table = Table("the_game_extreme")
    table.play()
    (tmp_path / "match.json").write_bytes(made(table))

    blocked = "django rest_framework celery psycopg league msgspec"
    said = verify(tmp_path / "match.json", blocked=blocked)
    known = verify(tmp_path / "match.json", "--key", str(checkpoints.signing_keys()[-1].key), blocked=blocked)

    assert (said.returncode, said.stderr, said.stdout.splitlines()[-1]) == (2, "", "not proved")
    assert (known.returncode, known.stderr, known.stdout.splitlines()[-1]) == (0, "", "right")
    assert "a key from the file itself" in said.stdout


def test_a_key_from_elsewhere_is_the_one_that_counts(tmp_path):
    table = Table("the_game_extreme")
    table.play()
    (tmp_path / "match.json").write_bytes(made(table))
    (tmp_path / "log.pub").write_text(f"{checkpoints.signing_keys()[0].key}\n")
    stranger = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"

    right = verify(tmp_path / "match.json", "--key", tmp_path / "log.pub")
    wrong = verify(tmp_path / "match.json", "--key", stranger)
    none = verify(tmp_path / "match.json", "--key", "no key")

    assert (right.returncode, wrong.returncode, none.returncode) == (0, 1, 2)
    assert "signed by the given key" in right.stdout
    assert (
        f"WRONG checkpoint: The key {stranger} did not sign this and does not vouch for the key that did"
        in wrong.stdout
    )


def test_an_old_key_vouches_for_a_new_one():
    first = Table("the_game_extreme")
    first.play()
    old = read(made(first))
    rotate()
    second = Table("the_game_extreme")
    second.play()
    new = read(made(second))

    known = [key.key for key in checkpoints.signing_keys()]
    assert [key.key for key in new.keys] == known
    assert [check(old, known[0]).faults, check(new, known[0]).faults, check(new, known[1]).faults] == [(), (), ()]
    assert "for which the given key vouches" in check(new, known[0]).found[2]
    assert [str(fault) for fault in check(old, known[1]).faults] == [  # the file is from before the change
        f"checkpoint: The key {known[1]} did not sign this and does not vouch for the key that did"
    ]


def test_a_new_key_vouches_for_the_one_before_it():
    table = Table("the_game_extreme")
    table.play()
    signed()
    rotate()

    found = check(read(json.dumps(as_json(evidence(table.id))).encode()), checkpoints.signing_keys()[-1].key)

    assert found.faults == ()
    assert "for which the given key vouches" in found.found[2]


def test_a_restarted_log_is_reported_as_such():
    table = Table("rummikub")
    assert table.play()
    signed()
    key_changes.begin_anew(settings.CHECKPOINT_KEY_FILE, settings.CHECKPOINT_WITNESS_FILE)

    found = checked(made(table)).found

    told = "was started after example.org/club/log1, and may not contain everything from there"
    assert f"example.org/club/log2 {told}" in found


def test_without_the_signature_package_everything_else_is_checked(tmp_path):
    table = Table("the_game_extreme")
    table.play()
    (tmp_path / "match.json").write_bytes(made(table))

    said = verify(tmp_path / "match.json", blocked="cryptography.exceptions")

    assert said.returncode == 2
    assert "NOT PROVED the signature: Checking signatures needs the package “cryptography”" in said.stdout
    assert said.stdout.splitlines()[-1] == "not proved"


def test_there_is_no_evidence_while_a_match_lasts():
    table = Table("rummikub")
    signed()

    with pytest.raises(EvidenceNotYet, match=f"Match {table.id} is not over"):
        evidence(table.id)


def test_there_is_no_evidence_of_a_forfeit_match_because_it_may_be_played_on():
    table = Table("rummikub")
    results.forfeit_match(
        match_id=table.id,
        seats=[0],
        reason="late",
        expected=match_repository.load(table.id).head.seq,
        actor=table.actor,
    )
    signed()

    with pytest.raises(EvidenceNotYet):
        evidence(table.id)


def test_evidence_waits_for_a_checkpoint_over_the_last_event():
    table = Table("the_game_extreme")
    table.play(1)
    signed()
    table.play()

    with pytest.raises(NotSignedYet, match=f"of match-{table.id} is not in a signed checkpoint yet"):
        evidence(table.id)


def test_there_is_no_evidence_without_checkpoints():
    table = Table("the_game_extreme")
    table.play()

    with pytest.raises(NothingSigned):
        evidence(table.id)


def test_there_is_no_evidence_of_an_unknown_match():
    with pytest.raises(Unknown):
        evidence("0192f0c1-0000-7000-8000-000000000000")


def test_evidence_contains_no_names():
    table = Table("the_game_extreme", names=["Аннаперсона", "Борисперсона"])
    table.play()

    text = made(table).decode()

    assert "персона" not in text.lower()
    assert "seats: 2\\n" in text


def test_a_published_key_is_read_as_written():
    signed()
    table = Table("the_game_extreme")
    table.play()

    (key,) = json.loads(made(table))["keys"]

    assert PublicKey.read(key["key"]).name == "example.org/club/log1"


def test_a_match_resumed_after_its_end_is_valid_with_both_seeds():
    dispute = Dispute()
    dispute.play()
    dispute.rule("adjust", game=(1, 1), points=(5, -5))
    dispute.rule("annul", revision=dispute.last_move())
    dispute.play()
    dispute.rule("replay", game=(1, 1))
    dispute.play()

    verdict = checked(made(dispute))

    assert (verdict.faults, verdict.unproved) == ((), ())
