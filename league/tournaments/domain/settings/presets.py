"""Tournaments that clubs play often, ready to be drafted: names, and settings that suit the game."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from games.engine import Meta
from games.errors import gettext_noop
from games.registry import engine
from league.standings import scoring_rules as scorings
from league.tournaments.domain.settings.model import Settings, Stage

TEAMS = {
    2: gettext_noop("Co-operative challenge, teams of two"),
    3: gettext_noop("Co-operative challenge, teams of three"),
    4: gettext_noop("Co-operative challenge, teams of four"),
    5: gettext_noop("Co-operative challenge, teams of five"),
}

DRAWN = ("swiss", "fixed")  # formats that choose who sits where
BEFORE_FINAL = ("swiss", "fixed", "round_robin")  # formats that can lead to a final


class Preset(NamedTuple):
    """A kind of tournament for a game: `slug` for programs, `name` and `about` (messages) for people."""

    slug: str
    name: str
    about: str
    settings: Settings


def presets(game: str) -> tuple[Preset, ...]:
    """The kinds of tournament that suit the game, the most usual first. Raises `UnknownGame`."""
    meta = engine(game).meta
    if meta.team:
        usual = min(4, meta.seats[-1])
        others = [size for size in TEAMS if size in meta.seats and size != usual]
        return (_challenge(usual), *(_challenge(size, f"challenge-{size}") for size in others))
    return (*_at_tables(meta), *(_in_pairs() if 2 in meta.seats else ()))


def add_final(settings: Settings) -> Settings | None:
    """The same, with one more stage in which the best play a final at one table: four, or two where pairs meet.

    None where the settings have a final of their own, or none that would make sense.
    """
    (first, *more) = settings.stages
    if more or first.format not in BEFORE_FINAL or first.groups > 1 or settings.team_size > 1:
        return None
    stages = (msgspec.structs.replace(first, qualify=settings.preferred), Stage("knockout"))
    return msgspec.structs.replace(settings, stages=stages)


def _at_tables(meta: Meta) -> Iterator[Preset]:
    larger = tuple(size for size in (3, 4) if size in meta.seats)
    yield Preset(
        "evening",
        gettext_noop("Club evening"),
        gettext_noop("Swiss at tables of three and four. Late entries welcome. Four rounds."),
        _table_settings(meta, Stage("swiss", rounds=4), larger),
    )
    yield Preset(
        "series",
        gettext_noop("Fixed series"),
        gettext_noop(
            "All rounds are drawn together so that everyone meets as many opponents as possible. Five rounds."
        ),
        _table_settings(meta, Stage("fixed", rounds=5), larger),
    )
    yield Preset(
        "cup",
        gettext_noop("Cup"),
        gettext_noop("Knockout at tables: the top two of each advance until one table is left."),
        _table_settings(
            meta,
            Stage("knockout", advance=2),
            tuple(size for size in range(2, max(larger) + 1) if size in meta.seats),
        ),
    )
    yield Preset(
        "open",
        gettext_noop("Open evening"),
        gettext_noop("Anyone can start a table with the players present. The best results count."),
        _table_settings(meta, Stage("open"), tuple(size for size in meta.seats if size <= 4)),
    )


def _in_pairs() -> Iterator[Preset]:
    knockout = Stage("knockout", third_place=True)
    yield Preset(
        "swiss",
        gettext_noop("Swiss for pairs"),
        gettext_noop("Winners meet winners, and nobody meets the same opponent twice. Five rounds."),
        _pair_settings(Stage("swiss", rounds=5)),
    )
    yield Preset(
        "round-robin",
        gettext_noop("Round robin"),
        gettext_noop("Everyone plays everyone once, two at a table."),
        _all_play_all_settings(Stage("round_robin")),
    )
    yield Preset(
        "knock-out",
        gettext_noop("Knockout"),
        gettext_noop("Single elimination, two per table. With a third-place match."),
        _pair_settings(knockout),
    )
    yield Preset(
        "groups",
        gettext_noop("Groups and knockout"),
        gettext_noop("For eight or more: four round-robin groups, with the top two of each advancing to a knockout."),
        _all_play_all_settings(Stage("round_robin", groups=4, qualify=2), knockout),
    )
    yield Preset(
        "two-groups",
        gettext_noop("Two groups and knockout"),
        gettext_noop("For four to seven: two round-robin groups, with the top two of each advancing to a knockout."),
        _all_play_all_settings(Stage("round_robin", groups=2, qualify=2), knockout),
    )


def _challenge(size: int, slug: str = "challenge") -> Preset:
    scoring, tiebreaks = scorings.team_preset()
    return Preset(
        slug,
        TEAMS.get(size, gettext_noop("Co-operative challenge")),
        gettext_noop("Each team plays three games. Games won count first, then fewest cards left."),
        Settings(scoring, tiebreaks, (Stage("fixed", rounds=3),), sizes=(1,), preferred=1, team_size=size),
    )


def _table_settings(meta: Meta, stage: Stage, sizes: tuple[int, ...]) -> Settings:
    scoring, tiebreaks = scorings.games_preset() if meta.zero_sum else scorings.places_preset(fewest=meta.fewest_wins)
    neighbours = meta.neighbours and stage.format in DRAWN
    return Settings(scoring, tiebreaks, (stage,), sizes=sizes, preferred=max(sizes), neighbours=neighbours)


def _pair_settings(*stages: Stage) -> Settings:
    scoring, tiebreaks = scorings.pairs_preset()
    return Settings(scoring, tiebreaks, stages)


def _all_play_all_settings(*stages: Stage) -> Settings:
    scoring, tiebreaks = scorings.all_play_all_preset()
    return Settings(scoring, tiebreaks, stages)
