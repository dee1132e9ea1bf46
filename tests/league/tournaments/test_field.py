"""Who belongs to the field: leavers who come back, and the check that everybody is drawn."""

import msgspec
import pytest

from league.errors import LeagueError
from league.tournaments.domain import entries, stages
from league.tournaments.domain.draw.verify import findings
from league.tournaments.domain.events import Entered, RoundDrawn, RoundPublished, StageOpened
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.standings import standing_rows
from league.tournaments.errors import AlreadyEntered, EntryClosed
from tests.builders.evenings import preset
from tests.builders.evenings_in_memory import LOT, Running, settings

NAMES = [f"p{number}" for number in range(1, 7)]
GAME = "toy_story_4"


def cup(slug: str, **changed: object) -> Running:
    """Six entrants of whom p6 withdraws before the start."""
    given = msgspec.structs.replace(preset(GAME, slug), **changed)
    running = Running(given, GAME).enter(*NAMES)
    running.take(entries.withdraw(running.now, "p6")).start()
    return running


def come_back(running: Running, entrant: str = "p6") -> Running:
    return running.take(entries.return_(running.now, entrant))


def placed(running: Running) -> list[str]:
    round_ = running.now.rounds[-1]
    return sorted([entrant for table in round_.tables for entrant in table.seats] + [each for _, each in round_.byes])


def rows(running: Running) -> list[str]:
    return sorted(row.entrant for row in standing_rows(running.now, running.results, running.now.stages[-1]))


@pytest.mark.parametrize("slug", ["swiss", "evening", "series"])
@pytest.mark.parametrize("played", [0, 1])
def test_an_entrant_who_withdrew_before_the_start_and_is_back_plays_from_the_next_round(slug, played):
    running = cup(slug)
    for _ in range(played):
        running.play()

    come_back(running).play()

    assert placed(running) == rows(running) == NAMES
    assert running.now.entries["p6"].since == played + 1
    assert list(findings(running.facts)) == []


def test_an_entrant_not_checked_in_at_the_start_who_is_back_plays_from_the_next_round():
    running = Running(settings(check_in=True)).enter(*NAMES)
    for entrant in NAMES[:5]:
        running.take(entries.check_in(running.now, entrant))
    running.start()

    come_back(running).play()

    assert placed(running) == rows(running) == NAMES


def test_on_an_open_evening_an_entrant_who_is_back_has_a_row():
    running = come_back(cup("open"))

    assert rows(running) == NAMES


def test_an_entrant_who_is_back_in_a_full_field_waits_and_moves_up():
    running = cup("swiss", capacity=5)

    come_back(running)

    assert running.now.entries["p6"].status == "waiting"
    running.take(entries.withdraw(running.now, "p1")).play()
    assert placed(running) == ["p2", "p3", "p4", "p5", "p6"]


def test_a_member_who_moves_up_again_keeps_their_row_and_first_round():
    running = cup("swiss", capacity=5)
    running.play()
    running.take(entries.withdraw(running.now, "p1"))
    come_back(running)
    come_back(running, "p1")
    assert running.now.entries["p1"].status == "waiting"

    running.take(entries.withdraw(running.now, "p2")).play()

    assert placed(running) == ["p1", "p3", "p4", "p5", "p6"]
    assert running.now.stages[-1].members.count("p1") == 1
    assert running.now.entries["p1"].since == 1


def test_a_round_robin_takes_somebody_back_before_its_first_round_only():
    running = cup("round-robin")
    come_back(running).play()
    assert placed(running) == NAMES

    running = cup("round-robin").play()
    with pytest.raises(EntryClosed, match="the field for this stage is final"):
        come_back(running)


@pytest.mark.parametrize("after", ["swiss", "round_robin", "knockout"])
def test_a_later_stage_refuses_an_entrant_who_did_not_qualify(after):
    running = Running(settings(stages=(Stage("swiss", rounds=1, qualify=4), Stage(after)))).enter(*NAMES).start()
    running.play()
    running.take(entries.withdraw(running.now, "p6"))
    running.next_stage()

    with pytest.raises(EntryClosed, match="the field for this stage is final"):
        come_back(running)


@pytest.mark.parametrize("form", ["swiss", "round_robin"])
def test_nobody_comes_back_to_play_for_two_entrants(form):
    running = Running(settings(stages=(Stage(form),))).enter("a", "b", "c", "d")
    running.take(entries.replace(running.now, "a", "a", "e"))
    running.take(entries.withdraw(running.now, "a"))
    running.enter("e").start()

    with pytest.raises(AlreadyEntered, match="e has already entered"):
        come_back(running, "a")


def test_no_member_of_a_team_comes_back_to_play_for_two():
    running = Running(settings(team_size=2)).enter("a", "b")
    running.take(entries.replace(running.now, "a", "a1", "x"))
    running.take(entries.withdraw(running.now, "a"))
    running.take(entries.enter(running.now, "t", ["x", "y"]))

    with pytest.raises(AlreadyEntered, match="x has already entered"):
        come_back(running, "a")


def test_an_auditor_finds_a_stage_without_an_active_entrant():
    running = Running(settings()).enter("a", "b", "c", "d")
    started, opened = stages.start(running.now, LOT)
    running.take([started, StageOpened(opened.stage, (opened.groups[0][:-1],), opened.first)])
    left_out = opened.groups[0][-1]

    assert list(findings(running.facts)) == [(len(running.facts), f"{left_out} is active but has no place in stage 1")]


def test_an_auditor_finds_a_round_that_leaves_somebody_out():
    running = Running(settings()).enter("a", "b", "c", "d").start().draw()
    running.take([Entered("e", ("e",))])
    running.take([msgspec.structs.replace(running.facts[-2], round=1)])
    with pytest.raises(LeagueError):
        running.publish()

    running.take(publication(running))

    what = "e is not at exactly one table of round 1, and has no bye instead"
    assert list(findings(running.facts)) == [(len(running.facts), what)]


def test_an_auditor_finds_somebody_at_two_tables():
    running = Running(settings()).enter("a", "b", "c", "d").start().draw()
    drawn = running.facts[-1]
    assert isinstance(drawn, RoundDrawn)
    (part,) = drawn.parts
    (one, other) = part.draw.tables
    forged = msgspec.structs.replace(other, seats=(one.seats[0], other.seats[1]))
    draw = msgspec.structs.replace(part.draw, tables=(one, forged))
    running.take([msgspec.structs.replace(drawn, parts=(msgspec.structs.replace(part, draw=draw),))])

    running.take(publication(running))

    wrong = {entrant for seq, text in findings(running.facts) if seq == len(running.facts) for entrant in text[:1]}
    assert wrong == {one.seats[0], other.seats[0]}


def publication(running: Running) -> list[object]:
    """What the service would never write."""
    return [RoundPublished(1, tuple(f"m{number}" for number, _ in enumerate(running.last)))]
