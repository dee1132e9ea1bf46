"""Byes in advance: entrants who are not drawn for rounds to come, for a whole, a half or no point."""

from collections.abc import Iterable, Iterator

from games.errors import Phrase
from league.standings.types import Outcome, TableResult, Worth
from league.tournaments.domain.entries import require_active, require_not_finished
from league.tournaments.domain.events import ByesCancelled, ByesTaken, TournamentEvent
from league.tournaments.domain.tournament import Round, StageState, Tournament
from league.tournaments.errors import EntrantRefused

WITH_BYES = ("swiss", "fixed")  # formats in which entrants can miss a round
FARTHEST = 12  # rounds ahead, in a stage that has as many as the organiser draws


def has_bye(tournament: Tournament, stage: StageState, entrant: str, number: int) -> bool:
    """Whether the entrant took a bye in advance for round *number* of the stage, and was there to have it."""
    entry = tournament.entries[entrant]
    if number not in entry.byes or stage.rules.format not in WITH_BYES:
        return False
    return entry.since <= number and (entry.until is None or number <= entry.until)


def bye_rounds(tournament: Tournament) -> range:
    """The rounds of the current stage, or of the first one, for which a bye can be taken."""
    stage = tournament.stage
    rules, first = (stage.rules, stage.first) if stage else (tournament.settings.stages[0], 1)
    following = len(tournament.published) + 1
    if tournament.over or rules.format not in WITH_BYES:
        return range(0)
    return range(following, following + FARTHEST if rules.rounds is None else first + rules.rounds)


def take_byes(
    tournament: Tournament, entrant: str, rounds: Iterable[int], worth: Worth, *, organiser: bool
) -> list[TournamentEvent]:
    """The entrant has a bye of this worth in these rounds, instead of any taken before.

    Without an *organiser* it is a zero-point bye, or one of the half-point byes that the settings allow everybody.
    Raises `EntryClosed`, `Unknown`, `EntrantRefused`.
    """
    wanted = _require_rounds(tournament, entrant, rounds)
    known = tournament.entries[entrant].byes
    if tournament.meta.team and worth != "zero":
        raise EntrantRefused(entrant=entrant, why=Phrase("in this game a bye gives no points"))
    if worth == "full" and not organiser:
        raise EntrantRefused(entrant=entrant, why=Phrase("only organisers can give a full-point bye"))
    halves = sum(each == "half" for number, each in known.items() if number not in wanted) + len(wanted)
    most = tournament.settings.half_byes
    if worth == "half" and not organiser and halves > most:
        why = Phrase("without an organiser, half-point byes are limited to {most}", most=most)
        raise EntrantRefused(entrant=entrant, why=why)
    changed = tuple(number for number in wanted if known.get(number) != worth)
    return [ByesTaken(entrant, changed, worth)] if changed else []


def cancel_byes(tournament: Tournament, entrant: str, rounds: Iterable[int]) -> list[TournamentEvent]:
    """The entrant plays in these rounds after all. Raises `EntryClosed`, `Unknown`, `EntrantRefused`."""
    known = tournament.entries[entrant].byes if entrant in tournament.entries else {}
    there = tuple(number for number in _require_rounds(tournament, entrant, rounds) if number in known)
    return [ByesCancelled(entrant, there)] if there else []


def _require_rounds(tournament: Tournament, entrant: str, rounds: Iterable[int]) -> list[int]:
    """The rounds, in order, if there can be a bye in each of them."""
    require_not_finished(tournament)
    require_active(tournament, entrant)
    possible, wanted = bye_rounds(tournament), sorted(set(rounds))
    published = len(tournament.published)
    for number in wanted:
        if number <= published:
            why = Phrase("round {round} is already published", round=number)
        elif not possible:
            why = Phrase("no bye can be taken in the rest of this stage")
        elif number not in possible:
            why = Phrase("there is no round {round} in this stage yet", round=number)
        else:
            continue
        raise EntrantRefused(entrant=entrant, why=why)
    return wanted


def byes_in_advance(tournament: Tournament, round_: Round) -> Iterator[TableResult]:
    """The byes of a round that were taken in advance, each a table of one, numbered after all others."""
    stage = tournament.stages[round_.stage]
    taken = {
        entry.id: entry.byes[round_.number] for entry in tournament.entries.values() if round_.number in entry.byes
    }
    table = len(round_.tables) + len(round_.byes)
    for group, members in enumerate(stage.groups if taken else ()):
        for entrant in members:
            if entrant in taken and has_bye(tournament, stage, entrant, round_.number):
                table += 1
                yield TableResult(
                    round_.number,
                    table,
                    (entrant,),
                    Outcome.BYE,
                    stage=stage.number,
                    group=group,
                    bye=taken[entrant],
                )
