"""Logs that no service writes, planted as somebody with a key to the log could: the audit command finds each."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from msgspec.structs import replace

from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.matches.domain.events import SeatsChanged
from league.tournaments.domain import stages
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.events import Entered, Part, RoundPublished, StageOpened, TournamentEvent
from league.tournaments.domain.settings.model import Stage
from league.tournaments.repository import tournaments
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import Evening, begun, names, pairs

pytestmark = pytest.mark.django_db

TWO_ROUNDS = pairs(Stage("swiss", rounds=2))


def audited() -> list[str]:
    """What the command prints about faults. Its exit status is 1 exactly if there are some."""
    runner.catch_up_all()
    said = StringIO()
    try:
        call_command("audit", stdout=said)
        status = 0
    except SystemExit as ended:
        status = ended.code
    *lines, _ = said.getvalue().splitlines()
    assert status == int(bool(lines))
    return lines


def plant(evening: Evening, *events: TournamentEvent) -> None:
    tournaments.append(tournaments.load(evening.id), events, actor=evening.actor)


def entered(count: int) -> Evening:
    evening = begun(given=TWO_ROUNDS)
    evening.join(*names(count))
    return evening


def published(evening: Evening, changed: Callable[[Part], Part] = lambda part: part) -> None:
    """Draw a round, change it, and publish it unchecked, with a match for each of its tables."""
    (drawn,) = rounds.draw(evening.now, {}, "5eed")
    plant(evening, replace(drawn, parts=tuple(map(changed, drawn.parts))))
    plant(evening, RoundPublished(1, ()))


def test_a_sound_tournament_has_no_findings():
    evening = entered(4)
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    evening.draw()

    assert audited() == []


def test_an_active_entrant_without_a_place_is_found():
    evening = entered(4)
    started, opened = stages.start(evening.now, "5eed")
    left_out = opened.groups[0][-1]

    plant(evening, started, StageOpened(opened.stage, (opened.groups[0][:-1],), opened.first))

    [line] = audited()
    assert f"{left_out} is active but has no place in stage 1" in line
    assert f"tournament-{evening.id}" in line


def test_an_entrant_whom_a_published_round_leaves_out_is_found():
    evening = entered(4)
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    (drawn,) = rounds.draw(evening.now, {}, "5eed")
    late = "00000000-0000-7000-8000-000000000001"

    plant(evening, Entered(late, (late,)), drawn, RoundPublished(1, ()))

    [line] = audited()
    assert f"{late} is not at exactly one table of round 1, and has no bye instead" in line


def test_an_entrant_at_two_tables_of_a_round_is_found():
    evening = entered(4)
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)

    def forged(part: Part) -> Part:
        one, other = part.draw.tables
        seats = (one.seats[0], other.seats[1])
        return replace(part, draw=replace(part.draw, tables=(one, replace(other, seats=seats))), inputs=None)

    published(evening, forged)

    one, other = (table.seats for table in evening.now.rounds[0].tables)
    lines = audited()
    assert one[0] == other[0]
    assert any(f"{one[0]} is not at exactly one table of round 1" in line for line in lines)
    assert len(lines) == 2  # and the entrant whose seat it was


def test_a_substitute_who_sits_at_another_table_of_the_round_is_found():
    evening = entered(4)
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    one, other = evening.draw()
    match = match_repository.load(one.match)
    intruder = other.seats[0]

    seats = (match.state.opened.seats[0], intruder)
    match_repository.append(match, [SeatsChanged(seats, "Planted.")], actor=evening.actor)

    [line] = audited()
    assert f"{intruder} sits at tables {one.number} and {other.number} of round 1" in line
