"""What of a tournament's settings cannot be changed any more."""

from collections.abc import Iterator, Mapping

import msgspec

from games.errors import Phrase
from league.history.types import Change, plain
from league.tournaments.domain.settings.model import Settings, Stage
from league.tournaments.domain.tournament import Tournament
from league.tournaments.errors import BadSettings

SCHEDULED = ("fixed", "round_robin", "knockout")


def freeze_reasons(tournament: Tournament) -> Mapping[str, Phrase]:
    """Why a setting cannot be changed any more, by its key, like `stages.0.groups`; all others can be."""
    found: dict[str, Phrase] = {}
    if tournament.entries:
        found["team_size"] = Phrase("there are already entrants")
    for stage in tournament.stages:
        for name in Stage.__struct_fields__:
            if name == "rounds" and stage.rules.format in SCHEDULED:
                found[f"stages.{stage.number}.{name}"] = Phrase("the schedule for this stage has already been drawn")
            elif name == "qualify" and stage.number in tournament.qualified:
                found[f"stages.{stage.number}.{name}"] = Phrase("qualification is already decided")
            elif name not in ("rounds", "qualify"):
                why = Phrase("once a stage has begun, only its number of rounds and how many advance can change")
                found[f"stages.{stage.number}.{name}"] = why
    return found


def require_changeable(tournament: Tournament, settings: Settings) -> None:
    """Raise BadSettings, naming the setting, if *settings* change one that cannot be changed any more."""
    for stage in tournament.stages:
        if stage.number >= len(settings.stages):
            raise BadSettings(key=f"stages.{stage.number}", why=Phrase("this stage has already begun"))
    for key, why in freeze_reasons(tournament).items():
        if _setting(settings, key) != _setting(tournament.settings, key):
            raise BadSettings(key=key, why=why)


def _setting(settings: Settings, key: str) -> object:
    if not key.startswith("stages."):
        return getattr(settings, key)
    _, number, name = key.split(".")
    return getattr(settings.stages[int(number)], name)


PARTS = ("scoring", "stages", "options")  # of settings, which are compared by what is in them


def differences(old: Settings, new: Settings) -> Iterator[Change]:
    """Every single setting that differs, by its path: `capacity`, `scoring.drop`, `stages.1.rounds`, `options.rounds`.

    A stage that is new or gone is one change, as a whole.
    """
    yield from _fields("", old, new, but=PARTS)
    yield from _fields("scoring.", old.scoring, new.scoring)
    for number in range(max(len(old.stages), len(new.stages))):
        was, will = _stage(old, number), _stage(new, number)
        if was is None or will is None:
            yield Change(f"stages.{number}", plain(was), plain(will))
        else:
            yield from _fields(f"stages.{number}.", was, will)
    for option in sorted(old.options.keys() | new.options.keys()):
        if old.options.get(option) != new.options.get(option):
            yield Change(f"options.{option}", old.options.get(option), new.options.get(option))


def _stage(settings: Settings, number: int) -> Stage | None:
    return settings.stages[number] if number < len(settings.stages) else None


def _fields(path: str, old: msgspec.Struct, new: msgspec.Struct, but: tuple[str, ...] = ()) -> Iterator[Change]:
    for name in old.__struct_fields__:
        was, will = getattr(old, name), getattr(new, name)
        if name not in but and was != will:
            yield Change(f"{path}{name}", plain(was), plain(will))
