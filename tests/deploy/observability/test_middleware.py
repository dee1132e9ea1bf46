"""Those who watch from within ask by number and without https; everybody else by name and with it."""

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_who_watches_needs_no_name_and_no_https(client, settings, address):
    settings.SECURE_SSL_REDIRECT = True

    assert client.get(address, headers={"Host": "10.0.0.7:8000"}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/healthz/", "/api/v1/games/"])
def test_everybody_else_does(client, settings, address):
    assert client.get(address, headers={"Host": "10.0.0.7:8000"}).status_code == 400
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get(address).status_code == 301
