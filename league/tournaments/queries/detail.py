"""What people see of a tournament: drafts, those given up too, only officials, all else everybody."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext

from games.errors import Phrase
from games.registry import engine
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.common.read_models import Id
from league.common.translation import translate
from league.errors import Unknown
from league.seating.types import Sentence
from league.standings.types import Outcome, TableResult
from league.tournaments.domain.draw.verify import differences
from league.tournaments.domain.results import Results, missing_results, table_players, table_result
from league.tournaments.domain.standings import is_ranking_outdated
from league.tournaments.domain.tournament import Entry, Round, StageState, Table, Tournament
from league.tournaments.models import Team
from league.tournaments.repository import tournaments
from league.tournaments.results import match_results, results_at, tournament_at

Names = Mapping[str, str]


class NamedEntrant(msgspec.Struct, frozen=True):
    entrant: Id
    name: str | None


class DrawVerification(msgspec.Struct, frozen=True):
    revision: int
    round: int
    same: bool
    changed_by_hand: bool
    differences: list[str]


def visible_tournament(tournament_id: str, actor: Actor) -> tuple[int, Tournament]:
    """Revision and state of the tournament; Unknown where it is a draft of which the reader may not know."""
    head, tournament = tournaments.load(tournament_id)
    if not tournament.public and not actor.official(tournament.club):
        raise Unknown(kind=Phrase("tournament"), id=tournament_id)
    return head.seq, tournament


def entrant_names(tournament: Tournament, more: Iterable[str] = ()) -> Names:
    """Names of entrants and of all who ever played for them, by id, and of *more* players."""
    players = {player for entry in tournament.entries.values() for player in entry.all_players}.union(more)
    teams = Team.objects.filter(id__in=[entrant for entrant in tournament.entries if entrant not in players])
    return {**names_of(sorted(players)), **{str(team.pk): team.name for team in teams}}


def names_by_id(ids: Collection[str]) -> dict[str, str]:
    """Names of players and teams by id."""
    found = names_of(sorted(ids))
    teams = Team.objects.filter(id__in=set(ids) - set(found))
    return {**found, **{str(team.pk): team.name for team in teams}}


def stand_in(entry: Entry, players: Sequence[str], called: Names) -> str | None:
    """The name of who plays, of these *players*, in the place of an entrant that is a player; None where none does."""
    if is_team(entry) or entry.id in players:
        return None
    return next((called[player] for player in players if player in called), None)


def is_team(entry: Entry) -> bool:
    """Whether the entrant is a team, with a name of its own."""
    return entry.id not in entry.all_players


def detail(tournament_id: str, actor: Actor) -> dict[str, Any]:
    """The tournament as it stands now, straight from the log: settings, entrants, stages, rounds."""
    revision, tournament = visible_tournament(tournament_id, actor)
    called = entrant_names(tournament)
    organiser = actor.organiser(tournament.club)
    results = match_results(tournament)
    return {
        "id": tournament_id,
        "club": tournament.club,
        "name": tournament.name,
        "game": tournament.game,
        "game_name": gettext(engine(tournament.game, tournament.rules).meta.name),
        "rules": tournament.rules,
        "phase": tournament.phase,
        "revision": revision,
        "settings": msgspec.to_builtins(tournament.settings),
        "entrants": [_entrant(entry, called) for entry in tournament.entries.values()],
        "stages": [_stage(tournament, stage) for stage in tournament.stages],
        "rounds": [
            _overview(tournament, each, results) for each in (tournament.rounds if organiser else tournament.published)
        ],
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
            for each in tournament.penalties
        ],
        "ranking_outdated": is_ranking_outdated(tournament, results),
        "ranking": [
            {"rank": rank, "entrant": entrant, "name": called.get(entrant)} for rank, entrant in tournament.ranking
        ],
        "you": sorted(entry.id for entry in tournament.entries.values() if actor.players & set(entry.players)),
    }


def _entrant(entry: Entry, called: Names) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": called.get(entry.id),
        "players": [{"player": player, "name": called.get(player)} for player in entry.players],
        "stand_in": stand_in(entry, entry.players, called),
        "status": entry.status,
        "seed": entry.seed,
        "present": entry.checked_in,
        "no_show": entry.no_show,
        "since": entry.since,
        "until": entry.until,
    }


def _stage(tournament: Tournament, stage: StageState) -> dict[str, Any]:
    return {
        "number": stage.number,
        "format": stage.rules.format,
        "groups": [list(group) for group in stage.groups],
        "first_round": stage.first,
        "qualified": [list(group) for group in tournament.qualified.get(stage.number, ())],
    }


def _overview(tournament: Tournament, round_: Round, results: Results) -> dict[str, Any]:
    return {
        "number": round_.number,
        "stage": round_.stage,
        "published": round_.published,
        "tables": len(round_.tables),
        "without_result": len(missing_results(tournament, round_, results)) if round_.published else len(round_.tables),
    }


def round_detail(tournament_id: str, number: int, actor: Actor) -> dict[str, Any]:
    """A round table by table, with what the draw says of itself; a draft only for organisers. Raises `Unknown`."""
    revision, tournament = visible_tournament(tournament_id, actor)
    found = tournament.round(number)
    if found is None or not (found.published or actor.organiser(tournament.club)):
        raise Unknown(kind=Phrase("tournament round"), id=number)
    results = match_results(tournament)
    there = [table_players(tournament, table, results) for table in found.tables]
    called = entrant_names(tournament, (player for table in there for players in table.values() for player in players))
    return {
        "tournament": tournament_id,
        "revision": revision,
        "number": number,
        "stage": found.stage,
        "published": found.published,
        "tables": [
            _table(tournament, found, table, results, players, called)
            for table, players in zip(found.tables, there, strict=True)
        ],
        "out": [_bye(tournament, found, group, entrant, called) for group, entrant in found.byes],
        "complaints": _complaints(found, called),
        "figures": [
            {"group": part.group, "figures": dict(part.draw.figures), "drawn": dict(drawn.draw.figures)}
            for part, drawn in zip(found.parts, found.drawn or found.parts, strict=False)
        ],
        "inputs": [msgspec.to_builtins(part.inputs) for part in found.parts if part.inputs is not None],
    }


def _table(
    tournament: Tournament,
    found: Round,
    table: Table,
    results: Results,
    players: Mapping[str, Sequence[str]],
    called: Names,
) -> dict[str, Any]:
    played = table_result(tournament, found, table, results)
    return {
        "table": table.number,
        "group": table.group,
        "node": table.node,
        "match": table.match,
        "outcome": played.outcome.value,
        "seats": [
            _seat(played, seat, tournament.entries[entrant], players[entrant], called)
            for seat, entrant in enumerate(played.entrants)
        ],
        "why": sentence_text(_reason(found, table), called),
    }


def _bye(tournament: Tournament, found: Round, group: int, entrant: str, called: Names) -> dict[str, Any]:
    """Who sits out; who plays for it is told of the last round alone, for of earlier ones it is not known any more."""
    entry, last = tournament.entries[entrant], found.number == tournament.rounds[-1].number
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
            told.append({"group": part.group, "text": sentence_text(Sentence(each.text, params), called)})
        before += len(part.draw.tables)
    return told


def _reason(found: Round, table: Table) -> Sentence:
    drawn = [each for part in found.parts for each in part.draw.tables]
    return drawn[table.number - 1].why


def sentence_text(given: Sentence, called: Names) -> str:
    """A sentence in the reader's language, with names for entrants."""
    params = {
        key: called.get(str(value), str(value)) if key.endswith("_id") else value for key, value in given.params.items()
    }
    return translate(given.text, params)


def draw_verification(tournament_id: str, number: int, actor: Actor) -> DrawVerification:
    """A published round drawn once more from its stored inputs: `same`, or every difference. Raises `Unknown`."""
    revision, tournament = visible_tournament(tournament_id, actor)
    found = tournament.round(number)
    if found is None or not (found.published or actor.organiser(tournament.club)):
        raise Unknown(kind=Phrase("tournament round"), id=number)
    called = entrant_names(tournament)
    told = [sentence_text(each, called) for each in differences(tournament.stages[found.stage], found)]
    return DrawVerification(revision, number, not told, found.parts != found.drawn, told)


class AsOf(NamedTuple):
    """How the tournament and its matches stood, and the number of its last event then; 0 if there was none."""

    revision: int
    tournament: Tournament
    results: Results


def tournament_as_of(tournament_id: str, actor: Actor, at: datetime | None) -> AsOf:
    """The tournament now (None), or as its events up to *at* left it, whatever was corrected later.

    As long as it was being prepared there was nothing that anybody may see: then it has no entrants, stages and rounds.
    Raises `Unknown` where the reader may not know of it today.
    """
    revision, tournament = visible_tournament(tournament_id, actor)
    if at is None:
        return AsOf(revision, tournament, match_results(tournament))
    found = tournament_at(tournament_id, at)
    if found is None or not found[1].public:
        return AsOf(
            0, Tournament(tournament.club, tournament.name, tournament.game, tournament.rules, tournament.settings), {}
        )
    revision, then = found
    return AsOf(revision, then, results_at(then, at))
