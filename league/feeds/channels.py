"""What listeners to a match or a tournament are told: each what it may see, worked out once for all who see that."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from games.errors import Phrase
from league.common.actor import Actor, viewer
from league.common.errors import NothingBehind
from league.errors import Unknown
from league.eventlog import store
from league.eventlog.notify import heard
from league.eventlog.repository import Versioned
from league.matches import repository as match_repository
from league.matches.domain.match import Match
from league.matches.queries.detail import event_row
from league.matches.queries.visibility import visible_events
from league.tournaments import repository as tournament_repository
from league.tournaments.domain.events import RoundAnnulled, RoundChanged, RoundDrawn, TournamentEvent
from league.tournaments.domain.tournament import Tournament, evolve, replay

__all__ = ["Channel", "MatchChannel", "TournamentChannel", "Update", "Updates", "ends", "heard"]

State = TypeVar("State")

# What everybody is told of an event of a tournament, beside its kind. Kinds that are not here nobody is told of: who
# adds one decides what of it is public.
PUBLIC_FIELDS: Mapping[str, tuple[str, ...]] = {
    "tournament.created": (),
    "tournament.settings_changed": (),
    "tournament.registration_opened": (),
    "tournament.started": (),  # not the lot, by which later draws could be foretold
    "tournament.finished": ("ranking",),
    "tournament.ranked_anew": ("ranking",),
    "tournament.reopened": (),
    "entrant.entered": ("entrant", "waiting"),
    "entrant.promoted": ("entrant",),
    "entrant.checked_in": ("entrant",),
    "entrant.checked_out": ("entrant",),
    "entrant.withdrawn": ("entrant", "no_show"),
    "entrant.returned": ("entrant",),
    "entrant.replaced": ("entrant", "out", "substitute"),
    "entrant.seeds_given": (),
    "stage.opened": ("stage", "groups", "first"),  # not its plans: rounds that are drafts yet
    "stage.annulled": ("stage",),
    "stage.replanned": ("stage", "first"),
    "round.drawn": ("round", "stage"),
    "round.changed": ("round",),
    "round.published": ("round", "matches"),
    "round.annulled": ("round",),
    "table.started": ("round", "match"),
    "table.tie_decided": ("round", "table", "order"),
    "penalty.given": ("number", "entrant", "points", "round", "reason"),
    "penalty.withdrawn": ("number",),
    "stage.qualification_frozen": ("stage", "groups"),
}


class Update(NamedTuple):
    """An event as somebody may see it."""

    revision: int
    content: Mapping[str, Any]


class Updates(NamedTuple):
    """All news up to a revision; some events may be nobody's news."""

    revision: int
    news: tuple[Update, ...]


class Channel(ABC, Generic[State]):
    """A stream that is listened to; it remembers how the stream stood when it was told last, and reads on from there.

    Not for two threads at once.
    """

    def __init__(self, id_: str) -> None:
        self.id = id_
        self._told: Versioned[State] | None = None

    @property
    @abstractmethod
    def stream(self) -> str:
        """The name of the stream."""

    @property
    def told(self) -> int:
        """The revision up to which it was told."""
        return self._told.head.seq if self._told else 0

    def check(self, actor: Actor, revision: int) -> None:
        """Raise Unknown where *actor* may not listen, NothingBehind where the stream is not that long."""
        now = self._current()
        if self._sight(actor, now.state) is None:
            raise self._unknown()
        if revision > now.head.seq:
            raise NothingBehind(revision=revision, last=now.head.seq)

    def news(self, listeners: Sequence[tuple[Actor, int]]) -> list[Updates | None]:
        """What is new for each of *listeners* behind the revision up to which it was told; None: it may listen no more.

        Who sees the same and was told the same gets the very same object.
        """
        now = self._current()
        found: dict[tuple[object, int], Updates] = {}
        answers: list[Updates | None] = []
        for actor, revision in listeners:
            sight = self._sight(actor, now.state)
            if sight is not None and (sight, revision) not in found:
                found[sight, revision] = Updates(now.head.seq, self._behind(now, revision, sight))
            answers.append(found.get((sight, revision)))
        self._told = now
        return answers

    def _behind(self, now: Versioned[State], revision: int, sight: Any) -> tuple[Update, ...]:
        told = self._told
        if told is not None and told.head.seq == revision:
            return tuple(self._shown(now, told, sight))
        return tuple(news for news in self._shown(now, None, sight) if news.revision > revision)

    @abstractmethod
    def _current(self) -> Versioned[State]: ...

    @abstractmethod
    def _sight(self, actor: Actor, now: State) -> object | None:
        """As whom *actor* sees it; None: not at all."""

    @abstractmethod
    def _shown(self, now: Versioned[State], behind: Versioned[State] | None, sight: Any) -> Iterator[Update]: ...

    @abstractmethod
    def _unknown(self) -> Unknown: ...


class MatchChannel(Channel[Match]):
    """Everybody may listen to a match; moves are shown as `events` shows them."""

    @property
    def stream(self) -> str:
        return match_repository.stream(self.id)

    def _current(self) -> Versioned[Match]:
        return match_repository.load(self.id)

    def _sight(self, actor: Actor, now: Match) -> object | None:
        return viewer(actor, now)

    def _shown(self, now: Versioned[Match], behind: Versioned[Match] | None, sight: Any) -> Iterator[Update]:
        for shown in visible_events(now, sight, behind=behind):
            yield Update(shown.event.seq, event_row(shown, open_=now.state.over))

    def _unknown(self) -> Unknown:
        return Unknown(kind=Phrase("match"), id=self.id)


class TournamentChannel(Channel[Tournament]):
    """Drafts, those given up too, are told to officials of the club alone, drafts of rounds to its organisers alone."""

    @property
    def stream(self) -> str:
        return tournament_repository.tournaments.stream(self.id)

    def _current(self) -> Versioned[Tournament]:
        return tournament_repository.tournaments.load(self.id)

    def _sight(self, actor: Actor, now: Tournament) -> object | None:
        if actor.organiser(now.club):
            return "organiser"
        return "public" if now.public or actor.official(now.club) else None

    def _shown(self, now: Versioned[Tournament], behind: Versioned[Tournament] | None, sight: Any) -> Iterator[Update]:
        course = behind.state if behind else None
        for event in store.read(self.stream, behind.head.seq if behind else 0).events:
            if event.seq > now.head.seq:
                return
            fact = tournament_repository.decode(event)
            fields = PUBLIC_FIELDS.get(event.kind)
            if fields is not None and (sight == "organiser" or not _concerns_draft(course, fact)):
                payload = {name: event.payload[name] for name in fields if name in event.payload}
                yield Update(event.seq, {"revision": event.seq, "kind": event.kind, "at": event.at, "payload": payload})
            course = replay([fact]) if course is None else evolve(course, fact)

    def _unknown(self) -> Unknown:
        return Unknown(kind=Phrase("tournament"), id=self.id)


def _concerns_draft(now: Tournament | None, fact: TournamentEvent) -> bool:
    """Whether *fact* is about a round that is not published."""
    if isinstance(fact, RoundDrawn | RoundChanged):
        return True
    round_ = now.round(fact.round) if now is not None and isinstance(fact, RoundAnnulled) else None
    return round_ is not None and not round_.published


def ends(streams: Sequence[str]) -> Mapping[str, int]:
    """The revision of each of *streams*."""
    return store.ends(streams)
