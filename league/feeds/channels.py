"""Updates of a match or a tournament for its listeners, computed once for all who see the same."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from games.errors import Phrase
from league.common.actor import Actor
from league.common.errors import NothingBehind
from league.errors import Unknown
from league.eventlog import store
from league.eventlog.repository import Versioned
from league.eventlog.types import StoredEvent
from league.feeds.match_notes import MatchNote, MatchNotes
from league.matches import repository as match_repository
from league.matches.domain.match import Match
from league.matches.domain.permissions import viewer
from league.matches.queries.detail import EventDetail, event_detail
from league.matches.queries.visibility import visible_events
from league.tournaments import repository as tournament_repository
from league.tournaments.domain.events import RoundAnnulled, RoundChanged, RoundDrawn, TournamentEvent
from league.tournaments.domain.tournament import Tournament, evolve, replay

State = TypeVar("State")

# The fields of a tournament's events that are public, beside their kind. Kinds that are missing here are not sent at
# all, so that each new kind needs a decision about what of it is public.
PUBLIC_FIELDS: Mapping[str, tuple[str, ...]] = {
    "tournament.created": (),
    "tournament.settings_changed": (),
    "tournament.registration_opened": (),
    "tournament.started": (),  # not the lot, by which later draws could be foretold
    "tournament.finished": ("ranking",),
    "tournament.ranked_anew": ("ranking",),
    "tournament.reopened": (),
    "tournament.scheduled": ("starts", "ends", "place", "opens", "closes", "fee"),
    "entrant.entered": ("entrant", "waiting", "host"),
    "entrant.promoted": ("entrant",),
    "entrant.checked_in": ("entrant",),
    "entrant.checked_out": ("entrant",),
    "entrant.withdrawn": ("entrant", "no_show"),
    "entrant.returned": ("entrant",),
    "entrant.replaced": ("entrant", "out", "substitute"),
    "entrant.seeds_given": (),
    "entrant.byes_taken": ("entrant", "rounds", "worth"),
    "entrant.byes_cancelled": ("entrant", "rounds"),
    "stage.opened": ("stage", "groups", "first"),  # not its plans: rounds that are drafts yet
    "stage.annulled": ("stage",),
    "stage.replanned": ("stage", "first"),
    "round.drawn": ("round", "stage"),
    "round.changed": ("round",),
    "round.published": ("round", "matches"),
    "round.annulled": ("round",),
    "round.scheduled": ("round", "starts", "until"),
    "table.started": ("round", "match"),
    "table.added": ("round", "match"),
    "table.scheduled": ("round", "table", "match", "starts", "place", "reason"),
    "table.tie_decided": ("round", "table", "order"),
    "penalty.given": ("number", "entrant", "points", "round", "reason"),
    "penalty.withdrawn": ("number",),
    "stage.qualification_frozen": ("stage", "groups"),
    "clock.started": ("round", "minutes", "ends"),
    "clock.paused": ("round", "left"),
    "clock.resumed": ("round", "ends"),
    "clock.extended": ("round", "minutes", "ends", "left"),
    "clock.cleared": ("round",),
}


class TournamentUpdate(msgspec.Struct, frozen=True):
    """The public part of a tournament's event."""

    revision: int
    kind: str
    at: datetime
    payload: dict[str, Any]


Update: TypeAlias = EventDetail | TournamentUpdate | MatchNote


class Place(NamedTuple):
    """What a listener knows: all events up to a revision, and a number of notes. None is those before that revision."""

    revision: int
    notes: int | None = None


class Updates(NamedTuple):
    """All updates up to a place. Events that the listener may not see give none."""

    place: Place
    updates: tuple[Update, ...]


class Channel(ABC, Generic[State]):
    """A stream with listeners, which reads on from the last state that it read. Not for two threads at once."""

    def __init__(self, id_: str) -> None:
        self.id = id_
        self._last: Versioned[State] | None = None

    @property
    @abstractmethod
    def stream(self) -> str: ...

    @property
    def ends(self) -> Mapping[str, int]:
        """The streams that the channel reads, and the revisions up to which it has read them."""
        return {self.stream: self._last.head.seq if self._last else 0}

    def check(self, actor: Actor, revision: int) -> None:
        """Raise `Unknown` if *actor* may not listen, `NothingBehind` if the stream is shorter than *revision*."""
        head, state = self._load()
        if self._viewpoint(actor, state) is None:
            raise self._unknown()
        if revision > head.seq:
            raise NothingBehind(revision=revision, last=head.seq)

    def updates(self, listeners: Sequence[tuple[Actor, Place]]) -> list[Updates | None]:
        """What is new for each of *listeners*, who know everything up to a place. None for those who may not listen.

        Listeners who see the same and know the same share one object.
        """
        current = self._load()
        end = self._end(current)
        found: dict[tuple[object, Place], Updates] = {}
        answers: list[Updates | None] = []
        for actor, place in listeners:
            viewpoint = self._viewpoint(actor, current.state)
            if viewpoint is not None and (viewpoint, place) not in found:
                found[viewpoint, place] = Updates(end, self._since(place, current, viewpoint))
            answers.append(found.get((viewpoint, place)))
        self._last = current
        return answers

    def _end(self, current: Versioned[State]) -> Place:
        """The place up to which everything is sent now."""
        return Place(current.head.seq)

    def _since(self, place: Place, current: Versioned[State], viewpoint: Any) -> tuple[Update, ...]:
        last = self._last
        if last is not None and last.head.seq == place.revision:
            return tuple(self._visible(current, last, viewpoint))
        return tuple(each for each in self._visible(current, None, viewpoint) if each.revision > place.revision)

    @abstractmethod
    def _load(self) -> Versioned[State]: ...

    @abstractmethod
    def _viewpoint(self, actor: Actor, state: State) -> object | None:
        """As whom *actor* sees the state, or None if it is hidden from them."""

    @abstractmethod
    def _visible(
        self, current: Versioned[State], last: Versioned[State] | None, viewpoint: Any
    ) -> Iterator[EventDetail | TournamentUpdate]:
        """What can be seen from the viewpoint, after *last* or from the beginning."""

    @abstractmethod
    def _unknown(self) -> Unknown: ...


class MatchChannel(Channel[Match]):
    """Matches are open to everybody. Hidden moves are shown as the API shows events."""

    @property
    def stream(self) -> str:
        return match_repository.stream(self.id)

    def _load(self) -> Versioned[Match]:
        return match_repository.load(self.id)

    def _viewpoint(self, actor: Actor, state: Match) -> object | None:
        return viewer(actor, state)

    def _visible(
        self, current: Versioned[Match], last: Versioned[Match] | None, viewpoint: Any
    ) -> Iterator[EventDetail]:
        for shown in visible_events(current, viewpoint, behind=last):
            yield event_detail(shown, open_=current.state.over)

    def _unknown(self) -> Unknown:
        return Unknown(kind=Phrase("match"), id=self.id)


class TournamentChannel(Channel[Tournament]):
    """Draft tournaments are for officials of the club only, draft rounds for its organisers only.

    Everybody who may listen gets the notes on the matches of published rounds.
    """

    def __init__(self, id_: str) -> None:
        super().__init__(id_)
        self._notes = MatchNotes()

    @property
    def stream(self) -> str:
        return tournament_repository.tournaments.stream(self.id)

    @property
    def ends(self) -> Mapping[str, int]:
        return {**super().ends, **self._notes.ends}

    def _load(self) -> Versioned[Tournament]:
        return tournament_repository.tournaments.load(self.id)

    def _viewpoint(self, actor: Actor, state: Tournament) -> object | None:
        if actor.organiser(state.club):
            return "organiser"
        return "public" if state.public or actor.official(state.club) else None

    def _end(self, current: Versioned[Tournament]) -> Place:
        self._notes.read(current.state)
        return Place(current.head.seq, len(self._notes.all))

    def _since(self, place: Place, current: Versioned[Tournament], viewpoint: Any) -> tuple[Update, ...]:
        """Events and notes by time, so that nobody who resumes by the last event has missed a note before it."""
        found = [*super()._since(place, current, viewpoint), *self._notes_since(place)]
        return tuple(sorted(found, key=lambda each: each.at))

    def _notes_since(self, place: Place) -> Sequence[MatchNote]:
        if place.notes is not None:
            return self._notes.all[place.notes :]
        if place.revision == 0:
            return self._notes.all
        return self._notes.after(store.read(self.stream, place.revision - 1).events[0].at)

    def _visible(
        self, current: Versioned[Tournament], last: Versioned[Tournament] | None, viewpoint: Any
    ) -> Iterator[TournamentUpdate]:
        tournament = last.state if last else None
        for stored in store.read(self.stream, last.head.seq if last else 0).events:
            if stored.seq > current.head.seq:
                return
            event = tournament_repository.decode(stored)
            if viewpoint == "organiser" or not _concerns_draft(tournament, event):
                yield from _public_update(stored)
            tournament = replay([event]) if tournament is None else evolve(tournament, event)

    def _unknown(self) -> Unknown:
        return Unknown(kind=Phrase("tournament"), id=self.id)


def _public_update(stored: StoredEvent) -> Iterator[TournamentUpdate]:
    fields = PUBLIC_FIELDS.get(stored.kind)
    if fields is not None:
        payload = {name: stored.payload[name] for name in fields if name in stored.payload}
        yield TournamentUpdate(stored.seq, stored.kind, stored.at, payload)


def _concerns_draft(tournament: Tournament | None, event: TournamentEvent) -> bool:
    """Whether the event is about a round that is not published."""
    if isinstance(event, RoundDrawn | RoundChanged):
        return True
    round_ = tournament.round(event.round) if tournament is not None and isinstance(event, RoundAnnulled) else None
    return round_ is not None and not round_.published
