"""Forms for people: added, changed, given roles, invited, erased, imported."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import BaseUserCreationForm
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.errors import gettext_noop
from league.clubs.queries import PlayerDetail
from league.matches.queries.games import games
from web.clubs.locale_forms import LocaleForm
from web.command_form import KeyedForm, new_key
from web.encodings import ENCODING_NAMES
from web.page import Reply


class PersonForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=200)
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Shown next to the name if somebody else in the club has the same name."),
    )
    email = forms.CharField(
        label=gettext_lazy("E-mail"),
        max_length=254,
        required=False,
        help_text=gettext_lazy("Visible to organisers only."),
        widget=forms.EmailInput,
    )
    club_number = forms.CharField(label=gettext_lazy("Club number"), max_length=40, required=False)


class AddForm(PersonForm):
    """A new player. `key` tells a form that is sent twice from one for a namesake."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)


NEW_PERSON = "new"  # the reply that this is another person


def namesake_text(name: str) -> str:
    """What to ask before a second person gets a name."""
    return gettext("There is already somebody called {name}. Is this the same person or another one?").format(name=name)


def namesake_replies(same: Sequence[PlayerDetail]) -> list[Reply]:
    """That it is one of these people, or another one."""
    text = gettext("The same person: {name}")
    known = [Reply(each.id, text.format(name=each.shown_as)) for each in same]
    return [*known, Reply(NEW_PERSON, gettext("Another person"))]


ROLES = {
    "scorekeeper": gettext_lazy("scorekeeper"),
    "arbiter": gettext_lazy("arbiter"),
    "organiser": gettext_lazy("organiser"),
}


class RoleForm(forms.Form):
    """A role for a person who has an account, or for any account by its name."""

    person = forms.ChoiceField(label=gettext_lazy("Person with an account"), required=False)
    username = forms.CharField(label=gettext_lazy("Name of another account"), max_length=150, required=False)
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=[*ROLES.items()])

    def __init__(self, players: Sequence[PlayerDetail], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="give_%s")
        people = [(each.username, each.shown_as) for each in players if each.username]
        self.fields["person"].choices = [("", gettext_lazy("Choose")), *people]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not found.get("person") and not found.get("username") and not self.errors:
            self.add_error("person", gettext_lazy("Choose a person, or enter the name of an account."))
        if found.get("person") and found.get("username"):
            self.add_error("username", gettext_lazy("Choose a person or enter an account, not both."))
        return found

    @property
    def account(self) -> str:
        """The name of the account that was chosen."""
        return str(self.cleaned_data["person"] or self.cleaned_data["username"])


class TakeForm(forms.Form):
    account = forms.UUIDField()
    role = forms.ChoiceField(choices=[*ROLES.items()])


class EraseForm(forms.Form):
    sure = forms.BooleanField(label=gettext_lazy("I understand that this can’t be undone."))


class MergeForm(forms.Form):
    """The player to merge into. Sent once, the form asks. `sure` is the answer."""

    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None, others: Sequence[PlayerDetail]) -> None:
        super().__init__(data)
        choices = [("", "–"), *((each.id, each.shown_as) for each in others)]
        self.fields["kept"] = forms.ChoiceField(label=gettext_lazy("Merge into"), choices=choices)


class ClubForm(LocaleForm):
    """A new club."""

    name = forms.CharField(label=pgettext_lazy("of a thing", "Name"), max_length=200)
    field_order = ("name",)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.suggest()


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg] # it is generic in stubs alone
    """A new account. Django checks how name and password are made."""

    class Meta:
        model = get_user_model()
        fields = ("username",)

    def validate_unique(self) -> None:
        """Left to `sign_up`, which goes by looks: who sends unequal or weak passwords doesn't learn what is taken."""


class FileForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("CSV file, up to 1 MB"), allow_empty_file=True)
    encoding = forms.ChoiceField(
        label=gettext_lazy("Encoding"),
        required=False,
        choices=[("", gettext_lazy("detect automatically")), *ENCODING_NAMES.items()],
    )


class ConfirmForm(forms.Form):
    """The previewed list as it was sent. Decisions come beside it, as `row-` and the line."""

    raw = forms.CharField(max_length=1_400_000, strip=False, required=False)
    content = forms.CharField(max_length=64)
    encoding = forms.CharField(max_length=20)


class SeriesForm(KeyedForm):
    """The name and the game of a new series."""

    text = gettext_noop("New series")
    name = forms.CharField(label=pgettext_lazy("of a thing", "Name"), max_length=200)
    game = forms.ChoiceField(label=gettext_lazy("Game"))

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"key": new_key()})
        self.fields["game"].choices = [(each.slug, each.name) for each in games()]  # type: ignore[attr-defined]
