"""What people see of a tournament: drafts, those given up too, only officials, all else everybody."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext

from games.errors import Phrase
from games.registry import engine
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.common.translation import said
from league.errors import Unknown
from league.impact.domain.policy import outdated
from league.seating.types import Sentence
from league.standings.types import Outcome, TableResult
from league.tournaments.domain.results import Results, missing, players_at, table_result
from league.tournaments.domain.tournament import Entry, Round, StageNow, Table, Tournament
from league.tournaments.domain.verify_draw import differences
from league.tournaments.models import Team
from league.tournaments.repository import tournaments
from league.tournaments.results import results_of

Names = Mapping[str, str]


def seen(tournament_id: str, actor: Actor) -> tuple[int, Tournament]:
    """Revision and state of the tournament; Unknown where it is a draft of which the reader may not know."""
    head, now = tournaments.load(tournament_id)
    if not now.public and not actor.official(now.club):
        raise Unknown(kind=Phrase("tournament"), id=tournament_id)
    return head.seq, now


def names(now: Tournament, more: Iterable[str] = ()) -> Names:
    """Names of entrants and of all who ever played for them, by id, and of *more* players."""
    players = {player for entry in now.entries.values() for player in entry.ever}.union(more)
    teams = Team.objects.filter(id__in=[entrant for entrant in now.entries if entrant not in players])
    return {**names_of(sorted(players)), **{str(team.pk): team.name for team in teams}}


def stand_in(entry: Entry, players: Sequence[str], called: Names) -> str | None:
    """The name of who plays, of these *players*, in the place of an entrant that is a player; None where none does."""
    if is_team(entry) or entry.id in players:
        return None
    return next((called[player] for player in players if player in called), None)


def is_team(entry: Entry) -> bool:
    """Whether the entrant is a team, with a name of its own."""
    return entry.id not in entry.ever


def detail(tournament_id: str, actor: Actor) -> dict[str, Any]:
    """The tournament as it stands now, straight from the log: settings, entrants, stages, rounds."""
    revision, now = seen(tournament_id, actor)
    called = names(now)
    organiser = actor.organiser(now.club)
    results = results_of(now)
    return {
        "id": tournament_id,
        "club": now.club,
        "name": now.name,
        "game": now.game,
        "game_name": gettext(engine(now.game, now.rules).meta.name),
        "rules": now.rules,
        "phase": now.phase,
        "revision": revision,
        "settings": msgspec.to_builtins(now.settings),
        "entrants": [_entrant(entry, called) for entry in now.entries.values()],
        "stages": [_stage(now, stage) for stage in now.stages],
        "rounds": [_overview(now, each, results) for each in (now.rounds if organiser else now.published)],
        "penalties": [
            {
                "number": each.number,
                "entrant": each.entrant,
                "name": called.get(each.entrant),
                "points": str(each.points),
                "round": each.round,
                "reason": each.reason,
                "withdrawn": each.withdrawn,
            }
            for each in now.penalties
        ],
        "ranking_outdated": outdated(now, results),
        "ranking": [{"rank": rank, "entrant": entrant, "name": called.get(entrant)} for rank, entrant in now.ranking],
        "you": sorted(entry.id for entry in now.entries.values() if actor.players & set(entry.players)),
    }


def _entrant(entry: Entry, called: Names) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": called.get(entry.id),
        "players": [{"player": player, "name": called.get(player)} for player in entry.players],
        "stand_in": stand_in(entry, entry.players, called),
        "status": entry.status,
        "seed": entry.seed,
        "present": entry.present,
        "no_show": entry.no_show,
        "since": entry.since,
        "until": entry.until,
    }


def _stage(now: Tournament, stage: StageNow) -> dict[str, Any]:
    return {
        "number": stage.number,
        "format": stage.rules.format,
        "groups": [list(group) for group in stage.groups],
        "first_round": stage.first,
        "qualified": [list(group) for group in now.qualified.get(stage.number, ())],
    }


def _overview(now: Tournament, round_: Round, results: Results) -> dict[str, Any]:
    return {
        "number": round_.number,
        "stage": round_.stage,
        "published": round_.published,
        "tables": len(round_.tables),
        "without_result": len(missing(now, round_, results)) if round_.published else len(round_.tables),
    }


def round_(tournament_id: str, number: int, actor: Actor) -> dict[str, Any]:
    """A round table by table, with what the draw says of itself; a draft only for organisers. Raises `Unknown`."""
    revision, now = seen(tournament_id, actor)
    found = now.round(number)
    if found is None or not (found.published or actor.organiser(now.club)):
        raise Unknown(kind=Phrase("round of this tournament"), id=number)
    results = results_of(now)
    there = [players_at(now, table, results) for table in found.tables]
    called = names(now, (player for table in there for players in table.values() for player in players))
    return {
        "tournament": tournament_id,
        "revision": revision,
        "number": number,
        "stage": found.stage,
        "published": found.published,
        "tables": [
            _table(now, found, table, results, players, called)
            for table, players in zip(found.tables, there, strict=True)
        ],
        "out": [_out(now, found, group, entrant, called) for group, entrant in found.out],
        "complaints": _complaints(found, called),
        "figures": [
            {"group": part.group, "figures": dict(part.draw.figures), "drawn": dict(drawn.draw.figures)}
            for part, drawn in zip(found.parts, found.drawn or found.parts, strict=False)
        ],
        "inputs": [msgspec.to_builtins(part.inputs) for part in found.parts if part.inputs is not None],
    }


def _table(
    now: Tournament,
    found: Round,
    table: Table,
    results: Results,
    players: Mapping[str, Sequence[str]],
    called: Names,
) -> dict[str, Any]:
    played = table_result(now, found, table, results)
    return {
        "table": table.number,
        "group": table.group,
        "node": table.node,
        "match": table.match,
        "outcome": played.outcome.value,
        "seats": [
            _seat(played, seat, now.entries[entrant], players[entrant], called)
            for seat, entrant in enumerate(played.entrants)
        ],
        "why": sentence(_why(found, table), called),
    }


def _out(now: Tournament, found: Round, group: int, entrant: str, called: Names) -> dict[str, Any]:
    """Who sits out; who plays for it is told of the last round alone, for of earlier ones it is not known any more."""
    entry, last = now.entries[entrant], found.number == now.rounds[-1].number
    return {
        "entrant": entrant,
        "name": called.get(entrant),
        "stand_in": stand_in(entry, entry.players, called) if last else None,
        "team": is_team(entry),
        "players": _players(entry.players, called) if last else [],
        "group": group,
    }


def _seat(played: TableResult, seat: int, entry: Entry, players: Sequence[str], called: Names) -> dict[str, Any]:
    shown = played.outcome != Outcome.UNPLAYED and bool(played.points)
    return {
        "entrant": entry.id,
        "name": called.get(entry.id),
        "stand_in": stand_in(entry, players, called),
        "team": is_team(entry),
        "players": _players(players, called),
        "points": played.points[seat] if shown else None,
        "wins": played.wins[seat] if shown and played.wins else None,
        "winner": seat in played.winners,
        "absent": seat in played.absent,
        "left": seat in played.left,
    }


def _players(players: Sequence[str], called: Names) -> list[dict[str, Any]]:
    return [{"player": player, "name": called.get(player)} for player in players]


def _complaints(found: Round, called: Names) -> list[dict[str, Any]]:
    """What of the round should not be by the settings, with tables by their numbers over all groups."""
    told, before = [], 0
    for part in found.parts:
        for each in part.draw.complaints:
            params = {**each.params}
            if "table" in params:
                params["table"] = int(params["table"]) + before
            told.append({"group": part.group, "text": sentence(Sentence(each.text, params), called)})
        before += len(part.draw.tables)
    return told


def _why(found: Round, table: Table) -> Sentence:
    drawn = [each for part in found.parts for each in part.draw.tables]
    return drawn[table.number - 1].why


def sentence(given: Sentence, called: Names) -> str:
    """A sentence in the reader's language, with names for entrants."""
    params = {
        key: called.get(str(value), str(value)) if key.endswith("_id") else value for key, value in given.params.items()
    }
    return said(given.text, params)


def verified(tournament_id: str, number: int, actor: Actor) -> dict[str, Any]:
    """A published round drawn once more from its stored inputs: `same`, or every difference. Raises `Unknown`."""
    revision, now = seen(tournament_id, actor)
    found = now.round(number)
    if found is None or not (found.published or actor.organiser(now.club)):
        raise Unknown(kind=Phrase("round of this tournament"), id=number)
    called = names(now)
    told = [sentence(each, called) for each in differences(now.stages[found.stage], found)]
    changed = found.parts != found.drawn
    return {"revision": revision, "round": number, "same": not told, "changed_by_hand": changed, "differences": told}
