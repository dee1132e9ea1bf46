"""Clubs in four shards: everything that follows the log is right in each of them, whatever the order between them."""

import json
from collections import Counter

import pytest
from rest_framework.test import APIClient

from deploy.observability.gauges import sealing_backlog
from league.club_data.export import export_club
from league.club_data.import_ import import_club
from league.clubs.models import Club
from league.common.actor import NOBODY
from league.common.read_models import as_json
from league.eventlog import sealer
from league.eventlog.audit import hash_chains
from league.eventlog.projections import registry, runner
from league.eventlog.transparency import checkpoints, delays
from league.feeds.channels import Place, TournamentChannel
from league.integrity.audit import audit
from league.integrity.evidence import evidence
from league.matches.models import MatchRow, MatchTotal
from league.ratings.models import RatedMatch, RatingDay, RatingRow
from league.seasons.models import LeagueRow, SeasonEvent, SeasonStanding
from league.tournaments.models import TournamentMatch, TournamentRow, TournamentStanding
from tests.api.clients import API
from tests.builders.club_files import evening_with_a_past, lines
from tests.builders.clubs import founded
from tests.builders.evenings import started
from tests.builders.played import Table, signed, signs
from tests.league.rows import rows_of
from tests.league.sql import execute
from verify.evidence_check import check, check_consistency
from verify.evidence_file import consistency
from verify.evidence_file import evidence as read
from verify.signed_notes import Checkpoint, Note, PublicKey

TABLES = (
    *(MatchRow, MatchTotal, RatedMatch, RatingDay, RatingRow, LeagueRow, SeasonEvent, SeasonStanding),
    *(TournamentRow, TournamentMatch, TournamentStanding),
)
SHARDS = range(4)


def play_evenings():
    """An evening of seven players in each shard, reported in turns: the shards grow side by side."""
    evenings = [started(7, shard=shard) for shard in SHARDS]
    for number in range(2):
        tables = [evening.draw() for evening in evenings]
        for row in zip(*tables, strict=True):
            for evening, table in zip(evenings, row, strict=True):
                evening.report(table, number)
    return evenings


@pytest.mark.django_db
def test_new_clubs_are_spread_and_all_their_streams_follow(settings):
    settings.LUDEX_SHARDS = 4

    clubs = [founded()[1] for _ in range(8)]

    chosen = {club: sealer.choose_shard(club, 4) for club in clubs}
    assert dict(Club.objects.filter(pk__in=clubs).values_list("pk", "shard")) == chosen
    assert set(sealer.shards()) == {0, *chosen.values()}


@pytest.mark.django_db
def test_rows_are_the_same_in_any_order_of_the_shards():
    play_evenings()
    runner.catch_up_all()
    whole = rows_of(*TABLES)

    for name in registry.names():
        runner.rebuild(name)
    rebuilt = rows_of(*TABLES)
    for name in registry.names():
        registry.find(name).reset()
    execute("UPDATE eventlog.projection SET position = 0 WHERE name <> 'webhooks'")
    runner.catch_up_all(first=(3, 1))

    assert (rebuilt, rows_of(*TABLES)) == (whole, whole)
    assert all(map(len, whole[:5]))
    assert Counter(club for (club,) in MatchRow.objects.values_list("club")) == dict.fromkeys(
        Club.objects.values_list("id", flat=True), 4
    )


@pytest.mark.django_db
def test_a_stream_is_in_the_shard_of_its_club_and_the_auditor_is_content(tmp_path, monkeypatch):
    signs(tmp_path, monkeypatch)
    evenings = play_evenings()
    signed()
    runner.catch_up_all()

    found = audit()

    shards = dict(Club.objects.values_list("id", "shard"))
    for shard, evening in enumerate(evenings):
        assert shards[evening.club] == shard
    assert execute("SELECT DISTINCT e.shard = c.shard FROM eventlog.event AS e JOIN eventlog.event AS first ON"
                   " first.stream = e.stream AND first.seq = 1 JOIN league_club AS c"
                   " ON c.id::text = first.payload::json ->> 'club'") == [(True,)]  # fmt: skip
    assert (found.findings, found.matches) == ((), 16)
    assert (sealing_backlog(), delays.signing_backlog()) == ((0, 0.0), (0, 0.0))
    assert {each.current for each in runner.status()} == {True}


@pytest.mark.django_db
def test_listeners_of_a_tournament_resume_where_they_were():
    evening = play_evenings()[2]
    channel = TournamentChannel(evening.id)

    [everything] = channel.updates([(NOBODY, Place(0))])
    [rest] = channel.updates([(NOBODY, Place(everything.place.revision - 1))])

    assert everything.place.revision == evening.revision
    assert [each.revision for each in rest.updates if hasattr(each, "revision")] == [evening.revision]


@pytest.mark.django_db
def test_evidence_names_the_checkpoint_of_its_shard(tmp_path, monkeypatch):
    signs(tmp_path, monkeypatch)
    tables = [Table("the_game_extreme", shard=shard) for shard in SHARDS]
    for table in tables:
        assert table.play()
    signed()
    published = checkpoints.signing_keys()[0].key

    proved = [read(json.dumps(as_json(evidence(table.id))).encode()) for table in tables]

    origins = [Checkpoint.read(Note.read(each.checkpoint).text).origin for each in proved]
    own = "example.org/club/log1"
    assert origins == [own, f"{own}/shard1", f"{own}/shard2", f"{own}/shard3"]
    assert [check(each, published).faults for each in proved] == [()] * 4
    assert [check(each, PublicKey(published.name, bytes(32))).faults == () for each in proved] == [False] * 4
    assert {check(each, published).found[2] for each in proved} == {"signed by the given key"}


@pytest.mark.django_db
def test_the_api_and_the_page_have_the_checkpoints_of_each_shard(tmp_path, monkeypatch, client):
    signs(tmp_path, monkeypatch)
    tables = [Table("rummikub", shard=shard) for shard in (0, 2)]
    signed()
    tables[1].play(2)
    signed()
    api = APIClient()

    page = api.get(f"{API}/checkpoints/", {"shard": 2}).json()
    new, old = page["results"]
    [key] = api.get(f"{API}/checkpoints/keys/", {"shard": 2}).json()
    sizes = {"first": old["size"], "second": new["size"], "shard": 2}
    proof = consistency(api.get(f"{API}/checkpoints/consistency/", sizes).content)

    assert (page["shards"], new["shard"], new["origin"]) == ([0, 2], 2, "example.org/club/log1/shard2")
    assert key["key"].startswith("example.org/club/log1/shard2+")
    assert api.get(f"{API}/checkpoints/latest/", {"shard": 2}).content.decode() == new["note"]
    assert api.get(f"{API}/checkpoints/{old['size']}/", {"shard": 2}).content.decode() == old["note"]
    assert check_consistency(old["note"], new["note"], proof, checkpoints.signing_keys()[0].key).faults == ()
    assert api.get(f"{API}/checkpoints/", {"shard": 64}).status_code == 400
    assert new["digest"] in client.get("/checkpoints/", {"shard": "2"}).content.decode()
    assert client.get("/checkpoints/", {"shard": "1"}).status_code == 404
    assert checkpoints.newest().checkpoint.digest in client.get("/checkpoints/").content.decode()


def test_a_club_keeps_its_shard_where_it_goes(committed_db, empty_database, tmp_path, monkeypatch):
    signs(tmp_path, monkeypatch)
    evening = evening_with_a_past(shard=3)
    signed()
    raw = export_club(club_id=evening.club).raw
    before = rows_of(*TABLES)
    empty_database()

    import_club(raw=raw)

    assert lines(raw)[0]["shard"] == 3
    assert (rows_of(*TABLES), export_club(club_id=evening.club).raw) == (before, raw)
    assert execute("SELECT DISTINCT shard FROM eventlog.ledger") == [(3,)]
    assert hash_chains.audit().findings == ()
