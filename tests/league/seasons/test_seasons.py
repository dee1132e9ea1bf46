"""Seasons through the services: tables follow the events, projections follow the log."""

import random
from uuid import UUID

import pytest

from league.club_data.erasure import erase_player
from league.clubs.models import User
from league.common.actor import NOBODY, Actor
from league.errors import NotAllowed, Unknown
from league.eventlog import store
from league.eventlog.projections import runner
from league.integrity import audit
from league.seasons import queries as shown
from league.seasons import services as season_services
from league.seasons.domain.rules import Division, SeasonRules
from league.seasons.errors import BadSeason, DivisionsOfOne, DivisionsUnfilled, EventsUnfinished, SeasonIsClosed
from league.seasons.models import LeagueRow, SeasonEvent, SeasonStanding
from league.seasons.repository import leagues
from league.tournaments.domain.settings.presets import presets
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.clubs import founded
from tests.builders.evenings import preset
from tests.builders.season_clubs import POINTS, SeasonClub
from tests.league.rows import rows_of

pytestmark = pytest.mark.django_db


def rows():
    return rows_of(LeagueRow, SeasonEvent, SeasonStanding)


def test_a_season_adds_up_its_finished_events_and_shows_running_ones_as_provisional():
    club = SeasonClub()
    anya, borya, vera, gleb = club.players
    first, second = club.evening(), club.evening()
    for evening in (first, second):
        club.do(season_services.attach, number=1, tournament_id=evening.id)
    club.won_by(first, [anya, borya, vera, gleb])
    club.finish(first)
    club.won_by(second, [borya, anya, vera, gleb])

    assert club.table() == [(1, "Аня", "12"), (2, "Боря", "10"), (3, "Вера", "8"), (4, "Глеб", "6")]
    provisional = [(1, "Боря", "22"), (2, "Аня", "22"), (3, "Вера", "16"), (4, "Глеб", "12")]
    assert club.table(provisional=True) == provisional
    terms = shown.season_table(club.league, 1, NOBODY, provisional=True).divisions[0].rows[0].terms
    assert [(term.finished, term.counted) for term in terms] == [(True, True), (False, True)]


@pytest.mark.parametrize("seed", range(3))
def test_any_order_of_finishing_and_correcting_gives_one_table_by_every_path(seed):
    club = SeasonClub(SeasonRules(points=(12, 10, 8, 6), best=2))
    chance = random.Random(seed)
    evenings = [club.evening() for _ in range(3)]
    for evening in evenings:
        club.do(season_services.attach, number=1, tournament_id=evening.id)
    orders = [club.players, club.players[::-1], [*club.players[2:], *club.players[:2]]]
    for number in chance.sample(range(3), 3):
        if chance.random() < 0.5:
            club.won_by(evenings[number], orders[number][::-1])
            club.won_by(evenings[number], orders[number], correction="typed upside down")
        else:
            club.won_by(evenings[number], orders[number])
        club.finish(evenings[number])
        if chance.random() < 0.5:
            tournament_lifecycle.reopen(tournament_id=evenings[number].id, actor=club.actor, reason="look again")
            club.finish(evenings[number])
        if chance.random() < 0.7:
            runner.catch_up_all()
    runner.catch_up_all()
    incremental = rows()

    runner.rebuild("leagues")

    assert rows() == incremental
    assert [(row.rank, row.row["points"]) for row in SeasonStanding.objects.order_by("place")] == [
        (rank, int(points)) for rank, _, points in club.table()
    ]
    assert club.table() == [(1, "Вера", "22"), (2, "Глеб", "22"), (3, "Аня", "20"), (4, "Боря", "18")]


def test_a_correction_in_a_finished_event_updates_own_scores_in_the_projection():
    club = SeasonClub(SeasonRules())
    evening = club.evening()
    club.do(season_services.attach, number=1, tournament_id=evening.id)
    club.won_by(evening, club.players)
    club.finish(evening)
    runner.catch_up_all()
    before = club.table()

    club.won_by(evening, club.players[::-1], correction="typed upside down")
    runner.catch_up_all()

    assert club.table() != before
    after = rows()
    runner.rebuild("leagues")
    assert rows() == after


def test_a_closed_season_is_frozen_and_continues_when_reopened():
    club = SeasonClub()
    evening = club.evening()
    club.do(season_services.attach, number=1, tournament_id=evening.id)
    club.won_by(evening, club.players)
    club.finish(evening)
    club.do(season_services.close, number=1)
    frozen = club.table()

    tournament_lifecycle.reopen(tournament_id=evening.id, actor=club.actor, reason="a result was wrong")
    club.won_by(evening, club.players[::-1], correction="typed upside down")
    club.finish(evening)

    assert club.table() == frozen
    with pytest.raises(SeasonIsClosed):
        club.do(season_services.detach, number=1, tournament_id=evening.id, reason="why")
    club.do(season_services.reopen, number=1, reason="the evening was corrected")
    assert [name for _, name, _ in club.table()] == [name for _, name, _ in frozen][::-1]
    runner.catch_up_all()
    incremental = rows()
    runner.rebuild("leagues")
    assert rows() == incremental
    assert audit.audit().findings == ()


def test_promotions_are_proposed_for_the_next_season():
    rules = SeasonRules(points=(12, 10), divisions=(Division("A"), Division("B")), promote=1, relegate=1)
    club = SeasonClub(rules)
    anya, borya, vera, gleb = club.players
    club.do(season_services.draw_up, number=1, members=[[UUID(anya), UUID(borya)], [UUID(vera), UUID(gleb)]])
    evening = club.evening()
    club.do(season_services.attach, number=1, tournament_id=evening.id)
    club.won_by(evening, [anya, borya, vera, gleb])
    club.finish(evening)
    club.do(season_services.close, number=1)
    club.do(season_services.open_season, name="2027", rules=rules)

    club.do(season_services.draw_up, number=2)

    members = shown.season_detail(club.league, 2, NOBODY).members
    assert [[each.name for each in division] for division in members] == [["Аня", "Вера"], ["Боря", "Глеб"]]


def test_a_division_that_nobody_was_put_into_is_named_before_the_season_closes():
    club = SeasonClub(SeasonRules(points=(12, 10), divisions=(Division("A"), Division("B"))))
    evening = club.evening()
    club.do(season_services.attach, number=1, tournament_id=evening.id)
    club.won_by(evening, club.players)
    club.finish(evening)

    with pytest.raises(DivisionsUnfilled) as nobody:
        club.do(season_services.close, number=1)
    club.do(season_services.draw_up, number=1, members=[[UUID(player) for player in club.players], []])
    with pytest.raises(DivisionsUnfilled) as one:
        club.do(season_services.close, number=1)
    club.do(season_services.close, number=1, small=True)

    assert nobody.value.params == {"divisions": "A, B"}
    assert one.value.params == {"divisions": "B"}
    assert leagues.load(club.league).state.seasons[0].closed.divisions == (tuple(club.players), ())


def test_unfinished_events_are_named():
    club = SeasonClub()
    evening = club.evening()
    club.do(season_services.attach, number=1, tournament_id=evening.id)

    with pytest.raises(EventsUnfinished) as caught:
        club.do(season_services.close, number=1)

    assert str(caught.value) == "These events in the season are not finished: Вечер."
    assert caught.value.params["tournaments"] == evening.id


def test_erased_players_are_gone_when_the_season_closes():
    rules = SeasonRules(points=(12, 10), divisions=(Division("A"), Division("B")), promote=1, relegate=1)
    club = SeasonClub(rules)
    anya, borya, vera, gleb = club.players
    club.do(season_services.draw_up, number=1, members=[[UUID(anya), UUID(borya)], [UUID(vera), UUID(gleb)]])
    evening = club.evening()
    club.do(season_services.attach, number=1, tournament_id=evening.id)
    club.won_by(evening, [anya, borya, vera, gleb])
    club.finish(evening)
    erase_player(player_id=UUID(anya), actor=club.actor)

    with pytest.raises(DivisionsOfOne) as caught:
        club.do(season_services.close, number=1)
    club.do(season_services.close, number=1, small=True)

    closed = leagues.load(club.league).state.seasons[0].closed
    assert caught.value.params == {"divisions": "B"}
    assert closed.gone == (anya,)
    assert closed.divisions == ((borya, vera), (gleb,))
    assert "Аня" not in str(shown.season_table(club.league, 1, club.actor))


def test_a_player_who_never_came_has_no_rank():
    club = SeasonClub()
    evening = club.evening()
    club.do(season_services.attach, number=1, tournament_id=evening.id)
    entries.withdraw(tournament_id=evening.id, entrant=club.players[0], actor=club.actor, no_show=True)
    tournament_lifecycle.finish(tournament_id=evening.id, actor=club.actor, abandon=True)

    assert club.table() == []


def test_a_tournament_of_another_game_does_not_count():
    club = SeasonClub()
    other = tournament_lifecycle.create(
        club_id=club.id, name="Кубок", game="riff_raff", settings=presets("riff_raff")[0].settings, actor=club.actor
    )

    with pytest.raises(BadSeason):
        club.do(season_services.attach, number=1, tournament_id=other.id)


def test_a_tournament_of_another_club_does_not_count():
    club = SeasonClub()
    theirs, rook = founded(name="Rook")
    other = tournament_lifecycle.create(
        club_id=rook, name="Cup", game="rummikub", settings=preset("rummikub", "evening"), actor=theirs
    )

    with pytest.raises(Unknown):
        club.do(season_services.attach, number=1, tournament_id=other.id)


def test_only_officials_see_a_draft_that_counts():
    club = SeasonClub()
    draft = tournament_lifecycle.create(
        club_id=club.id, name="Тайна", game="rummikub", settings=preset("rummikub", "evening"), actor=club.actor
    )
    club.do(season_services.attach, number=1, tournament_id=draft.id)

    assert shown.season_detail(club.league, 1, NOBODY).events == []
    assert [event.name for event in shown.season_detail(club.league, 1, club.actor).events] == ["Тайна"]


@pytest.mark.parametrize("role", [None, "scorekeeper", "arbiter"])
def test_only_organisers_run_a_league(role):
    club = SeasonClub()
    roles = {str(club.id): frozenset({role})} if role else {}
    other = Actor(User.objects.create_user("somebody").pk, frozenset(), roles)
    head = store.read(leagues.stream(club.league)).head

    with pytest.raises(NotAllowed):
        season_services.create(club_id=club.id, name="Кубок", game="rummikub", actor=other)
    for act, given in (
        (season_services.rename, {"name": "x"}),
        (season_services.open_season, {"name": "x", "rules": POINTS}),
        (season_services.change_season, {"number": 1, "name": "x", "rules": POINTS, "reason": "why"}),
        (season_services.attach, {"number": 1, "tournament_id": "x"}),
        (season_services.detach, {"number": 1, "tournament_id": "x", "reason": "why"}),
        (season_services.draw_up, {"number": 1}),
        (season_services.close, {"number": 1}),
        (season_services.reopen, {"number": 1, "reason": "why"}),
    ):
        with pytest.raises(NotAllowed):
            act(league_id=club.league, actor=other, **given)

    assert store.read(leagues.stream(club.league)).head == head
