"""Latecomers of a published round: a table with the player who has a bye, or the seat that was left by mistake."""

from uuid import UUID

import pytest

from league.common.actor import Actor
from league.errors import NotAllowed
from league.impact import services as results
from league.matches import repository as match_repository
from league.standings.types import Outcome
from league.tournaments.domain import entries
from league.tournaments.domain.draw.latecomers import add_table, free_entrants
from league.tournaments.domain.draw.verify import differences, findings
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.standings import standing_rows
from league.tournaments.errors import BadSeating, EntrantRefused, NotDueYet
from league.tournaments.queries.rounds import round_detail
from league.tournaments.services import entries as entry_services
from league.tournaments.services import lifecycle
from tests.builders.cups import Cup
from tests.builders.evenings_in_memory import Running, settings


def with_bye(**changed):
    """Five entrants, of whom one has a bye in the first round; then f enters."""
    running = Running(settings(**changed)).enter(*"abcde").start().draw().publish()
    return running.enter("f")


def add(running, *entrants):
    return running.take(add_table(running.now, running.results, entrants, "5eed", "late"))


def bye_of(running):
    ((_, entrant),) = running.now.rounds[-1].byes
    return entrant


def test_a_latecomer_plays_the_one_with_the_bye():
    running = with_bye()
    bye = bye_of(running)
    assert free_entrants(running.now) == ([bye], ["f"])

    add(running, bye, "f").report_by_name()

    table = running.last[-1]
    assert (table.number, table.match, sorted(table.seats)) == (3, "late", sorted([bye, "f"]))
    assert running.now.rounds[-1].byes == []
    assert running.now.entries["f"].since == 1
    assert free_entrants(running.now) == ([], [])
    scores = {row.entrant: row.score for row in standing_rows(running.now, running.results, running.now.stages[0])}
    assert scores[bye] + scores["f"] == 1
    assert list(findings(running.facts)) == []
    assert differences(running.now.stages[0], running.now.rounds[-1]) == []
    running.play()
    assert all(set(each.seats) != {bye, "f"} for each in running.last)


def test_an_entrant_who_withdrew_before_the_start_plays_the_one_with_the_bye():
    running = Running(settings()).enter(*"abcdef")
    running.take(entries.withdraw(running.now, "f")).start().draw().publish()
    running.take(entries.return_(running.now, "f"))

    add(running, bye_of(running), "f")

    assert len(running.last) == 3


def test_two_byes_and_a_latecomer_make_a_table_of_three():
    running = Running(settings(sizes=(3,), preferred=3)).enter(*"abcde").start().draw().publish().enter("f")
    byes = [entrant for _, entrant in running.now.rounds[-1].byes]

    add(running, *byes, "f")

    assert sorted(running.last[-1].seats) == sorted([*byes, "f"])


def test_in_another_group_the_numbers_of_tables_and_matches_stay():
    running = Running(settings(stages=(Stage("swiss", rounds=3, groups=2),))).enter(*"abcdef").start()
    running.draw().publish()
    before = [(table.number, table.match, table.seats) for table in running.last]
    running.enter("g")
    group = next(number for number, members in enumerate(running.now.stages[0].groups) if "g" in members)
    bye = next(entrant for number, entrant in running.now.rounds[-1].byes if number == group)

    add(running, bye, "g")

    assert [(table.number, table.match, table.seats) for table in running.last[:-1]] == before
    assert running.last[-1].group == group


@pytest.mark.parametrize(
    ("entrants", "error", "why"),
    [
        (("f", "seated"), EntrantRefused, "the entrant has a table in round 1"),
        (("f", "f"), BadSeating, "the entrant is listed twice"),
        (("f", "g"), BadSeating, "none of them has a bye"),
        (("f",), BadSeating, "a table of 1 is not one of the table sizes"),
    ],
)
def test_others_are_refused(entrants, error, why):
    running = with_bye().enter("g")
    there = {"seated": running.last[0].seats[0]}

    with pytest.raises(error, match=why):
        add(running, *[there.get(each, each) for each in entrants])


def test_once_the_next_round_is_drawn_the_bye_stays():
    running = with_bye()
    bye = bye_of(running)
    running.report_by_name().draw()

    with pytest.raises(NotDueYet, match="round 2 is already drawn"):
        add(running, bye, "f")


def test_a_round_robin_keeps_its_schedule():
    running = Running(settings(stages=(Stage("round_robin"),))).enter(*"abc").start().draw().publish()

    with pytest.raises(NotDueYet, match="of a Swiss or a fixed series only"):
        add(running, "a", "b")


@pytest.mark.django_db
def test_the_added_table_has_a_match_and_is_shown():
    cup = Cup("abcde", bench="f")
    cup.draw()
    bye = cup.names[cup.evening.now.rounds[-1].byes[0][1]]
    cup.evening.do(entry_services.enter, player_id=UUID(cup.ids["f"]))

    cup.sit([bye, "f"])

    shown = round_detail(cup.evening.id, 1, cup.evening.actor)
    assert sorted(seat.name for seat in shown.tables[-1].seats) == sorted([bye, "f"])
    assert shown.out == []
    assert shown.changed_by_hand == []
    cup.win("f", 2)
    assert cup.scores()["f"] == "1"


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "field"), [("swiss", "abcd"), ("evening", "abcd"), ("evening", "abc")])
def test_an_entrant_who_withdraws_by_mistake_gets_the_seat_back(slug, field):
    cup = Cup(field, slug=slug)
    cup.draw()
    seats = match_repository.load(cup.match(0)).state.opened.seats
    gone = cup.names[seats[0]]
    cup.withdraw(gone)

    cup.come_back(gone)

    match = match_repository.load(cup.match(0)).state
    assert (match.opened.seats, match.outcome, match.sheet.left) == (seats, Outcome.UNPLAYED, ())


@pytest.mark.django_db
def test_after_a_game_with_a_result_the_seat_is_gone():
    cup = Cup("abcd", slug="evening")
    cup.draw("abcd")
    cup.game(1, a=40, b=-10, c=-10, d=-20)
    cup.withdraw("d")

    cup.come_back("d")

    assert match_repository.load(cup.match(0)).state.sheet.left == (3,)


@pytest.mark.django_db
def test_a_forfeit_that_an_official_gave_is_not_undone():
    cup = Cup()
    cup.draw("ab", "cd")
    seat = match_repository.load(cup.match(0)).state.opened.seats.index(cup.ids["a"])
    cup.on_match(results.forfeit_match, 0, seats=[seat], reason="Late.")
    cup.withdraw("a")

    cup.come_back("a")

    assert match_repository.load(cup.match(0)).state.outcome == Outcome.FORFEIT


@pytest.mark.django_db
def test_where_both_withdrew_nobody_gets_a_seat_back_alone():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.withdraw("a")
    cup.withdraw("b")

    cup.come_back("a")

    assert match_repository.load(cup.match(0)).state.outcome == Outcome.FORFEIT


@pytest.mark.django_db
def test_players_do_not_add_tables_themselves():
    cup = Cup("abcde")
    cup.draw()
    player = cup.evening._replace(actor=Actor(players=frozenset(cup.ids.values())))

    with pytest.raises(NotAllowed):
        player.do(lifecycle.start_table, entrants=[cup.ids["a"]])
