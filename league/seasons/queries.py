"""What people see of leagues: seasons, their events and divisions, and season tables opened into their terms."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games.registry import engine
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.seasons.attached_events import event_result
from league.seasons.domain import lifecycle
from league.seasons.domain.league import Attached, League, Season
from league.seasons.domain.rules import SeasonRules
from league.seasons.domain.table import SeasonRow
from league.seasons.domain.tiebreaks import TIEBREAKS
from league.seasons.repository import leagues
from league.tournaments.domain.tournament import Tournament
from league.tournaments.repository import tournaments


def league_detail(league_id: str, actor: Actor) -> dict[str, Any]:
    """The league as it stands now, straight from the log, with its seasons. Raises `Unknown`."""
    head, now = leagues.current(league_id)
    return {
        "id": league_id,
        "club": now.club,
        "name": now.name,
        "game": now.game,
        "game_name": gettext(engine(now.game).meta.name),
        "revision": head.seq,
        "seasons": [_overview(now, season, actor) for season in now.seasons],
    }


def _overview(now: League, season: Season, actor: Actor) -> dict[str, Any]:
    return {
        "number": season.number,
        "name": season.name,
        "closed": season.closed is not None,
        "events": len(_visible_events(now, season, actor)),
        "divisions": [division.name for division in season.rules.divisions],
    }


def _visible_events(now: League, season: Season, actor: Actor) -> list[tuple[Attached, Tournament]]:
    """The events of a season but for drafts of which the reader may not know."""
    found = [(each, tournaments.current(each.tournament).state) for each in season.events]
    return [pair for pair in found if pair[1].public or actor.official(now.club)]


def season_detail(league_id: str, number: int, actor: Actor) -> dict[str, Any]:
    """A season: rules, events, members of divisions, and how it was closed. Raises `Unknown`.

    Nothing of drafts of which the reader may not know, among what was left out of a closed season either.
    """
    head, now = leagues.current(league_id)
    found = lifecycle.get_season(now, number)
    closed, proposed = found.closed, lifecycle.proposed_divisions(now, number)
    events = _visible_events(now, found, actor)
    seen = {each.tournament for each, _ in events}
    players = [*_all(found.members), *_all(proposed)]
    if closed is not None:
        players += [row.player for rows in closed.tables for row in rows]
    called = names_of(sorted(set(players)))
    return {
        "league": league_id,
        "club": now.club,
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
    """The table of a season, division by division, over its finished events; if it is closed, as it was frozen.

    *provisional*: as if the events that run now ended as they stand; their terms say so. Every row has the terms that
    add up to its points. Worked out from the log as it is: `revision` is the league's. Raises `Unknown`.
    """
    head, now = leagues.current(league_id)
    found = lifecycle.get_season(now, number)
    wanted = ("running", "finished") if provisional else ("finished",)
    shown = {each.tournament: event for each, event in _visible_events(now, found, actor)}
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
        "league_name": now.name,
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
