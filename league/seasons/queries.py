"""What people see of leagues: seasons, their events and divisions, and season tables opened into their terms."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games.registry import engine
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.common.csv import csv_text
from league.common.listing import Listing
from league.seasons.attached_events import event_result
from league.seasons.domain import lifecycle
from league.seasons.domain.league import Attached, League, Season
from league.seasons.domain.rules import SeasonRules
from league.seasons.domain.table import SeasonRow
from league.seasons.domain.tiebreaks import TIEBREAKS
from league.seasons.models import League as LeagueRow
from league.seasons.repository import leagues
from league.tournaments.domain.tournament import Tournament
from league.tournaments.queries.standings_csv import exact_cell
from league.tournaments.repository import tournaments

CSV_HEADING = ("division", "rank", "player", "name", "points")


def league_detail(league_id: str, actor: Actor) -> dict[str, Any]:
    """The league as it stands league, straight from the log, with its seasons. Raises `Unknown`."""
    head, league = leagues.load(league_id)
    return {
        "id": league_id,
        "club": league.club,
        "name": league.name,
        "game": league.game,
        "game_name": gettext(engine(league.game).meta.name),
        "revision": head.seq,
        "seasons": [_overview(league, season, actor) for season in league.seasons],
    }


def _overview(league: League, season: Season, actor: Actor) -> dict[str, Any]:
    return {
        "number": season.number,
        "name": season.name,
        "closed": season.closed is not None,
        "events": len(_visible_events(league, season, actor)),
        "divisions": [division.name for division in season.rules.divisions],
    }


def _visible_events(league: League, season: Season, actor: Actor) -> list[tuple[Attached, Tournament]]:
    """The events of a season but for drafts of which the reader may not know."""
    found = [(each, tournaments.load(each.tournament).state) for each in season.events]
    return [pair for pair in found if pair[1].public or actor.official(league.club)]


def season_detail(league_id: str, number: int, actor: Actor) -> dict[str, Any]:
    """A season: rules, events, members of divisions, and how it was closed. Raises `Unknown`.

    Nothing of drafts of which the reader may not know, among what was left out of a closed season either.
    """
    head, league = leagues.load(league_id)
    found = lifecycle.get_season(league, number)
    closed, proposed = found.closed, lifecycle.proposed_divisions(league, number)
    events = _visible_events(league, found, actor)
    seen = {each.tournament for each, _ in events}
    players = [*_all(found.members), *_all(proposed)]
    if closed is not None:
        players += [row.player for rows in closed.tables for row in rows]
    called = names_of(sorted(set(players)))
    return {
        "league": league_id,
        "club": league.club,
        "number": number,
        "revision": head.seq,
        "name": found.name,
        "rules": _rules(found.rules),
        "events": [_event(each, event) for each, event in events],
        "members": _division_players(found.members, called),
        "proposed": _division_players(proposed, called),
        "closed": None
        if closed is None
        else {
            "reason": closed.reason,
            "moves": [
                {**_player(move.player, called), "before": move.before, "after": move.after} for move in closed.moves
            ],
            "divisions": _division_players(closed.divisions, called),
            "gone": [_player(player, called) for player in closed.gone],
            "decided": [_player(player, called) for player in closed.decided],
            "left_out": [tournament for tournament in closed.left_out if tournament in seen],
        },
    }


def _rules(rules: SeasonRules) -> dict[str, Any]:
    return {
        "points": [str(value) for value in rules.points],
        "beyond": str(rules.beyond),
        "shared": rules.shared,
        "best": rules.best,
        "drop": rules.drop,
        "tiebreaks": list(rules.tiebreaks),
        "divisions": [{"name": each.name, "capacity": each.capacity} for each in rules.divisions],
        "promote": rules.promote,
        "relegate": rules.relegate,
    }


def _all(divisions: Iterable[Sequence[str]]) -> list[str]:
    return [player for division in divisions for player in division]


def _division_players(divisions: Iterable[Sequence[str]], called: Mapping[str, str]) -> list[list[dict[str, Any]]]:
    return [[_player(player, called) for player in division] for division in divisions]


def _player(player: str, called: Mapping[str, str]) -> dict[str, Any]:
    return {"player": player, "name": called.get(player)}


def _event(each: Attached, event: Tournament) -> dict[str, Any]:
    return {"tournament": each.tournament, "name": event.name, "phase": event.phase, "division": each.division}


def season_table(league_id: str, number: int, actor: Actor, *, provisional: bool = False) -> dict[str, Any]:
    """The table of a season over its finished events, division by division. If it is closed, as it was frozen.

    *provisional*: as if running events ended as they stand. Their terms say so. Every row has the terms that add up to
    its points. `revision` is the league's. Raises `Unknown`.
    """
    head, league = leagues.load(league_id)
    found = lifecycle.get_season(league, number)
    wanted = ("running", "finished") if provisional else ("finished",)
    shown = {each.tournament: event for each, event in _visible_events(league, found, actor)}
    if found.closed is None:
        events = {id_: event_result(id_, found) for id_, event in shown.items() if event.phase in wanted}
        tables = lifecycle.season_tables(found, events)
    else:
        tables = found.closed.tables
    called = names_of(sorted({row.player for rows in tables for row in rows}))
    divisions: list[str | None] = [division.name for division in found.rules.divisions]
    return {
        "league": league_id,
        "season": number,
        "revision": head.seq,
        "league_name": league.name,
        "name": found.name,
        "closed": found.closed is not None,
        "provisional": provisional and found.closed is None,
        "tiebreaks": [
            {"code": code, "title": gettext(TIEBREAKS[code].title), "text": gettext(TIEBREAKS[code].text)}
            for code in found.rules.tiebreaks
        ],
        "divisions": [
            {
                "division": place,
                "name": name,
                "rows": [_row(row, called, shown) for row in rows],
            }
            for place, (name, rows) in enumerate(zip(divisions or [None], tables, strict=True))
        ],
    }


def _row(row: SeasonRow, called: Mapping[str, str], shown: Mapping[str, Tournament]) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "shared": row.shared,
        "player": row.player,
        "name": called.get(row.player),
        "points": str(row.points),
        "tiebreaks": [[str(value) for value in figures] for figures in row.values],
        "terms": [
            {
                "tournament": term.tournament,
                "name": shown[term.tournament].name if term.tournament in shown else None,
                "place": term.place,
                "points": str(term.points),
                "counted": term.counted,
                "finished": term.finished,
            }
            for term in row.terms
        ],
    }


def list_leagues(*, club: UUID | None = None, game: str | None = None) -> Listing:
    """Leagues, the newest first, as the projection last saw them."""
    wanted = {"club": club, "game": game}
    rows = LeagueRow.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    return Listing(rows, ("-created_at", "-id"), lambda found: [_league(row) for row in found])


def _league(row: LeagueRow) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "club": str(row.club),
        "name": row.name,
        "game": row.game,
        "seasons": row.seasons,
        "revision": row.revision,
    }


def season_table_csv(league_id: str, season: int, actor: Actor, *, provisional: bool = False) -> str:
    """The tables of a season, as `table` gives them, as CSV, one line for each player. Raises `Unknown`.

    Behind the points a column for each event, called by its name (by its id where the reader may not know it), with
    what it gave whether it counts or not; empty for who was not there. Exact numbers are numbers where they are whole,
    else text like 5/2.
    """
    shown = season_table(league_id, season, actor, provisional=provisional)
    rows = [(division["name"], row) for division in shown["divisions"] for row in division["rows"]]
    events = {term["tournament"]: term["name"] or term["tournament"] for _, row in rows for term in row["terms"]}
    lines: list[tuple[object, ...]] = []
    for division, row in rows:
        taken = {term["tournament"]: term for term in row["terms"] if term["place"] is not None}
        gave = (exact_cell(taken[event]["points"]) if event in taken else "" for event in events)
        lines.append((division or "", row["rank"], row["player"], row["name"] or "", exact_cell(row["points"]), *gave))
    return csv_text([(*CSV_HEADING, *events.values()), *lines])
