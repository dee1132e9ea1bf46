"""Forms that show how something stands, and come back when somebody else has changed it since.

Beside each field such a form carries what the field had when the page was made. Shown anew, what its sender left alone
is as it stands now; what the sender changed is as it was filled in, and where somebody else changed that as well, the
form says how it stands. So nobody's change is undone without being seen.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

Made = TypeVar("Made", bound=forms.Form)


def remember(form: forms.Form) -> None:
    """Have the form carry what its fields have now."""
    for field in form.fields.values():
        field.show_hidden_initial = not (field.disabled or field.widget.is_hidden)


def rebuild_form(make: Callable[[QueryDict], Made], now: forms.Form, sent: QueryDict, why: str) -> Made:
    """The form that was *sent* as things stand *now*; it says *why*, and of each field what else has to be seen.

    Fields of forms that do not remember are as they were sent.
    """
    data, told = sent.copy(), {}
    for name, field in now.fields.items():
        if field.widget.is_hidden and now.initial.get(name) is not None:
            data[name] = str(now.initial[name])
        elif field.show_hidden_initial or now[name].html_initial_name in sent:
            stands = now.get_initial_for_field(field, name)
            touched, said = _compared(now[name], sent)
            if said:
                told[name] = said
            if not touched:
                _put(data, name, stands)
            _put(data, now[name].html_initial_name, stands)
    form = make(data)
    form.add_error(None, why)
    for name, said in told.items():
        form.add_error(name, said)
    return form


def complete_data(form: forms.Form, sent: QueryDict) -> QueryDict:
    """What was *sent*, and for each visible field that was not what the form shows."""
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


def has_conflict(now: forms.Form, sent: QueryDict) -> bool:
    """Whether a form was made when some of its fields had something else than now."""
    carried = [now[name] for name in now.fields if now[name].html_initial_name in sent]
    return any(_seen(each, sent) != _stands(each) for each in carried)


def _compared(now: forms.BoundField, sent: QueryDict) -> tuple[bool, str]:
    """Whether the sender changed the field, and what has to be said of that; *now*: the field as it stands."""
    widget = now.field.widget
    if widget.value_omitted_from_data(sent, {}, now.html_name):
        return False, ""
    given, stands = _plain(widget.value_from_datadict(sent, {}, now.html_name)), _stands(now)
    known = now.html_initial_name in sent or isinstance(stands, list)
    seen = _seen(now, sent) if known else None
    if given == seen:
        return False, ""
    if given == stands or (seen == stands and not now.field.disabled):
        return True, ""
    if now.field.disabled:
        return True, gettext("This cannot be changed any more; yours was: {value}").format(value=_words(now, given))
    return True, gettext("Somebody else changed this as well; it is now: {value}").format(value=_words(now, stands))


def _stands(now: forms.BoundField) -> str | list[str]:
    return _plain(now.form.get_initial_for_field(now.field, now.name))


def _seen(now: forms.BoundField, sent: QueryDict) -> str | list[str]:
    """What the field had when the page was made."""
    seen = _plain(now.field.hidden_widget().value_from_datadict(sent, {}, now.html_initial_name))
    return seen.lower() if isinstance(now.field, forms.BooleanField) and isinstance(seen, str) else seen


def _plain(value: Any) -> str | list[str]:
    """A value as text that does not depend on how it was sent."""
    if isinstance(value, list | tuple):
        return sorted(str(each) for each in value)
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    return "\n".join(str(value).splitlines()).strip()


def _put(data: QueryDict, name: str, value: Any) -> None:
    if isinstance(value, list | tuple):
        data.setlist(name, [str(each) for each in value])
    else:
        data[name] = _text(value)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def _words(now: forms.BoundField, value: str | list[str]) -> str:
    """A value as its field shows it."""
    if isinstance(now.field, forms.BooleanField):
        return gettext("yes") if value == "true" else gettext("no")
    labels = dict(now.field.choices) if isinstance(now.field, forms.ChoiceField) else {}
    shown = [str(labels.get(each, each)) for each in (value if isinstance(value, list) else [value]) if each]
    return ", ".join(shown) or gettext("nothing")
