"""The life of a tournament: draft, open, running, finished, or given up as a draft; its settings and penalties."""

from collections.abc import Collection

from games.errors import Phrase
from games.registry import engine
from league.common.exact import exact
from league.common.names import titled
from league.common.text import required, tidy
from league.errors import Unknown
from league.seating.knockout.bracket import resolve
from league.tournaments.domain.entries import known, widen, withdraw
from league.tournaments.domain.events import (
    PenaltyGiven,
    PenaltyWithdrawn,
    RankedAnew,
    RegistrationOpened,
    RoundAnnulled,
    SettingsChanged,
    TournamentCreated,
    TournamentFact,
    TournamentFinished,
    TournamentReopened,
)
from league.tournaments.domain.frozen_settings import require_free
from league.tournaments.domain.results import Results, missing, node_results
from league.tournaments.domain.settings import Settings, checked
from league.tournaments.domain.standings import final, rounds_of, withdrawn
from league.tournaments.domain.tournament import OVER, Phase, Tournament, evolve
from league.tournaments.errors import BadSettings, ResultsMissing, RoundsLeft, WrongPhase

MOST_PENALTY = 1_000_000


def create(club: str, name: str, game: str, settings: Settings, rules: str | None = None) -> list[TournamentFact]:
    """Draft a tournament. Raises `BadName`, `BadSettings`, `BadOption`, `UnknownGame`."""
    plays = engine(game, rules)
    return [TournamentCreated(club, titled(name), plays.meta.slug, plays.meta.rules, checked(settings, game))]


def change_settings(now: Tournament, name: str, settings: Settings, reason: str = "") -> list[TournamentFact]:
    """Change settings; once entrants are seeded, with a reason, and not what has been played by already.

    Nothing happens if they are as they were.
    """
    require_phase(now, ("draft", "open", "running"), Phrase("change the settings"))
    settings, name = checked(settings, now.game), titled(name)
    if now.phase == "running":
        reason = required(reason)
    require_free(now, settings)
    for entrant in {entrant for pair in settings.apart for entrant in pair}:
        known(now, entrant)
    if (name, settings) == (now.name, now.settings):
        return []
    fact = SettingsChanged(name, settings, tidy(reason))
    return [fact, *widen(evolve(now, fact))]


def open_registration(now: Tournament) -> list[TournamentFact]:
    """Let entrants register."""
    require_phase(now, ("draft",), Phrase("open the registration"))
    return [RegistrationOpened()]


def finish(now: Tournament, results: Results, *, abandon: bool = False) -> list[TournamentFact]:
    """End the tournament with its final ranking.

    Rounds and stages that are still to come, and tables without a result, are refused, or with *abandon* given up.
    A draft is given up, without a ranking: nobody but officials ever hears of it.
    Raises `ResultsMissing`, `RoundsLeft`.
    """
    require_phase(now, ("draft", "open", "running"), Phrase("finish"))
    if now.phase == "draft":
        return [TournamentFinished(())]
    for round_ in now.published:
        lacking = missing(now, round_, results)
        if lacking and not abandon:
            raise ResultsMissing(round=round_.number, tables=", ".join(map(str, lacking)))
    if not abandon:
        _require_played(now, results)
    finished = TournamentFinished(final(now, results))
    return [finished] if now.draft is None else [RoundAnnulled(now.draft.number, ""), finished]


def _require_played(now: Tournament, results: Results) -> None:
    """Raise RoundsLeft while rounds or stages are to come that somebody could play."""
    stage = now.stage
    if stage is None or len(now.active) < 2:
        return
    played = sum(round_.stage == stage.number for round_ in now.published)
    if played < rounds_of(stage):
        raise RoundsLeft(why=Phrase("{played} of {all} are published", played=played, all=rounds_of(stage)))
    if stage.bracket is not None and not resolve(stage.bracket, node_results(now, results)[0], withdrawn(now)).over:
        raise RoundsLeft(why=Phrase("the knock-out is not decided yet"))
    if stage.number + 1 < len(now.settings.stages):
        raise RoundsLeft(why=Phrase("stage {number} is still to come", number=stage.number + 2))


def rank_anew(now: Tournament, results: Results, reason: str) -> list[TournamentFact]:
    """Record the final ranking as results are now; nothing if it is what was recorded."""
    require_phase(now, ("finished",), Phrase("rank anew"))
    reason = required(reason)
    ranking = final(now, results)
    return [] if ranking == now.ranking else [RankedAnew(ranking, reason)]


def reopen(now: Tournament, reason: str, gone: Collection[str] = ()) -> list[TournamentFact]:
    """Let a finished tournament run again, to play on or to rank anew; one that was given up is a draft again.

    Entrants with a player who is *gone*, erased meanwhile, withdraw.
    """
    require_phase(now, OVER, Phrase("reopen"))
    reason = required(reason)
    facts: list[TournamentFact] = [TournamentReopened(reason)]
    now = evolve(now, facts[0])
    left = [entry for entry in now.entries.values() if entry.status != "withdrawn" and set(gone) & set(entry.players)]
    for entry in sorted(left, key=lambda entry: entry.status != "waiting"):  # so that nobody of them is given a place
        for fact in withdraw(now, entry.id):
            facts.append(fact)
            now = evolve(now, fact)
    return facts


def give_penalty(now: Tournament, entrant: str, points: str, reason: str) -> list[TournamentFact]:
    """Take points off an entrant's score from the current round on; negative points give some back."""
    require_running(now, Phrase("give a penalty"))
    known(now, entrant)
    reason = required(reason)
    try:
        off = exact(points)
    except ValueError:
        raise BadSettings(key="points", why=Phrase("an exact number, like 3 or 1/2")) from None
    if not off or not -MOST_PENALTY <= off <= MOST_PENALTY or off.denominator > MOST_PENALTY:
        raise BadSettings(key="points", why=Phrase("an exact number, like 3 or 1/2"))
    number = len(now.penalties) + 1
    return [PenaltyGiven(number, entrant, str(off), max(len(now.published), 1), reason)]


def withdraw_penalty(now: Tournament, number: int, reason: str) -> list[TournamentFact]:
    """A penalty counts no longer."""
    require_running(now, Phrase("withdraw a penalty"))
    reason = required(reason)
    if not any(each.number == number and not each.withdrawn for each in now.penalties):
        raise Unknown(kind=Phrase("penalty"), id=number)
    return [PenaltyWithdrawn(number, reason)]


def require_running(now: Tournament, act: Phrase) -> None:
    """WrongPhase unless the tournament runs."""
    require_phase(now, ("running",), act)


def require_phase(now: Tournament, phases: tuple[Phase, ...], act: Phrase) -> None:
    """WrongPhase unless the tournament is in one of the phases."""
    if now.phase not in phases:
        raise WrongPhase(act=act, phase=_PHASES[now.phase])


_PHASES: dict[Phase, Phrase] = {
    "draft": Phrase("a draft"),
    "open": Phrase("open for entries"),
    "running": Phrase("running"),
    "finished": Phrase("finished"),
    "given_up": Phrase("given up as a draft"),
}
