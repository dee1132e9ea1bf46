"""The rules of a game in words: the chapters of the README beside its engine."""

import inspect
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.registry import AnyEngine

_CHAPTER = re.compile(r"^## (?:(\d+)\. )?(.*)$", re.MULTILINE)


class Chapter(NamedTuple):
    """A chapter: the number that refusals cite, its name and its text in Markdown. The title has no number."""

    number: str
    name: str
    text: str


@cache
def chapters(rules: AnyEngine) -> tuple[Chapter, ...]:
    """The rules that an engine follows, by chapter. Empty for a game without a README."""
    try:
        text = (Path(inspect.getfile(type(rules))).parent / "README.md").read_text(encoding="utf-8")
    except OSError:
        return ()
    title, *parts = _CHAPTER.split(text)
    name, _, said = title.removeprefix("# ").partition("\n")
    found = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return Chapter("", name, said.strip()), *(Chapter(number or "", name, said.strip()) for number, name, said in found)
