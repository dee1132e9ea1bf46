import msgspec
import pytest

from league.standings.scoring_rules import Scoring
from league.tournaments.domain.draw.verify import differences
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.settings.presets import presets
from league.tournaments.errors import DraftOutdated
from tests.builders.evenings_in_memory import Running, settings

RANKS = Scoring(by="ranks", ranks={"3": (2, 1, 0), "4": (3, 2, 1, 0)})


def evening(*entrants, neighbours, stage="swiss"):
    stages = (Stage(stage, rounds=4),)
    given = settings(sizes=(3, 4), preferred=4, scoring=RANKS, stages=stages, neighbours=neighbours)
    return Running(given).enter(*entrants).start()


def inputs(running):
    return running.now.rounds[-1].parts[0].inputs


def lefts(running):
    return {seeker.id: seeker.left for seeker in inputs(running).seekers}


def test_a_draw_knows_who_sat_on_whose_left_and_nobody_sits_there_again():
    running = evening("Ann", "Bea", "Cem", "Dan", neighbours=True).play()
    one, two, three, four = running.last[0].seats

    running.draw()

    assert lefts(running) == {one: {two: 1}, two: {three: 1}, three: {four: 1}, four: {one: 1}}
    figures = running.now.rounds[-1].parts[0].draw.figures
    assert (figures["neighbours_most"], figures["neighbours_most_bound"]) == (1, 1)
    assert differences(running.now.stages[0], running.now.rounds[-1]) == []


def test_who_did_not_come_sat_on_nobodys_left():
    running = evening("Ann", "Bea", "Cem", "Dan", neighbours=True).draw().publish()
    one, two, three, four = running.last[0].seats
    running.report(running.last[0], 3, 0, 2, 1)
    match = running.last[0].match
    running.results[match] = running.results[match]._replace(absent=frozenset({1}))

    running.draw()

    assert lefts(running) == {one: {three: 1}, two: {}, three: {four: 1}, four: {one: 1}}


def test_without_the_setting_neighbours_play_no_part():
    running = evening("Ann", "Bea", "Cem", "Dan", neighbours=False).play().draw()

    assert set(map(len, lefts(running).values())) == {0}
    assert not [name for name in running.now.rounds[-1].parts[0].draw.figures if "neighbours" in name]
    assert "neighbours" not in msgspec.to_builtins(inputs(running))


def test_a_fixed_series_plans_neighbours_for_all_rounds():
    running = evening(*(f"e{number}" for number in range(8)), neighbours=True, stage="fixed")

    plan = running.now.stages[0].plans[0]
    assert plan.inputs.neighbours
    assert {draw.figures["plan_neighbours_most"] for draw in plan.rounds} == {1}


def test_a_draft_is_outdated_once_neighbours_count_after_all():
    running = evening("Ann", "Bea", "Cem", "Dan", neighbours=False).play().draw()
    running.now = running.now._replace(settings=msgspec.structs.replace(running.now.settings, neighbours=True))

    with pytest.raises(DraftOutdated):
        running.publish()


@pytest.mark.parametrize(("game", "matters"), [("rummikub", True), ("ralph", True), ("toy_story_4", False)])
def test_neighbours_matter_in_some_games(game, matters):
    on = {preset.slug for preset in presets(game) if preset.settings.neighbours}

    assert on == ({"evening", "series"} if matters else set())
