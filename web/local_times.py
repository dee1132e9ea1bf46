"""Times that somebody types by the clocks of the club.

Two nights a year some local times are skipped or shown twice. `add_time` then adds a question to the form, with both
moments to choose from:

    add_time(self, "starts", gettext("Start"), tournament.dates.starts)
    …
    read_time(self, "starts")
"""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from league.clubs.locales import YEARS, local_moments, time_readings
from league.common.translation import named_moment_text

READING = "_reading"  # the end of the names of fields with such a question
TYPED = "%Y-%m-%dT%H:%M"  # as browsers send it


class TimeInput(forms.DateTimeInput):
    """A field of the browser for a date and a time of day. Without support it is a text field."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format=TYPED, attrs={"placeholder": "2026-12-01T19:00"})


class TimeField(forms.Field):
    """A local time without a zone."""

    widget = TimeInput

    def to_python(self, value: Any) -> datetime | None:
        if value in (None, ""):
            return None
        found = _parse(str(value))
        if found is None:
            raise forms.ValidationError(gettext("Use a date and a time such as 2026-12-01T19:00."))
        return found


def add_time(form: forms.Form, name: str, label: str, at: datetime | None = None, *, required: bool = False) -> None:
    """Add a field for a time, first *at*. If what was typed, or *at*, can mean two moments, one is to be chosen."""
    local = None if at is None else timezone.localtime(at).replace(tzinfo=None)
    form.fields[name] = TimeField(label=label, required=required, initial=local)
    typed = _parse(str(form.data.get(form.add_prefix(name), ""))) if form.is_bound else local
    zone = timezone.get_current_timezone()
    readings = time_readings(typed, zone) if typed else []
    if typed is None or len(readings) < 2:
        return
    repeated = bool(local_moments(typed, zone))
    words = {"time": date_format(typed, "SHORT_DATETIME_FORMAT"), "zone": str(zone)}
    skipped = gettext("{time} doesn’t exist in {zone}, because the clocks go forward. What do you mean?")
    twice = gettext("{time} happens twice in {zone}, because the clocks go back. Which one do you mean?")
    question = (twice if repeated else skipped).format(**words)
    form.fields[name + READING] = forms.ChoiceField(
        label=question,
        choices=[(each.isoformat(), named_moment_text(each)) for each in readings],
        widget=forms.RadioSelect,
        initial=at.isoformat() if at in readings and at is not None else None,
        error_messages={"required": gettext("Choose one of the two times.")},
    )


def read_time(form: forms.Form, name: str) -> datetime | None:
    """The checked moment of a field that `add_time` added."""
    local: datetime | None = form.cleaned_data[name]
    if local is None:
        return None
    if reading := form.cleaned_data.get(name + READING):
        return datetime.fromisoformat(reading)
    return time_readings(local, timezone.get_current_timezone())[0]


def read_required_time(form: forms.Form, name: str) -> datetime:
    """The checked moment of a field that had to be filled in."""
    found = read_time(form, name)
    assert found is not None  # noqa: S101 - see above
    return found


def _parse(text: str) -> datetime | None:
    """A local time of a year that can be typed, else None."""
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return found if found.tzinfo is None and YEARS[0] <= found.year <= YEARS[1] else None
