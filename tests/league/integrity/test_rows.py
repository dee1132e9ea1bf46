"""Whatever a superuser changes in rows that the log makes or proves, the auditor names."""

import copy
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import StringIO
from uuid import UUID

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, models, transaction

from league.agenda.models import AgendaEntry
from league.appeals.models import Appeal
from league.clubs import services as club_services
from league.clubs.models import Club, Membership, Player, User
from league.decks.models import Deck
from league.eventlog import sealer, statements
from league.eventlog.audit import rows
from league.eventlog.projections import registry, runner
from league.integrity import proved_rows
from league.integrity.audit import audit
from league.matches.models import GameResultRow, MatchRow, MatchTotal, SealedSeed, SeriesStanding
from league.ratings.models import RatedMatch, RatedZone, RatingDay, RatingRow
from league.seasons import services as season_services
from league.seasons.models import LeagueRow, SeasonEvent, SeasonStanding
from league.tournaments.models import TournamentMatch, TournamentRow, TournamentStanding
from league.tournaments.services import schedule
from tests.builders.club_files import evening_with_a_past
from tests.builders.clubs import add_member, appoint, founded, local, of_four
from tests.builders.disputes import Dispute
from tests.builders.reported import sample_table
from tests.league.rows import rows_of
from tests.league.sql import execute

STRANGE = UUID(int=1)
CHANGES = {  # a value that no row has, by table and column
    AgendaEntry: ("place", "Elsewhere"),
    Appeal: ("state", "closed"),
    GameResultRow: ("points", [999, -999]),
    LeagueRow: ("name", "Другая лига"),
    MatchRow: ("outcome", "voided"),
    MatchTotal: ("points", [999, -999, 0, 0]),
    RatedMatch: ("ranks", [9]),
    RatedZone: ("zone", "Asia/Tokyo"),
    RatingDay: ("mu", 99.5),
    RatingRow: ("ordinal", 99.5),
    SeasonEvent: ("matches", []),
    SeasonStanding: ("rank", 99),
    SeriesStanding: ("points", 9999),
    TournamentMatch: ("table", 99),
    TournamentRow: ("entrants", 99),
    TournamentStanding: ("rank", 99),
}
FACTS = {  # tables that are no projections: they hold what nothing else holds
    *(
        "AnsweredRequest",
        "CalendarLink",
        "Club",
        "DemoClub",
        "DeviceSignIn",
        "Erasure",
        "Membership",
        "Offer",
        "PasswordLink",
        "Player",
        "Series",
        "Team",
        "TokenGrant",
        "User",
    ),
    *("Deck", "SealedSeed"),  # proved by their hashes
    *("Delivery", "Webhook", "Notice", "NoticeChoice", "Outlet"),  # a message that was sent stays sent
    *("Checkpoint", "Event"),  # the log itself
    "SeenPart",
}
PROJECTED = [table for name in registry.names() for table in registry.find(name).tables]


@pytest.fixture
def dispute(db):
    """Rows in every table: an evening, leagues, a series, and two appeals in a match that the service deals."""
    evening = evening_with_a_past()
    season_services.create(club_id=evening.club, name="Лига", game="rummikub", actor=evening.actor)
    plan = {"tournament_id": evening.id, "actor": evening.actor, "starts": local(2026, 12, 1, 19)}
    schedule.schedule(**plan)
    schedule.schedule_round(**plan, number=1)
    sample_table(*of_four())
    User.objects.filter(username="organiser").update(username="another organiser", look="another organiser")
    dispute = Dispute(level="full", dealing="server")
    dispute.play(2)
    move = dispute.now.revision
    for player in ("anna", "boris"):
        dispute.file(player, revision=move)
    runner.catch_up_all()
    return dispute


@contextmanager
def forgotten():
    """Whatever happens inside is undone."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def texts(findings):
    return sorted(str(finding) for finding in findings)


def where(row):
    key = [field.name for field in row._meta.pk_fields]
    columns = {field.name: field.column for field in row._meta.pk_fields}
    return ", ".join([row._meta.db_table, *(f"{columns[name]} {getattr(row, name)}" for name in key)])


def test_every_table_is_audited_or_holds_facts(db):
    known = {model.__name__ for model in apps.get_app_config("league").get_models()}
    by_hand = {
        name for (name,) in execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
    }

    assert known == FACTS | {table.__name__ for table in PROJECTED}
    assert by_hand - set(connection.introspection.django_table_names()) == {"django_migrations", "shared_cache"}
    assert CHANGES.keys() == set(PROJECTED)


def test_rows_that_the_log_gives_are_right(dispute):
    assert texts(rows.audit()) == texts(proved_rows.audit()) == []
    assert [table.__name__ for table in PROJECTED if table.objects.count() < 2] == []


def test_a_changed_a_deleted_and_an_added_row_of_every_table_are_named(dispute):
    due = []
    for table, (column, value) in CHANGES.items():
        changed, *_, gone = table.objects.order_by("pk")
        added = copy.copy(gone)
        ids = [each.name for each in table._meta.pk_fields if isinstance(each, models.UUIDField)]
        setattr(added, ids[0] if ids else table._meta.pk.name, STRANGE if ids else str(STRANGE))
        table.objects.filter(pk=changed.pk).update(**{column: value})
        table.objects.filter(pk=gone.pk).delete()
        table.objects.bulk_create([added])
        was = getattr(changed, column)
        due += [
            f"{where(changed)}: {column} is {shown(value)}, and the log gives {shown(was)}",
            f"{where(gone)}: the row is missing",
            f"{where(added)}: the log gives no such row",
        ]

    assert texts(rows.audit()) == sorted(due)


def shown(value):
    """A value as JSON has it."""
    if isinstance(value, list):
        return [str(each) if isinstance(each, UUID) else each for each in value]
    return f"{value:g}" if isinstance(value, float) and value.is_integer() else value


def test_only_innermost_values_are_named_and_many_rows_are_counted(dispute, monkeypatch):
    row = MatchTotal.objects.filter(series__isnull=False).first()
    wrong = copy.deepcopy(row.rounds)
    wrong[0]["points"][0] = 1000
    execute("UPDATE league_matchtotal SET rounds = %s::text::jsonb WHERE match = %s", [json.dumps(wrong), row.match])
    RatingDay.objects.update(mu=99)
    monkeypatch.setattr(rows, "MOST_NAMED", 1)

    first, *others = texts(rows.audit())

    assert first == (
        f"league_matchtotal, match {row.match}: rounds[0].points is {wrong[0]['points']}, "
        f"and the log gives {row.rounds[0]['points']}"
    )
    assert others[-1] == f"league_ratingday: {RatingDay.objects.count() - 1} more rows differ"


def test_rows_of_a_projection_that_lags_are_compared_as_it_would_leave_them(dispute):
    dispute.play(4)
    sealer.seal_all()
    dispute.play(2)
    with forgotten():
        assert texts(rows.audit()) == []
    MatchTotal.objects.filter(match=dispute.id).update(revision=1)  # written with the next batch anyway
    GameResultRow.objects.update(reason="mistake")

    found = texts(rows.audit())

    assert {text.partition(",")[0] for text in found} == {"league_gameresult"}
    assert len(found) == GameResultRow.objects.count()


def test_the_audit_changes_no_row_and_holds_no_table(committed_db):
    evening_with_a_past()
    MatchTotal.objects.update(points=[999])
    before = rows_of(*PROJECTED)

    audited = rows.audit()
    first = next(audited)
    with ThreadPoolExecutor(1) as other:
        other.submit(update_all_and_close).result(timeout=60)
    assert {text.partition(",")[0] for text in texts([first, *audited])} == {"league_matchtotal"}

    assert rows_of(*PROJECTED) == before
    assert execute("SELECT count(*) FROM pg_class WHERE relnamespace = pg_my_temp_schema()") == [(0,)]


def update_all_and_close():
    """Lock every table as a deployment would, in another connection."""
    try:
        with forgotten():
            execute("SET LOCAL lock_timeout = '5s'")
            for table in PROJECTED:
                key = table._meta.pk_fields[0].column
                execute(f"UPDATE {table._meta.db_table} SET {key} = {key}")
    finally:
        connection.close()


def test_a_projection_that_stopped_or_awaits_its_rebuild_is_named(dispute, monkeypatch):
    monkeypatch.setattr(registry.find("matches"), "version", 99)
    monkeypatch.setattr(registry.find("ratings"), "apply", refuse)

    assert texts(rows.audit()) == [
        "projection matches is of another version, and about to be rebuilt: it wasn't compared",
        "projection ratings wasn't compared: ArithmeticError: too much",
    ]


def refuse(events):
    raise ArithmeticError("too much")


def test_a_log_that_cannot_be_followed_is_named(dispute):
    execute("ALTER TABLE eventlog.ledger DISABLE TRIGGER ALL")
    execute("DELETE FROM eventlog.ledger WHERE position = 3")

    [text] = texts(rows.audit())

    assert text.startswith("the log can't be read, so no rows were compared: LedgerBroken")


def test_processes_share_an_audit(committed_db):
    evening_with_a_past()
    execute("ALTER TABLE eventlog.ledger DISABLE TRIGGER ALL")
    execute("DELETE FROM eventlog.ledger WHERE position IN (5, 20)")
    MatchTotal.objects.update(points=[999])
    alone = audit(rows=True)

    shared = audit(rows=True, processes=2)

    assert shared == alone
    assert (alone.streams, alone.events, alone.matches) > (0, 0, 0)
    assert {"hole", "unsealed", "row"} <= {found.code for found in alone.findings}


def test_seeds_merges_decks_and_names_are_compared_with_what_proves_them(dispute):
    one, other = Player.objects.filter(mark="").order_by("pk")[:2]
    SealedSeed.objects.update(seed=bytes(32))
    SealedSeed.objects.create(match=STRANGE, seed=bytes(32))
    Player.objects.filter(pk=one.pk).update(merged_into=other)
    Player.objects.filter(pk=other.pk).update(key="кто-то")
    deck = Deck.objects.create(
        id=STRANGE, club_id=dispute.club, game="the_game_extreme", name="d", hash="sha256:1", manifest={}
    )

    found = texts(proved_rows.audit())
    SealedSeed.objects.all().delete()

    assert found == [
        f"league_deck, id {deck.pk}: the cards of d don't have its hash sha256:1",
        f"league_player, id {one.pk}: merged_into is {other.pk}, and the log gives None",
        f"league_player, id {other.pk}: key is 'кто-то', and the name gives {other.key!r}",
        f"league_sealedseed, match {STRANGE}: there is no such match",
        f"league_sealedseed, match {dispute.id}: the seed doesn't have the hash that was published",
    ]
    assert f"league_sealedseed, match {dispute.id}: the seed is missing" in texts(proved_rows.audit())


def test_links_and_roles_are_compared_with_their_events(db):
    organiser, club = founded("olga")
    for name in ("anna", "boris"):
        User.objects.create_user(name)
    anna, boris = (add_member(club_id=club, name=name, username=name, actor=organiser) for name in ("anna", "boris"))
    old = club_services.add_player(club_id=club, name="Vera", actor=organiser)
    Player.objects.filter(pk=old.pk).update(user=organiser.user)  # as before there were events
    for role in ("arbiter", "scorekeeper"):
        appoint(club_id=club, username="anna", role=role, actor=organiser)
    club_services.take_role(club_id=club, account_id=anna.user_id, role="arbiter", actor=organiser)
    club_services.change_player(player_id=boris.pk, username=None, actor=organiser)
    clean = texts(proved_rows.audit())

    Membership.objects.filter(user=anna.user_id).update(role="arbiter")
    Player.objects.filter(pk=anna.pk).update(user=boris.user_id)
    Player.objects.filter(pk=boris.pk).update(user=anna.user_id)

    where = f"league_membership, club {club}, user {anna.user_id}"
    assert clean == []
    assert texts(proved_rows.audit()) == sorted(
        [
            f"{where}, role arbiter: the role was removed, and the row is there",
            f"{where}, role scorekeeper: the row is missing",
            f"league_player, id {anna.pk}: user_id is {boris.user_id}, and the log gives {anna.user_id}",
            f"league_player, id {boris.pk}: user_id is {anna.user_id}, and the log gives None",
        ]
    )


def test_the_command_names_forged_points_and_refuses_a_replica(dispute):
    said = StringIO()
    call_command("audit", "--rows", stdout=said)
    clean = said.getvalue()
    execute("UPDATE league_matchtotal SET points = '{999,-999,0,0}' WHERE match = %s", [dispute.id])

    with pytest.raises(SystemExit):
        call_command("audit", "--rows", stdout=said)
    with statements.read_only(), pytest.raises(CommandError, match="Audit them on the writer"):
        call_command("audit", "--rows", stdout=said)

    assert clean.endswith(" 0 findings.\n")
    assert (
        f"league_matchtotal, match {dispute.id}: points is [999, -999, 0, 0], and the log gives [0, 0]\n"
        in said.getvalue()
    )


def test_another_zone_than_the_one_that_was_set_last_is_named(db):
    organiser, club = founded()
    club_services.change_club(club_id=club, actor=organiser, zone="Europe/Berlin")
    Club.objects.filter(id=club).update(zone="Asia/Tokyo")

    assert texts(proved_rows.audit()) == [
        f"league_club, id {club}: zone is Asia/Tokyo, and the log gives Europe/Berlin"
    ]
