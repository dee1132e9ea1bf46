"""The match page with its score sheet and forms, and the rules that refusals cite."""

from collections.abc import Mapping
from types import MappingProxyType
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from games.errors import gettext_noop
from league.appeals import queries as disputes
from league.appeals.arbiter_view import may_examine
from league.clubs.queries import list_players
from league.common.actor import Actor
from league.integrity.evidence import deal_is_fair
from league.matches.queries import detail as seen
from league.matches.queries import totals
from league.matches.queries.games import game as known_game
from league.matches.queries.games import has_rulebook, rules_in_words
from league.matches.queries.score_sheet import result_entry
from league.matches.queries.table import seats_to_move
from league.tournaments.queries.rounds import tie_decision
from web.command_form import CommandForm, CommandPage
from web.matches.forms import FORMS as RESULT_FORMS
from web.matches.forms import ConfirmResult, ContestResult, MatchContext, MatchForm, ReportResult
from web.matches.header import match_header
from web.matches.record_import import FillMatch
from web.page import FILE, page, reader

FORMS: Mapping[str, type[MatchForm]] = {**RESULT_FORMS, FillMatch.slug: FillMatch}
ANSWERS = (ConfirmResult.slug, ContestResult.slug)  # to a result that others have entered
MOST_PLAYERS = 500  # that a substitute is chosen from


@page
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The match. `?game=1.2` fills the form for a result with what stands of that game, `?by=points` takes points."""
    wanted = {key: request.GET[key] for key in ("game", "by") if request.GET.get(key)}
    return match_page(request, match_context(str(match_id), reader(request)), wanted=wanted)


class MatchCommand(CommandPage[MatchContext]):
    """Runs a form of the match page."""

    longest_body = FILE
    forms = FORMS
    conflict = gettext_noop(
        "Somebody else changed the match in the meantime. Review the current version and try again."
    )

    def page_address(self) -> str:
        return reverse("web:match", args=[self.kwargs["match_id"]])

    def load(self) -> MatchContext:
        return match_context(str(self.kwargs["match_id"]), reader(self.request))

    def render(
        self, context: MatchContext, form: CommandForm[MatchContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        return match_page(self.request, context, form, status=422)


def match_context(match_id: str, actor: Actor) -> MatchContext:
    detail = seen.match_detail(match_id, actor)
    players: list[tuple[str, str]] = []
    if "seats" in detail.may:
        listing = list_players(actor, club=UUID(detail.club))
        found = listing.first(MOST_PLAYERS)
        players = [(player.id, player.shown_as) for player in found]
        sitting = [seat for seat in detail.seats if seat.player not in dict(players)]
        players += [(seat.player, seat.name or "") for seat in sitting if seat.player]
    return MatchContext(actor=actor, match=detail, entry=result_entry(match_id), players=players)


def match_page(
    request: HttpRequest,
    context: MatchContext,
    failed: CommandForm[MatchContext] | None = None,
    *,
    wanted: Mapping[str, str] = MappingProxyType({}),
    status: int = 200,
) -> HttpResponse:
    """The match page, with the form that *failed* first, or else the one for the result that is *wanted*."""
    match, actor = context.match, context.actor
    first = ReportResult.slug if wanted else ConfirmResult.slug
    offered = sorted(match.may, key=lambda slug: slug != first)
    forms: list[CommandForm[MatchContext]] = [FORMS[slug](context, **wanted) for slug in offered if slug in FORMS]
    if failed is not None:
        forms = [failed, *(form for form in forms if form.slug != failed.slug)]
    answers = [form for form in forms if form.slug in ANSWERS] if ConfirmResult.slug in match.may else []
    values = {
        **match_header(match, actor),
        "answers": answers,
        "totals": totals.totals(UUID(match.id)),
        "forms": [form for form in forms if form not in answers],
        "failed": failed,
        "opened": wanted or (not answers and match.outcome != "confirmed"),  # the first of the forms
        "disputes": disputes.appeals(match.id, actor),
        "decisions": match.corrections,
        "decision": tie_decision(match.id, actor) if match.tournament else None,
        "examines": may_examine(match.id, actor),
        "fair": deal_is_fair(match.id),
        "to_move": seats_to_move(match.id, actor),
        "links_seats": actor.official(match.club) and match.dealing != "table" and match.status != "over",
        "rulebook": has_rulebook(match.game, match.rules),
    }
    return render(request, "web/match.html", values, status=status)


@page
def rulebook(request: HttpRequest, game: str, rules: str) -> HttpResponse:
    """The rules of a game in words: chapters, what refusals cite, and examples as boards."""
    found = rules_in_words(game, rules, get_language() or "en")
    return render(request, "web/rulebook.html", {"game": known_game(game), "rules": found})
