"""Fields of large forms. A field that is not sent keeps its value."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.utils.html import format_html
from django.utils.safestring import SafeString

LARGEST = 1_000_000
LONGEST = 2000
Choices = Sequence[tuple[str, str]]


class Checkbox(forms.CheckboxInput):
    """A box that sends its value when not ticked, unlike a form that lacks it."""

    def render(
        self, name: str, value: Any, attrs: Mapping[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        box = super().render(name, value, dict(attrs or {}), renderer)
        return format_html("{}{}", _hidden_value(name, "false"), box)

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return name not in data


class Checkboxes(forms.CheckboxSelectMultiple):
    """Boxes that send a value when none is ticked, unlike a form that lacks them."""

    def render(
        self, name: str, value: Any, attrs: Mapping[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        return format_html("{}{}", _hidden_value(name, ""), super().render(name, value, dict(attrs or {}), renderer))

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        return [each for each in super().value_from_datadict(data, files, name) or [] if each]

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return name not in data


def _hidden_value(name: str, value: str) -> SafeString:
    return format_html('<input type="hidden" name="{}" value="{}">', name, value)


def integer_field(label: str, text: str, initial: int | None, least: int = 1) -> forms.Field:
    """A field for a whole number, or nothing. The service checks its bounds."""
    field = forms.IntegerField(
        label=label, help_text=text, initial=initial, required=False, max_value=LARGEST, min_value=-LARGEST
    )
    field.widget.attrs |= {"min": least}
    return field


def number_field(label: str, text: str, initial: object) -> forms.Field:
    """A field for a number like 3, 1/2 or 0.5, or nothing."""
    return forms.CharField(label=label, help_text=text, initial=initial, required=False, max_length=40)


def text_field(label: str, text: str, initial: object, most: int = LONGEST) -> forms.Field:
    """A field for a line of text."""
    return forms.CharField(label=label, help_text=text, initial=initial, required=False, max_length=most)


def checkbox_field(label: str, text: str, *, initial: bool) -> forms.Field:
    """A box to tick."""
    return forms.BooleanField(label=label, help_text=text, initial=initial, required=False, widget=Checkbox)


def choice_field(label: str, text: str, choices: Choices, initial: object) -> forms.Field:
    """A field to choose one of a few."""
    return forms.ChoiceField(label=label, help_text=text, choices=choices, initial=initial, required=False)


def parse_numbers(text: str) -> list[str]:
    """The numbers of a line like `3, 2, 1/2`."""
    return text.replace(",", " ").replace(";", " ").split()
