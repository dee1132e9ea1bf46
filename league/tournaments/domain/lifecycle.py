"""The life of a tournament: draft, open, running, finished, or discarded as a draft. Settings and penalties."""

from collections.abc import Collection

from games.errors import Phrase
from games.registry import engine
from league.common.exact import Number, exact
from league.common.names import normalize_title
from league.common.text import normalize, require_reason
from league.errors import Unknown
from league.seating.knockout.bracket import resolve
from league.standings.types import MatchResult, Outcome
from league.tournaments.domain.entries import promote_waiting, require_entry, withdraw
from league.tournaments.domain.events import (
    PenaltyGiven,
    PenaltyWithdrawn,
    RankingUpdated,
    RegistrationOpened,
    SettingsChanged,
    TournamentCreated,
    TournamentEvent,
    TournamentFinished,
    TournamentReopened,
)
from league.tournaments.domain.results import Results, node_results, require_results, tables_to_void
from league.tournaments.domain.settings.changes import require_changeable
from league.tournaments.domain.settings.model import Settings, validate_settings
from league.tournaments.domain.standings import final_ranking, total_rounds, withdrawals
from league.tournaments.domain.tournament import OVER, Phase, Round, Tournament, evolve
from league.tournaments.errors import BadSettings, NotDueYet, WrongPhase

MOST_PENALTY = 1_000_000


def create(club: str, name: str, game: str, settings: Settings, rules: str | None = None) -> list[TournamentEvent]:
    """Draft a tournament. Raises `BadName`, `BadSettings`, `BadOption`, `UnknownGame`."""
    plays = engine(game, rules)
    return [
        TournamentCreated(
            club, normalize_title(name), plays.meta.slug, plays.meta.rules, validate_settings(settings, game)
        )
    ]


def change_settings(tournament: Tournament, name: str, settings: Settings, reason: str = "") -> list[TournamentEvent]:
    """Change settings, if they differ. Once the tournament runs, with a reason, and not those already played by."""
    require_phase(tournament, ("draft", "open", "running"), Phrase("change the settings"))
    settings, name = validate_settings(settings, tournament.game), normalize_title(name)
    if tournament.phase == "running":
        reason = require_reason(reason)
    require_changeable(tournament, settings)
    for entrant in {entrant for pair in settings.apart for entrant in pair}:
        require_entry(tournament, entrant)
    if (name, settings) == (tournament.name, tournament.settings):
        return []
    event = SettingsChanged(name, settings, normalize(reason))
    return [event, *promote_waiting(evolve(tournament, event))]


def open_registration(tournament: Tournament) -> list[TournamentEvent]:
    """Let entrants register."""
    require_phase(tournament, ("draft",), Phrase("open registration"))
    return [RegistrationOpened()]


def finish(tournament: Tournament, results: Results, *, abandon: bool = False) -> list[TournamentEvent]:
    """End the tournament with its final ranking, or discard a draft.

    *abandon*: although rounds or stages are to come, or results are missing. Tables without any result are then void,
    and the ranking is that without them. A result that is not confirmed counts. Raises `ResultsMissing`, `NotDueYet`.
    """
    require_phase(tournament, ("draft", "open", "running"), Phrase("finish it"))
    if tournament.phase == "draft":
        return [TournamentFinished(())]
    if not abandon:
        require_results(tournament, results)
        _require_played(tournament, results)
    lacking = tables_to_void(tournament, results)
    void = {match: MatchResult(Outcome.VOID, seats, tuple(range(len(seats)))) for match, seats in lacking.items()}
    return [TournamentFinished(final_ranking(tournament, {**results, **void}), tuple(lacking))]


def _require_played(tournament: Tournament, results: Results) -> None:
    """Raise NotDueYet while rounds or stages are to come that somebody could play."""
    stage = tournament.stage
    if stage is None or len(tournament.active) < 2:
        return
    played = tournament.rounds_played(stage)
    if played < total_rounds(stage):
        raise NotDueYet(
            why=Phrase("only {played} of {all} rounds are published", played=played, all=total_rounds(stage))
        )
    if (
        stage.bracket is not None
        and not resolve(stage.bracket, node_results(tournament, results)[0], withdrawals(tournament)).over
    ):
        raise NotDueYet(why=Phrase("the knockout is not decided yet"))
    if stage.number + 1 < len(tournament.settings.stages):
        raise NotDueYet(why=Phrase("stage {number} is still to come", number=stage.number + 2))


def update_ranking(tournament: Tournament, results: Results, reason: str) -> list[TournamentEvent]:
    """Record the final ranking by current results, if it differs."""
    require_phase(tournament, ("finished",), Phrase("update the final ranking"))
    reason = require_reason(reason)
    ranking = final_ranking(tournament, results)
    return [] if ranking == tournament.ranking else [RankingUpdated(ranking, reason)]


def reopen(tournament: Tournament, reason: str, gone: Collection[str] = ()) -> list[TournamentEvent]:
    """Reopen a finished tournament, or restore a discarded draft. Entrants with a player who is *gone* withdraw."""
    require_phase(tournament, OVER, Phrase("reopen it"))
    reason = require_reason(reason)
    events: list[TournamentEvent] = [TournamentReopened(reason)]
    tournament = evolve(tournament, events[0])
    left = [
        entry for entry in tournament.entries.values() if entry.status != "withdrawn" and set(gone) & set(entry.players)
    ]
    for entry in sorted(left, key=lambda entry: entry.status != "waiting"):  # so that nobody of them is given a place
        for event in withdraw(tournament, entry.id):
            events.append(event)
            tournament = evolve(tournament, event)
    return events


def give_penalty(tournament: Tournament, entrant: str, points: Number, reason: str) -> list[TournamentEvent]:
    """Take points off an entrant's score from the current round on. Negative points give some back."""
    require_running(tournament, Phrase("give a penalty"))
    require_entry(tournament, entrant)
    reason = require_reason(reason)
    try:
        off = exact(points)
    except ValueError:
        raise BadSettings(key="points", why=Phrase("must be an exact number, like 3 or 1/2")) from None
    if not off or not -MOST_PENALTY <= off <= MOST_PENALTY or off.denominator > MOST_PENALTY:
        raise BadSettings(key="points", why=Phrase("must be an exact number, like 3 or 1/2"))
    number = len(tournament.penalties) + 1
    return [PenaltyGiven(number, entrant, str(off), max(len(tournament.published), 1), reason)]


def withdraw_penalty(tournament: Tournament, number: int, reason: str) -> list[TournamentEvent]:
    """Annul a penalty."""
    require_running(tournament, Phrase("annul a penalty"))
    reason = require_reason(reason)
    if not any(each.number == number and not each.withdrawn for each in tournament.penalties):
        raise Unknown(kind=Phrase("penalty"), id=number)
    return [PenaltyWithdrawn(number, reason)]


def clock_round(tournament: Tournament, number: int) -> Round:
    """The round whose clock is to change. Raises `WrongPhase`, `Unknown`, and `NotDueYet` for a draft."""
    require_running(tournament, Phrase("change the round clock"))
    found = tournament.round(number)
    if found is None:
        raise Unknown(kind=Phrase("tournament round"), id=number)
    if not found.published:
        raise NotDueYet(why=Phrase("round {round} is a draft", round=number))
    return found


def require_running(tournament: Tournament, act: Phrase) -> None:
    """Raise WrongPhase unless the tournament runs."""
    require_phase(tournament, ("running",), act)


def require_phase(tournament: Tournament, phases: tuple[Phase, ...], act: Phrase) -> None:
    """Raise WrongPhase unless the tournament is in one of the phases."""
    if tournament.phase not in phases:
        raise WrongPhase(act=act, phase=_PHASES[tournament.phase])


_PHASES: dict[Phase, Phrase] = {
    "draft": Phrase("a draft"),
    "open": Phrase("open for entries"),
    "running": Phrase("in progress"),
    "finished": Phrase("finished"),
    "given_up": Phrase("discarded as a draft"),
}
