"""The clock of a round: its states, who may change it, how long it lasts, and that it changes nothing else."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from league.common.actor import Actor
from league.errors import NotAllowed, Refusal, Unknown
from league.tournaments.domain import clock as decisions
from league.tournaments.domain.clock import Clock, evolve_clock
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.events import ClockExtended, ClockPaused, ClockResumed, ClockStarted
from league.tournaments.domain.lifecycle import clock_round, finish, reopen
from league.tournaments.domain.settings.model import validate_settings
from league.tournaments.domain.standings import outlook
from league.tournaments.errors import BadClock, BadSettings, ClockRefused, NotDueYet, WrongPhase
from league.tournaments.queries.detail import ClockDetail, detail
from league.tournaments.queries.rounds import round_detail
from league.tournaments.queries.standings import standings as standings_read
from league.tournaments.repository import tournaments
from league.tournaments.services import clock as services
from league.tournaments.services import lifecycle
from league.tournaments.services.settings import change
from tests.builders.evenings import started
from tests.builders.evenings_in_memory import Running, settings

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def minutes(count):
    return timedelta(minutes=count)


RUNNING = Clock(ends=NOON + minutes(45))
PAUSED = Clock(left=750)
UP = Clock(ends=NOON)


def test_a_clock_runs_from_the_moment_it_is_started():
    assert decisions.start_clock(3, None, 45, NOON) == [ClockStarted(3, 45, NOON + minutes(45))]


def test_a_clock_whose_time_is_up_can_be_started_again():
    assert decisions.start_clock(3, UP, 10, NOON) == [ClockStarted(3, 10, NOON + minutes(10))]


def test_a_pause_keeps_what_is_left_to_the_second():
    (paused,) = decisions.pause_clock(3, RUNNING, NOON + minutes(32.5))

    assert paused == ClockPaused(3, 750)
    assert decisions.resume_clock(3, evolve_clock(paused), NOON + minutes(90)) == [
        ClockResumed(3, NOON + minutes(102.5))
    ]


def test_a_pause_in_the_last_second_leaves_a_second():
    almost = RUNNING.ends - timedelta(milliseconds=1)

    assert decisions.pause_clock(3, RUNNING, almost) == [ClockPaused(3, 1)]


@pytest.mark.parametrize(
    ("clock", "by", "event"),
    [
        (RUNNING, 5, ClockExtended(3, 5, ends=NOON + minutes(50))),
        (RUNNING, -5, ClockExtended(3, -5, ends=NOON + minutes(40))),
        (PAUSED, 5, ClockExtended(3, 5, left=1050)),
        (PAUSED, -5, ClockExtended(3, -5, left=450)),
        (Clock(ends=NOON - minutes(20)), 5, ClockExtended(3, 5, ends=NOON + minutes(5))),
    ],
)
def test_a_round_is_extended_or_shortened_and_runs_again_if_its_time_was_up(clock, by, event):
    assert decisions.extend_clock(3, clock, by, NOON) == [event]


@pytest.mark.parametrize(
    ("refused", "text"),
    [
        (lambda: decisions.start_clock(3, RUNNING, 45, NOON), "is already running."),
        (lambda: decisions.start_clock(3, PAUSED, 45, NOON), "is paused."),
        (lambda: decisions.pause_clock(3, None, NOON), "is not started."),
        (lambda: decisions.pause_clock(3, PAUSED, NOON), "is already paused."),
        (lambda: decisions.pause_clock(3, UP, NOON), "has run out."),
        (lambda: decisions.resume_clock(3, RUNNING, NOON), "is already running."),
        (lambda: decisions.resume_clock(3, UP, NOON), "has run out."),
        (lambda: decisions.extend_clock(3, None, 5, NOON), "is not started."),
        (lambda: decisions.extend_clock(3, PAUSED, -13, NOON), "has 12:30 left."),
        (lambda: decisions.extend_clock(3, RUNNING, -45, NOON), "has 45:00 left."),
        (lambda: decisions.extend_clock(3, UP, -1, NOON), "has 0:00 left."),
        (lambda: decisions.clear_clock(3, None), "is not started."),
    ],
)
def test_what_does_not_fit_the_state_of_the_clock_is_refused_by_name(refused, text):
    with pytest.raises(ClockRefused) as error:
        refused()

    assert str(error.value) == f"The clock of round 3 {text}"


@pytest.mark.parametrize("count", [None, 0, -5, 1441])
def test_a_clock_needs_a_length(count):
    with pytest.raises(BadClock):
        decisions.start_clock(3, None, count, NOON)


@pytest.mark.parametrize("count", [0, 1441, -1441, 1400])
def test_an_extension_is_some_minutes_and_no_more_than_a_day_in_all(count):
    with pytest.raises(BadClock):
        decisions.extend_clock(3, RUNNING, count, NOON)


def test_the_usual_length_is_a_setting_with_bounds():
    assert validate_settings(settings(round_minutes=45), "rummikub").round_minutes == 45
    for wrong in (0, 1441):
        with pytest.raises(BadSettings) as error:
            validate_settings(settings(round_minutes=wrong), "rummikub")
        assert error.value.params["key"] == "round_minutes"


def in_round(count=1):
    """A tournament of four in memory, in so many rounds without results."""
    running = Running().enter("a", "b", "c", "d").start()
    for _ in range(count):
        running.draw(unfinished=True, reason="Late.").publish()
    return running


def test_only_published_rounds_of_a_running_tournament_have_a_clock():
    running = in_round()
    running.draw(unfinished=True, reason="Late.")

    with pytest.raises(NotDueYet, match="round 2 is a draft"):
        clock_round(running.now, 2)
    with pytest.raises(Unknown):
        clock_round(running.now, 3)
    with pytest.raises(WrongPhase):
        clock_round(Running().enter("a", "b").now, 1)


def test_the_clock_of_a_new_round_leaves_that_of_an_older_one_alone():
    running = in_round(2)
    running.take([ClockStarted(1, 45, NOON)]).take([ClockStarted(2, 30, NOON + minutes(60))])

    running.take([ClockPaused(2, 60)])

    assert [each.clock for each in running.now.rounds] == [Clock(ends=NOON), Clock(left=60)]


def test_a_clock_ends_with_its_round_and_the_next_draw_of_it_has_none():
    running = in_round().take([ClockStarted(1, 45, NOON)])

    running.take(rounds.annul(running.now, "fire")).draw().publish()

    assert running.now.rounds[0].clock is None


def test_a_clock_ends_with_the_tournament_and_stays_away_when_it_is_reopened():
    running = in_round().take([ClockStarted(1, 45, NOON)])
    running.take(finish(running.now, running.results, abandon=True))
    finished = running.now.rounds[0].clock

    running.take(reopen(running.now, "one more"))

    assert (finished, running.now.rounds[0].clock) == (None, None)


ACTS = st.sampled_from(("start", "pause", "resume", "longer", "shorter", "clear"))


def act(name, clock, now):
    return {
        "start": lambda: decisions.start_clock(1, clock, 3, now),
        "pause": lambda: decisions.pause_clock(1, clock, now),
        "resume": lambda: decisions.resume_clock(1, clock, now),
        "longer": lambda: decisions.extend_clock(1, clock, 2, now),
        "shorter": lambda: decisions.extend_clock(1, clock, -1, now),
        "clear": lambda: decisions.clear_clock(1, clock),
    }[name]()


@given(st.lists(st.tuples(ACTS, st.integers(0, 200)), max_size=20))
def test_whatever_is_done_to_a_clock_nothing_else_of_the_tournament_changes(steps):
    running = in_round()
    running.report(running.now.rounds[0].tables[0], 10, 0)
    before, ranked, now = running.now, outlook(running.now, running.results, running.now.stages[0]), NOON

    for name, seconds in steps:
        now += timedelta(seconds=seconds)
        try:
            running.take(act(name, running.now.rounds[0].clock, now))
        except ClockRefused:
            continue

    (round_,) = running.now.rounds
    assert round_.clock is None or (round_.clock.ends is None) == (round_.clock.left is not None)
    assert round_.clock is None or round_.clock.left is None or round_.clock.left > 0
    assert running.now._replace(rounds=(round_._replace(clock=None),)) == before
    assert outlook(running.now, running.results, running.now.stages[0]) == ranked


@pytest.mark.django_db
def test_organisers_run_the_clock_and_everybody_sees_it():
    evening = started(4)
    evening.draw()

    evening.do(services.start_clock, number=1, minutes=45)
    running = round_detail(evening.id, 1, Actor()).clock
    evening.do(services.pause_clock, number=1)
    paused = detail(evening.id, Actor()).rounds[0].clock

    assert running.left is None
    assert timedelta(0) < running.ends - datetime.now(UTC) <= minutes(45)
    assert paused.ends is None
    assert 0 < paused.left <= 45 * 60


@pytest.mark.django_db
def test_without_a_length_the_clock_takes_that_of_the_settings():
    evening = started(4)
    evening.draw()
    with pytest.raises(BadClock):
        evening.do(services.start_clock, number=1)

    evening.do(change, settings={"round_minutes": 20}, reason="Time.", expected=evening.revision)
    done = evening.do(services.start_clock, number=1)

    assert [each.minutes for each in done.events] == [20]


@pytest.mark.django_db
def test_others_may_not_touch_the_clock():
    evening = started(4)
    evening.draw()

    for command, more in (
        (services.start_clock, {"minutes": 45}),
        (services.pause_clock, {}),
        (services.clear_clock, {}),
    ):
        with pytest.raises(NotAllowed):
            command(tournament_id=evening.id, number=1, actor=Actor(), **more)


@pytest.mark.django_db
def test_a_clock_leaves_the_standings_as_they_are_to_the_letter():
    evening = started(4)
    (table,) = evening.draw()
    evening.report(table)
    before = standings_read(evening.id, evening.actor).groups

    evening.do(services.start_clock, number=1, minutes=45)
    evening.do(services.extend_clock, number=1, minutes=-5)
    evening.do(services.clear_clock, number=1)

    assert standings_read(evening.id, evening.actor).groups == before


@pytest.mark.django_db
def test_a_draft_drawn_before_a_clock_was_changed_is_not_outdated():
    evening = started(4)
    (table,) = evening.draw()
    evening.report(table)
    evening.do(lifecycle.draw_round)

    evening.do(services.start_clock, number=1, minutes=45)
    evening.do(lifecycle.publish_round)

    assert [each.published for each in evening.now.rounds] == [True, True]


def test_of_two_organisers_who_pause_at_once_one_pauses_and_the_other_reads_why_not(committed_db):
    evening = started(4)
    evening.draw()
    evening.do(services.start_clock, number=1, minutes=45)
    together, said = Barrier(2), []

    def pause():
        together.wait()
        try:
            evening.do(services.pause_clock, number=1)
            said.append("paused")
        except Refusal as refusal:
            said.append(str(refusal))
        finally:
            connection.close()

    threads = [Thread(target=pause) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(said) == ["The clock of round 1 is already paused.", "paused"]
    stored = tournaments.load(evening.id).state.rounds[0].clock
    assert ClockDetail(*stored).ends is None


def test_times_on_a_clock_are_read_as_on_a_clock():
    texts = [decisions.time_text(seconds) for seconds in (0, 59, 60, 3599, 3600, 86400)]

    assert texts == ["0:00", "0:59", "1:00", "59:59", "1:00:00", "24:00:00"]
