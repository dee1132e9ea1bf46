"""Forms that are one command each, sent by pages without scripts: a form that comes twice does it once."""

import hashlib
import json
from collections.abc import Callable
from secrets import token_hex
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext

from league.common.idempotency import answered, once

LATEST = 2**31 - 1
LONGEST_REASON = 1000


class Command(forms.Form):
    """One command as its sender saw the thing; `key` tells a form that is sent twice from a second one."""

    text: ClassVar[str]
    key = forms.CharField(widget=forms.HiddenInput, max_length=64)

    @property
    def title(self) -> str:
        return gettext(self.text)

    @classmethod
    def slug(cls) -> str:
        return cls.__name__.lower()

    def why(self, *, required: bool = True, label: str = "") -> None:
        """Add a field for the reason."""
        self.fields["reason"] = forms.CharField(
            label=label or gettext("Reason"), max_length=LONGEST_REASON, required=required
        )


def new_key() -> str:
    """What tells a form from every other."""
    return token_hex(32)


def do_once(request: HttpRequest, act: Callable[[], Any]) -> Any:
    """What *act* gives, as JSON; if the same form comes again, what it gave the first time, and nothing is done."""
    what = _sent(request)
    answer = once(user=request.user.pk, key=_key(what), request=what, act=lambda: (303, act()))
    return answer.body


def done_before(request: HttpRequest) -> bool:
    """Whether the same form came already and was done."""
    return answered(user=request.user.pk, key=_key(_sent(request)))


def _sent(request: HttpRequest) -> bytes:
    given = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    return json.dumps([request.path, given], sort_keys=True).encode()


def _key(what: bytes) -> str:
    return hashlib.sha256(what).hexdigest()
