"""The pages in Russian."""

import re

import pytest
from django.test import Client

from league.eventlog.projections import runner
from league.matches.services import play as match_play
from tests.pages import parse
from tests.paths import CASES
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def imported(club):
    """The id of an imported match."""
    actor, club_id, *_ = club
    source = (CASES / "rummikub-39-whole-game-3p-open-out.rec").read_bytes()
    match = match_play.import_record(club_id=club_id, source=source, actor=actor).id
    runner.catch_up_all()
    return match


def test_a_match_page_is_entirely_in_russian(imported):
    page = Reader(language="ru").page(f"/matches/{imported}/")

    assert page.one("html")["lang"] == "ru"
    assert page.lines[:-1] == [  # the last line is the version
        *[
            "К содержанию",
            "Ludex",
            "Ладья",
            "Поиск людей, турниров и столов",
            "Поиск",
            "RU",
            ", язык",
            "English",
            "Русский",
            "Войти",
        ],
        *["Ладья", "Место 1 – Место 2 – Место 3", "Смотреть", "играют", "Руммикуб · Матч идёт."],
        *["Итоги", "Раунд и партия", "Место 1", "Место 2", "Место 3"],
        *["1.1", "−14", "−11", "25", "(победа)"],
        *["Очки", "−14", "−11", "25"],
        *["Выиграно партий", "0", "0", "1"],
        *["Результат", "1.1: как записано"],
        *["Просмотр по ходам", "Правила игры", "Запись текстом", "Записано то, что видно за столом."],
        *["Страница сейчас не обновляется сама.", "Обновить", "API", "Проверка доказательств матча"],
    ]


def test_a_replay_shows_its_steps_and_position_in_russian(imported):
    page = Reader(language="ru").page(f"/matches/{imported}/replay/?at=4")
    first, second, third = "Место 1", "Место 2", "Место 3"
    assert page.lines[10:13] == ["Назад к матчу", "Место 1 – Место 2 – Место 3", ": просмотр"]
    assert page.one("p", style="now").lines == ["1.1", first, ": Выкладывает o5,r5,b5 r8,r9,J."]
    assert [each["aria-label"] for each in page.one("nav", style="stepbar").all("a")] == [
        *["В начало", "Назад", "Дальше", "В конец"],
    ]
    [position] = page.all("section div", style="position")
    assert [line for line in position.lines if line != "Текстом"] == [
        *["сейчас ходит", second, "фишек взять", "0", "первый игрок", first],
        *["стол", "o5,r5,b5", "r8,r9,J", "фишек на подставках, по местам", first, "8", second, "14", third, "14"],
        *["подставки", first, "–", second, "–", third, "–"],
        *["неизвестных фишек, по местам", first, "8", second, "14", third, "14", "фишек в магазине", "64"],
        *["вступил в игру", first, "да", second, "нет", third, "нет", "пропущено ходов подряд", "0"],
        *["завершено", "нет", "чем кончилось", "–"],
    ]
    steps = page.one("ol", style="step-list").texts("li")
    assert steps[:2] == ["Фишки розданы. Начинает игрок на месте 1.", f"{first}: Выкладывает o5,r5,b5 r8,r9,J."]
    assert set(re.findall("[A-Za-z]{2,}", " ".join(page.lines[:-1]))) == {
        "Ludex",
        "API",
        "RU",
        "English",
        "Home",
        "End",
    }


def test_dates_are_written_in_the_style_of_the_language(imported):
    pages = [Reader(language=language).page("/") for language in ("ru", "en")]
    russian, english = (dict(page.links)[f"/matches/{imported}/"].split(", ", 1)[1] for page in pages)

    assert re.fullmatch(r"\d\d\.\d\d\.\d{4} \d\d:\d\d UTC", russian)
    assert re.fullmatch(r"\d\d? [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC", english)


def test_a_reader_changes_the_language_and_stays_on_the_page():
    client = Client(enforce_csrf_checks=True)
    page = parse(client.get("/sign-in/?next=/"))

    sent = {"language": "ru", "next": "/sign-in/?next=/"}
    answer = client.post("/language/", sent, headers={"Accept-Language": "en"})

    assert page.one("button", name="language", value="ru", lang="ru").text == "Русский"
    assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-in/?next=/")
    assert parse(client.get("/sign-in/", headers={"Accept-Language": "en"})).headings == ["Войти"]


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/sign-up/?next=/", "/sign-up/?next=/"),
        ("http://testserver/sign-in/", "/"),  # it answers this form as well
        ("https://example.com/", "/"),
        (None, "/"),
    ],
)
@pytest.mark.django_db
def test_a_page_that_answers_a_form_leads_back_to_the_page_of_the_form(client, referer, back):
    headers = {"Referer": referer} if referer else {}

    page = parse(client.post("/sign-in/", {"username": "", "password": ""}, headers=headers))

    assert {each["value"] for each in page.all("input", name="next") if each["value"]} == {back}


def test_a_refusal_before_the_language_is_known_is_not_in_the_last_readers(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    russian = client.get("/", secure=True, headers={"Accept-Language": "ru"})

    refused = client.get("/", headers={"Host": "example.org", "Accept-Language": "ru"})

    assert [parse(answer).one("html")["lang"] for answer in (russian, refused)] == ["ru", "en"]


def test_the_language_button_leads_to_no_other_site(client):
    answer = client.post("/language/", {"language": "ru", "next": "https://example.com/"})

    assert answer.headers["Location"] == "/"
