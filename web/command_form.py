"""Forms that are one command each, and the page that runs them.

They work without scripts, and a form that is sent twice runs once.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from secrets import token_hex
from types import TracebackType
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views import View

from games.errors import Phrase, Refused
from league.common.actor import Actor
from league.common.idempotency import Answer, answer_once, earlier_answer
from league.common.translation import translate
from league.errors import LeagueError, NotAllowed
from league.eventlog.errors import StreamMovedOn
from league.tournaments.queries.error_messages import error_text
from web.conflict_form import complete_data, rebuild_form
from web.page import (
    BODY,
    Question,
    QuestionNote,
    Reply,
    count_towards_quota,
    guard,
    is_sure,
    question_page,
    rehearse,
)
from web.page import View as PageView

LATEST = 2**31 - 1
LONGEST_REASON = 1000


@dataclass(frozen=True, kw_only=True)
class PageContext:
    """The data of a page and its forms, with who reads it."""

    actor: Actor

    @property
    def revision(self) -> int:
        raise NotImplementedError

    def require(self, form: "type[CommandForm[Any]]") -> None:
        """Raise `NotAllowed` if the reader may not use the form at all."""


Context = TypeVar("Context", bound=PageContext)


class KeyedForm(forms.Form):
    """A form whose `key` tells a second sending from a second form with the same fields."""

    text: ClassVar[str]
    key = forms.CharField(widget=forms.HiddenInput, max_length=64)

    @property
    def title(self) -> str:
        return gettext(self.text)

    def add_reason(self, *, required: bool = True, label: str = "") -> None:
        self.fields["reason"] = forms.CharField(
            label=label or gettext("Reason"), max_length=LONGEST_REASON, required=required
        )

    def refuse(self, refusal: LeagueError | Refused) -> None:
        """Show why the command was refused, at its field if there is one."""
        params = getattr(refusal, "params", {})
        key, why = params.get("key"), params.get("why")
        if key in self.fields and isinstance(why, Phrase):
            self.add_error(key, capfirst(translate("{why}.", {"why": why})))
        else:
            self.add_error(None, error_text(refusal))


class CommandForm(KeyedForm, Generic[Context]):
    """One command at the revision that its sender saw. `slug` is its name in addresses."""

    slug: ClassVar[str]
    uploads: ClassVar[bool] = False  # whether a file comes with it
    destroys: ClassVar[bool] = False  # whether its button is drawn as a warning: it ends or undoes something
    keeps_unsent: ClassVar[bool] = False  # whether a field that is not sent keeps what the page shows
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=LATEST)

    def __init__(self, context: Context, data: Any = None, files: Any = None, **initial: Any) -> None:
        initial = {"revision": context.revision, "key": new_key(), **initial}
        super().__init__(data, files, initial=initial, auto_id=f"{self.slug}_%s")
        self.context = context
        self.prepare()
        if self.is_bound and self.keeps_unsent:
            self.data = complete_data(self, data)

    @classmethod
    def fits(cls, context: Context) -> bool:
        """Whether the page offers it as things stand. The service decides whether it can be done."""
        return True

    def prepare(self) -> None:
        """Add the fields that depend on the context."""

    def question(self) -> str:
        """What will happen, for a form that asks before it is run. Called with checked values."""
        return ""

    def question_notes(self) -> list[QuestionNote]:
        """What to know before answering the question."""
        return []

    def question_replies(self) -> list[Reply]:
        """What the question lets its reader choose from, if it isn't only whether to run the form."""
        return []

    @property
    def values(self) -> dict[str, Any]:
        """The checked values."""
        return self.cleaned_data

    def execute(self) -> Any:
        """Run the command. The result is kept as JSON for a second sending of the form."""
        raise NotImplementedError


@method_decorator(guard, name="dispatch")
class CommandPage(View, Generic[Context]):
    """Runs the form that the address names. A refused form is shown again on its page, as it was sent, with the reason.

    When somebody else changed the thing first, the form is shown on the new state (`web.conflict_form`).
    """

    http_method_names = ["post"]
    longest_body: ClassVar[int] = BODY
    forms: ClassVar[Mapping[str, type[CommandForm[Any]]]]
    conflict: ClassVar[str]  # a message

    def page_address(self) -> str:
        """Where people come back to after signing in."""
        raise NotImplementedError

    def may_send(self) -> bool:
        """Whether the sender need not sign in first."""
        return self.request.user.is_authenticated

    def load(self) -> Context:
        raise NotImplementedError

    def next_address(self, slug: str, result: Any) -> str:
        """Where to go after *slug* was run with *result*."""
        return self.page_address()

    def render(self, context: Context, form: CommandForm[Context] | None = None, alert: str = "") -> HttpResponse:
        """The page with the form that was refused, or with an alert. Its status is 422."""
        raise NotImplementedError

    def run(self, form: CommandForm[Context]) -> HttpResponse:
        if not is_sure(self.request) and (text := form.question()):
            rehearse(form.execute)
            question = Question(
                title=form.title,
                text=text,
                back=self.page_address(),
                notes=form.question_notes(),
                replies=form.question_replies(),
            )
            return question_page(self.request, question)
        with form_answer(self.request) as answer:
            if not answer.repeated:
                answer.body = form.execute()
        return redirect(self.next_address(form.slug, answer.body))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form_class = self.forms.get(kwargs["act"])
        if form_class is None:
            raise Http404
        if not self.may_send():
            return redirect(sign_in_address(self.page_address()))
        context = self.load()
        context.require(form_class)
        if (earlier := answer_before(request)) is not None:
            return redirect(self.next_address(form_class.slug, earlier.body))
        if not form_class.fits(context):
            return self.render(context, alert=gettext(self.conflict))
        form = form_class(context, request.POST, request.FILES)
        if not form.is_valid():
            return self.render_invalid(context, form)
        try:
            return self.run(form)
        except StreamMovedOn:
            return self.render_conflict(form_class)
        except NotAllowed:
            raise
        except (LeagueError, Refused) as refusal:
            form.refuse(refusal)
            return self.render(context, form)

    def render_invalid(self, context: Context, form: CommandForm[Context]) -> HttpResponse:
        return self.render(context, form)

    def render_conflict(self, form_class: type[CommandForm[Context]]) -> HttpResponse:
        """The page as things stand now, with what was sent."""
        context = self.load()
        if not form_class.fits(context):
            return self.render(context, alert=gettext(self.conflict))
        build = partial(form_class, context, files=self.request.FILES)
        form = rebuild_form(build, form_class(context), self.request.POST, gettext(self.conflict))
        return self.render(context, form)


def require_sign_in(view: PageView) -> PageView:
    """A page for people who are signed in. Others sign in and come back to it, or to the tournament they acted on."""

    def check_account(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            acted = request.method == "POST" and "tournament_id" in kwargs
            back = reverse("web:tournament", args=[kwargs["tournament_id"]]) if acted else request.get_full_path()
            return redirect(sign_in_address(back))
        return view(request, *args, **kwargs)

    return guard(check_account)


class ShowRefusal:
    """Shows on a form why the service refused what is done inside; what nobody may do passes through.

    with ShowRefusal(form):
        return redirect("web:club", found_club(...).pk)
    return render(...)  # the form has the reason now
    """

    def __init__(self, form: forms.BaseForm) -> None:
        self.form = form

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        if isinstance(error, NotAllowed) or not isinstance(error, LeagueError | Refused):
            return False
        if isinstance(self.form, KeyedForm):
            self.form.refuse(error)
        else:
            self.form.add_error(None, error_text(error))
        return True


def sign_in_address(back: str) -> str:
    return return_address("web:sign-in", back)


def return_address(name: str, back: str) -> str:
    """The address of the page of this *name*, which leads on to *back*, if there is one."""
    return f"{reverse(name)}?{urlencode({'next': back}, safe='/')}" if back else reverse(name)


def new_key() -> str:
    return token_hex(32)


@contextmanager
def form_answer(request: HttpRequest, *, quota: str = "") -> Iterator[Answer]:
    """The answer to this form: the first one again if it was sent before, else one whose body is set inside.

    with form_answer(request, quota="matches") as answer:
        if not answer.repeated:
            answer.body = services.create(...).id

    It counts towards the *quota* before its transaction, for others to see it. Raises `OverQuota`.
    """
    sent = _request_bytes(request)
    counts = quota and answer_before(request) is None
    once = answer_once(user=request.user.pk, key=_digest(sent), request=sent, status=303)
    with count_towards_quota(request, quota) if counts else nullcontext(), once as answer:
        yield answer


def answer_before(request: HttpRequest) -> Answer | None:
    return earlier_answer(user=request.user.pk, key=_digest(_request_bytes(request)))


def _request_bytes(request: HttpRequest) -> bytes:
    sent = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    return json.dumps([request.path, sent], sort_keys=True).encode()


def _digest(sent: bytes) -> str:
    return hashlib.sha256(sent).hexdigest()
