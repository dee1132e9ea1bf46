"""The tournament page: what is next, who plays, rounds, and forms for those who run it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.errors import gettext_noop
from league.clubs.queries import PlayerDetail, erased_players, kept_players, list_players
from league.common.actor import Actor
from league.errors import LeagueError, NotAllowed
from league.eventlog.types import Committed
from league.tournaments.queries import detail as seen
from league.tournaments.queries import next_steps, qualification
from league.tournaments.queries.detail import EntrantDetail, RankedEntrant, TournamentDetail
from league.tournaments.queries.error_messages import error_text
from league.tournaments.queries.qualification import TiedEntrants
from league.tournaments.queries.rounds import RoundDetail, TableDetail, list_decisions, round_detail
from league.tournaments.queries.standings import standings
from league.tournaments.services import entries
from web.command_form import CommandForm, CommandPage, form_answer, new_key, require_sign_in
from web.page import LIST, Question, is_sure, page, problem_page, question_page, reader, rehearse
from web.sharing import share
from web.tournaments.forms import FORMS
from web.tournaments.forms.base import TournamentContext, TournamentForm
from web.tournaments.forms.entries import separated_pairs
from web.tournaments.forms.rounds import ArrangeTables, DrawRound, SwapPlaces
from web.tournaments.leaving import leaving_text
from web.tournaments.progress import list_progress

MOST_PLAYERS = 2000  # that an entrant is chosen from
CONFLICT = gettext_noop(
    "Somebody else changed the tournament in the meantime. Review the current version and try again."
)
ATTENTION = ("contested", "unplayed", "reported", "confirmed", "forfeit", "void")  # outcomes, the most urgent first
PODIUM = 3  # places on it
SECTIONS = ("next", "round", "field", "more", "people")
OWN_ACTS: Mapping[str, Callable[..., Committed]] = {  # of players on themselves and their entrants
    "join": entries.enter,
    "here": entries.check_in,
    "leave": entries.withdraw,
    "back": entries.return_,
}


def address(tournament_id: UUID | str) -> str:
    """The address of a tournament page."""
    return reverse("web:tournament", args=[tournament_id])


@page
@share(seen.public_version)
def tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    return tournament_page(request, tournament_context(str(tournament_id), reader(request)))


class TournamentCommand(CommandPage[TournamentContext]):
    """Runs a form of the tournament page."""

    longest_body = LIST
    forms: ClassVar[Mapping[str, type[CommandForm[Any]]]] = {
        slug: form for slug, form in FORMS.items() if form.section != "people"
    }
    conflict = CONFLICT

    def page_address(self) -> str:
        return address(self.kwargs["tournament_id"])

    def next_address(self, slug: str, result: Any) -> str:
        """The draft after a draw or a change of it, the list of entrants after a change of that."""
        tournament_id = self.kwargs["tournament_id"]
        if slug in (DrawRound.slug, SwapPlaces.slug, ArrangeTables.slug):
            number = seen.detail(str(tournament_id), reader(self.request)).rounds[-1].number
            return reverse("web:round", args=[tournament_id, number])
        if FORMS[slug].section == "clock" and result is not None:
            return reverse("web:round", args=[tournament_id, result])
        return self.page_address() + ("#field" if FORMS[slug].section == "field" else "")

    def load(self) -> TournamentContext:
        return tournament_context(str(self.kwargs["tournament_id"]), reader(self.request))

    def render(
        self, context: TournamentContext, form: CommandForm[TournamentContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        return tournament_page(self.request, context, form, alert, status=422)


@require_POST
@require_sign_in
def self_service(request: HttpRequest, tournament_id: UUID, act: str) -> HttpResponse:
    """Run one of the players' own buttons."""
    if act not in OWN_ACTS:
        raise Http404
    actor = reader(request)
    tournament = seen.detail(str(tournament_id), actor)  # raises Unknown for a draft of others
    try:
        who = UUID(request.POST.get("who", ""))
    except ValueError:
        return problem_page(request, 400, gettext("The request could not be read."))
    whom = {"player_id": who} if act == "join" else {"entrant": str(who)}
    run = partial(OWN_ACTS[act], tournament_id=str(tournament_id), actor=actor, **whom)
    try:
        own = str(who) in tournament.you
        if (
            act == "leave"
            and (own or str(who) in {each.id for each in _own_guests(tournament)})
            and not is_sure(request)
        ):
            rehearse(run)
            text, back = leaving_text(tournament, str(who), actor, own=own), address(tournament_id)
            return question_page(request, Question(title=gettext("Withdraw from the tournament"), text=text, back=back))
        with form_answer(request) as answer:
            if not answer.repeated:
                run()
    except NotAllowed:
        raise
    except LeagueError as refusal:
        return problem_page(request, 422, error_text(refusal))
    return redirect(address(tournament_id))


def tournament_context(tournament_id: str, actor: Actor) -> TournamentContext:
    detail = seen.detail(tournament_id, actor)
    organiser, official = actor.organiser(detail.club), actor.official(detail.club)
    draft: RoundDetail | None = None
    players: Sequence[PlayerDetail] = ()
    level: Sequence[tuple[int, TiedEntrants]] = ()
    gone: frozenset[str] = frozenset()
    if organiser:
        last = detail.rounds[-1] if detail.rounds else None
        if last and not last.published:
            draft = round_detail(tournament_id, last.number, actor)
        listing = list_players(actor, club=UUID(detail.club))
        players = listing.first(MOST_PLAYERS)
        if detail.phase == "running":
            groups = qualification.qualification_preview(tournament_id, actor).groups
            level = [(group.group, group.level) for group in groups if group.level]
    if official or detail.you:
        gone = erased_players({player for each in detail.entrants for player in each.player_ids})
    return TournamentContext(
        actor=actor,
        tournament=detail,
        step=next_steps.next_step(tournament_id, actor),
        draft=draft,
        players=players,
        organiser=organiser,
        official=official,
        level=level,
        gone=gone,
    )


def list_forms(context: TournamentContext, *, but: str = "") -> dict[str, list[TournamentForm]]:
    """The forms that the reader may use, by section of the page."""
    classes = [each for each in FORMS.values() if context.may(each) and each.fits(context) and each.slug != but]
    forms = [each(context) for each in classes]
    return {section: [form for form in forms if form.section == section] for section in SECTIONS}


def tournament_page(
    request: HttpRequest,
    context: TournamentContext,
    failed: CommandForm[TournamentContext] | None = None,
    alert: str = "",
    *,
    status: int = 200,
) -> HttpResponse:
    """The tournament page, with the form that *failed* first."""
    detail, actor = context.tournament, context.actor
    current, entry_time = _current_round(context), _entry_time(detail, datetime.now(UTC))
    values = {
        "tournament": detail,
        "current": current,
        "tables": _by_need(current, detail) if current else [],
        "counts": _count_outcomes(current) if current else [],
        "step": context.step,
        "progress": list_progress(detail, context.step, current) if context.organiser and not context.over else [],
        "over": context.over,
        "apart": separated_pairs(context) if context.organiser else [],
        "complaints": context.draft.complaints if context.draft else [],
        "organiser": context.organiser,
        "official": context.official,
        "places": next_steps.own_places(detail.id, actor),
        "joining": _joining_players(context) if not entry_time else [],
        "entry_time": entry_time,
        "guests": _own_guests(detail) if not context.over else [],
        "taken": sum(each.status == "active" for each in detail.entrants),
        "waiting": sum(each.status == "waiting" for each in detail.entrants),
        "failed": failed,
        "alert": alert,
        "forms": list_forms(context, but="" if failed is None else failed.slug),
        "key": new_key(),
        "podium": _podium(detail, actor),
        "others": [each for each in detail.ranking if each.rank > PODIUM],
        "decisions": list_decisions(detail.id, actor),
        "here": sum(each.present and each.status != "withdrawn" for each in detail.entrants),
        "staying": sum(each.status != "withdrawn" for each in detail.entrants),
        "byes": [each for each in detail.entrants if each.byes],
        "entrants": sorted(detail.entrants, key=_status_and_name),
    }
    return render(request, "web/tournament.html", values, status=status)


def _current_round(context: TournamentContext) -> RoundDetail | None:
    """The last published round, unless the tournament is over."""
    published = [each.number for each in context.tournament.rounds if each.published]
    return round_detail(context.tournament.id, published[-1], context.actor) if published and not context.over else None


def mark_own(current: RoundDetail, detail: TournamentDetail) -> list[tuple[TableDetail, bool]]:
    """The tables in their order, with whether the reader plays there."""
    own = set(detail.you)
    return [(table, not own.isdisjoint(seat.entrant for seat in table.seats)) for table in current.tables]


def _by_need(current: RoundDetail, detail: TournamentDetail) -> list[tuple[TableDetail, bool]]:
    """The tables: the reader's own first, then by what they need of an organiser."""
    tables = mark_own(current, detail)
    return sorted(tables, key=lambda each: (not each[1], ATTENTION.index(each[0].outcome), each[0].table))


def _count_outcomes(current: RoundDetail) -> list[tuple[str, int]]:
    """How many tables stand how, by what they need of an organiser."""
    found = Counter(table.outcome for table in current.tables)
    return [(outcome, found[outcome]) for outcome in sorted(found, key=ATTENTION.index)]


def _podium(detail: TournamentDetail, actor: Actor) -> list[tuple[RankedEntrant, str | None]]:
    """The first three of a finished tournament, with their scores in its last stage if they played there.

    Nobody if there was no result.
    """
    if not detail.ranking:
        return []
    groups = standings(detail.id, actor).groups
    if all(each.rank == 1 for each in detail.ranking) and not any(group.has_results for group in groups):
        return []  # nobody has a result
    scores = {row.entrant: row.score for group in groups for row in group.rows}
    return [(each, scores.get(each.entrant)) for each in detail.ranking if each.rank <= PODIUM]


def _status_and_name(entrant: EntrantDetail) -> tuple[int, str]:
    return ("active", "waiting", "withdrawn").index(entrant.status), (entrant.name or "").casefold()


def _own_guests(detail: TournamentDetail) -> list[EntrantDetail]:
    """The guests of the reader who are still in it."""
    own = {player for each in detail.entrants if each.id in detail.you for player in each.player_ids}
    return [each for each in detail.entrants if each.host in own and each.status != "withdrawn"]


def _entry_time(detail: TournamentDetail, now: datetime) -> str:
    """Whether it is too `early` or too `late` for players to enter themselves."""
    dates = detail.dates
    if dates is None or detail.phase not in ("open", "running"):
        return ""
    if dates.opens is not None and now < dates.opens:
        return "early"
    return "late" if dates.closes is not None and now >= dates.closes else ""


def _joining_players(context: TournamentContext) -> Sequence[PlayerDetail]:
    """The reader's players of the club who could enter."""
    detail, actor = context.tournament, context.actor
    if detail.phase != "open" or context.teams or not actor.players:
        return []
    entered = {player for each in detail.entrants for player in each.player_ids}
    entered.update(kept_players(entered).values())
    club = list_players(actor, club=UUID(detail.club))
    return club.serialize(list(club.rows.filter(id__in=actor.players - entered)))
