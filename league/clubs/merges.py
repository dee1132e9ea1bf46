"""Players who turned out to be one person: an event says which of them is kept, and another one undoes that.

The stream of the club has these events, and those that set its zone (`ZoneSet`).

The log keeps the id under which something happened, and so does everything that is folded from it: draws are verified
with the ids that they were made with. Only code that counts or groups by person asks `kept_players`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias, assert_never
from uuid import UUID

import msgspec
from django.db.models import Q

from games.errors import Phrase
from league.clubs.locales import ClubLocale, ZoneSet
from league.clubs.models import Club, Player
from league.common.actor import Actor
from league.common.event_codec import EventCodec
from league.errors import Unknown
from league.eventlog.repository import Repository
from league.eventlog.types import StoredEvent


class PlayersMerged(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `player` played counts for `kept` from now on.

    `account`: the one that went from `player` to `kept`, in events from before only its owner could accept that.
    """

    club: str
    player: str
    kept: str
    account: str | None = None


class MergeUndone(msgspec.Struct, frozen=True):
    """The player is counted separately again."""

    player: str


MergeEvent: TypeAlias = PlayersMerged | MergeUndone | ZoneSet
KINDS: Mapping[str, tuple[int, type[MergeEvent]]] = {
    "players.merged": (1, PlayersMerged),
    "players.merge_undone": (1, MergeUndone),
    "club.zone_set": (1, ZoneSet),
}
_codec = EventCodec[MergeEvent](KINDS)


class Merges(NamedTuple):
    """The merges of a club that are in force, by the player who was merged, and its zone, if that was ever changed."""

    club: str
    merged: Mapping[str, PlayersMerged]
    zone: str | None = None


def decode(stored: StoredEvent) -> MergeEvent:
    return _codec.decode(stored.kind, stored.payload)


def fold(events: Sequence[MergeEvent]) -> Merges:
    """The merges after *events*, the first of which names the club."""
    first = events[0]
    if isinstance(first, MergeUndone):
        raise TypeError(f"The merges of a club begin with one, not with {first}.")
    merges = Merges(first.club, {})
    for event in events:
        merges = evolve(merges, event)
    return merges


def evolve(merges: Merges, event: MergeEvent) -> Merges:
    match event:
        case PlayersMerged():
            return merges._replace(merged={**merges.merged, event.player: event})
        case MergeUndone():
            return merges._replace(merged={key: each for key, each in merges.merged.items() if key != event.player})
        case ZoneSet():
            return merges._replace(zone=event.zone)
        case _:
            assert_never(event)


merges: Repository[Merges, MergeEvent] = Repository(
    "club-", Phrase("club"), decode=decode, encode=_codec.encode, start=fold, evolve=evolve, size=64
)


def kept_players(players: Iterable[str | UUID] | None = None) -> dict[str, str]:
    """The kept player by each player who was merged, of all players or of some."""
    rows = Player.objects.exclude(merged_into=None)
    if players is not None:
        rows = rows.filter(id__in=list(players))
    return {str(player): str(kept) for player, kept in rows.values_list("id", "merged_into")}


def ids_of_person(player: str | UUID) -> list[str]:
    """The id of the kept player, then those of the players merged into it. Just the id itself if nobody was merged."""
    kept = kept_players([player]).get(str(player), str(player))
    others = Player.objects.filter(merged_into_id=UUID(kept)).order_by("number").values_list("id", flat=True)
    return [kept, *map(str, others)]


def other_ids(players: Iterable[str]) -> set[str]:
    """The other ids of the people who are *players*."""
    own = set(players)
    kept = {*own, *kept_players(own).values()}
    rows = Player.objects.filter(Q(merged_into__in=kept) | Q(id__in=kept))
    return {str(player) for player in rows.values_list("id", flat=True)} - own


def touched_players(events: Iterable[StoredEvent]) -> set[str]:
    """The players who were merged by these events, or whose merge was undone."""
    found = (decode(event) for event in events if event.stream.startswith(merges.prefix))
    return {event.player for event in found if isinstance(event, PlayersMerged | MergeUndone)}


def append_to_club(club: str, event: MergeEvent, actor: Actor) -> None:
    """Append to the stream of the club. Lock the club first, so that others wait."""
    try:
        known = merges.load(club)
    except Unknown:
        merges.create([event], actor=actor, shard=Club.objects.get(id=club).shard, id_=club)
    else:
        merges.append(known, [event], actor=actor)


def restore_merges(club: str) -> None:
    """Bring the rows of the club's players, and its zone, in line with its events, after an import.

    Raises `UnknownZone`.
    """
    try:
        state = merges.load(club).state
    except Unknown:
        return
    if state.zone is not None:
        ClubLocale(state.zone).require_known()
        Club.objects.filter(id=club).update(zone=state.zone)
    merged = state.merged
    for player in Player.objects.filter(club_id=club):
        kept = UUID(merged[str(player.pk)].kept) if str(player.pk) in merged else None
        if kept != player.merged_into_id:
            player.merged_into_id = kept
            player.save(update_fields=["merged_into"])
