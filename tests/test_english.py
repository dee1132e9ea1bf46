"""Pages, messages and guides are free of wordings that no native writer uses."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import unescape

import pytest
from babel.messages.catalog import Catalog

from tests import catalogue
from tests.paths import ROOT

ACCENT = re.compile(
    r"\b(?:anew|whoever|nobody but|nought|an own|the own|is told|are told|told of|level at|level with|parted"
    r"|knock-outs?|goes on|went on|sits? out|sat out|takes? back|taken? back|given up|moved on|on turn)\b",
    re.IGNORECASE,
)
TAGS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<(?:style|script).*?</(?:style|script)>|<[^>]*>", re.DOTALL)


def templates() -> Iterator[str]:
    """The text of page templates outside their tags. Inside them it is a message."""
    for path in (ROOT / "web" / "templates").rglob("*.html"):
        texts = TAGS.split(path.read_text(encoding="utf-8"))
        yield from (f"{path.name}: {text.strip()}" for text in texts if text.strip())


@cache
def code_messages() -> Catalog:
    """The messages of the code."""
    return catalogue.code_messages()


def messages(suffix: str = "") -> Iterator[str]:
    """The messages marked in files whose names end in *suffix*, with singular and plural separately."""
    for message in code_messages():
        if message.id and any(path.endswith(suffix) for path, _ in message.locations):
            yield from message.id if isinstance(message.id, tuple) else (message.id,)


def guides(*patterns: str) -> Iterator[str]:
    """The prose of guides, line by line, without code and addresses."""
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        prose = re.sub(
            r"```.*?```|^ {4}.*?$|`[^`]*`|\]\([^)]*\)", " ", path.read_text(encoding="utf-8"), flags=re.S | re.M
        )
        yield from (f"{path.relative_to(ROOT)}: {line}" for line in prose.splitlines())


READ: dict[str, Callable[[], Iterable[str]]] = {
    "messages": messages,
    "templates": templates,
    "guides": lambda: guides(
        "README.md",
        "tests/README.md",
        "bench/README.md",
        "docs/*.md",
        "docs/decisions/*.md",
    ),
}


@pytest.mark.parametrize("read", READ)
def test_texts_have_no_foreign_accent(read):
    assert [text for text in READ[read]() if ACCENT.search(text)] == []


def test_pages_have_no_semicolons():
    assert [text for text in (*templates(), *messages(".html")) if ";" in unescape(text)] == []


@pytest.mark.parametrize("text", ["Draw this round anew", "a pair sits out", "Who has none is parted by lot."])
def test_an_accent_is_found_anywhere_in_a_text(text):
    assert ACCENT.search(text)
