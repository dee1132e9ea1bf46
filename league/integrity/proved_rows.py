"""Rows that no projection makes, but that the log or their content proves: seeds, merges, zones, links, roles …"""

from collections.abc import Iterator, Mapping, Sequence

from league.clubs.access.events import (
    AccessEvent,
    AccountLinked,
    AccountUnlinked,
    RoleAssigned,
    RoleRemoved,
    accesses,
    decode,
)
from league.clubs.merges import merges
from league.clubs.models import Club, Membership, Player
from league.common.names import name_key
from league.decks import queries as deck_queries
from league.eventlog import store
from league.eventlog.audit.hash_chains import Finding
from league.eventlog.statements import one_moment
from league.matches import outcomes
from league.matches import repository as match_repository
from league.matches.domain.match import seal
from league.matches.domain.summary import MatchSummary
from league.matches.models import MatchRow, SealedSeed

CHUNK = 1000  # matches at a time


def audit() -> Iterator[Finding]:
    """Compare these rows with what proves them, all at one moment. Changes nothing."""
    with one_moment():
        yield from _seeds()
        yield from _merges()
        yield from _zones()
        yield from _links()
        yield from _roles()
        yield from _names()
        for deck, name, hash_ in deck_queries.altered_decks():
            yield Finding("row", f"league_deck, id {deck}: the cards of {name} don't have its hash {hash_}")


def _seeds() -> Iterator[Finding]:
    """Each sealed seed has the hash that its match has published, and no running match lacks its seed."""
    seeds = {str(match): bytes(seed) for match, seed in SealedSeed.objects.values_list("match", "seed")}
    running = (
        MatchRow.objects.exclude(dealing="table").filter(status=MatchRow.Status.RUNNING).values_list("id", flat=True)
    )
    matches = sorted({*seeds, *map(str, running)})
    for start in range(0, len(matches), CHUNK):
        some = matches[start : start + CHUNK]
        known = _summaries(some)
        for match in some:
            if fault := _seed_fault(known.get(match), seeds.get(match)):
                yield Finding("row", f"league_sealedseed, match {match}: {fault}")


def _summaries(matches: Sequence[str]) -> Mapping[str, MatchSummary]:
    histories = store.read_many([match_repository.stream(match) for match in matches], without=outcomes.MOVES)
    return {
        match: outcomes.fold(histories[stream])
        for match in matches
        if (stream := match_repository.stream(match)) in histories
    }


def _seed_fault(match: MatchSummary | None, seed: bytes | None) -> str:
    if match is None:
        return "there is no such match"
    if seed is None:
        opening = match.opening
        return "the seed is missing" if opening.dealing != "table" and not match.sheet.over else ""
    return "" if seal(seed) == match.opening.seed_hash else "the seed doesn't have the hash that was published"


def _merges() -> Iterator[Finding]:
    """Players are merged as the events of their clubs have it."""
    due = {
        player: each.kept
        for stream in store.streams(merges.prefix)
        for player, each in merges.load(stream.removeprefix(merges.prefix)).state.merged.items()
    }
    rows = Player.objects.exclude(merged_into=None).values_list("id", "merged_into")
    stored = {str(player): str(kept) for player, kept in rows}
    for player in sorted(due.keys() | stored.keys()):
        if (was := stored.get(player)) != (right := due.get(player)):
            text = f"league_player, id {player}: merged_into is {was}, and the log gives {right}"
            yield Finding("row", text, column="merged_into")


def _zones() -> Iterator[Finding]:
    """Clubs have the zone that was set last. Those that never set another one have no event."""
    clubs = [stream.removeprefix(merges.prefix) for stream in store.streams(merges.prefix)]
    due = {club: zone for club in clubs if (zone := merges.load(club).state.zone)}
    stored = {str(club): zone for club, zone in Club.objects.values_list("id", "zone")}
    for club, right in sorted(due.items()):
        if (was := stored.get(club)) not in (None, right):
            yield Finding("row", f"league_club, id {club}: zone is {was}, and the log gives {right}", column="zone")


def _links() -> Iterator[Finding]:
    """Players have the accounts that the last event about their links gives. Links from before have no events."""
    due: dict[str, str | None] = {}
    for event in _access_events():
        if isinstance(event, AccountLinked | AccountUnlinked):
            due[event.player] = event.account if isinstance(event, AccountLinked) else None
    stored = {str(player): user and str(user) for player, user in Player.objects.values_list("id", "user")}
    for player, right in sorted(due.items()):
        if player in stored and (was := stored[player]) != right:
            text = f"league_player, id {player}: user_id is {was}, and the log gives {right}"
            yield Finding("row", text, column="user_id")


def _roles() -> Iterator[Finding]:
    """Accounts have the roles that the last event about each gives. Founders and roles from before have none."""
    due: dict[tuple[str, str, str], bool] = {}
    for event in _access_events():
        if isinstance(event, RoleAssigned | RoleRemoved):
            due[event.club, event.account, event.role] = isinstance(event, RoleAssigned)
    rows = Membership.objects.values_list("club", "user", "role")
    stored = {(str(club), str(user), role) for club, user, role in rows}
    for key, there in sorted(due.items()):
        if (key in stored) != there:
            where = "league_membership, club {}, user {}, role {}".format(*key)
            fault = "the row is missing" if there else "the role was removed, and the row is there"
            yield Finding("row", f"{where}: {fault}")


def _access_events() -> Iterator[AccessEvent]:
    for stream in store.streams(accesses.prefix):
        yield from map(decode, store.read(stream).events)


def _names() -> Iterator[Finding]:
    """Names are found by the key that they give."""
    for player, name, key in Player.objects.values_list("id", "name", "key").iterator(CHUNK):
        if key != (due := name_key(name)):
            yield Finding(
                "row", f"league_player, id {player}: key is {key!r}, and the name gives {due!r}", column="key"
            )
