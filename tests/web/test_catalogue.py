"""The catalogue against the code: every message has a translation."""

import ast
import re

import pytest

from tests.catalogue import COMPILED, mo_file, read_catalogue, update_catalogue
from tests.paths import ROOT

WORDS_OF_REFUSALS = {"why", "what", "due", "wanted", "act", "kind", "fits"}


@pytest.fixture(scope="module")
def current():
    """The catalogue with the messages of today's code."""
    return update_catalogue()


def test_every_message_of_the_code_has_a_translation(current):
    assert [message.id for message in current if message.id and not is_whole(message.string)] == []


def is_whole(translation):
    """Whether the text, or every plural form, is there."""
    return bool(translation) and all(translation)


def test_the_catalogue_holds_no_unused_message(current):
    assert {message.id for message in read_catalogue()} - {message.id for message in current} == set()


def test_the_compiled_catalogue_is_up_to_date():
    stale = COMPILED.read_bytes() != mo_file(read_catalogue())  # a diff of the bytes would take minutes
    assert not stale


@pytest.mark.parametrize(
    "text",
    [
        "Racks are dealt. Seat {seat} starts.",  # a move
        "Time limit per turn, in seconds.",  # help of an option
        "it is seat {seat}’s turn",  # words inside a refusal
        (
            "{count} tile is shown, but it holds {held}",
            "{count} tiles are shown, but it holds {held}",
        ),  # words for a count
        "tiles in the pool",  # part of a position
        "Skip to content",  # of a template
        "Round %(round)s",  # of a template, with something filled in
    ],
)
def test_messages_are_found_wherever_they_are_marked(current, text):
    assert text in {message.id for message in current}


def test_a_translation_has_the_placeholders_of_its_message(current):
    assert [message.id for message in current if message.id and any(differences(message))] == []


def differences(message):
    """For each text of the translation, the placeholders that only it or only the message (its plural) has."""
    named = placeholders(message.id[1] if isinstance(message.id, tuple) else message.id)
    texts = message.string if isinstance(message.string, tuple) else (message.string,)
    return [placeholders(text) ^ named for text in texts]


def placeholders(text):
    return set(re.findall(r"\{\w*\}|%\(\w+\)s", text))


def test_the_words_of_refusals_are_phrases_that_can_be_translated():
    sources = [*(ROOT / "games").rglob("*.py"), *(ROOT / "league").rglob("*.py")]
    shown = [path for path in sources if "eventlog" not in path.parts]  # the log speaks to operators, in English

    assert [each for path in shown for each in bare_words(path)] == []


def bare_words(path):
    """Places where the words of a refusal are plain text instead of a phrase."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        words = []
        if isinstance(node, ast.Call):
            words = [each.value for each in node.keywords if each.arg in WORDS_OF_REFUSALS]
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in WORDS_OF_REFUSALS:
            words = [node.value]
        for value in words:
            parts = (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
            if any(isinstance(part, ast.JoinedStr) or isinstance(getattr(part, "value", 0), str) for part in parts):
                yield f"{path.relative_to(ROOT)}:{value.lineno}: {ast.unparse(value)}"
