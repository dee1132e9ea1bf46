"""People read our English before our code: wordings that no native writer uses stay out of it."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import unescape

import pytest
from babel.messages.catalog import Catalog

from tests.paths import ROOT
from web import catalogue

ACCENT = re.compile(
    r"\b(?:anew|whoever|nobody but|nought|an own|the own|is told|are told|told of|level at|level with|parted"
    r"|knock-outs?|goes on|went on|sits? out|sat out|takes? back|taken? back|given up|moved on|on turn)\b",
    re.IGNORECASE,
)
TAGS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<(?:style|script).*?</(?:style|script)>|<[^>]*>", re.DOTALL)


def templates() -> Iterator[str]:
    """What page templates say outside their tags; what is inside them is a message."""
    for path in (ROOT / "web" / "templates").rglob("*.html"):
        texts = TAGS.split(path.read_text(encoding="utf-8"))
        yield from (f"{path.name}: {text.strip()}" for text in texts if text.strip())


@cache
def found() -> Catalog:
    """The messages of the code."""
    return catalogue.found()


def messages(suffix: str = "") -> Iterator[str]:
    """The messages that files with a name ending in *suffix* mark, each form of a count by itself."""
    for message in found():
        if message.id and any(path.endswith(suffix) for path, _ in message.locations):
            yield from message.id if isinstance(message.id, tuple) else (message.id,)


def guides(*patterns: str) -> Iterator[str]:
    """The prose of guides, line by line: no code, no addresses."""
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        prose = re.sub(
            r"```.*?```|^ {4}.*?$|`[^`]*`|\]\([^)]*\)", " ", path.read_text(encoding="utf-8"), flags=re.S | re.M
        )
        yield from (f"{path.relative_to(ROOT)}: {line}" for line in prose.splitlines())


WORDED = ("deploying", "evidence", "faults", "operating", "scaling")  # to become all of docs/

READ: dict[str, Callable[[], Iterable[str]]] = {
    "messages": messages,
    "templates": templates,
    "guides": lambda: guides("README.md", "tests/README.md", *(f"docs/{name}.md" for name in WORDED)),
}


@pytest.mark.parametrize("read", READ)
def test_no_wording_has_an_accent(read):
    assert [text for text in READ[read]() if ACCENT.search(text)] == []


def test_no_sentence_on_a_page_is_joined_to_another_by_a_semicolon():
    assert [text for text in (*templates(), *messages(".html")) if ";" in unescape(text)] == []


@pytest.mark.parametrize("text", ["Draw this round anew", "a pair sits out", "Who has none is parted by lot."])
def test_an_accent_is_heard_anywhere_in_a_text(text):
    assert ACCENT.search(text)
