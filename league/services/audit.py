"""The whole audit: the log's own (chains, order, tree, checkpoints), and what was decided.

Every match is replayed, and every draw and closed season made again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from league.domain import audit as replaying
from league.domain.season import proof as seasons
from league.domain.tournament import proof
from league.errors import BadSigningKey, LeagueError
from league.eventlog import audit as log
from league.eventlog import private, store, tree_audit
from league.eventlog.audit import Finding
from league.projections import decks, hot, leagues_hot, tournaments_hot
from league.services import checkpoints


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at and what was found."""

    streams: int
    events: int
    matches: int
    findings: tuple[Finding, ...]


def audit() -> Report:
    """Look at everything; changes nothing."""
    chains = log.audit()
    matches = store.streams("match-")
    found = [finding for stream in matches for finding in _match(stream)]
    found += [finding for stream in store.streams("tournament-") for finding in _tournament(stream)]
    found += [finding for stream in store.streams("league-") for finding in _league(stream)]
    found += _tree()
    found += [Finding("private", what, stream, seq, "private_commit") for stream, seq, what in private.faults()]
    return Report(chains.streams, chains.events, len(matches), (*chains.findings, *found))


def _tree() -> Iterator[Finding]:
    try:
        witness = checkpoints.witness()
    except BadSigningKey as error:
        yield Finding("witness", str(error))
        witness = None
    yield from tree_audit.audit(witness)


def _match(stream: str) -> Iterator[Finding]:
    try:
        facts = [hot.fact(event) for event in store.read(stream).events]
    except (LeagueError, msgspec.ValidationError, KeyError, ValueError) as error:
        yield Finding("unreadable", f"the events cannot be read: {error}", stream)
        return
    for finding in replaying.findings(facts, decks.pinned):
        yield Finding("replay", finding.what, stream, finding.seq)


def _tournament(stream: str) -> Iterator[Finding]:
    try:
        facts = [tournaments_hot.fact(event) for event in store.read(stream).events]
    except (LeagueError, msgspec.ValidationError, KeyError, ValueError) as error:
        yield Finding("unreadable", f"the events cannot be read: {error}", stream)
        return
    for seq, what in proof.findings(facts):
        yield Finding("draw", what, stream, seq)


def _league(stream: str) -> Iterator[Finding]:
    try:
        facts = [leagues_hot.fact(event) for event in store.read(stream).events]
    except (LeagueError, msgspec.ValidationError, KeyError, ValueError) as error:
        yield Finding("unreadable", f"the events cannot be read: {error}", stream)
        return
    for seq, what in seasons.findings(facts):
        yield Finding("season", what, stream, seq)
