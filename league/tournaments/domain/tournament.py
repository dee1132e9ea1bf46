"""A tournament as its facts left it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple, assert_never

from league.seating.knockout.bracket import Bracket
from league.seating.types import Draw
from league.tournaments.domain.events import (
    CheckedIn,
    CheckedOut,
    Entered,
    EntrantFact,
    Part,
    PenaltyGiven,
    PenaltyWithdrawn,
    Plan,
    Promoted,
    QualificationFrozen,
    RankedAnew,
    RegistrationOpened,
    Replaced,
    Returned,
    RoundAnnulled,
    RoundChanged,
    RoundDrawn,
    RoundFact,
    RoundPublished,
    SeedsGiven,
    SettingsChanged,
    StageAnnulled,
    StageOpened,
    StageReplanned,
    TableStarted,
    TieDecided,
    TournamentCreated,
    TournamentFact,
    TournamentFinished,
    TournamentReopened,
    TournamentStarted,
    Withdrawn,
)
from league.tournaments.domain.settings import Settings, Stage

Phase = Literal["draft", "open", "running", "finished", "given_up"]
HIDDEN: tuple[Phase, ...] = ("draft", "given_up")  # of which nobody but officials of the club may know
OVER: tuple[Phase, ...] = ("finished", "given_up")
Status = Literal["waiting", "active", "withdrawn"]


class Entry(NamedTuple):
    """An entrant: its players now, everybody who ever was one, and when it could play.

    `since`: the first round that it could be drawn for; `until`: the last, once it has withdrawn.
    """

    id: str
    players: tuple[str, ...]
    ever: frozenset[str]
    status: Status
    seed: int | None = None
    present: bool = False
    since: int = 1
    until: int | None = None
    no_show: bool = False


class Table(NamedTuple):
    """A table of a round, numbered from 1 over all groups: entrants by seat, and, once it is published, its match."""

    number: int
    seats: tuple[str, ...]
    group: int
    match: str | None = None
    node: str | None = None


class Round(NamedTuple):
    """A round: a draft until it is published."""

    number: int
    stage: int
    parts: tuple[Part, ...]
    published: bool = False
    matches: tuple[str, ...] = ()
    drawn: tuple[Part, ...] = ()  # as the machine drew it
    ties: Mapping[int, tuple[str, ...]] = {}  # order of finish by table number, where an official decided it

    @property
    def tables(self) -> list[Table]:
        """All tables, numbered."""
        found: list[Table] = []
        for part in self.parts:
            for index, table in enumerate(part.draw.tables):
                match = self.matches[len(found)] if len(found) < len(self.matches) else None
                node = part.nodes[index] if part.nodes else None
                found.append(Table(len(found) + 1, table.seats, part.group, match, node))
        return found

    @property
    def out(self) -> list[tuple[int, str]]:
        """Who sits out, with the group."""
        return [(part.group, entrant) for part in self.parts for entrant in part.draw.out]


class StageNow(NamedTuple):
    """A stage that was opened: its entrants by group, best first."""

    number: int
    rules: Stage
    groups: tuple[tuple[str, ...], ...]
    first: int
    plans: tuple[Plan, ...] = ()
    plans_from: int = 1  # round that the plans begin with
    bracket: Bracket | None = None

    @property
    def members(self) -> list[str]:
        """All entrants of the stage."""
        return [entrant for group in self.groups for entrant in group]


class Penalty(NamedTuple):
    """Points taken off; `withdrawn` if they count no longer."""

    number: int
    entrant: str
    points: Fraction
    round: int
    reason: str
    withdrawn: bool = False


class Tournament(NamedTuple):
    """A tournament as its facts left it."""

    club: str
    name: str
    game: str
    rules: str
    settings: Settings
    phase: Phase = "draft"
    entries: Mapping[str, Entry] = {}
    seeding: tuple[str, ...] = ()
    lot: str = ""
    stages: tuple[StageNow, ...] = ()
    rounds: tuple[Round, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    qualified: Mapping[int, tuple[tuple[str, ...], ...]] = {}  # by stage, by group, best first
    decided: Mapping[int, tuple[str, ...]] = {}  # by stage: the order of those who were level at the cut
    ranking: tuple[tuple[int, str], ...] = ()

    @property
    def public(self) -> bool:
        """Whether everybody may know of it: not of a draft, nor of one that was given up."""
        return self.phase not in HIDDEN

    @property
    def over(self) -> bool:
        """Whether nothing more happens in it, unless it is reopened."""
        return self.phase in OVER

    @property
    def stage(self) -> StageNow | None:
        """The stage that is played now."""
        return self.stages[-1] if self.stages else None

    @property
    def draft(self) -> Round | None:
        """The round that is drawn and not published."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].published else None

    @property
    def published(self) -> list[Round]:
        """The rounds that everybody may see."""
        return [round_ for round_ in self.rounds if round_.published]

    @property
    def active(self) -> list[Entry]:
        """Entrants with a place who have not withdrawn, in the order in which they entered."""
        return [entry for entry in self.entries.values() if entry.status == "active"]

    def round(self, number: int) -> Round | None:
        """The round with this number, if there is one."""
        return next((round_ for round_ in self.rounds if round_.number == number), None)


def after(facts: Sequence[TournamentFact]) -> Tournament:
    """The tournament that *facts*, from its first on, make."""
    first, *rest = facts
    if not isinstance(first, TournamentCreated):
        raise TypeError(f"A tournament begins with its creation, not with {first}.")
    now = Tournament(first.club, first.name, first.game, first.rules, first.settings)
    for fact in rest:
        now = evolve(now, fact)
    return now


def evolve(now: Tournament, fact: TournamentFact) -> Tournament:
    """The tournament after one more fact."""
    if isinstance(fact, EntrantFact):
        return _with_entrant(now, fact)
    if isinstance(fact, RoundFact):
        return _with_round(now, fact)
    match fact:
        case SettingsChanged():
            begun = tuple(each._replace(rules=fact.settings.stages[each.number]) for each in now.stages)
            return now._replace(name=fact.name, settings=fact.settings, stages=begun)
        case RegistrationOpened():
            return now._replace(phase="open")
        case TournamentStarted():
            return now._replace(phase="running", seeding=fact.seeding, lot=fact.lot)
        case TournamentFinished():
            return now._replace(phase="given_up" if now.phase == "draft" else "finished", ranking=fact.ranking)
        case RankedAnew():
            return now._replace(ranking=fact.ranking)
        case TournamentReopened():
            if now.phase == "given_up":
                return now._replace(phase="draft")
            return now._replace(phase="running" if now.stages else "open", ranking=())  # it may never have been started
        case PenaltyGiven():
            given = Penalty(fact.number, fact.entrant, Fraction(fact.points), fact.round, fact.reason)
            return now._replace(penalties=(*now.penalties, given))
        case PenaltyWithdrawn():
            return now._replace(penalties=tuple(_lifted(each, fact.number) for each in now.penalties))
        case TournamentCreated():
            raise ValueError("A tournament is created once.")
        case _:
            assert_never(fact)


def _with_entrant(now: Tournament, fact: EntrantFact) -> Tournament:
    match fact:
        case Entered():
            return _joined(_entered(now, fact), fact.entrant)
        case Promoted():
            return _joined(_changed(now, fact.entrant, status="active", since=_next_round(now)), fact.entrant)
        case CheckedIn():
            return _changed(now, fact.entrant, present=True)
        case CheckedOut():
            return _changed(now, fact.entrant, present=False)
        case Withdrawn():
            until = len(now.published)
            return _changed(now, fact.entrant, status="withdrawn", until=until, no_show=fact.no_show, present=False)
        case Returned():
            return _changed(now, fact.entrant, status="active", until=None, no_show=False, present=True)
        case Replaced():
            entry = now.entries[fact.entrant]
            places = {fact.out: fact.substitute, fact.substitute: fact.out}  # the other way round: within a team
            players = tuple(places.get(player, player) for player in entry.players)
            return _changed(now, fact.entrant, players=players, ever=entry.ever | {fact.substitute})
        case SeedsGiven():
            for entrant, seed in fact.seeds:
                now = _changed(now, entrant, seed=seed)
            return now
        case _:
            assert_never(fact)


def _with_round(now: Tournament, fact: RoundFact) -> Tournament:
    match fact:
        case StageOpened():
            rules = now.settings.stages[fact.stage]
            stage = StageNow(fact.stage, rules, fact.groups, fact.first, fact.plans, fact.first, fact.bracket)
            return now._replace(stages=(*now.stages, stage))
        case StageAnnulled():
            kept = {stage: groups for stage, groups in now.qualified.items() if stage < fact.stage - 1}
            decided = {stage: order for stage, order in now.decided.items() if stage in kept}
            return now._replace(stages=now.stages[:-1], qualified=kept, decided=decided)
        case StageReplanned():
            stage = now.stages[-1]._replace(groups=fact.groups, plans=fact.plans, plans_from=fact.first)
            return now._replace(stages=(*now.stages[:-1], stage))
        case QualificationFrozen():
            qualified, decided = {fact.stage: fact.groups}, {fact.stage: fact.decided}
            return now._replace(qualified={**now.qualified, **qualified}, decided={**now.decided, **decided})
        case RoundDrawn():
            earlier = [round_ for round_ in now.rounds if round_.published]
            return now._replace(rounds=(*earlier, Round(fact.round, fact.stage, fact.parts, drawn=fact.parts)))
        case RoundChanged():
            return _last_round(now, parts=fact.parts)
        case RoundPublished():
            return _last_round(now, published=True, matches=fact.matches)
        case RoundAnnulled():
            rounds = tuple(round_ for round_ in now.rounds if round_.number < fact.round)
            return now._replace(rounds=rounds)
        case TableStarted():
            return _started(now, fact)
        case TieDecided():
            return _tie_decided(now, fact)
        case _:
            assert_never(fact)


def _lifted(penalty: Penalty, number: int) -> Penalty:
    return penalty._replace(withdrawn=True) if penalty.number == number else penalty


def _next_round(now: Tournament) -> int:
    return len(now.published) + 1


def _changed(now: Tournament, entrant: str, **changes: Any) -> Tournament:
    return now._replace(entries={**now.entries, entrant: now.entries[entrant]._replace(**changes)})


def _entered(now: Tournament, fact: Entered) -> Tournament:
    status: Status = "waiting" if fact.waiting else "active"
    entry = Entry(fact.entrant, fact.players, frozenset(fact.players), status, fact.seed, since=_next_round(now))
    return now._replace(entries={**now.entries, fact.entrant: entry})


def _joined(now: Tournament, entrant: str) -> Tournament:
    """A late entrant joins the smallest group of the stage that is played."""
    stage = now.stage
    if stage is None or now.entries[entrant].status != "active":
        return now
    smallest = min(range(len(stage.groups)), key=lambda group: len(stage.groups[group]))
    groups = tuple(
        (*members, entrant) if number == smallest else members for number, members in enumerate(stage.groups)
    )
    return now._replace(stages=(*now.stages[:-1], stage._replace(groups=groups)))


def _last_round(now: Tournament, **changes: Any) -> Tournament:
    return now._replace(rounds=(*now.rounds[:-1], now.rounds[-1]._replace(**changes)))


def _started(now: Tournament, fact: TableStarted) -> Tournament:
    last = now.rounds[-1]
    tables = last.parts[0].draw.tables if last.parts else ()
    part = Part(draw=Draw(tables=(*tables, fact.table)))
    return _last_round(now, parts=(part,), matches=(*last.matches, fact.match))


def _tie_decided(now: Tournament, fact: TieDecided) -> Tournament:
    rounds = tuple(
        round_._replace(ties={**round_.ties, fact.table: fact.order}) if round_.number == fact.round else round_
        for round_ in now.rounds
    )
    return now._replace(rounds=rounds)
