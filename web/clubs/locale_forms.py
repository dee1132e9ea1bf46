"""The fields for the time zone and the language of a club."""

from typing import Any

from django import forms
from django.conf import settings
from django.forms.widgets import Script
from django.utils.translation import get_language, gettext_lazy

from league.clubs.errors import UnknownZone
from league.clubs.locales import DEFAULT_ZONE, ClubLocale, zone_choices
from league.common.translation import translate

EACH_READER = ("", gettext_lazy("Each reader’s own"))


class ZoneInput(forms.TextInput):
    """A zone to type or to choose from a list. With `data-guess`, `zone.js` fills in that of the browser."""

    template_name = "web/parts/zone_input.html"

    class Media:
        js = [Script("web/zone.js", type="module")]

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        return {**super().get_context(name, value, attrs), "zones": zone_choices()}


class LocaleForm(forms.Form):
    """Where the club is and what it speaks."""

    zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        max_length=64,
        required=False,
        initial=DEFAULT_ZONE,
        help_text=gettext_lazy("A name such as Europe/Berlin. The club’s pages show times in it."),
        widget=ZoneInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        required=False,
        choices=[EACH_READER, *settings.LANGUAGES],
        help_text=gettext_lazy("Of papers and the big screen, and for readers who haven’t chosen a language."),
    )

    def clean_zone(self) -> str:
        zone = self.cleaned_data["zone"] or DEFAULT_ZONE
        try:
            ClubLocale(zone).require_known()
        except UnknownZone as error:
            raise forms.ValidationError(translate(error.text, error.params)) from None
        return str(zone)

    @property
    def locale(self) -> ClubLocale:
        """The checked values."""
        return ClubLocale(self.cleaned_data["zone"], self.cleaned_data["language"] or None)

    def suggest(self) -> None:
        """For a new club: the language of the page and, with scripts, the zone of the browser."""
        if not self.is_bound:
            self.initial["language"] = get_language()
            self.fields["zone"].widget.attrs["data-guess"] = True
