"""What is other in settings than it was."""

from collections.abc import Iterator

import msgspec

from league.history.types import Change, plain
from league.tournaments.domain.settings import Settings, Stage

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
