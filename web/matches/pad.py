"""The table page: results on a phone, by the link of a table without an account, or signed in with a seat.

The word of a link counts as that of one seat.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.common.actor import Actor
from league.impact import services as impact_services
from league.matches.queries import detail as match_queries
from league.matches.queries import totals
from league.matches.queries.detail import MatchDetail
from league.matches.queries.score_sheet import ResultEntry, SheetLine, result_entry
from league.tournaments.errors import TableLinkSpent
from league.tournaments.queries.error_messages import error_text
from league.tournaments.services.table_links import enter_by_link
from web.command_form import LONGEST_REASON, new_key, require_sign_in
from web.locales import use_club_locale
from web.matches.entries import (
    KEY,
    EntryConflict,
    EntryProblem,
    SentEntry,
    entry_versions,
    is_own,
    problem_answer,
    save_once,
    saved_answer,
    wants_json,
)
from web.matches.header import match_header
from web.matches.numbers import (
    TypedNumbers,
    asks_reason,
    away_seats,
    find_line,
    game_name,
    points_text,
    read_numbers,
    reporter_names,
    standing_numbers,
    standing_text,
    stated_result,
)
from web.page import REFUSED, form_page, reader
from web.templatetags.frame import minus
from web.templatetags.words import seat_name
from web.throttling import throttle

FIELD = "n"
NOBODY = "nobody"  # ended the game
GONE = 410
MOST_ROWS = 4  # that fit above a pad of four lines on a small phone
CORRECTIONS = (gettext_noop("Typing slip"), gettext_noop("Misread"), gettext_noop("Counted again"))
OBJECTIONS = (
    gettext_noop("A number is wrong"),
    gettext_noop("Somebody else won"),
    gettext_noop("The rules say otherwise"),
)


@dataclass(frozen=True, kw_only=True)
class PadVisit:
    """Who writes the results of which match. `address` is that of their page."""

    match: str
    actor: Actor
    address: str

    def says(self, match: MatchDetail, line: SheetLine) -> bool:
        """Whether the visitor stands by a result."""
        if self.actor.link is not None:
            return line.by_link
        return min(match.you) in line.confirmed_by if match.you else line.official

    def doubts(self, match: MatchDetail, line: SheetLine | None) -> bool:
        """Whether other numbers of the visitor would be an objection: those that stand are of somebody else."""
        return line is not None and (self.actor.link is not None or bool(match.you)) and not self.says(match, line)

    def objects(self, match: MatchDetail) -> bool:
        """Whether the visitor has contested a result of the match, which still stands."""
        found = [each for line in match.results for each in line.objections]
        if self.actor.link is not None:
            return any(each.by_link for each in found)
        own = min(match.you) if match.you else None
        return any(each.seat == own and not each.by_link for each in found)


@dataclass(frozen=True, kw_only=True)
class PadRow:
    """A number to enter: of a seat, with what it has so far, or of the whole table."""

    field: str
    label: str
    question: str
    value: str
    seat: int | None = None
    run: str = ""


@dataclass(frozen=True, kw_only=True)
class PadGame:
    """A game in the line of games. `line` is its result, `was` that in one text, `shown` what was entered for it.

    `foreign`: others entered it.
    """

    name: str
    line: SheetLine | None
    foreign: bool
    now: bool
    was: str
    shown: str


@form_page
def pad(request: HttpRequest, token: str) -> HttpResponse:
    """The next game without a result, or the `?game=` that is asked for; the whole sheet once there is none."""
    try:
        table, actor = enter_by_link(token)
    except TableLinkSpent as spent:
        return throttle(request, "table") or _gone_page(request, error_text(spent))
    if request.method == "POST" and (refused := throttle(request, "table")) is not None:
        return refused
    with use_club_locale(request, "match", table.match):
        return _answer(request, PadVisit(match=table.match, actor=actor, address=request.path))


@form_page
@require_sign_in
def own_pad(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The same page for players of the match and officials. Others, and matches with moves, have the match page."""
    visit = PadVisit(match=str(match_id), actor=reader(request), address=request.path)
    match = match_queries.match_detail(visit.match, visit.actor)
    if request.method != "POST" and (match.level != "score" or not (match.you or "report" in match.may)):
        return redirect("web:match", match_id)
    return _answer(request, visit)


def _answer(request: HttpRequest, visit: PadVisit) -> HttpResponse:
    if request.method != "POST":
        return _page(request, visit)
    if "confirm" in request.POST:
        return _judge(request, visit, impact_services.confirm_result)
    if "contest" in request.POST:
        reason = request.POST.get("reason", "").strip()[:LONGEST_REASON]
        return _judge(request, visit, partial(impact_services.contest_result, reason=reason))
    return _report(request, visit)


def _gone_page(request: HttpRequest, text: str) -> HttpResponse:
    """What the link says once it has ended. What a phone has not sent yet is listed below."""
    if wants_json(request):
        return problem_answer(EntryProblem(state="refused", text=text))
    return render(request, "web/pad_gone.html", {"text": text}, status=GONE)


def _judge(request: HttpRequest, visit: PadVisit, command: Callable[..., object]) -> HttpResponse:
    """Confirm or contest the result, if it is still the one that was shown."""

    def judge() -> None:
        match = match_queries.match_detail(visit.match, visit.actor)
        if str(match.revision) != request.POST.get("revision"):
            raise EntryConflict(gettext("The result has changed. Look at it again."))
        command(match_id=match.id, expected=match.revision, actor=visit.actor)

    problem = save_once(_read_entry(request, visit), judge)
    return redirect(visit.address) if problem is None else _page(request, visit, alert=problem.text)


def _report(request: HttpRequest, visit: PadVisit) -> HttpResponse:
    match, entry = match_queries.match_detail(visit.match, visit.actor), result_entry(visit.match)
    place = _place(request.POST.get("game", ""), entry)
    if place is None:
        problem = EntryProblem(state="refused", text=gettext("This match has no such game."))
        return problem_answer(problem) if wants_json(request) else _page(request, visit, alert=problem.text)
    found = save_once(_read_entry(request, visit), lambda: _save(request, visit, entry, place))
    if wants_json(request):
        return _json_answer(request, visit, place, found)
    if found is None:
        return redirect(f"{visit.address}?saved={game_name(place)}")
    typed = _typed(request, entry, len(match.seats), away_seats(match, find_line(match, place)))
    return _page(request, visit, game=game_name(place), typed=typed, alert=found.text)


def _read_entry(request: HttpRequest, visit: PadVisit) -> SentEntry:
    fields = {name: value for name, value in request.POST.dict().items() if name not in (KEY, "csrfmiddlewaretoken")}
    return SentEntry(path=request.path, key=request.POST.get(KEY, ""), user=visit.actor.user, fields=fields)


def _save(request: HttpRequest, visit: PadVisit, entry: ResultEntry, place: tuple[int, int]) -> None:
    """Report the game that was sent, if its result is the one that was shown, or the same. Raises `EntryConflict`."""
    match = match_queries.match_detail(visit.match, visit.actor)
    line = find_line(match, place)
    away = away_seats(match, line)
    typed = _typed(request, entry, len(match.seats), away)
    if _stands(visit, match, place, typed):
        return  # it was sent before
    if standing_text(line) != request.POST.get("was", "") and not is_own(match, entry, place, typed):
        raise EntryConflict(_conflict_text(match, line))
    impact_services.report_result(
        match_id=match.id,
        place=place,
        stated=stated_result(entry, typed, away, ended=_ended(request, entry)),
        correction=(request.POST.get("correction", "").strip()[:LONGEST_REASON] or None) if line else None,
        expected=match.revision,
        actor=visit.actor,
    )


def _stands(visit: PadVisit, match: MatchDetail, place: tuple[int, int], typed: TypedNumbers) -> bool:
    """Whether the result of a game is what was typed, and the visitor stands by it."""
    line = find_line(match, place)
    return line is not None and visit.says(match, line) and is_own(match, result_entry(match.id), place, typed)


def _json_answer(
    request: HttpRequest, visit: PadVisit, place: tuple[int, int], problem: EntryProblem | None
) -> HttpResponse:
    match, entry = match_queries.match_detail(visit.match, visit.actor), result_entry(visit.match)
    line = find_line(match, place)
    typed = _typed(request, entry, len(match.seats), away_seats(match, line))
    if problem is None:
        return saved_answer(standing_text(line) if _stands(visit, match, place, typed) else "")
    if problem.state == "conflict":
        versions = entry_versions(match, entry, place, typed)
        problem = replace(problem, was=standing_text(line), versions=versions)
    return problem_answer(problem)


def _typed(request: HttpRequest, entry: ResultEntry, seats: int, away: Collection[int]) -> TypedNumbers:
    """What was sent. The number of the seat that ended the game is 0, and not entered; if nobody did, none is."""
    winner = request.POST.get("winner", "")
    typed = read_numbers(request.POST, FIELD, entry, seats, range(seats) if winner == NOBODY else away)
    if entry.form.finisher is None or not winner.isdecimal():
        return typed
    numbers = tuple("0" if str(seat) == winner else text for seat, text in enumerate(typed.numbers))
    return TypedNumbers(numbers, typed.rest, typed.reason)


def _ended(request: HttpRequest, entry: ResultEntry) -> str | None:
    """The reason if it was said that no seat has ended the game: that of numbers without a 0."""
    return entry.form.ending((1,)) if entry.form.finisher and request.POST.get("winner") == NOBODY else None


def _page(
    request: HttpRequest,
    visit: PadVisit,
    *,
    game: str | None = None,
    typed: TypedNumbers | None = None,
    alert: str = "",
) -> HttpResponse:
    match, entry = match_queries.match_detail(visit.match, visit.actor), result_entry(visit.match)
    head = match_header(match, visit.actor)
    writes = "report" in match.may
    wanted = _place(game or request.GET.get("game", ""), entry) if writes else None
    missing = [place for place in entry.places if find_line(match, place) is None] if writes else []
    place = wanted or next(iter(missing), None)
    saved = _place(request.GET.get("saved", ""), entry)
    context: dict[str, Any] = {
        "address": visit.address,
        "linked": visit.actor.link is not None,
        "title": head["match_title"],
        "heading": head["game"].name,
        "place": head["place"],
        "match": match,
        "names": [seat_name(seat) for seat in match.seats],
        "totals": totals.totals(UUID(match.id)),
        "games": [_game(visit, match, entry, each, current=each == place) for each in entry.places],
        "key": new_key(),
        "saved": _saved_text(match, saved),
        "others": _others_text(visit, match, entry),
        "reporters": _reporters(visit, match),
        "objects": visit.objects(match),
        "alert": alert,
        "done": place is None,
    }
    if place is not None:
        context |= _entry_context(match, entry, place, typed)
        context |= _reason_context(visit, match, place)
        context |= {"stuck": request.POST.get("winner") == NOBODY, "why": request.POST.get("correction", "")}
    return render(request, "web/pad.html", context, status=REFUSED if alert else 200)


def _game(visit: PadVisit, match: MatchDetail, entry: ResultEntry, place: tuple[int, int], *, current: bool) -> PadGame:
    line, shown = find_line(match, place), standing_numbers(entry, len(match.seats), place)
    was, foreign = standing_text(line), visit.doubts(match, line)
    return PadGame(name=game_name(place), line=line, foreign=foreign, now=current, was=was, shown=shown.text)


def _entry_context(
    match: MatchDetail, entry: ResultEntry, place: tuple[int, int], typed: TypedNumbers | None
) -> dict[str, Any]:
    """The form of one game."""
    form, line = entry.form, find_line(match, place)
    shown = typed or standing_numbers(entry, len(match.seats), place)
    zeros = [seat for seat, text in enumerate(shown.numbers) if text == "0"]
    rows = _rows(match, entry, shown, away_seats(match, line))
    return {
        "game": game_name(place),
        "line": line,
        "was": standing_text(line),
        "rows": rows,
        "rest": [
            PadRow(field=f"{FIELD}-rest{at}", label=gettext(label), question=gettext(label), value=shown.rest[at])
            for at, label in enumerate(form.rest)
        ],
        "dense": line is not None or len(rows) + len(form.rest) > MOST_ROWS,
        "finisher": form.finisher,
        "ask": gettext(form.finisher.question) if form.finisher else "",
        "nobody": gettext(form.finisher.nobody) if form.finisher else "",
        "winner": zeros[0] if form.finisher and len(zeros) == 1 else None,
        "label": gettext(form.label),
        "total": entry.total,
        "reasons": [(code, gettext(text)) for code, text in entry.reasons.items()] if asks_reason(entry) else [],
        "reason": shown.reason,
    }


def _reason_context(visit: PadVisit, match: MatchDetail, place: tuple[int, int]) -> dict[str, Any]:
    """Why a result changes, and what is wrong with that of others: words to choose from, and what is asked."""
    line = find_line(match, place)
    doubts = visit.doubts(match, line)
    return {
        "corrects": line is not None and not doubts,
        "corrections": [gettext(text) for text in CORRECTIONS],
        "doubts": doubts,
        "objections": [gettext(text) for text in OBJECTIONS],
    }


def _rows(match: MatchDetail, entry: ResultEntry, shown: TypedNumbers, away: Collection[int]) -> list[PadRow]:
    """A row for each seat that plays, or the one of the team."""
    question, run = gettext(entry.form.question), totals.totals(UUID(match.id)).points
    if entry.form.whole:
        label = gettext("The team")
        return [PadRow(field=f"{FIELD}-0", label=label, question=question, value=shown.numbers[0])]
    return [
        PadRow(
            field=f"{FIELD}-{seat}",
            label=(name := seat_name(match.seats[seat])),
            question=question.format(name=name),
            value=value,
            seat=seat,
            run=minus(f"{run[seat]:+d}" if entry.form.finisher and run[seat] else run[seat]),
        )
        for seat, value in enumerate(shown.numbers)
        if seat not in away
    ]


def _saved_text(match: MatchDetail, place: tuple[int, int] | None) -> str:
    line = find_line(match, place) if place else None
    if line is None:
        return ""
    winners = [f"{seat_name(match.seats[seat])} ({minus(line.points[seat])})" for seat in line.winners]
    text = gettext("Game {game} is saved. Won by {who}.") if winners else gettext("Game {game} is saved.")
    return text.format(game=f"{line.round}.{line.game}", who=", ".join(winners))


def _others_text(visit: PadVisit, match: MatchDetail, entry: ResultEntry) -> str:
    """The last game that somebody else has entered."""
    lines = [line for line in match.results if not visit.says(match, line)]
    if not lines:
        return ""
    line = lines[-1]
    points = points_text(line) if not entry.form.whole else str(line.points[0])
    text = gettext("Game {game}: {points}, entered by {who}.")
    game = game_name((line.round, line.game))
    return text.format(game=game, points=minus(points), who=reporter_names(match, line))


def _reporters(visit: PadVisit, match: MatchDetail) -> str:
    """Who entered the results that wait for the visitor."""
    names = [reporter_names(match, line) for line in match.results if not visit.says(match, line)]
    return ", ".join(dict.fromkeys(names))


def _conflict_text(match: MatchDetail, line: SheetLine | None) -> str:
    if line is None:
        return gettext("In the meantime the result of this game was removed. Save again to enter yours.")
    text = gettext(
        "In the meantime {who} entered {points}. Save again only if yours is right: the table then has two versions, "
        "and an official decides."
    )
    return text.format(who=reporter_names(match, line), points=minus(points_text(line)))


def _place(name: str, entry: ResultEntry) -> tuple[int, int] | None:
    return next((place for place in entry.places if game_name(place) == name), None)
