"""What each event of a tournament says in its history, and who may read it.

Drafts are shown to those who could see them: a tournament in preparation to officials of the club, an unpublished round
to organisers. Once a round is published everybody sees that its draft was changed by hand, and why.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias, assert_never

from games.errors import Phrase, count_phrase, gettext_noop
from league.history.types import Audience, Change, HistoryEntry, Seated
from league.standings.types import Worth
from league.tournaments.domain import events
from league.tournaments.domain.clock import time_text
from league.tournaments.domain.dates import DateEvent, RoundScheduled, Scheduled, TableScheduled
from league.tournaments.domain.scheduling import moment_param
from league.tournaments.domain.settings.changes import differences
from league.tournaments.domain.tournament import Round, Tournament, evolve, replay

_KINDS = {event: kind for kind, (_, event) in events.KINDS.items()}
DraftEvent: TypeAlias = events.RoundDrawn | events.RoundChanged | events.RoundAnnulled
TableEvent: TypeAlias = events.RoundPublished | events.TableStarted | events.TableAdded | events.TieDecided
TAKEN: Mapping[Worth, str] = {
    "full": gettext_noop("{entrant_id} has a full-point bye. Rounds: {rounds}."),
    "half": gettext_noop("{entrant_id} has a half-point bye. Rounds: {rounds}."),
    "zero": gettext_noop("{entrant_id} has a zero-point bye. Rounds: {rounds}."),
}


class History(NamedTuple):
    """A tournament and one entry for each of its events, in their order."""

    tournament: Tournament
    entries: tuple[HistoryEntry, ...]


def start(event: events.TournamentEvent) -> History:
    """The history of a tournament that was just created."""
    return History(
        replay([event]), (HistoryEntry(_KINDS[type(event)], Phrase("The tournament was created as a draft.")),)
    )


def extend(history: History, event: events.TournamentEvent) -> History:
    """The history after one more event."""
    entry = _describe(history.tournament, event)._replace(kind=_KINDS[type(event)])
    if not history.tournament.public:
        entry = entry._replace(reason_to=Audience.OFFICIALS, changes_to=Audience.OFFICIALS)
    before = history.entries
    if isinstance(event, events.RoundPublished):
        before = _disclose_changes(before, event.round)
    return History(evolve(history.tournament, event), (*before, entry))


def indexes_since_draw(entries: Sequence[HistoryEntry], round_: int) -> Iterator[int]:
    """The indexes of the entries on a round, from the last back to when it was last drawn."""
    for index in reversed(range(len(entries))):
        if entries[index].round == round_:
            yield index
            if entries[index].kind == "round.drawn":
                return


def _disclose_changes(entries: tuple[HistoryEntry, ...], round_: int) -> tuple[HistoryEntry, ...]:
    """Once a round is published everybody sees that its draft was changed, though not what it was.

    They also see which results it was drawn without, and why.
    """
    disclosed = list(entries)
    for index in indexes_since_draw(entries, round_):
        if entries[index].kind == "round.changed" or (entries[index].kind == "round.drawn" and entries[index].reason):
            disclosed[index] = entries[index]._replace(to=Audience.EVERYBODY, reason_to=Audience.EVERYBODY)
    return tuple(disclosed)


def _entry(sentence: Phrase, reason: str = "", changes: tuple[Change, ...] = (), **about: Any) -> HistoryEntry:
    """An entry whose kind is still to be set."""
    return HistoryEntry("", sentence, reason, changes, **about)


def _describe(tournament: Tournament, event: events.TournamentEvent) -> HistoryEntry:
    if isinstance(event, events.EntrantEvent):
        return _describe_entrants(tournament, event)
    if isinstance(event, events.ByeEvent):
        return _describe_byes(event)
    if isinstance(event, events.StageEvent):
        return _describe_stage(tournament, event)
    if isinstance(event, DraftEvent):
        return _describe_draft(tournament, event)
    if isinstance(event, events.PenaltyEvent):
        return _describe_penalty(tournament, event)
    if isinstance(event, TableEvent):
        return _describe_table(tournament, event)
    if isinstance(event, events.ClockEvent):
        return _describe_clock(event)
    if isinstance(event, DateEvent):
        return _describe_dates(tournament, event)
    return _describe_lifecycle(tournament, event)


def _describe_lifecycle(tournament: Tournament, event: events.LifecycleEvent) -> HistoryEntry:
    match event:
        case events.SettingsChanged():
            return _describe_settings(tournament, event)
        case events.RegistrationOpened():
            return _entry(Phrase("Registration was opened."))
        case events.TournamentStarted():
            return _entry(Phrase("The tournament started. Entrants: {count}.", count=len(event.seeding)))
        case events.TournamentFinished() if tournament.phase == "draft":
            return _entry(Phrase("The draft was discarded."), to=Audience.OFFICIALS)
        case events.TournamentFinished():
            void = count_phrase(
                "The tournament was finished. {count} table without a result is void.",
                "The tournament was finished. {count} tables without a result are void.",
                len(event.voided),
            )
            return _entry(void if event.voided else Phrase("The tournament was finished."))
        case events.RankingUpdated():
            old, new = ({entrant: rank for rank, entrant in each.ranking} for each in (tournament, event))
            return _entry(Phrase("The final ranking was updated."), event.reason, _value_changes("rank", old, new))
        case events.TournamentReopened() if tournament.phase == "given_up":
            return _entry(Phrase("The discarded draft was reopened."), event.reason, to=Audience.OFFICIALS)
        case events.TournamentReopened():
            return _entry(Phrase("The finished tournament was reopened."), event.reason)
        case events.TournamentCreated():
            raise ValueError("A tournament is created once.")
        case _:
            assert_never(event)


def _describe_settings(tournament: Tournament, event: events.SettingsChanged) -> HistoryEntry:
    renaming = (Change("name", tournament.name, event.name),) if event.name != tournament.name else ()
    changes = (*renaming, *differences(tournament.settings, event.settings))
    # What nobody had seen yet is not corrected.
    to = Audience.OFFICIALS if tournament.phase == "draft" else Audience.EVERYBODY
    return _entry(Phrase("The settings were changed."), event.reason, changes, to=to)


def _describe_penalty(tournament: Tournament, event: events.PenaltyEvent) -> HistoryEntry:
    match event:
        case events.PenaltyGiven():
            sentence = Phrase("Penalty for {entrant_id}: {points}.", entrant_id=event.entrant, points=event.points)
            return _entry(sentence, event.reason, round=event.round, entrant=event.entrant)
        case events.PenaltyWithdrawn():
            (known,) = (each for each in tournament.penalties if each.number == event.number)
            given = {"entrant_id": known.entrant, "points": str(known.points)}
            sentence = Phrase("Penalty for {entrant_id} annulled: {points}.", **given)
            return _entry(sentence, event.reason, round=known.round, entrant=known.entrant)
        case _:
            assert_never(event)


def _describe_clock(event: events.ClockEvent) -> HistoryEntry:
    return _entry(_clock_sentence(event, {"round": event.round}), round=event.round)


def _describe_dates(tournament: Tournament, event: DateEvent) -> HistoryEntry:
    match event:
        case Scheduled():
            return _entry(Phrase("The dates were changed."), changes=_date_changes(tournament, event))
        case RoundScheduled(starts=None):
            return _entry(Phrase("Round {round} has no date any more.", round=event.round), round=event.round)
        case RoundScheduled():
            given = {"round": event.round, "at": moment_param(event.starts)}
            return _entry(Phrase("Round {round} is on {at}.", **given), round=event.round)
        case TableScheduled():
            place: dict[str, Any] = {"round": event.round, "table": event.table}
            late = Phrase("Round {round}: table {table} plays on {at}.", **place, at=moment_param(event.starts))
            usual = Phrase("Round {round}: table {table} plays with its round.", **place)
            return _entry(late if event.starts else usual, event.reason, **place, match=event.match)
        case _:
            assert_never(event)


def _date_changes(tournament: Tournament, event: Scheduled) -> tuple[Change, ...]:
    old, new = (
        {name: _date_value(getattr(each, name)) for name in Scheduled.__struct_fields__}
        for each in (tournament.dates.tournament.said, event)
    )
    return tuple(Change(f"dates.{name}", old[name], new[name]) for name in old if old[name] != new[name])


def _date_value(value: datetime | str | None) -> str | None:
    return moment_param(value) if isinstance(value, datetime) else value or None


def _clock_sentence(event: events.ClockEvent, given: Mapping[str, Any]) -> Phrase:
    match event:
        case events.ClockStarted():
            return count_phrase(
                "The clock of round {round} was started: {count} minute.",
                "The clock of round {round} was started: {count} minutes.",
                event.minutes,
                **given,
            )
        case events.ClockPaused():
            left = time_text(event.left)
            return Phrase("The clock of round {round} was paused with {left} left.", **given, left=left)
        case events.ClockResumed():
            return Phrase("The clock of round {round} was resumed.", **given)
        case events.ClockExtended() if event.minutes > 0:
            return count_phrase(
                "Round {round} was extended by {count} minute.",
                "Round {round} was extended by {count} minutes.",
                event.minutes,
                **given,
            )
        case events.ClockExtended():
            return count_phrase(
                "Round {round} was shortened by {count} minute.",
                "Round {round} was shortened by {count} minutes.",
                -event.minutes,
                **given,
            )
        case events.ClockCleared():
            return Phrase("The clock of round {round} was removed.", **given)
        case _:
            assert_never(event)


def _describe_entrants(tournament: Tournament, event: events.EntrantEvent) -> HistoryEntry:
    if isinstance(event, events.SeedsGiven):
        seeds = {entrant: tournament.entries[entrant].seed for entrant, _ in event.seeds}
        return _entry(Phrase("The field was seeded."), changes=_value_changes("seed", seeds, dict(event.seeds)))
    return _describe_entrant(tournament, event, event.entrant)._replace(entrant=event.entrant)


def _describe_entrant(tournament: Tournament, event: events.EntrantEvent, who: str) -> HistoryEntry:
    match event:
        case events.Entered():
            return _entry(_entry_sentence(event, who))
        case events.Promoted():
            return _entry(Phrase("{entrant_id} moved up from the waiting list.", entrant_id=who))
        case events.CheckedIn():
            return _entry(Phrase("{entrant_id} checked in.", entrant_id=who))
        case events.CheckedOut():
            return _entry(Phrase("{entrant_id} is no longer checked in.", entrant_id=who))
        case events.Withdrawn():
            missed = Phrase("{entrant_id} was a no-show and has been withdrawn.", entrant_id=who)
            left = Phrase("{entrant_id} withdrew.", entrant_id=who)
            return _entry(missed if event.no_show else left, event.reason)
        case events.Returned():
            waiting = Phrase("{entrant_id} is back, on the waiting list.", entrant_id=who)
            return _entry(waiting if event.waiting else Phrase("{entrant_id} was reinstated.", entrant_id=who))
        case events.Replaced():
            return _describe_substitute(tournament, event)
        case events.SeedsGiven():
            raise ValueError("Seeds are not of one entrant.")
        case _:
            assert_never(event)


def _entry_sentence(event: events.Entered, who: str) -> Phrase:
    if event.host is None:
        waiting = Phrase("{entrant_id} was added to the waiting list.", entrant_id=who)
        return waiting if event.waiting else Phrase("{entrant_id} entered.", entrant_id=who)
    given = {"entrant_id": who, "host_id": event.host}
    waiting = Phrase("{entrant_id}, a guest of {host_id}, was added to the waiting list.", **given)
    return waiting if event.waiting else Phrase("{entrant_id} entered as a guest of {host_id}.", **given)


def _describe_byes(event: events.ByeEvent) -> HistoryEntry:
    given = {"entrant_id": event.entrant, "rounds": ", ".join(map(str, event.rounds))}
    if isinstance(event, events.ByesTaken):
        return _entry(Phrase(TAKEN[event.worth], **given), entrant=event.entrant)
    cancelled = Phrase("{entrant_id} plays instead of having a bye. Rounds: {rounds}.", **given)
    return _entry(cancelled, entrant=event.entrant)


def _describe_substitute(tournament: Tournament, event: events.Replaced) -> HistoryEntry:
    given = {"entrant_id": event.entrant, "out_id": event.out, "substitute_id": event.substitute}
    alone = Phrase("{substitute_id} substitutes for {out_id}.", **given)
    of_team = Phrase("{substitute_id} substitutes for {out_id} in {entrant_id}.", **given)
    sentence = alone if tournament.entries[event.entrant].players == (event.out,) else of_team
    return _entry(sentence, event.reason, (Change("player", event.out, event.substitute),))


def _describe_stage(tournament: Tournament, event: events.StageEvent) -> HistoryEntry:
    stage = event.stage + 1
    match event:
        case events.StageOpened():
            return _entry(Phrase("Stage {stage} began.", stage=stage))
        case events.StageAnnulled():
            return _entry(Phrase("Stage {stage} was undone.", stage=stage), event.reason)
        case events.StageReplanned():
            sentence = Phrase("Stage {stage} was rescheduled from round {first} on.", stage=stage, first=event.first)
            return _entry(sentence, event.reason)
        case events.QualificationFrozen():
            old = tournament.qualified.get(event.stage)
            changes = [
                Change(f"goes_on.{number}", None if old is None else list(old[number]), list(group))
                for number, group in enumerate(event.groups)
                if old is None or old[number] != group
            ]
            if event.decided:
                changes.append(Change("decided", None, list(event.decided)))
            sentence = Phrase("Qualification from stage {stage} was decided.", stage=stage)
            return _entry(sentence, event.reason, tuple(changes))
        case _:
            assert_never(event)


def _describe_draft(tournament: Tournament, event: DraftEvent) -> HistoryEntry:
    """Organisers alone read what is done to a draft. A published round is undone before everybody."""
    draft, number = tournament.draft, event.round
    match event:
        case events.RoundAnnulled() if draft is None:
            seats = _table_seats(tournament.round(number))
            return _entry(Phrase("Round {round} was undone.", round=number), event.reason, round=number, tables=seats)
        case events.RoundAnnulled():
            entry = _entry(Phrase("The draft of round {round} was discarded.", round=number), event.reason)
        case events.RoundDrawn() if event.missing:
            given = {"round": number, "tables": ", ".join(event.missing)}
            sentence = Phrase("Round {round} was drawn without the results of these tables: {tables}.", **given)
            entry = _entry(sentence, event.reason)
        case events.RoundDrawn():
            again = Phrase("The draft of round {round} was redrawn.", round=number)
            entry = _entry(again if draft else Phrase("Round {round} was drafted.", round=number))
        case events.RoundChanged():
            changes = tuple(_table_changes(draft.parts if draft else (), event.parts))
            sentence = Phrase("The draft of round {round} was changed by hand.", round=number)
            entry = _entry(sentence, event.reason, changes)
        case _:
            assert_never(event)
    only = Audience.ORGANISERS
    return entry._replace(round=number, to=only, reason_to=only, changes_to=only)


def _describe_table(tournament: Tournament, event: TableEvent) -> HistoryEntry:
    match event:
        case events.RoundPublished():
            return _entry(Phrase("Round {round} was published.", round=event.round), round=event.round)
        case events.TableStarted():
            number = len(tournament.rounds[-1].tables) + 1
            sentence = Phrase("Round {round}: table {table} started.", round=event.round, table=number)
            seated = (Seated(number, event.table.seats, event.match),)
            return _entry(sentence, round=event.round, table=number, match=event.match, tables=seated)
        case events.TableAdded():
            number = len(tournament.rounds[-1].tables) + 1
            sentence = Phrase("Round {round}: table {table} was added.", round=event.round, table=number)
            added = tuple(Seated(number, each.seats, event.match) for each in event.part.draw.tables)
            return _entry(sentence, round=event.round, table=number, match=event.match, tables=added)
        case events.TieDecided():
            return _describe_tie(tournament, event)
        case _:
            assert_never(event)


def _describe_tie(tournament: Tournament, event: events.TieDecided) -> HistoryEntry:
    (round_,) = (each for each in tournament.rounds if each.number == event.round)
    old = round_.ties.get(event.table)
    place: dict[str, Any] = {"round": event.round, "table": event.table}
    sentence = Phrase("Round {round}: table {table} ended in a tie, and the order was decided.", **place)
    order = Change("order", None if old is None else list(old), list(event.order))
    return _entry(sentence, event.reason, (order,), **place, match=round_.matches[event.table - 1])


def _table_seats(round_: Round | None) -> tuple[Seated, ...]:
    return tuple(Seated(each.number, each.seats, each.match) for each in round_.tables) if round_ else ()


def _table_changes(old: Sequence[events.Part], new: Sequence[events.Part]) -> Iterator[Change]:
    """The tables that changed, by number, and the byes if they did."""
    was, will = (Round(0, 0, tuple(parts)) for parts in (old, new))
    before, after = ({each.number: list(each.seats) for each in some.tables} for some in (was, will))
    for number in sorted(before.keys() | after.keys()):
        if before.get(number) != after.get(number):
            yield Change(f"table.{number}", before.get(number), after.get(number))
    out, left = ([entrant for _, entrant in each.byes] for each in (was, will))
    if sorted(out) != sorted(left):
        yield Change("out", out, left)


def _value_changes(what: str, old: Mapping[str, int | None], new: Mapping[str, int | None]) -> tuple[Change, ...]:
    """What differs by entrant, in the order of the new values."""
    there = [*new, *(entrant for entrant in old if entrant not in new)]
    changes = (Change(what, old.get(each), new.get(each), each) for each in there)
    return tuple(change for change in changes if change.old != change.new)
