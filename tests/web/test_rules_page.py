"""The rules of each game on a page, in both languages, with what verdicts cite and drawn examples."""

import re

import pytest
from django.urls import reverse

from games.registry import engine, engines
from games.rulebook import clauses
from tests.builders.reported import Table
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db

each_game = pytest.mark.parametrize("game", engines())
each_language = pytest.mark.parametrize("language", ["en", "ru"])


def rules_page(game, language="en"):
    [number] = engines()[game]
    return Reader(language=language).page(reverse("web:rulebook", args=[game, number]))


@each_game
@each_language
def test_chapters_stand_in_order_and_lead_there(game, language):
    page = rules_page(game, language)

    numbered = [section.get("id") for section in page.all("section") if section.get("id").startswith("rule-")]
    assert numbered[:7] == [f"rule-{number}" for number in range(1, 8 if game != "riff_raff" else 7)] + (
        ["rule-8"] if game == "riff_raff" else []
    )
    assert page.one("nav", **{"aria-label": {"en": "Chapters", "ru": "Главы"}[language]}).addresses() == [
        f"#{number}" for number in numbered
    ]
    assert "" not in page.texts("th")
    assert [line for line in page.lines if "|---" in line or "**" in line or line.startswith("- ")] == []


@each_game
@each_language
def test_each_clause_has_an_address(game, language):
    page = rules_page(game, language)

    codes = [code.partition(".")[2] for clause in clauses(engine(game)) for code in clause.codes]
    named = [each.get("id") for each in [*page.all("li"), *page.all("span")] if each.get("id") in codes]
    assert sorted(named) == sorted(codes)


@each_game
def test_a_page_in_russian_has_no_english_sentence(game):
    page = rules_page(game, "ru")

    main = page.one("main")
    said = [*main.texts("li"), *main.texts("figcaption"), *main.texts("h2"), *main.texts("h3"), *main.texts("p")]
    assert [text for text in said if not re.search("[а-яё]", text) and text != "The Game: Extreme"] == []
    assert [text for text in said if re.search(r"\b(?:the|and|of|is) ", text)] == []


@each_game
@each_language
def test_examples_are_drawn_with_what_they_show(game, language):
    figures = rules_page(game, language).all("figure")

    assert len(figures) == len(engine(game).examples)
    assert [len(figure.all(style="board")) for figure in figures] == [1] * len(figures)
    assert "" not in [figure.one("figcaption").text for figure in figures]


def test_the_example_of_a_freed_joker_is_drawn_in_chapter_5():
    joker = rules_page("rummikub").one("section", id="rule-5").all("figure")[-1]

    assert [image.get("aria-label") for image in joker.all(role="img")] == [
        "joker as blue 4 (moved), blue 5 (new), blue 6 (new)",
        "red 10, red 11 (new), red 12",
        "blue 11, black 11, orange 11",
    ]


def test_match_pages_lead_to_the_rules(club):
    table = Table(club, 4)

    assert Reader().page(f"/matches/{table.id}/").link("Rules of the game") == "/games/rummikub/rules/1/"


@pytest.mark.parametrize("path", ["rummikub/rules/99", "chess/rules/1"])
def test_unknown_rules_are_not_found(path):
    assert Reader().page(f"/games/{path}/", 404).headings == ["Something went wrong"]
