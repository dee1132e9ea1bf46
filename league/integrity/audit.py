"""The whole audit: of the log (chains, order, tree, checkpoints), and of every match, draw and closed season."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import msgspec

from league.decks import queries as deck_queries
from league.errors import LeagueError
from league.eventlog import private_data, sealer, store
from league.eventlog.audit import hash_chains as log
from league.eventlog.audit import merkle_tree
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


@dataclass(frozen=True, slots=True)
class Report:
    streams: int
    events: int
    matches: int
    findings: tuple[Finding, ...]


def audit(*, rows: bool = False) -> Report:
    """Audit the log, and on request the *rows* made from it. Nothing is changed."""
    chains = log.audit()
    matches, match_findings = store.streams("match-"), partial(replay_audit.findings, decks=deck_queries.find_pinned)
    found = [
        *_replay_streams("replay", matches, match_repository.decode, match_findings),
        *_replay_streams("draw", store.streams("tournament-"), tournament_repository.decode, verify.findings),
        *_double_seats(),
        *_replay_streams("season", store.streams("league-"), season_repository.decode, seasons.findings),
        *_trees(),
    ]
    found += [Finding("private", what, stream, seq, "private_commit") for stream, seq, what in private_data.faults()]
    if rows:
        found += [*projected_rows.audit(), *proved_rows.audit()]
    return Report(chains.streams, chains.events, len(matches), (*chains.findings, *found))


def _double_seats() -> Iterator[Finding]:
    """People who sit at two tables of a round. No single stream shows this, since the seats are in the matches."""
    for stream in store.streams(tournaments.prefix):
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


def _trees() -> Iterator[Finding]:
    for shard in sealer.shards():
        yield from _tree(shard)


def _tree(shard: int) -> Iterator[Finding]:
    try:
        witness = checkpoints.witness(shard)
    except BadSigningKey as error:
        yield Finding("witness", str(error))
        witness = None
    yield from merkle_tree.audit(witness, shard)


def _replay_streams(
    code: str,
    streams: Iterable[str],
    decode: Callable[[StoredEvent], AnyEvent],
    findings: Callable[[Sequence[AnyEvent]], Iterable[tuple[int, str]]],
) -> Iterator[Finding]:
    for stream in streams:
        try:
            events = [decode(event) for event in store.read(stream).events]
        except (LeagueError, msgspec.ValidationError, KeyError, ValueError) as error:
            yield Finding("unreadable", f"the events cannot be read: {error}", stream)
            continue
        for seq, what in findings(events):
            yield Finding(code, what, stream, seq)
