"""The rules of a season in a form."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from league.seasons.history import MISSED, SHARED, UNITS
from league.seasons.queries import SeasonSettings
from league.seasons.services import TIEBREAKS, Division, SeasonRules
from web.tournaments.forms.settings.fields import (
    checkbox_field,
    choice_field,
    integer_field,
    number_field,
    parse_numbers,
    text_field,
)

USUAL = SeasonSettings(
    points=["12", "10", "8", "7", "6", "5", "4", "3", "2", "1"],
    beyond="0",
    shared="average",
    low_points=False,
    attendance="0",
    missed_as="fixed",
    missed="0",
    unit="events",
    first=None,
    best=None,
    drop=0,
    average=False,
    minimum=0,
    tiebreaks=list(SeasonRules().tiebreaks),
    divisions=[],
    promote=0,
    relegate=0,
)
LONGEST_LIST = 10_000
LONGEST_NUMBER = 9  # digits


def rules_fields(rules: SeasonSettings) -> dict[str, forms.Field]:
    """The fields, filled in with *rules*."""
    shared = [(code, gettext(said)) for code, said in SHARED.items()]
    fields: dict[str, forms.Field] = {
        "points": text_field(
            gettext("Points by place"),
            gettext("For example 12, 10, 8, starting with first place. If empty, the event’s own score counts."),
            ", ".join(rules.points),
        ),
        "beyond": number_field(
            gettext("Points for each further place"), gettext("A number like 1, 1/2 or 0.5."), rules.beyond
        ),
        "shared": choice_field(
            gettext("Points for shared places"), gettext("Applies to points by place."), shared, rules.shared
        ),
        "low_points": checkbox_field(
            gettext("The fewest points win"),
            gettext("As in sailing. Without points by place, the place itself counts."),
            initial=rules.low_points,
        ),
        "attendance": number_field(
            gettext("Points for each event attended"), gettext("Added to the others."), rules.attendance
        ),
        "missed_as": choice_field(
            gettext("A missed event counts as"),
            gettext("Missed events count after all others, and never more than coming last."),
            [(code, gettext(said)) for code, said in MISSED.items()],
            rules.missed_as,
        ),
        "missed": number_field(gettext("Number of points"), gettext("A number like 1, 1/2 or 0.5."), rules.missed),
        "unit": choice_field(
            gettext("What is counted"),
            gettext("Games count with their score in the event. Points by place must be empty then."),
            [(code, gettext(said)) for code, said in UNITS.items()],
            rules.unit,
        ),
        "first": integer_field(
            gettext("First results counted"),
            gettext("Events or games, whichever are counted. Leave empty to count all."),
            rules.first,
        ),
        "best": integer_field(gettext("Best results counted"), gettext("Leave empty to count all."), rules.best),
        "drop": integer_field(
            gettext("Worst results dropped"),
            gettext("Missed events are included. One always counts."),
            rules.drop,
            0,
        ),
        "average": checkbox_field(
            gettext("The average counts, not the sum"),
            gettext("Over events or games that count. Missed events don’t."),
            initial=rules.average,
        ),
        "minimum": integer_field(
            gettext("Minimum number of events or games"),
            gettext("Players with fewer are ranked behind all others."),
            rules.minimum,
            0,
        ),
    }
    for name in ("shared", "missed_as", "unit"):
        fields[name].required = True
    chain = rules.tiebreaks
    codes = [("", "–"), *((code, f"{gettext(each.title)}: {gettext(each.text)}") for code, each in TIEBREAKS.items())]
    for row in range(len(TIEBREAKS)):
        label = gettext("Tie-break {number}").format(number=row + 1)
        fields[f"tiebreak_{row}"] = choice_field(label, "", codes, chain[row] if row < len(chain) else "")
    fields["divisions"] = forms.CharField(
        label=gettext("Divisions"),
        help_text=gettext(
            "One name per line, highest division first, for example A, or A; 12 for 12 places. Leave "
            "empty for a single table."
        ),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=LONGEST_LIST,
        required=False,
        initial="\n".join(
            each.name if each.capacity is None else f"{each.name}; {each.capacity}" for each in rules.divisions
        ),
    )
    fields["promote"] = integer_field(
        gettext("Number promoted"), gettext("From each division except the top one."), rules.promote, 0
    )
    fields["relegate"] = integer_field(
        gettext("Number relegated"), gettext("From each division except the lowest."), rules.relegate, 0
    )
    return fields


def parse_rules(given: Mapping[str, Any]) -> SeasonRules:
    """The rules that a form was filled in with."""
    chain = [given[f"tiebreak_{row}"] for row in range(len(TIEBREAKS))]
    return SeasonRules(
        points=tuple(parse_numbers(given["points"])),
        beyond=given["beyond"] or 0,
        shared=given["shared"],
        low_points=given["low_points"],
        attendance=given["attendance"] or 0,
        missed_as=given["missed_as"],
        missed=given["missed"] or 0,
        unit=given["unit"],
        first=given["first"],
        best=given["best"],
        drop=given["drop"] or 0,
        average=given["average"],
        minimum=given["minimum"] or 0,
        tiebreaks=tuple(code for code in chain if code),
        divisions=tuple(_division(line) for line in given["divisions"].splitlines() if line.strip()),
        promote=given["promote"] or 0,
        relegate=given["relegate"] or 0,
    )


def _division(line: str) -> Division:
    name, _, places = (part.strip() for part in line.partition(";"))
    if not (places.isdecimal() and len(places) <= LONGEST_NUMBER):
        return Division(line.strip())
    return Division(name, int(places))
