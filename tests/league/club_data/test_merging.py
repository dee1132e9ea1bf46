"""Merging two players: everything that counts by person follows, and undoing it brings every row back."""

import random
from contextlib import suppress
from uuid import UUID

import pytest

from league.club_data.erasure import erase_player
from league.club_data.merging import merge_players, undo_merge
from league.clubs import services as club_services
from league.clubs.errors import CannotMerge, NamesUnclear, NotMerged, PlayerErased, PlayerMerged
from league.clubs.merges import PlayersMerged, append_to_club, kept_players, merges
from league.clubs.models import Player, User
from league.clubs.people_import import service as people_import
from league.clubs.queries import list_players, names_of, player_detail
from league.clubs.record_players import find_or_add_players
from league.clubs.sessions import actor as actor_of
from league.common.actor import NOBODY, Actor
from league.errors import NotAllowed
from league.eventlog import store
from league.eventlog.projections import registry, runner
from league.integrity.audit import audit
from league.matches.errors import SeatTwice
from league.matches.models import GameResultRow, MatchRow, MatchTotal, SeriesStanding
from league.matches.queries import totals
from league.matches.services import play as match_play
from league.ratings import queries as rating_queries
from league.ratings.models import RatedMatch, RatingDay, RatingRow
from league.seasons import queries as season_queries
from league.seasons import services as season_services
from league.seasons.domain.rules import Division, SeasonRules
from league.seasons.models import LeagueRow, SeasonEvent, SeasonStanding
from league.tournaments.errors import AlreadyEntered
from league.tournaments.queries.list import list_tournaments
from league.tournaments.services import entries
from tests.builders.clubs import accept_offers, founded
from tests.builders.evenings import begun, started
from tests.builders.rated import play
from tests.builders.reported import Table
from tests.builders.season_clubs import SeasonClub
from tests.league.rows import rows_of

pytestmark = pytest.mark.django_db

TABLES = (MatchRow, GameResultRow, MatchTotal, SeriesStanding, RatedMatch, RatingDay, RatingRow)
SEASONS = (LeagueRow, SeasonEvent, SeasonStanding)


def projected(*tables):
    runner.catch_up_all()
    return rows_of(*(tables or TABLES + SEASONS))


def rebuilt():
    for name in registry.names():
        runner.rebuild(name)
    return rows_of(*TABLES, *SEASONS)


def merge(actor, player, kept):
    return merge_players(player_id=UUID(str(player)), kept_id=UUID(str(kept)), actor=actor)


def undo(actor, player):
    return undo_merge(player_id=UUID(str(player)), actor=actor)


def added(actor, club, name, **more):
    player = club_services.add_player(club_id=club, name=name, actor=actor, **more)
    if "username" in more:
        accept_offers(more["username"])
    return player.pk


def refusal(actor, player, kept):
    with pytest.raises(CannotMerge) as refused:
        merge(actor, player, kept)
    return refused.value.params["why"].text


def played_apart(given):
    """A club in which А–Б and В–Б have played a match each, on the same table of a series."""
    actor, club, (one, two, three, _), series = given
    for players in ([one, two], [three, two]):
        Table((actor, club, players, series), tournament_id=None).play()
    return actor, one, two, three, series


def test_series_count_for_the_kept_player_what_both_played_and_undoing_restores_every_row(club):
    actor, one, two, three, series = played_apart(club)
    before = projected()

    merge(actor, three, one)
    merged = projected()
    names = {row.player: (row.matches, row.games) for row in totals.standings(series).standings}
    again = rebuilt()
    undo(actor, three)

    assert names == {str(one): (2, 4), str(two): (2, 4)}
    assert again == merged != before
    assert projected() == before
    assert rebuilt() == before
    assert audit().findings == ()


def test_ratings_are_those_of_one_who_played_it_all():
    actor, club = founded()
    anna, boris, double = (added(actor, club, name) for name in ("Anna", "Boris", "Anna S."))
    for day, seats in enumerate(([anna, boris], [double, boris], [anna, boris])):
        play(seats, (24, -24), club=club, day=day)
    apart = projected(RatingDay, RatingRow, RatedMatch)

    merge(actor, double, anna)
    runner.catch_up_all()
    table = rating_queries.ratings(game="rummikub", club=club).first()
    days = rating_queries.history(game="rummikub", player=double, club=club).first()
    undo(actor, double)

    assert [(row.player, row.matches) for row in table] == [(str(anna), 3), (str(boris), 3)]
    assert [(day.matches, len(day.finishes)) for day in days] == [(3, 1), (2, 1), (1, 1)]
    assert projected(RatingDay, RatingRow, RatedMatch) == apart


def test_ratings_after_a_merge_equal_those_of_a_club_that_never_had_the_double():
    found = []
    for double in (False, True):
        actor, club = founded()
        anna, boris = added(actor, club, "Anna"), added(actor, club, "Boris")
        other = added(actor, club, "Anna S.") if double else anna
        for day, seats in enumerate(([anna, boris], [other, boris], [boris, other], [anna, boris])):
            play(seats, (24, -24), club=club, day=day)
        if double:
            runner.catch_up_all()
            merge(actor, other, anna)
        runner.catch_up_all()
        rows = RatingRow.objects.filter(scope=club).order_by("-ordinal")
        found.append([(row.mu, row.sigma, row.matches) for row in rows])

    assert found[0] == found[1]


def test_a_season_has_one_row_for_the_person_and_divisions_one_place():
    league = SeasonClub()
    first = league.evening()
    league.do(season_services.attach, number=1, tournament_id=first.id)
    league.won_by(first, league.players)
    league.finish(first)
    double = added(league.actor, league.id, "Глеб П.")
    old, league.players = league.players, [*league.players[:3], str(double)]
    second = league.evening()
    league.do(season_services.attach, number=1, tournament_id=second.id)
    league.won_by(second, [*league.players[3:], *league.players[:3]])
    league.finish(second)
    before, apart = projected(), league.table()

    merge(league.actor, double, old[3])
    rows = projected(SeasonStanding)

    assert len(apart) == 5
    places = [(1, "Аня", "22"), (2, "Глеб", "18"), (3, "Боря", "18"), (4, "Вера", "14")]  # Глеб has won an evening
    assert league.table() == places
    assert len(rows[0]) == 4
    assert rebuilt()[-1] == rows[0]
    undo(league.actor, double)
    assert (league.table(), projected()) == (apart, before)


def test_members_of_divisions_are_people():
    league = SeasonClub(SeasonRules(divisions=(Division("A", 4), Division("B", 4)), promote=1, relegate=1))
    double = added(league.actor, league.id, "Глеб П.")
    a, b, c, d = league.players
    members = [[UUID(a), UUID(b)], [UUID(c), UUID(d), double]]
    league.do(season_services.draw_up, number=1, members=members)

    merge(league.actor, double, a)
    shown = season_queries.season_detail(league.league, 1, NOBODY).members

    assert [[each.player for each in division] for division in shown] == [[a, b], [c, d]]
    with pytest.raises(PlayerMerged):
        league.do(season_services.draw_up, number=1, members=members, reason="Again.")
    undo(league.actor, double)
    shown = season_queries.season_detail(league.league, 1, NOBODY).members
    assert [len(division) for division in shown] == [2, 3]


def test_lists_names_and_suggestions_know_one_person():
    actor, club = founded()
    anna, double = added(actor, club, "Anna Schmidt"), added(actor, club, "A. Schmidt", club_number="17")

    merge(actor, double, anna)

    assert [each.id for each in list_players(actor, club=club).first()] == [str(anna)]
    assert names_of([anna, double]) == {str(anna): "Anna Schmidt", str(double): "Anna Schmidt"}
    assert (player_detail(double, NOBODY).merged_into, player_detail(anna, NOBODY).merged_into) == (str(anna), None)
    assert find_or_add_players(club, ["A. Schmidt"]) == (str(anna),)
    assert find_or_add_players(club, ["anna schmidt"]) == (str(anna),)
    undo(actor, double)
    assert find_or_add_players(club, ["A. Schmidt"]) == (str(double),)


def test_namesakes_who_were_merged_need_no_label_and_no_question():
    actor, club = founded()
    one, two = added(actor, club, "Anna"), added(actor, club, "Anna")
    with pytest.raises(NamesUnclear):
        find_or_add_players(club, ["Anna"])

    merge(actor, two, one)

    assert set(names_of([one, two]).values()) == {"Anna"}
    assert find_or_add_players(club, ["Anna"]) == (str(one),)


def test_a_people_list_finds_the_kept_player_by_what_is_known_of_the_other():
    actor, club = founded()
    anna, double = added(actor, club, "Anna Schmidt"), added(actor, club, "A. Schmidt", club_number="17")
    merge(actor, double, anna)
    raw = b"name,club number,e-mail\nSchmidt Anna,17,anna@example.org\n"

    plan = people_import.preview(club_id=club, raw=raw, actor=actor)
    done = people_import.import_people(club_id=club, raw=raw, content=plan.content, actor=actor)

    assert [(each.player, each.new) for each in done.entries] == [(anna, False)]
    assert (player_detail(anna, actor).email, player_detail(anna, actor).club_number) == ("anna@example.org", "")
    assert Player.objects.filter(club=club).count() == 2


def test_the_player_with_the_account_is_kept_and_the_account_acts_for_both():
    actor, club = founded()
    user = User.objects.create_user("anna")
    anna, double = added(actor, club, "Anna"), added(actor, club, "A.", username="anna")

    assert refusal(actor, double, anna) == "{player} has an account, and nobody moves an account to another player"
    merge(actor, anna, double)
    merged = actor_of(user.pk).players
    undo(actor, anna)

    assert merged == {str(anna), str(double)}
    assert actor_of(user.pk).players == {str(double)}


def test_an_account_that_an_older_merge_has_moved_goes_back():
    actor, club = founded()
    user = User.objects.create_user("anna")
    anna, double = added(actor, club, "Anna"), added(actor, club, "A.")
    Player.objects.filter(pk=double).update(merged_into=anna)
    Player.objects.filter(pk=anna).update(user=user)
    append_to_club(str(club), PlayersMerged(str(club), str(double), str(anna), str(user.pk)), actor)

    undo(actor, double)

    assert actor_of(user.pk).players == {str(double)}
    assert player_detail(anna, actor).username is None


def test_players_who_sat_at_one_table_cannot_be_one_person(club):
    actor, _, players, _ = club
    table = Table(club, tournament_id=None)

    assert refusal(actor, players[1], players[0]) == "they sat at one table in match {match}"
    with pytest.raises(CannotMerge) as refused:
        merge(actor, players[0], players[1])
    assert refused.value.params["why"].params == {"match": table.id}


def test_players_who_were_entered_in_one_tournament_cannot_be_one_person():
    evening = begun()
    one, two = evening.join("Anna", "A.")
    entries.withdraw(tournament_id=evening.id, entrant=two, actor=evening.actor)

    assert refusal(evening.actor, two, one) == "both were entered in the tournament {name}"


def test_a_substitute_may_turn_out_to_be_the_same_person():
    evening = begun()
    [one] = evening.join("A.")
    anna = added(evening.actor, evening.club, "Anna")
    evening.do(entries.replace, entrant=one, out=UUID(one), substitute=anna)

    merge(evening.actor, one, anna)

    assert names_of([one]) == {one: "Anna"}


def test_what_cannot_be_merged_is_refused_by_name():
    actor, club = founded()
    elsewhere, other_club = founded()
    anna, double, third, gone = (added(actor, club, name) for name in ("Anna", "A.", "Anne", "Gone"))
    stranger = added(elsewhere, other_club, "Anna")
    both = Actor(actor.user, frozenset(), {str(each): frozenset({"organiser"}) for each in (club, other_club)})
    erase_player(player_id=gone, actor=actor)
    merge(actor, double, anna)

    assert refusal(actor, anna, anna) == "they are the same player"
    assert refusal(both, stranger, anna) == "they are in different clubs"
    assert refusal(actor, gone, anna) == refusal(actor, anna, gone) == "{player} was erased"
    already = "{player} has already been merged into {kept}"
    assert refusal(actor, double, third) == refusal(actor, third, double) == already
    assert refusal(actor, anna, third) == "others have been merged into {player}"
    with pytest.raises(NotMerged):
        undo(actor, anna)
    with pytest.raises(NotAllowed):
        merge(elsewhere, third, anna)
    with pytest.raises(NotAllowed):
        undo(elsewhere, double)


def test_two_accounts_are_not_one_person():
    actor, club = founded()
    for name in ("anna", "double"):
        User.objects.create_user(name)
    one, two = (added(actor, club, name, username=name) for name in ("anna", "double"))

    assert refusal(actor, two, one) == "both have an account"


def test_a_merged_player_has_no_seat_beside_the_kept_one_and_no_form_of_their_own(club):
    actor, club_id, players, _ = club
    one, three = players[0], players[2]

    merge(actor, three, one)

    with pytest.raises(SeatTwice):
        match_play.open_match(club_id=club_id, game="rummikub", seats=[one, three], actor=actor)
    with pytest.raises(PlayerMerged):
        club_services.change_player(player_id=three, name="Д", actor=actor)


def test_a_running_tournament_continues_with_the_entrant_and_takes_nobody_twice():
    evening = started(4)
    entrant = next(iter(evening.now.entries))
    [table] = evening.draw()
    anna = added(evening.actor, evening.club, "Anna")

    merge(evening.actor, entrant, anna)
    with pytest.raises(AlreadyEntered):
        entries.enter(tournament_id=evening.id, player_id=anna, actor=evening.actor)
    with pytest.raises(PlayerMerged):
        entries.enter(tournament_id=evening.id, player_id=UUID(entrant), actor=evening.actor)
    evening.report(table)
    [table] = evening.draw()
    evening.report(table)
    runner.catch_up_all()

    assert [each.id for each in list_tournaments(player=anna).first()] == [evening.id]
    assert audit().findings == ()


def test_erasing_the_person_erases_all_that_were_merged():
    actor, club = founded()
    anna, double = added(actor, club, "Anna Schmidt"), added(actor, club, "A. Schmidt", email="a@example.org")
    merge(actor, double, anna)

    erase_player(player_id=double, actor=actor)

    rows = Player.objects.filter(club=club)
    assert [(row.name, row.email, bool(row.mark)) for row in rows] == [("", "", True)] * 2
    assert len(set(names_of([anna, double]).values())) == 1
    with pytest.raises(PlayerErased):
        undo(actor, double)


def test_the_log_gains_events_with_ids_alone():
    actor, club = founded()
    anna, double = added(actor, club, "Anna"), added(actor, club, "A.")

    merge(actor, double, anna)
    undo(actor, double)

    events = store.read(f"club-{club}").events
    assert [(event.kind, event.payload) for event in events] == [
        ("players.merged", {"club": str(club), "player": str(double), "kept": str(anna)}),
        ("players.merge_undone", {"player": str(double)}),
    ]
    assert merges.load(str(club)).state.merged == {}


def test_after_any_merges_matches_and_undoings_rows_are_those_of_a_rebuild():
    chance = random.Random(12)
    for _ in range(4):
        actor, club = founded()
        players = [added(actor, club, f"Player {number}") for number in range(5)]
        merged = []
        for day in range(8):
            if chance.random() < 0.4 and (pair := sorted(chance.sample(players, 2))) not in merged:
                with suppress(CannotMerge):
                    merge(actor, *pair)
                    merged.append(pair)
            people = {str(player): str(player) for player in players} | kept_players(players)
            one, two = chance.sample(players, 2)
            if people[str(one)] != people[str(two)]:
                play([one, two], chance.choice([(24, -24), (-5, 5), (3, 3)]), club=club, day=day)
            runner.catch_up_all()

        assert projected() == rebuilt()
        for player, _ in merged:
            undo(actor, player)
        assert projected() == rebuilt()
