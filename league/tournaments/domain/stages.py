"""Stages: who plays in them, their schedules and brackets, and who goes on."""

from collections.abc import Sequence

from games.errors import Phrase
from league.common.text import required, tidy
from league.seating.draw import ROUND_ROBIN, TOGETHER, draw_all_rounds
from league.seating.knockout.bracket import build_bracket
from league.tournaments.domain.draw_inputs import due, inputs
from league.tournaments.domain.events import (
    Plan,
    QualificationFrozen,
    StageAnnulled,
    StageOpened,
    StageReplanned,
    TournamentFact,
)
from league.tournaments.domain.lifecycle import require_running
from league.tournaments.domain.qualification import Level, going_on, level_at_the_cut
from league.tournaments.domain.results import Results, missing
from league.tournaments.domain.stages__seeded import seeded
from league.tournaments.domain.standings import rounds_of
from league.tournaments.domain.tournament import StageNow, Tournament, evolve
from league.tournaments.errors import BadSeating, GroupsTooSmall, LevelAtTheEnd, NoStage, ResultsMissing, RoundsLeft

PLANNED = ("round_robin", "fixed")


def first_stage(now: Tournament) -> list[TournamentFact]:
    """The field as it was seeded plays the first stage."""
    return _opened(now, {}, 0, now.seeding)


def next_stage(
    now: Tournament, results: Results, *, early: bool = False, reason: str = "", decided: Sequence[str] = ()
) -> list[TournamentFact]:
    """Freeze who goes on from the stage that is played, unless that was done, and open the next one.

    RoundsLeft if rounds are still to be drawn, unless *early*; *decided* as in `freeze`, and what that raises.
    """
    require_running(now, Phrase("open a stage"))
    stage = current(now)
    if stage.number + 1 >= len(now.settings.stages):
        raise NoStage(number=stage.number + 2)
    facts: list[TournamentFact] = []
    if stage.number not in now.qualified:
        facts += freeze(now, results, early=early, reason=reason, decided=decided)
        now = evolve(now, facts[0])
    elif decided:
        raise BadSeating(entrant=", ".join(decided), why=Phrase("who goes on is decided already"))
    return [*facts, *_opened(now, results, stage.number + 1, seeded(now.qualified[stage.number]))]


def freeze(
    now: Tournament, results: Results, *, early: bool = False, reason: str = "", decided: Sequence[str] = ()
) -> list[TournamentFact]:
    """Decide who goes on from the stage that is played, by its standings; later corrections do not change it.

    Who is level at the cut is named in *decided*, best first; LevelAtTheEnd names them until then. Another order than
    that of the seeding takes a reason, and so do others than it was decided for before.

    Raises `NoStage`, `RoundsLeft`, `ResultsMissing`, `BadSeating`, `ReasonNeeded`.
    """
    require_running(now, Phrase("freeze a qualification"))
    stage = current(now)
    if stage.number + 1 >= len(now.settings.stages):
        raise NoStage(number=stage.number + 2)
    _require_over(now, results, stage, early)
    level = level_at_the_cut(now, results, stage)
    _require_decided(level, decided)
    places = {entrant: place for place, entrant in enumerate(decided)}
    if any(sorted(each.entrants, key=places.__getitem__) != list(each.entrants) for each in level):
        reason = required(reason)
    frozen = _frozen(now, results, stage, decided, reason)
    if stage.number in now.qualified and frozen.groups != now.qualified[stage.number]:
        required(reason)
    return [frozen]


def freeze_anew(now: Tournament, results: Results, reason: str) -> list[TournamentFact]:
    """Decide once more who goes on, after a correction; those level at the cut as it was decided for them before.

    Raises `LevelAtTheEnd` where that says nothing of them, and what `freeze` raises.
    """
    stage = current(now)
    _require_over(now, results, stage, early=True)
    level = {entrant for each in level_at_the_cut(now, results, stage) for entrant in each.entrants}
    decided = [entrant for entrant in now.decided.get(stage.number, ()) if entrant in level]
    _require_decided(level_at_the_cut(now, results, stage), decided)
    return [_frozen(now, results, stage, decided, reason)]


def _require_decided(level: Sequence[Level], decided: Sequence[str]) -> None:
    """Raise LevelAtTheEnd unless all who are level are named, BadSeating if somebody else or somebody twice is."""
    wanted = [entrant for each in level for entrant in each.entrants]
    for place, entrant in enumerate(decided):
        if entrant not in wanted:
            raise BadSeating(entrant=entrant, why=Phrase("it is not level with others at the cut"))
        if entrant in decided[:place]:
            raise BadSeating(entrant=entrant, why=Phrase("it is named twice"))
    if len(decided) < len(wanted):
        raise LevelAtTheEnd(entrants=", ".join(wanted))


def _frozen(
    now: Tournament, results: Results, stage: StageNow, decided: Sequence[str], reason: str
) -> QualificationFrozen:
    there = {entry.id for entry in now.active}
    so = now._replace(decided={**now.decided, stage.number: tuple(decided)})
    groups = tuple(going_on(so, results, stage, group, there) for group in range(len(stage.groups)))
    return QualificationFrozen(stage.number, groups, tidy(reason), tuple(decided))


def take_back(now: Tournament, reason: str) -> list[TournamentFact]:
    """Take back the last stage, of which no round is left; the stage before it is played on."""
    require_running(now, Phrase("take back a stage"))
    stage = current(now)
    if stage.number == 0 or any(round_.stage == stage.number for round_ in now.rounds):
        raise RoundsLeft(why=Phrase("a stage is taken back once all of its rounds are"))
    return [StageAnnulled(stage.number, tidy(reason))]


def replan(now: Tournament, results: Results, seed: str, reason: str) -> list[TournamentFact]:
    """Schedule the rounds that are not published yet anew, with the field as it is now."""
    stage = current(now)
    groups = tuple(tuple(due(now, stage, group)) for group in range(len(stage.groups)))
    played = sum(round_.stage == stage.number for round_ in now.published)
    plans = _plans(now, results, stage, seed, played)
    fact = StageReplanned(stage.number, len(now.published) + 1, stage.groups, plans, tidy(reason))
    return [fact] if any(groups) else []


def current(now: Tournament) -> StageNow:
    """The stage under way. Raises `NoStage`."""
    if now.stage is None:
        raise NoStage(number=1)
    return now.stage


def _require_over(now: Tournament, results: Results, stage: StageNow, early: bool) -> None:
    for round_ in now.published:
        if lacking := missing(now, round_, results):
            raise ResultsMissing(round=round_.number, tables=", ".join(map(str, lacking)))
    played = sum(round_.stage == stage.number for round_ in now.published)
    if not early and played < rounds_of(stage):
        why = Phrase("{played} of {all} are published", played=played, all=rounds_of(stage))
        raise RoundsLeft(why=why)


def _opened(now: Tournament, results: Results, number: int, seeds: Sequence[str]) -> list[TournamentFact]:
    rules = now.settings.stages[number]
    groups = _dealt(seeds, rules.groups)
    least = min(now.settings.sizes)
    if rules.groups > 1 and min(map(len, groups)) < least:
        raise GroupsTooSmall(players=len(seeds), groups=rules.groups, least=rules.groups * least)
    first = len(now.published) + 1
    fact = StageOpened(number, groups, first)
    if rules.format == "knockout":
        size = now.settings.preferred
        drawn = build_bracket(
            tuple(seeds),
            double=rules.double,
            third_place=rules.third_place,
            size=size,
            advance=rules.advance,
        )
        return [StageOpened(number, groups, first, bracket=drawn)]
    if rules.format in PLANNED:
        opened = evolve(now, fact)
        stage = current(opened)
        return [StageOpened(number, groups, first, plans=_plans(opened, results, stage, now.lot, 0))]
    return [fact]


def _dealt(seeds: Sequence[str], count: int) -> tuple[tuple[str, ...], ...]:
    """The field dealt out into groups, there and back, so that the groups are equally strong."""
    groups: list[list[str]] = [[] for _ in range(count)]
    for place, entrant in enumerate(seeds):
        lap, column = divmod(place, count)
        groups[column if lap % 2 == 0 else count - 1 - column].append(entrant)
    return tuple(tuple(group) for group in groups)


def _plans(now: Tournament, results: Results, stage: StageNow, seed: str, played: int) -> tuple[Plan, ...]:
    plans = []
    for group in range(len(stage.groups)):
        rounds = (stage.rules.rounds or 0) - played
        if stage.rules.format == "round_robin":
            given = inputs(now, results, stage, group, algorithm=ROUND_ROBIN, seed=seed)
        else:
            given = inputs(now, results, stage, group, algorithm=TOGETHER, seed=seed, rounds=rounds)
        plans.append(Plan(given, draw_all_rounds(given)))
    return tuple(plans)
