"""Multi-field forms that lose nobody's change when two people save at the same time.

Such a form carries for each field the value that it had on the page. After a conflict it is shown again:

- a field that the sender left alone has its current value;
- a field that the sender changed has what they sent;
- if somebody else changed that field too, its error shows the current value.

Example: the page had `seats=4, rounds=5`. You send `seats=4, rounds=6`. Meanwhile an organiser saved `seats=3,
rounds=7`. You get `seats=3, rounds=6`, and at rounds “it is now: 7”.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from web.page import OWN_FIELDS

NO_FILES: "MultiValueDict[str, UploadedFile[Any]]" = MultiValueDict()
Form = TypeVar("Form", bound=forms.Form)


class CarriedValue(forms.HiddenInput):
    """A value that comes back as it was. Nothing on the page refers to it."""

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        return super().get_context(name, value, None)


def remember(form: forms.Form) -> None:
    """Let the form carry the initial values of its fields."""
    for field in form.fields.values():
        field.show_hidden_initial = not (field.disabled or field.widget.is_hidden)
        if field.hidden_widget is forms.HiddenInput:
            field.hidden_widget = CarriedValue


def rebuild_form(build: Callable[[QueryDict], Form], current: Form, sent: QueryDict, why: str) -> Form:
    """The form that was *sent*, on the *current* state, with *why* as its error.

    Fields that carry nothing (`remember`) keep what was sent.
    """
    data, errors = sent.copy(), {}
    for name, field in current.fields.items():
        if field.widget.is_hidden and current.initial.get(name) is not None:
            data[name] = str(current.initial[name])
        elif field.show_hidden_initial or current[name].html_initial_name in sent:
            value = current.get_initial_for_field(field, name)
            changed, error = _compare(current[name], sent)
            if error:
                errors[name] = error
            if not changed:
                _set_value(data, name, value)
            _set_value(data, current[name].html_initial_name, value)
    form = build(data)
    form.add_error(None, why)
    for name, error in errors.items():
        form.add_error(name, error)
    return form


def complete_data(form: forms.Form, sent: QueryDict) -> QueryDict:
    """The *sent* data, with what the form shows for each visible field that was not sent."""
    data = sent.copy()
    for name, field in form.fields.items():
        if field.widget.is_hidden or not field.widget.value_omitted_from_data(sent, {}, name):
            continue
        initial = form.get_initial_for_field(field, name)
        if isinstance(initial, list):
            data.setlist(name, ["", *map(str, initial)])
        else:
            data[name] = _text(initial)
    return data


def fill_in(form: forms.Form, sent: QueryDict) -> None:
    """Let an unbound form show what was *sent* with another one. A choice that it doesn't have stays as it is."""
    for name, field in form.fields.items():
        if not field.widget.value_omitted_from_data(sent, {}, name):
            value = field.widget.value_from_datadict(sent, NO_FILES, name)
            if type(field) is not forms.ChoiceField or field.valid_value(value):
                form.initial[name] = value


def other_fields(form: forms.Form, sent: QueryDict) -> list[tuple[str, str]]:
    """Names and values that were *sent* with another form and are no fields of this one."""
    other = [each for each in sent.lists() if each[0] not in form.fields and each[0] not in OWN_FIELDS]
    return [(name, each) for name, given in other for each in given]


def has_conflict(form: forms.Form, sent: QueryDict) -> bool:
    """Whether a field had another value when the page was made."""
    carried = [form[name] for name in form.fields if form[name].html_initial_name in sent]
    return any(_value_on_page(each, sent) != _current_value(each) for each in carried)


def _compare(field: forms.BoundField, sent: QueryDict) -> tuple[bool, str]:
    """Whether the sender changed the field, and the error if somebody else changed it too."""
    widget = field.field.widget
    if widget.value_omitted_from_data(sent, {}, field.html_name):
        return False, ""
    sent_value, current = (
        _comparable(widget.value_from_datadict(sent, NO_FILES, field.html_name)),
        _current_value(field),
    )
    carried = field.html_initial_name in sent or isinstance(current, list)
    on_page = _value_on_page(field, sent) if carried else None
    if sent_value == on_page:
        return False, ""
    if sent_value == current or (on_page == current and not field.field.disabled):
        return True, ""
    if field.field.disabled:
        return True, gettext("This can no longer be changed. You entered: {value}").format(
            value=_label(field, sent_value)
        )
    return True, gettext("Conflict: somebody else changed this too. It is now: {value}").format(
        value=_label(field, current)
    )


def _current_value(field: forms.BoundField) -> str | list[str]:
    return _comparable(field.form.get_initial_for_field(field.field, field.name))


def _value_on_page(field: forms.BoundField, sent: QueryDict) -> str | list[str]:
    """The value that the field had on the page."""
    value = _comparable(field.field.hidden_widget().value_from_datadict(sent, NO_FILES, field.html_initial_name))
    return value.lower() if isinstance(field.field, forms.BooleanField) and isinstance(value, str) else value


def _comparable(value: Any) -> str | list[str]:
    """A value as text that does not depend on how it was sent."""
    if isinstance(value, list | tuple):
        return sorted(str(each) for each in value)
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    return "\n".join(str(value).splitlines()).strip()


def _set_value(data: QueryDict, name: str, value: Any) -> None:
    if isinstance(value, list | tuple):
        data.setlist(name, [str(each) for each in value])
    else:
        data[name] = _text(value)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def _label(field: forms.BoundField, value: str | list[str]) -> str:
    """The value in the words of its field."""
    if isinstance(field.field, forms.BooleanField):
        return gettext("yes") if value == "true" else gettext("no")
    labels: dict[Any, Any] = dict(field.field.widget.choices) if isinstance(field.field, forms.ChoiceField) else {}
    shown = [str(labels.get(each, each)) for each in (value if isinstance(value, list) else [value]) if each]
    return ", ".join(shown) or gettext("nothing")
