"""The catalogue against the code: nothing that people are told is left in English."""

import ast
import re

import pytest

from web.catalogue import COMPILED, ROOT, compiled, translated, updated

WORDS_OF_REFUSALS = {"why", "what", "due", "wanted", "act", "kind", "fits"}


@pytest.fixture(scope="module")
def current():
    """The catalogue as the code now asks for it."""
    return updated()


def test_every_message_of_the_code_has_a_translation(current):
    assert [message.id for message in current if message.id and not is_whole(message.string)] == []


def is_whole(translation):
    """Whether there is a text, or each of a count's."""
    return bool(translation) and all(translation)


def test_the_catalogue_holds_no_message_that_the_code_has_not(current):
    assert {message.id for message in translated()} - {message.id for message in current} == set()


def test_the_compiled_catalogue_is_not_stale():
    assert COMPILED.read_bytes() == compiled(translated())


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


def test_a_translation_names_what_the_message_names(current):
    assert [message.id for message in current if message.id and any(differences(message))] == []


def differences(message):
    """What only one of the two names, for each text of the translation; the text for many tells what a count names."""
    named = placeholders(message.id[1] if isinstance(message.id, tuple) else message.id)
    texts = message.string if isinstance(message.string, tuple) else (message.string,)
    return [placeholders(text) ^ named for text in texts]


def placeholders(text):
    return set(re.findall(r"\{\w*\}|%\(\w+\)s", text))


def test_no_refusal_of_a_game_or_the_league_is_given_words_that_cannot_be_translated():
    folders = [ROOT / "games", *(ROOT / "league" / layer for layer in ("domain", "services", "queries"))]

    assert [each for folder in folders for path in folder.rglob("*.py") for each in bare_words(path)] == []


def bare_words(path):
    """Where the words of a refusal are plain text and no phrase."""
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
