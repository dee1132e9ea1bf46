"""The settings of a tournament for a form: each with its value, what there is to choose, and what is fixed and why."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.utils.translation import gettext

from games.engine import OneOf, Option
from games.errors import Phrase
from games.registry import AnyEngine, engine, engines
from league.common.actor import Actor
from league.common.translation import translate
from league.decks.queries import list_decks, list_game_decks
from league.standings.scoring_rules import Scoring
from league.standings.tiebreaks.registry import LONGEST_CHAIN, TIEBREAKS
from league.tournaments.domain.settings import presets as domain_presets
from league.tournaments.domain.settings.changes import freeze_reasons
from league.tournaments.domain.settings.model import MOST_STAGES
from league.tournaments.domain.settings.model import Settings as Settings
from league.tournaments.queries.detail import visible_tournament

Choices = list[tuple[str, str]]

__all__ = ["LONGEST_CHAIN", "MOST_STAGES", "Scoring"]  # for forms


class GameOption(NamedTuple):
    """An option of the game: `kind` is "flag", "whole" or "text"; `choices` are values with words, where they are few.

    `name` may be empty; then `help` alone says what it is.
    """

    key: str
    kind: str
    name: str
    help: str
    choices: Choices


class GameChoice(NamedTuple):
    slug: str
    name: str


class TournamentPreset(msgspec.Struct, frozen=True):
    slug: str
    name: str
    about: str
    settings: Settings


class SettingsSheet(NamedTuple):
    """Settings, and what a form of them has to know.

    `fixed`: why a setting cannot be changed, or not any more, by its key, like `stages.0.groups`. `tiebreaks`: name,
    title and text of each that there is.
    """

    settings: Settings
    fixed: Mapping[str, str]
    seats: list[int]
    together: bool
    options: list[GameOption]
    tiebreaks: list[tuple[str, str, str]]


def settings_sheet(tournament_id: str, actor: Actor) -> SettingsSheet:
    """The settings of a tournament. Raises `Unknown`."""
    tournament = visible_tournament(tournament_id, actor)[1]
    rules = engine(tournament.game)
    whys = dict(freeze_reasons(tournament))
    if rules.meta.team:
        whys |= dict.fromkeys(
            ("sizes", "preferred"), Phrase("in this game each team has its own table, so the size is 1")
        )
    return SettingsSheet(
        tournament.settings,
        {key: _text(why) for key, why in whys.items()},
        list(rules.meta.seats),
        rules.meta.team,
        [
            _option(rules, each, tournament.club, str(tournament.settings.options.get(each.key, each.default)))
            for each in rules.meta.options
        ],
        [(each.name, gettext(each.title), gettext(each.text)) for each in TIEBREAKS.values()],
    )


def _text(why: Phrase) -> str:
    return translate("{why}", {"why": why})


def _option(rules: AnyEngine, option: Option, club: str, selected: str) -> GameOption:
    labels = rules.labels
    kind = {bool: "flag", int: "whole"}.get(type(option.default), "text")
    choices: Choices = []
    if isinstance(option.read, OneOf):
        choices = [(value, gettext(labels.codes.get(value, value))) for value in option.read.values]
    elif rules.decks is not None and option.key == "deck":
        about = gettext("A deck that comes with the game, or one of the club’s own.")
        return GameOption("deck", kind, gettext("Deck"), about, _decks(rules.meta.slug, club, selected))
    name = gettext(labels.options[option.key]) if option.key in labels.options else ""
    return GameOption(option.key, kind, name, gettext(option.help), choices)


def _decks(game: str, club: str, selected: str) -> Choices:
    """The decks of the game and of the club by name; with the one that is named *selected*, as it is named."""
    own = list_decks(club=UUID(club), game=game)
    named = [each.name for each in own.first()]
    found = [(each.name, each.name) for each in list_game_decks(game)]
    found += [(name, gettext("{name}, entered by the club").format(name=name)) for name in named]
    return found if selected in dict(found) else [*found, (selected, selected)]


def presets(game: str) -> list[TournamentPreset]:
    """The kinds of tournament that suit a game, the most usual first. Raises `UnknownGame`."""
    return [
        TournamentPreset(each.slug, gettext(each.name), gettext(each.about), each.settings)
        for each in domain_presets.presets(game)
    ]


def games() -> list[GameChoice]:
    """The games that tournaments can be of, by name."""
    found = [GameChoice(slug, gettext(engine(slug).meta.name)) for slug in engines()]
    return sorted(found, key=lambda game: game.name)
