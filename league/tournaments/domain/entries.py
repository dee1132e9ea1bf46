"""Who takes part: entering, the waiting list, check-in, withdrawal, return, substitutes, seeds."""

from collections.abc import Mapping, Sequence

from games.errors import Phrase
from games.registry import engine
from league.common.text import tidy
from league.errors import Unknown
from league.tournaments.domain.events import (
    CheckedIn,
    CheckedOut,
    Entered,
    Promoted,
    Replaced,
    Returned,
    SeedsGiven,
    TournamentFact,
    Withdrawn,
)
from league.tournaments.domain.tournament import Entry, Tournament, evolve
from league.tournaments.errors import AlreadyEntered, BadTeam, EntryClosed, NotAsThingsStand

WITH_LATE_ENTRY = ("swiss", "fixed", "open")


def enter(
    now: Tournament, entrant: str, players: Sequence[str], seed: int | None = None, *, called: str | None = None
) -> list[TournamentFact]:
    """An entrant registers; where no place is free it is put on the waiting list.

    AlreadyEntered for the entrant or a player of it, BadTeam for the wrong number of players (a team is named as it is
    *called*), EntryClosed where nobody can enter any more.
    """
    _require_open(now)
    if entrant in now.entries:
        raise AlreadyEntered(entrant=entrant)
    _check_players(now, called or entrant, players)
    return [Entered(entrant, tuple(players), waiting=_full(now), seed=seed)]


def check_in(now: Tournament, entrant: str, present: bool = True) -> list[TournamentFact]:
    """The entrant is there, or is not after all."""
    _require_not_finished(now)
    entry = known(now, entrant)
    if entry.status == "withdrawn":
        raise NotAsThingsStand(why=Phrase("it has withdrawn"), entrant=entrant)
    if entry.present == present:
        return []
    return [CheckedIn(entrant) if present else CheckedOut(entrant)]


def withdraw(now: Tournament, entrant: str, reason: str = "", *, no_show: bool = False) -> list[TournamentFact]:
    """The entrant plays no further round; before the start the first on the waiting list takes the place."""
    _require_not_finished(now)
    entry = known(now, entrant)
    if entry.status == "withdrawn":
        raise NotAsThingsStand(why=Phrase("it has withdrawn already"), entrant=entrant)
    facts: list[TournamentFact] = [Withdrawn(entrant, tidy(reason), no_show)]
    return facts + _promotions(evolve(now, facts[0]))


def return_(now: Tournament, entrant: str) -> list[TournamentFact]:
    """Who had withdrawn plays again from the next round on; before the start only while a place is free."""
    _require_not_finished(now)
    entry = known(now, entrant)
    if entry.status != "withdrawn":
        raise NotAsThingsStand(why=Phrase("it has not withdrawn"), entrant=entrant)
    if _full(now):
        raise EntryClosed(why=Phrase("all {count} places are taken", count=now.settings.capacity or 0))
    stage = now.stage
    if stage is not None and entrant not in stage.members and stage.rules.format not in WITH_LATE_ENTRY:
        raise EntryClosed(why=Phrase("the field of this stage is fixed"))
    return [Returned(entrant)]


def replace(now: Tournament, entrant: str, out: str, substitute: str, reason: str = "") -> list[TournamentFact]:
    """A substitute takes a player's place in an entrant from now on.

    A team-mate changes places with the player who sits down for the team.
    Raises `Unknown`, `AlreadyEntered`, `BadTeam`.
    """
    _require_not_finished(now)
    entry = known(now, entrant)
    if out not in entry.players:
        raise Unknown(kind=Phrase("player of this entrant"), id=out)
    if substitute in entry.players:
        _require_seat_to_give(now, entry, out)
    _require_free(now, substitute, except_=entrant)
    return [Replaced(entrant, out, substitute, tidy(reason))]


def give_seeds(now: Tournament, seeds: Mapping[str, int]) -> list[TournamentFact]:
    """Set what entrants are seeded by, before the start; a lower number is the better."""
    if now.phase not in ("draft", "open"):
        why = Phrase("the seeding is fixed when the tournament starts")
        raise NotAsThingsStand(entrant=", ".join(seeds), why=why)
    for entrant in seeds:
        known(now, entrant)
    return [SeedsGiven(tuple(sorted(seeds.items(), key=lambda pair: (pair[1], pair[0]))))] if seeds else []


def widen(now: Tournament, *, starting: bool = False) -> list[TournamentFact]:
    """Give free places to the waiting list, in order; when the tournament is *starting*, to those who are there."""
    return _promotions(now, starting=starting)


def known(now: Tournament, entrant: str) -> Entry:
    """The entrant; Unknown if it has not entered."""
    if entrant not in now.entries:
        raise Unknown(kind=Phrase("entrant of this tournament"), id=entrant)
    return now.entries[entrant]


def active(now: Tournament, entrant: str) -> Entry:
    """The entrant, who has a place and has not withdrawn."""
    entry = known(now, entrant)
    if entry.status == "waiting":
        raise NotAsThingsStand(why=Phrase("it is on the waiting list"), entrant=entrant)
    if entry.status == "withdrawn":
        raise NotAsThingsStand(why=Phrase("it has withdrawn"), entrant=entrant)
    return entry


def _require_open(now: Tournament) -> None:
    if now.over:
        raise EntryClosed(why=Phrase("the tournament is finished"))
    stage = now.stage
    if stage is None:
        return
    if stage.rules.format in ("fixed", "open", "swiss") and stage.number == 0:
        return
    if stage.rules.format == "round_robin" and stage.number == 0 and not now.rounds:
        return
    raise EntryClosed(why=Phrase("the field of this stage is fixed"))


def _require_not_finished(now: Tournament) -> None:
    if now.over:
        raise EntryClosed(why=Phrase("the tournament is finished"))


def _check_players(now: Tournament, called: str, players: Sequence[str]) -> None:
    wanted = now.settings.team_size
    if len(players) != wanted:
        why = Phrase("it has {count} players; {wanted} make an entrant here", count=len(players), wanted=wanted)
        raise BadTeam(entrant=called, why=why)
    if len(set(players)) != len(players):
        raise BadTeam(entrant=called, why=Phrase("a player is in it twice"))
    for player in players:
        _require_free(now, player)


def _require_seat_to_give(now: Tournament, entry: Entry, out: str) -> None:
    """Raise BadTeam unless *out* alone sits down for the team, so that a team-mate can instead."""
    if engine(now.game, now.rules).meta.team:
        why = Phrase("all of it play together; only somebody else can come in for one of them")
        raise BadTeam(entrant=entry.id, why=why)
    if out != entry.players[0]:
        why = Phrase("{player} does not sit down for it; {first} does", player=out, first=entry.players[0])
        raise BadTeam(entrant=entry.id, why=why)


def _require_free(now: Tournament, player: str, except_: str | None = None) -> None:
    for entry in now.entries.values():
        if player in entry.players and entry.status != "withdrawn" and entry.id != except_:
            raise AlreadyEntered(entrant=player)


def _full(now: Tournament) -> bool:
    capacity = now.settings.capacity
    return capacity is not None and len(now.active) >= capacity


def _promotions(now: Tournament, *, starting: bool = False) -> list[TournamentFact]:
    """While the field is not fixed, free places go to the waiting list in the order of entering."""
    facts: list[TournamentFact] = []
    for entry in list(now.entries.values()):
        if entry.status != "waiting" or _full(now) or (starting and not entry.present):
            continue
        try:
            _require_open(now)
        except EntryClosed:
            break
        fact = Promoted(entry.id)
        facts.append(fact)
        now = evolve(now, fact)
    return facts
