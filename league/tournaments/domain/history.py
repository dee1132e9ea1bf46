"""What every fact of a tournament tells those who look back at it, and who may be told.

Drafts are told to those who could see them: a tournament that is being prepared to officials of the club, a round that
is not published to organisers. Once a round is published everybody is told that its draft was changed by hand, and why.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, assert_never

from games.errors import Phrase
from league.history.types import Audience, Change, Seated, Told
from league.tournaments.domain.events import (
    KINDS,
    CheckedIn,
    CheckedOut,
    Entered,
    EntrantEvent,
    LifecycleEvent,
    Part,
    PenaltyEvent,
    PenaltyGiven,
    PenaltyWithdrawn,
    Promoted,
    QualificationFrozen,
    RankingUpdated,
    RegistrationOpened,
    Replaced,
    Returned,
    RoundAnnulled,
    RoundChanged,
    RoundDrawn,
    RoundPublished,
    SeedsGiven,
    SettingsChanged,
    StageAnnulled,
    StageEvent,
    StageOpened,
    StageReplanned,
    TableStarted,
    TieDecided,
    TournamentCreated,
    TournamentEvent,
    TournamentFinished,
    TournamentReopened,
    TournamentStarted,
    Withdrawn,
)
from league.tournaments.domain.settings.changes import differences
from league.tournaments.domain.tournament import Round, Tournament, evolve, replay

_KINDS = {event: kind for kind, (_, event) in KINDS.items()}
DraftEvent: TypeAlias = RoundDrawn | RoundChanged | RoundAnnulled
TableEvent: TypeAlias = RoundPublished | TableStarted | TieDecided


class History(NamedTuple):
    """A tournament and one entry for each of its events, in their order."""

    tournament: Tournament
    entries: tuple[Told, ...]


def start(event: TournamentEvent) -> History:
    """The history of a tournament that was just created."""
    return History(replay([event]), (Told(_KINDS[type(event)], Phrase("The tournament was created as a draft.")),))


def extend(history: History, event: TournamentEvent) -> History:
    """The history after one more event."""
    told = _entry(history.tournament, event)._replace(kind=_KINDS[type(event)])
    if not history.tournament.public:
        told = told._replace(reason_to=Audience.OFFICIALS, changes_to=Audience.OFFICIALS)
    before = _disclose_changes(history.entries, event.round) if isinstance(event, RoundPublished) else history.entries
    return History(evolve(history.tournament, event), (*before, told))


def indexes_since_draw(told: Sequence[Told], round_: int) -> Iterator[int]:
    """The indexes of what was told of a round, from the last that was told back to when it was last drawn."""
    for index in reversed(range(len(told))):
        if told[index].round == round_:
            yield index
            if told[index].kind == "round.drawn":
                return


def _disclose_changes(told: tuple[Told, ...], round_: int) -> tuple[Told, ...]:
    """Everybody is told of a round that is published that its draft was changed, though not what it was."""
    opened = list(told)
    for index in indexes_since_draw(told, round_):
        if told[index].kind == "round.changed":
            opened[index] = told[index]._replace(to=Audience.EVERYBODY, reason_to=Audience.EVERYBODY)
    return tuple(opened)


def _entry(tournament: Tournament, event: TournamentEvent) -> Told:
    if isinstance(event, EntrantEvent):
        return _entrant_entry(tournament, event)
    if isinstance(event, StageEvent):
        return _stage_entry(tournament, event)
    if isinstance(event, DraftEvent):
        return _draft_entry(tournament, event)
    if isinstance(event, PenaltyEvent):
        return _penalty_entry(tournament, event)
    if isinstance(event, TableEvent):
        return _published_entry(tournament, event)
    return _lifecycle_entry(tournament, event)


def _lifecycle_entry(tournament: Tournament, event: LifecycleEvent) -> Told:
    match event:
        case SettingsChanged():
            return _settings_entry(tournament, event)
        case RegistrationOpened():
            return _plain_entry(Phrase("Registration was opened."))
        case TournamentStarted():
            return _plain_entry(Phrase("The tournament started. Entrants: {count}.", count=len(event.seeding)))
        case TournamentFinished():
            return _finish_entry(tournament)
        case RankingUpdated():
            changes = _value_changes("rank", _ranks(tournament.ranking), _ranks(event.ranking))
            return _plain_entry(Phrase("The final ranking was updated."), event.reason, changes)
        case TournamentReopened():
            return _reopening_entry(tournament, event)
        case TournamentCreated():
            raise ValueError("A tournament is created once.")
        case _:
            assert_never(event)


def _penalty_entry(tournament: Tournament, event: PenaltyEvent) -> Told:
    match event:
        case PenaltyGiven():
            said = Phrase("Penalty for {entrant_id}: {points}.", entrant_id=event.entrant, points=event.points)
            return _plain_entry(said, event.reason)._replace(round=event.round, entrant=event.entrant)
        case PenaltyWithdrawn():
            (known,) = (each for each in tournament.penalties if each.number == event.number)
            given = {"entrant_id": known.entrant, "points": str(known.points)}
            said = Phrase("Penalty for {entrant_id} annulled: {points}.", **given)
            return _plain_entry(said, event.reason)._replace(round=known.round, entrant=known.entrant)
        case _:
            assert_never(event)


def _published_entry(tournament: Tournament, event: TableEvent) -> Told:
    match event:
        case RoundPublished():
            return _plain_entry(Phrase("Round {round} was published.", round=event.round))._replace(round=event.round)
        case TableStarted():
            return _table_entry(tournament, event)
        case TieDecided():
            return _tie_entry(tournament, event)
        case _:
            assert_never(event)


def _plain_entry(sentence: Phrase, reason: str = "", changes: tuple[Change, ...] = ()) -> Told:
    return Told("", sentence, reason, changes)


def _finish_entry(tournament: Tournament) -> Told:
    if tournament.phase == "draft":
        return _plain_entry(Phrase("The draft was discarded."))._replace(to=Audience.OFFICIALS)
    return _plain_entry(Phrase("The tournament was finished."))


def _reopening_entry(tournament: Tournament, event: TournamentReopened) -> Told:
    if tournament.phase == "given_up":
        again = Phrase("The discarded draft was reopened.")
        return _plain_entry(again, event.reason)._replace(to=Audience.OFFICIALS)
    return _plain_entry(Phrase("The finished tournament was reopened."), event.reason)


def _settings_entry(tournament: Tournament, event: SettingsChanged) -> Told:
    renamed = (Change("name", tournament.name, event.name),) if event.name != tournament.name else ()
    changes = (*renamed, *differences(tournament.settings, event.settings))
    told = _plain_entry(Phrase("The settings were changed."), event.reason, changes)
    # What nobody had seen yet is not corrected.
    return told._replace(to=Audience.OFFICIALS) if tournament.phase == "draft" else told


def _entrant_entry(tournament: Tournament, event: EntrantEvent) -> Told:
    if isinstance(event, SeedsGiven):
        seeds = {entrant: tournament.entries[entrant].seed for entrant, _ in event.seeds}
        return _plain_entry(Phrase("The field was seeded."), changes=_value_changes("seed", seeds, dict(event.seeds)))
    return _single_entrant_entry(tournament, event, event.entrant)._replace(entrant=event.entrant)


def _single_entrant_entry(tournament: Tournament, event: EntrantEvent, who: str) -> Told:
    match event:
        case Entered() if event.waiting:
            return _plain_entry(Phrase("{entrant_id} was added to the waiting list.", entrant_id=who))
        case Entered():
            return _plain_entry(Phrase("{entrant_id} entered.", entrant_id=who))
        case Promoted():
            return _plain_entry(Phrase("{entrant_id} moved up from the waiting list.", entrant_id=who))
        case CheckedIn():
            return _plain_entry(Phrase("{entrant_id} checked in.", entrant_id=who))
        case CheckedOut():
            return _plain_entry(Phrase("{entrant_id} is no longer checked in.", entrant_id=who))
        case Withdrawn():
            missed = Phrase("{entrant_id} was a no-show after the draw and has been withdrawn.", entrant_id=who)
            left = Phrase("{entrant_id} withdrew.", entrant_id=who)
            return _plain_entry(missed if event.no_show else left, event.reason)
        case Returned():
            return _plain_entry(Phrase("{entrant_id} was reinstated.", entrant_id=who))
        case Replaced():
            return _substitute_entry(tournament, event)
        case SeedsGiven():
            raise ValueError("Seeds are not of one entrant.")
        case _:
            assert_never(event)


def _substitute_entry(tournament: Tournament, event: Replaced) -> Told:
    given = {"entrant_id": event.entrant, "out_id": event.out, "substitute_id": event.substitute}
    alone = Phrase("{substitute_id} substitutes for {out_id}.", **given)
    of_team = Phrase("{substitute_id} substitutes for {out_id} in {entrant_id}.", **given)
    told = alone if tournament.entries[event.entrant].players == (event.out,) else of_team
    return _plain_entry(told, event.reason, (Change("player", event.out, event.substitute),))


def _stage_entry(tournament: Tournament, event: StageEvent) -> Told:
    stage = event.stage + 1
    match event:
        case StageOpened():
            return _plain_entry(Phrase("Stage {stage} began.", stage=stage))
        case StageAnnulled():
            return _plain_entry(Phrase("Stage {stage} was undone.", stage=stage), event.reason)
        case StageReplanned():
            given = {"stage": stage, "first": event.first}
            said = Phrase("Stage {stage} was rescheduled from round {first} on.", **given)
            return _plain_entry(said, event.reason)
        case QualificationFrozen():
            was = tournament.qualified.get(event.stage)
            changes = tuple(
                Change(f"goes_on.{number}", None if was is None else list(was[number]), list(group))
                for number, group in enumerate(event.groups)
                if was is None or was[number] != group
            )
            if event.decided:
                changes = (*changes, Change("decided", None, list(event.decided)))
            return _plain_entry(
                Phrase("Qualification from stage {stage} was decided.", stage=stage), event.reason, changes
            )
        case _:
            assert_never(event)


def _draft_entry(tournament: Tournament, event: DraftEvent) -> Told:
    """What is done to a draft is told organisers alone; a round that was published is taken back before everybody."""
    draft, number = tournament.draft, event.round
    match event:
        case RoundAnnulled() if draft is None:
            taken = _plain_entry(Phrase("Round {round} was undone.", round=number), event.reason)
            return taken._replace(round=number, tables=_table_seats(tournament.round(number)))
        case RoundAnnulled():
            told = _plain_entry(Phrase("The draft of round {round} was discarded.", round=number), event.reason)
        case RoundDrawn() if draft is None:
            told = _plain_entry(Phrase("Round {round} was drafted.", round=number))
        case RoundDrawn():
            told = _plain_entry(Phrase("The draft of round {round} was redrawn.", round=number))
        case RoundChanged():
            changes = tuple(_table_changes(draft.parts if draft else (), event.parts))
            told = _plain_entry(
                Phrase("The draft of round {round} was changed by hand.", round=number), event.reason, changes
            )
        case _:
            assert_never(event)
    only = Audience.ORGANISERS
    return told._replace(round=number, to=only, reason_to=only, changes_to=only)


def _table_entry(tournament: Tournament, event: TableStarted) -> Told:
    number = len(tournament.rounds[-1].tables) + 1
    told = _plain_entry(Phrase("Round {round}: table {table} started.", round=event.round, table=number))
    seated = (Seated(number, event.table.seats, event.match),)
    return told._replace(round=event.round, table=number, match=event.match, tables=seated)


def _tie_entry(tournament: Tournament, event: TieDecided) -> Told:
    (round_,) = (each for each in tournament.rounds if each.number == event.round)
    was = round_.ties.get(event.table)
    order = Change("order", None if was is None else list(was), list(event.order))
    said = Phrase(
        "Round {round}: table {table} ended in a tie, and the order was decided.", round=event.round, table=event.table
    )
    told = _plain_entry(said, event.reason, (order,))
    return told._replace(round=event.round, table=event.table, match=round_.matches[event.table - 1])


def _table_seats(round_: Round | None) -> tuple[Seated, ...]:
    return tuple(Seated(each.number, each.seats, each.match) for each in round_.tables) if round_ else ()


def _table_changes(old: Sequence[Part], new: Sequence[Part]) -> Iterator[Change]:
    """The tables that are others than they were, by number, and who sits out if that is."""
    was, will = (Round(0, 0, tuple(parts)) for parts in (old, new))
    before, behind = ({each.number: list(each.seats) for each in some.tables} for some in (was, will))
    for number in sorted(before.keys() | behind.keys()):
        if before.get(number) != behind.get(number):
            yield Change(f"table.{number}", before.get(number), behind.get(number))
    out, left = ([entrant for _, entrant in each.byes] for each in (was, will))
    if sorted(out) != sorted(left):
        yield Change("out", out, left)


def _ranks(ranking: Sequence[tuple[int, str]]) -> dict[str, int | None]:
    return {entrant: rank for rank, entrant in ranking}


def _value_changes(what: str, old: Mapping[str, int | None], new: Mapping[str, int | None]) -> tuple[Change, ...]:
    """What differs by entrant, in the order of the new values."""
    there = [*new, *(entrant for entrant in old if entrant not in new)]
    changed = (Change(what, old.get(each), new.get(each), each) for each in there)
    return tuple(change for change in changed if change.old != change.new)
