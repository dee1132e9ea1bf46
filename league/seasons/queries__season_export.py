"""Season tables as a file."""

from league.common.actor import Actor
from league.common.csv import csv_text
from league.seasons.queries import season_table
from league.tournaments.queries.standings_csv import number

HEADING = ("division", "rank", "player", "name", "points")


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
        gave = (number(taken[event]["points"]) if event in taken else "" for event in events)
        lines.append((division or "", row["rank"], row["player"], row["name"] or "", number(row["points"]), *gave))
    return csv_text([(*HEADING, *events.values()), *lines])
