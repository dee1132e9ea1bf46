"""A club exported and imported into an empty installation has the same bytes and standings."""

import pytest

from league.club_data import erasure
from league.club_data.errors import MatchesRunning
from league.club_data.export import export_club, export_for
from league.club_data.import_ import import_club
from league.club_data.merging import merge_players
from league.clubs.models import Club, Membership, Player, User
from league.clubs.queries import names_of
from league.clubs.services import add_player, change_club
from league.common.actor import Actor
from league.errors import LeagueError, NotAllowed
from league.eventlog.audit import hash_chains
from league.eventlog.projections import runner
from league.matches.services import play as match_play
from league.seasons.models import LeagueRow, SeasonEvent, SeasonStanding
from league.tournaments.models import TournamentMatch, TournamentRow, TournamentStanding
from tests.builders.club_files import lines
from tests.league.rows import rows_of
from tests.processes import python


def projected():
    return rows_of(TournamentRow, TournamentMatch, TournamentStanding, LeagueRow, SeasonEvent, SeasonStanding)


def test_an_empty_installation_gets_the_same_bytes_and_the_same_standings(evening, empty_database):
    raw = export_club(club_id=evening.club).raw
    before = projected()
    empty_database()

    done = import_club(raw=raw)

    assert projected() == before
    assert export_club(club_id=evening.club).raw == raw
    assert (done.new, done.players, done.events) == (True, 7, sum(line["type"] == "event" for line in lines(raw)))
    assert hash_chains.audit().findings == ()


def test_merged_players_stay_merged(evening, empty_database):
    double = add_player(club_id=evening.club, name="Двойник", actor=evening.actor)
    kept = Player.objects.filter(club=evening.club, mark="").order_by("number").first()
    merge_players(player_id=double.pk, kept_id=kept.pk, actor=evening.actor)
    raw = export_club(club_id=evening.club).raw
    before = projected()
    empty_database()

    import_club(raw=raw)

    assert names_of([double.pk, kept.pk]) == dict.fromkeys([str(double.pk), str(kept.pk)], kept.name)
    assert Player.objects.get(pk=double.pk).merged_into_id == kept.pk
    assert export_club(club_id=evening.club).raw == raw
    assert projected() == before


def test_erased_people_stay_erased(evening, empty_database):
    raw = export_club(club_id=evening.club).raw
    empty_database()

    import_club(raw=raw)

    [erased] = Player.objects.exclude(mark="")
    assert (erased.name, erased.note, erased.email) == ("", "", "")
    assert "Игрок 4" not in raw.decode()


def test_a_club_keeps_its_zone_and_language_and_what_it_has_here_stays(evening, empty_database):
    usual = export_club(club_id=evening.club).raw
    change_club(club_id=evening.club, zone="Europe/Moscow", language="ru", actor=evening.actor)
    raw = export_club(club_id=evening.club).raw
    empty_database()

    import_club(raw=raw)
    again = import_club(raw=usual)

    first, *_ = lines(raw)
    assert [*first] == ["type", "format", "id", "name", "created_at", "zone", "language"]
    assert [*lines(usual)[0]] == ["type", "format", "id", "name", "created_at"]
    assert [*Club.objects.values_list("zone", "language")] == [("Europe/Moscow", "ru")]
    assert (again.new, export_club(club_id=evening.club).raw) == (False, raw)


def test_a_zone_that_was_set_elsewhere_comes_with_the_log(evening, empty_database):
    before = export_club(club_id=evening.club).raw
    change_club(club_id=evening.club, zone="Europe/Moscow", actor=evening.actor)
    after = export_club(club_id=evening.club).raw
    empty_database()

    import_club(raw=before)
    import_club(raw=after)

    assert [*Club.objects.values_list("zone", flat=True)] == ["Europe/Moscow"]
    assert export_club(club_id=evening.club).raw == after


def test_importing_twice_changes_nothing_even_after_further_play(evening, empty_database):
    raw = export_club(club_id=evening.club).raw
    empty_database()
    import_club(raw=raw)
    evening.draw()
    before = projected()

    again = import_club(raw=raw)

    assert (again.new, again.players, again.events) == (False, 0, 0)
    runner.catch_up_all()
    assert projected() != before  # the round that was drawn since is there still


def test_a_later_export_adds_what_is_new(evening, empty_database):
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


def test_the_named_account_becomes_organiser(evening, empty_database):
    raw = export_club(club_id=evening.club).raw
    empty_database()
    User.objects.create_user("vera")

    import_club(raw=raw, organiser="vera")

    assert [(row.user.username, row.role) for row in Membership.objects.select_related("user")] == [
        ("vera", "organiser")
    ]


def test_only_organisers_can_export(evening):
    with pytest.raises(NotAllowed):
        export_for(club_id=evening.club, actor=Actor(None))


def test_matches_with_a_sealed_seed_are_refused_or_left_out(evening):
    players = list(Player.objects.filter(mark="").order_by("number"))[:2]
    running = match_play.open_match(
        club_id=evening.club, game="rummikub", seats=[player.pk for player in players], actor=evening.actor
    )

    with pytest.raises(MatchesRunning, match=running.id):
        export_club(club_id=evening.club)
    done = export_club(club_id=evening.club, without_running=True)

    assert done.left_out == (f"match-{running.id}",)
    assert running.id not in done.raw.decode()


def test_a_player_erased_here_is_not_restored(evening):
    raw = export_club(club_id=evening.club).raw
    erasure.erase_player(player_id=Player.objects.get(name="Игрок 1").pk, actor=evening.actor)

    with pytest.raises(LeagueError):
        import_club(raw=raw)

    assert not Player.objects.filter(name="Игрок 1").exists()


def test_the_commands_write_and_read_the_file(evening, empty_database, tmp_path):
    def manage(*words):
        done = python("manage.py", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    raw = manage("export", evening.club)
    file = tmp_path / "club.jsonl"
    file.write_text(raw)
    empty_database()

    manage("import", file)

    assert manage("export", evening.club) == raw
