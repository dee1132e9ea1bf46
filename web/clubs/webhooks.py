"""Pages for the webhooks of a club: adding, changing, trying and removing one, and its messages. For organisers."""

from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.queries import find_club
from league.webhooks import queries as webhook_queries
from league.webhooks import services as webhook_services
from web.command_form import ShowRefusal
from web.page import REFUSED, Question, guard, is_sent, is_sure, page, question_page, reader, rehearse
from web.templatetags.events import event


def _kinds() -> list[tuple[str, str]]:
    return [(kind, f"{event(kind)} ({kind})") for kind in webhook_queries.KINDS]


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Events to report"),
        choices=_kinds,
        widget=forms.CheckboxSelectMultiple,
    )


@page
def webhooks_of(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The webhooks of a club with their last messages."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    return _webhooks_page(request, club_id, WebhookForm())


@require_POST
@guard
def add(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Add a webhook. Its secret is shown on this page only."""
    form, actor = WebhookForm(request.POST), reader(request)
    if form.is_valid():
        with ShowRefusal(form):
            added = webhook_services.subscribe(club_id=club_id, actor=actor, **form.cleaned_data)
            return _webhooks_page(request, club_id, WebhookForm(), secret=added.secret)
    return _webhooks_page(request, club_id, form, status=REFUSED)


@require_http_methods(["GET", "HEAD", "POST"])
@guard
def change(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Another address or other kinds of events."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    known = webhook_queries.find_webhook(club_id, webhook_id, reader(request))
    form = WebhookForm(request.POST if is_sent(request) else None, initial={"url": known.url, "kinds": known.kinds})
    if form.is_bound and form.is_valid():
        with ShowRefusal(form):
            webhook_services.change(club_id=club_id, webhook_id=webhook_id, actor=reader(request), **form.cleaned_data)
            messages.success(request, gettext("The webhook was changed."))
            return redirect("web:webhooks", club_id)
    context = {"club": find_club(club_id), "webhook": known, "form": form}
    return render(request, "web/webhook.html", context, status=REFUSED if form.is_bound else 200)


@require_POST
@guard
def rotate_secret(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Make a new secret, which is shown on this page only."""
    run = partial(webhook_services.rotate_secret, club_id=club_id, webhook_id=webhook_id, actor=reader(request))
    if not is_sure(request):
        rehearse(run)
        text = gettext("Enter the new secret at the receiver within a day. Until then, messages are signed with both.")
        back = reverse("web:webhooks", args=[club_id])
        return question_page(request, Question(title=gettext("New secret"), text=text, back=back))
    return _webhooks_page(request, club_id, WebhookForm(), secret=run().secret)


@require_POST
@guard
def send_again(request: HttpRequest, club_id: UUID, webhook_id: UUID, message: UUID) -> HttpResponse:
    ids = {"club_id": club_id, "webhook_id": webhook_id, "delivery_id": message}
    webhook_services.redeliver(**ids, actor=reader(request))
    messages.success(request, gettext("The message is sent again. Reload the page to see the outcome."))
    return redirect("web:webhooks", club_id)


@require_POST
@guard
def send_trial(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    webhook_services.ping(club_id=club_id, webhook_id=webhook_id, actor=reader(request))
    messages.success(request, gettext("A message is on its way. Reload the page to see the outcome."))
    return redirect("web:webhooks", club_id)


@require_POST
@guard
def remove(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    run = partial(webhook_services.unsubscribe, club_id=club_id, webhook_id=webhook_id, actor=reader(request))
    if not is_sure(request):
        rehearse(run)
        text = gettext("No more messages are sent to this address, and its secret is deleted.")
        back = reverse("web:webhooks", args=[club_id])
        return question_page(request, Question(title=gettext("Remove the webhook"), text=text, back=back))
    run()
    messages.success(request, gettext("The webhook was removed."))
    return redirect("web:webhooks", club_id)


def _webhooks_page(
    request: HttpRequest, club_id: UUID, form: forms.Form, *, status: int = 200, **more: Any
) -> HttpResponse:
    actor = reader(request)
    found = webhook_queries.list_webhooks(club_id, actor)
    webhooks = [(each, webhook_queries.list_deliveries(club_id, UUID(each.id), actor)[:10]) for each in found]
    context = {"club": find_club(club_id), "webhooks": webhooks, "form": form, **more}
    answer = render(request, "web/webhooks.html", context, status=status)
    answer["Cache-Control"] = "no-store"  # of a secret no browser keeps a copy
    return answer
