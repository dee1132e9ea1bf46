"""The options of a game as somebody chose them, each checked and every other at its default."""

from collections.abc import Mapping

from games.engine import Setting, setting_text
from games.errors import Phrase, error_phrase
from games.registry import AnyEngine
from league.matches.errors import BadOption


def chosen(rules: AnyEngine, given: Mapping[str, object]) -> dict[str, Setting]:
    """Every option of the game with its value; BadOption for one that is unknown or cannot have the value."""
    options = {option.key: option for option in rules.meta.options}
    values: dict[str, Setting] = {option.key: option.default for option in options.values()}
    for key, value in given.items():
        if key not in options:
            wanted = Phrase("an option of {game}: {known}", game=rules.meta.slug, known=", ".join(options))
            raise BadOption(key=key, value=value, wanted=wanted)
        try:
            values[key] = options[key].read(setting_text(value) if isinstance(value, bool | int | str) else "")
        except ValueError as error:
            raise BadOption(key=key, value=value, wanted=error_phrase(error)) from None
    return values
