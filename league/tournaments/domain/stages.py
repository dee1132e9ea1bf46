"""Stages: who plays in them, their schedules and brackets, and who qualifies."""

import hashlib
from collections.abc import Sequence
from itertools import chain
from typing import Literal

from msgspec.structs import replace

from games.errors import Phrase
from league.common.text import normalize, require_reason
from league.errors import ValueList
from league.seating.draw import ROUND_ROBIN, TOGETHER, draw_all_rounds
from league.seating.knockout.bracket import Bracket, build_bracket
from league.seating.knockout.separation import seed_bracket, seed_groups
from league.tournaments.domain.byes import bye_rounds
from league.tournaments.domain.draw.inputs import draw_inputs, due_entrants
from league.tournaments.domain.entries import promote_waiting
from league.tournaments.domain.events import (
    Plan,
    QualificationFrozen,
    StageAnnulled,
    StageOpened,
    StageReplanned,
    TournamentEvent,
    TournamentStarted,
    Withdrawn,
)
from league.tournaments.domain.lifecycle import require_phase, require_running
from league.tournaments.domain.qualification import (
    CutTie,
    qualifiers,
    successors,
    ties_at_the_cut,
)
from league.tournaments.domain.results import Results, require_results
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.standings import total_rounds, withdrawals
from league.tournaments.domain.tournament import StageState, Tournament, evolve
from league.tournaments.errors import (
    BadSeating,
    CheckInUndecided,
    GroupsTooSmall,
    NoStage,
    NotDueYet,
    TiedAtTheCut,
    TooFewEntrants,
)

PLANNED = ("round_robin", "fixed")
Absent = Literal["leave_out", "draw"]


def open_next(
    tournament: Tournament, results: Results, *, early: bool = False, reason: str = "", decided: Sequence[str] = ()
) -> list[TournamentEvent]:
    """Decide who qualifies from the current stage, unless that is final, and open the next one.

    Qualifiers who withdrew since are passed over: the next of their group take their places, *decided* where these are
    tied. *early*, *decided* and errors as of `freeze`.
    """
    require_running(tournament, Phrase("open a stage"))
    stage = current_stage(tournament)
    if stage.number + 1 >= len(tournament.settings.stages):
        raise NoStage(number=stage.number + 2)
    events: list[TournamentEvent] = []
    if stage.number not in tournament.qualified:
        events += freeze(tournament, results, early=early, reason=reason, decided=decided)
        tournament = evolve(tournament, events[0])
    elif withdrawals(tournament).intersection(chain(*tournament.qualified[stage.number])):
        events += _pass_over(tournament, results, stage, decided, reason)
        tournament = evolve(tournament, events[0])
    elif decided:
        raise BadSeating(entrant=", ".join(decided), why=Phrase("qualification is already decided"))
    rules = tournament.settings.stages[stage.number + 1]
    seeds = seed_qualifiers(tournament, rules, tournament.qualified[stage.number])
    return [*events, *_open(tournament, results, stage.number + 1, seeds)]


def freeze(
    tournament: Tournament, results: Results, *, early: bool = False, reason: str = "", decided: Sequence[str] = ()
) -> list[TournamentEvent]:
    """Decide who qualifies from the current stage by its standings. Later corrections do not change it.

    *decided* lists the entrants who are tied at the cut, best first; `TiedAtTheCut` names them until then. An order
    other than that of the seeding takes a reason, and so does a change of who qualifies. *early*: although rounds of
    the stage are still to be drawn. Raises `NoStage`, `NotDueYet`, `ResultsMissing`, `BadSeating`, `ReasonNeeded`.
    """
    require_running(tournament, Phrase("finalise qualification"))
    stage = current_stage(tournament)
    if stage.number + 1 >= len(tournament.settings.stages):
        raise NoStage(number=stage.number + 2)
    _require_over(tournament, results, stage, early)
    level = ties_at_the_cut(tournament, results, stage)
    _require_decided(level, decided)
    places = {entrant: place for place, entrant in enumerate(decided)}
    if any(sorted(each.entrants, key=places.__getitem__) != list(each.entrants) for each in level):
        reason = require_reason(reason)
    frozen = _qualification(tournament, results, stage, decided, reason)
    if stage.number in tournament.qualified and frozen.groups != tournament.qualified[stage.number]:
        require_reason(reason)
    return [frozen]


def refreeze(tournament: Tournament, results: Results, reason: str) -> list[TournamentEvent]:
    """Decide again who qualifies, after a correction. Entrants tied at the cut stay in the order decided before.

    Raises `TiedAtTheCut` for those without one, and what `freeze` raises.
    """
    stage = current_stage(tournament)
    _require_over(tournament, results, stage, early=True)
    level = {entrant for each in ties_at_the_cut(tournament, results, stage) for entrant in each.entrants}
    decided = [entrant for entrant in tournament.decided.get(stage.number, ()) if entrant in level]
    _require_decided(ties_at_the_cut(tournament, results, stage), decided)
    return [_qualification(tournament, results, stage, decided, reason)]


def _pass_over(
    tournament: Tournament, results: Results, stage: StageState, decided: Sequence[str], reason: str
) -> list[TournamentEvent]:
    """The qualification with the next of each group, by its standings now, instead of those who withdrew since."""
    frozen = tournament.qualified[stage.number]
    level = [tie for group in range(len(frozen)) if (tie := successors(tournament, results, stage, group).tie)]
    _require_decided(level, decided)
    if any(sorted(each.entrants, key=list(decided).index) != list(each.entrants) for each in level):
        reason = require_reason(reason)
    order = (*tournament.decided.get(stage.number, ()), *decided)
    so = tournament._replace(decided={**tournament.decided, stage.number: order})
    there = {entry.id for entry in tournament.active}
    groups = tuple(
        (*(entrant for entrant in kept if entrant in there), *successors(so, results, stage, group).entrants)
        for group, kept in enumerate(frozen)
    )
    return [QualificationFrozen(stage.number, groups, normalize(reason), order)]


def _require_decided(level: Sequence[CutTie], decided: Sequence[str]) -> None:
    """Raise TiedAtTheCut unless all who are tied are listed, BadSeating for others or if somebody is listed twice."""
    wanted = [entrant for each in level for entrant in each.entrants]
    for place, entrant in enumerate(decided):
        if entrant not in wanted:
            raise BadSeating(entrant=entrant, why=Phrase("the entrant is not tied with others at the cut"))
        if entrant in decided[:place]:
            raise BadSeating(entrant=entrant, why=Phrase("the entrant is listed twice"))
    if len(decided) < len(wanted):
        raise TiedAtTheCut(entrants=ValueList(wanted))


def _qualification(
    tournament: Tournament, results: Results, stage: StageState, decided: Sequence[str], reason: str
) -> QualificationFrozen:
    there = {entry.id for entry in tournament.active}
    so = tournament._replace(decided={**tournament.decided, stage.number: tuple(decided)})
    groups = tuple(qualifiers(so, results, stage, group, there) for group in range(len(stage.groups)))
    return QualificationFrozen(stage.number, groups, normalize(reason), tuple(decided))


def annul(tournament: Tournament, reason: str) -> list[TournamentEvent]:
    """Undo the last stage, of which no round is left. The stage before it continues."""
    require_running(tournament, Phrase("undo a stage"))
    stage = current_stage(tournament)
    if stage.number == 0 or any(round_.stage == stage.number for round_ in tournament.rounds):
        raise NotDueYet(why=Phrase("undo all rounds of this stage first"))
    return [StageAnnulled(stage.number, normalize(reason))]


def replan(tournament: Tournament, results: Results, seed: str, reason: str) -> list[TournamentEvent]:
    """Reschedule the rounds that are not published yet, with the current field."""
    stage = current_stage(tournament)
    groups = tuple(tuple(due_entrants(tournament, stage, group)) for group in range(len(stage.groups)))
    played = tournament.rounds_played(stage)
    plans = _plans(tournament, results, stage, seed, played)
    event = StageReplanned(stage.number, len(tournament.published) + 1, stage.groups, plans, normalize(reason))
    return [event] if any(groups) else []


def current_stage(tournament: Tournament) -> StageState:
    """The stage under way. Raises `NoStage`."""
    if tournament.stage is None:
        raise NoStage(number=1)
    return tournament.stage


def _require_over(tournament: Tournament, results: Results, stage: StageState, early: bool) -> None:
    require_results(tournament, results)
    played = tournament.rounds_played(stage)
    if not early and played < total_rounds(stage):
        why = Phrase("only {played} of {all} rounds are published", played=played, all=total_rounds(stage))
        raise NotDueYet(why=why)


def _open(tournament: Tournament, results: Results, number: int, seeds: Sequence[str]) -> list[TournamentEvent]:
    rules = tournament.settings.stages[number]
    groups = _deal(seeds, rules)
    least = min(tournament.settings.sizes)
    if rules.groups > 1 and min(map(len, groups)) < least:
        raise GroupsTooSmall(players=len(seeds), groups=rules.groups, least=rules.groups * least)
    event = StageOpened(number, groups, len(tournament.published) + 1)
    if rules.format == "knockout":
        return [replace(event, bracket=knockout_bracket(tournament, rules, seeds))]
    if rules.format in PLANNED:
        opened = evolve(tournament, event)
        return [replace(event, plans=_plans(opened, results, current_stage(opened), tournament.lot, 0))]
    return [event]


def seed_qualifiers(tournament: Tournament, rules: Stage, groups: Sequence[Sequence[str]]) -> list[str]:
    """The qualifiers, seeded for the stage of *rules*: the first of every group, then the second of every group, …

    The order within each such row keeps those from one group apart for as long as possible. Who they are plays no part,
    so the same holds of places not yet decided.
    """
    sizes, numbers = tuple(map(len, groups)), range(sum(map(len, groups)))
    if rules.format == "knockout" and len(numbers) > 1:
        order = seed_bracket(sizes, knockout_bracket(tournament, rules, list(map(str, numbers))))
    else:
        order = seed_groups(sizes, [list(map(int, group)) for group in _deal(list(map(str, numbers)), rules)])
    return [groups[group][place] for group, place in order]


def knockout_bracket(tournament: Tournament, rules: Stage, seeds: Sequence[str]) -> Bracket:
    """The bracket of a knockout stage for a field in the order of its seeding."""
    size, advance = tournament.settings.preferred, rules.advance
    return build_bracket(
        seeds,
        double=rules.double,
        third_place=rules.third_place,
        size=size,
        advance=advance,
        halves=rules.pairing == "halves",
    )


def _deal(seeds: Sequence[str], rules: Stage) -> tuple[tuple[str, ...], ...]:
    """The field dealt into groups: there and back, so that they are equally strong, or always in the same turn."""
    groups: list[list[str]] = [[] for _ in range(rules.groups)]
    for place, entrant in enumerate(seeds):
        lap, column = divmod(place, rules.groups)
        back = rules.spread == "even" and lap % 2 == 1
        groups[rules.groups - 1 - column if back else column].append(entrant)
    return tuple(tuple(group) for group in groups)


def _plans(tournament: Tournament, results: Results, stage: StageState, seed: str, played: int) -> tuple[Plan, ...]:
    plans = []
    for group in range(len(stage.groups)):
        rounds = (stage.rules.rounds or 0) - played
        if stage.rules.format == "round_robin":
            given = draw_inputs(tournament, results, stage, group, algorithm=ROUND_ROBIN, seed=seed)
        else:
            given = draw_inputs(tournament, results, stage, group, algorithm=TOGETHER, seed=seed, rounds=rounds)
        plans.append(Plan(given, draw_all_rounds(given)))
    return tuple(plans)


def missing_at_the_start(tournament: Tournament) -> list[str]:
    """Entrants who are not checked in, and took no bye for the first round."""
    excused = 1 in bye_rounds(tournament)
    return [entry.id for entry in tournament.active if not entry.checked_in and not (excused and 1 in entry.byes)]


def undecided_at_the_start(tournament: Tournament) -> list[str]:
    """Entrants who are not checked in although others are, where the settings do not say what becomes of them."""
    if tournament.settings.check_in or not any(entry.checked_in for entry in tournament.active):
        return []
    return missing_at_the_start(tournament)


def start(tournament: Tournament, lot: str, absent: Absent | None = None) -> list[TournamentEvent]:
    """Seed the field and begin the first stage. *lot* (hexadecimal) decides between equal seeds and all later lots.

    Where check-in is required, entrants who are missing withdraw as no-shows unless they took a bye for the first
    round, and those on the waiting list who are there get their places. Elsewhere *absent* says whether they do, which
    it must where some are checked in and some are not. Raises `CheckInUndecided`, `TooFewEntrants`.
    """
    require_phase(tournament, ("draft", "open"), Phrase("start it"))
    events: list[TournamentEvent] = []
    if absent is None and (undecided := undecided_at_the_start(tournament)):
        raise CheckInUndecided(entrants=ValueList(undecided))
    if tournament.settings.check_in or absent == "leave_out":
        for entrant in missing_at_the_start(tournament):
            events.append(Withdrawn(entrant, no_show=True))
            tournament = evolve(tournament, events[-1])
        for event in promote_waiting(tournament, starting=True):
            events.append(event)
            tournament = evolve(tournament, event)
    if not tournament.active:
        raise TooFewEntrants()
    events.append(TournamentStarted(_seeding(tournament, lot), lot))
    tournament = evolve(tournament, events[-1])
    return [*events, *_open(tournament, {}, 0, tournament.seeding)]


def _seeding(tournament: Tournament, lot: str) -> tuple[str, ...]:
    """Entrants by seed, unseeded ones last, equals by lot."""

    def key(entrant: str) -> tuple[bool, int, bytes]:
        seed = tournament.entries[entrant].seed
        return seed is None, seed or 0, lot_digest(lot, entrant)

    return tuple(sorted((entry.id for entry in tournament.active), key=key))


def lot_digest(lot: str, entrant: str) -> bytes:
    """What decides between equals. Nobody can choose it, and anybody can recompute it."""
    return hashlib.sha256(f"{lot} {entrant}".encode()).digest()
