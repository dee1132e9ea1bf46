"""Errors get a page of ours, never a stack trace."""

import pytest
from django.db import connection
from django.test import Client, RequestFactory

from deploy import urls
from tests.pages import parse


def told(answer, status):
    """What the only paragraph says that is no link."""
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert "Django" not in answer.text
    main = parse(answer).one("main")
    assert main.headings == ["Something went wrong"]
    return main.texts("p")[0]


@pytest.mark.django_db
def test_unknown_pages_answer_404(client):
    assert told(client.get("/nowhere/"), 404) == "Nothing was found at this address."


@pytest.mark.django_db
def test_an_expired_form_says_so():
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "anna", "password": "x"})

    assert "The page is out of date" in told(answer, 403)


@pytest.mark.django_db
def test_a_foreign_host_name_is_refused(client):
    assert "The request could not be read." in told(client.get("/", headers={"Host": "example.org"}), 400)


def test_a_fault_of_our_own_makes_no_database_query():
    assert "went wrong on our side" in told(urls.handler500(RequestFactory().get("/clubs/")), 500)


@pytest.mark.parametrize("path", ["/", "/clubs/00000000-0000-0000-0000-000000000000/"])
def test_a_missing_database_answers_503(committed_db, monkeypatch, path):
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", "ludex_is_away")

    answer = Client().get(path)

    assert "The database is not responding right now. Try again." in told(answer, 503)
    assert answer.headers["Retry-After"] == "1"


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_a_read_only_page_refuses_other_methods(client, method):
    answer = getattr(client, method)("/")

    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.django_db
def test_signing_in_never_leads_to_another_site(client, django_user_model):
    django_user_model.objects.create_user("anna", password="correct horse battery")
    sent = {"username": "anna", "password": "correct horse battery", "next": "https://example.org/"}

    answer = client.post("/sign-in/", sent)

    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(django_user_model.objects.get().pk)
