"""A tournament as its events left it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, assert_never

from games.engine import Meta
from games.registry import engine
from league.seating.knockout.bracket import Bracket
from league.seating.types import Draw, Sentence
from league.standings.types import Worth
from league.tournaments.domain import events
from league.tournaments.domain.clock import Clock, evolve_clock
from league.tournaments.domain.dates import DateEvent, Dates, evolve_dates
from league.tournaments.domain.penalties import Penalty, evolve_penalties
from league.tournaments.domain.settings.model import Settings, Stage

Phase = Literal["draft", "open", "running", "finished", "given_up"]
HIDDEN: tuple[Phase, ...] = ("draft", "given_up")  # which only officials of the club may see
OVER: tuple[Phase, ...] = ("finished", "given_up")
Status = Literal["waiting", "active", "withdrawn"]
WITH_LATE_ENTRY = ("swiss", "fixed", "open")  # formats that others may enter after the start


class Entry(NamedTuple):
    """An entrant. `since` is the first round that it could be drawn for; `until` the last, once it has withdrawn.

    `left`: the matches it left then; `byes`: those taken in advance, by round.
    """

    id: str
    players: tuple[str, ...]
    all_players: frozenset[str]
    status: Status
    seed: int | None = None
    checked_in: bool = False
    since: int = 1
    until: int | None = None
    no_show: bool = False
    left: tuple[str, ...] = ()
    byes: Mapping[int, Worth] = {}
    host: str | None = None  # the player who brings this guest


class Table(NamedTuple):
    """A table of a round, numbered from 1 over all groups: entrants by seat, and its match once it is published."""

    number: int
    seats: tuple[str, ...]
    group: int
    why: Sentence
    match: str | None = None
    node: str | None = None


class Round(NamedTuple):
    """A round: a draft until it is published.

    `added`: tables of players with a bye and latecomers, put in later. `qualifiers`: in the first round of a later
    stage, who would have qualified for it by the standings when it was drawn, by group.
    """

    number: int
    stage: int
    parts: tuple[events.Part, ...]
    published: bool = False
    matches: tuple[str, ...] = ()
    drawn: tuple[events.Part, ...] = ()  # before changes by hand
    ties: Mapping[int, tuple[str, ...]] = {}  # order of finish by table number, where an official decided it
    added: tuple[events.Part, ...] = ()
    qualifiers: tuple[tuple[str, ...], ...] = ()
    clock: Clock | None = None

    @property
    def tables(self) -> list[Table]:
        """All tables, numbered."""
        found: list[Table] = []
        for part in (*self.parts, *self.added):
            for index, table in enumerate(part.draw.tables):
                match = self.matches[len(found)] if len(found) < len(self.matches) else None
                node = part.nodes[index] if part.nodes else None
                found.append(Table(len(found) + 1, table.seats, part.group, table.why, match, node))
        return found

    @property
    def byes(self) -> list[tuple[int, str]]:
        """The entrants with a bye, each with its group."""
        seated = {entrant for part in self.added for table in part.draw.tables for entrant in table.seats}
        return [(part.group, entrant) for part in self.parts for entrant in part.draw.out if entrant not in seated]


class StageState(NamedTuple):
    """A stage that was opened: its entrants by group, best first."""

    number: int
    rules: Stage
    groups: tuple[tuple[str, ...], ...]
    first: int
    plans: tuple[events.Plan, ...] = ()
    plans_from: int = 1  # round that the plans begin with
    bracket: Bracket | None = None

    @property
    def members(self) -> list[str]:
        """All entrants of the stage."""
        return [entrant for group in self.groups for entrant in group]


class Tournament(NamedTuple):
    """A tournament as its events left it."""

    club: str
    name: str
    game: str
    rules: str
    settings: Settings
    phase: Phase = "draft"
    entries: Mapping[str, Entry] = {}
    seeding: tuple[str, ...] = ()
    lot: str = ""
    stages: tuple[StageState, ...] = ()
    rounds: tuple[Round, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    qualified: Mapping[int, tuple[tuple[str, ...], ...]] = {}  # by stage, by group, best first
    decided: Mapping[int, tuple[str, ...]] = {}  # by stage: the order of those tied at the cut
    ranking: tuple[tuple[int, str], ...] = ()
    voided: tuple[str, ...] = ()  # matches without a result when it was finished
    set_aside: Round | None = None  # the draft that was there when it was finished
    dates: Dates = Dates()

    @property
    def meta(self) -> Meta:
        """What its game says of itself."""
        return engine(self.game, self.rules).meta

    @property
    def public(self) -> bool:
        """Whether everybody may see it, since it is no draft."""
        return self.phase not in HIDDEN

    @property
    def over(self) -> bool:
        """Whether nothing more happens, unless it is reopened."""
        return self.phase in OVER

    @property
    def stage(self) -> StageState | None:
        """The current stage."""
        return self.stages[-1] if self.stages else None

    @property
    def draft(self) -> Round | None:
        """The round that is drawn but not published."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].published else None

    @property
    def published(self) -> list[Round]:
        """The rounds that everybody may see."""
        return [round_ for round_ in self.rounds if round_.published]

    @property
    def active(self) -> list[Entry]:
        """Entrants with a place who have not withdrawn, in the order of entry."""
        return [entry for entry in self.entries.values() if entry.status == "active"]

    def rounds_played(self, stage: StageState) -> int:
        """How many rounds of the stage are published."""
        return sum(round_.stage == stage.number for round_ in self.published)

    def round(self, number: int) -> Round | None:
        """The round with this number, if there is one."""
        return next((round_ for round_ in self.rounds if round_.number == number), None)


def replay(history: Sequence[events.TournamentEvent]) -> Tournament:
    """The tournament that its events make, from the first on."""
    first, *rest = history
    if not isinstance(first, events.TournamentCreated):
        raise TypeError(f"A tournament begins with its creation, not with {first}.")
    tournament = Tournament(first.club, first.name, first.game, first.rules, first.settings)
    for event in rest:
        tournament = evolve(tournament, event)
    return tournament


def evolve(tournament: Tournament, event: events.TournamentEvent) -> Tournament:
    """The tournament after one more event."""
    if isinstance(event, events.EntrantEvent):
        return _evolve_entrants(tournament, event)
    if isinstance(event, events.ByeEvent):
        return _change_byes(tournament, event)
    if isinstance(event, events.StageEvent):
        return _evolve_stages(tournament, event)
    if isinstance(event, events.RoundEvent):
        return _evolve_rounds(tournament, event)
    if isinstance(event, events.PenaltyEvent):
        return tournament._replace(penalties=evolve_penalties(tournament.penalties, event))
    if isinstance(event, events.ClockEvent):
        return _change_round(tournament, event.round, clock=evolve_clock(event))
    if isinstance(event, DateEvent):
        return tournament._replace(dates=evolve_dates(tournament.dates, event))
    return _evolve_lifecycle(tournament, event)


def _evolve_lifecycle(tournament: Tournament, event: events.LifecycleEvent) -> Tournament:
    match event:
        case events.SettingsChanged():
            return _change_settings(tournament, event)
        case events.RegistrationOpened():
            return tournament._replace(phase="open")
        case events.TournamentStarted():
            return tournament._replace(phase="running", seeding=event.seeding, lot=event.lot)
        case events.TournamentFinished():
            return _finish(tournament, event)
        case events.RankingUpdated():
            return tournament._replace(ranking=event.ranking)
        case events.TournamentReopened():
            return _reopen(tournament)
        case events.TournamentCreated():
            raise ValueError("A tournament is created once.")
        case _:
            assert_never(event)


def _evolve_entrants(tournament: Tournament, event: events.EntrantEvent) -> Tournament:
    match event:
        case events.Entered():
            return _join_stage(_add_entry(tournament, event), event.entrant)
        case events.Promoted():
            return _give_place(tournament, event.entrant)
        case events.CheckedIn():
            return _change_entry(tournament, event.entrant, checked_in=True)
        case events.CheckedOut():
            return _change_entry(tournament, event.entrant, checked_in=False)
        case events.Withdrawn():
            return _withdraw(tournament, event)
        case events.Returned():
            back = {"status": "waiting", "no_show": False, "checked_in": True, "left": ()}
            tournament = _change_entry(tournament, event.entrant, **back)
            return tournament if event.waiting else _give_place(tournament, event.entrant)
        case events.Replaced():
            entry = tournament.entries[event.entrant]
            places = {event.out: event.substitute, event.substitute: event.out}  # the other way round: within a team
            players = tuple(places.get(player, player) for player in entry.players)
            return _change_entry(
                tournament, event.entrant, players=players, all_players=entry.all_players | {event.substitute}
            )
        case events.SeedsGiven():
            for entrant, seed in event.seeds:
                tournament = _change_entry(tournament, entrant, seed=seed)
            return tournament
        case _:
            assert_never(event)


def _evolve_stages(tournament: Tournament, event: events.StageEvent) -> Tournament:
    match event:
        case events.StageOpened():
            rules = tournament.settings.stages[event.stage]
            stage = StageState(event.stage, rules, event.groups, event.first, event.plans, event.first, event.bracket)
            return tournament._replace(stages=(*tournament.stages, stage))
        case events.StageAnnulled():
            return _annul_stage(tournament, event)
        case events.StageReplanned():
            stage = tournament.stages[-1]._replace(groups=event.groups, plans=event.plans, plans_from=event.first)
            return tournament._replace(stages=(*tournament.stages[:-1], stage))
        case events.QualificationFrozen():
            qualified, decided = {event.stage: event.groups}, {event.stage: event.decided}
            return tournament._replace(
                qualified={**tournament.qualified, **qualified}, decided={**tournament.decided, **decided}
            )
        case _:
            assert_never(event)


def _evolve_rounds(tournament: Tournament, event: events.RoundEvent) -> Tournament:
    match event:
        case events.RoundDrawn():
            earlier = [round_ for round_ in tournament.rounds if round_.published]
            drawn = Round(event.round, event.stage, event.parts, drawn=event.parts, qualifiers=event.qualifiers)
            return tournament._replace(rounds=(*earlier, drawn))
        case events.RoundChanged():
            return _change_last_round(tournament, parts=event.parts, qualifiers=event.qualifiers)
        case events.RoundPublished():
            return _change_last_round(tournament, published=True, matches=event.matches)
        case events.RoundAnnulled():
            rounds = tuple(round_ for round_ in tournament.rounds if round_.number < event.round)
            return tournament._replace(rounds=rounds)
        case events.TableStarted():
            return _add_table(tournament, event)
        case events.TableAdded():
            return _seat_latecomers(tournament, event)
        case events.TieDecided():
            ties = {**tournament.rounds[event.round - 1].ties, event.table: event.order}
            return _change_round(tournament, event.round, ties=ties)
        case _:
            assert_never(event)


def _change_settings(tournament: Tournament, event: events.SettingsChanged) -> Tournament:
    """Stages under way follow the new settings: their number of rounds or qualifiers may have changed."""
    begun = tuple(each._replace(rules=event.settings.stages[each.number]) for each in tournament.stages)
    return tournament._replace(name=event.name, settings=event.settings, stages=begun)


def _finish(tournament: Tournament, event: events.TournamentFinished) -> Tournament:
    phase: Phase = "given_up" if tournament.phase == "draft" else "finished"
    rounds, draft = tuple(each._replace(clock=None) for each in tournament.published), tournament.draft
    return tournament._replace(phase=phase, ranking=event.ranking, voided=event.voided, rounds=rounds, set_aside=draft)


def _reopen(tournament: Tournament) -> Tournament:
    """A discarded draft is a draft again. A tournament that was finished before it started is open again."""
    if tournament.phase == "given_up":
        return tournament._replace(phase="draft")
    phase: Phase = "running" if tournament.stages else "open"
    rounds = (*tournament.rounds, *((tournament.set_aside,) if tournament.set_aside else ()))
    return tournament._replace(phase=phase, ranking=(), voided=(), rounds=rounds, set_aside=None)


def _annul_stage(tournament: Tournament, event: events.StageAnnulled) -> Tournament:
    """The qualification for the stage is annulled with it, that for earlier stages stays."""
    kept = {stage: groups for stage, groups in tournament.qualified.items() if stage < event.stage - 1}
    decided = {stage: order for stage, order in tournament.decided.items() if stage in kept}
    return tournament._replace(stages=tournament.stages[:-1], qualified=kept, decided=decided)


def _next_round(tournament: Tournament) -> int:
    return len(tournament.published) + 1


def _change_entry(tournament: Tournament, entrant: str, **changes: Any) -> Tournament:
    return tournament._replace(entries={**tournament.entries, entrant: tournament.entries[entrant]._replace(**changes)})


def _add_entry(tournament: Tournament, event: events.Entered) -> Tournament:
    status: Status = "waiting" if event.waiting else "active"
    players, since = frozenset(event.players), _next_round(tournament)
    entry = Entry(event.entrant, event.players, players, status, event.seed, since=since, host=event.host)
    return tournament._replace(entries={**tournament.entries, event.entrant: entry})


def _give_place(tournament: Tournament, entrant: str) -> Tournament:
    """The entrant takes part from the next round on, for the first time unless it is in the stage already."""
    known = tournament.stage is not None and entrant in tournament.stage.members
    since = tournament.entries[entrant].since if known else _next_round(tournament)
    return _join_stage(_change_entry(tournament, entrant, status="active", since=since, until=None), entrant)


def _withdraw(tournament: Tournament, event: events.Withdrawn) -> Tournament:
    """Byes of rounds to come go with the entrant."""
    until = len(tournament.published)
    gone = {"status": "withdrawn", "until": until, "no_show": event.no_show, "checked_in": False, "left": event.left}
    byes = {number: worth for number, worth in tournament.entries[event.entrant].byes.items() if number <= until}
    return _change_entry(tournament, event.entrant, byes=byes, **gone)


def _change_byes(tournament: Tournament, event: events.ByeEvent) -> Tournament:
    others = {
        number: worth for number, worth in tournament.entries[event.entrant].byes.items() if number not in event.rounds
    }
    taken = dict.fromkeys(event.rounds, event.worth) if isinstance(event, events.ByesTaken) else {}
    return _change_entry(tournament, event.entrant, byes={**others, **taken})


def _join_stage(tournament: Tournament, entrant: str) -> Tournament:
    """A late entrant, or one who left before the start and is back, joins the smallest group of the first stage."""
    stage = tournament.stage
    if stage is None or stage.number or entrant in stage.members or tournament.entries[entrant].status != "active":
        return tournament
    smallest = min(range(len(stage.groups)), key=lambda group: len(stage.groups[group]))
    groups = tuple(
        (*members, entrant) if number == smallest else members for number, members in enumerate(stage.groups)
    )
    return tournament._replace(stages=(*tournament.stages[:-1], stage._replace(groups=groups)))


def _change_last_round(tournament: Tournament, **changes: Any) -> Tournament:
    return tournament._replace(rounds=(*tournament.rounds[:-1], tournament.rounds[-1]._replace(**changes)))


def _add_table(tournament: Tournament, event: events.TableStarted) -> Tournament:
    last = tournament.rounds[-1]
    tables = last.parts[0].draw.tables if last.parts else ()
    part = events.Part(draw=Draw(tables=(*tables, event.table)))
    return _change_last_round(tournament, parts=(part,), matches=(*last.matches, event.match))


def _seat_latecomers(tournament: Tournament, event: events.TableAdded) -> Tournament:
    """For entrants who came too late for the round, it is now their first, if they had none before."""
    last = tournament.rounds[-1]
    for table in event.part.draw.tables:
        for entrant in table.seats:
            since = min(tournament.entries[entrant].since, event.round)
            tournament = _change_entry(tournament, entrant, since=since)
    return _change_last_round(tournament, added=(*last.added, event.part), matches=(*last.matches, event.match))


def _change_round(tournament: Tournament, number: int, **changes: Any) -> Tournament:
    rounds = (each._replace(**changes) if each.number == number else each for each in tournament.rounds)
    return tournament._replace(rounds=tuple(rounds))
