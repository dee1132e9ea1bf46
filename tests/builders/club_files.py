"""Exported clubs and forged files."""

import json
from hashlib import sha256

import msgspec

from league.club_data import erasure
from league.club_data.file_format import EventLine
from league.clubs import services as club_services
from league.clubs.merges import merges
from league.eventlog.hash_chain import EMPTY
from league.eventlog.projections import runner
from league.eventlog.raw_streams import Row
from league.matches import repository as match_repository
from league.seasons import services as season_services
from league.seasons.domain.rules import SeasonRules
from league.seasons.repository import leagues
from league.tournaments.repository import tournaments as kept
from league.tournaments.services import clock, entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import Evening, begun, names, preset


def forget_everything():
    """Clear what this process remembers about another database."""
    match_repository.forget()
    kept.forget()
    leagues.forget()
    merges.forget()


def evening_with_a_past(shard=None):
    """Two rounds of seven players, one of whom was erased later, and a league with a final table."""
    forget_everything()
    evening = begun(shard=shard)
    players = evening.join(*names(7))
    club_services.start_series(club_id=evening.club, game="rummikub", name="Зима", actor=evening.actor)
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    for number in range(2):
        for table in evening.draw():
            evening.report(table, number)
    evening.do(clock.start_clock, number=2, minutes=45)
    evening.do(clock.pause_clock, number=2)
    entries.withdraw(tournament_id=evening.id, entrant=players[3], actor=evening.actor)
    erasure.erase_player(player_id=players[3], actor=evening.actor)
    _league(evening)
    runner.catch_up_all()
    return evening


def _league(evening):
    """A league whose first season has a final table and whose second season includes the evening."""
    other = _begun_again(evening)
    done = season_services.create(club_id=evening.club, name="Лига", game="rummikub", actor=evening.actor)
    given = {"league_id": done.id, "actor": evening.actor}
    for number, tournament in enumerate((other, evening.id), 1):
        season_services.open_season(name=str(2025 + number), rules=SeasonRules(points=(3, 2, 1)), **given)
        season_services.attach(number=number, tournament_id=tournament, **given)
    season_services.close(number=1, **given)


def _begun_again(evening):
    """A finished tournament between the first two players of the evening."""
    settings = preset("rummikub", "evening")
    done = tournament_lifecycle.create(
        club_id=evening.club, name="Лето", game="rummikub", settings=settings, actor=evening.actor
    )
    other = Evening(evening.actor, evening.club, done.id)
    for player in list(evening.now.entries)[:3]:
        entries.enter(tournament_id=other.id, player_id=player, actor=evening.actor)
    tournament_lifecycle.start(tournament_id=other.id, actor=evening.actor)
    for table in other.draw():
        other.report(table)
    tournament_lifecycle.finish(tournament_id=other.id, actor=evening.actor, abandon=True)
    return other.id


def lines(raw):
    return [json.loads(line) for line in raw.splitlines()]


def forged(raw, change):
    """The file with *change* applied to its lines and a corrected last line."""
    body = lines(raw)[:-1]
    body = change(body) or body
    text = b"".join(spelled(line) for line in body)
    return text + spelled({"type": "end", "lines": len(body), "sha256": sha256(text).hexdigest()})


def spelled(line):
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def relinked(before, wrong):
    """The event with the correct hash of its columns."""
    line = msgspec.convert(wrong, EventLine)
    row = Row(**{name: getattr(line, name) for name in Row._fields})
    previous = msgspec.convert(before, EventLine).hash if line.seq > 1 else EMPTY
    return wrong | {"hash": msgspec.to_builtins(row.linked_to(previous, shard=0))}
