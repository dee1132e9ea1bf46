"""Charts drawn on the server: where their lines and steps of colour are, and the sentence that says what is seen.

Also the small figures in standings: places gained or lost, the form of the last rounds, and the cells of a crosstable.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from django import template
from django.utils.formats import localize
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from league.matches.queries.score_sheet import SheetLine
from league.ratings.queries import RatingOnDay
from league.standings.types import Outcome
from league.tournaments.queries.crosstable import CellOfRound
from league.tournaments.queries.race import Meetings, Race, Runner
from web.templatetags.frame import minus
from web.templatetags.words import bye

register = template.Library()

STEPS = 6  # of colour, from `.h0` to `.h6`
GRID = 4  # lines at most, besides the first
DOTS = 5  # of the last days
MEETINGS = (0, 4)  # of a pair, from no colour to the strongest


@register.filter
def line(runner: Runner) -> str:
    """The points of a runner's line: the number of the round, and the middle of the row in the standings."""
    return " ".join(f"{x},{place.row + 0.5}" for x, place in enumerate(runner.places) if place)


@register.filter
def race_sentence(race: Race) -> str:
    """Who leads, and who gained most in the last round."""
    number, leaders = race.rounds[-1], [each.name or "?" for each in race.runners if (_rank(each, -1)) == 1]
    sentences = []
    if len(leaders) == 1:
        sentences.append(gettext("%(name)s leads after round %(number)d.") % {"name": leaders[0], "number": number})
    else:
        words = {"names": ", ".join(leaders), "number": number}
        sentences.append(gettext("Tied for the lead after round %(number)d: %(names)s.") % words)
    gains = [(before - _rank(each, -1), each) for each in race.runners if (before := _rank(each, -2))]
    most = max((gain for gain, _ in gains), default=0)
    if most > 0 and [gain for gain, _ in gains].count(most) == 1:
        best = next(each for gain, each in gains if gain == most)
        words = {"name": best.name or "?", "number": number, "before": _rank(best, -2), "after": _rank(best, -1)}
        text = gettext("%(name)s gained most in round %(number)d: from place %(before)d to place %(after)d.")
        sentences.append(text % words)
    return " ".join(sentences)


def _rank(runner: Runner, at: int) -> int:
    """The rank after a round, counted like an index; 0 if there is none."""
    place = runner.places[at] if len(runner.places) >= -at else None
    return place.rank if place else 0


@register.filter
def meetings_sentence(meetings: Meetings) -> str:
    """How often two met at most."""
    most = max(max(row.times) for row in meetings.rows)
    pairs = sum(row.times.count(most) for row in meetings.rows) // 2
    if most == 1:
        return gettext("No pair has met more than once.")
    words = {"times": most, "pairs": pairs}
    return gettext("Most meetings of one pair: %(times)d. Pairs that met this often: %(pairs)d.") % words


@register.filter
def met(meetings: Meetings) -> bool:
    """Whether any two have met."""
    return any(any(row.times) for row in meetings.rows)


@register.filter
def meeting_heat(times: int) -> str:
    """The class of so many meetings of a pair."""
    return heat(times, MEETINGS)


def heat(value: float | None, ends: tuple[float, float]) -> str:
    """The class of a value between the worst and the best of *ends*."""
    if value is None:
        return ""
    worst, best = ends
    share = (value - worst) / (best - worst) if best != worst else 0.5
    return f"h{round(STEPS * min(share, 1))}"


class TotalsLine(NamedTuple):
    """The running total of a seat: where its line goes, and what it comes to."""

    seat: int
    points: str
    total: int


@register.filter
def totals_lines(results: Sequence[SheetLine]) -> list[TotalsLine]:
    """The totals of all seats from game to game, the highest first.

    x is the number of the game, y counts rows of names from the top. Behind the last game each line goes on to the row
    of its name.
    """
    totals = [(0, *accumulate(each)) for each in zip(*(line.points for line in results), strict=True)]
    low, high = min(map(min, totals)), max(map(max, totals))
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat][-1])
    height = len(totals) / (high - low or 1)
    lines = []
    for row, seat in enumerate(order):
        points = [(x, round((high - total) * height, 2)) for x, total in enumerate(totals[seat])]
        lines.append(TotalsLine(seat, _points([*points, (len(results) + 1, row + 0.5)]), totals[seat][-1]))
    return lines


class GridLine(NamedTuple):
    y: float  # percent from the top
    label: str


class Dot(NamedTuple):
    x: float
    y: float
    day: RatingOnDay


class Curve(NamedTuple):
    """A rating with its deviation. x and y are in percent of the drawing, from its left upper corner."""

    mean: str  # points of a line
    band: str  # points of a polygon
    grid: list[GridLine]
    dots: list[Dot]


@register.filter
def curve(days: Sequence[RatingOnDay]) -> Curve:
    """The line of a rating over two or more days, and one deviation around it."""
    low, high = min(each.mu - each.sigma for each in days), max(each.mu + each.sigma for each in days)
    first, whole = days[0].day, (days[-1].day - days[0].day).days

    def point(day: RatingOnDay, value: float) -> tuple[float, float]:
        return round(100 * (day.day - first).days / whole, 2), round(100 * (high - value) / (high - low), 2)

    above = [point(each, each.mu + each.sigma) for each in days]
    below = [point(each, each.mu - each.sigma) for each in days]
    return Curve(
        _points([point(each, each.mu) for each in days]),
        _points([*above, *reversed(below)]),
        [GridLine(round(100 * (high - value) / (high - low), 2), localize(value)) for value in _ticks(low, high)],
        [Dot(*point(each, each.mu), each) for each in days[-DOTS:]],
    )


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _ticks(low: float, high: float) -> list[int]:
    """Round numbers between *low* and *high*: multiples of 1, 2 or 5 times a power of ten."""
    step = next(
        size * power
        for power in (10**exponent for exponent in range(9))
        for size in (1, 2, 5)
        if (high - low) / (size * power) <= GRID
    )
    return list(range(-int(-low // step) * step, int(high // step) * step + 1, step))


@register.filter
def movement(gained: int) -> str | SafeString:
    """Places gained or lost since the round before. Nothing for an entrant who has kept the place."""
    if not gained:
        return ""
    words = gettext("up %(count)d") if gained > 0 else gettext("down %(count)d")
    sign = "▲" if gained > 0 else "▼"
    said = words % {"count": abs(gained)}
    return format_html('<small class="moved" role="img" aria-label="{}">{}{}</small>', said, sign, abs(gained))


@register.filter
def form(cells: Sequence[CellOfRound]) -> SafeString:
    """How rounds ended for an entrant, each as one sign with its words."""
    return mark_safe("".join(map(_sign, cells)))  # noqa: S308 - words are escaped below


def _sign(cell: CellOfRound) -> str:
    if cell.winner:
        sign, word = "★", gettext("won")
    elif cell.outcome == Outcome.BYE:
        sign, word = "○", gettext("bye")
    elif cell.absent and not cell.left:
        sign, word = "✗", gettext("no-show")
    else:
        sign, word = "•", gettext("not won")
    said = escape(gettext("round %(number)d: %(how)s") % {"number": cell.round, "how": word})
    return f'<i role="img" title="{said}" aria-label="{said}">{sign}</i>'


@register.filter
def crosstable_cell(cells: Sequence[CellOfRound], ends: tuple[int, int] | None) -> SafeString:
    """The cell of a round, in which an entrant may have been at several tables, with a colour between the *ends*."""
    colour = heat(cells[0].points, ends) if ends and cells else ""
    tables = " · ".join(map(_table_of_round, cells)) or "–"
    return mark_safe(f'<td class="{colour}">{tables}</td>')  # noqa: S308 - words are escaped below


def _table_of_round(cell: CellOfRound) -> str:
    """The points, a star for a win, and the lines of the opponents; or why there are none."""
    if cell.absent:
        said = "✗" + _word_for_listeners(gettext("left the table") if cell.left else gettext("no-show"))
    elif cell.points is not None:
        said = minus(cell.points)
    elif cell.bye:
        said = escape(bye(cell.bye))
    else:
        said = escape(gettext("bye")) if cell.outcome == Outcome.BYE else "–"
    won = "★" + _word_for_listeners(gettext("won")) if cell.winner else ""
    against = f" <small>({', '.join(map(str, cell.against))})</small>" if cell.against else ""
    return said + won + against


def _word_for_listeners(word: str) -> str:
    """A word for screen readers, after a sign."""
    return f'<span class="vh"> {escape(word)}</span>'
