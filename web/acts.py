"""Forms that are one command each, sent by pages without scripts: a form that comes twice does it once."""

import hashlib
import json
from collections.abc import Callable
from secrets import token_hex
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext

from league.services.answers import once

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
    given = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    files = {name: hashlib.sha256(file.read()).hexdigest() for name, file in request.FILES.items()}
    what = json.dumps([request.path, given, files], sort_keys=True).encode()
    answer = once(user=request.user.pk, key=hashlib.sha256(what).hexdigest(), request=what, act=lambda: (303, act()))
    return answer.body
