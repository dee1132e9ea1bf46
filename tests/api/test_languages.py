"""Responses in the client's language."""

import pytest
from rest_framework.test import APIClient

from tests.api.clients import API, founded, joined, signed_up
from tests.games.records.texts import DEAL

pytestmark = pytest.mark.django_db


def refused(move, language):
    """The response to *move* in a freshly dealt game of two."""
    keeper = signed_up("keeper")
    club = founded(keeper)
    players = [joined(keeper, club, name) for name in ("Анна", "Boris")]
    sent = {"club": club, "game": "rummikub", "seats": players, "dealing": "table"}
    match = keeper.post(f"{API}/matches/", sent, format="json").json()
    moves = [{"seat": -1, "move": DEAL}, {"seat": 0, "move": move}]
    body = {"revision": match["revision"], "moves": moves}
    return keeper.post(
        f"{API}/matches/{match['id']}/moves/", body, format="json", headers={"Accept-Language": language}
    )


def test_a_broken_rule_is_in_russian_with_the_code_and_params_of_every_language():
    answer = refused("play +o1,o2,o4", "ru")

    assert answer.headers["Content-Language"] == "ru"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Unprocessable Content",
        "status": 422,
        "code": "rummikub.set_run",
        "detail": "o1,o2,o4 – не ряд: не хватает 3.",
        "params": {"set": "o1,o2,o4", "why": "3 is missing", "index": 1},
        "rule": "4 Sets, run (§Sets)",
    }


def test_a_broken_rule_is_in_english_for_readers_of_other_languages():
    answer = refused("play +o1,o2,o4", "fr, de;q=0.5")

    assert answer.json()["detail"] == "o1,o2,o4 is not a run: 3 is missing."


def test_the_words_inside_a_refusal_of_the_league_are_also_in_russian():
    club = founded(signed_up("organiser"))

    sent = {"club": club, "name": "Анна"}
    answer = signed_up("stranger").post(f"{API}/players/", sent, format="json", headers={"Accept-Language": "ru-RU"})

    assert answer.json() == {
        "type": "about:blank",
        "title": "Forbidden",
        "status": 403,
        "code": "not_allowed",
        "detail": "Вы не можете добавить игрока: это могут только организаторы, судьи и секретари клуба.",
        "params": {
            "act": "add a player",
            "why": "only the club’s organisers, arbiters and scorekeepers can do this",
        },
    }


def test_an_impossible_option_says_in_russian_what_is_expected():
    keeper = signed_up("keeper")
    club = founded(keeper)

    sent = {"club": club, "game": "rummikub", "seats": [None, None], "options": {"rounds": 0}}
    answer = keeper.post(f"{API}/matches/", sent, format="json", headers={"Accept-Language": "ru"})

    assert answer.json()["detail"] == "rounds: 0 не подходит, нужно целое число от 1 до 100."
    assert answer.json()["params"] == {"key": "rounds", "value": 0, "wanted": "a whole number from 1 to 100"}


def test_a_missing_field_is_reported_in_russian():
    answer = signed_up("organiser").post(f"{API}/clubs/", {}, format="json", headers={"Accept-Language": "ru"})

    assert answer.json()["detail"] == "Часть полей не заполнена или заполнена неверно. Подробности – в errors."
    assert answer.json()["errors"] == {"name": ["Обязательное поле."]}


def test_game_names_are_in_the_readers_language():
    asked = APIClient().get(f"{API}/games/", headers={"Accept-Language": "ru"}).json()

    names = {game["slug"]: game["name"] for game in asked}
    assert names == {
        "ralph": "Ральф против интернета",
        "riff_raff": "Рифф-Рафф",
        "rummikub": "Руммикуб",
        "the_game_extreme": "The Game: Extreme",
        "toy_story_4": "История игрушек 4",
    }
