"""Appeals and rulings through the services: storage, permissions, and the views of every reader."""

import json
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from games.engine import Stated
from league.appeals import queries as seen
from league.appeals import services as appeal_services
from league.appeals.models import Appeal
from league.appeals.queries import appeals as appeals_of
from league.appeals.queries import list_appeals
from league.club_data import erasure
from league.clubs.accounts import close
from league.errors import NotAllowed, Unknown
from league.eventlog import private_data, store
from league.eventlog.errors import StreamMovedOn
from league.eventlog.projections import registry, runner
from league.feeds.channels import MatchChannel, Place
from league.impact import services as results
from league.integrity.audit import audit
from league.matches import outcomes
from league.matches import repository as match_repository
from league.matches.domain.events import KINDS
from league.matches.errors import (
    AppealIsOpen,
    AppealIsSettled,
    AppealNotTaken,
    AppealTakenBack,
    AppealTooLate,
    AppealWindowOpen,
    MatchIsUnderAppeal,
    MatchUnfinished,
    NoSuchMove,
    RulingIsFinal,
)
from league.matches.models import GameResultRow, MatchRow, MatchTotal, SealedSeed
from league.matches.queries.detail import events, fairness, match_detail, record
from league.matches.queries.replay import replay
from league.ratings.models import RatedMatch
from league.tournaments.services import lifecycle as tournament_lifecycle
from league.tournaments.services.settings import change
from tests.builders.disputes import Dispute
from tests.builders.evenings import begun, names
from verify import payloads

pytestmark = pytest.mark.django_db

EVERYBODY = ("organiser", "arbiter", "scorekeeper", "stranger", "anna", "boris")
TABLES = (MatchRow, MatchTotal, GameResultRow, RatedMatch, Appeal)


@pytest.fixture(autouse=True)
def _fresh():
    match_repository.forget()
    outcomes.forget()


def dealt(moves=4):
    """A match dealt by the service, after some moves."""
    dispute = Dispute()
    dispute.play(moves)
    return dispute


def heard(match_id, actor):
    """Everything that a listener to the match gets from its beginning."""
    return MatchChannel(match_id).updates([(actor, Place(0))])


def rows():
    runner.catch_up_all()
    return [list(table.objects.order_by("pk").values()) for table in TABLES]


def rebuilt():
    for name in registry.names():
        runner.rebuild(name)
    return [list(table.objects.order_by("pk").values()) for table in TABLES]


def test_a_statement_is_in_no_event_and_the_event_commits_to_it():
    dispute = dealt()

    appeal = dispute.file(revision=4)

    event = store.read(f"match-{dispute.id}").events[-1]
    assert event.payload == {
        "appeal": appeal,
        "seat": 0,
        "by": str(dispute.users["anna"].pk),
        "revision": 4,
    }
    assert private_data.body(f"match-{dispute.id}", event.seq, 1).decode() == "Он взял две фишки."
    assert audit().findings == ()


def test_while_the_match_lasts_author_and_officials_read_an_appeal_and_the_public_only_sees_that_it_exists():
    dispute = dealt()

    appeal = dispute.file(revision=4)

    shown = {who: dispute.shown(who, appeal) for who in EVERYBODY}
    assert {who for who in EVERYBODY if shown[who].statement} == {"organiser", "arbiter", "scorekeeper", "anna"}
    assert {(each.state, each.revision, each.seat) for each in shown.values()} == {("filed", 4, 0)}
    told = [str(events(dispute.id, dispute.actor(who), after=1)) for who in EVERYBODY]
    assert not any("две фишки" in each for each in told)


def test_after_the_match_every_seat_can_read_an_appeal_and_the_public_cannot():
    dispute = dealt(1000)

    appeal = dispute.file("boris")

    assert [who for who in EVERYBODY if dispute.shown(who, appeal).statement is None] == ["stranger"]


def test_an_official_with_a_seat_reads_statements_about_hands_only_after_taking_the_appeal():
    dispute = dealt()
    dispute.users["organiser"].memberships.create(club_id=dispute.club, role="arbiter")
    dispute.users["boris"].memberships.create(club_id=dispute.club, role="arbiter")
    appeal = dispute.file(revision=4)

    before = dispute.shown("boris", appeal)
    with pytest.raises(NotAllowed, match="you have a seat in it, and another club official is available"):
        dispute.take(appeal, "boris")
    for name in ("organiser", "arbiter"):
        dispute.users[name].memberships.all().delete()
    dispute.take(appeal, "boris")

    assert (before.statement, before.may) == (None, [])
    assert dispute.shown("boris", appeal).statement == "Он взял две фишки."


def test_play_stops_from_the_taking_of_an_appeal_to_the_ruling():
    dispute = dealt()
    appeal = dispute.file(revision=4)
    dispute.play(1)
    dispute.take(appeal)

    with pytest.raises(MatchIsUnderAppeal):
        dispute.play(1)
    dispute.rule("annul", appeal, revision=6)
    before = dispute.now.revision
    dispute.play(1)

    assert [move.revision for move in dispute.now.games[0].moves] == [3, 4, 5, before + 1, before + 2]


@pytest.mark.parametrize("who", ["scorekeeper", "stranger", "anna", "boris"])
def test_only_arbiters_and_organisers_take_and_rule(who):
    dispute = dealt()
    appeal = dispute.file(revision=4)

    with pytest.raises(NotAllowed, match="only the club’s arbiters and organisers can do this"):
        dispute.take(appeal, who)
    with pytest.raises(NotAllowed, match="only the club’s arbiters and organisers can do this"):
        dispute.rule("void", who=who)

    assert dispute.shown(who).may == {"anna": [], "boris": ["file"], "scorekeeper": ["file"]}.get(who, [])


def test_only_the_official_who_took_an_appeal_rules_on_it():
    dispute = dealt()
    appeal = dispute.file(revision=4)
    dispute.take(appeal, "organiser")
    dispute.take(appeal, "arbiter")

    with pytest.raises(AppealNotTaken):
        dispute.rule("upheld", appeal, "organiser")
    with pytest.raises(AppealIsSettled, match="the appeal is under review"):
        dispute.take(appeal, "arbiter")
    ruling = dispute.rule("upheld", appeal, "arbiter")

    assert dispute.shown("boris", appeal).ruling.id == ruling


def test_a_ruling_is_appealed_once_and_another_official_rules():
    dispute = dealt()
    appeal = dispute.file(revision=4)
    dispute.take(appeal)
    first = dispute.rule("upheld", appeal)

    further = dispute.file("anna", against=first)
    with pytest.raises(
        NotAllowed, match="it concerns your own ruling or appeal, and another club official is available"
    ):
        dispute.take(further, "arbiter")
    dispute.take(further, "organiser")
    second = dispute.rule("annul", further, "organiser", revision=4)

    with pytest.raises(RulingIsFinal):
        dispute.file("boris", against=second)
    assert [each.state for each in dispute.shown("anna").appeals] == ["final", "final"]
    assert dispute.shown("anna", further).revision == 4


def test_the_first_appeal_becomes_final_with_the_second_and_can_be_closed_then():
    dispute = dealt()
    appeal = dispute.file(revision=4)
    dispute.take(appeal)
    first = dispute.rule("upheld", appeal)
    states = [dispute.shown("boris", appeal).state]

    further = dispute.file("boris", against=first)
    states.append(dispute.shown("boris", appeal).state)
    dispute.take(further, "organiser")
    states.append(dispute.shown("boris", appeal).state)
    dispute.rule("upheld", further, "organiser")
    states.append(dispute.shown("boris", appeal).state)
    with pytest.raises(RulingIsFinal):
        dispute.file("anna", against=first)
    may = dispute.shown("arbiter", appeal).may
    dispute.do(appeal_services.close_appeal, "arbiter", appeal_id=appeal)
    states.append(dispute.shown("boris", appeal).state)

    assert states == ["ruled", "appealed", "appealed", "final", "closed"]
    assert may == ["close"]
    assert [each.final for each in seen.rulings(dispute.id, dispute.actor("anna"))] == [True, True]


def test_a_first_ruling_stays_appealed_while_another_appeal_against_it_is_pending():
    dispute = dealt()
    appeal = dispute.file(revision=4)
    dispute.take(appeal)
    first = dispute.rule("upheld", appeal)
    one, other = (dispute.file(who, against=first) for who in ("anna", "boris"))

    dispute.take(one, "organiser")
    dispute.rule("upheld", one, "organiser")

    assert [dispute.shown("anna", each).state for each in (appeal, one, other)] == ["appealed", "final", "filed"]
    with pytest.raises(AppealIsOpen):
        dispute.do(appeal_services.close_appeal, "arbiter", appeal_id=appeal)


def test_withdrawing_the_second_appeal_restores_the_first_ruling():
    dispute = dealt()
    appeal = dispute.file(revision=4)
    dispute.take(appeal)
    further = dispute.file("boris", against=dispute.rule("upheld", appeal))

    dispute.do(appeal_services.withdraw_appeal, "boris", appeal_id=further)

    assert dispute.shown("anna", appeal).state == "ruled"


def test_without_another_official_the_same_one_rules_again():
    dispute = dealt()
    dispute.users["organiser"].memberships.all().delete()
    appeal = dispute.file(revision=4)
    dispute.take(appeal)
    further = dispute.file("boris", against=dispute.rule("upheld", appeal))

    dispute.take(further)

    assert dispute.shown("arbiter", further).may == ["rule"]


def test_a_seat_can_have_one_open_appeal_at_a_time():
    dispute = dealt()
    appeal = dispute.file(revision=4)

    with pytest.raises(AppealIsOpen):
        dispute.file(revision=5)
    dispute.file("boris", revision=5)
    dispute.do(appeal_services.withdraw_appeal, "anna", appeal_id=appeal)
    dispute.file(revision=5)

    assert [each.state for each in dispute.shown("anna").appeals] == ["withdrawn", "filed", "filed"]


def filed_and_taken_back(dispute, who="anna", **what):
    dispute.do(appeal_services.withdraw_appeal, who, appeal_id=dispute.file(who, **what))


def test_appeals_against_the_same_move_can_be_withdrawn_only_twice():
    dispute = dealt()
    for _ in range(2):
        filed_and_taken_back(dispute, revision=5)

    with pytest.raises(AppealTakenBack) as refused:
        dispute.file(revision=5)
    may = dispute.shown("anna").may
    filed_and_taken_back(dispute, "boris", revision=5)
    dispute.file(revision=4)

    assert refused.value.code == "appeal.taken_back"
    assert refused.value.params == {"count": 2, "where": "against the same move, ruling or result"}
    assert may == ["file"]


def test_appeals_against_a_ruling_on_a_move_do_not_count_as_appeals_against_the_move():
    dispute = dealt()
    appeal = dispute.file(revision=4)
    dispute.take(appeal)
    ruling = dispute.rule("upheld", appeal)
    for _ in range(2):
        filed_and_taken_back(dispute, against=ruling)

    with pytest.raises(AppealTakenBack):
        dispute.file(against=ruling)
    dispute.file(revision=4)

    assert seen.rulings(dispute.id, dispute.actor("anna"))[0].may == []


def test_after_five_withdrawals_in_a_match_no_more_appeals_are_accepted():
    dispute = dealt(1000)
    for revision in (3, 4, 5, 6, None):
        filed_and_taken_back(dispute, revision=revision)

    with pytest.raises(AppealTakenBack) as refused:
        dispute.file(revision=7)

    assert refused.value.params == {"count": 5, "where": "in this match"}
    assert (dispute.shown("anna").may, dispute.shown("boris").may) == ([], ["file"])


def test_only_its_author_can_withdraw_an_appeal_and_only_before_the_ruling():
    dispute = dealt()
    appeal = dispute.file(revision=4)

    for who in ("boris", "arbiter", "stranger"):
        with pytest.raises(NotAllowed):
            dispute.do(appeal_services.withdraw_appeal, who, appeal_id=appeal)
    dispute.take(appeal)
    dispute.rule("upheld", appeal)

    with pytest.raises(AppealIsSettled, match="the appeal has been ruled on"):
        dispute.do(appeal_services.withdraw_appeal, "anna", appeal_id=appeal)


@pytest.mark.parametrize("revision", [1, 2, 99])
def test_an_event_that_is_no_move_cannot_be_contested(revision):
    dispute = dealt()

    with pytest.raises(NoSuchMove):
        dispute.file(revision=revision)


def test_without_a_result_only_moves_can_be_contested():
    with pytest.raises(MatchUnfinished):
        dealt().file()


@pytest.mark.parametrize("what", [{"against": "0199f7c0-0000-7000-8000-000000000001"}])
def test_an_unknown_ruling_cannot_be_appealed(what):
    with pytest.raises(Unknown):
        dealt().file(**what)


def test_strangers_cannot_appeal_and_outdated_appeals_are_conflicts():
    dispute = dealt()

    with pytest.raises(NotAllowed):
        dispute.file("stranger", revision=4)
    with pytest.raises(StreamMovedOn):
        appeal_services.file_appeal(
            match_id=dispute.id, statement="Нет.", expected=3, revision=3, actor=dispute.actor("anna")
        )


def later(monkeypatch, hours):
    """Set the services' clock ahead by some hours."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(hours=hours)

    monkeypatch.setattr(appeal_services, "datetime", Clock)


def test_a_match_can_be_appealed_for_a_day_after_its_end_and_later_by_officials(monkeypatch):
    dispute = dealt(1000)
    closes = dispute.shown("anna").closes
    later(monkeypatch, 25)

    with pytest.raises(AppealTooLate, match="It is too late to appeal\\. The deadline was"):
        dispute.file("anna")
    dispute.file("arbiter")

    ended = next(event.at for event in store.read(f"match-{dispute.id}").events if event.kind == "match.ended")
    assert closes == ended + timedelta(hours=24)


def test_a_ruling_can_be_appealed_for_a_day_and_closed_afterwards(monkeypatch):
    dispute = dealt(1000)
    appeal = dispute.file("anna")
    dispute.take(appeal)
    ruling = dispute.rule("upheld", appeal)

    with pytest.raises(AppealWindowOpen):
        dispute.do(appeal_services.close_appeal, "arbiter", appeal_id=appeal)
    later(monkeypatch, 25)
    with pytest.raises(AppealTooLate):
        dispute.file("boris", against=ruling)
    dispute.do(appeal_services.close_appeal, "arbiter", appeal_id=appeal)

    assert dispute.shown("stranger", appeal).state == "closed"


def test_an_end_caused_by_a_ruling_does_not_reopen_the_time_for_appeals():
    dispute = dealt(1000)
    before = dispute.shown("anna").closes

    dispute.rule("adjust", game=(1, 1), points=(5, -5))

    assert dispute.shown("anna").closes == before


def test_after_a_ruling_rows_caches_outcomes_and_audit_agree_by_every_path():
    dispute = dealt(1000)
    runner.catch_up_all()
    dispute.rule("annul", revision=dispute.last_move())
    half = rows()
    dispute.play()
    dispute.rule("adjust", game=(1, 2), points=(9, -9))
    dispute.rule("replay", game=(1, 1))
    dispute.play(3)

    kept, made = rows(), rebuilt()

    standing, now = outcomes.match_results([dispute.id])[dispute.id], dispute.now
    match_repository.forget()
    outcomes.forget()
    assert [each["game"] for each in half[2]] == [1]
    assert kept == made
    assert (dispute.now, outcomes.match_results([dispute.id])[dispute.id]) == (now, standing)
    assert (standing.outcome.value, standing.games) == ("unplayed", 1)
    assert [each["game"] for each in kept[2]] == [2]
    assert kept[1][0]["complete"] is False
    assert kept[3][0]["day"] is None
    assert audit().findings == ()


def test_after_an_annulled_end_a_new_seed_is_used_and_both_seeds_can_be_checked_in_the_end():
    dispute = dealt(1000)
    first = SealedSeed.objects.get(match=dispute.id).seed
    seen = match_detail(dispute.id, dispute.actor("stranger")).seed_hash

    dispute.rule("replay", game=(1, 2))
    between = match_detail(dispute.id, dispute.actor("stranger"))
    hidden = [each.hash for each in events(dispute.id, dispute.actor("anna")) if each.kind == "move.played"]
    everything = [
        json.dumps(
            [events(dispute.id, actor, limit=9999), replay(dispute.id, actor).steps, heard(dispute.id, actor)],
            default=str,
        )
        for actor in map(dispute.actor, EVERYBODY)
    ]
    dispute.play()

    told = fairness(dispute.id)
    assert [bytes(first).hex() in each for each in everything] == [False] * len(EVERYBODY)
    assert bytes(first).hex() in str(events(dispute.id, dispute.actor("stranger"), limit=9999))
    assert bytes(SealedSeed.objects.get(match=dispute.id).seed) != bytes(first)
    assert (between.seed, between.seed_hash != seen, set(hidden)) == (None, True, {None})
    assert (told.fair, told.sealed, [each.seed_hash for each in told.earlier]) == (True, True, [seen])
    assert told.earlier[0].seed == bytes(first).hex()
    assert audit().findings == ()


def test_the_record_has_what_counts_and_mentions_the_ruling():
    dispute = dealt(1000)
    dispute.rule("adjust", game=(1, 1), points=(5, -5))

    text = record(dispute.id, dispute.actor("anna"))
    dispute.rule("annul", revision=next(move.revision for move in dispute.now.games[1].moves if move.seat >= 0))

    again = record(dispute.id, dispute.actor("organiser"))
    assert " ; ruled: 5 -5\n" in text
    assert again.count("reason:") == 1
    assert again.rstrip().splitlines()[-1].startswith("* deal")


def test_annulled_moves_hide_what_they_hid_before():
    dispute = dealt(6)
    before = [each.payload["move"] for each in events(dispute.id, dispute.actor("boris"))[2:8]]
    steps = replay(dispute.id, dispute.actor("boris")).steps[:8]

    dispute.rule("annul", revision=4)

    after = [each.payload.get("move") for each in events(dispute.id, dispute.actor("boris"))[2:8]]
    assert after == before
    assert replay(dispute.id, dispute.actor("boris")).steps[:8] == steps
    assert any("?" in move for move in after)


def test_a_ruling_that_is_only_reported_changes_no_row():
    dispute = dealt(1000)
    before = rows()[2:4]

    dispute.rule("annul", revision=dispute.last_move(), policy="report")

    assert rows()[2:4] == before
    assert bytes(SealedSeed.objects.get(match=dispute.id).seed).hex() == dispute.now.seed


def test_a_forfeit_or_void_by_a_ruling_counts_like_any_other():
    dispute = dealt()
    ruling = dispute.rule("forfeit", seats=(1,))

    forfeit = match_detail(dispute.id, dispute.actor("stranger"))
    appeal = dispute.file("boris", against=ruling)
    dispute.take(appeal, "organiser")
    dispute.rule("reopen", appeal, "organiser")

    assert (forfeit.outcome, forfeit.absent) == ("forfeit", [1])
    assert match_detail(dispute.id, dispute.actor("stranger")).outcome == "unplayed"
    dispute.play(1)


def test_officials_find_pending_appeals():
    dispute = dealt()
    appeal = dispute.file(revision=4)
    dispute.file("boris", revision=5)
    dispute.take(appeal)
    dispute.rule("upheld", appeal)
    runner.catch_up_all()

    listed = {
        state: [row.state for row in list_appeals(dispute.actor("scorekeeper"), club=dispute.club, state=state).rows]
        for state in (None, "filed", "ruled")
    }
    assert listed == {None: ["filed"], "filed": ["filed"], "ruled": ["ruled"]}
    with pytest.raises(NotAllowed):
        list_appeals(dispute.actor("anna"), club=dispute.club)


def listed(actor, club):
    runner.catch_up_all()
    found = list_appeals(actor, club=club)
    return found.serialize(found.rows.order_by(*found.ordering))


def test_pending_appeals_are_listed_oldest_first_with_match_and_target():
    dispute = dealt()
    moved = dispute.file("boris", revision=5)
    against = dispute.file("anna", against=dispute.rule("upheld"))

    [older, newer] = listed(dispute.actor("scorekeeper"), dispute.club)

    told = ("id", "game", "tournament", "table", "seat", "revision", "against")
    assert [getattr(older, each) for each in told] == [moved, "rummikub", None, None, 1, 5, None]
    assert [getattr(newer, each) for each in told[:-1]] == [against, "rummikub", None, None, 0, None]
    assert newer.against == dispute.shown("anna", against).against
    assert [seat.name for seat in older.seats] == ["Anna", "Boris"]


def test_an_appeal_in_a_tournament_is_listed_with_its_round_and_table():
    evening = begun()
    evening.join(*names(3))
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    [table] = evening.draw()
    evening.report(table)
    revision = match_repository.load(table.match).head.seq
    appeal_services.file_appeal(match_id=table.match, statement="So.", expected=revision, actor=evening.actor)

    [found] = listed(evening.actor, evening.club)

    assert (found.tournament, found.tournament_name) == (evening.id, evening.now.name)
    assert (found.round, found.table, found.seat) == (1, 1, None)


def test_an_appeal_is_listed_even_before_its_match_is():
    dispute = dealt()
    appeal = dispute.file(revision=4)
    runner.catch_up_all()
    MatchRow.objects.all().delete()

    [found] = listed(dispute.actor("arbiter"), dispute.club)

    assert (found.id, found.game, found.seats) == (appeal, None, [])


def test_erasing_a_person_erases_their_statements_and_the_audit_stays_clean():
    dispute = dealt(1000)
    mine, other = dispute.file("anna", "Моя история."), dispute.file("boris", "Его история.")

    erasure.erase_player(player_id=dispute.players[0], actor=dispute.actor("organiser"))

    with connection.cursor() as cursor:
        cursor.execute("SELECT body, salt, erased_at IS NULL FROM eventlog.private ORDER BY seq")
        blank, kept = cursor.fetchall()
    assert (bytes(blank[0]), bytes(blank[1]), blank[2]) == (b"", b"", False)
    assert bytes(kept[0]).decode() == "Его история."
    assert (dispute.shown("organiser", mine).statement, dispute.shown("organiser", mine).readable) == (None, True)
    assert dispute.shown("organiser", other).statement == "Его история."
    assert audit().findings == ()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE eventlog.private SET body = 'x'",
        "UPDATE eventlog.private SET erased_at = now()",
        "DELETE FROM eventlog.private",
        "TRUNCATE eventlog.private",
    ],
)
def test_a_private_part_can_only_be_blanked(change):
    dealt().file(revision=4)

    with pytest.raises(IntegrityError, match="private"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE eventlog.private SET body = 'x'", "part 1 of its private data is not what was written"),
        ("DELETE FROM eventlog.private", "its private data differs from what was originally written"),
        ("UPDATE eventlog.private SET seq = 1", "it has private data that it does not refer to"),
    ],
)
def test_a_change_in_a_private_part_is_found(change, what):
    dealt().file(revision=4)

    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE eventlog.private DISABLE TRIGGER USER")
        cursor.execute(change)

    assert what in [finding.text for finding in audit().findings]


def test_equal_statements_have_different_commitments():
    dispute = dealt()
    dispute.file("anna", "Нет.", revision=4)
    dispute.file("boris", "Нет.", revision=4)

    digests = [part.digest for part in private_data.list_parts([f"match-{dispute.id}"])]

    assert len(digests) == len(set(digests)) == 2


def test_a_match_with_results_only_can_be_appealed_and_adjusted():
    dispute = Dispute(level="score")
    for game, points in ((1, (5, -5)), (2, (-7, 7))):
        stated = Stated(points, "out")
        dispute.do(results.report_result, "organiser", place=(1, game), stated=stated)
    appeal = dispute.file("boris")
    dispute.take(appeal)

    dispute.rule("adjust", appeal, game=(1, 1), points=(4, -4))
    adjusted = rows()
    dispute.rule("replay", game=(1, 2))

    assert [each["points"] for each in adjusted[2]] == [[4, -4], [-7, 7]]
    assert rows() == rebuilt()
    assert [each["points"] for each in rows()[2]] == [[4, -4]]
    dispute.do(results.report_result, "organiser", place=(1, 2), stated=Stated((1, -1), "out"))
    assert dispute.now.over


def test_a_tournament_can_have_its_own_deadlines():
    evening = begun()
    evening.join(*names(3))
    settings, revision = {"appeal_hours": 2, "further_appeal_hours": 3}, evening.revision
    change(tournament_id=evening.id, settings=settings, expected=revision, actor=evening.actor)
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    [table] = evening.draw()
    evening.report(table)

    found = appeals_of(table.match, evening.actor)
    done = appeal_services.rule(
        match_id=table.match,
        terms=appeal_services.RulingTerms("upheld"),
        reason="So.",
        expected=found.revision,
        actor=evening.actor,
    )

    ended, given = store.read_kinds(f"match-{table.match}", ["match.ended", "ruling.given"])
    assert found.closes == ended.at + timedelta(hours=2)
    assert abs(done.events[0].until - given.at - timedelta(hours=3)) < timedelta(minutes=1)


def test_closing_an_account_erases_the_statements_of_an_official():
    dispute = dealt()
    dispute.users["scorekeeper"].set_password("a long enough password")
    dispute.users["scorekeeper"].save()
    appeal = dispute.file("scorekeeper", "Я это видел.", revision=4)

    close(account_id=dispute.users["scorekeeper"].pk, password="a long enough password")

    assert dispute.shown("arbiter", appeal).statement is None
    assert audit().findings == ()


def test_evidence_of_a_match_can_contain_every_kind_of_event():
    assert set(KINDS) == set(payloads.KINDS)
