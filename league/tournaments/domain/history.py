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
    EntrantFact,
    Part,
    PenaltyGiven,
    PenaltyWithdrawn,
    Promoted,
    QualificationFrozen,
    RankedAnew,
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
from league.tournaments.domain.settings_diff import differences
from league.tournaments.domain.tournament import Round, Tournament, after, evolve

_KINDS = {fact: kind for kind, (_, fact) in KINDS.items()}
StageFact: TypeAlias = StageOpened | StageAnnulled | StageReplanned | QualificationFrozen
DraftFact: TypeAlias = RoundDrawn | RoundChanged | RoundAnnulled


class Story(NamedTuple):
    """A tournament, and what each of its facts told, in their order."""

    now: Tournament
    told: tuple[Told, ...]


def begun(fact: TournamentFact) -> Story:
    """The story of a tournament of which nothing but its creation is known."""
    return Story(after([fact]), (Told(_KINDS[type(fact)], Phrase("The tournament was drafted.")),))


def gone_on(story: Story, fact: TournamentFact) -> Story:
    """The story after one more fact."""
    told = _told(story.now, fact)._replace(kind=_KINDS[type(fact)])
    if not story.now.public:
        told = told._replace(reason_to=Audience.OFFICIALS, changes_to=Audience.OFFICIALS)
    before = _opened(story.told, fact.round) if isinstance(fact, RoundPublished) else story.told
    return Story(evolve(story.now, fact), (*before, told))


def since_drawn(told: Sequence[Told], round_: int) -> Iterator[int]:
    """The indexes of what was told of a round, from the last that was told back to when it was last drawn."""
    for index in reversed(range(len(told))):
        if told[index].round == round_:
            yield index
            if told[index].kind == "round.drawn":
                return


def _opened(told: tuple[Told, ...], round_: int) -> tuple[Told, ...]:
    """Everybody is told of a round that is published that its draft was changed, though not what it was."""
    opened = list(told)
    for index in since_drawn(told, round_):
        if told[index].kind == "round.changed":
            opened[index] = told[index]._replace(to=Audience.EVERYBODY, reason_to=Audience.EVERYBODY)
    return tuple(opened)


def _told(now: Tournament, fact: TournamentFact) -> Told:
    if isinstance(fact, EntrantFact):
        return _of_entrant(now, fact)
    if isinstance(fact, StageFact):
        return _of_stage(now, fact)
    if isinstance(fact, DraftFact):
        return _of_draft(now, fact)
    match fact:
        case SettingsChanged():
            return _settings(now, fact)
        case RegistrationOpened():
            return _plainly(Phrase("The registration was opened."))
        case TournamentStarted():
            return _plainly(Phrase("The tournament started. Entrants: {count}.", count=len(fact.seeding)))
        case TournamentFinished():
            return _finished(now)
        case RankedAnew():
            changes = _values("rank", _ranks(now.ranking), _ranks(fact.ranking))
            return _plainly(Phrase("The final ranking was recorded anew."), fact.reason, changes)
        case TournamentReopened():
            return _reopened(now, fact)
        case PenaltyGiven():
            said = Phrase("A penalty for {entrant_id}: {points}.", entrant_id=fact.entrant, points=fact.points)
            return _plainly(said, fact.reason)._replace(round=fact.round, entrant=fact.entrant)
        case PenaltyWithdrawn():
            (known,) = (each for each in now.penalties if each.number == fact.number)
            given = {"entrant_id": known.entrant, "points": str(known.points)}
            said = Phrase("A penalty for {entrant_id} was taken back: {points}.", **given)
            return _plainly(said, fact.reason)._replace(round=known.round, entrant=known.entrant)
        case RoundPublished():
            return _plainly(Phrase("Round {round} was published.", round=fact.round))._replace(round=fact.round)
        case TableStarted():
            return _started(now, fact)
        case TieDecided():
            return _tie(now, fact)
        case TournamentCreated():
            raise ValueError("A tournament is created once.")
        case _:
            assert_never(fact)


def _plainly(sentence: Phrase, reason: str = "", changes: tuple[Change, ...] = ()) -> Told:
    return Told("", sentence, reason, changes)


def _finished(now: Tournament) -> Told:
    if now.phase == "draft":
        return _plainly(Phrase("The draft was given up."))._replace(to=Audience.OFFICIALS)
    return _plainly(Phrase("The tournament was finished."))


def _reopened(now: Tournament, fact: TournamentReopened) -> Told:
    if now.phase == "given_up":
        again = Phrase("The draft that was given up is prepared again.")
        return _plainly(again, fact.reason)._replace(to=Audience.OFFICIALS)
    return _plainly(Phrase("The finished tournament goes on."), fact.reason)


def _settings(now: Tournament, fact: SettingsChanged) -> Told:
    renamed = (Change("name", now.name, fact.name),) if fact.name != now.name else ()
    changes = (*renamed, *differences(now.settings, fact.settings))
    told = _plainly(Phrase("The settings were changed."), fact.reason, changes)
    # What nobody had seen yet is not corrected.
    return told._replace(to=Audience.OFFICIALS) if now.phase == "draft" else told


def _of_entrant(now: Tournament, fact: EntrantFact) -> Told:
    if isinstance(fact, SeedsGiven):
        seeds = {entrant: now.entries[entrant].seed for entrant, _ in fact.seeds}
        return _plainly(Phrase("The field was seeded."), changes=_values("seed", seeds, dict(fact.seeds)))
    return _of_one(now, fact, fact.entrant)._replace(entrant=fact.entrant)


def _of_one(now: Tournament, fact: EntrantFact, who: str) -> Told:
    match fact:
        case Entered(waiting=True):
            return _plainly(Phrase("{entrant_id} was put on the waiting list.", entrant_id=who))
        case Entered():
            return _plainly(Phrase("{entrant_id} takes part.", entrant_id=who))
        case Promoted():
            return _plainly(Phrase("{entrant_id} got a place that became free.", entrant_id=who))
        case CheckedIn():
            return _plainly(Phrase("{entrant_id} is there.", entrant_id=who))
        case CheckedOut():
            return _plainly(Phrase("{entrant_id} is not there after all.", entrant_id=who))
        case Withdrawn(no_show=True):
            missed = Phrase("{entrant_id} was drawn and did not come; plays no further round.", entrant_id=who)
            return _plainly(missed, fact.reason)
        case Withdrawn():
            return _plainly(Phrase("{entrant_id} plays no further round.", entrant_id=who), fact.reason)
        case Returned():
            return _plainly(Phrase("{entrant_id} plays again.", entrant_id=who))
        case Replaced():
            given = {"entrant_id": who, "out_id": fact.out, "substitute_id": fact.substitute}
            alone = Phrase("{substitute_id} plays in place of {out_id}.", **given)
            of_team = Phrase("{substitute_id} plays in place of {out_id}, for {entrant_id}.", **given)
            told = alone if now.entries[who].players == (fact.out,) else of_team
            return _plainly(told, fact.reason, (Change("player", fact.out, fact.substitute),))
        case SeedsGiven():
            raise ValueError("Seeds are not of one entrant.")
        case _:
            assert_never(fact)


def _of_stage(now: Tournament, fact: StageFact) -> Told:
    stage = fact.stage + 1
    match fact:
        case StageOpened():
            return _plainly(Phrase("Stage {stage} began.", stage=stage))
        case StageAnnulled():
            return _plainly(Phrase("Stage {stage} was taken back.", stage=stage), fact.reason)
        case StageReplanned():
            given = {"stage": stage, "first": fact.first}
            said = Phrase("The rounds of stage {stage} from round {first} on were scheduled anew.", **given)
            return _plainly(said, fact.reason)
        case QualificationFrozen():
            was = now.qualified.get(fact.stage)
            changes = tuple(
                Change(f"goes_on.{number}", None if was is None else list(was[number]), list(group))
                for number, group in enumerate(fact.groups)
                if was is None or was[number] != group
            )
            if fact.decided:
                changes = (*changes, Change("decided", None, list(fact.decided)))
            return _plainly(Phrase("Settled: who goes on from stage {stage}.", stage=stage), fact.reason, changes)
        case _:
            assert_never(fact)


def _of_draft(now: Tournament, fact: DraftFact) -> Told:
    """What is done to a draft is told organisers alone; a round that was published is taken back before everybody."""
    draft, number = now.draft, fact.round
    match fact:
        case RoundAnnulled() if draft is None:
            taken = _plainly(Phrase("Round {round} was taken back.", round=number), fact.reason)
            return taken._replace(round=number, tables=_seated(now.round(number)))
        case RoundAnnulled():
            told = _plainly(Phrase("The draft of round {round} was thrown away.", round=number), fact.reason)
        case RoundDrawn() if draft is None:
            told = _plainly(Phrase("Round {round} was drafted.", round=number))
        case RoundDrawn():
            told = _plainly(Phrase("The draft of round {round} was drawn anew.", round=number))
        case RoundChanged():
            changes = tuple(_tables(draft.parts if draft else (), fact.parts))
            told = _plainly(
                Phrase("The draft of round {round} was changed by hand.", round=number), fact.reason, changes
            )
        case _:
            assert_never(fact)
    only = Audience.ORGANISERS
    return told._replace(round=number, to=only, reason_to=only, changes_to=only)


def _started(now: Tournament, fact: TableStarted) -> Told:
    number = len(now.rounds[-1].tables) + 1
    told = _plainly(Phrase("Round {round}: table {table} started.", round=fact.round, table=number))
    seated = (Seated(number, fact.table.seats, fact.match),)
    return told._replace(round=fact.round, table=number, match=fact.match, tables=seated)


def _tie(now: Tournament, fact: TieDecided) -> Told:
    (round_,) = (each for each in now.rounds if each.number == fact.round)
    was = round_.ties.get(fact.table)
    order = Change("order", None if was is None else list(was), list(fact.order))
    said = Phrase("Round {round}: table {table} ended level, and was decided.", round=fact.round, table=fact.table)
    told = _plainly(said, fact.reason, (order,))
    return told._replace(round=fact.round, table=fact.table, match=round_.matches[fact.table - 1])


def _seated(round_: Round | None) -> tuple[Seated, ...]:
    return tuple(Seated(each.number, each.seats, each.match) for each in round_.tables) if round_ else ()


def _tables(old: Sequence[Part], new: Sequence[Part]) -> Iterator[Change]:
    """The tables that are others than they were, by number, and who sits out if that is."""
    was, will = (Round(0, 0, tuple(parts)) for parts in (old, new))
    before, behind = ({each.number: list(each.seats) for each in some.tables} for some in (was, will))
    for number in sorted(before.keys() | behind.keys()):
        if before.get(number) != behind.get(number):
            yield Change(f"table.{number}", before.get(number), behind.get(number))
    out, left = ([entrant for _, entrant in each.out] for each in (was, will))
    if sorted(out) != sorted(left):
        yield Change("out", out, left)


def _ranks(ranking: Sequence[tuple[int, str]]) -> dict[str, int | None]:
    return {entrant: rank for rank, entrant in ranking}


def _values(what: str, old: Mapping[str, int | None], new: Mapping[str, int | None]) -> tuple[Change, ...]:
    """What differs by entrant, in the order of the new values."""
    there = [*new, *(entrant for entrant in old if entrant not in new)]
    changed = (Change(what, old.get(each), new.get(each), each) for each in there)
    return tuple(change for change in changed if change.old != change.new)
