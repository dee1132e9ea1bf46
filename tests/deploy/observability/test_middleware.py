"""Those who watch from within ask by number and without https; everybody else by name and with it."""

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_monitoring_needs_neither_host_name_nor_https(client, settings, address):
    settings.SECURE_SSL_REDIRECT = True

    assert client.get(address, headers={"Host": "10.0.0.7:8000"}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/healthz/", "/api/v1/games/"])
def test_everything_else_needs_host_name_and_https(client, settings, address):
    assert client.get(address, headers={"Host": "10.0.0.7:8000"}).status_code == 400
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get(address).status_code == 301
