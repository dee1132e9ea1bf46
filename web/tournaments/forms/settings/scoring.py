"""Fields for scoring and tie-breaks."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.tournaments.queries.setting_labels import WORTHS
from league.tournaments.queries.settings import LONGEST_CHAIN, Scoring, SettingsSheet
from web.tournaments.forms.settings.fields import (
    Choices,
    checkbox_field,
    choice_field,
    integer_field,
    number_field,
    parse_numbers,
    text_field,
)
from web.tournaments.forms.settings.groups import Group

SPARE = 3  # tie-breaks
BY = {
    "ranks": gettext_noop("Points by place at the table"),
    "points": gettext_noop("Game points"),
    "games": gettext_noop("Games won"),
    "matches": gettext_noop("1 for winning the table"),
    "team": gettext_noop("1 if the team won"),
}
ORDER = {
    "match": gettext_noop("Match winner, then games won, then points"),
    "points": gettext_noop("Points only"),
}
LEAVERS = {
    "half": gettext_noop("Count if they played half of their games. The rest are then walkovers."),
    "played": gettext_noop("Count as played. The rest are byes."),
}
FIDE = {
    "2026": gettext_noop("2026: that score is limited by the absent opponent’s, or by draws in all rounds"),
    "2024": gettext_noop("2024: without a limit"),
}
UNPLAYED = {
    "bye": gettext_noop("Bye"),
    "half_bye": gettext_noop("Half-point bye (if empty, half of a bye)"),
    "walkover": gettext_noop("Walkover (opponents absent)"),
    "forfeit": gettext_noop("No-show"),
    "double_forfeit": gettext_noop("Nobody came"),
    "late": gettext_noop("Before entering"),
    "left": gettext_noop("After leaving"),
    "missed": gettext_noop("Missed in between"),
}
WORTH = {
    "score": gettext_noop("Towards the score"),
    "points": gettext_noop("Points"),
    "wins": gettext_noop("Games"),
    "share": gettext_noop("Share"),
}
COUNTS_AS = {
    "forfeit_as": gettext_noop("A no-show counts as"),
    "late_as": gettext_noop("A round before entering counts as"),
    "left_as": gettext_noop("A round after leaving counts as"),
    "missed_as": gettext_noop("A round missed in between counts as"),
}
MAYBE_NOTHING = ("half_bye", "late", "left", "missed")


def _choices(messages: Mapping[str, str]) -> Choices:
    return [(code, gettext(message)) for code, message in messages.items()]


def points_groups(fields: dict[str, forms.Field], sheet: SettingsSheet) -> tuple[Group, Group]:
    """Add the fields of the scoring, named like `scoring.by`, `scoring.ranks.3`, `scoring.bye.score`.

    Those of rounds without play are in the second group.
    """
    scoring = sheet.settings.scoring
    fields |= {f"scoring.{name}": each for name, each in {**_main_fields(scoring), **_more_fields(scoring)}.items()}
    places, names = _place_fields(sheet), _names_without_play()
    fields |= places
    for kind, each in names.items():
        worth = getattr(scoring, kind)
        for name, key in each.items():
            label = f"{gettext(UNPLAYED[kind])}: {gettext(WORTH[name])}"
            fields[key] = number_field(label, "", worth and getattr(worth, name))
            fields[key].widget.attrs |= {"aria-label": label, "inputmode": "text"}
    worths = _worth_fields(scoring)
    fields |= worths
    by_place = Group(
        gettext("Points by place"),
        tuple(places),
        lead=gettext("For points by place only. Leave empty to give one point for each place below."),
    )
    more = Group(gettext("More scoring settings"), tuple(f"scoring.{name}" for name in _more_fields(scoring)))
    unplayed = Group(
        gettext("Unplayed rounds"),
        tuple(worths),
        open=True,
        lead=gettext(
            "Set how each kind of unplayed round counts. Share is used for tie-breaks based on "
            "opponents: 1 like a win, 1/2 like a draw, 0 like a loss. If all four fields are empty, such "
            "rounds are ignored."
        ),
        heads=tuple(gettext(title) for title in WORTH.values()),
        grid=tuple((gettext(UNPLAYED[kind]), tuple(each.values())) for kind, each in names.items()),
    )
    usual = tuple(f"scoring.{name}" for name in _main_fields(scoring))
    return Group(gettext("Points"), usual, open=True, inner=(*([by_place] if places else []), more)), unplayed


def _main_fields(scoring: Scoring) -> dict[str, forms.Field]:
    return {
        "by": choice_field(
            gettext("How tables are scored"),
            gettext("The score is the sum over all tables."),
            _choices(BY),
            scoring.by,
        ),
        "drop": integer_field(
            gettext("Worst results dropped"),
            gettext("At least one result always counts."),
            scoring.drop,
            0,
        ),
        "best": integer_field(
            gettext("Best results counted"),
            gettext("Leave empty to count all. Can’t be combined with the setting above."),
            scoring.best,
        ),
    }


def _more_fields(scoring: Scoring) -> dict[str, forms.Field]:
    no_limit = gettext("Leave empty for no limit. Bonuses are added on top.")
    return {
        "order": choice_field(
            gettext("How places at a table are decided"),
            gettext("In matches of several games."),
            _choices(ORDER),
            scoring.order,
        ),
        "fewest": checkbox_field(
            gettext("Fewer game points are better"),
            gettext("As in games with penalty points."),
            initial=scoring.fewest,
        ),
        "draw": number_field(
            gettext("Points each for a draw at a table of two"),
            gettext("For points by place only. Leave empty to split the points for both places equally."),
            scoring.draw,
        ),
        "most": number_field(gettext("Maximum per table"), no_limit, scoring.most),
        "least": number_field(gettext("Minimum per table"), no_limit, scoring.least),
        "place_bonus": text_field(
            gettext("Bonus by place"),
            gettext("First place first, for example {example}. Further places get none.").format(example="50, 5"),
            ", ".join(map(str, scoring.place_bonus)),
        ),
        "each_game": checkbox_field(
            gettext("Limits and bonuses by place apply to each game"),
            gettext("For game points only. Otherwise they apply to the table."),
            initial=scoring.each_game,
        ),
        "game_bonus": number_field(
            gettext("Bonus for each game won"), gettext("A number like 1, 1/2 or 0.5."), scoring.game_bonus
        ),
        "table_bonus": number_field(
            gettext("Bonus for winning the table"),
            gettext("If the win is shared, each winner gets the full bonus."),
            scoring.table_bonus,
        ),
        "stand_in": checkbox_field(
            gettext(
                "For Buchholz and similar tie-breaks, an unplayed round counts as played against an equal opponent"
            ),
            gettext(
                "The opponent has the same score, and rounds after a player left count as draws for that player’s "
                "opponents. If off, the round adds nothing."
            ),
            initial=scoring.stand_in,
        ),
        "fide": choice_field(
            gettext("FIDE rules for unplayed rounds"),
            gettext("For the setting above."),
            _choices(FIDE),
            scoring.fide,
        ),
        "leavers": choice_field(
            gettext("Results against players who left"),
            gettext("In round robins of pairs."),
            _choices(LEAVERS),
            scoring.leavers,
        ),
        "forfeits_met": checkbox_field(
            gettext("Players who came count as having met and beaten the no-shows"),
            gettext("For tie-breaks, as in round robins."),
            initial=scoring.forfeits_met,
        ),
    }


def _worth_fields(scoring: Scoring) -> dict[str, forms.Field]:
    """Fields for what rounds are worth to those who stayed away."""
    help_text = gettext("The numbers are below. Added to those of the last player, they can’t make them better.")
    found = {}
    for name, label in COUNTS_AS.items():
        choices = [(code, text) for code, text in _choices(WORTHS) if name != "forfeit_as" or code != "average"]
        found[f"scoring.{name}"] = choice_field(gettext(label), help_text, choices, getattr(scoring, name))
    return found


def _place_fields(sheet: SettingsSheet) -> dict[str, forms.Field]:
    ranks = sheet.settings.scoring.ranks
    sizes = sorted({*map(int, ranks), *(size for size in sheet.seats if size > 1 and not sheet.together)})
    return {
        f"scoring.ranks.{size}": text_field(
            gettext("At a table of {size}").format(size=size),
            gettext("First place first, for example {example}.").format(
                example=", ".join(map(str, range(size - 1, -1, -1)))
            ),
            ", ".join(map(str, ranks.get(str(size), ()))),
        )
        for size in sizes
    }


def _names_without_play() -> dict[str, dict[str, str]]:
    return {kind: {name: f"scoring.{kind}.{name}" for name in WORTH} for kind in UNPLAYED}


def parse_scoring(given: Mapping[str, Any], sheet: SettingsSheet) -> dict[str, Any]:
    """The scoring that a form was filled in with."""
    before = sheet.settings.scoring
    scoring = {name: given[f"scoring.{name}"] for name in (*_main_fields(before), *_more_fields(before))}
    scoring = {name: None if value == "" else value for name, value in scoring.items()}
    for name in ("drop", "game_bonus", "table_bonus"):
        scoring[name] = scoring[name] or 0
    scoring["place_bonus"] = parse_numbers(scoring["place_bonus"] or "")
    rows = {name.rpartition(".")[2]: parse_numbers(given[name]) for name in given if name.startswith("scoring.ranks.")}
    scoring["ranks"] = {size: row for size, row in rows.items() if row}
    scoring |= {name: given[f"scoring.{name}"] or "fixed" for name in COUNTS_AS}
    for kind, names in _names_without_play().items():
        worth = {name: given[key] for name, key in names.items()}
        nothing = kind in MAYBE_NOTHING and not any(worth.values())
        scoring[kind] = None if nothing else {name: value or 0 for name, value in worth.items()}
    return scoring


def chain_group(fields: dict[str, forms.Field], sheet: SettingsSheet) -> Group:
    """Add the fields of the tie-breaks in order, named like `tiebreaks.0`."""
    chain = sheet.settings.tiebreaks
    choices = [("", "–"), *((name, title) for name, title, _ in sheet.tiebreaks)]
    names = []
    for row in range(min(len(chain) + SPARE, LONGEST_CHAIN)):
        names.append(f"tiebreaks.{row}")
        label = gettext("Tie-break {number}").format(number=row + 1)
        fields[names[-1]] = choice_field(label, "", choices, chain[row] if row < len(chain) else "")
    return Group(
        gettext("Tie-breaks"),
        tuple(names),
        open=True,
        lead=gettext("Ties on points are broken by the first of these, then by the next, and so on."),
        inner=(
            Group(
                gettext("What they mean"),
                terms=tuple((title, said) for _, title, said in sheet.tiebreaks),
            ),
        ),
    )


def parse_chain(given: Mapping[str, Any]) -> tuple[list[str], list[int]]:
    """The tie-breaks that a form was filled in with, in order, and the row of each."""
    rows = sorted(int(name.rpartition(".")[2]) for name in given if name.startswith("tiebreaks."))
    filled = [row for row in rows if given[f"tiebreaks.{row}"]]
    return [given[f"tiebreaks.{row}"] for row in filled], filled
