"""What will change: the page between a form that corrects or rules and its being done."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.impact.queries import effects
from league.impact.services import POLICIES
from web.appeals.forms import AppealContext, GiveRuling
from web.appeals.views import AppealCommand, AppealsCommand
from web.command_form import CommandForm, CommandPage
from web.matches.forms import FORMS, DecisionForm, MatchContext
from web.matches.header import match_header
from web.matches.views import MatchCommand
from web.page import BODY, SURE

OWN_FIELDS = ("csrfmiddlewaretoken", "policy", SURE)  # fields that the page has itself


class DecisionEffects(MatchCommand):
    """Shows what a decision on the match page would change."""

    longest_body = BODY
    forms = {slug: form for slug, form in FORMS.items() if issubclass(form, DecisionForm)}

    def run(self, form: CommandForm[MatchContext]) -> HttpResponse:
        assert isinstance(form, DecisionForm)  # noqa: S101 - see forms
        terms = form.terms()
        found = effects(
            form.context.match.id,
            form.context.actor,
            decision=form.decision,
            expected=form.cleaned_data["revision"],
            policy=form.cleaned_data["policy"] or "keep",
            **terms,
        )
        why = terms["correction"] if "correction" in terms else terms["reason"]
        names = [self.kwargs["match_id"], form.slug]
        do, again = (reverse(f"web:{name}", args=names) for name in ("do", "effects"))
        return _effects_page(self, form, found=found, reason=why, do=do, again=again)


class _RulingEffectsMixin(CommandPage[AppealContext]):
    """Shows what a ruling would change."""

    forms = {GiveRuling.slug: GiveRuling}
    do: str
    again: str

    def run(self, form: CommandForm[AppealContext]) -> HttpResponse:
        assert isinstance(form, GiveRuling)  # noqa: S101 - see forms
        sent = form.cleaned_data
        found = effects(
            form.context.match.id,
            form.context.actor,
            decision="rule",
            expected=sent["revision"],
            policy=sent["policy"],
            terms=form.terms(),
            reason=sent["reason"],
            appeal=form.appeal_id,
        )
        names = [self.kwargs["match_id"], *([form.appeal_id] if form.appeal_id else [])]
        do, again = reverse(self.do, args=[*names, form.slug]), reverse(self.again, args=names)
        return _effects_page(self, form, found=found, reason=sent["reason"], do=do, again=again)


class RulingEffects(_RulingEffectsMixin, AppealsCommand):
    do, again = "web:appeals-do", "web:ruling-effects"


class AppealRulingEffects(_RulingEffectsMixin, AppealCommand):
    do, again = "web:appeal-do", "web:appeal-effects"


def _effects_page(page: CommandPage[Any], form: CommandForm[Any], *, reason: str | None, **values: Any) -> HttpResponse:
    """The preview, with the form again to confirm it or to try another policy."""
    match = form.context.match
    posted = page.request.POST.lists()
    values |= {
        **match_header(match, form.context.actor),
        "title": form.title,
        "back": page.page_address(),
        "reason": reason,
        "policies": POLICIES if reason else (),
        "sent": [(name, each) for name, given in posted if name not in OWN_FIELDS for each in given],
    }
    return render(page.request, "web/effects.html", values)
