"""Standings read by every path: API, page, export, `manage.py standings`."""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any, NamedTuple

from league.matches.domain import events as match_events
from league.matches.domain import summary
from league.standings.types import MatchResult
from league.tournaments.domain import events as tournament_events
from league.tournaments.domain.standings import standing_rows
from league.tournaments.domain.tournament import replay

OTHERS = ("Place", "Name", "Score", "Played", "Form", "Possible places")  # headings of what is no tie-break


class Row(NamedTuple):
    """A row of the standings, with every number as exact text."""

    rank: int
    entrant: str
    score: str
    tiebreaks: tuple[str, ...]


def rows_of_standings(rows: Iterable[dict[str, Any]]) -> list[Row]:
    """Standings from the API or `manage.py standings`."""
    return [Row(row["rank"], row["entrant"], row["score"], tuple(row["tiebreaks"])) for row in rows]


def rows_of_answer(answer: dict[str, Any]) -> list[Row]:
    """Rows from a response of the API."""
    [group] = answer["groups"]
    return rows_of_standings(group["rows"])


def rows_of_page(page: str, tournament: str) -> list[Row]:
    """Rows from the first table of the page."""
    reader = _FirstTable(tournament)
    reader.feed(page)
    columns = sum(heading not in OTHERS for heading in reader.headings)
    return [
        Row(int(re.split("[▲▼]", cells[0])[0]), entrant, cells[2], tuple(cells[3 : 3 + columns]))
        for cells, entrant in zip(reader.rows, reader.entrants, strict=True)
    ]


class _FirstTable(HTMLParser):
    """Headings and cells of the first table of a page, and the entrant to whom each row links.

    A number that is shown with decimals has the exact one as its title.
    """

    def __init__(self, tournament: str) -> None:
        super().__init__()
        self.prefix = f"/tournaments/{tournament}/entrants/"
        self.headings: list[str] = []
        self.rows: list[list[str]] = []
        self.entrants: list[str] = []
        self.tables = 0
        self.body = self.cell = False
        self.exact: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tables += tag == "table"
        if self.tables != 1:
            return
        if tag == "tbody":
            self.body = True
        elif tag == "tr" and self.body:
            self.rows.append([])
        elif tag in ("td", "th"):
            self.cell = True
            (self.rows[-1] if self.body else self.headings).append("")
        elif tag == "span" and self.cell:
            self.exact = dict(attrs).get("title")
        elif tag == "a":
            link = dict(attrs).get("href") or ""
            if link.startswith(self.prefix):
                self.entrants.append(link.removeprefix(self.prefix).split("/")[0])

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.cell = False
        if tag == "table":
            self.body = False

    def handle_data(self, data: str) -> None:
        if self.cell and self.tables == 1:
            text, self.exact = self.exact or data.strip(), None
            (self.rows[-1] if self.body else self.headings)[-1] += text.replace("−", "-")


def rows_of_export(raw: bytes, tournament: str) -> list[Row]:
    """Rows folded from the events in the file, without a database."""
    streams = _streams(raw)
    now = replay([tournament_events.decode(kind, payload) for kind, payload in streams[f"tournament-{tournament}"]])
    ids = [table.match for round_ in now.published for table in round_.tables if table.match]
    results = {each: _result(streams[f"match-{each}"]) for each in ids}
    return [
        Row(row.rank, row.entrant, str(row.score), tuple(map(str, row.values)))
        for row in standing_rows(now, results, now.stages[0], 0)
    ]


def _result(stream: list[tuple[str, dict[str, Any]]]) -> MatchResult:
    history = [match_events.decode(kind, payload) for kind, payload in stream]
    match = summary.fold(history)
    seated, noted = match.substitutions, match.sheet
    absent = noted.away.union(noted.absent)
    if not noted.lines:
        return MatchResult(noted.outcome, seated.players, seated.origins, absent=absent)
    sums = match.totals()
    return MatchResult(
        noted.outcome,
        seated.players,
        seated.origins,
        sums.points,
        sums.wins,
        sums.winners if noted.ended else (),
        len(noted.lines),
        absent,
    )


def sums_of_export(raw: bytes) -> dict[str, tuple[int, int]]:
    """Games won and points of every player, added up from the last result of every game.

    No rule but addition, and that who did not come to a table has no more than any who played at it.
    """
    sums: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for name, stream in _streams(raw).items():
        if not name.startswith("match-") or any(kind == "match.voided" for kind, _ in stream):
            continue
        seats: list[str] = []
        away: set[str] = set()
        last: dict[tuple[int, int], dict[str, Any]] = {}
        for kind, payload in stream:
            if kind in ("match.opened", "seats.changed"):
                seats = payload["seats"]
                away = {*away, *payload.get("absent", ())} - {*seats}
            elif kind == "result.reported":
                last[payload["round"], payload["game"]] = payload
        results = [*last.values()]
        here = [
            (sum(seat in each["winners"] for each in results), sum(each["points"][seat] for each in results))
            for seat in range(len(seats))
        ]
        missed = [(0, min(0, *(points for _, points in here)))] * len(away)
        for player, (wins, points) in zip([*seats, *sorted(away)], [*here, *missed], strict=True):
            known = sums[player]
            sums[player] = (known[0] + wins, known[1] + points)
    return dict(sums)


def who_came(raw: bytes) -> set[str]:
    """The players who had a seat at any table that was not void."""
    found: set[str] = set()
    for name, stream in _streams(raw).items():
        if name.startswith("match-") and not any(kind == "match.voided" for kind, _ in stream):
            seats = [payload["seats"] for kind, payload in stream if kind in ("match.opened", "seats.changed")]
            found.update(seats[-1])
    return found


def agrees(rows: list[Row], sums: dict[str, tuple[int, int]], came: Collection[str]) -> bool:
    """Whether score (games won) and first tie-break (points) equal those sums and determine the ranks.

    Those who never came are behind all who did, even if one of those has no win and fewer points.
    """
    told = {row.entrant: (Fraction(row.score), Fraction(row.tiebreaks[0])) for row in rows}
    plain = {entrant: sums.get(entrant, (0, 0)) for entrant in told}
    order = sorted(((entrant in came, *plain[entrant]) for entrant in plain), reverse=True)
    found = [(row.entrant in came, *plain[row.entrant]) for row in rows]
    return told == plain and found == order and set(sums) <= set(told)


def _streams(raw: bytes) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    streams: dict[str, list[tuple[str, dict[str, Any]]]] = defaultdict(list)
    for line in map(json.loads, raw.splitlines()):
        if line["type"] == "event":
            streams[line["stream"]].append((line["kind"], json.loads(line["payload"])))
    return streams
