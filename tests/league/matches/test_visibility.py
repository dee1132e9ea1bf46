"""Views of a match are of one moment, and of existing matches only."""

import threading

import pytest
from django.db import connection, transaction

from games.engine import EVERYTHING, PUBLIC
from league.clubs.models import Player
from league.errors import Unknown
from league.matches import repository as match_repository
from league.matches.errors import NoSuchSeat
from league.matches.queries.detail import match_detail, position
from league.matches.queries.visibility import replay_steps, visible_events
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from tests.builders.clubs import founded
from tests.games.records.texts import DEAL

RACK = "deal 0 | ? | ?"


def table():
    """An official, a club, and a match of two at a table that is not dealt yet: actor, club, match."""
    actor, club = founded("organiser")
    opened = match_play.open_match(club_id=club, game="rummikub", seats=[None, None], dealing="table", actor=actor)
    return actor, club, opened


def moved(actor, done, *plies):
    return match_play.play_moves(match_id=done.id, plies=plies, expected=done.revision, actor=actor)


@pytest.mark.django_db
def test_events_during_a_reading_are_not_shown():
    actor, _, opened = table()
    before = match_repository.load(opened.id)
    moved(actor, opened, MoveRequest(-1, DEAL), MoveRequest(0, "draw"))

    shown = [(each.event, each.move) for each in visible_events(before, PUBLIC)]
    seen = [each.stored.seq for each in replay_steps(before)]

    assert [move for _, move in shown] == [None, None]
    assert seen == [1, 2]


@pytest.mark.django_db
def test_moves_of_a_running_game_are_shown_as_far_as_the_reader_may_know_them():
    actor, _, opened = table()
    moved(actor, opened, MoveRequest(-1, DEAL), MoveRequest(0, "play +r10,b10,k10"))
    standing = match_repository.load(opened.id)

    shown = {to: [each.move for each in visible_events(standing, to)][2:] for to in (PUBLIC, 0, EVERYTHING)}

    assert shown == {
        PUBLIC: [RACK, "play +r10,b10,k10"],
        0: [DEAL.partition(" | r1 ")[0] + " | ?", "play +r10,b10,k10"],
        EVERYTHING: [DEAL, "play +r10,b10,k10"],
    }


@pytest.mark.django_db
def test_an_unknown_seat_sees_nothing():
    actor, _, opened = table()

    with pytest.raises(NoSuchSeat):
        position(opened.id, actor, seat=2)


def test_an_uncommitted_match_is_forgotten(committed_db):
    actor, club, _ = table()

    with transaction.atomic():
        opened = match_play.open_match(club_id=club, game="rummikub", seats=[None, None], actor=actor)
        within = match_detail(opened.id, actor).revision
        transaction.set_rollback(True)

    with pytest.raises(Unknown):
        match_detail(opened.id, actor)
    assert within == opened.revision


def test_players_named_by_two_records_at_once_join_once(committed_db):
    actor, club, _ = table()
    source = "ludex: 1\ngame: rummikub\nrules: 1\nlog: score\nseats: Anna | Boris | Clara\n"
    ready, done = threading.Barrier(3), []

    def imports():
        ready.wait()
        done.append(match_play.import_record(club_id=club, source=source, actor=actor))
        connection.close()

    threads = [threading.Thread(target=imports) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(done) == 3
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Anna", "Boris", "Clara"]


@pytest.mark.django_db
@pytest.mark.parametrize("to", [PUBLIC, 0, 1, EVERYTHING])
def test_any_tail_of_the_events_is_the_end_of_the_whole_list(to):
    actor, _, opened = table()
    standings = [match_repository.load(opened.id)]
    done = opened
    for ply in (
        MoveRequest(-1, DEAL),
        MoveRequest(0, "play +r10,b10,k10"),
        MoveRequest(1, "draw"),
        MoveRequest(-1, "b13"),
        MoveRequest(0, "draw"),
    ):
        done = moved(actor, done, ply)
        standings.append(match_repository.load(opened.id))

    for number, then in enumerate(standings):
        for now in standings[number:]:
            whole = list(visible_events(now, to))
            assert list(visible_events(now, to, behind=then)) == [
                each for each in whole if each.stored.seq > then.head.seq
            ]
