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
from league.webhooks import chats
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


class ChatForm(forms.Form):
    """What a chat of any app needs: what it doesn't need stays empty."""

    app = forms.ChoiceField(label=gettext_lazy("App"), choices=[(app, each.name) for app, each in chats.APPS.items()])
    url = forms.CharField(
        label=gettext_lazy("Address"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Discord, Slack: the webhook address of the channel. Matrix: the home server."),
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )
    room = forms.CharField(
        label=gettext_lazy("Room"),
        required=False,
        max_length=chats.LONGEST_ROOM,
        help_text=gettext_lazy(
            "Telegram: the chat, such as @club or -1001234567890. Matrix: the room, such as !a:b.org."
        ),
    )
    token = forms.CharField(
        label=gettext_lazy("Token"),
        required=False,
        max_length=chats.LONGEST_TOKEN,
        help_text=gettext_lazy("Telegram: of the bot. Matrix: of the account."),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
    news = forms.MultipleChoiceField(
        label=gettext_lazy("What it gets"),
        choices=[
            ("rounds", gettext_lazy("The seats of each round")),
            ("results", gettext_lazy("Results")),
            ("standings", gettext_lazy("Standings at the end")),
        ],
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
def add_chat(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Add a chat. What opens its door is shown nowhere."""
    form, actor = ChatForm(request.POST, auto_id="chat_%s"), reader(request)
    if form.is_valid():
        with ShowRefusal(form):
            chats.add_chat(club_id=club_id, actor=actor, **form.cleaned_data)
            messages.success(request, gettext("The chat was added. Try it."))
            return redirect("web:webhooks", club_id)
    return _webhooks_page(request, club_id, WebhookForm(), status=REFUSED, chat_form=form)


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
    rooms = [
        (each, chats.APPS[each.app].name, webhook_queries.list_deliveries(club_id, UUID(each.id), actor)[:10])
        for each in chats.list_chats(club_id, actor)
    ]
    context = {"club": find_club(club_id), "webhooks": webhooks, "chats": rooms, "form": form}
    context |= {"chat_form": ChatForm(initial={"news": chats.NEWS}, auto_id="chat_%s"), **more}
    answer = render(request, "web/webhooks.html", context, status=status)
    answer["Cache-Control"] = "no-store"  # of a secret no browser keeps a copy
    return answer
