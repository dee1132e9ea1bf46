"""A club in a file: exported, imported into an empty installation, and what is no such file refused."""

import json
import os
import subprocess
import sys
from hashlib import sha256

import msgspec
import psycopg
import pytest
from django.db import connections
from django.forms.models import model_to_dict

from league.domain.actor import Actor
from league.domain.club_file import EventLine
from league.domain.season.rules import SeasonRules
from league.errors import LeagueError, LinkRefused, MatchesRunning, NotAllowed, RowDiffers, RowRefused
from league.eventlog import audit, private
from league.eventlog.copies import Row
from league.eventlog.link import EMPTY
from league.models import (
    Appeal,
    Club,
    League,
    Membership,
    Player,
    SeasonEvent,
    SeasonStanding,
    Tournament,
    TournamentMatch,
    TournamentStanding,
    User,
)
from league.projections import hot, runner
from league.projections.leagues_hot import leagues
from league.projections.tournaments_hot import tournaments as kept
from league.services import entries, erasure, matches, people, seasons, tournaments
from league.services.audit import audit as whole_audit
from league.services.exporting import export_club, export_for
from league.services.importing import import_club
from league.services.matches import Ply
from tests.games.records import DEAL
from tests.league.disputes import Dispute, picture
from tests.league.evenings import Evening, begun, names, preset
from tests.paths import ROOT
from tests.postgres_plugin import clone, drop


@pytest.fixture
def empty_database(committed_db, monkeypatch):
    """Switch to an empty installation of this test's own."""
    made = []

    def switch():
        name = clone(f"ludex_test_empty_{os.getpid()}_{len(made)}")
        made.append(name)
        connections.close_all()
        monkeypatch.setitem(connections.settings["default"], "NAME", name)
        monkeypatch.setenv("DATABASE_URL", psycopg.conninfo.make_conninfo(committed_db, dbname=name))
        hot.forget()
        kept.forget()
        leagues.forget()

    yield switch
    connections.close_all()
    for name in made:
        drop(name)


@pytest.fixture
def evening(committed_db):
    """Two rounds of seven players, one of them erased since."""
    hot.forget()
    kept.forget()
    leagues.forget()
    evening = begun()
    players = evening.join(*names(7))
    people.start_series(club_id=evening.club, game="rummikub", name="Зима", actor=evening.actor)
    tournaments.start(tournament_id=evening.id, actor=evening.actor)
    for number in range(2):
        for table in evening.draw():
            evening.report(table, number)
    entries.withdraw(tournament_id=evening.id, entrant=players[3], actor=evening.actor)
    erasure.erase_player(player_id=players[3], actor=evening.actor)
    _league(evening)
    runner.catch_up_all()
    return evening


def _league(evening):
    """A league whose first season has a final table, and in whose second the evening counts."""
    other = begun_again(evening)
    done = seasons.create(club_id=evening.club, name="Лига", game="rummikub", actor=evening.actor)
    given = {"league_id": done.id, "actor": evening.actor}
    for number, tournament in enumerate((other, evening.id), 1):
        seasons.open_season(name=str(2025 + number), rules=SeasonRules(points=(3, 2, 1)), **given)
        seasons.attach(number=number, tournament_id=tournament, **given)
    seasons.close(number=1, **given)


def begun_again(evening):
    """A finished tournament of the first two players of the evening."""
    settings = preset("rummikub", "evening")
    done = tournaments.create(
        club_id=evening.club, name="Лето", game="rummikub", settings=settings, actor=evening.actor
    )
    other = Evening(evening.actor, evening.club, done.id)
    for player in list(evening.now.entries)[:3]:
        entries.enter(tournament_id=other.id, player_id=player, actor=evening.actor)
    tournaments.start(tournament_id=other.id, actor=evening.actor)
    for table in other.draw():
        other.report(table)
    tournaments.finish(tournament_id=other.id, actor=evening.actor, abandon=True)
    return other.id


NOBODY = "00000000-0000-7000-8000-000000000000"
_files = []


@pytest.fixture
def exported(request):
    """The file of such an evening, made once, and an empty installation."""
    if not _files:
        _files.append(export_club(club_id=request.getfixturevalue("evening").club).raw)
        request.getfixturevalue("empty_database")()
    request.getfixturevalue("committed_db")
    return _files[0]


def projected():
    return [
        [model_to_dict(row) for row in table.objects.order_by("pk")]
        for table in (Tournament, TournamentMatch, TournamentStanding, League, SeasonEvent, SeasonStanding)
    ]


def lines(raw):
    return [json.loads(line) for line in raw.splitlines()]


def forged(raw, change):
    """The file with *change* made to its lines, and a last line that is right again."""
    body = lines(raw)[:-1]
    body = change(body) or body
    text = b"".join(spelled(line) for line in body)
    return text + spelled({"type": "end", "lines": len(body), "sha256": sha256(text).hexdigest()})


def spelled(line):
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def test_an_empty_installation_gets_the_same_bytes_and_the_same_standings(evening, empty_database):
    raw = export_club(club_id=evening.club).raw
    before = projected()
    empty_database()

    done = import_club(raw=raw)

    assert projected() == before
    assert export_club(club_id=evening.club).raw == raw
    assert (done.new, done.players, done.events) == (True, 7, sum(line["type"] == "event" for line in lines(raw)))
    assert audit.audit().findings == ()


def test_who_was_erased_stays_erased(evening, empty_database):
    raw = export_club(club_id=evening.club).raw
    empty_database()

    import_club(raw=raw)

    [erased] = Player.objects.exclude(mark="")
    assert (erased.name, erased.note, erased.email) == ("", "", "")
    assert "Игрок 4" not in raw.decode()


def test_importing_twice_changes_nothing_even_after_play_went_on(evening, empty_database):
    raw = export_club(club_id=evening.club).raw
    empty_database()
    import_club(raw=raw)
    evening.draw()
    before = projected()

    again = import_club(raw=raw)

    assert (again.new, again.players, again.events) == (False, 0, 0)
    runner.catch_up_all()
    assert projected() != before  # the round that was drawn since is there still


def test_a_later_export_brings_what_came_since(evening, empty_database):
    first = export_club(club_id=evening.club).raw
    for table in evening.draw():
        evening.report(table)
    second = export_club(club_id=evening.club).raw
    runner.catch_up_all()
    before = projected()
    empty_database()
    import_club(raw=first)

    import_club(raw=second)

    assert projected() == before
    assert export_club(club_id=evening.club).raw == second


def test_the_account_that_is_named_becomes_organiser(evening, empty_database):
    raw = export_club(club_id=evening.club).raw
    empty_database()
    User.objects.create_user("vera")

    import_club(raw=raw, organiser="vera")

    assert [(row.user.username, row.role) for row in Membership.objects.select_related("user")] == [
        ("vera", "organiser")
    ]


@pytest.fixture
def disputed(committed_db):
    """A match with a picture in one appeal, another appeal of somebody who was erased, and a ruling that took moves."""
    hot.forget()
    dispute = Dispute(dealing="table")
    for ply in (Ply(-1, DEAL), Ply(0, "draw"), Ply(-1, "k13"), Ply(1, "draw")):
        dispute.do(matches.play_moves, "arbiter", plies=[ply])
    dispute.file("anna", "Моя история.", revision=4, picture=picture())
    dispute.file("boris", "Его история.", revision=4)
    dispute.rule("annul", revision=4)
    erasure.erase_player(player_id=dispute.players[1], actor=dispute.actor("organiser"))
    runner.catch_up_all()
    return dispute


def test_appeals_go_along_with_what_they_say_and_what_was_erased_of_them_stays_erased(disputed, empty_database):
    raw = export_club(club_id=disputed.club).raw
    before, now = list(Appeal.objects.values()), disputed.now
    empty_database()

    import_club(raw=raw)

    assert export_club(club_id=disputed.club).raw == raw
    assert (list(Appeal.objects.values()), disputed.now) == (before, now)
    assert "Его история" not in "".join(str(part.body) for part in private.of_streams([f"match-{disputed.id}"]))
    assert [part.erased_at is None for part in private.of_streams([f"match-{disputed.id}"])] == [True, True, False]
    assert whole_audit().findings == ()


def other_words(body):
    for line in body:
        if line["type"] == "private" and line["body"]:
            line["body"] = "0JTQsA=="


def last_part_gone(body):
    del body[-1]


def part_of_nothing(body):
    body[-1]["seq"] = 1


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (other_words, "its private part 1 is not what was written"),
        (last_part_gone, "its private parts are not those that it was written with"),
        (part_of_nothing, "it has private parts that it does not know of"),
    ],
)
def test_private_parts_that_are_not_those_of_their_events_are_refused(disputed, empty_database, change, what):
    raw = forged(export_club(club_id=disputed.club).raw, change)
    empty_database()

    with pytest.raises(RowRefused, match=what):
        import_club(raw=raw)

    assert Club.objects.count() == 0


def test_what_was_erased_here_since_is_not_brought_back_by_an_older_file(disputed):
    raw = export_club(club_id=disputed.club).raw
    private.erase([f"player:{disputed.players[0]}"], str(disputed.club))

    with pytest.raises(RowDiffers):
        import_club(raw=raw)


def test_only_organisers_export(evening):
    with pytest.raises(NotAllowed):
        export_for(club_id=evening.club, actor=Actor(None))


def test_matches_whose_seed_is_sealed_are_refused_or_left_out(evening):
    players = list(Player.objects.filter(mark="").order_by("number"))[:2]
    running = matches.open_match(
        club_id=evening.club, game="rummikub", seats=[player.pk for player in players], actor=evening.actor
    )

    with pytest.raises(MatchesRunning, match=running.match_id):
        export_club(club_id=evening.club)
    done = export_club(club_id=evening.club, without_running=True)

    assert done.left_out == (f"match-{running.match_id}",)
    assert running.match_id not in done.raw.decode()


def event(body, number=0):
    return [line for line in body if line["type"] == "event"][number]


def player(body, number=0):
    return [line for line in body if line["type"] == "player"][number]


def series(body):
    [line] = [line for line in body if line["type"] == "series"]
    return line


HOSTILE = {
    "another payload": (lambda body: event(body, 3).update(payload="{}"), "Event 4 of .* hash"),
    "another hash": (lambda body: event(body, 2).update(hash="A" * 43 + "="), "Event 3 of .* hash"),
    "another time": (lambda body: event(body, 1).update(at="2020-01-01T00:00:00Z"), "Event 2 of .* hash"),
    "an event left out": (lambda body: body.remove(event(body, 4)), "event 5 of the stream is missing"),
    "an event twice": (lambda body: body.insert(body.index(event(body, 1)), event(body, 1)), "event 3 of"),
    "an unknown column": (lambda body: event(body).update(more=1), "Line 10: it is no line"),
    "a number out of range": (lambda body: player(body).update(number=2**40), "Line 2: it is no line"),
    "a number twice": (lambda body: player(body).update(number=player(body, 1)["number"]), "Line 2: .* another"),
    "a name that is none": (lambda body: player(body).update(name="a|b"), "Line 2: .* cannot be a name"),
    "a name with blanks": (lambda body: player(body).update(name=" Анна"), "Line 2: it is spelled otherwise"),
    "an address that is none": (lambda body: player(body).update(email="nobody"), "Line 2: .* valid email"),
    "a note that is too long": (lambda body: player(body).update(note="x" * 99), "Line 2: .* 60"),
    "an erased player with a name": (lambda body: player(body).update(mark="ABCD"), "Line 2: ABCD"),
    "a player who is missing": (lambda body: body.remove(player(body, 2)), "no player of the club"),
    "another club": (lambda body: body[0].update(id=NOBODY), "Line 10: the stream is of another club"),
    "two clubs": (lambda body: body.insert(1, body[0]), "Line 2: it is out of order"),
    "no club": (lambda body: body.pop(0) and None, "Line 1: it is out of order"),
    "a format of the future": (lambda body: body[0].update(format=2), "Line 1: the format is 2"),
    "a line of another sort": (lambda body: body.append({"type": "account"}), "it is no line"),
    "out of order": (lambda body: body.reverse(), "Line 1: it is out of order"),
    "a series of no game": (lambda body: series(body).update(game="chess"), "Line 9: There is no game"),
}

FORGED = {  # with hashes that are right again
    "an unknown kind": ({"kind": "tournament.sold"}, "Line 11: .*“tournament.sold”"),
    "an unknown stream": ({"stream": "secrets"}, "Line 11: nobody knows streams called secrets"),
    "a schema of the future": ({"schema": 9}, "Line 11: .* of schema 9"),
    "a kind of matches": ({"kind": "match.opened"}, "Line 11: no event match.opened"),
    "no JSON": ({"payload": "{"}, "Line 11: .*it is not JSON"),
    "JSON with blanks": ({"payload": "{ }"}, "Line 11: its payload is not canonical"),
    "an unknown member": ({"payload": '{"x":1}'}, "Line 11: no event entrant.entered"),
    "an impossible fact": ({"kind": "entrant.withdrawn", "payload": '{"entrant":"nobody"}'}, "Line 1[01]: .*nobody"),
    "a time before the event before it": ({"at": "2020-01-01T00:00:00Z"}, "it is older than the event before it"),
    "a time of the future": ({"at": "2999-01-01T00:00:00Z"}, "it is of the future"),
}


@pytest.mark.parametrize(("change", "reason"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_and_nothing_of_it_is_kept(exported, change, reason):
    raw = forged(exported, change)

    with pytest.raises((RowRefused, LinkRefused), match=reason):
        import_club(raw=raw)

    assert (Club.objects.count(), Player.objects.count(), audit.audit().events) == (0, 0, 0)


@pytest.mark.parametrize(("columns", "reason"), FORGED.values(), ids=FORGED.keys())
def test_a_chain_that_was_forged_whole_is_refused_too(exported, columns, reason):
    def change(body):
        wrong = event(body, 1) | columns
        if "stream" in columns:
            wrong["seq"] = 1
        kept = [line for line in body if line["type"] != "event"]
        return [*kept, event(body), relinked(event(body), wrong)]

    raw = forged(exported, change)

    with pytest.raises((RowRefused, LinkRefused), match=reason):
        import_club(raw=raw)

    assert (Club.objects.count(), Player.objects.count(), audit.audit().events) == (0, 0, 0)


def relinked(before, wrong):
    """The event with the hash that its columns have."""
    line = msgspec.convert(wrong, EventLine)
    row = Row(**{name: getattr(line, name) for name in Row._fields})
    previous = msgspec.convert(before, EventLine).hash if line.seq > 1 else EMPTY
    return wrong | {"hash": msgspec.to_builtins(row.linked_to(previous))}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: b"",
        lambda raw: b"\xff\xfe\n",
        lambda raw: b"[" * 100_000 + b"\n",
        lambda raw: raw[:-1],
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw + b"{}\n",
        lambda raw: raw.replace(b'"type":', b'"type" :', 1),
        lambda raw: raw.replace("Игрок 1".encode(), "Игрок 9".encode()),
        lambda raw: b"".join(raw.splitlines(keepends=True)[:-1]),
    ],
)
def test_what_is_no_whole_export_is_refused_by_line(exported, spoil):
    raw = spoil(exported)

    with pytest.raises(RowRefused, match="Line"):
        import_club(raw=raw)

    assert Club.objects.count() == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body[0].update(name="Другой"),
        lambda body: player(body).update(name="Другой"),
        lambda body: series(body).update(name="Другая"),
    ],
)
def test_what_is_here_and_differs_is_refused(evening, change):
    raw = forged(export_club(club_id=evening.club).raw, change)

    with pytest.raises(RowDiffers):
        import_club(raw=raw)


def test_a_player_erased_here_does_not_come_back(evening):
    raw = export_club(club_id=evening.club).raw
    erasure.erase_player(player_id=Player.objects.get(name="Игрок 1").pk, actor=evening.actor)

    with pytest.raises(LeagueError):
        import_club(raw=raw)

    assert not Player.objects.filter(name="Игрок 1").exists()


def test_the_commands_write_and_read_the_file(evening, empty_database, tmp_path):
    def manage(*words):
        done = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, capture_output=True, env={**os.environ}, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    raw = manage("export", str(evening.club))
    file = tmp_path / "club.jsonl"
    file.write_bytes(raw)
    empty_database()

    manage("import", str(file))

    assert manage("export", str(evening.club)) == raw
