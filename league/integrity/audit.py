"""The whole audit: of the log (chains, order, tree, checkpoints), and of every match, draw and closed season."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import TypeAlias, TypeVar

import django
import msgspec

from league.decks import queries as deck_queries
from league.errors import LeagueError
from league.eventlog import private_data, sealer, store
from league.eventlog.audit import definition, merkle_tree
from league.eventlog.audit import hash_chains as log
from league.eventlog.audit import rows as projected_rows
from league.eventlog.audit.hash_chains import Finding
from league.eventlog.errors import BadSigningKey
from league.eventlog.types import StoredEvent
from league.integrity import checkpoints, proved_rows
from league.integrity.domain import replay_audit
from league.matches import repository as match_repository
from league.seasons import repository as season_repository
from league.seasons.domain import verify as seasons
from league.tournaments import repository as tournament_repository
from league.tournaments.domain.draw import verify
from league.tournaments.domain.results import seated_players
from league.tournaments.domain.tournament import Round, Tournament
from league.tournaments.repository import tournaments
from league.tournaments.results import match_results

AnyEvent = TypeVar("AnyEvent")
Task: TypeAlias = "Callable[[], Report]"

CHUNK = 500  # streams that a process replays at a time
AT_ONCE = 20  # streams that are read by one statement
UNREADABLE = (LeagueError, msgspec.ValidationError, KeyError, ValueError)


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and what is wrong with it."""

    streams: int = 0
    events: int = 0
    matches: int = 0
    findings: tuple[Finding, ...] = ()


def audit(*, rows: bool = False, processes: int = 1) -> Report:
    """Audit the log, and on request the *rows* made from it. Nothing is changed.

    The report is the same for any number of *processes*. Several have connections of their own, so they see what is
    committed.
    """
    chains = [partial(audit_chains, share, processes) for share in range(processes)]
    parts = _run([*chains, *_replays(), *_others(rows)], processes)
    found = sorted((each for part in parts[:processes] for each in part.findings), key=lambda each: each.stream or "")
    return Report(
        sum(part.streams for part in parts),
        sum(part.events for part in parts),
        sum(part.matches for part in parts),
        (*found, *(each for part in parts[processes:] for each in part.findings)),
    )


def audit_chains(share: int, shares: int) -> Report:
    done = log.audit(share, shares)
    return Report(done.streams, done.events, findings=done.findings)


def replay_matches(streams: Sequence[str]) -> Report:
    findings = partial(replay_audit.findings, decks=deck_queries.find_pinned)
    found = _replay_streams("replay", streams, match_repository.decode, findings)
    return Report(matches=len(streams), findings=tuple(found))


def replay_tournaments(streams: Sequence[str]) -> Report:
    return Report(findings=tuple(_replay_streams("draw", streams, tournament_repository.decode, verify.findings)))


def replay_leagues(streams: Sequence[str]) -> Report:
    return Report(findings=tuple(_replay_streams("season", streams, season_repository.decode, seasons.findings)))


def find_double_seats(streams: Sequence[str]) -> Report:
    return Report(findings=tuple(_double_seats(streams)))


def audit_tree(shard: int) -> Report:
    return Report(findings=tuple(_tree(shard)))


def audit_definition() -> Report:
    return Report(findings=tuple(definition.audit()))


def audit_private_parts() -> Report:
    faults = private_data.faults()
    return Report(
        findings=tuple(Finding("private", what, stream, seq, "private_commit") for stream, seq, what in faults)
    )


def audit_rows() -> Report:
    return Report(findings=(*projected_rows.audit(), *proved_rows.audit()))


def _replays() -> Iterator[Task]:
    """What replays streams, some of them at a time."""
    for prefix, replays in (
        ("match-", (replay_matches,)),
        (tournaments.prefix, (replay_tournaments, find_double_seats)),
        ("league-", (replay_leagues,)),
    ):
        streams = store.streams(prefix)
        for replay in replays:
            for start in range(0, len(streams), CHUNK):
                yield partial(replay, streams[start : start + CHUNK])


def _others(rows: bool) -> Iterator[Task]:
    for shard in sealer.shards():
        yield partial(audit_tree, shard)
    yield audit_private_parts
    yield audit_definition
    if rows:
        yield audit_rows


def _run(tasks: Sequence[Task], processes: int) -> Sequence[Report]:
    """The report of each task. The last ones take longest, so they begin first."""
    if processes == 1:
        return [task() for task in tasks]
    with ProcessPoolExecutor(processes, get_context("spawn"), django.setup) as pool:
        futures = [pool.submit(task) for task in reversed(tasks)]
        return [future.result() for future in reversed(futures)]


def _double_seats(streams: Iterable[str]) -> Iterator[Finding]:
    """People who sit at two tables of a round. No single stream shows this, since the seats are in the matches."""
    for stream in streams:
        try:
            head, tournament = tournaments.load(stream.removeprefix(tournaments.prefix))
            for round_ in tournament.published:
                for player, tables in _tables_by_player(tournament, round_).items():
                    if len(tables) > 1:
                        numbers = " and ".join(map(str, tables))
                        fault = f"{player} sits at tables {numbers} of round {round_.number}"
                        yield Finding("draw", fault, stream, head.seq)
        except (LeagueError, msgspec.ValidationError, LookupError, ValueError, TypeError):
            continue  # the replay of the stream has reported it


def _tables_by_player(tournament: Tournament, round_: Round) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, players in seated_players(tournament, round_, match_results(tournament)):
        for player in sorted(players):
            found.setdefault(player, []).append(number)
    return found


def _tree(shard: int) -> Iterator[Finding]:
    try:
        witness = checkpoints.witness(shard)
    except BadSigningKey as error:
        yield Finding("witness", str(error))
        witness = None
    yield from merkle_tree.audit(witness, shard)


def _replay_streams(
    code: str,
    streams: Sequence[str],
    decode: Callable[[StoredEvent], AnyEvent],
    findings: Callable[[Sequence[AnyEvent]], Iterable[tuple[int, str]]],
) -> Iterator[Finding]:
    for stream, events in _histories(streams, decode):
        if isinstance(events, Exception):
            yield Finding("unreadable", f"the events cannot be read: {events}", stream)
            continue
        for seq, what in findings(events):
            yield Finding(code, what, stream, seq)


def _histories(
    streams: Sequence[str], decode: Callable[[StoredEvent], AnyEvent]
) -> Iterator[tuple[str, list[AnyEvent] | Exception]]:
    """The events of each stream, or what is wrong with them. Many are read at once, unless one of them can't be."""
    for start in range(0, len(streams), AT_ONCE):
        some = streams[start : start + AT_ONCE]
        try:
            known = store.read_many(some)
        except UNREADABLE:
            known = {}
        for stream in some:
            found: list[AnyEvent] | Exception
            try:
                found = [decode(event) for event in known.get(stream) or store.read(stream).events]
            except UNREADABLE as error:
                found = error
            yield stream, found
