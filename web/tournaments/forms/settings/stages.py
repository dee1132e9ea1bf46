"""Fields for stages: a row for each, and spare ones."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.queries.settings import MOST_STAGES, SettingsSheet
from web.tournaments.forms.settings.fields import Choices, checkbox_field, choice_field, integer_field
from web.tournaments.forms.settings.groups import Group, Part

SPARE = 2  # empty rows
ON_A_PAGE = 3
NONE: Mapping[str, Any] = {
    "format": "",
    "rounds": None,
    "groups": 1,
    "qualify": None,
    "carry": False,
    "cycle": 1,
    "double": False,
    "third_place": False,
    "advance": 1,
    "seed_advances": False,
    "spread": "even",
    "pairing": "ends",
    "seed_first": False,
}
FORMATS = {
    "swiss": gettext_noop("Swiss: entrants with equal points meet"),
    "round_robin": gettext_noop("Round robin: everyone meets everyone"),
    "knockout": gettext_noop("Knockout: losers are out"),
    "fixed": gettext_noop("Fixed series: all rounds are drawn at once"),
    "open": gettext_noop("Open: tables start as people sit down"),
}
SPREAD = {
    "even": gettext_noop("Of equal strength: 1, 4, 5 and 2, 3, 6"),
    "in_turn": gettext_noop("By odd and even ranks: 1, 3, 5 and 2, 4, 6"),
}
PAIRING = {
    "ends": gettext_noop("The first meets the last: 1–8, 2–7, 3–6, 4–5"),
    "halves": gettext_noop("The upper half meets the lower half in order: 1–5, 2–6, 3–7, 4–8"),
}
IN = {  # setting -> the formats that know it
    "rounds": "swiss fixed",
    "groups": "swiss round_robin fixed",
    "qualify": "swiss round_robin fixed open",
    "carry": "swiss round_robin knockout fixed open",
    "cycle": "round_robin",
    "double": "knockout",
    "third_place": "knockout",
    "advance": "knockout",
    "seed_advances": "knockout",
    "spread": "swiss round_robin fixed",
    "pairing": "knockout",
    "seed_first": "knockout",
}


def stage_parts(fields: dict[str, forms.Field], sheet: SettingsSheet) -> list[Part]:
    """Add the fields of all stages, named like `stages.0.groups`, some on a page."""
    stages = sheet.settings.stages
    inner = []
    for row in range(min(len(stages) + SPARE, MOST_STAGES)):
        made = _fields(_values(sheet, row))
        if row == 0:
            del made["carry"]  # no stage comes before the first
        fields |= {f"stages.{row}.{name}": each for name, each in made.items()}
        title = gettext("Stage {number}").format(number=row + 1)
        if row >= len(stages):
            title = gettext("Another stage")
        inner.append(
            Group(
                title,
                tuple(f"stages.{row}.{name}" for name in made),
                open=row < len(stages),
                style="stage",
                only={f"stages.{row}.{name}": f"only {formats}" for name, formats in IN.items()},
            )
        )
    lead = gettext("Stages are played one after another. The last one decides the final ranking.")
    pages = [tuple(inner[first : first + ON_A_PAGE]) for first in range(0, len(inner), ON_A_PAGE)]
    return [_stage_part(number * ON_A_PAGE + 1, lead, each) for number, each in enumerate(pages)]


def _stage_part(first: int, lead: str, inner: tuple[Group, ...]) -> Part:
    title = gettext("Stages") if first == 1 else gettext("Stages from {number}").format(number=first)
    group = Group(title, lead=lead, open=True, inner=inner)
    return Part("stages" if first == 1 else f"stages-{first}", title, (group,))


def _values(sheet: SettingsSheet, row: int) -> Mapping[str, Any]:
    """The settings of the stage in this row; of none in a spare one."""
    stages = sheet.settings.stages
    return {name: getattr(stages[row], name) for name in NONE} if row < len(stages) else NONE


def _fields(stage: Mapping[str, Any]) -> dict[str, forms.Field]:
    formats = [("", gettext("no stage")), *((code, gettext(text)) for code, text in FORMATS.items())]
    return {
        "format": choice_field(
            gettext("Format"), gettext("Without a format, the stage isn’t played."), formats, stage["format"]
        ),
        "rounds": integer_field(
            gettext("Rounds"), gettext("In a Swiss, leave empty to draw as many as you like."), stage["rounds"]
        ),
        "groups": integer_field(
            gettext("Groups"), gettext("The field is split into this many groups."), stage["groups"]
        ),
        "qualify": integer_field(
            gettext("Qualify from each group"),
            gettext("To the next stage. Leave empty for all. Nobody qualifies from the last stage."),
            stage["qualify"],
        ),
        "carry": checkbox_field(
            gettext("Carry over results from the previous stage"),
            gettext("Otherwise everyone starts this stage from zero."),
            initial=stage["carry"],
        ),
        "cycle": integer_field(
            gettext("Meetings with each opponent"), gettext("2 means a double round robin."), stage["cycle"]
        ),
        "double": checkbox_field(
            gettext("Out after two losses instead of one"),
            gettext("Double elimination. Pairs only."),
            initial=stage["double"],
        ),
        "third_place": checkbox_field(
            gettext("Third-place match"),
            gettext("Played by the losing semifinalists. Pairs only."),
            initial=stage["third_place"],
        ),
        "advance": integer_field(
            gettext("Advance from each table"),
            gettext("1 for pairs. Must be fewer than the players at a table."),
            stage["advance"],
        ),
        "seed_advances": checkbox_field(
            gettext("The better seed advances from a tie"),
            gettext("Otherwise an official decides who advances."),
            initial=stage["seed_advances"],
        ),
        "spread": choice_field(
            gettext("How the field is split"), gettext("Into more than one group."), _choices(SPREAD), stage["spread"]
        ),
        "pairing": choice_field(
            gettext("First pairs"), gettext("By seeding. Pairs only."), _choices(PAIRING), stage["pairing"]
        ),
        "seed_first": checkbox_field(
            gettext("The better seed moves first"),
            gettext("At every table. Otherwise the upper place in the bracket does."),
            initial=stage["seed_first"],
        ),
    }


def _choices(messages: Mapping[str, str]) -> Choices:
    return [(code, gettext(message)) for code, message in messages.items()]


def parse_stages(given: Mapping[str, Any], sheet: SettingsSheet) -> tuple[list[dict[str, Any]], list[int]]:
    """The stages that a form was filled in with, in order, and the row of each.

    A stage whose format changes keeps only the settings of its new format.
    """
    stages, rows = [], []
    for row in range(min(len(sheet.settings.stages) + SPARE, MOST_STAGES)):
        before = _values(sheet, row)
        stage = {name: _value(given.get(f"stages.{row}.{name}", before[name]), name) for name in NONE}
        if not stage["format"]:
            continue
        if stage["format"] != before["format"]:
            kept = {name for name, formats in IN.items() if stage["format"] in formats.split()}
            stage = {name: value if name in kept | {"format"} else NONE[name] for name, value in stage.items()}
        stages.append(stage)
        rows.append(row)
    return stages, rows


def _value(value: Any, name: str) -> Any:
    return NONE[name] if value in (None, "") and name != "format" else value
