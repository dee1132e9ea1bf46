"""A tournament in memory, with its events and reported results."""

from collections.abc import Sequence

from league.standings.scoring_rules import Scoring
from league.standings.types import MatchResult, Outcome
from league.tournaments.domain import entries, stages
from league.tournaments.domain import events as tournament_events
from league.tournaments.domain import lifecycle as tournament_lifecycle
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.qualification import ties_at_the_cut
from league.tournaments.domain.settings.model import Settings, Stage
from league.tournaments.domain.tournament import Table, Tournament, evolve, replay

LOT = "5eed"


def settings(**changed: object) -> Settings:
    """Settings of a Swiss for pairs in three rounds, unless changed."""
    values = {
        "scoring": Scoring(by="ranks", ranks={"2": (1, 0)}),
        "tiebreaks": ("buchholz",),
        "stages": (Stage("swiss", rounds=3),),
        "sizes": (2,),
        "preferred": 2,
    }
    return Settings(**{**values, **changed})


class Running:
    """A tournament in memory and what an organiser does in it."""

    def __init__(self, given: Settings | None = None, game: str = "rummikub") -> None:
        self.facts: list[tournament_events.TournamentEvent] = tournament_lifecycle.create(
            "club", "Cup", game, given or settings()
        )
        self.now: Tournament = replay(self.facts)
        self.results: dict[str, MatchResult] = {}

    def take(self, decided: Sequence[tournament_events.TournamentEvent]) -> "Running":
        for fact in decided:
            self.now = evolve(self.now, fact)
            self.facts.append(fact)
        return self

    def enter(self, *entrants: str) -> "Running":
        for entrant in entrants:
            self.take(entries.enter(self.now, entrant, self.players_of(entrant)))
        return self

    def players_of(self, entrant: str) -> list[str]:
        size = self.now.settings.team_size
        return [entrant] if size == 1 else [f"{entrant}{number}" for number in range(size)]

    def start(self) -> "Running":
        return self.take(stages.start(self.now, LOT))

    def draw(self, **how: bool | str) -> "Running":
        return self.take(rounds.draw(self.now, self.results, f"{len(self.facts):04x}", **how))

    def publish(self) -> "Running":
        draft = self.now.draft
        count = len(draft.tables) if draft else 0
        number = draft.number if draft else 0
        return self.take(
            rounds.publish(self.now, self.results, [f"m{len(self.facts)}.{number}.{table}" for table in range(count)])
        )

    def report(self, table: Table, *points: int, outcome: Outcome = Outcome.CONFIRMED) -> "Running":
        """Report a table with its points by seat. The highest win."""
        assert table.match is not None
        best = max(points)
        winners = tuple(seat for seat, each in enumerate(points) if each == best)
        seats = tuple(range(len(points)))
        wins = tuple(int(seat in winners) for seat in seats)
        players = tuple(self.now.entries[entrant].players[0] for entrant in table.seats)
        self.results[table.match] = MatchResult(outcome, players, seats, points, wins, winners, 1)
        return self

    def forfeit(self, table: Table, *seats: int) -> "Running":
        assert table.match is not None
        players = tuple(self.now.entries[entrant].players[0] for entrant in table.seats)
        origins = tuple(range(len(players)))
        self.results[table.match] = MatchResult(Outcome.FORFEIT, players, origins, absent=frozenset(seats))
        return self

    def play(self, *, first_wins: bool = True) -> "Running":
        """Draw, publish and report a round in which the seats finish in order, or in reverse."""
        self.draw(anew=True).publish()
        for table in self.now.rounds[-1].tables:
            points = list(range(len(table.seats), 0, -1))
            self.report(table, *(points if first_wins else points[::-1]))
        return self

    def play_by_name(self) -> "Running":
        """Draw, publish and report a round in which the alphabetically first names win."""
        return self.draw().publish().report_by_name()

    def report_by_name(self) -> "Running":
        """Report the last round, with the alphabetically first names as winners."""
        for table in self.last:
            order = sorted(table.seats)
            self.report(table, *[len(order) - order.index(entrant) for entrant in table.seats])
        return self

    def turned(self, table: Table) -> MatchResult:
        """The result of a table of two with the other winner."""
        known = self.results[table.match or ""]
        turned = tuple(1 - seat for seat in known.winners)
        return known._replace(points=known.points[::-1], wins=known.wins[::-1], winners=turned)

    def next_stage(self, **how: bool) -> "Running":
        """Start the next stage, with ties at the cut in seeding order."""
        stage = self.now.stage
        level = (
            ties_at_the_cut(self.now, self.results, stage) if stage and stage.number not in self.now.qualified else []
        )
        decided = [entrant for each in level for entrant in each.entrants]
        return self.take(stages.open_next(self.now, self.results, decided=decided, **how))

    def finish(self, **how: bool) -> "Running":
        return self.take(tournament_lifecycle.finish(self.now, self.results, **how))

    @property
    def last(self) -> list[Table]:
        return self.now.rounds[-1].tables
