"""What people see of a tournament: officials everything, others all but drafts and those that were discarded."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, NamedTuple

import msgspec
from django.utils.translation import gettext
from msgspec import Meta

from games.errors import Phrase
from league.clubs.queries import club_zone, names_of, people_version
from league.common.actor import Actor
from league.common.read_models import Id, Moment
from league.common.translation import translate
from league.errors import Unknown
from league.eventlog import store
from league.matches import repository as match_repository
from league.seating.types import Sentence
from league.standings.types import Worth
from league.tournaments.domain.clock import time_text
from league.tournaments.domain.dates import Scheduled
from league.tournaments.domain.results import Results, missing_results
from league.tournaments.domain.settings.model import Format, Settings
from league.tournaments.domain.settings.repeats import certain_repeats
from league.tournaments.domain.standings import gains_by_absence, is_ranking_outdated
from league.tournaments.domain.tournament import Entry, Phase, Round, StageState, Status, Tournament
from league.tournaments.models import Team
from league.tournaments.queries import setting_labels
from league.tournaments.repository import tournaments
from league.tournaments.results import match_ids, match_results, results_at, tournament_at

Names = Mapping[str, str]


class NamedEntrant(msgspec.Struct, frozen=True):
    entrant: Id
    name: str | None


class NamedPlayer(msgspec.Struct, frozen=True):
    player: Id
    name: str | None


class TakenBye(msgspec.Struct, frozen=True):
    """A bye that was taken in advance."""

    round: int
    worth: Worth


class EntrantDetail(msgspec.Struct, frozen=True, kw_only=True):
    id: Id
    name: str | None
    players: list[NamedPlayer]
    stand_in: Annotated[str | None, Meta(description="Name of the player who now plays in its place.")]
    status: Status
    seed: int | None
    present: bool
    no_show: bool
    host: Annotated[Id | None, Meta(description="The player who brings this guest.")]
    queue: Annotated[int | None, Meta(description="Place on the waiting list, from 1.")]
    since: Annotated[int, Meta(description="First round that it could play.")]
    until: Annotated[int | None, Meta(description="Last round, once it has withdrawn.")]
    byes: Annotated[list[TakenBye], Meta(description="Taken in advance, by round.")]

    @property
    def player_ids(self) -> set[str]:
        return {each.player for each in self.players}


class StageDetail(msgspec.Struct, frozen=True, kw_only=True):
    number: Annotated[int, Meta(description="From 0.")]
    format: Format
    groups: Sequence[Sequence[Id]]
    first_round: int
    qualified: Sequence[Sequence[Id]]


class ClockDetail(msgspec.Struct, frozen=True):
    """The clock of a round. One of the two is null."""

    ends: Annotated[Moment | None, Meta(description="Until when it runs, or ran. null: it is paused.")]
    left: Annotated[int | None, Meta(description="Seconds that are left while it is paused.")]

    @property
    def left_text(self) -> str:
        """What is left while it is paused, as it stands on a clock."""
        return time_text(self.left or 0)


class DatesDetail(msgspec.Struct, frozen=True, kw_only=True):
    starts: Moment | None
    ends: Moment | None
    place: str
    zone: Annotated[str, Meta(description="IANA name of the club's time zone, by whose clocks pages show times.")]
    opens: Annotated[Moment | None, Meta(description="From when players may enter themselves.")]
    closes: Annotated[Moment | None, Meta(description="Until when players may enter themselves.")]
    fee: Annotated[str, Meta(description="As the organiser typed it. Nothing is paid here.")]


class RoundDateDetail(msgspec.Struct, frozen=True):
    starts: Moment | None
    until: Annotated[Moment | None, Meta(description="Until when its tables play.")]


class TableDateDetail(msgspec.Struct, frozen=True):
    """When and where the match of a table is played, if not with its round."""

    starts: Moment | None
    place: str


class RoundOverview(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    stage: int
    published: bool
    tables: int
    without_result: int
    clock: ClockDetail | None
    date: RoundDateDetail | None


class PenaltyDetail(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    entrant: Id
    name: str | None
    points: str
    round: int
    reason: str
    withdrawn: bool


class RankedEntrant(msgspec.Struct, frozen=True):
    rank: int
    entrant: Id
    name: str | None


class CertainRepeats(msgspec.Struct, frozen=True):
    stage: Annotated[int, Meta(description="From 0.")]
    entrants: Annotated[int, Meta(description="In its smallest group, so far.")]
    round: Annotated[int, Meta(description="Of the stage, from 1. From then on, some entrants must meet again.")]


class AbsenceGain(msgspec.Struct, frozen=True):
    setting: Annotated[str, Meta(description="Of the scoring: `forfeit`, `late`, `left` or `missed`.")]
    title: str


class TournamentDetail(msgspec.Struct, frozen=True, kw_only=True):
    id: Id
    club: Id
    name: str
    game: str
    game_name: str
    rules: str
    phase: Phase
    revision: int
    settings: Settings
    dates: Annotated[DatesDetail | None, Meta(description="null: nothing is known about them.")]
    entrants: list[EntrantDetail]
    stages: list[StageDetail]
    rounds: Annotated[list[RoundOverview], Meta(description="Drafts for organisers only.")]
    penalties: list[PenaltyDetail]
    ranking: Annotated[list[RankedEntrant], Meta(description="Once the tournament is finished.")]
    ranking_outdated: Annotated[bool, Meta(description="Whether corrected results now give a different ranking.")]
    you: Annotated[list[Id], Meta(description="The reader's entrants.")]
    repeats: Annotated[
        list[CertainRepeats], Meta(description="Stages with too many rounds for the field to avoid repeat meetings.")
    ]
    absence_gains: Annotated[
        list[AbsenceGain], Meta(description="Rounds without play that may be worth more than coming last.")
    ]


class AsOf(NamedTuple):
    """How the tournament and its matches stood, and the number of its last event then (0 before the first)."""

    revision: int
    tournament: Tournament
    results: Results


def visible_tournament(tournament_id: str, actor: Actor) -> tuple[int, Tournament]:
    """Revision and state of the tournament. Raises `Unknown`, too, for a draft that the reader may not see."""
    head, tournament = tournaments.load(tournament_id)
    if not tournament.public and not actor.official(tournament.club):
        raise Unknown(kind=Phrase("tournament"), id=tournament_id)
    return head.seq, tournament


def public_version(tournament_id: str) -> str | None:
    """A text that is another one whenever what the public sees of a tournament may have changed; None for a draft.

    It counts the events of the tournament and of its matches, and the names in its club. Raises `Unknown`.
    """
    head, tournament = tournaments.load(tournament_id)
    if not tournament.public:
        return None
    ends = store.ends([match_repository.stream(match_id) for match_id in match_ids(tournament)])
    return f"{head.seq}.{sum(ends.values())}.{people_version(tournament.club)}"


def tournament_as_of(tournament_id: str, actor: Actor, at: datetime | None) -> AsOf:
    """The tournament now (None), or as its events up to *at* left it, whatever was corrected later.

    While it was a draft there was nothing to see: it then has no entrants, stages and rounds. Raises `Unknown` where
    the reader may not see it today.
    """
    revision, tournament = visible_tournament(tournament_id, actor)
    if at is None:
        return AsOf(revision, tournament, match_results(tournament))
    found = tournament_at(tournament_id, at)
    if found is None or not found[1].public:
        return AsOf(
            0, Tournament(tournament.club, tournament.name, tournament.game, tournament.rules, tournament.settings), {}
        )
    revision, then = found
    return AsOf(revision, then, results_at(then, at))


def entrant_names(tournament: Tournament, more: Iterable[str] = ()) -> Names:
    """Names of entrants and of all who ever played for them, by id, and of *more* players."""
    players = {player for entry in tournament.entries.values() for player in entry.all_players}.union(more)
    return names_by_id(players | tournament.entries.keys())


def names_by_id(ids: Collection[str]) -> Names:
    """Names of players and teams by id."""
    found = names_of(sorted(ids))
    others = set(ids).difference(found)
    teams = Team.objects.filter(id__in=others) if others else ()
    return {**found, **{str(team.pk): team.name for team in teams}}


def named_players(players: Sequence[str], names: Names) -> list[NamedPlayer]:
    return [NamedPlayer(player, names.get(player)) for player in players]


def stand_in(entry: Entry, players: Sequence[str], names: Names) -> str | None:
    """The name of the one of *players* who plays in the place of an entrant that is a player, if somebody does."""
    if is_team(entry) or entry.id in players:
        return None
    return next((names[player] for player in players if player in names), None)


def is_team(entry: Entry) -> bool:
    """Whether the entrant is a team, with a name of its own."""
    return entry.id not in entry.all_players


def sentence_text(given: Sentence, names: Names) -> str:
    """A sentence in the reader's language, with names for entrants."""
    params = {
        key: names.get(str(value), str(value)) if key.endswith("_id") else value for key, value in given.params.items()
    }
    return translate(given.text, params)


def detail(tournament_id: str, actor: Actor) -> TournamentDetail:
    """The tournament as it stands now, straight from the log. Raises `Unknown`."""
    revision, tournament = visible_tournament(tournament_id, actor)
    names, results = entrant_names(tournament), match_results(tournament)
    rounds = tournament.rounds if actor.organiser(tournament.club) else tournament.published
    waiting = [entry.id for entry in tournament.entries.values() if entry.status == "waiting"]
    return TournamentDetail(
        id=tournament_id,
        club=tournament.club,
        name=tournament.name,
        game=tournament.game,
        game_name=gettext(tournament.meta.name),
        rules=tournament.rules,
        phase=tournament.phase,
        revision=revision,
        settings=tournament.settings,
        dates=dates_detail(tournament),
        entrants=[_entrant(entry, names, waiting) for entry in tournament.entries.values()],
        stages=[_stage(tournament, stage) for stage in tournament.stages],
        rounds=[_overview(tournament, each, results) for each in rounds],
        penalties=[
            PenaltyDetail(
                number=each.number,
                entrant=each.entrant,
                name=names.get(each.entrant),
                points=str(each.points),
                round=each.round,
                reason=each.reason,
                withdrawn=each.withdrawn,
            )
            for each in tournament.penalties
        ],
        ranking=[RankedEntrant(rank, entrant, names.get(entrant)) for rank, entrant in tournament.ranking],
        ranking_outdated=is_ranking_outdated(tournament, results),
        you=sorted(entry.id for entry in tournament.entries.values() if actor.players & set(entry.players)),
        repeats=[CertainRepeats(*each) for each in certain_repeats(tournament)],
        absence_gains=[
            AbsenceGain(name, setting_labels.title(f"scoring.{name}", tournament.game, tournament.rules))
            for name in gains_by_absence(tournament)
        ],
    )


def _entrant(entry: Entry, names: Names, waiting: Sequence[str]) -> EntrantDetail:
    return EntrantDetail(
        id=entry.id,
        name=names.get(entry.id),
        players=named_players(entry.players, names),
        stand_in=stand_in(entry, entry.players, names),
        status=entry.status,
        seed=entry.seed,
        present=entry.checked_in,
        no_show=entry.no_show,
        host=entry.host,
        queue=waiting.index(entry.id) + 1 if entry.id in waiting else None,
        since=entry.since,
        until=entry.until,
        byes=[TakenBye(*each) for each in sorted(entry.byes.items())],
    )


def _stage(tournament: Tournament, stage: StageState) -> StageDetail:
    return StageDetail(
        number=stage.number,
        format=stage.rules.format,
        groups=stage.groups,
        first_round=stage.first,
        qualified=tournament.qualified.get(stage.number, ()),
    )


def _overview(tournament: Tournament, round_: Round, results: Results) -> RoundOverview:
    return RoundOverview(
        number=round_.number,
        stage=round_.stage,
        published=round_.published,
        tables=len(round_.tables),
        without_result=len(missing_results(tournament, round_, results) if round_.published else round_.tables),
        clock=round_clock(round_),
        date=round_date(tournament, round_.number),
    )


def dates_detail(tournament: Tournament) -> DatesDetail | None:
    """What is known of when and where it is. None if nothing is."""
    said = tournament.dates.tournament.said
    if said == Scheduled():
        return None
    return DatesDetail(**msgspec.structs.asdict(said), zone=club_zone(tournament.club))


def round_date(tournament: Tournament, number: int) -> RoundDateDetail | None:
    """When a round is played, if somebody said so."""
    known = tournament.dates.rounds.get(number)
    return RoundDateDetail(known.starts, known.until) if known and (known.starts or known.until) else None


def table_date(tournament: Tournament, match: str | None) -> TableDateDetail | None:
    """When and where the match of a table is played, if it was postponed or moved."""
    known = tournament.dates.tables.get(match or "")
    return TableDateDetail(known.starts, known.place) if known and (known.starts or known.place) else None


def round_clock(round_: Round) -> ClockDetail | None:
    """The clock of a round, if it has one."""
    return ClockDetail(*round_.clock) if round_.clock else None
